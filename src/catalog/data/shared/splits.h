// Building blocks of data sets: room for the splits, shared parameters, and random draws.
#ifndef CAL_CATALOG_DATA_SHARED_SPLITS_H
#define CAL_CATALOG_DATA_SHARED_SPLITS_H
#include "base/random/random.h"
#include "catalog/data/data.h"

enum { CAL_CLASSES_MAX = 256 };

// Parameters that mean the same in every data set, as rows of its table.
#define CAL_DATA_TRAIN(preset, most)                                                                         \
    {.name = "train",                                                                                        \
     .help = "Size of the training set",                                                                     \
     .unit = "samples",                                                                                      \
     .type = CAL_INTEGER,                                                                                    \
     .value = preset,                                                                                        \
     .min = 1,                                                                                               \
     .max = most}
// For data sets with separate files for the test set. Without training and validation samples, as in an
// evaluation, only those files are needed.
#define CAL_DATA_TRAIN_OR_NONE(preset, most)                                                                 \
    {.name = "train",                                                                                        \
     .help = "Size of the training set; 0 for an evaluation, which needs none",                              \
     .unit = "samples",                                                                                      \
     .type = CAL_INTEGER,                                                                                    \
     .value = preset,                                                                                        \
     .min = 0,                                                                                               \
     .max = most}
#define CAL_DATA_VAL(preset, most)                                                                           \
    {.name = "val",                                                                                          \
     .help = "Size of the validation set, on which calibrators are fitted",                                  \
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
     .help = "Fraction of labels flipped to the other class",                                                \
     .unit = "",                                                                                             \
     .type = CAL_REAL,                                                                                       \
     .value = preset,                                                                                        \
     .min = 0,                                                                                               \
     .max = 0.5}
#define CAL_DATA_MEAN(values)                                                                                \
    {.name = "mean",                                                                                         \
     .help = "Mean that is subtracted from each colour channel (0 to 1); one number for all or one each",    \
     .unit = "",                                                                                             \
     .type = CAL_LIST,                                                                                       \
     .min = 0,                                                                                               \
     .max = 1,                                                                                               \
     .preset = values}
#define CAL_DATA_STD(values)                                                                                 \
    {.name = "std",                                                                                          \
     .help = "Standard deviation that divides each colour channel after that; one number for all or one "    \
             "each",                                                                                         \
     .unit = "",                                                                                             \
     .type = CAL_LIST,                                                                                       \
     .min = 0.001,                                                                                           \
     .max = 10,                                                                                              \
     .preset = values}

#define CAL_DATA_LABEL_NOISE                                                                                 \
    {.name = "label_noise",                                                                                  \
     .help = "Label noise: fraction of labels replaced by another class; known true probabilities then "     \
             "become those of the noisy labels",                                                             \
     .unit = "",                                                                                             \
     .type = CAL_REAL,                                                                                       \
     .max = 1},                                                                                              \
        {.name = "label_noise_kind",                                                                         \
         .help = "How labels are replaced: by any other class with equal probability, or always by the "     \
                 "next one (after the last, the first)",                                                     \
         .unit = "",                                                                                         \
         .type = CAL_CHOICE,                                                                                 \
         .choices = "symmetric/pair",                                                                        \
         .max = 1},                                                                                          \
        {.name = "label_noise_on",                                                                           \
         .help = "Which labels are replaced: those of the training set, or of all three sets",               \
         .unit = "",                                                                                         \
         .type = CAL_CHOICE,                                                                                 \
         .choices = "train/all",                                                                             \
         .max = 1}
#define CAL_DATA_IMBALANCE                                                                                   \
    {.name = "imbalance",                                                                                    \
     .help = "Imbalance ratio: training samples of the largest class divided by those of the smallest; 1 "   \
             "leaves the classes as they are",                                                               \
     .unit = "",                                                                                             \
     .type = CAL_REAL,                                                                                       \
     .value = 1,                                                                                             \
     .min = 1,                                                                                               \
     .max = 1000},                                                                                           \
        {.name = "imbalance_kind",                                                                           \
         .help = "Long tail: each class is smaller than the one before by the same factor; step: the "       \
                 "second half of the classes is small",                                                      \
         .unit = "",                                                                                         \
         .type = CAL_CHOICE,                                                                                 \
         .choices = "long-tail/step",                                                                        \
         .max = 1}
#define CAL_DATA_ONLY(what, last)                                                                            \
    {.name = "only",                                                                                         \
     .help = "Only these classes, by number from 0, in ascending order: " what,                              \
     .unit = "",                                                                                             \
     .type = CAL_LIST,                                                                                       \
     .max = last,                                                                                            \
     .whole = true}

#define CAL_DATA_CLASSES(preset)                                                                             \
    {.name = "classes",                                                                                      \
     .help = "Number of classes; labels count from 0",                                                       \
     .unit = "",                                                                                             \
     .type = CAL_INTEGER,                                                                                    \
     .value = preset,                                                                                        \
     .min = 2,                                                                                               \
     .max = CAL_CLASSES_MAX}
#define CAL_DATA_TEST_FROM(file)                                                                             \
    {.name = "test_from",                                                                                    \
     .help = "Whether the test set is split off from the same samples, before the other sets, or read "      \
             "from " file,                                                                                   \
     .unit = "",                                                                                             \
     .type = CAL_CHOICE,                                                                                     \
     .choices = "split/file",                                                                                \
     .max = 1}

// Allocates a split of n samples in the data set's arena; a refusal shows there.
void cal_data_split_room(cal_dataset *out, cal_split *split, int n, bool pixels, bool truth);
// Reads train, val and test from the choice and allocates the splits of a data set whose k, c, h and w are
// set. The splits have pixels (then mean and std are read too) or features, labels, source, and posterior if
// `truth`.
cal_status cal_data_begin(cal_dataset *out, const cal_choice *choice, bool pixels, bool truth,
                          cal_error *err);

cal_dataset cal_data_counted(const cal_choice *choice); // an empty data set of its shape, in a counting arena
// counts the allocations of cal_data_begin
void cal_data_keeps_splits(cal_dataset *counted, const cal_choice *choice);

// One sample of an endless stream; there are three streams per seed. Each split counts from 0, so none
// changes when another grows, and a longer split begins with the shorter one.
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

// Calls `make` for every sample of the three splits. It fills row `row` of `split`, where the posterior is
// zero so far, and skips pixels if they are null. Classes must be equally likely in the stream. With
// imbalance the training set takes the samples whose class still has room, and their posterior reflects the
// new class frequencies. CAL_FAILED if a class is too rare for its quota.
typedef void cal_sample_make(void *context, const cal_split *split, int row, const cal_sample *at);
cal_status cal_data_generate(cal_dataset *out, const cal_choice *choice, cal_sample_make *make, void *context,
                             cal_error *err);

// ---- labels.c

bool cal_data_imbalanced(const cal_choice *choice);
// Numbers of training samples of each of k classes, n in all. With imbalance r, class c has a share in
// proportion to `r^(-c/(k-1))` (Cui et al. 2019, Sec. 5.1). Or the share is 1 and, from class ceil(k/2) on,
// 1/r (Cao et al. 2019, Sec. 5). They are rounded down; the remaining samples go to the largest remainders.
void cal_data_quota(int quota[CAL_CLASSES_MAX], int k, int n, const cal_choice *choice);
// Applies label noise to labels and posterior of the splits that the choice names. The replacement of a label
// is a function of the seed, the split and its `source` alone.
void cal_data_noise_labels(cal_dataset *data, const cal_choice *choice);
// Applies the label noise of the test set to a posterior [n][k].
void cal_data_noise_posterior(double *posterior, int k, int n, const cal_choice *choice);
// The classes that `only` lists. Returns their number; 0, with all classes, if it is empty. CAL_USAGE unless
// they ascend and are at least two.
cal_status cal_data_only(int *count, int class_of[CAL_CLASSES_MAX], const cal_choice *choice, cal_error *err);
// Names of `count` out of all classes, in the data's arena; null if memory is refused.
const char *const *cal_data_names(cal_dataset *data, const char *const *all, const int *class_of, int count);

#endif
