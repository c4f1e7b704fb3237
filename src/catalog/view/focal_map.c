// Maps of the confidence: that of the focal loss for one gamma, which undoes the loss's under-statement, and
// that of the temperature fitted on validation. Curves are of a top class whose other classes share the rest
// equally. Facts are of the samples, whose other classes keep their probabilities.
#include "base/maths/maths.h"
#include "catalog/calibrator/calibrator.h"
#include "catalog/terms/terms.h"
#include "catalog/view/view.h"

// Log of the map's weight of a class with probability q, 0 < q < 1.
static double log_weight(double gamma, double q) {
    const double log_q = cal_log(q), log_rest = cal_log1p(-q);
    return log_q - gamma * log_rest - cal_log(1 - gamma * q * log_q / (1 - q));
}

// The mapped p of the top class, from log weights of it and of each of `others` classes.
static double share_of(double top, double other, int others) {
    return 1 / (1 + others * cal_exp(other - top));
}

static void add_facts(cal_table *out, const cal_scores *s, const char *nll, const char *confidence) {
    double loss = 0, sum = 0;
    for (int i = 0; i < s->n; i++) loss -= s->log_p_label[i], sum += s->confidence[i];
    cal_table_fact(out, nll, loss / s->n);
    cal_table_fact(out, confidence, sum / s->n);
}

static double accuracy_of(const cal_scores *s) {
    int right = 0;
    for (int i = 0; i < s->n; i++) right += s->correct[i];
    return (double)right / s->n;
}

// Fits the temperature by NLL, the last of its criteria. Returns false without a validation set, or if memory
// is refused.
static bool fit_temperature(cal_fit *fit, cal_arena *arena, const cal_scores *validation) {
    const cal_calibrator *temperature = &cal_calibrator_temperature;
    const cal_param *params = temperature->entry.params;
    const int by = cal_param_find(&temperature->entry, "by");
    cal_choice choice = {.entry = &temperature->entry};
    for (int i = 0; params[i].name; i++) choice.value[i] = (cal_value){1, {params[i].value}};
    choice.value[by].number[0] = params[by].max;
    return validation && temperature->fit(fit, arena, validation, &choice) == 1;
}

static void build(cal_table *out, cal_arena *arena, const cal_view_input *in, const cal_choice *choice) {
    const int points = cal_choice_integer(choice, "points"), k = in->before->k;
    const double gamma = cal_choice_number(choice, "gamma"), none = __builtin_nan("");
    const double undivided = 1;
    const cal_fit focal = {.found = {{"T", 1, &undivided}, {"gamma", 1, &gamma}}};
    cal_fit fitted;
    cal_scores raised, divided;
    const bool known = fit_temperature(&fitted, arena, in->validation);
    const double t = known ? *fitted.found[0].number : none;
    if (arena->refused ||
        cal_calibrator_apply(&raised, arena, &cal_calibrator_focal_temperature, &focal, in->before, NULL))
        return;
    if (known &&
        cal_calibrator_apply(&divided, arena, &cal_calibrator_temperature, &fitted, in->before, NULL))
        return;
    out->begin(out->to, points);
    for (int i = 0; i < points; i++) {
        const double rest = (1 - 1.0 / k) * (points - 1 - i) / (points - 1), p = 1 - rest,
                     other = rest / (k - 1);
        double cell[3] = {p, 1, known ? 1 : none};
        if (rest > 0) {
            cell[1] = share_of(log_weight(gamma, p), log_weight(gamma, other), k - 1);
            cell[2] = share_of(cal_log(p) / t, cal_log(other) / t, k - 1);
        }
        out->row(out->to, cell);
    }
    cal_table_fact(out, "gamma", gamma);
    cal_table_fact(out, "classes", k);
    cal_table_fact(out, "accuracy", accuracy_of(in->before));
    add_facts(out, in->before, "nll", "confidence");
    add_facts(out, &raised, "nll_focal", "confidence_focal");
    if (!known) return;
    cal_table_fact(out, "T", t);
    add_facts(out, &divided, "nll_temperature", "confidence_temperature");
}

const cal_view cal_view_focal_map = {
    .entry = {.id = "focal_map",
              .label = "Confidence map of the focal loss",
              .tex = "p_j \\propto \\frac{q_j\\,(1-q_j)^{-\\gamma}}{1 - \\gamma\\, q_j \\log q_j / (1-q_j)}",
              .source = "Komisarenko and Kull 2024; other classes share the rest equally",
              .help =
                  "The probability for which each confidence has the least focal loss, and the confidence at "
                  "the fitted temperature",
              .params =
                  (const cal_param[]){CAL_GAMMA_PARAM,
                                      {.name = "points",
                                       .help = "Confidences from 1/k to 1 at which the maps are computed",
                                       .unit = "points",
                                       .type = CAL_INTEGER,
                                       .value = 101,
                                       .min = 2,
                                       .max = 10001},
                                      {.name = NULL}}},
    .columns = (const cal_column[]){{"confidence", "Confidence", "%"},
                                    {"focal", "Confidence by the map", "%"},
                                    {"temperature", "Confidence at the fitted temperature", "%"},
                                    {NULL}},
    .build = build,
};
