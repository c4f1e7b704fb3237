// `calib theory`: curves and minimisers of losses, and gamma from p0.
#include <string.h>
#include "cli/cli.h"

static const cal_option options[] = {
    {"--loss", "LOSS", "The loss as in a link (focal)", false},
    {"--classes", "K", "Number of classes (2)", false},
    {"--points", "N", "Takes the probabilities 1/N to 1 - 1/N (100)", false},
    {NULL, NULL, NULL, false},
};

typedef struct request {
    cal_theory_def def;
    cal_arena *arena;
} request;

// Allocates a number for each output.
static double *numbers(const request *r) {
    return cal_arena_alloc(r->arena, (size_t)r->def.n * sizeof(double));
}

static cal_status write_optimum(cal_text *json, const request *r, cal_error *err) {
    const int n = r->def.n;
    double *q = numbers(r), *risk = numbers(r);
    bool *bound = cal_arena_alloc(r->arena, (size_t)n * sizeof *bound);
    if (r->arena->refused) return cal_refuse_memory(err, "a search");
    cal_status status = cal_theory_optimum(q, risk, bound, &r->def, err);
    if (status) return status;
    cal_json_member_numbers(json, "p", r->def.p, n);
    cal_json_member_numbers(json, "q", q, n);
    cal_json_member_numbers(json, "risk", risk, n);
    cal_json_key(json, "at_bound");
    cal_json_open(json, '[');
    for (int i = 0; i < n; i++) cal_json_bool(json, bound[i]);
    cal_json_close(json, ']');
    return CAL_OK;
}

static cal_status write_curves(cal_text *json, const request *r, cal_error *err) {
    const int n = r->def.n;
    double *loss = numbers(r), *slope = numbers(r), *factor = numbers(r), *by_p = numbers(r);
    if (r->arena->refused) return cal_refuse_memory(err, "a curve");
    cal_status status = cal_theory_curve(loss, slope, factor, by_p, &r->def, err);
    if (status) return status;
    cal_json_member_numbers(json, "p", r->def.p, n);
    cal_json_member_numbers(json, "loss", loss, n);
    cal_json_member_numbers(json, "slope", slope, n);
    cal_json_member_numbers(json, "factor", factor, n);
    cal_json_member_numbers(json, "by_p", by_p, n);
    return CAL_OK;
}

static cal_status write_gamma(cal_text *json, const request *r, cal_error *err) {
    double *gamma = numbers(r);
    int count = 0;
    if (!gamma) return cal_refuse_memory(err, "a curve");
    for (; count < r->def.n && r->def.p[count] < 0.5; count++)
        gamma[count] = cal_theory_gamma(r->def.p[count]);
    cal_json_member_numbers(json, "p0", r->def.p, count);
    cal_json_member_numbers(json, "gamma", gamma, count);
    return CAL_OK;
}

static const struct subject {
    const char *name;
    cal_status (*write)(cal_text *json, const request *r, cal_error *err);
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
    r->def = cal_default_theory();
    r->def.loss = cal_argument_value("loss", loss ? loss : "focal");
    cal_status status = cal_catalog_check("loss", r->def.loss, err);
    if (!status) status = cal_argument_integer(&r->def.k, arguments, "--classes", 2, 2, 1000, err);
    if (!status) status = cal_argument_integer(&points, arguments, "--points", 100, 4, 10000, err);
    if (status) return status;
    r->arena = &arguments->arena;
    r->def.n = points - 1;
    double *p = numbers(r);
    if (!p) return cal_refuse_memory(err, "%d points", points);
    for (int i = 1; i < points; i++) p[i - 1] = (double)i / points;
    r->def.p = p;
    return CAL_OK;
}

static cal_status write_loss(cal_text *json, const request *r, cal_error *err) {
    cal_bytes loss;
    cal_status status = cal_catalog_canonical(&loss, "loss", r->def.loss, err);
    if (status) return status;
    cal_json_member_string(json, "loss", loss.data);
    cal_json_member_integer(json, "classes", r->def.k);
    cal_bytes_free(&loss);
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
    if (subject->of_loss) status = write_loss(&json, &r, err);
    if (!status) status = subject->write(&json, &r, err);
    cal_json_close(&json, '}');
    if (status) return cal_text_free(&json), status;
    return cal_print_json(&json, err);
}

const cal_command cal_command_theory = {
    .name = "theory",
    .group = CAL_GROUP_MEASURE,
    .rank = 9,
    .operand = "SUBJECT",
    .summary =
        "Losses by themselves, in double precision: `optimum` the output of least risk for each posterior, "
        "`loss-curves` values and gradients, `gamma-of-p0` Proposition 2 of the focal loss paper.",
    .options = options,
    .run = run,
};
