// A post-hoc calibrator is fitted on one set, usually validation, and maps the scores of another.
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

// A fit by one of the criteria of a calibrator.
typedef struct cal_fit {
    const char *way;                // "by_ece", "by_nll", ...: the JSON key
    cal_found found[CAL_FOUND_MAX]; // what `apply` needs, up to the first without a name
    bool at_bound;                  // the search ended at a bound of its range; every report shows it
    const void *state;              // what `apply` needs beyond that, or null
    int points;                     // of the objective's curve, for the plot (0 if none)
    double *at, *score;             // [points] the first parameter and the objective
} cal_fit;

typedef struct cal_calibrator {
    cal_entry entry;
    const char *note; // a sentence that readers of its figures need; or null
    bool binary;      // for two classes alone: part of the report on a binary task
    bool top_only;    // maps only the confidence of the predicted class: no part of that report
    // Fits by each of its criteria, in `arena`; returns how many fits (at most CAL_FITS_MAX), 0 if the set is
    // too small. The scores must have logits and temperature 1.
    int (*fit)(cal_fit *out, cal_arena *arena, const cal_scores *fitted_on, const cal_choice *choice);
    // Writes why a criterion has no fit, given the number of fits that `fit` found. Null: only a set that is too
    // small has no fits.
    void (*left_out)(cal_text *why, int fits, const cal_scores *fitted_on);
    // Counts the bytes of the fits of n samples and k classes in `kept`, a counting arena. Returns the bytes that
    // `fit` allocates temporarily. Both are exact, unless the calibrator says why not.
    size_t (*counts)(cal_arena *kept, const cal_choice *choice, int n, int k, int workers);
    // The calibrated scores of a set with logits and temperature 1: probabilities of all classes, or only the
    // confidence of the predicted one (`fill` is then null). `out` refers to fit and scores.
    cal_status (*apply)(cal_scores *out, cal_arena *arena, const cal_fit *fit, const cal_scores *scores,
                        cal_error *err);
} cal_calibrator;

CAL_REGISTRY(cal_calibrator, cal_calibrators)
// By name: the page's slider needs the first, the post-processing gap the second.
extern const cal_calibrator cal_calibrator_temperature, cal_calibrator_lipschitz;

#endif
