// Floor 3. What data sets are made of: room for the splits, the parameters they share, and random draws.
#ifndef CAL_ZOO_DATA_PARTS_H
#define CAL_ZOO_DATA_PARTS_H
#include "base/random.h"
#include "zoo/data.h"

// Parameters that mean the same in every data set, as rows of its table.
#define CAL_DATA_TRAIN(preset, most)                                                                         \
    {.name = "train",                                                                                        \
     .help = "Size of the training set",                                                                     \
     .unit = "samples",                                                                                      \
     .type = CAL_INTEGER,                                                                                    \
     .value = preset,                                                                                        \
     .min = 1,                                                                                               \
     .max = most}
#define CAL_DATA_VAL(preset, most)                                                                           \
    {.name = "val",                                                                                          \
     .help = "Size of the validation set, which fits calibrators",                                           \
     .unit = "samples",                                                                                      \
     .type = CAL_INTEGER,                                                                                    \
     .value = preset,                                                                                        \
     .min = 0,                                                                                               \
     .max = most}
#define CAL_DATA_TEST(preset, most)                                                                          \
    {.name = "test",                                                                                         \
     .help = "Size of the test set",                                                                         \
     .unit = "samples",                                                                                      \
     .type = CAL_INTEGER,                                                                                    \
     .value = preset,                                                                                        \
     .min = 1,                                                                                               \
     .max = most}
#define CAL_DATA_SEED(what)                                                                                  \
    {.name = "seed", .help = what, .unit = "", .type = CAL_INTEGER, .value = 1, .min = 0, .max = 4294967295.0}
#define CAL_DATA_FLIP(preset)                                                                                \
    {.name = "flip",                                                                                         \
     .help = "Share of the labels that are exchanged for the other class",                                   \
     .unit = "",                                                                                             \
     .type = CAL_REAL,                                                                                       \
     .value = preset,                                                                                        \
     .min = 0,                                                                                               \
     .max = 0.5}
#define CAL_DATA_MEAN(values)                                                                                \
    {.name = "mean",                                                                                         \
     .help = "Subtracted from each colour channel (0 to 1); one number for all or one each",                 \
     .unit = "",                                                                                             \
     .type = CAL_LIST,                                                                                       \
     .min = 0,                                                                                               \
     .max = 1,                                                                                               \
     .preset = values}
#define CAL_DATA_STD(values)                                                                                 \
    {.name = "std",                                                                                          \
     .help = "Divides each colour channel after that; one number for all or one each",                       \
     .unit = "",                                                                                             \
     .type = CAL_LIST,                                                                                       \
     .min = 0.001,                                                                                           \
     .max = 10,                                                                                              \
     .preset = values}

// Reads train, val and test from the choice and allocates the splits of a data set whose k, c, h and w are
// set: pixels (then mean and std are read too) or features, labels, source, and posterior if `truth`.
cal_status cal_data_begin(cal_dataset *out, const cal_choice *choice, bool pixels, bool truth,
                          cal_error *err);

// One sample of an endless stream, three streams a seed. Each split counts from 0, so none moves when another
// grows, and a longer split begins with the shorter one.
typedef struct cal_sample {
    uint64_t seed;
    enum { CAL_SAMPLE_TEST, CAL_SAMPLE_VAL, CAL_SAMPLE_TRAIN } split; // never renumber
    int index;
} cal_sample;

enum { CAL_SAMPLE_LATENTS = 4096 }; // draws a sample may make

static inline double cal_sample_uniform(const cal_sample *at, int latent) {
    return cal_random_uniform(at->seed, CAL_STREAM_DATA, (uint64_t)at->split,
                              (uint64_t)at->index * CAL_SAMPLE_LATENTS + (uint64_t)latent);
}
static inline double cal_sample_normal(const cal_sample *at, int latent) {
    return cal_random_normal(at->seed, CAL_STREAM_DATA, (uint64_t)at->split,
                             (uint64_t)at->index * CAL_SAMPLE_LATENTS + (uint64_t)latent);
}

// Calls `make` for every sample of the three splits; it fills row `row` of `split`.
typedef void cal_sample_make(void *context, const cal_split *split, int row, const cal_sample *at);
void cal_data_generate(cal_dataset *out, const cal_choice *choice, cal_sample_make *make, void *context);

#endif
