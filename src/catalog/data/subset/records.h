// Labelled records of files, from which the splits are drawn.
#ifndef CAL_CATALOG_DATA_SUBSET_RECORDS_H
#define CAL_CATALOG_DATA_SUBSET_RECORDS_H
#include "catalog/data/shared/splits.h"
#include "catalog/data/subset/subset.h"

// The chosen classes among those of the files.
typedef struct cal_classes {
    int count, class_of[CAL_CLASSES_MAX];
    int number_of[CAL_CLASSES_MAX]; // inverse of class_of; -1 for the rest
} cal_classes;

typedef struct cal_records {
    const char *name; // for errors: "data cifar10: training batches"
    int count;
    uint8_t *labels, *mark; // [count] below out->k; CAL_SUBSET_FREE, or _SKIP for records that are left out
    const int32_t
        // multi-label: [count][out->k] as in cal_split, and `labels` are all 0; null: one label each
        *several;
    // Writes record `record` to row `row` of a split: pixels or features, and source.
    void (*take)(const cal_split *split, int row, const struct cal_records *from, int record);
    const void *context;
} cal_records;

// All of the classes, or those that `only` lists if the entry has such a parameter. CAL_USAGE.
cal_status cal_classes_choose(cal_classes *out, int all, const cal_choice *choice, cal_error *err);

// Room for `count` records in `scratch`; no arrays if it counts.
cal_status cal_records_open(cal_records *out, cal_arena *scratch, const char *name, int count,
                            const cal_choice *choice, cal_error *err);
// Sets the record's label to the number of the file's class; CAL_SUBSET_SKIP if it is not chosen.
void cal_records_label(cal_records *records, int record, int label, const cal_classes *classes);
// Leaves a record out if `skip` lists its number `source` in the whole set; null lists none.
void cal_records_skip(cal_records *records, int record, int source, const cal_value *skip);

// Draws the splits of a data set, and fills them in the order of the records. Its k, c, h, w and class_names
// must be set. The parameters train, val, test, take, seed and imbalance define the draw. Validation is drawn
// before training, so that a larger training set does not change it. The test set is drawn from `test`. If
// that is null, it is drawn from `training` before the other two: splits never share a record. `training` may
// be null if only the test set is drawn.
cal_status cal_records_draw(cal_dataset *out, const cal_choice *choice, const cal_records *training,
                            const cal_records *test, bool pixels, cal_error *err);

// Bytes that records take temporarily. `most`: the largest number that one set is drawn from; `scratch`:
// their arena. Added to these is the order of drawing, which is freed before the splits are made, or
// `filling`, allocated after that. `counted` counts the memory kept before them.
size_t cal_records_loading(cal_dataset *counted, const cal_arena *scratch, const cal_choice *choice, int most,
                           size_t filling);

// Returns true if no sample is drawn from the training files, so that a test set with separate files needs
// only those.
bool cal_data_test_alone(const cal_choice *choice);

// For `measure`: sets a number of the choice, clamped to its bounds.
void cal_choice_put(cal_choice *choice, const char *param, int number);
// Numbers of records of each class.
typedef struct cal_class_sizes {
    int records, k, size[CAL_CLASSES_MAX];
} cal_class_sizes;

// Reduces train, val and test, in proportion, to the number that can be drawn as the link says. The test set
// is drawn from `tests`, or if that is null from the same records. If classes are too small for equal shares,
// the records are taken at random. CAL_FAILED, naming the file, if there are too few for a training and a
// test set.
cal_status cal_data_cut(cal_choice *choice, const char *file, const cal_class_sizes *records,
                        const cal_class_sizes *tests, cal_error *err);

#define CAL_DATA_TAKE(preset)                                                                                \
    {.name = "take",                                                                                         \
     .help = "How the sets are drawn: at random with equally many samples of each class, at random, or the " \
             "first records of the files",                                                                   \
     .unit = "",                                                                                             \
     .type = CAL_CHOICE,                                                                                     \
     .value = preset,                                                                                        \
     .choices = "balanced/random/first",                                                                     \
     .max = 2}
// For multi-label data, which has no classes.
#define CAL_DATA_TAKE_SEVERAL                                                                                \
    {.name = "take",                                                                                         \
     .help = "How the sets are drawn: at random, or the first records of the files",                         \
     .unit = "",                                                                                             \
     .type = CAL_CHOICE,                                                                                     \
     .choices = "random/first",                                                                              \
     .max = 1}
#define CAL_DATA_HASH                                                                                        \
    {.name = "hash",                                                                                         \
     .help = "First digits of the SHA-256 that the chosen samples must have, so that a link identifies its " \
             "data",                                                                                         \
     .unit = "",                                                                                             \
     .type = CAL_HEX}

#endif
