// The value of a loss and its gradient, in double precision: what other people's implementations can be
// compared with.
#include "ad/interpret.h"
#include "cli/cli.h"
#include "zoo/loss.h"
#include "zoo/scores.h"
#include <string.h>

static const cal_option options[] = {
    {"--logits", "L.npy", "Outputs of the model before softmax, [n, classes]", false},
    {"--labels", "Y.npy", "The right classes, [n]", false},
    {"--grad", "G.npy", "Write the gradient with respect to the logits there, float64 [n, classes]", false},
    {NULL, NULL, NULL, false},
};

// Mean loss, and its gradient where `grad` is not null; n k doubles.
static cal_status evaluate(double *mean, cal_text *grad, const cal_choice *choice, const double *logits,
                           const int32_t *labels, int n, int k, cal_error *err) {
    const cal_loss *loss = (const cal_loss *)choice->entry; // its first member
    cal_graph g = {0};
    cal_node z = cal_input(&g, CAL_MATRIX, (cal_shape){n, k, 1, 1});
    cal_node y = cal_input(&g, CAL_INDEX, (cal_shape){n, 1, 1, 1});
    cal_loss_batch batch = {.logits = z, .labels = y, .share = CAL_ZERO};
    cal_node roots[2] = {cal_scale(&g, cal_total_of(&g, loss->build(&g, &batch, choice)), 1.0 / n), CAL_ZERO};
    if (grad) cal_gradient(&g, roots[0], &z, 1, &roots[1]);
    cal_interpreter *it;
    cal_status status = cal_interpreter_create(&it, &g, roots, 2, err);
    if (!status) {
        double *y_in = cal_interpreter_values(it, y);
        memcpy(cal_interpreter_values(it, z), logits, (size_t)n * k * sizeof *logits);
        for (int i = 0; i < n; i++) y_in[i] = labels[i];
        cal_interpreter_run(it);
        *mean = *cal_interpreter_values(it, roots[0]);
        if (grad) cal_npy_write(grad, "f8", cal_interpreter_values(it, roots[1]), (int[]){n, k}, 2);
        cal_interpreter_free(it);
    }
    cal_graph_free(&g);
    return status;
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    const char *logits, *labels, *save = cal_argument(arguments, "--grad");
    cal_choice choice;
    cal_pair pair;
    cal_status status = cal_argument_choice(&choice, "loss", arguments->operand, err);
    if (!status) status = cal_argument_required(&logits, arguments, "--logits", err);
    if (!status) status = cal_argument_required(&labels, arguments, "--labels", err);
    if (!status) status = cal_pair_load(&pair, &arguments->arena, logits, labels, err);
    if (!status) status = cal_scores_check(pair.logits, pair.labels, pair.n, pair.k, err);
    if (status) return status;
    double mean;
    cal_text grad = {0}, json = {0};
    status = evaluate(&mean, save ? &grad : NULL, &choice, pair.wide, pair.labels, pair.n, pair.k, err);
    if (!status && save) status = cal_file_save(NULL, save, &grad, err);
    cal_text_free(&grad);
    if (status) return status;
    cal_json_open(&json, '{');
    cal_json_key(&json, "loss");
    cal_json_number(&json, mean);
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
