#include "run/report/figures.h"
#include <assert.h>
#include <string.h>
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
           (metric->needs == CAL_NEEDS_POSTERIOR && scores->posterior) ||
           (metric->needs == CAL_NEEDS_OOD && scores->ood);
}

static cal_status refused(cal_error *err) { return cal_refuse_memory(err, "the figures"); }

// ---- choosing

static cal_status make(cal_figures *out, cal_arena *arena, int most, cal_error *err) {
    *out = (cal_figures){0};
    out->measured = cal_arena_alloc(arena, (size_t)most * sizeof *out->measured);
    out->key = cal_arena_alloc(arena, (size_t)most * sizeof *out->key);
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
    case CAL_NEEDS_OOD: return "outputs of out-of-distribution samples";
    default: return "the true probabilities: of the data of a run, or soft labels";
    }
}

static cal_status add_named(cal_figures *out, cal_arena *arena, const cal_scores *scores, const char *text,
                            const cal_metric_request *request, cal_error *err) {
    cal_measured *m = &out->measured[out->count];
    cal_choice preset;
    cal_status status = cal_choice_parse(&m->choice, "metric", text, strlen(text), err);
    if (status) return status;
    m->metric = cal_metric_of(&m->choice);
    if (!cal_metric_is_known(m->metric, scores))
        return !request->strict ? CAL_OK
                                : cal_fail(err, CAL_USAGE, "metric %s needs %s", m->metric->entry.id,
                                           needs_of(m->metric, scores));
    cal_choice_with_bins(&preset, m->choice.entry, request->bins);
    const int param = cal_param_find(m->choice.entry, "bins");
    if (param >= 0 && !has_bins(text)) m->choice.value[param] = preset.value[param];
    out->key[out->count++] = text_of(arena, &m->choice);
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
        if (same == 1) out->key[i] = (char *)out->measured[i].metric->entry.id;
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
        cal_measured *m = &out->measured[out->count];
        m->metric = cal_metrics[i];
        cal_choice_with_bins(&m->choice, &cal_metrics[i]->entry, request->bins);
        out->key[out->count++] = (char *)cal_metrics[i]->entry.id;
    }
    return status;
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
        m->metric->compute(&m->figure, arena, scores, &m->choice);
        if (m->metric->detail) m->metric->detail(&m->figure, arena, scores, &m->choice);
        cal_progress_range_report(&request->progress, rest * (i + 1) / figures->count);
    }
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

// ---- as JSON

static void write_number(cal_text *json, const char *key, double value) {
    cal_json_member_number(json, key, value);
}

static void write_interval(cal_text *json, const char *key, double low, double high) {
    cal_json_member_numbers(json, key, (double[]){low, high}, 2);
}

static void write_bin(cal_text *json, const cal_bin *bin, bool outcomes) {
    // An empty bin has no confidence and no accuracy: null, so that it is not drawn as perfect.
    const double none = __builtin_nan("");
    double low = none, high = none;
    if (bin->count && outcomes && !(bin->weight > 0)) cal_wilson(&low, &high, bin->accuracy, bin->count);
    cal_json_open(json, '{');
    write_number(json, "low", bin->low);
    write_number(json, "high", bin->high);
    cal_json_member_integer(json, "count", bin->count);
    if (bin->weight > 0) write_number(json, "weight", bin->weight);
    write_number(json, "confidence", bin->count ? bin->confidence : none);
    write_number(json, "accuracy", bin->count ? bin->accuracy : none);
    if (outcomes) write_interval(json, "interval", low, high);
    cal_json_close(json, '}');
}

// Writes the draws minus the value, in millionths, so that the same draws of another row can be subtracted.
static void write_draws(cal_text *json, const cal_measured *m, int draws) {
    int count = draws < CAL_DRAWS_REPORTED ? draws : CAL_DRAWS_REPORTED;
    const double most = 1e9;
    for (int d = 0; d < count; d++) {
        double off = m->draw[d] - m->figure.value;
        if (!(off > -most && off < most)) return;
    }
    cal_json_key(json, "draws");
    cal_json_open(json, '[');
    for (int d = 0; d < count; d++) {
        double off = (m->draw[d] - m->figure.value) * 1e6;
        cal_json_integer(json, (int64_t)(off < 0 ? off - 0.5 : off + 0.5));
    }
    cal_json_close(json, ']');
}

static void write_measured(cal_text *json, const cal_measured *m, cal_resampling chance) {
    const cal_figure *figure = &m->figure;
    cal_text text = {0};
    cal_choice_write(&text, &m->choice);
    json->refused |= text.refused;
    cal_json_open(json, '{');
    cal_json_member_string(json, "text", text.refused ? NULL : text.data);
    cal_text_free(&text);
    write_number(json, "value", figure->value);
    if (chance.floor && m->floor == m->floor) write_number(json, "floor", m->floor);
    if (chance.interval && m->metric->kind != CAL_TEST) write_interval(json, "interval", m->low, m->high);
    if (chance.interval && m->no_interval) cal_json_member_string(json, "note", m->no_interval);
    if (chance.interval && chance.floor && m->floor == m->floor) {
        if (m->truth_high == m->truth_high)
            write_interval(json, "true_interval", m->truth_low, m->truth_high);
        else write_number(json, "true_interval", m->truth_high);
    }
    if (chance.interval && m->metric->kind != CAL_TEST) write_draws(json, m, chance.interval);
    for (int i = 0; i < figure->parts; i++) write_number(json, figure->part[i].name, figure->part[i].value);
    if (figure->note) cal_json_member_string(json, "note", figure->note);
    if (figure->curve.points) {
        cal_json_key(json, "curve");
        cal_json_open(json, '{');
        cal_json_member_numbers(json, figure->curve.x_name, figure->curve.x, figure->curve.points);
        cal_json_member_numbers(json, figure->curve.y_name, figure->curve.y, figure->curve.points);
        cal_json_close(json, '}');
    }
    if (figure->band.points) {
        cal_json_key(json, "band");
        cal_json_open(json, '{');
        cal_json_member_numbers(json, figure->curve.x_name, figure->band.x, figure->band.points);
        cal_json_member_numbers(json, "low", figure->band.low, figure->band.points);
        cal_json_member_numbers(json, "high", figure->band.high, figure->band.points);
        cal_json_close(json, '}');
    }
    if (figure->bins) {
        cal_json_member_integer(json, "outside", figure->outside);
        cal_json_key(json, "bins");
        cal_json_open(json, '[');
        // Against the true probabilities, nothing within a bin is random.
        for (int b = 0; b < figure->bins; b++)
            write_bin(json, &figure->bin[b], m->metric->needs != CAL_NEEDS_POSTERIOR);
        cal_json_close(json, ']');
    }
    cal_json_close(json, '}');
}

static void write_figures(cal_text *json, const cal_figures *figures, cal_resampling chance) {
    cal_json_open(json, '{');
    for (int i = 0; i < figures->count; i++) {
        cal_json_key(json, figures->key[i]);
        write_measured(json, &figures->measured[i], chance);
    }
    cal_json_close(json, '}');
}

cal_status cal_metrics_write(cal_text *json, const cal_scores *scores, const cal_metric_request *request,
                             cal_error *err) {
    cal_arena arena = {0};
    cal_figures figures;
    cal_status status = cal_figures_choose(&figures, &arena, scores, request, err);
    if (!status) status = cal_figures_measure(&figures, &arena, scores, request, err);
    if (!status && request->listener)
        status =
            request->listener->take(request->listener->to, &request->origin, &figures, request->chance, err);
    if (!status) write_figures(json, &figures, request->chance);
    else cal_json_string(json, NULL); // the value of the caller's key
    cal_arena_free(&arena);
    return status;
}
