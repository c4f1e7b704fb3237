// Cross-fitting: every sample is calibrated by a map that was fitted without it (Stone 1974). The set is
// divided into folds. A map is fitted on all other folds, and applied to its fold. The samples of all folds
// are measured together. Nothing is refitted: the intervals are about the maps that were fitted, as in the
// central limit theorem of Bayle, Bayle, Janson and Mackey (2020).
#ifndef CAL_RUN_REPORT_FITS_CROSS_H
#define CAL_RUN_REPORT_FITS_CROSS_H
#include "catalog/calibrator/calibrator.h"
#include "run/report/request.h"

typedef struct cal_cross {
    const cal_scores *scores;
    int folds;
    uint8_t *fold;                  // [n]
    int32_t *place;                 // [n] a sample's row in its fold
    int size[CAL_FOLDS_MAX];        // samples of each fold
    cal_scores held[CAL_FOLDS_MAX]; // the samples of each fold
} cal_cross;

// Divides the samples. Rows of one case stay together. The units (cases, or samples) have a seeded random
// order; the one at place p is in fold p mod `folds`. CAL_FAILED: fewer units than folds.
cal_status cal_cross_make(cal_cross *out, cal_arena *arena, const cal_scores *scores, int folds,
                          cal_error *err);

// A calibrator's fits on all folds but one each; fit[fold][0..count[fold]).
typedef struct cal_cross_fits {
    const cal_calibrator *calibrator;
    cal_fit fit[CAL_FOLDS_MAX][CAL_FITS_MAX];
    int count[CAL_FOLDS_MAX];
} cal_cross_fits;
cal_status cal_cross_fit(cal_cross_fits *out, cal_arena *arena, const cal_cross *cross,
                         const cal_calibrator *calibrator, const cal_choice *choice, cal_error *err);
// Returns true if every fold has a fit of this way.
bool cal_cross_has(const cal_cross_fits *fits, int folds, const char *way);
// Returns true if two ways have the same maps in all folds.
bool cal_cross_equal(const cal_cross_fits *fits, int folds, const char *a, const char *b);
// Computes the scores of all samples, each by the map of its fold.
cal_status cal_cross_apply(cal_scores *out, cal_arena *arena, const cal_cross *cross,
                           const cal_cross_fits *fits, const char *way, cal_error *err);

#endif
