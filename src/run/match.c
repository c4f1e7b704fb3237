#include "run/match.h"
#include <stddef.h>
#include <string.h>

// Each with its own defaults, and 15 bins, which all of them are asked for in papers.
const cal_library cal_libraries[] = {
    // torrvision/focal_calibration: ECELoss, AdaptiveECELoss, ClasswiseECELoss; maximum_calibration_error and
    // l2_error bin as numpy does.
    {"focal_calibration",
     {"error", "nll", "brier", "ece", "adaece:edges=mukhoti", "cwece:classes=seen", "mce:edges=left",
      "ece:edges=left,norm=2", "mmce:form=squared", "s99"}},
    // ECE, MCE, ECE(equal_intervals=False), MMCE
    {"netcal", {"ece:edges=left", "mce:edges=left", "adaece:edges=floor", "mmce"}},
    // CalibrationError with norm l1, l2, max
    {"torchmetrics",
     {"accuracy", "ece:edges=torchmetrics", "ece:edges=torchmetrics,norm=2",
      "ece:edges=torchmetrics,norm=max"}},
    // ew_ece_bin, em_ece_bin, em_ece_sweep, ew_ece_sweep, with norm 1 and with their default, 2
    {"caltrain",
     {"ece:edges=left", "ece:edges=left,norm=2", "adaece:edges=ceil", "adaece:edges=ceil,norm=2",
      "cwece:edges=left", "ece_sweep:edges=ceil", "ece_sweep:edges=ceil,norm=2", "ece_sweep:edges=width",
      "ece_sweep:edges=width,norm=2"}},
    // smECE, binnedECE
    {"relplot", {"smece", "ece:edges=torchmetrics"}},
    // get_ece, get_ece_em, lower_bound_scaling_top_ce and lower_bound_scaling_ce, eval_marginal_mse
    {"verified_calibration",
     {"error", "ece", "adaece:edges=ties", "cwece", "ece_debias", "ece_debias:debias=no",
      "ece_debias:edges=width", "ece_debias:edges=width,debias=no", "brier:scale=half"}},
    {NULL, {NULL}},
};

const cal_library *cal_library_find(const char *name) {
    for (const cal_library *l = cal_libraries; l->name; l++)
        if (strcmp(l->name, name) == 0) return l;
    return NULL;
}
