// The metrics of one set of scores, as JSON.
#include "run/figures.h"
#include <assert.h>
#include <string.h>
#include "run/noise_floor.h"
#include "run/spec.h"
#include "zoo/metric.h"

void cal_choice_with_bins(cal_choice *out, const cal_entry *entry, int bins) {
    cal_choice_default(out, entry);
    for (int i = 0; entry->params && entry->params[i].name; i++)
        if (strcmp(entry->params[i].name, "bins") == 0) out->value[i].number[0] = bins;
}

static bool is_known(const cal_metric *metric, const cal_scores *scores) {
    return metric->needs == CAL_NEEDS_TOP || (metric->needs == CAL_NEEDS_ROWS && scores->fill) ||
           (metric->needs == CAL_NEEDS_POSTERIOR && scores->posterior);
}

static void write_bins(cal_text *json, const cal_figure *figure) {
    cal_json_key(json, "outside");
    cal_json_integer(json, figure->outside);
    cal_json_key(json, "bins");
    cal_json_open(json, '[');
    for (int b = 0; b < figure->bins; b++) {
        const cal_bin *bin = &figure->bin[b];
        cal_json_open(json, '{');
        cal_json_key(json, "low");
        cal_json_number(json, bin->low);
        cal_json_key(json, "high");
        cal_json_number(json, bin->high);
        cal_json_key(json, "count");
        cal_json_integer(json, bin->count);
        // An empty bin has no confidence and no accuracy: null, so that nobody draws it as perfect.
        cal_json_key(json, "confidence");
        cal_json_number(json, bin->count ? bin->confidence : __builtin_nan(""));
        cal_json_key(json, "accuracy");
        cal_json_number(json, bin->count ? bin->accuracy : __builtin_nan(""));
        cal_json_close(json, '}');
    }
    cal_json_close(json, ']');
}

// One figure; floors take CAL_FLOOR_DRAWS times as long as the figures themselves.
static bool write_figure(cal_text *json, const cal_metric *metric, const cal_scores *scores, int bins,
                         bool with_floor) {
    cal_arena arena = {0};
    cal_choice choice;
    cal_figure figure;
    cal_choice_with_bins(&choice, &metric->entry, bins);
    metric->compute(&figure, &arena, scores, &choice);
    if (metric->detail) metric->detail(&figure, &arena, scores, &choice);
    cal_json_key(json, metric->entry.id);
    cal_json_open(json, '{');
    cal_json_key(json, "value");
    cal_json_number(json, figure.value);
    if (with_floor && metric->kind == CAL_CALIBRATION && metric->needs != CAL_NEEDS_POSTERIOR) {
        cal_json_key(json, "floor");
        cal_json_number(json, cal_noise_floor(&arena, metric, &choice, scores));
    }
    for (int i = 0; i < figure.parts; i++) {
        cal_json_key(json, figure.part[i].name);
        cal_json_number(json, figure.part[i].value);
    }
    if (figure.bins) write_bins(json, &figure);
    cal_json_close(json, '}');
    bool done = !arena.refused;
    cal_arena_free(&arena);
    return done;
}

cal_status cal_metrics_write(cal_text *json, const cal_scores *scores, int bins, bool with_floor,
                             cal_error *err) {
    bool done = true;
    cal_json_open(json, '{');
    for (int i = 0; cal_metrics[i] && done; i++)
        if (is_known(cal_metrics[i], scores))
            done = write_figure(json, cal_metrics[i], scores, bins, with_floor);
    cal_json_close(json, '}');
    return done ? CAL_OK : cal_fail(err, CAL_MEMORY, "memory for the figures was refused");
}

double cal_metric_value(cal_arena *arena, const char *id, const cal_scores *scores, int bins) {
    for (int i = 0; cal_metrics[i]; i++) {
        const cal_metric *metric = cal_metrics[i];
        if (strcmp(metric->entry.id, id) != 0) continue;
        if (!is_known(metric, scores)) return __builtin_nan("");
        cal_arena own = {0}; // what it takes is given back at once
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
