// A post-hoc calibrator is fitted on one set, usually validation, and applied to the scores of another.
#ifndef CAL_CATALOG_CALIBRATOR_CALIBRATOR_H
#define CAL_CATALOG_CALIBRATOR_CALIBRATOR_H
#include "base/text.h"
#include "catalog/entry.h"
#include "catalog/scores/scores.h"

// A fitted parameter: one number, or a list of them.
typedef struct cal_found {
    const char *name; // the JSON key
    int count;
    const double *number;
} cal_found;

enum { CAL_FITS_MAX = 8, CAL_FOUND_MAX = 6 };
enum { CAL_MAPPED_CLASSES = 1000 }; // most classes of a map to logits

enum { CAL_SAVED_ANY = 0, CAL_SAVED_CLASSES = -1, CAL_SAVED_MATRIX = -2 }; // any length, [k], [k,k]
// Bounds of saved numbers that may have any size.
#define CAL_SAVED_MOST 1e300
// A list of numbers in a saved fit.
typedef struct cal_saved {
    const char *name; // the JSON key
    int count;        // its length, or one of the above
    double low, high; // range of the numbers
    bool missing;     // numbers may be missing, which is NaN
} cal_saved;

// A fit by one of the criteria of a calibrator.
typedef struct cal_fit {
    const char *way;                // "by_ece", "by_nll", ...: the JSON key
    cal_found found[CAL_FOUND_MAX]; // parameters of `apply`, ended by one without a name
    bool at_bound;                  // the search ended at a bound of its range; every report shows it
    const void *state;              // further state of `apply`, or null
    int points;                     // points of the objective's curve, for the plot; 0: none
    double *at, *score;             // [points] the first parameter and the objective
} cal_fit;

// Fills p[k] from logits z[k].
typedef void cal_fit_row(double *p, const cal_fit *fit, const float *z, int k);
// Returns log p[label] of logits z[k].
typedef double cal_fit_log(const cal_fit *fit, const float *z, int k, int label);
// Maps a confidence.
typedef double cal_fit_top(const cal_fit *fit, double confidence);
// Maps log odds.
typedef double cal_fit_odds(const cal_fit *fit, double z);

typedef struct cal_calibrator {
    cal_entry entry;
    const char *note; // a sentence that readers of the fit's figures need; or null
    bool binary;      // for two classes only: part of the report on a binary task
    bool soft;        // can be fitted on soft labels
    bool top_only;    // maps only the confidence of the predicted class: not part of that report
    // Fits by each of the calibrator's criteria, in `arena`. Returns the number of fits (at most
    // CAL_FITS_MAX), 0 if the set is too small. The scores must have logits and temperature 1.
    int (*fit)(cal_fit *out, cal_arena *arena, const cal_scores *fitted_on, const cal_choice *choice);
    // Returns true if fits on n samples of k classes are too slow for a report that does not name the
    // calibrator. Null: never.
    bool (*by_name)(int n, int k);
    // Writes the reason why a criterion has no fit, given the number of fits found. Null: only a set that is
    // too small has no fits.
    void (*left_out)(cal_text *why, int fits, const cal_scores *fitted_on);
    // Counts the bytes of the fits of n samples and k classes in `kept`, a counting arena. Returns the bytes
    // that `fit` allocates temporarily. Both are exact unless the calibrator documents otherwise.
    size_t (*counts)(cal_arena *kept, const cal_choice *choice, int n, int k, int workers);
    // The lists that a fit is saved as, at most CAL_FOUND_MAX, ended by one without a name.
    const cal_saved *saved;
    // Collects these lists of a fit. Null: they are the first of found[].
    void (*save)(cal_found *out, cal_arena *arena, const cal_fit *fit);
    // Makes the state of a fit for k classes from the saved lists in found[], whose lengths and ranges were
    // checked. Returns false if they contradict each other. Null: `apply` needs found[] only.
    bool (*restore)(cal_fit *fit, cal_arena *arena, int k);
    // Returns the number of free parameters of a fit, -1 if no number says it. Null: all numbers in found[].
    int (*parameters)(const cal_fit *fit);
    // Fills low[k] and high[k] with the ends of each calibrated probability's interval, before a division of
    // the probabilities by their sum. Null: the calibrator has no intervals.
    void (*interval)(double *low, double *high, const cal_fit *fit, const float *z, int k);
    // The map of a fit, for logits at temperature 1: exactly one of the next five is set.
    cal_fit_row *row;     // fills p[k] with the calibrated probabilities
    cal_fit_row *softmax; // fills p[k] with calibrated logits, up to CAL_MAPPED_CLASSES classes
    cal_fit_top *top;     // returns the confidence of the predicted class; the prediction stays
    cal_fit_odds *odds;   // for two classes: returns the log odds of the second
    cal_status (*apply)(cal_scores *out, cal_arena *arena, const cal_fit *fit, const cal_scores *scores,
                        cal_error *err); // makes all scores
    // With `row`: returns a log probability that is too small for a double. Null: a probability of 0 stays 0.
    cal_fit_log *log_label;
} cal_calibrator;

CAL_REGISTRY(cal_calibrator, cal_calibrators)
// The calibrated scores of a set with logits and temperature 1. They have probabilities of all classes, or
// only the confidence of the predicted one (`fill` is then null). `out` refers to fit and scores.
cal_status cal_calibrator_apply(cal_scores *out, cal_arena *arena, const cal_calibrator *calibrator,
                                const cal_fit *fit, const cal_scores *scores, cal_error *err);
static inline bool cal_calibrator_is_by_name(const cal_calibrator *calibrator, int n, int k) {
    return calibrator->by_name && calibrator->by_name(n, k);
}
// Used by name: the first by the page's slider, the second by the post-processing gap, the third by the view
// of its map.
extern const cal_calibrator cal_calibrator_temperature, cal_calibrator_lipschitz,
    cal_calibrator_focal_temperature;

#endif
