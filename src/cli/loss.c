// The value of a loss and its gradient, in double precision: what other people's implementations can be
// compared with.
#include "ad/interpret.h"
#include "cli/cli.h"
#include "run/spec.h"
#include "zoo/penalty.h"
#include "zoo/scores.h"
#include <string.h>

static const cal_option options[] = {
    {"--logits", "L.npy", "Outputs of the model before softmax, [n, classes]", false},
    {"--labels", "Y.npy", "The right classes, [n]", false},
    {"--val-logits", "V.npy", "For a loss that learns from validation: what it looks at first", false},
    {"--val-labels", "W.npy", "The right classes of those", false},
    {"--grad", "G.npy", "Write the gradient with respect to the logits there, float64 [n, classes]", false},
    {NULL, NULL, NULL, false},
};

// Mean loss, and its gradient where `grad` is not null; n k doubles.
static cal_status evaluate(double *mean, cal_text *grad, const cal_choice *choice, const cal_choice *penalty,
                           const double *state, const cal_outputs *pair, cal_error *err) {
    const int n = pair->n, k = pair->k;
    cal_graph g = {0};
    cal_node z = cal_input(&g, CAL_MATRIX, (cal_shape){n, k, 1, 1});
    cal_node y = cal_input(&g, CAL_INDEX, (cal_shape){n, 1, 1, 1});
    cal_loss_batch batch = {z, y, .share = CAL_ZERO, .state = cal_loss_state_input(&g, choice)};
    cal_node roots[2] = {
        cal_scale(&g, cal_total_of(&g, cal_objective_build(&g, &batch, choice, penalty)), 1.0 / n), CAL_ZERO};
    if (grad) cal_gradient(&g, roots[0], &z, 1, &roots[1]);
    cal_interpreter *it;
    cal_status status = cal_interpreter_create(&it, &g, roots, 2, err);
    if (!status) {
        double *y_in = cal_interpreter_values(it, y);
        double *state_in = cal_interpreter_values(it, batch.state);
        memcpy(cal_interpreter_values(it, z), pair->wide, (size_t)n * k * sizeof *pair->wide);
        for (int i = 0; i < n; i++) y_in[i] = pair->labels[i];
        if (state_in) memcpy(state_in, state, cal_loss_state_size(choice) * sizeof *state);
        cal_interpreter_run(it);
        *mean = *cal_interpreter_values(it, roots[0]);
        if (grad) cal_npy_write(grad, "f8", cal_interpreter_values(it, roots[1]), (int[]){n, k}, 2);
        cal_interpreter_free(it);
    }
    cal_graph_free(&g);
    return status;
}

// The state that the loss begins with, or what one validation makes of it. Null where it has none.
static cal_status make_state(double **out, cal_arguments *arguments, const cal_choice *choice, int k,
                             cal_error *err) {
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
    if (!*out) return cal_fail(err, CAL_MEMORY, "memory for the state of the loss was refused");
    cal_loss_begin(*out, choice);
    if (!logits) return CAL_OK;
    cal_status status = cal_argument_required(&labels, arguments, "--val-labels", err);
    if (!status) status = cal_outputs_load(&pair, &arguments->arena, logits, labels, CAL_WIDTH_BOTH, err);
    if (!status && pair.k != k)
        status = cal_fail(err, CAL_FAILED, "%s: %d classes, and the other logits have %d", logits, pair.k, k);
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
    cal_status status = cal_objective_parse(&choice, &penalty, arguments->operand, err);
    if (!status) status = cal_objective_check_logits(&choice, &penalty, err);
    if (!status) status = cal_argument_required(&logits, arguments, "--logits", err);
    if (!status) status = cal_argument_required(&labels, arguments, "--labels", err);
    if (!status) status = cal_outputs_load(&pair, &arguments->arena, logits, labels, CAL_WIDTH_BOTH, err);
    if (!status) status = cal_scores_check(pair.logits, pair.labels, pair.n, pair.k, err);
    if (status) return status;
    double mean, *state;
    cal_text grad = {0}, json = {0};
    status = make_state(&state, arguments, &choice, pair.k, err);
    if (status) return status;
    status = evaluate(&mean, save ? &grad : NULL, &choice, &penalty, state, &pair, err);
    if (!status && save) status = cal_file_save(NULL, save, &grad, err);
    cal_text_free(&grad);
    if (status) return status;
    cal_json_open(&json, '{');
    cal_json_key(&json, "loss");
    cal_json_number(&json, mean);
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
    .operand = "LOSS",
    .summary = "The mean of a loss such as 'focal:gamma=3' over given logits, and its gradient, in double.",
    .options = options,
    .run = run,
};
