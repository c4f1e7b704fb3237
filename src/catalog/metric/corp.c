#include "base/random/random.h"
#include "catalog/metric/metric.h"
#include "catalog/scores/binary/decomposition.h"
#include "catalog/scores/bins.h"
#include "catalog/scores/figures.h"

static bool is_log(const cal_choice *choice) { return cal_choice_integer(choice, "score"); }

static bool take(cal_corp *out, cal_arena *arena, const cal_scores *s, bool log) {
    cal_isotonic_level *level = cal_arena_alloc(arena, (size_t)s->n * sizeof *level);
    if (level) cal_corp_of(out, level, s, s->order, s->n, log);
    return level;
}

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    cal_corp corp;
    *out = (cal_figure){.value = __builtin_nan("")};
    if (take(&corp, arena, s, is_log(choice))) out->value = cal_corp_value(&corp);
}

enum { BAND_DRAWS = 100, BAND_POINTS = 101, BAND_SEED = 5 };

// Draws outcomes of a model that is calibrated at every sample's probability.
static void draw_outcomes(uint8_t *out, const cal_scores *s, int draw) {
    for (int i = 0; i < s->n; i++) {
        const uint64_t bits = cal_random_bits(BAND_SEED, CAL_STREAM_RESAMPLE, (uint64_t)draw, (uint64_t)i);
        out[i] = (double)(bits >> 11) * 0x1p-53 < s->confidence[i];
    }
}

static void sort(double *value, int count) {
    for (int i = 1; i < count; i++) {
        const double kept = value[i];
        int at = i;
        for (; at > 0 && value[at - 1] > kept; at--) value[at] = value[at - 1];
        value[at] = kept;
    }
}

// The consistency band: the range of 90 of 100 curves of a calibrated model, at the probabilities of some
// samples (Dimitriadis et al., section 2; by resampling).
static void take_band(cal_figure *out, cal_arena *arena, const cal_scores *s) {
    cal_arena own = {0};
    const int points = s->n < BAND_POINTS ? s->n : BAND_POINTS;
    double *x = cal_arena_alloc(arena, (size_t)points * sizeof *x);
    double *low = cal_arena_alloc(arena, (size_t)points * sizeof *low),
           *high = cal_arena_alloc(arena, (size_t)points * sizeof *high);
    double *height = cal_arena_alloc(&own, (size_t)points * BAND_DRAWS * sizeof *height);
    uint8_t *outcome = cal_arena_alloc(&own, (size_t)s->n);
    cal_isotonic_level *level = cal_arena_alloc(&own, (size_t)s->n * sizeof *level);
    if (own.refused) arena->refused = true;
    for (int g = 0; !arena->refused && g < points; g++)
        x[g] = s->confidence[s->order[points > 1 ? (int)((int64_t)g * (s->n - 1) / (points - 1)) : 0]];
    for (int d = 0; !arena->refused && d < BAND_DRAWS; d++) {
        draw_outcomes(outcome, s, d);
        const int levels =
            cal_isotonic_pool(level, s->confidence, s->order, NULL, 1, outcome, s->weight, s->n);
        for (int g = 0, l = 0; g < points; g++) {
            while (l + 1 < levels && level[l].last < x[g]) l++;
            height[g * BAND_DRAWS + d] = cal_isotonic_height(&level[l]);
        }
    }
    for (int g = 0; !arena->refused && g < points; g++) {
        double *of = height + g * BAND_DRAWS;
        sort(of, BAND_DRAWS);
        low[g] = of[BAND_DRAWS / 20], high[g] = of[BAND_DRAWS - 1 - BAND_DRAWS / 20];
    }
    if (!arena->refused) out->band = (cal_band){points, x, low, high};
    cal_arena_free(&own);
}

// The curve is level over each run of samples, from its first probability to its last.
static void detail(cal_figure *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    cal_corp p;
    if (!take(&p, arena, s, is_log(choice))) return;
    double *x = cal_arena_alloc(arena, 2 * (size_t)p.levels * sizeof *x);
    double *y = cal_arena_alloc(arena, 2 * (size_t)p.levels * sizeof *y);
    if (!x || !y) return;
    for (int l = 0; l < p.levels; l++) {
        x[2 * l] = p.level[l].first, x[2 * l + 1] = p.level[l].last;
        y[2 * l] = y[2 * l + 1] = cal_isotonic_height(&p.level[l]);
    }
    out->curve = (cal_curve){"probability", "rate", 2 * p.levels, x, y};
    take_band(out, arena, s);
    cal_corp_parts(out, &p, is_log(choice));
}

const cal_metric cal_metric_corp = {
    .entry = {.id = "corp",
              .label = "Miscalibration (CORP)",
              .tex = "\\mathrm{MCB} = \\frac1n\\sum_i (p_i - y_i)^2 - \\frac1n\\sum_i (\\hat p_i - y_i)^2",
              .source = "Dimitriadis, Gneiting and Jordan 2021: the Brier score is MCB - DSC + UNC, with p "
                        "recalibrated by isotonic regression (pooled adjacent violators)",
              .help =
                  "By how much isotonic recalibration of these samples would lower their Brier score; the "
                  "curve is the reliability diagram without bins, and of a calibrated model it runs in its "
                  "band 90 of 100 "
                  "times at each probability",
              .params = (const cal_param[]){CAL_CORP_SCORE_PARAM, {.name = NULL}}},
    .kind = CAL_CALIBRATION,
    .needs = CAL_NEEDS_BINARY,
    .headline = true,
    .weighted = true,
    .compute = compute,
    .detail = detail,
    .gaps = cal_figure_no_gaps,
};
