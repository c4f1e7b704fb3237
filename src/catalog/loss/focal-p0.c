// Focal loss with the least gamma whose gradient is nowhere larger than that of
// cross-entropy above a given probability.
#include "base/maths/maths.h"
#include "catalog/loss/loss.h"
#include "catalog/terms/terms.h"

// The branch W_-1 of w e^w = x, -1/e < x < 0, by Halley's iteration (Corless et al. 1996, Eq. 5.9).
static double lambert_lower(double x) {
    double w = cal_log(-x) - cal_log(-cal_log(-x));
    if (!(w < -1)) w = -1.5;
    for (int i = 0; i < 60; i++) {
        double e = cal_exp(w), gap = w * e - x;
        double step = gap / (e * (w + 1) - (w + 2) * gap / (2 * w + 2));
        w -= step;
        if (step < 1e-15 && step > -1e-15) break;
    }
    return w;
}

// The ratio of both gradients is (1-p)^g - g p (1-p)^(g-1) log p. With a = 1 - p and b = p log p it is 1
// where v e^v = -(log a / b) a^(1 - a/b), v = (g - a/b) log a.
double cal_gamma_of(double p0) {
    double a = 1 - p0, b = p0 * cal_log(p0), log_a = cal_log(a);
    return a / b + lambert_lower(-log_a / b * cal_exp((1 - a / b) * log_a)) / log_a;
}

static cal_node build(cal_graph *g, const cal_loss_batch *batch, const cal_choice *choice) {
    return cal_focal(g, batch->logits, batch->labels, cal_gamma_of(cal_choice_number(choice, "p0")));
}

const cal_loss cal_loss_focal_p0 = {
    .entry =
        {.id = "focal-p0",
         .label = "Focal loss, gamma from a probability",
         .tex = "\\gamma = \\tfrac{a}{b} + \\tfrac{1}{\\log a} W_{-1}\\!\\left(-\\tfrac{a^{1 - a/b}}{b} "
                "\\log a\\right), "
                "\\quad a = 1 - p_0, \\; b = p_0 \\log p_0",
         .source =
             "The Intriguing Effects of Focal Loss on the Calibration of Deep Neural Networks, Proposition 2",
         .help = "Focal loss with the least gamma whose gradient is no larger than that of cross-entropy for "
                 "p_y above p0",
         .params =
             (const cal_param[]){{.name = "p0",
                                  .help = "probability of the label above which samples are down-weighted",
                                  .unit = "",
                                  .type = CAL_REAL,
                                  .value = 0.25,
                                  .min = 0.01,
                                  .max = 0.49},
                                 {0}}},
    .build = build,
};
