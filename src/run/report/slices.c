#include "run/report/slices.h"
#include <string.h>
#include "catalog/scores/binary/tail.h"
#include "run/report/sets.h"

enum { LEAST = 10 }; // samples of a group that is measured

// A figure of every group, summed.
typedef struct total {
    const char *key;
    const cal_metric *metric;
    double sum, *draw; // [draws] of those groups whose figure is finite
    int groups;
} total;

// What stands out of the groups: the ECE furthest above its floor, in standard deviations; and the means of figures.
typedef struct outlier {
    double z;
    int group, searched;
    int now;
    bool means; // the groups' draws are of the same samples, and means have intervals
    int totals, draws;
    total *total;
    cal_arena arena;
} outlier;

static void add_to_means(outlier *o, const cal_figures *figures, int draws) {
    if (!o->total) {
        o->totals = figures->count, o->draws = draws;
        o->total = cal_arena_alloc(&o->arena, (size_t)figures->count * sizeof *o->total);
        for (int i = 0; o->total && i < figures->count; i++) {
            char *key = cal_arena_text(&o->arena, figures->key[i], strlen(figures->key[i]));
            o->total[i] = (total){.key = key, .metric = figures->measured[i].metric};
            o->total[i].draw = cal_arena_alloc(&o->arena, (size_t)draws * sizeof *o->total[i].draw + 1);
        }
    }
    for (int i = 0; !o->arena.refused && i < figures->count && i < o->totals; i++) {
        const cal_measured *m = &figures->measured[i];
        total *t = &o->total[i];
        if (m->figure.value - m->figure.value != 0) continue;
        t->groups++, t->sum += m->figure.value;
        for (int d = 0; d < draws; d++) t->draw[d] += m->draw[d];
    }
}

static cal_status take(void *to, const cal_figures_origin *origin, const cal_figures *figures,
                       cal_resampling chance, cal_error *err) {
    outlier *o = to;
    (void)origin, (void)err;
    if (o->means) add_to_means(o, figures, chance.interval);
    for (int i = 0; chance.floor && i < figures->count; i++) {
        const cal_measured *m = &figures->measured[i];
        if (strcmp(figures->key[i], "ece") != 0 || !(m->below.sd > 0)) continue;
        const double z = (m->figure.value - m->below.mean) / m->below.sd;
        o->searched++;
        if (o->group < 0 || z > o->z) o->z = z, o->group = o->now;
    }
    return CAL_OK;
}

typedef struct slice {
    int32_t *labels;
    float *logits;         // [n, k], or null: probabilities
    double *p, *posterior; // [n, k]
    double *odds, *weight;
    int32_t *cases;   // counted anew
    int32_t *options; // of questions
    int n, case_count;
    double happened, all; // weighted
} slice;

static cal_status cut(slice *out, cal_arena *arena, const cal_report_request *r, int group, cal_error *err) {
    int n = 0;
    const int32_t *of = r->group + (r->group_column ? (size_t)r->group_column[group] * (size_t)r->n : 0);
    for (int i = 0; i < r->n; i++) n += of[i] == group;
    const size_t k = (size_t)r->k, numbers = (size_t)n * k;
    *out = (slice){.labels = cal_arena_alloc(arena, (size_t)n * sizeof *out->labels + 1)};
    if (r->logits) out->logits = cal_arena_alloc(arena, numbers * sizeof *out->logits + 1);
    else out->p = cal_arena_alloc(arena, numbers * sizeof *out->p + 1);
    if (r->posterior) out->posterior = cal_arena_alloc(arena, numbers * sizeof *out->posterior + 1);
    if (r->odds) out->odds = cal_arena_alloc(arena, (size_t)n * sizeof *out->odds + 1);
    if (r->weight) out->weight = cal_arena_alloc(arena, (size_t)n * sizeof *out->weight + 1);
    if (r->options) out->options = cal_arena_alloc(arena, (size_t)n * sizeof *out->options + 1);
    int32_t *found = NULL; // by the case of the whole set, 1 more than that of the group
    if (r->cases) {
        out->cases = cal_arena_alloc(arena, (size_t)n * sizeof *out->cases + 1);
        found = cal_arena_alloc(arena, (size_t)r->case_count * sizeof *found);
    }
    if (arena->refused) return cal_refuse_memory(err, "a group");
    if (r->many_labels) out->case_count = r->case_count;
    for (int i = 0; i < r->n; i++) {
        if (of[i] != group) continue;
        const double weight = r->weight ? r->weight[i] : 1;
        if (out->weight) out->weight[out->n] = weight;
        out->labels[out->n] = r->labels[i];
        if (out->options) out->options[out->n] = r->options[i];
        out->all += weight, out->happened += weight * (r->labels[i] == 1);
        const size_t to = (size_t)out->n * k, from = (size_t)i * k;
        if (out->logits) memcpy(out->logits + to, r->logits + from, k * sizeof *out->logits);
        else memcpy(out->p + to, r->probabilities + from, k * sizeof *out->p);
        if (out->posterior) memcpy(out->posterior + to, r->posterior + from, k * sizeof *out->posterior);
        if (out->odds) out->odds[out->n] = r->odds[i];
        if (found && r->many_labels)
            out->cases[out->n] = r->cases[i]; // so that all labels' draws are of the same samples
        else if (found) {
            int32_t *own = &found[r->cases[i]];
            if (!*own) *own = ++out->case_count;
            out->cases[out->n] = *own - 1;
        }
        out->n++;
    }
    return CAL_OK;
}

static cal_status write_group(cal_text *json, const cal_report_request *r, const cal_metric_request *asked,
                              int group, cal_error *err) {
    cal_arena arena = {0};
    cal_scores measured, fitted;
    slice s;
    cal_status status = cut(&s, &arena, r, group, err);
    cal_json_open(json, '{');
    cal_json_member_string(json, "name", r->group_name[group]);
    if (!status) {
        cal_json_member_integer(json, "n", s.n);
        cal_json_member_number(json, "prevalence",
                               r->positive && s.all > 0 ? s.happened / s.all : __builtin_nan(""));
    }
    if (!status && s.n >= LEAST) {
        const cal_report_set set = {s.logits,
                                    s.p,
                                    s.posterior,
                                    s.labels,
                                    s.n,
                                    r->k,
                                    {r->pool, 0, r->positive != NULL, r->options != NULL},
                                    s.odds,
                                    s.cases,
                                    s.case_count,
                                    s.weight,
                                    s.options};
        status = cal_report_load(&measured, &fitted, &arena, &set, err);
        if (!status) cal_json_key(json, "metrics");
        if (!status) status = cal_metrics_write(json, &measured, asked, err);
    } else if (!status) cal_json_member_string(json, "left_out", "fewer than 10 samples");
    if (!status) cal_json_close(json, '}');
    cal_arena_free(&arena);
    return status;
}

// Macro means: over the labels, each of which counts alike. Percentiles of paired draws, moved to the mean.
static void write_means(cal_text *json, outlier *o) {
    cal_json_key(json, "macro");
    cal_json_open(json, '{');
    for (int i = 0; i < o->totals; i++) {
        const total *t = &o->total[i];
        if (!t->groups || t->metric->kind == CAL_TEST) continue;
        const double value = t->sum / t->groups;
        double mean = 0, bound[2];
        for (int d = 0; d < o->draws; d++) t->draw[d] /= t->groups, mean += t->draw[d] / o->draws;
        cal_json_key(json, t->key);
        cal_json_open(json, '{');
        cal_json_member_number(json, "value", value);
        cal_json_member_integer(json, "labels", t->groups);
        if (o->draws > 1 && mean - mean == 0) {
            cal_draws_sort(t->draw, o->draws);
            bound[0] = value - mean + cal_draws_percentile(t->draw, o->draws, 0.025);
            bound[1] = value - mean + cal_draws_percentile(t->draw, o->draws, 0.975);
            if (t->metric->kind == CAL_CALIBRATION && bound[0] < 0) bound[0] = 0;
            cal_json_member_numbers(json, "interval", bound, 2);
        }
        cal_json_close(json, '}');
    }
    cal_json_close(json, '}');
}

cal_status cal_slices_write(cal_text *json, const cal_report_request *r, const cal_metric_request *asked,
                            cal_error *err) {
    outlier worst = {.group = -1, .means = r->many_labels > 0};
    const cal_figures_listener listener = {take, &worst};
    cal_metric_request mine = *asked;
    cal_status status = CAL_OK;
    if (!r->group) return CAL_OK;
    mine.headline = true, mine.listener = &listener, mine.progress = (cal_progress_range){0};
    mine.chance.floor = (asked->chance.floor + 1) / 2,
    mine.chance.interval = (asked->chance.interval + 1) / 2;
    cal_json_key(json, "slices");
    cal_json_open(json, '{');
    cal_json_member_string(json, "by", r->group_by);
    cal_json_key(json, "groups");
    cal_json_open(json, '[');
    for (int g = 0; g < r->groups && !status; g++) {
        worst.now = g;
        status = write_group(json, r, &mine, g, err);
    }
    if (!status && worst.arena.refused) status = cal_refuse_memory(err, "the means");
    if (status) return cal_arena_free(&worst.arena), status;
    cal_json_close(json, ']');
    if (worst.total) write_means(json, &worst);
    cal_arena_free(&worst.arena);
    if (worst.group >= 0 && worst.searched > 1) {
        const double two_sided = cal_normal_beyond(worst.z);
        double p = (worst.z > 0 ? two_sided / 2 : 1 - two_sided / 2) * worst.searched;
        cal_json_key(json, "worst");
        cal_json_open(json, '{');
        cal_json_member_string(json, "name", r->group_name[worst.group]);
        cal_json_member_string(json, "metric", "ece");
        cal_json_member_number(json, "z", worst.z);
        cal_json_member_number(json, "p_value", p < 1 ? p : 1);
        cal_json_member_integer(json, "searched", worst.searched);
        cal_json_close(json, '}');
    }
    cal_json_close(json, '}');
    return CAL_OK;
}
