// Words of texts, the vocabulary of a training set, and pretrained vectors for its words.
#ifndef CAL_CATALOG_DATA_WORDS_WORDS_H
#define CAL_CATALOG_DATA_WORDS_WORDS_H
#include "base/slice.h"
#include "catalog/data/data.h"

// Returns the next word at *at, and moves past it; false at the end. A word is a run of letters, digits and
// bytes above 127. An apostrophe begins a word that continues with its letters ("it", "'s"). Every other mark
// is a separate word. Blanks, control characters and backslashes separate words. `doubled`: quotes come in
// pairs.
bool cal_word_next(cal_slice *word, const char **at, const char *end, bool doubled);

// Counts words, with ASCII letters in lower case.
typedef struct cal_vocabulary cal_vocabulary;
enum { CAL_WORD_NONE, CAL_WORD_UNKNOWN, CAL_WORD_FIRST }; // indices: padding, unknown words
cal_vocabulary *cal_vocabulary_create(void);              // null if memory is refused
void cal_vocabulary_free(cal_vocabulary *vocabulary);
// Returns false if memory is refused. The word's text must stay valid as long as the vocabulary.
bool cal_vocabulary_count(cal_vocabulary *vocabulary, cal_slice word);
// Gives indices from CAL_WORD_FIRST on to the most frequent words, equally frequent ones in byte order, up to
// `size` indices in all. Returns the number of indices.
int cal_vocabulary_number(cal_vocabulary *vocabulary, int size);
// largest number of bytes that counting took at one time
size_t cal_vocabulary_bytes(const cal_vocabulary *vocabulary);
// CAL_WORD_UNKNOWN if the word has no index
int cal_vocabulary_of(const cal_vocabulary *vocabulary, cal_slice word);

float *cal_vectors_room(cal_arena *arena, int size, int width); // [size][width]; null if memory is refused
// Reads vectors from GloVe's text format, one line per word with its numbers. Sets *vectors to [size][*width]
// in `arena`, zero for words that are not in the file. The first line of a word counts. CAL_FAILED names the
// line with another number of values, or with something that is not a number.
cal_status cal_vectors_read(float **vectors, int *width, cal_arena *arena, const cal_file *file,
                            const cal_vocabulary *vocabulary, int size, cal_error *err);

#endif
