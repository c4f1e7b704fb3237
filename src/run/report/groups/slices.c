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
    m->headline = true, m->listener = NULL, m->progress = (cal_progress_range){0};
    m->chance.floor = (m->chance.floor + 1) / 2, m->chance.interval = (m->chance.interval + 1) / 2;
    return out;
}

// Collects the worst group and the means as figures are written.
typedef struct seen {
    cal_outlier worst;
    cal_means *means; // over the parts, which are labels; or null
    int group;
} seen;

static cal_status take(void *to, const cal_figures_origin *origin, const cal_figures *figures,
                       cal_resampling chance, cal_error *err) {
    seen *s = to;
    (void)origin;
    if (s->means) cal_means_add(s->means, figures, chance);
    for (int i = 0; chance.floor && i < figures->count; i++)
        if (strcmp(figures->key[i], "ece") == 0)
            cal_outlier_see(&s->worst, s->group, figures->measured[i].figure.value,
                            figures->measured[i].below);
    return s->means && s->means->arena.refused ? cal_refuse_memory(err, "the means") : CAL_OK;
}

static cal_status write_part(cal_text *json, const slicing *s, const char *name, const cal_report_part *part,
                             cal_error *err) {
    cal_arena arena = {0};
    cal_scores scores;
    cal_status status = CAL_OK;
    cal_json_open(json, '{');
    cal_json_member_string(json, "name", name);
    cal_json_member_integer(json, "n", part->n);
    cal_json_member_number(json, "prevalence",
                           cal_outputs_are_binary(s->all) ? cal_report_part_rate(s->all, part)
                                                          : __builtin_nan(""));
    if (part->n >= CAL_PART_LEAST) {
        status = cal_report_part_score(&scores, &arena, s->all, part, s->pool, err);
        if (!status) cal_json_key(json, "metrics");
        if (!status) status = cal_metrics_write(json, &scores, &s->metrics, err);
    } else cal_json_member_string(json, "left_out", "fewer than 10 samples");
    if (!status) cal_json_close(json, '}');
    cal_arena_free(&arena);
    return status;
}

static void begin(cal_text *json, const char *key, const cal_groups *groups) {
    cal_json_key(json, key);
    cal_json_open(json, '{');
    cal_json_member_string(json, "by", groups->by);
    cal_json_key(json, "groups");
    cal_json_open(json, '[');
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

// Finds the chosen ECE among the metrics.
static cal_status find_ece(const cal_measured **out, cal_figures *figures, cal_arena *arena,
                           const cal_scores *scores, const cal_metric_request *metrics, cal_error *err) {
    const cal_status status = cal_figures_choose(figures, arena, scores, metrics, err);
    *out = NULL;
    for (int i = 0; !status && i < figures->count; i++)
        if (strcmp(figures->key[i], "ece") == 0) *out = &figures->measured[i];
    return status;
}

static cal_status draw_part(cal_outlier_draws *out, const slicing *s, const cal_report_part *part,
                            cal_error *err) {
    cal_arena arena = {0};
    cal_scores scores;
    cal_figures figures;
    const cal_measured *ece;
    cal_status status = cal_report_part_score(&scores, &arena, s->all, part, s->pool, err);
    if (!status) status = find_ece(&ece, &figures, &arena, &scores, &s->metrics, err);
    if (!status) cal_outlier_draws_add(out, &arena, &scores, ece);
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

// Writes "worst" if a second group was searched. `all` are the rows of the worst group.
static cal_status write_worst(cal_text *json, const slicing *s, const cal_groups *groups,
                              const cal_outlier *worst, const cal_report_part *all, cal_error *err) {
    const bool labels = groups == &s->all->sample_groups;
    cal_arena arena = {0};
    cal_outlier_draws drawn;
    cal_report_part part = {.row = NULL};
    cal_outlier_draws_begin(&drawn, &arena, worst, all->n);
    cal_status status = arena.refused ? cal_refuse_memory(err, "the groups") : CAL_OK;
    while (!status && next_part(&part, s->all, all, labels))
        if (part.n >= CAL_PART_LEAST) status = draw_part(&drawn, s, &part, err);
    if (!status) cal_outlier_write(json, worst, &drawn, groups);
    cal_arena_free(&arena);
    return status;
}

cal_status cal_slices_write(cal_text *json, const cal_outputs *o, cal_pool *pool,
                            const cal_metric_request *metrics, cal_error *err) {
    const bool labels = o->task == CAL_TASK_MULTI_LABEL;
    cal_arena arena = {0};
    cal_means means = {.count = 0};
    seen seen = {.worst = {.group = -1}, .means = labels ? &means : NULL};
    walk w;
    if (!o->groups.of) return CAL_OK;
    // The draws of all labels have the same samples.
    cal_report_part part = {.cases = labels ? o->cases : NULL, .case_count = labels ? o->case_count : 0};
    const cal_figures_listener listener = {take, &seen};
    slicing s = slicing_of(o, pool, metrics);
    s.metrics.listener = &listener;
    cal_status status = walk_begin(&w, &arena, &o->groups, o->n, err);
    begin(json, "slices", &o->groups);
    for (seen.group = 0; seen.group < o->groups.count && !status; seen.group++) {
        walk_to(&part.row, &part.n, &w, seen.group);
        status = write_part(json, &s, o->groups.name[seen.group], &part, err);
    }
    if (!status) {
        cal_json_close(json, ']');
        if (means.count) cal_means_write(json, "macro", &means, &arena);
        if (arena.refused) status = cal_refuse_memory(err, "the means");
    }
    if (!status && seen.worst.searched > 1) {
        walk_to(&part.row, &part.n, &w, seen.worst.group);
        status = write_worst(json, &s, &o->groups, &seen.worst, &part, err);
    }
    if (!status) cal_json_close(json, '}');
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
    cal_scores scores;
    cal_figures figures;
    cal_status status = cal_report_part_score(&scores, &arena, s->all, part, s->pool, err);
    if (!status) status = cal_figures_choose(&figures, &arena, &scores, &s->metrics, err);
    if (!status) status = cal_figures_measure(&figures, &arena, &scores, &s->metrics, err);
    if (!status) cal_means_add(means, &figures, s->metrics.chance);
    if (!status && means->arena.refused) status = cal_refuse_memory(err, "the means");
    cal_arena_free(&arena);
    return status;
}

static cal_status write_group(cal_text *json, cal_outlier *worst, const slicing *s, int group,
                              const cal_report_part *all, cal_error *err) {
    const cal_groups *groups = &s->all->sample_groups;
    cal_arena scratch = {0};
    cal_means means = {.count = 0};
    cal_moments floor;
    double ece;
    cal_status status = CAL_OK;
    cal_json_open(json, '{');
    cal_json_member_string(json, "name", groups->name[group]);
    cal_json_member_integer(json, "n", all->n);
    cal_json_member_integer(json, "rows", groups->samples[group]);
    cal_json_member_number(json, "prevalence", cal_report_part_rate(s->all, all));
    cal_report_part part = {.row = NULL};
    while (!status && next_part(&part, s->all, all, true))
        if (part.n >= CAL_PART_LEAST) status = measure_label(&means, s, &part, err);
    if (!status && means.count) cal_means_write(json, "metrics", &means, &scratch);
    if (!status && !means.count)
        cal_json_member_string(json, "left_out", "fewer than 10 samples of each label");
    if (!status && cal_means_find(&ece, &floor, &means, "ece")) cal_outlier_see(worst, group, ece, floor);
    if (!status && scratch.refused) status = cal_refuse_memory(err, "the means");
    if (!status) cal_json_close(json, '}');
    cal_means_free(&means);
    cal_arena_free(&scratch);
    return status;
}

cal_status cal_sample_groups_write(cal_text *json, const cal_outputs *o, cal_pool *pool,
                                   const cal_metric_request *metrics, cal_error *err) {
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
    begin(json, "sample_groups", &o->sample_groups);
    cal_report_part part = {.cases = cases};
    for (int g = 0; g < o->sample_groups.count && !status; g++) {
        walk_to(&part.row, &part.n, &w, g);
        number_cases(&part.case_count, number, cases, o, part.row, part.n);
        status = write_group(json, &worst, &s, g, &part, err);
    }
    if (!status) cal_json_close(json, ']');
    if (!status && worst.searched > 1) {
        walk_to(&part.row, &part.n, &w, worst.group);
        number_cases(&part.case_count, number, cases, o, part.row, part.n);
        status = write_worst(json, &s, &o->sample_groups, &worst, &part, err);
    }
    if (!status) cal_json_close(json, '}');
    cal_arena_free(&arena);
    return status;
}
