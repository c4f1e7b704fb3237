// Conformal sets of a model's outputs: the classes that are still possible, at a promised coverage.
//
// A validation set gives the quantile. A calibrator or RAPS's parameters are fitted on one half of it, and
// the quantile is of the other half. A sample that was used before would break the promise.
#ifndef CAL_RUN_CONFORMAL_H
#define CAL_RUN_CONFORMAL_H
#include "base/text.h"
#include "catalog/sets/sets.h"
#include "run/calibration/fitted.h"
#include "run/outputs/outputs.h"
#include "run/report/input/inputs.h"

typedef enum cal_sets_by { CAL_SETS_BY_NONE, CAL_SETS_BY_CLASS, CAL_SETS_BY_GROUP } cal_sets_by;

typedef struct cal_sets_request {
    const char *score;       // "raps:lambda=0.1"
    const char *calibrator;  // fitted on the first half, or null
    const cal_fitted *ready; // the calibrator of a file instead, or null
    const char *file;        // name of that file
    double temperature;      // divides the logits; 1: as given
    double alpha;            // promised fraction of sets without the true class
    uint64_t seed;           // draws the halves and the uniform numbers
    cal_sets_by by;          // a quantile for each class, or for each group
    bool top;                // an empty set gets the most probable class
    cal_outputs validation, test;
    const char *seen; // option that used the validation set before, "keep=best"; or null
    cal_pool *pool;   // null: one thread
} cal_sets_request;

// A quantile, and the test samples whose sets it makes.
typedef struct cal_sets_quantile {
    const char *name;     // its group; null: all, or a class
    int calibrated, rank; // validation samples, and the quantile's rank among their scores
    double quantile;
    int n, covered;             // test samples
    double expected, low, high; // mean and central 95 % of the coverage over splits; NaN without n
} cal_sets_quantile;

// Some test samples.
typedef struct cal_sets_part {
    int n, covered;
    int64_t labels;  // in all their sets
    double from, to; // difficulty: ambiguity of the first and the last sample
} cal_sets_part;

enum { CAL_SETS_PARTS = 5 };

typedef struct cal_sets_value {
    cal_arena arena; // memory of everything below
    cal_choice score;
    char calibrator[CAL_TEXT_MAX]; // "" without
    char way[32];                  // the fit that is used: "by_nll"
    const char *file;              // the calibrator's, or null
    double temperature, alpha;
    uint64_t seed;
    cal_sets_by by;
    bool top, random;
    const char *seen; // see the request
    bool chosen;      // lambda and kreg were chosen
    cal_rank_penalty penalty;
    int n, k, validation, first_half; // first_half: validation samples for fits and choices
    int quantiles;
    cal_sets_quantile *quantile;   // [quantiles]
    const int32_t *labels;         // [n]
    const char *const *class_name; // [k] or null
    cal_label_sets sets;
    // Figures of the test samples.
    cal_sets_part all, single; // single: sets of one class
    cal_sets_part *size;       // [k + 1] by size
    cal_sets_part *of_class;   // [k]
    int difficulties;          // CAL_SETS_PARTS, or 0 without a posterior
    cal_sets_part difficulty[CAL_SETS_PARTS];
    double median, sscv, covgap;
    double true_coverage, smallest; // NaN without a posterior
} cal_sets_value;

// Makes the sets of the test outputs. CAL_USAGE: a request that makes no sense. CAL_FAILED: too few
// validation samples for a quantile, or outputs without a probability for each class.
cal_status cal_sets_make_value(cal_sets_value *out, const cal_sets_request *request, cal_error *err);
// Takes the calibrator of a file for a request with outputs, and adds a note on its condition. It must
// outlive the request. CAL_FAILED: it does not fit the outputs, or its hash tells that it was fitted on them.
cal_status cal_sets_read_calibrator(cal_fitted *out, cal_sets_request *io, const cal_file *file,
                                    cal_naming naming, cal_notes *notes, cal_error *err);
// Does it for files, as a report reads them. `request` gives all but outputs, calibrator file and pool.
// CAL_FAILED: a calibrator that was fitted on these validation or test samples, as its hash tells.
cal_status cal_sets_of_files(cal_sets_value *out, const cal_sets_request *request,
                             const cal_report_files *files, const cal_report_options *options,
                             cal_error *err);
void cal_sets_value_free(cal_sets_value *value);

// Fills the figures of a value with sets. posterior [n,k] or null. CAL_MEMORY.
cal_status cal_sets_measure(cal_sets_value *io, const double *posterior, cal_error *err);

// Writes {"score", "alpha", "target", "seed", "by", "empty", "calibrator", "way", "calibrator_file",
// "temperature", "penalty":
// {"lambda", "kreg", "chosen"}, "validation": {"n", "first_half"}, "n", "k", "coverage", "quantiles":
// [{"name", "validation", "rank", "quantile", "n", "coverage", "expected", "band"}], "size": {"mean",
// "median", "empty", "single", "single_right"}, "sizes": [{"size", "n", "coverage"}], "classes": [{"class",
// "name", "n", "coverage", "size"}], "sscv", "covgap", "difficulty": [{"from", "to", "n", "coverage",
// "size"}], "truth": {"coverage", "smallest_size"}, "warnings": [sentences]}. sscv and covgap are fractions.
void cal_sets_write(cal_text *json, const cal_sets_value *value, const cal_notes *notes);
// Writes the sets as "npy" (u1 [n,k]) or "csv" (row, label, size, covered, set). CAL_USAGE: another format.
cal_status cal_sets_write_as(cal_text *out, const cal_sets_value *value, const char *format, cal_error *err);

#endif
