// `calib theory`: curves and minimisers of losses, and gamma from p0.
#include <string.h>
#include "cli/engine.h"
#include "run/theory/theory.h"
#include "catalog/terms/terms.h"

static const cal_option options[] = {
    {"--loss", "LOSS", "The loss as in a link (focal)", false},
    {"--classes", "K", "Number of classes (2)", false},
    {"--points", "N", "Takes the probabilities 1/N to 1 - 1/N (100)", false},
    {NULL, NULL, NULL, false},
};

typedef struct request {
    cal_choice loss;
    int classes, count;
    double *p; // [count]
} request;

static cal_status write_optimum(cal_text *json, cal_arena *arena, const request *r, cal_error *err) {
    cal_loss_optimum optimum;
    cal_status status = cal_loss_optimum_find(&optimum, arena, &r->loss, r->classes, r->p, r->count, err);
    if (status) return status;
    cal_json_member_numbers(json, "p", r->p, r->count);
    cal_json_member_numbers(json, "q", optimum.q, r->count);
    cal_json_member_numbers(json, "risk", optimum.risk, r->count);
    cal_json_key(json, "at_bound");
    cal_json_open(json, '[');
    for (int i = 0; i < r->count; i++) cal_json_bool(json, optimum.bound[i]);
    cal_json_close(json, ']');
    return CAL_OK;
}

static cal_status write_curves(cal_text *json, cal_arena *arena, const request *r, cal_error *err) {
    cal_loss_curve curve;
    cal_status status = cal_loss_curve_make(&curve, arena, &r->loss, r->classes, r->p, r->count, err);
    if (status) return status;
    cal_json_member_numbers(json, "p", curve.q, r->count);
    cal_json_member_numbers(json, "loss", curve.loss, r->count);
    cal_json_member_numbers(json, "slope", curve.slope, r->count);
    cal_json_member_numbers(json, "factor", curve.factor, r->count);
    cal_json_member_numbers(json, "by_p", curve.by_q, r->count);
    return CAL_OK;
}

static cal_status write_gamma(cal_text *json, cal_arena *arena, const request *r, cal_error *err) {
    double *gamma = cal_arena_alloc(arena, (size_t)r->count * sizeof *gamma);
    int count = 0;
    if (!gamma) return cal_refuse_memory(err, "a curve");
    for (; count < r->count && r->p[count] < 0.5; count++) gamma[count] = cal_gamma_of(r->p[count]);
    cal_json_member_numbers(json, "p0", r->p, count);
    cal_json_member_numbers(json, "gamma", gamma, count);
    return CAL_OK;
}

static const struct subject {
    const char *name;
    cal_status (*write)(cal_text *json, cal_arena *arena, const request *r, cal_error *err);
    bool of_loss;
} subjects[] = {{"optimum", write_optimum, true},
                {"loss-curves", write_curves, true},
                {"gamma-of-p0", write_gamma, false}};
enum { SUBJECTS = sizeof subjects / sizeof *subjects };

static cal_status read_request(request *r, cal_arguments *arguments, const struct subject *subject,
                               cal_error *err) {
    const char *loss = cal_argument(arguments, "--loss");
    int points = 0;
    if (!subject->of_loss && (loss || cal_argument(arguments, "--classes")))
        return cal_fail(err, CAL_USAGE, "theory %s is about the focal loss: it takes only --points",
                        subject->name);
    cal_status status = cal_argument_choice(&r->loss, "loss", loss ? loss : "focal", err);
    if (!status) status = cal_argument_integer(&r->classes, arguments, "--classes", 2, 2, 1000, err);
    if (!status) status = cal_argument_integer(&points, arguments, "--points", 100, 4, 10000, err);
    if (status) return status;
    r->count = points - 1;
    r->p = cal_arena_alloc(&arguments->arena, (size_t)r->count * sizeof *r->p);
    if (!r->p) return cal_refuse_memory(err, "%d points", points);
    for (int i = 1; i < points; i++) r->p[i - 1] = (double)i / points;
    return CAL_OK;
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    request r;
    cal_text json = {0};
    const struct subject *subject = NULL;
    for (int i = 0; i < SUBJECTS; i++)
        if (strcmp(subjects[i].name, arguments->operand) == 0) subject = &subjects[i];
    if (!subject)
        return cal_fail(err, CAL_USAGE, "theory: no '%.48s'; there are optimum, loss-curves, gamma-of-p0",
                        arguments->operand);
    cal_status status = read_request(&r, arguments, subject, err);
    if (status) return status;
    cal_json_open(&json, '{');
    if (subject->of_loss) {
        cal_json_member_choice(&json, "loss", &r.loss);
        cal_json_member_integer(&json, "classes", r.classes);
    }
    status = subject->write(&json, &arguments->arena, &r, err);
    cal_json_close(&json, '}');
    if (status) return cal_text_free(&json), status;
    return cal_print_json(&json, err);
}

const cal_command cal_command_theory = {
    .name = "theory",
    .group = CAL_GROUP_MEASURE,
    .rank = 6,
    .operand = "SUBJECT",
    .summary =
        "Losses by themselves, in double precision: `optimum` the output of least risk for each posterior, "
        "`loss-curves` values and gradients, `gamma-of-p0` Proposition 2 of the focal loss paper.",
    .options = options,
    .run = run,
};
