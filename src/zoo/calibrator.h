// Floor 3. A post-hoc calibrator is fitted on validation scores and maps logits of another set.
#ifndef CAL_ZOO_CALIBRATOR_H
#define CAL_ZOO_CALIBRATOR_H
#include "base/text.h"
#include "zoo/entry.h"
#include "zoo/scores.h"

typedef struct cal_fit {
    char way[16];       // "by_ece", "by_nll", ...: the JSON key
    double temperature; // what the calibrator found
    bool at_bound;      // it ran into the end of its range: said in every report
    int points;         // the curve behind it, for the picture (0 if none)
    double *at, *score; // [points] T and objective
} cal_fit;

enum { CAL_FITS_MAX = 8 };

typedef struct cal_calibrator {
    cal_entry entry;
    // Fits every way it knows; returns how many fits it wrote (at most CAL_FITS_MAX).
    int (*fit)(cal_fit *out, cal_arena *arena, const cal_scores *validation, const cal_choice *choice);
} cal_calibrator;

extern const cal_calibrator *const cal_calibrators[]; // ends with null

#endif
