// Words of texts, the vocabulary of a training set, and pretrained vectors for its words.
#ifndef CAL_CATALOG_DATA_WORDS_WORDS_H
#define CAL_CATALOG_DATA_WORDS_WORDS_H
#include "base/slice.h"
#include "catalog/data/data.h"

// The next word at *at, which moves past it; false at the end. A word is a run of letters, digits and bytes
// above 127; an apostrophe begins a word that its letters go on with ("it", "'s"); every other mark is a word
// by itself. Blanks, control characters and backslashes separate words. `doubled`: quotes come in pairs.
bool cal_word_next(cal_slice *word, const char **at, const char *end, bool doubled);

// Counts words, with ASCII letters in lower case.
typedef struct cal_vocabulary cal_vocabulary;
enum { CAL_WORD_NONE, CAL_WORD_UNKNOWN, CAL_WORD_FIRST }; // indices: padding, unknown words
cal_vocabulary *cal_vocabulary_create(void);              // null when memory is refused
void cal_vocabulary_free(cal_vocabulary *vocabulary);
// False when memory is refused. The word's text stays valid as long as the vocabulary.
bool cal_vocabulary_count(cal_vocabulary *vocabulary, cal_slice word);
// Gives indices from CAL_WORD_FIRST on to the most frequent words, equally frequent ones in the order of
// their bytes, up to `size` indices in all. Returns the number of indices.
int cal_vocabulary_number(cal_vocabulary *vocabulary, int size);
size_t cal_vocabulary_bytes(const cal_vocabulary *vocabulary); // that counting took, at most at one time
int cal_vocabulary_of(const cal_vocabulary *vocabulary, cal_slice word); // CAL_WORD_UNKNOWN if it has none

float *cal_vectors_room(cal_arena *arena, int size, int width); // [size][width]; null when memory is refused
// Vectors as GloVe's text files have them, a word and its numbers a line: *vectors becomes [size][*width] in
// `arena`, zero for words that the file does not have. The first line of a word counts. CAL_FAILED names the
// line: another number of values, or not a number.
cal_status cal_vectors_read(float **vectors, int *width, cal_arena *arena, const cal_file *file,
                            const cal_vocabulary *vocabulary, int size, cal_error *err);

#endif
