#include <string.h>
#include "base/maths/maths.h"
#include "base/maths/student.h"
#include "cli/sweep/sweep.h"

// ---- groups

int cal_sweep_axis_of(const cal_sweep *s, const char *place) {
    for (int a = 0; a < s->axes; a++)
        if (strcmp(s->axis[a].place, place) == 0) return a;
    return -1;
}

bool cal_sweep_pooled(const cal_sweep *s, int axis) {
    static const char *const place[] = {"seed", "data.seed"};
    for (int i = 0; i < 2; i++) {
        const int seeds = cal_sweep_axis_of(s, place[i]);
        if (seeds >= 0 && s->axis[axis].with == s->axis[seeds].with) return true;
    }
    return false;
}

// True if the points' values are equal except for seeds and for `but`, an axis or -1.
static bool alike(const cal_sweep *s, int one, int other, int but) {
    for (int a = 0; a < s->axes; a++) {
        if (cal_sweep_pooled(s, a)) continue;
        if (but >= 0 && s->axis[a].with == s->axis[but].with) continue;
        if (cal_sweep_value(s, a, one) != cal_sweep_value(s, a, other)) return false;
    }
    return true;
}

// Finds the axis and the value that "loss=ce" names.
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
    int *first = out->against; // [count] a point of each group
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

enum { UNITS = 1000 };

// Returns the observation that a point belongs to. Points of one draw of the data share their test set, so
// they are one observation: their mean. Without data seeds each point of a group is one.
static int unit_of(const cal_sweep *s, const cal_sweep_group *group, int i) {
    const int data = cal_sweep_axis_of(s, "data.seed");
    return data >= 0 ? cal_sweep_value(s, data, group->index[i]) : i;
}

static double figure_at(const cal_sweep *s, const cal_sweep_group *group, int i, cal_slice figure) {
    const int index = group->index[i];
    return cal_sweep_counts(s, index) ? cal_sweep_figure_at(s, index, figure) : __builtin_nan("");
}

cal_sweep_summary cal_sweep_difference(const cal_sweep *s, const cal_sweep_group *group,
                                       const cal_sweep_group *from, cal_slice figure) {
    double sum[UNITS] = {0};
    int count[UNITS] = {0}, n = 0;
    // Points of a group are in the order of its seeds, the same in every group.
    for (int i = 0; i < group->points && (!from || i < from->points); i++) {
        const int unit = unit_of(s, group, i);
        const double x = figure_at(s, group, i, figure) - (from ? figure_at(s, from, i, figure) : 0);
        if (unit >= UNITS || x - x != 0) continue;
        sum[unit] += x, count[unit]++;
    }
    for (int unit = 0; unit < UNITS; unit++)
        if (count[unit]) sum[n++] = sum[unit] / count[unit];
    return summarise(sum, n);
}

cal_sweep_summary cal_sweep_summary_of(const cal_sweep *s, const cal_sweep_group *group, cal_slice figure) {
    return cal_sweep_difference(s, group, NULL, figure);
}

int cal_sweep_units(const cal_sweep *s, const cal_sweep_group *group) {
    bool seen[UNITS] = {false};
    int n = 0;
    for (int i = 0; i < group->points; i++) {
        const int unit = unit_of(s, group, i);
        if (unit >= UNITS || seen[unit] || !cal_sweep_counts(s, group->index[i])) continue;
        seen[unit] = true;
        n++;
    }
    return n;
}
