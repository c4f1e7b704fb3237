#include <string.h>
#include "base/maths/maths.h"
#include "cli/sweep/sweep.h"

// ---- Student's t

// The probability that |t| with `freedom` degrees stays below sqrt(freedom) tan(angle): finite sums, Abramowitz and
// Stegun 1964, 26.7.3 and 26.7.4.
static double within(int freedom, double angle) {
    const double s = cal_sin(angle), c = cal_cos(angle);
    double term = freedom % 2 ? c : 1, sum = freedom == 1 ? 0 : term;
    for (int k = freedom % 2 ? 2 : 1; k <= freedom - 3; k += 2) {
        term *= c * c * k / (k + 1);
        sum += term;
    }
    return freedom % 2 ? (angle + s * sum) * 2 / 3.14159265358979323846 : s * sum;
}

double cal_student_975(int freedom) {
    double low = 0, high = 3.14159265358979323846 / 2;
    for (int i = 0; i < 60; i++) {
        const double middle = (low + high) / 2;
        if (within(freedom, middle) < 0.95) low = middle;
        else high = middle;
    }
    return cal_sqrt(freedom) * cal_sin(low) / cal_cos(low);
}

// ---- groups

static int seeds_of(const cal_sweep *s) { // the axis of seeds, or -1
    for (int a = 0; a < s->axes; a++)
        if (strcmp(s->axis[a].place, "seed") == 0) return a;
    return -1;
}

// Whether points have the same values but for their seeds, and for `but`, an axis or -1.
static bool alike(const cal_sweep *s, int one, int other, int but) {
    const int seeds = seeds_of(s);
    for (int a = 0; a < s->axes; a++) {
        const int moves = s->axis[a].with;
        if (seeds >= 0 && moves == s->axis[seeds].with) continue;
        if (but >= 0 && moves == s->axis[but].with) continue;
        if (cal_sweep_value(s, a, one) != cal_sweep_value(s, a, other)) return false;
    }
    return true;
}

// Which axis and value "loss=ce" is.
static cal_status read_against(int *axis, int *value, const cal_sweep *s, const char *text, cal_error *err) {
    const size_t length = strcspn(text, "=");
    for (int a = 0; a < s->axes && text[length]; a++) {
        if (strlen(s->axis[a].place) != length || memcmp(s->axis[a].place, text, length) != 0) continue;
        for (int i = 0; i < s->axis[a].count; i++)
            if (strcmp(s->axis[a].value[i], text + length + 1) == 0) return *axis = a, *value = i, CAL_OK;
    }
    return cal_fail(err, CAL_USAGE,
                    "--against %.48s is not one of the values of --over: give one of them, as in loss=ce",
                    text);
}

static cal_status find_against(cal_sweep_groups *out, const cal_sweep *s, cal_error *err) {
    const char *text = cal_argument(s->arguments, "--against");
    int axis = -1, value = 0;
    cal_status status = text ? read_against(&axis, &value, s, text, err) : CAL_OK;
    if (status) return status;
    for (int g = 0; g < out->count; g++) {
        out->against[g] = -1;
        for (int r = 0; r < out->count && axis >= 0; r++) {
            const int own = out->group[g].index[0], other = out->group[r].index[0];
            if (r != g && cal_sweep_value(s, axis, other) == value && alike(s, own, other, axis))
                out->against[g] = r;
        }
    }
    return CAL_OK;
}

cal_status cal_sweep_groups_make(cal_sweep_groups *out, const cal_sweep *s, cal_error *err) {
    cal_arena *arena = &s->arguments->arena;
    const size_t total = (size_t)s->total;
    int *group_of = cal_arena_alloc(arena, total * sizeof *group_of);
    int *index = cal_arena_alloc(arena, total * sizeof *index);
    *out = (cal_sweep_groups){.count = 0};
    out->group = cal_arena_alloc(arena, total * sizeof *out->group);
    out->against = cal_arena_alloc(arena, total * sizeof *out->against);
    if (!group_of || !index || !out->group || !out->against) return cal_refuse_memory(err, "the groups");
    int *first = out->against; // of each group, for now
    for (int i = 0; i < s->total; i++) {
        int g = 0;
        while (g < out->count && !alike(s, first[g], i, -1)) g++;
        if (g == out->count) {
            first[g] = i;
            out->group[out->count++] = (cal_sweep_group){.points = 0};
        }
        out->group[g].points++;
        group_of[i] = g;
    }
    int *at = index;
    for (int g = 0; g < out->count; g++) {
        out->group[g].index = at;
        for (int i = 0; i < s->total; i++)
            if (group_of[i] == g) *at++ = i;
    }
    return find_against(out, s, err);
}

// ---- summaries

static cal_sweep_summary summarise(const double *x, int n) {
    cal_sweep_summary out = {
        .n = n, .mean = __builtin_nan(""), .sd = __builtin_nan(""), .half = __builtin_nan("")};
    double sum = 0, squares = 0;
    for (int i = 0; i < n; i++) sum += x[i];
    if (n) out.mean = sum / n;
    for (int i = 0; i < n; i++) squares += (x[i] - out.mean) * (x[i] - out.mean);
    if (n > 1) {
        out.sd = cal_sqrt(squares / (n - 1));
        out.half = cal_student_975(n - 1) * out.sd / cal_sqrt(n);
    }
    return out;
}

enum { SEEDS = 1000 };

cal_sweep_summary cal_sweep_summary_of(const cal_sweep *s, const cal_sweep_group *group, cal_slice figure) {
    double x[SEEDS];
    int n = 0;
    for (int i = 0; i < group->points && n < SEEDS; i++) {
        x[n] = cal_sweep_figure_at(s, group->index[i], figure);
        n += x[n] - x[n] == 0;
    }
    return summarise(x, n);
}

cal_sweep_summary cal_sweep_difference(const cal_sweep *s, const cal_sweep_group *group,
                                       const cal_sweep_group *from, cal_slice figure) {
    double x[SEEDS];
    int n = 0;
    // Points of a group follow its seeds, all of which every group has.
    for (int i = 0; i < group->points && i < from->points && n < SEEDS; i++) {
        x[n] =
            cal_sweep_figure_at(s, group->index[i], figure) - cal_sweep_figure_at(s, from->index[i], figure);
        n += x[n] - x[n] == 0;
    }
    return summarise(x, n);
}
