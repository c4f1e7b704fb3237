// Bins of the validation set's confidences, and the bin of a sample.
#include "catalog/loss/shared/bins.h"
#include <string.h>
#include "base/maths/maths.h"
#include "catalog/terms/terms.h"

int cal_loss_bins(const cal_choice *choice) {
    int edges = cal_choice_value(choice, "edges")->count;
    return edges ? edges - 1 : cal_choice_integer(choice, "bins");
}

int cal_loss_bins_columns(const cal_choice *choice) { return cal_loss_bins(choice) + 1; }
int cal_loss_bins_every(const cal_choice *choice) { return cal_choice_integer(choice, "every"); }

double *cal_loss_bins_row(double *state, const cal_choice *choice, cal_loss_bin row) {
    return state + (size_t)row * (size_t)cal_loss_bins_columns(choice);
}

cal_status cal_loss_bins_check(const cal_choice *choice, const char *list, cal_error *err) {
    const cal_value *edges = cal_choice_value(choice, "edges"), *given = cal_choice_value(choice, list);
    const char *id = choice->entry->id;
    if (edges->count == 1)
        return cal_fail(err, CAL_USAGE, "loss %s: edges has one number; give at least two", id);
    for (int i = 1; i < edges->count; i++)
        if (edges->number[i] < edges->number[i - 1])
            return cal_fail(err, CAL_USAGE, "loss %s: edges must ascend, but %.10g follows %.10g", id,
                            edges->number[i], edges->number[i - 1]);
    if (!given->count || given->count == cal_loss_bins(choice)) return CAL_OK;
    int bins = cal_loss_bins(choice);
    return cal_fail(err, CAL_USAGE, "loss %s: %s has %d number%s for %d bin%s", id, list, given->count,
                    given->count == 1 ? "" : "s", bins, bins == 1 ? "" : "s");
}

// Computes the bounds that the lookup compares with from the edges.
static void set_bounds(double *state, const cal_choice *choice) {
    const int bins = cal_loss_bins(choice);
    const double *edge = cal_loss_bins_row(state, choice, CAL_BIN_EDGE);
    double *low = cal_loss_bins_row(state, choice, CAL_BIN_LOW);
    double *high = cal_loss_bins_row(state, choice, CAL_BIN_HIGH);
    for (int b = 0; b < bins; b++) low[b] = edge[b], high[b] = edge[b + 1];
    low[0] = -1;
    high[bins - 1] = 2;
    low[bins] = high[bins] = 3;
}

void cal_loss_bins_begin(double *state, const cal_choice *choice) {
    const cal_value *edges = cal_choice_value(choice, "edges");
    const int bins = cal_loss_bins(choice);
    double *edge = cal_loss_bins_row(state, choice, CAL_BIN_EDGE);
    memset(state, 0, sizeof *state * (size_t)(CAL_BIN_ROWS * (bins + 1)));
    for (int b = 0; b <= bins; b++) {
        edge[b] = edges->count ? edges->number[b] : (double)b / bins;
        cal_loss_bins_row(state, choice, CAL_BIN_GAMMA)[b] = 1;
        cal_loss_bins_row(state, choice, CAL_BIN_CONFIDENCE)[b] = __builtin_nan("");
        cal_loss_bins_row(state, choice, CAL_BIN_ACCURACY)[b] = __builtin_nan("");
    }
    set_bounds(state, choice);
}

// As torrvision/focal_calibration: numpy.interp over the sorted confidences, at bins + 1 evenly spaced
// positions of 0 .. n.
static double edge_at(const cal_scores *s, int b, int bins) {
    const double place = b * ((double)s->n / bins);
    const int below = (int)place;
    if (below >= s->n - 1) return s->confidence[s->order[s->n - 1]];
    const double lo = s->confidence[s->order[below]], hi = s->confidence[s->order[below + 1]];
    return (hi - lo) * (place - below) + lo;
}

void cal_loss_bins_validated(double *state, bool *filled, const cal_scores *validation,
                             const cal_choice *choice) {
    const int bins = cal_loss_bins(choice), n = validation->n;
    double *edge = cal_loss_bins_row(state, choice, CAL_BIN_EDGE);
    for (int b = 0; b <= bins; b++) edge[b] = edge_at(validation, b, bins);
    int i = 0;
    while (i < n && validation->confidence[validation->order[i]] <= edge[0]) i++; // in no bin
    for (int b = 0; b < bins; b++) {
        const int first = i;
        double confidence = 0, correct = 0;
        for (; i < n && validation->confidence[validation->order[i]] <= edge[b + 1]; i++) {
            confidence += validation->confidence[validation->order[i]];
            correct += validation->correct[validation->order[i]];
        }
        if (filled) filled[b] = i > first;
        if (i == first) continue;
        cal_loss_bins_row(state, choice, CAL_BIN_CONFIDENCE)[b] = confidence / (i - first);
        cal_loss_bins_row(state, choice, CAL_BIN_ACCURACY)[b] = correct / (i - first);
    }
    set_bounds(state, choice);
}

void cal_loss_bins_write(cal_text *json, const char *key, const double *state, const cal_choice *choice,
                         cal_loss_bin row) {
    const int columns = cal_loss_bins_columns(choice);
    cal_json_member_numbers(json, key, state + (size_t)row * (size_t)columns,
                            row == CAL_BIN_EDGE ? columns : columns - 1);
}

static cal_node spread(cal_graph *g, const cal_loss_batch *batch, cal_loss_bin row) {
    cal_shape s = {cal_shape_of(g, batch->logits).n, cal_shape_of(g, batch->state).c, 1, 1};
    return cal_graph_broadcast(g, cal_graph_row(g, batch->state, row), CAL_MATRIX, s);
}

// 1 in the column of a sample's bin, else 0: its p_y is below the bin's upper bound and not below its lower
// one. Masks have no derivative in their condition.
cal_node cal_loss_bins_value(cal_graph *g, const cal_loss_batch *batch, cal_loss_bin row) {
    cal_node high = spread(g, batch, CAL_BIN_HIGH), low = spread(g, batch, CAL_BIN_LOW);
    cal_node p = cal_graph_exp(g, cal_log_p(g, batch->logits, batch->labels));
    cal_node each = cal_graph_broadcast(g, p, CAL_MATRIX, cal_shape_of(g, high));
    cal_node one = cal_graph_constant(g, CAL_MATRIX, cal_shape_of(g, high), 1);
    cal_node below = cal_graph_mask(g, one, cal_graph_sub(g, high, each), 0);
    cal_node inside = cal_graph_sub(g, below, cal_graph_mask(g, one, cal_graph_sub(g, low, each), 0));
    return cal_row_total(g, cal_graph_mul(g, inside, spread(g, batch, row)));
}

// The paper's Algorithm 1. If validation is overconfident gamma grows (an inverse focal loss weakens). A
// gamma that becomes weaker than the switching point changes to the other loss.
double cal_adafocal_updated(double gamma, double gap, const cal_choice *choice) {
    const double least = cal_choice_number(choice, "gamma_min"),
                 most = cal_choice_number(choice, "gamma_max");
    const double turn = cal_choice_number(choice, "s_th"), lambda = cal_choice_number(choice, "lambda");
    const bool focal = gamma >= 0;
    gamma *= cal_exp(focal ? lambda * gap : -lambda * gap);
    if ((focal ? gamma : -gamma) < turn) gamma = focal ? -turn : turn;
    return gamma < least ? least : gamma > most ? most : gamma;
}
