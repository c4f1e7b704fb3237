// Computes losses of single outputs and finds their minimisers.
#include "run/theory/theory.h"
#include <string.h>
#include "ad/interpret.h"
#include "base/maths/maths.h"
#include "catalog/penalty/penalty.h"

enum { GRID = 4001, HALVINGS = 80 };
static const double reach = 40; // the grid has logits from -reach to reach

// A loss of `count` samples with k logits each.
typedef struct rows {
    cal_graph g;
    cal_interpreter *run;
    cal_node logits, labels, state, losses, slope;
    int count, k;
} rows;

static bool reads(const cal_graph *g, cal_node x, cal_node input) {
    for (cal_node i = x; i > input; i--) // a node comes after its inputs
        for (int j = 0; j < CAL_INPUTS_MAX; j++)
            if (g->node[i].in[j] == input) return true;
    return false;
}

static void close_rows(rows *r) {
    cal_interpreter_free(r->run);
    cal_graph_free(&r->g);
}

static cal_status open_rows(rows *r, const cal_choice *choice, int count, int k, bool single,
                            cal_error *err) {
    cal_status refused = single ? CAL_OK : cal_objective_check_logits(choice, NULL, err);
    if (refused) return refused;
    *r = (rows){.count = count, .k = k};
    r->logits = cal_graph_input(&r->g, CAL_MATRIX, (cal_shape){count, k, 1, 1});
    r->labels = cal_graph_input(&r->g, CAL_INDEX, (cal_shape){count, 1, 1, 1});
    const cal_node weight =
        single ? CAL_ABSENT : cal_graph_input(&r->g, CAL_MATRIX, (cal_shape){count, 1, 1, 1});
    r->state = cal_loss_state_input(&r->g, choice);
    const cal_loss_batch batch = {
        .logits = r->logits, .labels = r->labels, .sample_weight = weight, .state = r->state};
    r->losses = cal_objective_build(&r->g, &batch, choice, NULL);
    if (!single && reads(&r->g, r->losses, weight)) {
        close_rows(r);
        return cal_fail(err, CAL_USAGE,
                        "loss %s couples the samples of a batch: it has no value for a single output",
                        choice->entry->id);
    }
    cal_graph_gradient(&r->g, cal_graph_total(&r->g, r->losses), &r->logits, 1, &r->slope);
    cal_status status = cal_interpreter_create(&r->run, &r->g, (cal_node[]){r->losses, r->slope}, 2, err);
    if (status) close_rows(r);
    else cal_loss_begin(r->state == CAL_ABSENT ? NULL : cal_interpreter_values(r->run, r->state), choice);
    return status;
}

// Refuses losses that couple the samples of a batch, before many rows are allocated.
static cal_status check_alone(const cal_choice *loss, int k, cal_error *err) {
    rows two;
    cal_status status = open_rows(&two, loss, 2, k, false, err);
    if (!status) close_rows(&two);
    return status;
}

// Sets row i to `label`, with class 0 raised by `logit` above equal probabilities.
static void set_row(const rows *r, int i, double logit, int label) {
    double *z = cal_interpreter_values(r->run, r->logits) + (size_t)i * (size_t)r->k;
    double *labels = cal_interpreter_values(r->run, r->labels);
    memset(z, 0, (size_t)r->k * sizeof *z);
    z[0] = logit + cal_log(r->k - 1);
    if (labels) labels[i] = label;
}

static double loss_of(const rows *r, int i) { return cal_interpreter_values(r->run, r->losses)[i]; }
static double slope_of(const rows *r, int i, int class) {
    const double *slope = r->slope == CAL_ZERO ? NULL : cal_interpreter_values(r->run, r->slope);
    return slope ? slope[(size_t)i * (size_t)r->k + (size_t)class] : 0;
}

cal_status cal_loss_curve_make(cal_loss_curve *out, cal_arena *arena, const cal_choice *loss, int k,
                               const double *q, int count, bool single, cal_error *err) {
    rows r;
    const size_t bytes = (size_t)count * sizeof(double);
    const int together = single ? 1 : count;
    *out = (cal_loss_curve){.count = count, .q = q};
    out->loss = cal_arena_alloc(arena, bytes);
    out->slope = cal_arena_alloc(arena, bytes);
    out->factor = cal_arena_alloc(arena, bytes);
    out->by_q = cal_arena_alloc(arena, bytes);
    cal_status status = arena->refused ? cal_refuse_memory(err, "a curve") : CAL_OK;
    if (!status && !single) status = check_alone(loss, k, err);
    if (!status) status = open_rows(&r, loss, together, k, single, err);
    if (status) return status;
    for (int first = 0; first < count; first += together) {
        for (int i = 0; i < together; i++)
            set_row(&r, i, cal_log(q[first + i]) - cal_log1p(-q[first + i]), 0);
        cal_interpreter_run(r.run);
        for (int i = 0; i < together; i++) {
            const int at = first + i;
            out->loss[at] = loss_of(&r, i);
            out->slope[at] = slope_of(&r, i, 0);
            out->factor[at] = out->slope[at] / (q[at] - 1);
            // Only one logit moves: dz = dq / (q (1 - q)).
            out->by_q[at] = out->slope[at] / (q[at] * (1 - q[at]));
        }
    }
    close_rows(&r);
    return CAL_OK;
}

// ---- optimum

// Sets two rows for each logit: one with the class as the label, one with another class.
static void set_pairs(const rows *r, const double *logit, int count) {
    for (int i = 0; i < count; i++) {
        set_row(r, 2 * i, logit[i], 0);
        set_row(r, 2 * i + 1, logit[i], 1);
    }
    cal_interpreter_run(r->run);
}

static double risk_of(const rows *r, int pair, double p) {
    return p * loss_of(r, 2 * pair) + (1 - p) * loss_of(r, 2 * pair + 1);
}

static double risk_slope(const rows *r, int pair, double p) {
    return p * slope_of(r, 2 * pair, 0) + (1 - p) * slope_of(r, 2 * pair + 1, 0);
}

static double grid_logit(int i) { return -reach + 2 * reach * i / (GRID - 1); }

// Finds the grid's best point for each p.
static cal_status search_grid(int *best, const cal_choice *loss, int k, const double *p, int count,
                              cal_arena *arena, cal_error *err) {
    rows r;
    double *logit = cal_arena_alloc(arena, GRID * sizeof *logit);
    if (!logit) return cal_refuse_memory(err, "a search");
    cal_status status = open_rows(&r, loss, 2 * GRID, k, false, err);
    if (status) return status;
    for (int i = 0; i < GRID; i++) logit[i] = grid_logit(i);
    set_pairs(&r, logit, GRID);
    for (int j = 0; j < count; j++) {
        best[j] = 0;
        double least = risk_of(&r, 0, p[j]);
        for (int i = 1; i < GRID; i++) {
            double risk = risk_of(&r, i, p[j]);
            if (risk < least) least = risk, best[j] = i;
        }
    }
    close_rows(&r);
    return CAL_OK;
}

// Bisects the risk's derivative between the grid's neighbours, for all p at once. Keeps the grid point if the
// sign does not change there, at a jump or at an end.
static void refine(double *logit, const rows *r, const double *p, const int *best, int count, double *low,
                   double *high) {
    for (int side = 0; side < 2; side++) {
        for (int j = 0; j < count; j++) {
            int i = best[j] + (side ? 1 : -1);
            (side ? high : low)[j] = grid_logit(i < 0 ? 0 : i >= GRID ? GRID - 1 : i);
        }
        set_pairs(r, side ? high : low, count);
        for (int j = 0; j < count; j++) {
            double slope = risk_slope(r, j, p[j]);
            if (side ? slope <= 0 : slope >= 0) low[j] = high[j] = grid_logit(best[j]);
        }
    }
    for (int turn = 0; turn < HALVINGS; turn++) {
        for (int j = 0; j < count; j++) logit[j] = low[j] + (high[j] - low[j]) / 2;
        set_pairs(r, logit, count);
        for (int j = 0; j < count; j++) {
            double slope = risk_slope(r, j, p[j]);
            if (slope <= 0) low[j] = logit[j];
            if (slope >= 0) high[j] = logit[j];
        }
    }
}

cal_status cal_loss_optimum_find(cal_loss_optimum *out, cal_arena *arena, const cal_choice *loss, int k,
                                 const double *p, int count, cal_error *err) {
    rows r;
    const size_t bytes = (size_t)count * sizeof(double);
    int *best = cal_arena_alloc(arena, (size_t)count * sizeof *best);
    double *logit = cal_arena_alloc(arena, bytes), *low = cal_arena_alloc(arena, bytes);
    double *high = cal_arena_alloc(arena, bytes);
    out->q = cal_arena_alloc(arena, bytes);
    out->risk = cal_arena_alloc(arena, bytes);
    out->bound = cal_arena_alloc(arena, (size_t)count * sizeof *out->bound);
    cal_status status = arena->refused ? cal_refuse_memory(err, "a search") : check_alone(loss, k, err);
    if (!status) status = search_grid(best, loss, k, p, count, arena, err);
    if (!status) status = open_rows(&r, loss, 2 * count, k, false, err);
    if (status) return status;
    refine(logit, &r, p, best, count, low, high);
    for (int j = 0; j < count; j++) {
        out->q[j] = cal_sigmoid(logit[j]);
        out->risk[j] = risk_of(&r, j, p[j]);
        out->bound[j] = best[j] == 0 || best[j] == GRID - 1;
    }
    close_rows(&r);
    return CAL_OK;
}
