#include "run/report/slices.h"
#include <string.h>
#include "run/report/means.h"
#include "run/report/outlier.h"
#include "run/report/part.h"

// Figures of groups have half of the draws.
static cal_metric_request request_of_groups(const cal_metric_request *metrics) {
    cal_metric_request out = *metrics;
    out.headline = true, out.listener = NULL, out.progress = (cal_progress_range){0};
    out.chance.floor = (metrics->chance.floor + 1) / 2,
    out.chance.interval = (metrics->chance.interval + 1) / 2;
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

static cal_status write_part(cal_text *json, const cal_report_request *r, const char *name,
                             const cal_report_part *part, const cal_metric_request *metrics, cal_error *err) {
    cal_arena arena = {0};
    cal_scores scores;
    cal_status status = CAL_OK;
    cal_json_open(json, '{');
    cal_json_member_string(json, "name", name);
    cal_json_member_integer(json, "n", part->n);
    cal_json_member_number(json, "prevalence",
                           r->positive ? cal_report_part_rate(r, part) : __builtin_nan(""));
    if (part->n >= CAL_PART_LEAST) {
        status = cal_report_part_load(&scores, &arena, r, part, err);
        if (!status) cal_json_key(json, "metrics");
        if (!status) status = cal_metrics_write(json, &scores, metrics, err);
    } else cal_json_member_string(json, "left_out", "fewer than 10 samples");
    if (!status) cal_json_close(json, '}');
    cal_arena_free(&arena);
    return status;
}

static void begin(cal_text *json, const char *key, const cal_report_groups *groups) {
    cal_json_key(json, key);
    cal_json_open(json, '{');
    cal_json_member_string(json, "by", groups->by);
    cal_json_key(json, "groups");
    cal_json_open(json, '[');
}

// Iterates over the rows of each group of a column.
typedef struct walk {
    const cal_report_groups *groups;
    int n, column; // column of the sorted rows; -1 before the first
    int32_t *row;
    int *first;
} walk;

static cal_status walk_begin(walk *out, cal_arena *arena, const cal_report_groups *groups, int n,
                             cal_error *err) {
    *out = (walk){.groups = groups, .n = n, .column = -1};
    out->row = cal_arena_alloc(arena, (size_t)n * sizeof *out->row + 1);
    out->first = cal_arena_alloc(arena, ((size_t)groups->count + 1) * sizeof *out->first);
    return arena->refused ? cal_refuse_memory(err, "the groups") : CAL_OK;
}

static void walk_to(const int32_t **row, int *n, walk *w, int group) {
    const cal_report_groups *g = w->groups;
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

static cal_status draw_part(cal_outlier_draws *out, const cal_report_request *r, const cal_report_part *part,
                            const cal_metric_request *metrics, cal_error *err) {
    cal_arena arena = {0};
    cal_scores scores;
    cal_figures figures;
    const cal_measured *ece;
    cal_status status = cal_report_part_load(&scores, &arena, r, part, err);
    if (!status) status = find_ece(&ece, &figures, &arena, &scores, metrics, err);
    if (!status) cal_outlier_draws_add(out, &arena, &scores, ece);
    if (!status && arena.refused) status = cal_refuse_memory(err, "the groups");
    cal_arena_free(&arena);
    return status;
}

// Finds the next part of a group: all of it, or its rows of one label, which are contiguous. Returns false at
// the end.
static bool next_part(cal_report_part *part, const cal_report_request *r, const cal_report_part *all,
                      bool labels) {
    const int begin = part->row ? (int)(part->row - all->row) + part->n : 0;
    int end = labels ? begin : all->n;
    if (begin >= all->n) return false;
    while (end < all->n && r->many_label[all->row[end]] == r->many_label[all->row[begin]]) end++;
    *part = *all;
    part->row = all->row + begin, part->n = end - begin;
    return true;
}

// Writes "worst" if a second group was searched. `all` are the rows of the worst group.
static cal_status write_worst(cal_text *json, const cal_report_request *r, const cal_report_groups *groups,
                              const cal_outlier *worst, const cal_report_part *all,
                              const cal_metric_request *metrics, cal_error *err) {
    const bool labels = groups == &r->sample_groups;
    cal_arena arena = {0};
    cal_outlier_draws drawn;
    cal_report_part part = {.row = NULL};
    cal_outlier_draws_begin(&drawn, &arena, worst, all->n);
    cal_status status = arena.refused ? cal_refuse_memory(err, "the groups") : CAL_OK;
    while (!status && next_part(&part, r, all, labels))
        if (part.n >= CAL_PART_LEAST) status = draw_part(&drawn, r, &part, metrics, err);
    if (!status) cal_outlier_write(json, worst, &drawn, groups);
    cal_arena_free(&arena);
    return status;
}

cal_status cal_slices_write(cal_text *json, const cal_report_request *r, const cal_metric_request *metrics,
                            cal_error *err) {
    cal_arena arena = {0};
    cal_means means = {.count = 0};
    seen s = {.worst = {.group = -1}, .means = r->many_labels ? &means : NULL};
    walk w;
    if (!r->groups.of) return CAL_OK;
    // The draws of all labels have the same samples.
    cal_report_part part = {.cases = r->many_labels ? r->cases : NULL,
                            .case_count = r->many_labels ? r->case_count : 0};
    const cal_figures_listener listener = {take, &s};
    cal_metric_request mine = request_of_groups(metrics);
    mine.listener = &listener;
    cal_status status = walk_begin(&w, &arena, &r->groups, r->n, err);
    begin(json, "slices", &r->groups);
    for (s.group = 0; s.group < r->groups.count && !status; s.group++) {
        walk_to(&part.row, &part.n, &w, s.group);
        status = write_part(json, r, r->groups.name[s.group], &part, &mine, err);
    }
    if (!status) {
        cal_json_close(json, ']');
        if (means.count) cal_means_write(json, "macro", &means, &arena);
        if (arena.refused) status = cal_refuse_memory(err, "the means");
    }
    if (!status && s.worst.searched > 1) {
        walk_to(&part.row, &part.n, &w, s.worst.group);
        status = write_worst(json, r, &r->groups, &s.worst, &part, &mine, err);
    }
    if (!status) cal_json_close(json, '}');
    cal_means_free(&means);
    cal_arena_free(&arena);
    return status;
}

// ---- groups of multi-label samples

// Numbers the cases of a group's rows in order, and returns their number in *count. `number` [case_count] is
// scratch memory.
static void number_cases(int *count, int32_t *number, int32_t *to, const cal_report_request *r,
                         const int32_t *row, int n) {
    const int all = r->cases ? r->case_count : r->n;
    *count = 0;
    memset(number, 0, (size_t)all * sizeof *number);
    for (int i = 0; i < n; i++) number[r->cases ? r->cases[row[i]] : row[i]] = 1;
    for (int c = 0; c < all; c++)
        if (number[c]) number[c] = (*count)++;
    for (int i = 0; i < n; i++) to[row[i]] = number[r->cases ? r->cases[row[i]] : row[i]];
}

static cal_status measure_label(cal_means *means, const cal_report_request *r, const cal_report_part *part,
                                const cal_metric_request *metrics, cal_error *err) {
    cal_arena arena = {0};
    cal_scores scores;
    cal_figures figures;
    cal_status status = cal_report_part_load(&scores, &arena, r, part, err);
    if (!status) status = cal_figures_choose(&figures, &arena, &scores, metrics, err);
    if (!status) status = cal_figures_measure(&figures, &arena, &scores, metrics, err);
    if (!status) cal_means_add(means, &figures, metrics->chance);
    if (!status && means->arena.refused) status = cal_refuse_memory(err, "the means");
    cal_arena_free(&arena);
    return status;
}

static cal_status write_group(cal_text *json, cal_outlier *worst, const cal_report_request *r, int group,
                              const cal_report_part *all, const cal_metric_request *metrics, cal_error *err) {
    cal_arena scratch = {0};
    cal_means means = {.count = 0};
    cal_moments floor;
    double ece;
    cal_status status = CAL_OK;
    cal_json_open(json, '{');
    cal_json_member_string(json, "name", r->sample_groups.name[group]);
    cal_json_member_integer(json, "n", all->n);
    cal_json_member_integer(json, "rows", r->sample_groups.samples[group]);
    cal_json_member_number(json, "prevalence", cal_report_part_rate(r, all));
    cal_report_part part = {.row = NULL};
    while (!status && next_part(&part, r, all, true))
        if (part.n >= CAL_PART_LEAST) status = measure_label(&means, r, &part, metrics, err);
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

cal_status cal_sample_groups_write(cal_text *json, const cal_report_request *r,
                                   const cal_metric_request *metrics, cal_error *err) {
    cal_arena arena = {0};
    cal_outlier worst = {.group = -1};
    walk w;
    if (!r->sample_groups.of) return CAL_OK;
    const cal_metric_request mine = request_of_groups(metrics);
    const size_t n = (size_t)r->n, all = r->cases ? (size_t)r->case_count : n;
    cal_status status = walk_begin(&w, &arena, &r->sample_groups, r->n, err);
    int32_t *cases = cal_arena_alloc(&arena, n * sizeof *cases),
            *number = cal_arena_alloc(&arena, all * sizeof *number);
    if (!status && arena.refused) status = cal_refuse_memory(err, "the groups");
    begin(json, "sample_groups", &r->sample_groups);
    cal_report_part part = {.cases = cases};
    for (int g = 0; g < r->sample_groups.count && !status; g++) {
        walk_to(&part.row, &part.n, &w, g);
        number_cases(&part.case_count, number, cases, r, part.row, part.n);
        status = write_group(json, &worst, r, g, &part, &mine, err);
    }
    if (!status) cal_json_close(json, ']');
    if (!status && worst.searched > 1) {
        walk_to(&part.row, &part.n, &w, worst.group);
        number_cases(&part.case_count, number, cases, r, part.row, part.n);
        status = write_worst(json, r, &r->sample_groups, &worst, &part, &mine, err);
    }
    if (!status) cal_json_close(json, '}');
    cal_arena_free(&arena);
    return status;
}
