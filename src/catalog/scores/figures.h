// Helpers that several metrics and views share.
#ifndef CAL_CATALOG_SCORES_FIGURES_H
#define CAL_CATALOG_SCORES_FIGURES_H
#include "catalog/scores/bins.h"
#include "catalog/scores/scores.h"

// For every class the bins of its probability against the label being that class: [k][*bins], including the
// extra bin of CAL_EDGES_EXTRA. One pass over the rows. Stored in the scores' memory, which cache them. Null
// if memory was refused.
const cal_bin *cal_class_bins(int *bins, cal_arena *arena, const cal_scores *scores, cal_edges edges);

// For a metric's `gaps`: the bins of a figure, if it sums their magnitudes; and none.
int cal_figure_gaps(cal_gap **out, cal_arena *arena, const cal_figure *figure, const cal_scores *scores,
                    cal_norm norm);
int cal_figure_no_gaps(cal_gap **out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice);

// A whole figure with its bins, without its value. If memory was refused, returns false, without bins.
// outcome may be null.
bool cal_figure_equal_width(cal_figure *out, cal_arena *arena, const cal_scores *scores, int bins,
                            cal_edges edges);
bool cal_figure_equal_mass(cal_figure *out, cal_arena *arena, const cal_scores *scores, const double *outcome,
                           int bins, cal_mass mass);

// The true probability that the prediction of sample i is right.
double cal_truth_right(const cal_scores *scores, int i);
// [k] the true probabilities of sample i.
const double *cal_truth_row(const cal_scores *scores, int i);

// Name of the part of an infinite figure that counts the samples which make it infinite: those whose outcome
// had probability 0.
#define CAL_IMPOSSIBLE "impossible"

// Adds a further number to the figure.
void cal_figure_part(cal_figure *figure, const char *name, double value);

#endif
