// `calib sweep`: trains a link with each of several values of its parameters, and reports the figures of each.
#include <assert.h>
#include <string.h>
#include "base/slice.h"
#include "cli/session.h"

enum { AXES = 3, VALUES = 200, POINTS_MAX = 10000, NAME = 48, CURVATURE = 16 };

static const cal_option options[] = {
    CAL_SESSION_OPTIONS,
    {"--over", "PLACE=V/V/...",
     "Values of a parameter: loss.gamma=0/1/3, seed=1/2, loss=ce/brier; up to three times", true, true},
    {"--fit", "X:Y", "Fit a cubic to figure Y as a function of X: curvature.trace:test.ece", true},
    {NULL, NULL, NULL, false},
};

typedef struct axis {
    char place[NAME];
    const char *value[VALUES];
    int count;
} axis;

typedef struct figure {
    char name[NAME];
    double value;
} figure;

typedef struct point {
    figure *figure; // [figures_most()]
    int count;
} point;

typedef struct sweep {
    cal_arguments *arguments;
    axis axis[AXES];
    int axes, total; // total: number of points
    point *points;   // [total]
} sweep;

// ---- options

static cal_status read_axis(axis *out, cal_arena *arena, const char *text, cal_error *err) {
    const char *equals = strchr(text, '='), *at = equals ? equals + 1 : "";
    const size_t length = equals ? (size_t)(equals - text) : 0;
    if (!length || length >= NAME || !*at)
        return cal_fail(err, CAL_USAGE, "--over %.48s is not a parameter with values, as in loss.gamma=0/1/3",
                        text);
    memcpy(out->place, text, length);
    for (;;) {
        if (out->count == VALUES)
            return cal_fail(err, CAL_USAGE, "--over %s has more than %d values", out->place, VALUES);
        const size_t size = strcspn(at, "/");
        out->value[out->count] = cal_arena_text(arena, at, size);
        if (!out->value[out->count++]) return cal_refuse_memory(err, "a value");
        if (!at[size]) return CAL_OK;
        at += size + 1;
    }
}

// The link of point `index`; the last axis varies fastest.
static cal_status link_of(cal_bytes *out, const sweep *s, int index, cal_error *err) {
    int rest = index, at[AXES];
    for (int a = s->axes - 1; a >= 0; a--) {
        at[a] = rest % s->axis[a].count;
        rest /= s->axis[a].count;
    }
    cal_status status = cal_link_canonical(out, s->arguments->operand, err);
    for (int a = 0; a < s->axes && !status; a++) { // in order: a whole loss before its parameters
        cal_bytes before = *out;
        status = cal_link_with(out, before.data, s->axis[a].place, s->axis[a].value[at[a]], err);
        cal_bytes_free(&before);
    }
    return status;
}

// The axes, "seconds", "epochs", the temperature, the curvature, and every metric of the test set, of the
// validation set and after calibration.
static int figures_most(void) { return AXES + 3 + CURVATURE + 3 * cal_catalog_count("metric"); }

static cal_status read_sweep(sweep *s, cal_error *err) {
    cal_arguments *arguments = s->arguments;
    cal_bytes link;
    cal_status status = cal_link_canonical(&link, arguments->operand, err);
    cal_bytes_free(&link);
    s->total = 1;
    const char *text;
    for (int i = 0; !status && (text = cal_argument_next(arguments, "--over", &i));) {
        if (s->axes == AXES) return cal_fail(err, CAL_USAGE, "--over is given more than %d times", AXES);
        status = read_axis(&s->axis[s->axes], &arguments->arena, text, err);
        if (!status) s->total *= s->axis[s->axes++].count;
    }
    if (!status && s->total > POINTS_MAX)
        return cal_fail(err, CAL_USAGE, "%d points are too many; at most %d are allowed: give fewer values",
                        s->total, POINTS_MAX);
    for (int i = 0; i < s->total && !status; i++) { // checks every value before any training
        status = link_of(&link, s, i, err);
        cal_bytes_free(&link);
    }
    if (status) return status;
    const int most = figures_most();
    s->points = cal_arena_alloc(&arguments->arena, (size_t)s->total * sizeof *s->points);
    figure *figures = cal_arena_alloc(&arguments->arena, (size_t)s->total * (size_t)most * sizeof *figures);
    if (!s->points || !figures) return cal_refuse_memory(err, "%d points", s->total);
    for (int i = 0; i < s->total; i++) s->points[i].figure = figures + (size_t)i * (size_t)most;
    return CAL_OK;
}

// ---- one point

static void add(point *p, const char *group, const char *name, double value) {
    const size_t length = strlen(group), size = strlen(name) + 1;
    if (length + size > NAME) return;
    assert(p->count < figures_most());
    figure *f = &p->figure[p->count++];
    memcpy(f->name, group, length);
    memcpy(f->name + length, name, size);
    f->value = value;
}

static void add_metrics(point *p, const char *group, const cal_report *report, int fit) {
    cal_report_metric metric;
    for (int i = 0; !cal_report_metric_at(&metric, report, fit, i, NULL); i++)
        if (metric.value == metric.value) add(p, group, metric.key, metric.value);
}

// The test set after the temperature that papers use: that with the least ECE on the validation set.
static void add_post(point *p, const cal_report *report) {
    cal_report_fit fit;
    for (int i = 0; !cal_report_fit_at(&fit, report, i, NULL); i++) {
        if (strcmp(fit.way, "by_ece") != 0) continue;
        add(p, "post.", fit.parameter[0].name, fit.parameter[0].value);
        add_metrics(p, "post.", report, i);
    }
}

static cal_status measure(point *p, const cal_session *session, cal_error *err) {
    static const char *const calibrators[] = {"temperature", NULL};
    const cal_logit_set validation = cal_session_outputs(session->training, CAL_SET_VALIDATION);
    cal_report *test = NULL, *val = NULL;
    cal_report_def def = cal_default_report();
    def.test = cal_session_outputs(session->training, CAL_SET_TEST);
    def.bins = session->about.bins, def.draws = 0, def.calibrators = calibrators;
    if (validation.n) def.validation = validation;
    cal_status status = cal_report_logits(&test, session->lab, &def, err);
    if (!status) add_metrics(p, "test.", test, CAL_REPORT_UNCALIBRATED);
    if (!status && validation.n) {
        def.test = validation, def.validation = (cal_logit_set){.n = 0};
        status = cal_report_logits(&val, session->lab, &def, err);
        if (!status) add_metrics(p, "val.", val, CAL_REPORT_UNCALIBRATED);
        if (!status) add_post(p, test);
    }
    cal_report_free(test);
    cal_report_free(val);
    cal_named_figure member[CURVATURE];
    const int members = cal_training_curvature(member, CURVATURE, session->training);
    for (int i = 0; i < members && i < CURVATURE; i++) add(p, "curvature.", member[i].name, member[i].value);
    return status;
}

static void write_figures(cal_text *json, const point *p) {
    cal_json_key(json, "figures");
    cal_json_open(json, '{');
    for (int i = 0; i < p->count; i++) {
        cal_json_member_number(json, p->figure[i].name, p->figure[i].value);
    }
    cal_json_close(json, '}');
}

// Trains a point. A loss that overflows is a result, too; other failures end the sweep.
static cal_status make_point(cal_text *json, sweep *s, int index, cal_error *err) {
    point *p = &s->points[index];
    cal_session session = {0};
    cal_bytes link;
    cal_status status = link_of(&link, s, index, err);
    cal_arguments arguments = *s->arguments;
    arguments.operand = link.data;
    if (!status) status = cal_session_open(&session, &arguments, err);
    s->arguments->arena = arguments.arena; // files that were read
    if (!status) {
        const double start = cal_seconds();
        status = cal_session_train(&session, 0, err);
        add(p, "", "seconds", cal_seconds() - start);
        add(p, "", "epochs", cal_training_now(session.training).epoch);
        if (!status) status = measure(p, &session, err);
        cal_json_open(json, '{');
        cal_json_member_string(json, "spec", link.data);
        if (status == CAL_FAILED) {
            cal_json_member_string(json, "failed", err->text);
            *err = (cal_error){0};
            status = CAL_OK;
        }
        write_figures(json, p);
        cal_json_close(json, '}');
        cal_session_close(&session);
    }
    cal_bytes_free(&link);
    return status;
}

// ---- all points

static void write_axes(cal_text *json, const sweep *s) {
    cal_json_key(json, "over");
    cal_json_open(json, '[');
    for (int a = 0; a < s->axes; a++) {
        cal_json_open(json, '{');
        cal_json_member_string(json, "place", s->axis[a].place);
        cal_json_key(json, "values");
        cal_json_open(json, '[');
        for (int i = 0; i < s->axis[a].count; i++) cal_json_string(json, s->axis[a].value[i]);
        cal_json_close(json, ']');
        cal_json_close(json, '}');
    }
    cal_json_close(json, ']');
}

static double find(const point *p, const char *name, size_t length) {
    for (int i = 0; i < p->count; i++)
        if (strlen(p->figure[i].name) == length && memcmp(p->figure[i].name, name, length) == 0)
            return p->figure[i].value;
    return __builtin_nan("");
}

static void write_cubic(cal_text *json, const cal_fitted_cubic *cubic) {
    cal_json_member_numbers(json, "coefficients", cubic->coefficient, 4);
    cal_json_member_number(json, "center", cubic->center);
    cal_json_member_number(json, "scale", cubic->scale);
    cal_json_member_number(json, "residual", cubic->residual);
    cal_json_member_number(json, "r2", cubic->explained);
}

// Fits "X:Y" to the points that have both figures.
static cal_status write_fit(cal_text *json, const sweep *s, const char *text, cal_error *err) {
    const size_t length = strcspn(text, ":");
    const char *other = text[length] ? text + length + 1 : "";
    double *x = cal_arena_alloc(&s->arguments->arena, (size_t)s->total * sizeof *x);
    double *y = cal_arena_alloc(&s->arguments->arena, (size_t)s->total * sizeof *y);
    int count = 0;
    cal_fitted_cubic cubic;
    if (!x || !y) return cal_refuse_memory(err, "a fit");
    for (int i = 0; i < s->total; i++) {
        x[count] = find(&s->points[i], text, length);
        y[count] = find(&s->points[i], other, strlen(other));
        if (x[count] - x[count] == 0 && y[count] - y[count] == 0) count++;
    }
    cal_json_open(json, '{');
    cal_json_member_string(json, "fit", text);
    cal_json_member_integer(json, "points", count);
    if (!cal_fit_cubic(&cubic, x, y, count, NULL)) write_cubic(json, &cubic);
    cal_json_close(json, '}');
    return CAL_OK;
}

static cal_status write_fits(cal_text *json, const sweep *s, cal_error *err) {
    cal_status status = CAL_OK;
    cal_json_key(json, "fits");
    cal_json_open(json, '[');
    const char *text;
    for (int i = 0; !status && (text = cal_argument_next(s->arguments, "--fit", &i));)
        status = write_fit(json, s, text, err);
    cal_json_close(json, ']');
    return status;
}

// The values of an axis are figures, too, if they are numbers.
static void add_axes(sweep *s) {
    for (int i = 0; i < s->total; i++) {
        int rest = i;
        for (int a = s->axes - 1; a >= 0; a--) {
            const axis *x = &s->axis[a];
            double number;
            const int at = rest % x->count;
            rest /= x->count;
            if (cal_number_parse(&number, (cal_slice){x->value[at], (int)strlen(x->value[at])}))
                add(&s->points[i], "", x->place, number);
        }
    }
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    cal_text json = {0};
    sweep *s = cal_arena_alloc(&arguments->arena, sizeof *s);
    if (!s) return cal_refuse_memory(err, "a sweep");
    s->arguments = arguments;
    cal_status status = read_sweep(s, err);
    if (status) return status;
    add_axes(s);
    cal_json_open(&json, '{');
    write_axes(&json, s);
    cal_json_key(&json, "points");
    cal_json_open(&json, '[');
    for (int i = 0; i < s->total && !status; i++) status = make_point(&json, s, i, err);
    cal_json_close(&json, ']');
    if (!status) status = write_fits(&json, s, err);
    cal_json_close(&json, '}');
    if (status) return cal_text_free(&json), status;
    return cal_print_json(&json, err);
}

const cal_command cal_command_sweep = {
    .name = "sweep",
    .group = CAL_GROUP_TRAIN,
    .rank = 2,
    .operand = "LINK",
    .summary =
        "Train a link with each of several values of its parameters, and print the figures of each run.",
    .options = options,
    .run = run,
};
