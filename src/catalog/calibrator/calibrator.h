// A post-hoc calibrator is fitted on one set, usually validation, and maps the scores of another.
#ifndef CAL_CATALOG_CALIBRATOR_CALIBRATOR_H
#define CAL_CATALOG_CALIBRATOR_CALIBRATOR_H
#include "catalog/entry.h"
#include "catalog/scores/scores.h"

// A parameter that was found: one number, or a list of them.
typedef struct cal_found {
    const char *name; // the JSON key
    int count;
    const double *number;
} cal_found;

enum { CAL_FITS_MAX = 8, CAL_FOUND_MAX = 6 };

// What a calibrator found by one of its ways.
typedef struct cal_fit {
    const char *way;                // "by_ece", "by_nll", ...: the JSON key
    cal_found found[CAL_FOUND_MAX]; // what `apply` needs, up to the first without a name
    bool at_bound;                  // it ran into the end of its range: said in every report
    const void *state;              // what `apply` needs beyond that, or null
    int points;                     // the curve behind it, for the picture (0 if none)
    double *at, *score;             // [points] the first parameter and the objective
} cal_fit;

typedef struct cal_calibrator {
    cal_entry entry;
    const char *note; // what a reader of its figures must know, as a sentence; or null
    // Finds every way it knows, in `arena`; returns how many (at most CAL_FITS_MAX), none where the set is
    // too small for it. The scores have logits, and temperature 1.
    int (*fit)(cal_fit *out, cal_arena *arena, const cal_scores *fitted_on, const cal_choice *choice);
    // The calibrated scores of a set, which has logits and temperature 1: probabilities of all
    // classes, or no more than the confidence of the predicted one (`fill` is then null).
    // `out` needs fit and scores to stay.
    cal_status (*apply)(cal_scores *out, cal_arena *arena, const cal_fit *fit, const cal_scores *scores,
                        cal_error *err);
} cal_calibrator;

CAL_REGISTRY(cal_calibrator, cal_calibrators)
// By name: the page's slider is about the one, the post-processing gap about the other.
extern const cal_calibrator cal_calibrator_temperature, cal_calibrator_lipschitz;

#endif
