// Tables whose label is a word that names the column of its probability, as R's caret and tidymodels write
// them. Examples: obs,No,Yes or truth,.pred_cat,.pred_dog,.pred_cow, with other columns among them. Any text
// around the word is accepted if it is the same in all columns: confidence(no),confidence(yes).
#ifndef CAL_RUN_TABLES_COLUMNS_WORDS_H
#define CAL_RUN_TABLES_COLUMNS_WORDS_H
#include "run/outputs/outputs.h"
#include "run/tables/frame/frame.h"

// The text around the words in the names of columns; without any, marks such as .pred_ are removed.
typedef struct cal_words_affix {
    cal_slice before, after;
} cal_words_affix;

typedef struct cal_frame_words {
    int label, classes;
    cal_words_affix affix;
    int column[CAL_FRAME_COLUMNS];     // [classes], columns of the outputs
    cal_slice name[CAL_FRAME_COLUMNS]; // [classes], as in the label
} cal_frame_words;

// Returns false if no column, or more than one, holds such labels.
bool cal_frame_words_find(cal_frame_words *out, const cal_frame *frame);
// Adds the classes that no row has as its label. Without them rows of probabilities would not sum to 1.
// CAL_FAILED: a further column of numbers could be such a class, or not.
cal_status cal_frame_words_complete(cal_frame_words *io, const cal_frame *frame,
                                    const cal_outputs_options *reading, cal_error *err);
// Finds the words that the given columns of classes have in the label: a_cat, a_dog. Columns before `first`
// are not classes.
void cal_frame_words_given(cal_slice *word, const cal_frame *frame, int label, int first, int count);
// Returns true for the same word, or the same number: 3 and 3.0.
bool cal_words_same(cal_slice a, cal_slice b);

#endif
