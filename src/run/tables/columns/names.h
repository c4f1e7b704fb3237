// The meaning of a column's name or of a label's word, without the column's values. Readers of tables combine
// it with the values.
#ifndef CAL_RUN_TABLES_COLUMNS_NAMES_H
#define CAL_RUN_TABLES_COLUMNS_NAMES_H
#include <stdbool.h>
#include "base/slice.h"

enum { CAL_BARE_NAME = 32 };

// Copies the letters, in lower case, and digits of a name; returns false if they were cut.
bool cal_name_bare(char out[CAL_BARE_NAME], cal_slice name);
// Returns true if a null-terminated list has the word.
bool cal_name_is_any(const char *word, const char *const *list);

typedef enum cal_csv_column_kind {
    CAL_COLUMN_UNKNOWN, // usually the outputs of a class
    CAL_COLUMN_CLASS,   // logit_0, p1, class 3, 7
    CAL_COLUMN_LABEL,
    CAL_COLUMN_PREDICTED,
    CAL_COLUMN_CONFIDENCE,
    CAL_COLUMN_SCORE,  // a confidence, or the outputs of a class
    CAL_COLUMN_WEIGHT, // sample weight
    CAL_COLUMN_IGNORED,
} cal_csv_column_kind;
cal_csv_column_kind cal_csv_column_kind_of(cal_slice name); // ignores case, blanks and punctuation
bool cal_csv_names_logit(cal_slice name);                   // logit_0, z0

// Returns true for names that say that a column is not a class: image_id, fold, loss.
bool cal_name_is_other(cal_slice name);

typedef enum cal_name_mark { CAL_MARK_NONE, CAL_MARK_OUTPUT, CAL_MARK_LABEL } cal_name_mark;
// Splits a name into its stem and its mark, before or after: p_edema, Edema prob.
cal_name_mark cal_name_split(cal_slice *stem, cal_slice name);
// Returns true if a column's name marks outputs, and their stem: "p_edema", "Edema prob", ".pred_edema". Else
// *stem is the whole name.
bool cal_output_stem(cal_slice *stem, cal_slice name);

// Returns the meaning of a label's word: 1 yes, -1 no, 0 neither.
int cal_word_meaning(cal_slice word);
// Returns the same for words that name no outcome, such as yes and negative.
int cal_word_polarity(cal_slice word);

// Returns true if a name has a word for an outcome, as p_survival has; risk, p_hat and score have none.
bool cal_name_claims(cal_slice name);
// Returns true if two names have the same words for an outcome, in any form: survived and p_survival.
bool cal_names_agree(cal_slice a, cal_slice b);

#endif
