// Corrects a calibrator in groups of rows, such as those of a table's column.
//
// The common map comes first. Then each step corrects the rows of one group. It replaces p by
// weight fit(p) + (1 - weight) p, with a fit of the same calibrator on the group's p. Groups of several
// columns overlap. A row has the steps of all its groups in their order, as in multicalibration
// (Hebert-Johnson, Kim, Reingold and Rothblum 2018).
#ifndef CAL_RUN_CALIBRATION_GROUPS_H
#define CAL_RUN_CALIBRATION_GROUPS_H
#include "base/slice.h"
#include "catalog/calibrator/calibrator.h"
#include "run/report/input/gathered.h"
#include "run/report/request.h"

enum { CAL_GROUP_FOLDS = 5, CAL_GROUP_PASSES = 10 };

typedef struct cal_group_step {
    int group;
    double weight; // above 0, below 1
    cal_fit fit;
} cal_group_step;

// The group whose outcomes differ most from their probabilities, after all steps, on held-out samples.
typedef struct cal_group_error {
    int group, n;
    double difference, low, high; // mean of outcome minus probability, with its 95 % interval
} cal_group_error;

// The calibrator that is corrected, with its fit on all samples.
typedef struct cal_group_base {
    const cal_calibrator *calibrator;
    cal_fit common;
} cal_group_base;

typedef struct cal_fitted_groups {
    cal_group_base base;
    int columns, count, steps, passes;
    const char *const *column; // [columns] names
    const char *by;            // all of these in one text, as in cal_groups
    const char *const *name;   // [count], with the column if there are several
    const double *samples;     // [count]
    const cal_group_step *step;
    cal_group_error largest; // n = 0: none was measured
    cal_calibrator
        corrected; // the calibrator with all steps, for reports; its fits come from cal_groups_bind
} cal_fitted_groups;

// Splits "temperature:by=nll,group=sex" into the calibrator and "group=sex", the columns of a table.
void cal_groups_split(cal_text *calibrator, cal_text *columns, const char *text);
// Fits the steps on in->test, which has the groups and on which the base was fitted.
//
// In five folds, maps are fitted without the fold and applied to it. A step's weight w maximises the sum over
// held-out samples of log(w p_group + (1 - w) p_before), plus log(1 - w). This is deleted interpolation
// (Jelinek and Mercer 1980) with one more sample that only the earlier map foresees. So a small group keeps
// the common map. A weight below 0.01 adds no step. Disjoint groups have one pass. Overlapping ones have at
// most CAL_GROUP_PASSES, until no group gains.
//
// *out is null, with a note, if all samples are in one group.
cal_status cal_groups_fit(cal_fitted_groups **out, cal_arena *arena, const cal_group_base *base,
                          const cal_choice *choice, cal_gathered *in, cal_pool *pool, cal_error *err);
// Completes what a file does not hold. CAL_MEMORY.
cal_status cal_groups_complete(cal_fitted_groups *io, cal_arena *arena, const cal_group_base *base,
                               cal_error *err);

// Returns the group of a word in one of the columns, -1: none.
int cal_groups_find(const cal_fitted_groups *groups, int column, cal_slice word);
// Applies the common map and all steps. of[n,columns] are groups, -1: unknown, which have no step.
cal_status cal_groups_apply(cal_scores *out, cal_arena *arena, const cal_fitted_groups *groups,
                            const int32_t *of, const cal_scores *before, cal_error *err);
// Makes a fit of groups->corrected for the rows of these outputs, for a report. CAL_USAGE: they lack groups.
cal_status cal_groups_bind(cal_fit *out, cal_arena *arena, const cal_ready_fit *ready,
                           const cal_outputs *outputs, cal_error *err);

// ---- parts

// A set that a calibrator is fitted on or applied to.
typedef struct cal_group_rows {
    const int32_t *row; // [n], rows of the whole set
    int n, k;
    bool binary;
    cal_pool *pool;
} cal_group_rows;

// Makes scores of rows of p [whole set, k], for fits and steps. Labels [whole set], or null.
cal_status cal_group_rows_score(cal_scores *out, cal_arena *arena, const double *p, const int32_t *labels,
                                const cal_group_rows *rows, cal_error *err);
// Fills q[n,k] with the calibrated probabilities.
cal_status cal_group_rows_calibrate(double *q, const cal_calibrator *calibrator, const cal_fit *fit,
                                    const cal_scores *before, cal_error *err);
// Replaces rows of p by weight q + (1 - weight) p.
void cal_group_rows_mix(double *p, const double *q, double weight, const cal_group_rows *rows);

#endif
