#include "run/report/groups/means.h"
#include <string.h>

static void begin(cal_means *out, const cal_figures *figures, cal_resampling chance) {
    out->draws = chance.interval, out->floor_draws = chance.floor;
    out->mean = cal_arena_alloc(&out->arena, (size_t)figures->count * sizeof *out->mean);
    for (int i = 0; out->mean && i < figures->count; i++) {
        cal_mean *m = &out->mean[i];
        m->key = cal_arena_text(&out->arena, figures->key[i], strlen(figures->key[i]));
        m->metric = figures->measured[i].metric;
        m->draw = cal_arena_alloc(&out->arena, (size_t)out->draws * sizeof *m->draw + 1);
        m->floor_draw = cal_arena_alloc(&out->arena, (size_t)out->floor_draws * sizeof *m->floor_draw + 1);
    }
    if (!out->arena.refused) out->count = figures->count;
}

void cal_means_add(cal_means *out, const cal_figures *figures, cal_resampling chance) {
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
static void write_interval(cal_text *json, const cal_mean *m, int draws, double *draw) {
    const double value = m->sum / m->labels;
    double mean = 0, bound[2];
    int known = 0;
    for (int d = 0; d < draws; d++)
        if (m->draw[d] - m->draw[d] == 0) draw[known++] = m->draw[d] / m->labels;
    if (known < 2 || (draws - known) * 40 > draws) return;
    for (int d = 0; d < known; d++) mean += draw[d] / known;
    cal_draws_sort(draw, known);
    bound[0] = value - mean + cal_draws_percentile(draw, known, 0.025);
    bound[1] = value - mean + cal_draws_percentile(draw, known, 0.975);
    const bool proportion = m->metric->kind == CAL_PROPORTION;
    if ((m->metric->kind == CAL_CALIBRATION || proportion) && bound[0] < 0) bound[0] = 0;
    if (proportion && bound[1] > 1) bound[1] = 1;
    cal_json_member_numbers(json, "interval", bound, 2);
}

void cal_means_write(cal_text *json, const char *name, const cal_means *means, cal_arena *scratch) {
    double *draw = cal_arena_alloc(scratch, (size_t)means->draws * sizeof *draw + 1);
    if (!draw) return;
    cal_json_key(json, name);
    cal_json_open(json, '{');
    for (int i = 0; i < means->count; i++) {
        const cal_mean *m = &means->mean[i];
        if (!m->labels || m->metric->kind == CAL_TEST) continue;
        cal_json_key(json, m->key);
        cal_json_open(json, '{');
        cal_json_member_number(json, "value", m->sum / m->labels);
        cal_json_member_integer(json, "labels", m->labels);
        if (m->floors == m->labels) cal_json_member_number(json, "floor", floor_of(m));
        write_interval(json, m, means->draws, draw);
        cal_json_close(json, '}');
    }
    cal_json_close(json, '}');
}

void cal_means_free(cal_means *means) {
    cal_arena_free(&means->arena);
    *means = (cal_means){0};
}
