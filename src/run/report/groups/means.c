#include "run/report/groups/means.h"
#include <string.h>

static void begin(cal_means *out, const cal_figures *figures, cal_resampling chance) {
    out->draws = chance.interval, out->floor_draws = chance.floor;
    out->mean = cal_arena_alloc(&out->arena, (size_t)figures->count * sizeof *out->mean);
    for (int i = 0; out->mean && i < figures->count; i++) {
        cal_mean *m = &out->mean[i];
        m->key = cal_arena_string(&out->arena, figures->key[i]);
        m->metric = figures->measured[i].metric;
        m->draw = cal_arena_alloc(&out->arena, (size_t)out->draws * sizeof *m->draw + 1);
        m->floor_draw = cal_arena_alloc(&out->arena, (size_t)out->floor_draws * sizeof *m->floor_draw + 1);
    }
    if (!out->arena.refused) out->count = figures->count;
}

void cal_means_add(cal_means *out, const cal_figures *figures) {
    const cal_resampling chance = figures->chance;
    if (!out->mean) begin(out, figures, chance);
    for (int i = 0; i < figures->count && i < out->count; i++) {
        const cal_measured *one = &figures->measured[i];
        cal_mean *m = &out->mean[i];
        if (one->figure.value - one->figure.value != 0) continue;
        m->labels++, m->sum += one->figure.value;
        for (int d = 0; d < out->draws; d++) m->draw[d] += one->draw[d];
        if (!chance.floor || one->floor != one->floor) continue;
        m->floors++, m->floor += one->below.mean;
        for (int d = 0; d < out->floor_draws; d++) m->floor_draw[d] += one->floor_draw[d];
    }
}

static double floor_of(const cal_mean *m) { return m->floor / m->floors; }

bool cal_means_find(double *value, cal_moments *floor, const cal_means *means, const char *key) {
    for (int i = 0; i < means->count; i++) {
        const cal_mean *m = &means->mean[i];
        if (strcmp(m->key, key) != 0 || !m->labels || m->floors != m->labels) continue;
        *value = m->sum / m->labels;
        *floor = (cal_moments){floor_of(m), cal_moments_of(m->floor_draw, means->floor_draws).sd / m->floors};
        return true;
    }
    return false;
}

// A draw without a figure of a label is left out (such as an area of one outcome alone). The interval is
// unknown if more draws are left out than are beyond a bound.
static void take_interval(cal_mean_figure *out, const cal_mean *m, int draws, double *draw) {
    double mean = 0;
    int known = 0;
    out->low = out->high = __builtin_nan("");
    for (int d = 0; d < draws; d++)
        if (m->draw[d] - m->draw[d] == 0) draw[known++] = m->draw[d] / m->labels;
    if (known < 2 || (draws - known) * 40 > draws) return;
    for (int d = 0; d < known; d++) mean += draw[d] / known;
    cal_draws_sort(draw, known);
    out->low = out->value - mean + cal_draws_percentile(draw, known, 0.025);
    out->high = out->value - mean + cal_draws_percentile(draw, known, 0.975);
    const bool proportion = m->metric->kind == CAL_PROPORTION;
    if ((m->metric->kind == CAL_CALIBRATION || proportion) && out->low < 0) out->low = 0;
    if (proportion && out->high > 1) out->high = 1;
}

void cal_means_figures(cal_mean_figures *out, cal_arena *arena, const cal_means *means) {
    cal_arena own = {0};
    *out = (cal_mean_figures){.figure = NULL};
    if (!means->count) return;
    double *draw = cal_arena_alloc(&own, (size_t)means->draws * sizeof *draw + 1);
    out->figure = cal_arena_alloc(arena, (size_t)means->count * sizeof *out->figure);
    for (int i = 0; draw && out->figure && i < means->count; i++) {
        const cal_mean *m = &means->mean[i];
        if (!m->labels || m->metric->kind == CAL_TEST) continue;
        cal_mean_figure *figure = &out->figure[out->count++];
        *figure = (cal_mean_figure){.key = cal_arena_string(arena, m->key),
                                    .value = m->sum / m->labels,
                                    .labels = m->labels,
                                    .floor = m->floors == m->labels ? floor_of(m) : __builtin_nan("")};
        take_interval(figure, m, means->draws, draw);
    }
    if (own.refused) arena->refused = true;
    cal_arena_free(&own);
}

void cal_means_free(cal_means *means) {
    cal_arena_free(&means->arena);
    *means = (cal_means){0};
}
