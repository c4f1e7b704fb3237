// Computes a loss and its gradient in double precision.
#include "api/handles.h"
#include <string.h>
#include "ad/interpret.h"
#include "catalog/loss/loss.h"
#include "catalog/penalty/penalty.h"

typedef struct objective {
    cal_choice loss, penalty;
    double *state; // state of the loss; null if it has none
    const cal_loss_def *def;
} objective;

// True if a sample's loss depends on other samples, so that one graph must hold all of them.
static bool samples_meet(const objective *o) {
    const cal_shape column = {2, 1, 1, 1};
    cal_graph g = {0};
    cal_node z = cal_graph_input(&g, CAL_MATRIX, (cal_shape){2, 2, 1, 1}),
             y = cal_graph_input(&g, CAL_INDEX, column);
    cal_loss_batch batch = {z, y, .state = cal_loss_state_input(&g, &o->loss)};
    batch.sample_weight = cal_graph_input(&g, CAL_MATRIX, column);
    cal_objective_build(&g, &batch, &o->loss, &o->penalty);
    bool found = false;
    for (int i = 0; i < g.count; i++)
        for (int in = 0; in < cal_op_arity(g.node[i].op); in++)
            found |= g.node[i].in[in] == batch.sample_weight;
    cal_graph_free(&g);
    return found;
}

// Returns label `i` of a multi-label batch that begins with sample `first`, counted row by row.
static int label_at(const cal_loss_def *def, int first, int i) {
    const size_t k = (size_t)def->k, sample = (size_t)first + (size_t)i / k, j = (size_t)i % k;
    return def->labelling == CAL_LABELS_SEVERAL ? def->labels[sample * k + j] : def->labels[sample] == (int)j;
}

// Adds the losses of samples `first` to first + n - 1 to *sum, one at a time. `gradient` [n,k], or null, is
// that of the mean over all samples.
static cal_status evaluate_batch(double *sum, double *gradient, const objective *o, int first, int n,
                                 cal_error *err) {
    const int k = o->def->k;
    const bool several = o->def->labelling != CAL_LABELS_ONE;
    const int rows = several ? n * k : n;
    const size_t at = (size_t)first * (size_t)k, numbers = (size_t)n * (size_t)k;
    cal_graph g = {0};
    cal_node z = cal_graph_input(&g, CAL_MATRIX, (cal_shape){n, k, 1, 1});
    cal_node y = cal_graph_input(&g, CAL_INDEX, (cal_shape){rows, 1, 1, 1});
    cal_loss_batch batch = {.logits = z,
                            .labels = y,
                            .several = several,
                            .known = several ? cal_graph_input(&g, CAL_MATRIX, (cal_shape){rows, 1, 1, 1})
                                             : CAL_ABSENT,
                            .sample_weight = CAL_ABSENT};
    batch.state = cal_loss_state_input(&g, &o->loss);
    cal_node roots[2] = {cal_objective_build(&g, &batch, &o->loss, &o->penalty), CAL_ABSENT};
    if (gradient)
        cal_graph_gradient(&g, cal_graph_scale(&g, cal_graph_total(&g, roots[0]), 1.0 / o->def->n), &z, 1,
                           &roots[1]);
    cal_interpreter *it;
    cal_status status = cal_interpreter_create(&it, &g, roots, 2, err);
    if (!status) {
        // Null if the loss does not read it: label smoothing by 1 ignores labels.
        double *y_in = cal_interpreter_values(it, y), *state_in = cal_interpreter_values(it, batch.state);
        memcpy(cal_interpreter_values(it, z), o->def->logits + at, numbers * sizeof *o->def->logits);
        double *known_in = several ? cal_interpreter_values(it, batch.known) : NULL;
        for (int i = 0; i < rows; i++) {
            const int label = several ? label_at(o->def, first, i) : o->def->labels[first + i];
            if (y_in) y_in[i] = several ? label == 1 : label;
            if (known_in) known_in[i] = label >= 0;
        }
        if (state_in) memcpy(state_in, o->state, cal_loss_state_size(&o->loss) * sizeof *o->state);
        cal_interpreter_run(it);
        const double *loss = cal_interpreter_values(it, roots[0]);
        for (int i = 0; i < n; i++) *sum += loss[i];
        if (gradient) memcpy(gradient + at, cal_interpreter_values(it, roots[1]), numbers * sizeof *gradient);
        cal_interpreter_free(it);
    }
    cal_graph_free(&g);
    return status;
}

// Evaluates in batches that keep the graph's values small, with the same bits as all at once.
static cal_status evaluate(double *mean, double *gradient, const objective *o, cal_error *err) {
    enum { NUMBERS = 1 << 16 };
    const int n = o->def->n, k = o->def->k,
              rows = o->def->labelling == CAL_LABELS_ONE && samples_meet(o) ? n
                     : k < NUMBERS                                          ? NUMBERS / k
                                                                            : 1;
    cal_status status = CAL_OK;
    double sum = 0;
    for (int first = 0; first < n && !status; first += rows)
        status = evaluate_batch(&sum, gradient, o, first, n - first < rows ? n - first : rows, err);
    if (!status) *mean = sum * (1.0 / n);
    return status;
}

static bool learns(const cal_choice *loss) {
    const cal_loss_state *about = cal_loss_of(loss)->state;
    return about && about->validated;
}

// Makes the loss's initial state, or its state after one validation.
static cal_status make_state(objective *o, cal_arena *arena, cal_error *err) {
    const cal_loss_state *about = cal_loss_of(&o->loss)->state;
    const cal_logit_set *set = &o->def->validation;
    cal_scores scores;
    if (set->n && !learns(&o->loss))
        return cal_fail(err, CAL_USAGE, "the validation set: loss %s learns nothing from validation",
                        o->loss.entry->id);
    if (!about) return CAL_OK;
    o->state = cal_arena_alloc(arena, cal_loss_state_size(&o->loss) * sizeof *o->state);
    if (!o->state) return cal_refuse_memory(err, "the state of the loss");
    cal_loss_begin(o->state, &o->loss);
    if (!set->n) return CAL_OK;
    cal_status status = cal_check_logit_set(set, "validation", err);
    if (!status && set->k != o->def->k)
        status = cal_fail(err, CAL_USAGE, "validation set: %d classes, and the other logits have %d", set->k,
                          o->def->k);
    if (!status)
        status = cal_scores_make(&scores, arena, set->logits, set->labels, NULL, set->n, set->k, 1, err);
    if (!status) about->validated(o->state, &scores, &o->loss);
    return status;
}

static cal_status check_numbers(const cal_loss_def *def, cal_error *err) {
    for (int i = 0; i < def->n; i++) {
        if (def->labelling != CAL_LABELS_SEVERAL && (def->labels[i] < 0 || def->labels[i] >= def->k))
            return cal_fail(err, CAL_FAILED, "labels: row %d is %d, which is not between 0 and %d", i,
                            (int)def->labels[i], def->k - 1);
        for (int j = 0; j < def->k; j++) {
            const double z = def->logits[(size_t)i * (size_t)def->k + (size_t)j];
            if (!(z - z == 0))
                return cal_fail(err, CAL_FAILED, "logits: row %d, column %d is %g, which is not finite", i, j,
                                z);
        }
    }
    return CAL_OK;
}

static cal_status parse(objective *o, const char *loss, cal_error *err) {
    const cal_status status = cal_objective_parse(&o->loss, &o->penalty, loss, err);
    return status ? status : cal_objective_check_logits(&o->loss, &o->penalty, err);
}

static cal_status check(objective *o, const cal_loss_def *def, cal_error *err) {
    cal_status status = cal_need_def(def, CAL_COOKIE_LOSS, "loss", err);
    if (!status) status = cal_need_pointer_of(def->loss, "cal_loss_value", "the loss", err);
    if (!status) status = cal_need_pointer_of(def->logits, "cal_loss_value", "logits", err);
    if (!status) status = cal_need_pointer_of(def->labels, "cal_loss_value", "labels", err);
    if (!status && (def->n < 1 || def->k < 2))
        status = cal_fail(err, CAL_USAGE, "loss: n=%d and k=%d are not at least 1 and 2", def->n, def->k);
    if (!status && (unsigned)def->labelling > CAL_LABELS_REST)
        status = cal_fail(err, CAL_USAGE, "loss: labelling=%d is not a cal_labelling", (int)def->labelling);
    if (!status) status = parse(o, def->loss, err);
    if (!status && def->labelling != CAL_LABELS_ONE) status = cal_loss_check_labels(&o->loss, err);
    return status ? status : check_numbers(def, err);
}

static void write_state(cal_text *json, const objective *o) {
    if (!o->state) return;
    cal_json_open(json, '{');
    cal_loss_of(&o->loss)->state->write(json, o->state, &o->loss);
    cal_json_close(json, '}');
}

cal_status cal_loss_about(cal_loss_info *out, const char *loss, cal_error *err) {
    objective o;
    cal_status status = cal_need_pointer(out, "out", err);
    if (!status) status = cal_need_pointer(loss, "the loss", err);
    if (!status) status = parse(&o, loss, err);
    if (!status) *out = (cal_loss_info){.id = o.loss.entry->id, .validation = learns(&o.loss)};
    return status;
}

cal_loss_def cal_default_loss(void) { return (cal_loss_def){.cookie = CAL_COOKIE_LOSS}; }

cal_status cal_loss_value(double *mean, double *gradient, cal_bytes *state, const cal_loss_def *def,
                          cal_error *err) {
    objective o = {.def = def};
    cal_arena arena = {0};
    cal_text json = {0};
    cal_status status = cal_need_pointer(mean, "the mean", err);
    if (state) *state = (cal_bytes){0};
    if (!status) status = check(&o, def, err);
    if (!status) status = make_state(&o, &arena, err);
    if (!status) status = evaluate(mean, gradient, &o, err);
    if (!status && state) {
        write_state(&json, &o);
        status = cal_give_text(state, &json, CAL_OK, err);
    }
    cal_arena_free(&arena);
    return status;
}
