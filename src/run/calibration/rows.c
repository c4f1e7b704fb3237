#include "run/calibration/rows.h"
#include <string.h>
#include "base/maths/maths.h"
#include "run/outputs/probabilities.h"

static bool is_classes(const cal_fitted *f) { return f->task == CAL_TASK_CLASSES; }

int cal_row_width(const cal_fitted *f) { return f->task == CAL_TASK_BINARY ? 1 : f->k; }

int cal_row_results(const cal_row_source *s) {
    return s->fitted->calibrator->top_only ? 2 : cal_row_width(s->fitted) * (s->intervals ? 3 : 1);
}

const char *cal_row_part(int part) {
    static const char *const parts[] = {"", "_low", "_high"};
    return parts[part];
}

// ---- checks

// Refuses a kind that the user gives and the calibrator was not fitted on.
static cal_status check_given(const cal_row_source *s, cal_error *err) {
    const cal_output_kind own = s->fitted->probabilities ? CAL_OUTPUT_PROBABILITIES : CAL_OUTPUT_LOGITS;
    if (s->kind == CAL_OUTPUT_UNKNOWN || s->kind == own) return CAL_OK;
    return s->fitted->probabilities
               ? cal_fail(err, CAL_USAGE,
                          "%.100s: the calibrator was fitted on probabilities, and is not applied to logits",
                          s->name)
               : cal_fail(err, CAL_USAGE,
                          "%.100s: the calibrator was fitted on logits, and is not applied to probabilities",
                          s->name);
}

// Refuses logits that look like probabilities.
static cal_status check_logits(const cal_row_source *s, bool likely, cal_error *err) {
    if (!likely || s->rows || s->kind == CAL_OUTPUT_LOGITS) return CAL_OK;
    return cal_fail(err, CAL_USAGE,
                    "%.100s: its numbers look like probabilities, but the calibrator was fitted on logits: "
                    "give logits, or say %s if they are",
                    s->name, cal_option_name(CAL_OPTION_AS_LOGITS, s->naming));
}

static cal_status refuse_number(const cal_row_source *s, int64_t row, int column, cal_error *err) {
    return cal_fail(err, CAL_FAILED, "%.100s: row %.0f, column %d is not a number", s->name,
                    (double)(s->rows + row), column);
}

static cal_status check_finite(const cal_row_source *s, const float *z, const double *wide, int n, int k,
                               cal_error *err) {
    for (size_t i = 0; i < (size_t)n * (size_t)k; i++) {
        const double value = z ? (double)z[i] : wide[i];
        if (value - value != 0) return refuse_number(s, (int64_t)(i / (size_t)k), (int)(i % (size_t)k), err);
    }
    return CAL_OK;
}

// Checks that numbers are probabilities, and that rows of classes sum to 1.
static cal_status check_probabilities(const cal_row_source *s, const double *p, int n, int k,
                                      cal_error *err) {
    for (int i = 0; i < n; i++) {
        double sum = 0;
        bool inside = true;
        for (int j = 0; j < k; j++) {
            const double value = p[(size_t)i * (size_t)k + (size_t)j];
            inside &= value >= 0 && value <= 1 + CAL_PROBABILITIES_BELOW;
            sum += value;
        }
        if (inside && (!is_classes(s->fitted) || __builtin_fabs(sum - 1) <= CAL_PROBABILITIES_TOLERANCE))
            continue;
        return cal_fail(
            err, CAL_FAILED,
            "%.100s: row %.0f does not hold probabilities, on which the calibrator was fitted: it is "
            "not applied to logits",
            s->name, (double)(s->rows + i));
    }
    return CAL_OK;
}

// ---- batches

// Copies the results of n rows of `width` numbers. Each number has `each` results in a calibrated set, of
// which the last is copied: that of being positive in a binary task.
static cal_status give(double **out, cal_arena *arena, cal_row_source *s, const cal_calibrated *c, int n,
                       int width, int each, cal_error *err) {
    const size_t rows = (size_t)n, numbers = (size_t)width, results = (size_t)cal_row_results(s);
    const double *const from[] = {c->probabilities, c->low, c->high};
    double *to = *out = cal_arena_alloc(arena, rows * results * sizeof **out);
    if (!to) return cal_refuse_memory(err, "the calibrated outputs");
    s->rows += n;
    for (size_t i = 0; i < rows; i++) {
        if (!c->probabilities) *to++ = c->predicted[i], *to++ = c->confidence[i];
        for (size_t part = 0; c->probabilities && part < results / numbers; part++)
            for (size_t j = 0; j < numbers; j++)
                *to++ = from[part][(i * numbers + j) * (size_t)each + (size_t)each - 1];
    }
    return CAL_OK;
}

static cal_status calibrate(double **out, cal_arena *arena, cal_row_source *s, const cal_outputs *o,
                            cal_error *err) {
    cal_calibrated found;
    const cal_status status =
        cal_fitted_apply(&found, arena, s->fitted, s->way, o, s->of, s->intervals, s->pool, err);
    return status ? status : give(out, arena, s, &found, o->n, o->k, 1, err);
}

cal_status cal_rows_calibrate_floats(double **out, cal_arena *arena, cal_row_source *s, const float *z, int n,
                                     cal_error *err) {
    const int k = s->fitted->k;
    const cal_outputs o = {.n = n, .k = k, .logits = z};
    cal_probability_range range = {.likely = false};
    cal_status status = check_given(s, err);
    if (!status) status = check_finite(s, z, NULL, n, k, err);
    if (!status && !s->rows) cal_probability_range_of(&range, z, NULL, (size_t)n, (size_t)k);
    if (!status) status = check_logits(s, range.likely, err);
    return status ? status : calibrate(out, arena, s, &o, err);
}

static cal_status calibrate_classes(double **out, cal_arena *arena, cal_row_source *s, const double *z, int n,
                                    cal_error *err) {
    const int k = s->fitted->k;
    const size_t numbers = (size_t)n * (size_t)k;
    cal_outputs o = {.n = n, .k = k, .probabilities = z};
    if (!s->fitted->probabilities) {
        float *narrow = cal_arena_alloc(arena, numbers * sizeof *narrow);
        if (!narrow) return cal_refuse_memory(err, "the logits");
        for (size_t i = 0; i < numbers; i++) narrow[i] = (float)z[i];
        return cal_rows_calibrate_floats(out, arena, s, narrow, n, err);
    }
    cal_status status = check_probabilities(s, z, n, k, err);
    if (!status)
        status =
            cal_probabilities_renormalise(&o.probabilities, arena, (size_t)n, (size_t)k, s->name, NULL, err);
    return status ? status : calibrate(out, arena, s, &o, err);
}

// Gives each of a row's numbers the groups of the row.
static const int32_t *spread_groups(cal_arena *arena, const cal_row_source *s, int n, int width) {
    const size_t columns = s->of ? (size_t)s->fitted->groups->columns : 0, numbers = (size_t)width;
    int32_t *of = s->of ? cal_arena_alloc(arena, (size_t)n * numbers * columns * sizeof *of) : NULL;
    for (size_t i = 0; of && i < (size_t)n * numbers; i++)
        memcpy(of + i * columns, s->of + i / numbers * columns, columns * sizeof *of);
    return of;
}

// Makes each number a row of a binary task.
static cal_status calibrate_labels(double **out, cal_arena *arena, cal_row_source *s, const double *z, int n,
                                   int width, cal_error *err) {
    const size_t all = (size_t)n * (size_t)width;
    const bool odds = !s->fitted->probabilities;
    cal_calibrated found;
    double least = __builtin_inf(), most = -least, *p = cal_arena_alloc(arena, 2 * all * sizeof *p);
    const int32_t *of = spread_groups(arena, s, n, width);
    if (arena->refused || all > INT32_MAX / 4) return cal_refuse_memory(err, "the probabilities");
    for (size_t i = 0; i < all; i++) {
        least = z[i] < least ? z[i] : least, most = z[i] > most ? z[i] : most;
        p[2 * i] = odds ? cal_sigmoid(-z[i]) : 1 - z[i];
        p[2 * i + 1] = odds ? cal_sigmoid(z[i]) : z[i];
    }
    cal_status status =
        odds ? check_logits(s, least >= 0 && most <= 1, err) : check_probabilities(s, z, n, width, err);
    const cal_outputs o = {
        .task = CAL_TASK_BINARY, .n = (int)all, .k = 2, .probabilities = p, .odds = odds ? z : NULL};
    if (!status)
        status = cal_fitted_apply(&found, arena, s->fitted, s->way, &o, of, s->intervals, s->pool, err);
    return status ? status : give(out, arena, s, &found, n, width, 2, err);
}

cal_status cal_rows_calibrate(double **out, cal_arena *arena, cal_row_source *s, const double *z, int n,
                              cal_error *err) {
    const int width = cal_row_width(s->fitted);
    cal_status status = check_given(s, err);
    if (!status) status = check_finite(s, NULL, z, n, width, err);
    if (status) return status;
    return is_classes(s->fitted) ? calibrate_classes(out, arena, s, z, n, err)
                                 : calibrate_labels(out, arena, s, z, n, width, err);
}
