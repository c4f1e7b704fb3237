#include "catalog/metric/metric.h"
#include "catalog/scores/binary/decomposition.h"
#include "catalog/scores/figures.h"

static void decompose(cal_figure *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice,
                      bool parts) {
    const bool log = cal_choice_integer(choice, "score");
    cal_isotonic_level *level = cal_arena_alloc(arena, (size_t)s->n * sizeof *level);
    cal_corp corp;
    if (!level) return;
    cal_corp_of(&corp, level, s, s->order, s->n, log);
    out->value = cal_corp_value(&corp);
    if (parts) cal_corp_parts(out, &corp, log);
}

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    *out = (cal_figure){.value = __builtin_nan("")};
    decompose(out, arena, s, choice, false);
}

static void detail(cal_figure *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    decompose(out, arena, s, choice, true);
}

const cal_metric cal_metric_corp_top = {
    .entry = {.id = "corp_top",
              .label = "Miscalibration of the top label (CORP)",
              .tex = "\\mathrm{MCB} = \\frac1n\\sum_i (c_i - a_i)^2 - \\frac1n\\sum_i (\\hat c_i - a_i)^2",
              .source = "Dimitriadis, Gneiting and Jordan 2021, of whether the prediction is right: its "
                        "score is MCB - DSC + UNC, with the confidence recalibrated by isotonic regression",
              .help = "By how much isotonic recalibration of these samples would lower the mean of "
                      "(confidence - right) squared, or the log score of being right",
              .params = (const cal_param[]){CAL_CORP_SCORE_PARAM, {.name = NULL}}},
    .kind = CAL_CALIBRATION,
    .needs = CAL_NEEDS_ANSWER,
    .on_request = true,
    .weighted = true,
    .compute = compute,
    .detail = detail,
    .gaps = cal_figure_no_gaps,
};
