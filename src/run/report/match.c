#include "run/report/match.h"
#include <stddef.h>
#include <string.h>

// Each library with its default settings, and with 15 bins, which papers use.
const cal_library cal_libraries[] = {
    // torrvision/focal_calibration: ECELoss, AdaptiveECELoss, ClasswiseECELoss; maximum_calibration_error and
    // l2_error bin as numpy does.
    {"focal_calibration",
     "Mukhoti et al. 2020, github.com/torrvision/focal_calibration",
     "Its bins of equal mass are cut at interpolated confidences, and the least confident sample falls into "
     "no bin. Class-wise ECE leaves out classes above the largest label, MMCE is squared, and in MCE and the "
     "error with norm 2 an edge belongs to the bin above.",
     {"error", "nll", "brier", "ece", "adaece:edges=mukhoti", "cwece:classes=seen", "mce:edges=left",
      "ece:edges=left,norm=2", "mmce:form=squared", "s99"}},
    // ECE, MCE, ECE(equal_intervals=False), MMCE
    {"netcal",
     "Kueppers et al. 2020, github.com/EFS-OpenSource/calibration-framework",
     "A confidence on an edge belongs to the bin above. Bins of equal mass begin at n i / M rounded down.",
     {"ece:edges=left", "mce:edges=left", "adaece:edges=floor", "mmce"}},
    // CalibrationError with norm l1, l2, max
    {"torchmetrics",
     "github.com/Lightning-AI/torchmetrics",
     "A confidence on an edge belongs to the bin above, and a confidence of exactly 1 gets one more bin of "
     "its own.",
     {"accuracy", "ece:edges=torchmetrics", "ece:edges=torchmetrics,norm=2",
      "ece:edges=torchmetrics,norm=max"}},
    // ew_ece_bin, em_ece_bin, em_ece_sweep, ew_ece_sweep, with norm 1 and with their default, 2
    {"caltrain",
     "Roelofs et al. 2021, github.com/google-research/google-research/tree/master/caltrain",
     "A confidence on an edge belongs to the bin above, and bins of equal mass begin at n i / M rounded up. "
     "Its own default is the root of the mean squared gap, norm 2.",
     {"ece:edges=left", "ece:edges=left,norm=2", "adaece:edges=ceil", "adaece:edges=ceil,norm=2",
      "cwece:edges=left", "ece_sweep:edges=ceil", "ece_sweep:edges=ceil,norm=2", "ece_sweep:edges=width",
      "ece_sweep:edges=width,norm=2"}},
    // smECE, binnedECE
    {"relplot",
     "Blasiok and Nakkiran 2023, github.com/apple/ml-calibration",
     "Its smooth error halves the mass of samples at a confidence of 0 or 1: its reflection does not double "
     "the end points of its mesh, so that a confident network gets up to 1.5 times the paper's figure. In "
     "its binned error an edge belongs to the bin above, and a confidence of exactly 1 gets one more bin.",
     {"smece:kernel=relplot", "ece:edges=torchmetrics"}},
    // get_ece, get_ece_em, lower_bound_scaling_top_ce and lower_bound_scaling_ce, eval_marginal_mse
    {"verified_calibration",
     "Kumar, Liang, Ma 2019, github.com/p-lambda/verified_calibration",
     "Bins of equal mass never separate samples of equal confidence. Its Brier score is half of the sum over "
     "the classes.",
     {"error", "ece", "adaece:edges=ties", "cwece", "ece_debias", "ece_debias:debias=no",
      "ece_debias:edges=width", "ece_debias:edges=width,debias=no", "brier:scale=half"}},
    // Appendix A.1, and its code, which follows focal_calibration
    {"fcl",
     "Towards Trustworthy Deep Neural Network through Euclidean Distance, Appendix A.1",
     "Its class-wise error is the mean over the classes of the ECE of the samples that are predicted as the "
     "class. Its label smoothing spreads eps over the other classes alone: ls:over=others.",
     {"error", "nll", "ece", "smce", "adaece:edges=mukhoti", "cwece:of=predicted"}},
    // CalibrationError with norm l1, l2, max, and with adaptive=True; ClasswiseCalibrationError,
    // SmoothCalibrationError(kernel_type='reflected'), BrierScore, CategoricalNLL
    {"torch_uncertainty",
     "github.com/torch-uncertainty/torch-uncertainty",
     "Its bins are those of torchmetrics, for each class too. Its smooth error with kernel_type='reflected' "
     "has the ends of relplot; its default smooths log odds instead, which is not computed here.",
     {"nll", "brier", "ece:edges=torchmetrics", "ece:edges=torchmetrics,norm=2",
      "ece:edges=torchmetrics,norm=max", "adaece", "adaece:norm=2", "adaece:norm=max",
      "cwece:edges=torchmetrics", "smece:kernel=relplot"}},
    // Two packages: PyCalib's accuracy, cross_entropy, brier_score, conf_ECE, conf_MCE and classwise_ECE, and
    // expected_calibration_error of Wenger et al.
    {"pycalib",
     "github.com/classifier-calibration/PyCalib; Wenger et al. 2020, github.com/JonathanWenger/pycalib",
     "Two packages have this name. That on PyPI has the lab's bins, and its Brier score is divided by the "
     "number of classes. In that of Wenger et al. bins cover 1/k to 1, an edge belongs to the bin above, and "
     "accuracy is compared with the midpoint of a bin.",
     {"accuracy", "nll", "brier:scale=per-class", "ece", "mce", "cwece", "ece:edges=left,against=midpoint",
      "ece:edges=left,norm=max,against=midpoint"}},
    {NULL, NULL, NULL, {NULL}},
};

const cal_library *cal_library_find(const char *name) {
    for (const cal_library *l = cal_libraries; l->name; l++)
        if (strcmp(l->name, name) == 0) return l;
    return NULL;
}
