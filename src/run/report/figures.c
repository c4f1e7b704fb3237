#include "run/report/figures.h"
#include <assert.h>
#include <string.h>
#include "base/text.h"
#include "run/link/link.h"
#include "run/link/spec.h"

void cal_choice_with_bins(cal_choice *out, const cal_entry *entry, int bins) {
    cal_choice_default(out, entry);
    const int param = cal_param_find(entry, "bins");
    if (param >= 0) out->value[param].number[0] = bins;
}

bool cal_metric_is_known(const cal_metric *metric, const cal_scores *scores) {
    const bool classes = scores->fill || scores->columns;
    if (scores->weight && !metric->weighted) return false;
    if (scores->how.ragged && metric->needs == CAL_NEEDS_CLASSES && !metric->of_options) return false;
    return metric->needs == CAL_NEEDS_TOP || (metric->needs == CAL_NEEDS_ROWS && classes) ||
           (metric->needs == CAL_NEEDS_CLASSES && classes && !scores->positive) ||
           (metric->needs == CAL_NEEDS_BINARY && scores->positive) ||
           (metric->needs == CAL_NEEDS_ANSWER && !scores->positive) ||
           (metric->needs == CAL_NEEDS_POSTERIOR && scores->posterior) ||
           (metric->needs == CAL_NEEDS_OOD && scores->ood);
}

static cal_status refused(cal_error *err) { return cal_refuse_memory(err, "the figures"); }

// ---- choosing

static cal_status make(cal_figures *out, cal_arena *arena, int most, cal_error *err) {
    *out = (cal_figures){0};
    out->measured = cal_arena_alloc(arena, (size_t)most * sizeof *out->measured);
    out->key = cal_arena_alloc(arena, (size_t)most * sizeof *out->key);
    out->text = cal_arena_alloc(arena, (size_t)most * sizeof *out->text);
    out->choice = cal_arena_alloc(arena, (size_t)most * sizeof *out->choice);
    return arena->refused ? refused(err) : CAL_OK;
}

static char *text_of(cal_arena *arena, const cal_choice *choice) {
    cal_text text = {0};
    cal_choice_write(&text, choice);
    char *copy = text.refused ? NULL : cal_arena_text(arena, text.data, (size_t)text.length);
    if (!copy) arena->refused = true;
    cal_text_free(&text);
    return copy;
}

static bool has_bins(const char *text) {
    const char *at = strstr(text, "bins=");
    return at && at > text && (at[-1] == ':' || at[-1] == ',');
}

static const char *needs_of(const cal_metric *metric, const cal_scores *scores) {
    if (scores->weight && !metric->weighted) return "samples that count alike: it has no weighted form";
    switch (metric->needs) {
    case CAL_NEEDS_ROWS: return "the probabilities of all classes";
    case CAL_NEEDS_CLASSES: return "the probabilities of all classes, and no binary task";
    case CAL_NEEDS_BINARY: return "a binary task: a label and the probability of one class";
    case CAL_NEEDS_ANSWER: return "a predicted class, and no binary task";
    case CAL_NEEDS_OOD: return "outputs of out-of-distribution samples";
    default: return "the true probabilities: of the data of a run, or soft labels";
    }
}

// Adds the metric of choice[count].
static void add(cal_figures *out, cal_arena *arena, const char *key) {
    const int at = out->count++;
    const cal_choice *choice = &out->choice[at];
    out->measured[at].metric = cal_metric_of(choice);
    out->measured[at].choice = choice;
    out->text[at] = text_of(arena, choice);
    out->key[at] = key ? key : out->text[at];
}

static cal_status add_named(cal_figures *out, cal_arena *arena, const cal_scores *scores, const char *text,
                            const cal_metric_request *request, cal_error *err) {
    cal_choice *choice = &out->choice[out->count], preset;
    cal_status status = cal_choice_parse(choice, "metric", text, strlen(text), err);
    if (status) return status;
    const cal_metric *metric = cal_metric_of(choice);
    if (!cal_metric_is_known(metric, scores))
        return !request->strict ? CAL_OK
                                : cal_fail(err, CAL_USAGE, "metric %s needs %s", metric->entry.id,
                                           needs_of(metric, scores));
    const char *lacks = metric->lacks ? metric->lacks(scores, choice) : NULL;
    if (lacks)
        return request->strict ? cal_fail(err, CAL_USAGE, "metric %s needs %s", metric->entry.id, lacks)
                               : CAL_OK;
    cal_choice_with_bins(&preset, choice->entry, request->bins);
    const int param = cal_param_find(choice->entry, "bins");
    if (param >= 0 && !has_bins(text)) choice->value[param] = preset.value[param];
    add(out, arena, NULL);
    return arena->refused ? refused(err) : CAL_OK;
}

static cal_status choose_named(cal_figures *out, cal_arena *arena, const cal_scores *scores,
                               const cal_metric_request *request, cal_error *err) {
    cal_status status = make(out, arena, request->count, err);
    for (int i = 0; !status && i < request->count; i++)
        status = add_named(out, arena, scores, request->metric[i], request, err);
    for (int i = 0; !status && i < out->count; i++)
        for (int j = 0; !status && j < i; j++)
            if (strcmp(out->key[j], out->key[i]) == 0)
                status = cal_fail(err, CAL_USAGE, "metric %s is given twice", out->key[i]);
    // The id is enough for a key if only one of the metrics has it.
    for (int i = 0; !status && i < out->count; i++) {
        int same = 0;
        for (int j = 0; j < out->count; j++) same += out->measured[j].metric == out->measured[i].metric;
        if (same == 1) out->key[i] = out->measured[i].metric->entry.id;
    }
    return status;
}

cal_status cal_figures_choose(cal_figures *out, cal_arena *arena, const cal_scores *scores,
                              const cal_metric_request *request, cal_error *err) {
    if (request->count) return choose_named(out, arena, scores, request, err);
    int most = 0;
    while (cal_metrics[most]) most++;
    cal_status status = make(out, arena, most, err);
    for (int i = 0; !status && i < most; i++) {
        if (!cal_metric_is_known(cal_metrics[i], scores) || (request->headline && !cal_metrics[i]->headline))
            continue;
        if (cal_metrics[i]->on_request && !scores->how.ragged) continue;
        cal_choice_with_bins(&out->choice[out->count], &cal_metrics[i]->entry, request->bins);
        add(out, arena, cal_metrics[i]->entry.id);
    }
    return !status && arena->refused ? refused(err) : status;
}

// ---- measuring

cal_status cal_figures_measure(cal_figures *figures, cal_arena *arena, const cal_scores *scores,
                               const cal_metric_request *request, cal_error *err) {
    const cal_resampling chance = request->chance;
    const bool draws = chance.floor || chance.interval;
    // A metric takes about as long as five draws.
    const double rest = 5 / (5.0 + chance.floor + chance.interval);
    const cal_progress_range drawn = cal_progress_range_part(&request->progress, rest, 1);
    for (int i = 0; i < figures->count; i++) {
        cal_measured *m = &figures->measured[i];
        m->metric->compute(&m->figure, arena, scores, m->choice);
        if (m->metric->detail) m->metric->detail(&m->figure, arena, scores, m->choice);
        cal_progress_range_report(&request->progress, rest * (i + 1) / figures->count);
    }
    figures->chance = chance;
    if (draws)
        cal_resampling_measure(figures->measured, figures->count, arena, scores, chance, request->refits,
                               &drawn);
    return arena->refused ? refused(err) : CAL_OK;
}

size_t cal_metric_row_bytes(int n) {
    enum { ROW = 64 }; // smce: breakpoints; truth_gap: sorted confidences; sweeps: sums
    return (size_t)n * ROW + ((size_t)1 << 17);
}

double cal_metric_value(cal_arena *arena, const char *id, const cal_scores *scores, int bins) {
    for (int i = 0; cal_metrics[i]; i++) {
        const cal_metric *metric = cal_metrics[i];
        if (strcmp(metric->entry.id, id) != 0) continue;
        if (!cal_metric_is_known(metric, scores)) return __builtin_nan("");
        cal_arena own = {0}; // freed after each metric
        cal_choice choice;
        cal_figure figure;
        cal_choice_with_bins(&choice, &metric->entry, bins);
        metric->compute(&figure, &own, scores, &choice);
        if (own.refused) arena->refused = true;
        cal_arena_free(&own);
        return figure.value;
    }
    assert(!"no such metric");
    return __builtin_nan("");
}

// ---- keeping

static const void *copy(cal_arena *arena, const void *from, int count, size_t size) {
    void *to = from && count ? cal_arena_alloc(arena, (size_t)count * size) : NULL;
    return to ? memcpy(to, from, (size_t)count * size) : NULL;
}

static void keep_measured(cal_measured *m, cal_arena *arena, int draws) {
    cal_curve *curve = &m->figure.curve;
    cal_band *band = &m->figure.band;
    m->choice = NULL, m->floor_draw = NULL;
    m->draw = (double *)copy(arena, m->draw, draws, sizeof *m->draw);
    m->figure.bin = (cal_bin *)copy(arena, m->figure.bin, m->figure.bins, sizeof *m->figure.bin);
    curve->x = copy(arena, curve->x, curve->points, sizeof *curve->x);
    curve->y = copy(arena, curve->y, curve->points, sizeof *curve->y);
    band->x = copy(arena, band->x, band->points, sizeof *band->x);
    band->low = copy(arena, band->low, band->points, sizeof *band->low);
    band->high = copy(arena, band->high, band->points, sizeof *band->high);
}

void cal_figures_keep(cal_figures *out, cal_arena *arena, const cal_figures *figures) {
    const int count = figures->count, all = figures->chance.interval;
    *out = (cal_figures){.chance = figures->chance};
    out->measured = cal_arena_alloc(arena, (size_t)count * sizeof *out->measured);
    out->key = cal_arena_alloc(arena, (size_t)count * sizeof *out->key);
    out->text = cal_arena_alloc(arena, (size_t)count * sizeof *out->text);
    if (arena->refused) return;
    for (int i = 0; i < count; i++) {
        const char *key = figures->key[i], *text = figures->text[i];
        out->measured[i] = figures->measured[i];
        keep_measured(&out->measured[i], arena, all < CAL_DRAWS_REPORTED ? all : CAL_DRAWS_REPORTED);
        out->text[i] = cal_arena_string(arena, text);
        out->key[i] = key == text ? out->text[i] : out->measured[i].metric->entry.id;
    }
    out->count = count;
}

cal_status cal_figures_make(cal_figures *out, cal_arena *arena, const cal_scores *scores,
                            const cal_metric_request *request, cal_error *err) {
    cal_arena own = {0};
    cal_figures figures;
    cal_status status = cal_figures_choose(&figures, &own, scores, request, err);
    if (!status) status = cal_figures_measure(&figures, &own, scores, request, err);
    if (!status) cal_figures_keep(out, arena, &figures);
    if (!status && arena->refused) status = refused(err);
    cal_arena_free(&own);
    return status;
}
