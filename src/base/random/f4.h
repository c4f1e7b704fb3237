// Random words of four blocks at once.
#ifndef CAL_BASE_RANDOM_F4_H
#define CAL_BASE_RANDOM_F4_H
#include "base/random/random.h"
#include "base/simd.h"

// cal_random_words of the blocks index .. index + 3, one in each lane; index is a multiple of four.
void cal_random_words_of_four(v128_t words[4], uint64_t seed, cal_stream stream, uint64_t step,
                              uint64_t index);

#endif
