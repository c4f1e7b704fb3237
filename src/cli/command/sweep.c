// `calib sweep`: trains a link with each of several values of its parameters, and reports the figures of each.
#include <assert.h>
#include <limits.h>
#include <string.h>
#include "cli/session.h"
#include "run/report/cubic.h"
#include "run/report/figures.h"
#include "run/link/place.h"
#include "catalog/calibrator/calibrator.h"
#include "catalog/metric/metric.h"

enum { AXES = 3, VALUES = 200, POINTS_MAX = 10000, NAME = 48 };

static const cal_option options[] = {
    CAL_SESSION_OPTIONS,
    {"--over", "PLACE=V/V/...",
     "Values of a parameter: loss.gamma=0/1/3, seed=1/2, loss=ce/brier; up to three times", true},
    {"--fit", "X:Y", "Fit a cubic to figure Y as a function of X: curvature.trace:test.ece", true},
    {NULL, NULL, NULL, false},
};

typedef struct axis {
    char place[NAME];
    const char *value[VALUES];
    size_t length[VALUES];
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
    cal_spec spec;
    axis axis[AXES];
    int axes, total; // total: number of points
    point *points;   // [total]
} sweep;

// ---- options

static cal_status read_axis(axis *out, const char *text, cal_error *err) {
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
        out->value[out->count] = at;
        out->length[out->count++] = size;
        if (!at[size]) return CAL_OK;
        at += size + 1;
    }
}

// Sets the values of point `index`; the last axis varies fastest.
static cal_status set_point(cal_spec *spec, const sweep *s, int index, cal_error *err) {
    int rest = index, at[AXES];
    for (int a = s->axes - 1; a >= 0; a--) {
        at[a] = rest % s->axis[a].count;
        rest /= s->axis[a].count;
    }
    *spec = s->spec;
    cal_status status = CAL_OK;
    for (int a = 0; a < s->axes && !status; a++) // in order: a whole loss before its parameters
        status = cal_spec_set(spec, s->axis[a].place, s->axis[a].value[at[a]], s->axis[a].length[at[a]], err);
    return status ? status : cal_spec_check_choices(spec, err);
}

// The axes, "seconds", "epochs", the temperature, the curvature, and every metric of the test set, of the
// validation set and after calibration.
static int figures_most(void) {
    int metrics = 0;
    while (cal_metrics[metrics]) metrics++;
    return AXES + 3 + CAL_RUN_CURVATURE_MEMBERS + 3 * metrics;
}

static cal_status read_sweep(sweep *s, cal_error *err) {
    cal_arguments *arguments = s->arguments;
    cal_status status = cal_spec_parse(&s->spec, arguments->operand, strlen(arguments->operand), err);
    s->total = 1;
    const char *text;
    for (int i = 0; !status && (text = cal_argument_next(arguments, "--over", &i));) {
        if (s->axes == AXES) return cal_fail(err, CAL_USAGE, "--over is given more than %d times", AXES);
        status = read_axis(&s->axis[s->axes], text, err);
        if (!status) s->total *= s->axis[s->axes++].count;
    }
    if (!status && !s->axes) return cal_fail(err, CAL_USAGE, "--over is missing");
    if (!status && s->total > POINTS_MAX)
        return cal_fail(err, CAL_USAGE, "%d points are too many; at most %d are allowed: give fewer values",
                        s->total, POINTS_MAX);
    for (int i = 0; i < s->total && !status; i++) { // checks every value before any training
        cal_spec spec;
        status = set_point(&spec, s, i, err);
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

static void add_metrics(point *p, const char *group, cal_arena *arena, const cal_scores *scores, int bins) {
    for (int i = 0; cal_metrics[i]; i++) {
        double value = cal_metric_value(arena, cal_metrics[i]->entry.id, scores, bins);
        if (value == value) add(p, group, cal_metrics[i]->entry.id, value);
    }
}

// The test set after the temperature that papers use: that with the least ECE on the validation set.
static cal_status add_post(point *p, cal_arena *arena, const cal_scores *val, const cal_scores *test,
                           int bins, cal_error *err) {
    cal_choice choice;
    cal_fit fit[CAL_FITS_MAX];
    cal_scores after;
    const cal_calibrator *temperature = &cal_calibrator_temperature;
    cal_choice_with_bins(&choice, &temperature->entry, bins);
    const int count = temperature->fit(fit, arena, val, &choice);
    for (int i = 0; i < count; i++) {
        if (strcmp(fit[i].way, "by_ece") != 0) continue;
        cal_status status = temperature->apply(&after, arena, &fit[i], test, err);
        if (status) return status;
        add(p, "post.", fit[i].found[0].name, fit[i].found[0].number[0]);
        add_metrics(p, "post.", arena, &after, bins);
    }
    return CAL_OK;
}

static cal_status measure(point *p, const cal_run *run, cal_error *err) {
    const cal_dataset *d = cal_run_data(run);
    const int bins = cal_choice_integer(&cal_run_spec(run)->run, "bins");
    const cal_run_curvature *c = cal_run_last_curvature(run);
    cal_arena arena = {0};
    cal_scores test, val;
    cal_status status = cal_scores_make(&test, &arena, cal_run_test_logits(run), d->test.labels,
                                        d->test.posterior, d->test.n, d->k, 1, err);
    if (!status) add_metrics(p, "test.", &arena, &test, bins);
    if (!status && d->val.n) {
        status = cal_scores_make(&val, &arena, cal_run_val_logits(run), d->val.labels, d->val.posterior,
                                 d->val.n, d->k, 1, err);
        if (!status) add_metrics(p, "val.", &arena, &val, bins);
        if (!status) status = add_post(p, &arena, &val, &test, bins, err);
    }
    if (!status && arena.refused) status = cal_refuse_memory(err, "the figures");
    cal_arena_free(&arena);
    cal_run_curvature_member member[CAL_RUN_CURVATURE_MEMBERS];
    const int members = c ? cal_run_curvature_members(member, c) : 0;
    for (int i = 0; i < members; i++) add(p, "curvature.", member[i].name, member[i].value);
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
    cal_text link = {0};
    cal_spec spec;
    cal_status status = set_point(&spec, s, index, err);
    cal_spec_write(&link, &spec);
    cal_arguments arguments = *s->arguments;
    arguments.operand = link.data;
    if (!status && link.refused) status = cal_refuse_memory(err, "a link");
    if (!status) status = cal_session_open(&session, &arguments, err);
    s->arguments->arena = arguments.arena; // files that were read
    if (!status) {
        const double start = cal_seconds();
        status = cal_session_train(&session, INT_MAX, err);
        add(p, "", "seconds", cal_seconds() - start);
        add(p, "", "epochs", cal_run_epochs_done(session.run));
        if (!status) status = measure(p, session.run, err);
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
    cal_text_free(&link);
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
        for (int i = 0; i < s->axis[a].count; i++) {
            cal_text value = {0};
            cal_text_add_bytes(&value, s->axis[a].value[i], s->axis[a].length[i]);
            cal_json_string(json, value.data);
            json->refused |= value.refused;
            cal_text_free(&value);
        }
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

// Fits "X:Y" to the points that have both figures.
static cal_status write_fit(cal_text *json, const sweep *s, const char *text, cal_error *err) {
    const size_t length = strcspn(text, ":");
    const char *other = text[length] ? text + length + 1 : "";
    double *x = cal_arena_alloc(&s->arguments->arena, (size_t)s->total * sizeof *x);
    double *y = cal_arena_alloc(&s->arguments->arena, (size_t)s->total * sizeof *y);
    int count = 0;
    cal_cubic cubic;
    if (!x || !y) return cal_refuse_memory(err, "a fit");
    for (int i = 0; i < s->total; i++) {
        x[count] = find(&s->points[i], text, length);
        y[count] = find(&s->points[i], other, strlen(other));
        if (x[count] - x[count] == 0 && y[count] - y[count] == 0) count++;
    }
    cal_json_open(json, '{');
    cal_json_member_string(json, "fit", text);
    cal_json_member_integer(json, "points", count);
    if (count >= 4 && cal_cubic_fit(&cubic, x, y, count)) cal_cubic_write(json, &cubic);
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
            if (cal_number_parse(&number, (cal_slice){x->value[at], (int)x->length[at]}))
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
