// `calib loss`: the value of a loss and its gradient, in double precision, to
// compare other implementations with.
#include "api/calib.h"
#include "cli/engine.h"
#include "catalog/penalty/penalty.h"
#include "catalog/scores/scores.h"
#include <string.h>

static const cal_option options[] = {
    {"--logits", "L.npy", "Outputs of the model before softmax, [n, classes]", false, true},
    {"--labels", "Y.npy", "Labels, [n]", false, true},
    {"--val-logits", "V.npy", "For a loss that learns from validation outputs: logits to update its state",
     false},
    {"--val-labels", "W.npy", "Labels of those", false},
    CAL_AS_LOGITS_OPTION,
    {"--grad", "G.npy", "Write the gradient with respect to the logits, float64 [n, classes]", false},
    {NULL, NULL, NULL, false},
};

static cal_outputs_options reading_of(const cal_arguments *arguments, cal_notes *notes) {
    return (cal_outputs_options){
        .width = CAL_WIDTH_BOTH,
        .said = cal_argument(arguments, "--as-logits") ? CAL_OUTPUT_LOGITS : CAL_OUTPUT_UNKNOWN,
        .otherwise = "a loss takes logits, so give those, or the logarithms of these",
        .notes = notes};
}

// What a loss that learns from validation looks at first; empty where no --val-logits is given.
static cal_status read_validation(cal_logit_set *out, cal_arguments *arguments, const cal_choice *choice,
                                  int k, const cal_outputs_options *reading, cal_error *err) {
    const cal_loss_state *about = cal_loss_of(choice)->state;
    const char *logits = cal_argument(arguments, "--val-logits"), *labels;
    cal_outputs pair;
    *out = (cal_logit_set){.n = 0};
    if (!logits) return CAL_OK;
    if (!about || !about->validated)
        return cal_fail(err, CAL_USAGE, "--val-logits: loss %s learns nothing from validation",
                        choice->entry->id);
    cal_status status = cal_argument_required(&labels, arguments, "--val-labels", err);
    if (!status) status = cal_outputs_load(&pair, &arguments->arena, logits, labels, reading, err);
    if (!status && pair.k != k)
        status = cal_fail(err, CAL_FAILED, "%s: %d classes, and the other logits have %d", logits, pair.k, k);
    if (!status)
        *out = (cal_logit_set){.logits = pair.logits, .labels = pair.labels, .n = pair.n, .k = pair.k};
    return status;
}

// The gradient [n,k] as a file.
static cal_status save_gradient(const char *path, const double *gradient, int n, int k, cal_error *err) {
    cal_text bytes = {0};
    cal_npy_write(&bytes, "f8", gradient, (int[]){n, k}, 2);
    cal_status status = cal_file_save(NULL, path, &bytes, err);
    cal_text_free(&bytes);
    return status;
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    const char *logits, *labels, *save = cal_argument(arguments, "--grad");
    cal_choice choice, penalty;
    cal_outputs pair;
    cal_notes notes = {0};
    const cal_outputs_options reading = reading_of(arguments, &notes);
    cal_status status = cal_objective_parse(&choice, &penalty, arguments->operand, err);
    if (!status) status = cal_objective_check_logits(&choice, &penalty, err);
    if (!status) status = cal_argument_required(&logits, arguments, "--logits", err);
    if (!status) status = cal_argument_required(&labels, arguments, "--labels", err);
    if (!status) status = cal_outputs_load(&pair, &arguments->arena, logits, labels, &reading, err);
    if (!status) status = cal_scores_check(pair.logits, pair.labels, pair.n, pair.k, err);
    if (status) return status;
    cal_loss_def def = cal_default_loss();
    double mean, *gradient = NULL;
    cal_bytes state;
    cal_text json = {0};
    def.loss = arguments->operand;
    def.logits = pair.wide, def.labels = pair.labels, def.n = pair.n, def.k = pair.k;
    status = read_validation(&def.validation, arguments, &choice, pair.k, &reading, err);
    if (!status && save) {
        gradient = cal_arena_alloc(&arguments->arena, (size_t)pair.n * (size_t)pair.k * sizeof *gradient);
        if (!gradient) status = cal_refuse_memory(err, "the gradient");
    }
    if (!status) status = cal_loss_value(&mean, gradient, &state, &def, err);
    if (status) return status;
    if (save) status = save_gradient(save, gradient, pair.n, pair.k, err);
    if (status) return cal_bytes_free(&state), status;
    cal_notes_print(&notes);
    cal_json_open(&json, '{');
    cal_json_member_number(&json, "loss", mean);
    if (state.size) {
        cal_json_key(&json, "loss_state");
        cal_json_written(&json, state.data);
    }
    cal_bytes_free(&state);
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
