// Counter-based random numbers: a value is a pure function of (seed, stream, step, index), without state. So
// any sample of any epoch can be drawn alone and on any thread.
#ifndef CAL_BASE_RANDOM_RANDOM_H
#define CAL_BASE_RANDOM_RANDOM_H
#include <stdint.h>

// One stream for each use. Never renumber: the results of links depend on it.
typedef enum cal_stream {
    CAL_STREAM_DATA = 1,    // step: split, index: sample and latent
    CAL_STREAM_INIT = 2,    // step: tensor, index: element
    CAL_STREAM_ORDER = 3,   // step: epoch
    CAL_STREAM_AUGMENT = 4, // step: epoch, index: sample and draw
    CAL_STREAM_DROPOUT = 5, // step: of the run, index: layer and element
    CAL_STREAM_PROBE = 6,
    CAL_STREAM_RESAMPLE = 7,
    CAL_STREAM_SUBSET = 8,
    CAL_STREAM_LABELS = 9,      // step: split, index: sample and draw
    CAL_STREAM_LANCZOS = 10,    // step: starting vector, index: parameter
    CAL_STREAM_CORRUPTION = 11, // step: sample, index: element of the picture
    CAL_STREAM_SIGNS = 12,      // step: of the run, index: vector and element
    CAL_STREAM_DIRECTION = 13,  // step: direction, index: weight
    CAL_STREAM_SETS = 14,       // step: 0 validation, 1 test; index: sample
    CAL_STREAM_HALVES = 15,     // order of the validation samples
} cal_stream;

// The four words of one block; the first two are those of cal_random_bits.
void cal_random_words(uint32_t words[4], uint64_t seed, cal_stream stream, uint64_t step, uint64_t index);
uint64_t cal_random_bits(uint64_t seed, cal_stream stream, uint64_t step, uint64_t index);
double cal_random_uniform(uint64_t seed, cal_stream stream, uint64_t step, uint64_t index); // [0,1), 53 bits
double cal_random_normal(uint64_t seed, cal_stream stream, uint64_t step,
                         uint64_t index); // mean 0, variance 1
int cal_random_below(uint64_t bits,
                     int bound); // uniform in 0..bound-1 by multiply-shift, bias below bound / 2^32
// A uniformly random order of 0..count-1 (Fisher-Yates).
void cal_random_order(int32_t *order, int count, uint64_t seed, cal_stream stream, uint64_t step);

#endif
