#include "run/report/groups/slices.h"
#include <string.h>
#include "run/report/groups/means.h"
#include "run/report/groups/outlier.h"
#include "run/report/groups/part.h"

// The outputs whose groups are measured, and the figures of each.
typedef struct slicing {
    const cal_outputs *all;
    cal_pool *pool;
    cal_metric_request metrics;
} slicing;

// Figures of groups have half of the draws.
static slicing slicing_of(const cal_outputs *all, cal_pool *pool, const cal_metric_request *metrics) {
    slicing out = {all, pool, *metrics};
    cal_metric_request *m = &out.metrics;
    m->headline = true, m->progress = (cal_progress_range){0};
    m->chance.floor = (m->chance.floor + 1) / 2, m->chance.interval = (m->chance.interval + 1) / 2;
    return out;
}

// Measures the rows of a group, or of a label in it.
static cal_status measure(cal_figures *out, cal_arena *arena, const slicing *s, const cal_report_part *part,
                          cal_error *err) {
    cal_scores scores;
    cal_status status = cal_report_part_score(&scores, arena, s->all, part, s->pool, err);
    if (!status) status = cal_figures_choose(out, arena, &scores, &s->metrics, err);
    return status ? status : cal_figures_measure(out, arena, &scores, &s->metrics, err);
}

// Returns the index of the ECE with default parameters; -1 if it was not chosen.
static int find_ece(const cal_figures *figures) {
    int i = figures->count - 1;
    while (i >= 0 && strcmp(figures->key[i], "ece") != 0) i--;
    return i;
}

// Measures a group, and takes it into the search for the worst one. `means` over groups may be null.
static cal_status measure_group(cal_group_figures *out, cal_arena *kept, cal_outlier *worst, cal_means *means,
                                const slicing *s, int group, const cal_report_part *part, cal_error *err) {
    const bool binary = cal_outputs_are_binary(s->all);
    *out = (cal_group_figures){.name = cal_arena_string(kept, s->all->groups.name[group]),
                               .n = part->n,
                               .prevalence = binary ? cal_report_part_rate(s->all, part) : __builtin_nan("")};
    if (part->n < CAL_PART_LEAST) return CAL_OK;
    cal_arena arena = {0};
    cal_figures figures, *copy = cal_arena_alloc(kept, sizeof *copy);
    cal_status status = measure(&figures, &arena, s, part, err);
    const int ece = status ? -1 : find_ece(&figures);
    if (ece >= 0 && figures.chance.floor)
        cal_outlier_see(worst, group, figures.measured[ece].figure.value, figures.measured[ece].below);
    if (!status && means) cal_means_add(means, &figures);
    if (!status && means && means->arena.refused) status = cal_refuse_memory(err, "the means");
    if (!status && copy) cal_figures_keep(copy, kept, &figures);
    out->figures = copy;
    cal_arena_free(&arena);
    return status;
}

static void begin(cal_grouped_figures *out, cal_arena *kept, const cal_groups *groups) {
    out->group = cal_arena_alloc(kept, (size_t)groups->count * sizeof *out->group);
    out->by = cal_arena_string(kept, groups->by);
}

// Iterates over the rows of each group of a column.
typedef struct walk {
    const cal_groups *groups;
    int n, column; // column of the sorted rows; -1 before the first
    int32_t *row;
    int *first;
} walk;

static cal_status walk_begin(walk *out, cal_arena *arena, const cal_groups *groups, int n, cal_error *err) {
    *out = (walk){.groups = groups, .n = n, .column = -1};
    out->row = cal_arena_alloc(arena, (size_t)n * sizeof *out->row + 1);
    out->first = cal_arena_alloc(arena, ((size_t)groups->count + 1) * sizeof *out->first);
    return arena->refused ? cal_refuse_memory(err, "the groups") : CAL_OK;
}

static void walk_to(const int32_t **row, int *n, walk *w, int group) {
    const cal_groups *g = w->groups;
    const int column = g->column ? g->column[group] : 0;
    if (column != w->column)
        cal_rows_by_group(w->row, w->first, g->of + (size_t)column * (size_t)w->n, w->n, g->count);
    w->column = column;
    *row = w->row + w->first[group], *n = w->first[group + 1] - w->first[group];
}

// ---- worst group

static cal_status draw_part(cal_outlier_draws *out, const slicing *s, const cal_report_part *part,
                            cal_error *err) {
    cal_arena arena = {0};
    cal_scores scores;
    cal_figures figures;
    cal_status status = cal_report_part_score(&scores, &arena, s->all, part, s->pool, err);
    if (!status) status = cal_figures_choose(&figures, &arena, &scores, &s->metrics, err);
    if (!status) cal_outlier_draws_add(out, &arena, &scores, &figures.measured[find_ece(&figures)]);
    if (!status && arena.refused) status = cal_refuse_memory(err, "the groups");
    cal_arena_free(&arena);
    return status;
}

// Finds the next part of a group: all of it, or its rows of one label, which are contiguous. Returns false at
// the end.
static bool next_part(cal_report_part *part, const cal_outputs *o, const cal_report_part *all, bool labels) {
    const int begin = part->row ? (int)(part->row - all->row) + part->n : 0;
    int end = labels ? begin : all->n;
    if (begin >= all->n) return false;
    while (end < all->n && o->label_of[all->row[end]] == o->label_of[all->row[begin]]) end++;
    *part = *all;
    part->row = all->row + begin, part->n = end - begin;
    return true;
}

// Judges the worst group, whose rows are `all`.
static cal_status judge(cal_worst_group *out, cal_arena *kept, const slicing *s, const cal_groups *groups,
                        const cal_outlier *worst, const cal_report_part *all, cal_error *err) {
    const bool labels = groups == &s->all->sample_groups;
    cal_arena arena = {0};
    cal_outlier_draws drawn;
    cal_report_part part = {.row = NULL};
    cal_outlier_draws_begin(&drawn, &arena, worst, all->n);
    cal_status status = arena.refused ? cal_refuse_memory(err, "the groups") : CAL_OK;
    while (!status && next_part(&part, s->all, all, labels))
        if (part.n >= CAL_PART_LEAST) status = draw_part(&drawn, s, &part, err);
    if (!status) cal_outlier_judge(out, worst, &drawn);
    out->name = cal_arena_string(kept, groups->name[worst->group]);
    cal_arena_free(&arena);
    return status;
}

cal_status cal_slices_make(cal_grouped_figures *out, cal_arena *kept, const cal_outputs *o, cal_pool *pool,
                           const cal_metric_request *metrics, cal_error *err) {
    const bool labels = o->task == CAL_TASK_MULTI_LABEL;
    cal_arena arena = {0};
    cal_means means = {.count = 0};
    cal_outlier worst = {.group = -1};
    walk w;
    if (!o->groups.of) return CAL_OK;
    // The draws of all labels have the same samples.
    cal_report_part part = {.cases = labels ? o->cases : NULL, .case_count = labels ? o->case_count : 0};
    const slicing s = slicing_of(o, pool, metrics);
    cal_status status = walk_begin(&w, &arena, &o->groups, o->n, err);
    begin(out, kept, &o->groups);
    for (int g = 0; g < o->groups.count && !status && !kept->refused; g++) {
        walk_to(&part.row, &part.n, &w, g);
        status =
            measure_group(&out->group[out->count++], kept, &worst, labels ? &means : NULL, &s, g, &part, err);
    }
    if (!status) cal_means_figures(&out->macro, kept, &means);
    if (!status && worst.searched > 1) {
        walk_to(&part.row, &part.n, &w, worst.group);
        status = judge(&out->worst, kept, &s, &o->groups, &worst, &part, err);
    }
    if (!status && kept->refused) status = cal_refuse_memory(err, "the groups");
    cal_means_free(&means);
    cal_arena_free(&arena);
    return status;
}

// ---- groups of multi-label samples

// Numbers the cases of a group's rows in order, and returns their number in *count. `number` [case_count] is
// scratch memory.
static void number_cases(int *count, int32_t *number, int32_t *to, const cal_outputs *o, const int32_t *row,
                         int n) {
    const int all = o->cases ? o->case_count : o->n;
    *count = 0;
    memset(number, 0, (size_t)all * sizeof *number);
    for (int i = 0; i < n; i++) number[o->cases ? o->cases[row[i]] : row[i]] = 1;
    for (int c = 0; c < all; c++)
        if (number[c]) number[c] = (*count)++;
    for (int i = 0; i < n; i++) to[row[i]] = number[o->cases ? o->cases[row[i]] : row[i]];
}

static cal_status measure_label(cal_means *means, const slicing *s, const cal_report_part *part,
                                cal_error *err) {
    cal_arena arena = {0};
    cal_figures figures;
    cal_status status = measure(&figures, &arena, s, part, err);
    if (!status) cal_means_add(means, &figures);
    if (!status && means->arena.refused) status = cal_refuse_memory(err, "the means");
    cal_arena_free(&arena);
    return status;
}

static cal_status measure_samples(cal_group_figures *out, cal_arena *kept, cal_outlier *worst,
                                  const slicing *s, int group, const cal_report_part *all, cal_error *err) {
    const cal_groups *groups = &s->all->sample_groups;
    cal_means means = {.count = 0};
    cal_moments floor;
    double ece;
    cal_status status = CAL_OK;
    *out = (cal_group_figures){.name = cal_arena_string(kept, groups->name[group]),
                               .n = all->n,
                               .samples = groups->samples[group],
                               .prevalence = cal_report_part_rate(s->all, all)};
    cal_report_part part = {.row = NULL};
    while (!status && next_part(&part, s->all, all, true))
        if (part.n >= CAL_PART_LEAST) status = measure_label(&means, s, &part, err);
    if (!status) cal_means_figures(&out->means, kept, &means);
    if (!status && cal_means_find(&ece, &floor, &means, "ece")) cal_outlier_see(worst, group, ece, floor);
    cal_means_free(&means);
    return status;
}

cal_status cal_sample_groups_make(cal_grouped_figures *out, cal_arena *kept, const cal_outputs *o,
                                  cal_pool *pool, const cal_metric_request *metrics, cal_error *err) {
    cal_arena arena = {0};
    cal_outlier worst = {.group = -1};
    walk w;
    if (!o->sample_groups.of) return CAL_OK;
    const slicing s = slicing_of(o, pool, metrics);
    const size_t n = (size_t)o->n, all = o->cases ? (size_t)o->case_count : n;
    cal_status status = walk_begin(&w, &arena, &o->sample_groups, o->n, err);
    int32_t *cases = cal_arena_alloc(&arena, n * sizeof *cases),
            *number = cal_arena_alloc(&arena, all * sizeof *number);
    if (!status && arena.refused) status = cal_refuse_memory(err, "the groups");
    begin(out, kept, &o->sample_groups);
    cal_report_part part = {.cases = cases};
    for (int g = 0; g < o->sample_groups.count && !status && !kept->refused; g++) {
        walk_to(&part.row, &part.n, &w, g);
        number_cases(&part.case_count, number, cases, o, part.row, part.n);
        status = measure_samples(&out->group[out->count++], kept, &worst, &s, g, &part, err);
    }
    if (!status && worst.searched > 1) {
        walk_to(&part.row, &part.n, &w, worst.group);
        number_cases(&part.case_count, number, cases, o, part.row, part.n);
        status = judge(&out->worst, kept, &s, &o->sample_groups, &worst, &part, err);
    }
    if (!status && kept->refused) status = cal_refuse_memory(err, "the groups");
    cal_arena_free(&arena);
    return status;
}
