// Studies losses alone: their curves, and the outputs that minimise them.
#include "api/handles.h"
#include <string.h>
#include "run/theory/theory.h"
#include "catalog/terms/terms.h"

enum { OUTPUTS_MAX = 10000, CLASSES_MAX = 1000 };

cal_theory_def cal_default_theory(void) { return (cal_theory_def){.cookie = CAL_COOKIE_THEORY, .k = 2}; }

static cal_status read(cal_choice *loss, const cal_theory_def *def, const char *function, cal_error *err) {
    cal_status status = cal_need_def(def, CAL_COOKIE_THEORY, "theory", err);
    if (!status) status = cal_need_pointer_of(def->loss, function, "the loss", err);
    if (!status) status = cal_need_pointer_of(def->p, function, "p", err);
    if (status) return status;
    if (def->n < 1 || def->n > OUTPUTS_MAX)
        return cal_fail(err, CAL_USAGE, "theory: n=%d is not between 1 and %d", def->n, OUTPUTS_MAX);
    if (def->k < 2 || def->k > CLASSES_MAX)
        return cal_fail(err, CAL_USAGE, "theory: k=%d is not between 2 and %d", def->k, CLASSES_MAX);
    for (int i = 0; i < def->n; i++)
        if (!(def->p[i] > 0 && def->p[i] < 1))
            return cal_fail(err, CAL_USAGE, "theory: p[%d]=%g is not between 0 and 1", i, def->p[i]);
    return cal_choice_parse(loss, "loss", def->loss, strlen(def->loss), err);
}

static void give(double *out, const double *found, int n) {
    if (out) memcpy(out, found, (size_t)n * sizeof *out);
}

cal_status cal_theory_curve(double *loss, double *slope, double *factor, double *by_p,
                            const cal_theory_def *def, cal_error *err) {
    cal_choice choice;
    cal_arena arena = {0};
    cal_loss_curve curve;
    cal_status status = read(&choice, def, __func__, err);
    if (!status)
        status = cal_loss_curve_make(&curve, &arena, &choice, def->k, def->p, def->n, def->single, err);
    if (!status) {
        give(loss, curve.loss, def->n);
        give(slope, curve.slope, def->n);
        give(factor, curve.factor, def->n);
        give(by_p, curve.by_q, def->n);
    }
    cal_arena_free(&arena);
    return status;
}

cal_status cal_theory_optimum(double *q, double *risk, bool *at_bound, const cal_theory_def *def,
                              cal_error *err) {
    cal_choice choice;
    cal_arena arena = {0};
    cal_loss_optimum optimum;
    cal_status status = read(&choice, def, __func__, err);
    if (!status) status = cal_loss_optimum_find(&optimum, &arena, &choice, def->k, def->p, def->n, err);
    if (!status) {
        give(q, optimum.q, def->n);
        give(risk, optimum.risk, def->n);
        if (at_bound) memcpy(at_bound, optimum.bound, (size_t)def->n * sizeof *at_bound);
    }
    cal_arena_free(&arena);
    return status;
}

double cal_theory_gamma(double p0) { return p0 > 0 && p0 < 0.5 ? cal_gamma_of(p0) : __builtin_nan(""); }
