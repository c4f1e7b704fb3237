// Losses that bin the validation set by confidence and find the bin of a training sample by p_y (Ghosh,
// Schaaf and Gormley 2022, Sec. 4 and 5).
//
// Bins hold the same number of validation samples: (lo, hi] of their confidences. A sample of a batch is in
// [lo, hi) of its p_y; below all bins in the first one, above them in the last.
#ifndef CAL_CATALOG_LOSS_SHARED_BINS_H
#define CAL_CATALOG_LOSS_SHARED_BINS_H
#include "catalog/loss/loss.h"

// Rows of the state, each with one column more than there are bins.
typedef enum cal_loss_bin {
    CAL_BIN_EDGE,  // bin b goes from edge b to edge b + 1
    CAL_BIN_LOW,   // the bounds that the lookup compares with: the first bin begins below 0,
    CAL_BIN_HIGH,  // the last one ends above 1, and the column without a bin is never used
    CAL_BIN_GAMMA, // gamma of the bin, as looked up
    CAL_BIN_EXACT, // gamma of the bin, as updated
    CAL_BIN_SLOPE, // d log gamma / d p_y in the bin
    // mean top confidence of its validation samples, and their accuracy; NaN before the first validation
    CAL_BIN_CONFIDENCE,
    CAL_BIN_ACCURACY,
    CAL_BIN_ROWS
} cal_loss_bin;

enum { CAL_LOSS_BINS_MAX = 100 };

// The shared part of the state; each loss has separate begin, validated and write.
#define CAL_LOSS_BINS_STATE                                                                                  \
    .rows = CAL_BIN_ROWS, .columns = cal_loss_bins_columns, .every = cal_loss_bins_every

#define CAL_LOSS_BINS_PARAMS                                                                                 \
    {.name = "bins",                                                                                         \
     .help = "number of confidence bins, each with a gamma; edges set it, if there are any",                 \
     .unit = "bins",                                                                                         \
     .type = CAL_INTEGER,                                                                                    \
     .value = 15,                                                                                            \
     .min = 1,                                                                                               \
     .max = CAL_LOSS_BINS_MAX},                                                                              \
        {.name = "every",                                                                                    \
         .help = "steps from one validation to the next; 0 validates after each epoch",                      \
         .unit = "steps",                                                                                    \
         .type = CAL_INTEGER,                                                                                \
         .value = 0,                                                                                         \
         .min = 0,                                                                                           \
         .max = 1000000},                                                                                    \
        {.name = "edges",                                                                                    \
         .help = "initial edges of the bins, ascending; without them bins of equal width",                   \
         .unit = "",                                                                                         \
         .type = CAL_LIST,                                                                                   \
         .min = 0,                                                                                           \
         .max = 1}

#define CAL_CALFOCAL_LAMBDA                                                                                  \
    {.name = "lambda",                                                                                       \
     .help = "how strongly gamma follows the gap; 0 is focal loss with gamma 1",                             \
     .unit = "",                                                                                             \
     .type = CAL_REAL,                                                                                       \
     .value = 1,                                                                                             \
     .min = 0,                                                                                               \
     .max = 1000}

// The largest gamma. None needs to be larger: (1 - p)^gamma is 0 as a float for every p above 1e-15. Second
// derivatives use the square of gamma, which is still in a float's range.
#define CAL_LOSS_BINS_GAMMA    1e17
#define CAL_LOSS_BINS_EXPONENT 39.0 // e^39 = 9e16

int cal_loss_bins(const cal_choice *choice);         // number of bins
int cal_loss_bins_columns(const cal_choice *choice); // one more than bins
int cal_loss_bins_every(const cal_choice *choice);
double *cal_loss_bins_row(double *state, const cal_choice *choice, cal_loss_bin row);
// Checks that edges ascend, and that the named list, unless empty, has a number for each bin.
cal_status cal_loss_bins_check(const cal_choice *choice, const char *list, cal_error *err);
// Sets the edges of the choice, and gamma 1 everywhere.
void cal_loss_bins_begin(double *state, const cal_choice *choice);
// Sets new edges, confidences and accuracies. Sets filled[CAL_LOSS_BINS_MAX], unless null, to true for bins
// that have samples.
void cal_loss_bins_validated(double *state, bool *filled, const cal_scores *validation,
                             const cal_choice *choice);
// Adds a member with the numbers of a row.
void cal_loss_bins_write(cal_text *json, const char *key, const double *state, const cal_choice *choice,
                         cal_loss_bin row);
// The row's value in the bin of each sample: MATRIX [n,1], constant in derivatives.
cal_node cal_loss_bins_value(cal_graph *g, const cal_loss_batch *batch, cal_loss_bin row);

// AdaFocal's update of a bin's gamma by its gap C - A.
double cal_adafocal_updated(double gamma, double gap, const cal_choice *choice);

#endif
