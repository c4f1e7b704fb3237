// `calib loss`: the value of a loss and its gradient, in double precision, to
// compare other implementations with.
#include "ad/interpret.h"
#include "cli/cli.h"
#include "run/link/spec.h"
#include "catalog/penalty/penalty.h"
#include "catalog/scores/scores.h"
#include <string.h>

static const cal_option options[] = {
    {"--logits", "L.npy", "Outputs of the model before softmax, [n, classes]", false},
    {"--labels", "Y.npy", "Labels, [n]", false},
    {"--val-logits", "V.npy", "For a loss that learns from validation outputs: logits to update its state",
     false},
    {"--val-labels", "W.npy", "Labels of those", false},
    CAL_AS_LOGITS_OPTION,
    {"--grad", "G.npy", "Write the gradient with respect to the logits, float64 [n, classes]", false},
    {NULL, NULL, NULL, false},
};

typedef struct objective {
    const cal_choice *loss, *penalty;
    const double *state;
    const cal_outputs *pair;
} objective;

// Whether the loss couples samples, which then all go into one graph.
static bool samples_meet(const objective *o) {
    const cal_shape column = {2, 1, 1, 1};
    cal_graph g = {0};
    cal_node z = cal_graph_input(&g, CAL_MATRIX, (cal_shape){2, 2, 1, 1}),
             y = cal_graph_input(&g, CAL_INDEX, column);
    cal_loss_batch batch = {z, y, .state = cal_loss_state_input(&g, o->loss)};
    batch.share = cal_graph_input(&g, CAL_MATRIX, column);
    cal_objective_build(&g, &batch, o->loss, o->penalty);
    bool found = false;
    for (int i = 0; i < g.count; i++)
        for (int in = 0; in < cal_op_arity(g.node[i].op); in++) found |= g.node[i].in[in] == batch.share;
    cal_graph_free(&g);
    return found;
}

// Adds the losses of samples `first` to first + n - 1 to *sum, one by one; gradient[n,k] is that of the mean
// over all samples, or null.
static cal_status evaluate_batch(double *sum, double *gradient, const objective *o, int first, int n,
                                 cal_error *err) {
    const int k = o->pair->k;
    const size_t at = (size_t)first * (size_t)k, numbers = (size_t)n * (size_t)k;
    cal_graph g = {0};
    cal_node z = cal_graph_input(&g, CAL_MATRIX, (cal_shape){n, k, 1, 1});
    cal_node y = cal_graph_input(&g, CAL_INDEX, (cal_shape){n, 1, 1, 1});
    cal_loss_batch batch = {z, y, .share = CAL_ZERO, .state = cal_loss_state_input(&g, o->loss)};
    cal_node roots[2] = {cal_objective_build(&g, &batch, o->loss, o->penalty), CAL_ZERO};
    if (gradient)
        cal_graph_gradient(&g, cal_graph_scale(&g, cal_graph_total(&g, roots[0]), 1.0 / o->pair->n), &z, 1,
                           &roots[1]);
    cal_interpreter *it;
    cal_status status = cal_interpreter_create(&it, &g, roots, 2, err);
    if (!status) {
        double *y_in = cal_interpreter_values(it, y), *state_in = cal_interpreter_values(it, batch.state);
        memcpy(cal_interpreter_values(it, z), o->pair->wide + at, numbers * sizeof *o->pair->wide);
        for (int i = 0; i < n; i++) y_in[i] = o->pair->labels[first + i];
        if (state_in) memcpy(state_in, o->state, cal_loss_state_size(o->loss) * sizeof *o->state);
        cal_interpreter_run(it);
        const double *loss = cal_interpreter_values(it, roots[0]);
        for (int i = 0; i < n; i++) *sum += loss[i];
        if (gradient) memcpy(gradient + at, cal_interpreter_values(it, roots[1]), numbers * sizeof *gradient);
        cal_interpreter_free(it);
    }
    cal_graph_free(&g);
    return status;
}

// Computes the mean loss and, unless `grad` is null, its gradient [n, k]. Takes few samples at a time, to
// keep the graph small; the bits are the same as for all at once.
static cal_status evaluate(double *mean, cal_text *grad, const objective *o, cal_error *err) {
    enum { NUMBERS = 1 << 16 };
    const int n = o->pair->n, k = o->pair->k;
    int rows = samples_meet(o) ? n : k < NUMBERS ? NUMBERS / k : 1;
    cal_arena arena = {0};
    cal_status status = CAL_OK;
    double sum = 0,
           *gradient = grad ? cal_arena_alloc(&arena, (size_t)n * (size_t)k * sizeof *gradient) : NULL;
    if (grad && !gradient) status = cal_refuse_memory(err, "the gradient");
    for (int first = 0; first < n && !status; first += rows)
        status = evaluate_batch(&sum, gradient, o, first, n - first < rows ? n - first : rows, err);
    *mean = sum * (1.0 / n);
    if (!status && grad) cal_npy_write(grad, "f8", gradient, (int[]){n, k}, 2);
    cal_arena_free(&arena);
    return status;
}

static cal_reading reading_of(const cal_arguments *arguments, cal_notes *notes) {
    return (cal_reading){.width = CAL_WIDTH_BOTH,
                         .said = cal_argument(arguments, "--as-logits") ? CAL_SAID_LOGITS : CAL_SAID_NOTHING,
                         .otherwise = "a loss takes logits, so give those, or the logarithms of these",
                         .notes = notes};
}

// The loss's initial state, updated by the validation outputs if they are given. Null if it has no state.
static cal_status make_state(double **out, cal_arguments *arguments, const cal_choice *choice, int k,
                             const cal_reading *reading, cal_error *err) {
    const cal_loss_state *about = cal_loss_of(choice)->state;
    const char *logits = cal_argument(arguments, "--val-logits"), *labels;
    cal_outputs pair;
    cal_scores scores;
    *out = NULL;
    if (logits && !(about && about->validated))
        return cal_fail(err, CAL_USAGE, "--val-logits: loss %s learns nothing from validation",
                        choice->entry->id);
    if (!about) return CAL_OK;
    *out = cal_arena_alloc(&arguments->arena, cal_loss_state_size(choice) * sizeof **out);
    if (!*out) return cal_refuse_memory(err, "the state of the loss");
    cal_loss_begin(*out, choice);
    if (!logits) return CAL_OK;
    cal_status status = cal_argument_required(&labels, arguments, "--val-labels", err);
    if (!status) status = cal_outputs_load(&pair, &arguments->arena, logits, labels, reading, err);
    if (!status && pair.k != k)
        status = cal_fail(err, CAL_FAILED, "%s: %d classes, but the other logits have %d", logits, pair.k, k);
    if (!status)
        status = cal_scores_make(&scores, &arguments->arena, pair.logits, pair.labels, NULL, pair.n, pair.k,
                                 1, err);
    if (!status) about->validated(*out, &scores, choice);
    return status;
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    const char *logits, *labels, *save = cal_argument(arguments, "--grad");
    cal_choice choice, penalty;
    cal_outputs pair;
    cal_notes notes = {0};
    const cal_reading reading = reading_of(arguments, &notes);
    cal_status status = cal_objective_parse(&choice, &penalty, arguments->operand, err);
    if (!status) status = cal_objective_check_logits(&choice, &penalty, err);
    if (!status) status = cal_argument_required(&logits, arguments, "--logits", err);
    if (!status) status = cal_argument_required(&labels, arguments, "--labels", err);
    if (!status) status = cal_outputs_load(&pair, &arguments->arena, logits, labels, &reading, err);
    if (!status) status = cal_scores_check(pair.logits, pair.labels, pair.n, pair.k, err);
    if (status) return status;
    double mean, *state;
    cal_text grad = {0}, json = {0};
    status = make_state(&state, arguments, &choice, pair.k, &reading, err);
    if (status) return status;
    status = evaluate(&mean, save ? &grad : NULL, &(objective){&choice, &penalty, state, &pair}, err);
    if (!status && save) status = cal_file_save(NULL, save, &grad, err);
    cal_text_free(&grad);
    if (status) return status;
    cal_notes_print(&notes);
    cal_json_open(&json, '{');
    cal_json_member_number(&json, "loss", mean);
    if (state) {
        cal_json_key(&json, "loss_state");
        cal_json_open(&json, '{');
        cal_loss_of(&choice)->state->write(&json, state, &choice);
        cal_json_close(&json, '}');
    }
    cal_json_close(&json, '}');
    return cal_print_json(&json, err);
}

const cal_command cal_command_loss = {
    .name = "loss",
    .group = CAL_GROUP_MEASURE,
    .rank = 5,
    .operand = "LOSS",
    .summary = "The mean of a loss such as 'focal:gamma=3' over given logits, and its gradient, in double "
               "precision.",
    .options = options,
    .run = run,
};
