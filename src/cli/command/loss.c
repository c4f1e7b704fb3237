// `calib loss`: the value of a loss and its gradient, in double precision, to compare other implementations
// with.
#include <string.h>
#include "cli/input/outputs.h"

static const cal_option options[] = {
    {"--logits", "L.npy", "Outputs of the model before softmax, [n, classes]", false, true},
    {"--labels", "Y.npy", "Labels, [n]; with --head sigmoid [n, labels] of 0, 1 and -1 (unknown)", false,
     true},
    CAL_HEAD_OPTION,
    {"--val-logits", "V.npy", "For a loss that learns from validation outputs: logits to update its state",
     false},
    {"--val-labels", "W.npy", "Labels of those", false},
    CAL_AS_LOGITS_OPTION,
    {"--grad", "G.npy", "Write the gradient with respect to the logits, float64 [n, classes]", false},
    {NULL, NULL, NULL, false},
};

// Reads the outputs that a loss that learns from validation sees first; null without --val-logits.
static cal_status read_validation(cal_file_outputs **out, cal_arguments *arguments, const cal_loss_info *loss,
                                  int k, const cal_file_outputs_def *reading, cal_error *err) {
    const char *logits = cal_argument(arguments, "--val-logits"), *labels;
    if (!logits) return CAL_OK;
    if (!loss->validation)
        return cal_fail(err, CAL_USAGE, "--val-logits: loss %s learns nothing from validation", loss->id);
    cal_status status = cal_argument_required(&labels, arguments, "--val-labels", err);
    if (!status) status = cal_outputs_input(out, arguments, logits, labels, reading, err);
    const int classes = cal_file_outputs_of(*out).k;
    if (!status && classes != k)
        status =
            cal_fail(err, CAL_FAILED, "%s: %d classes, and the other logits have %d", logits, classes, k);
    return status;
}

// Saves the gradient [n,k] as a file.
static cal_status save_gradient(const char *path, const double *gradient, int n, int k, cal_error *err) {
    cal_text bytes = {0};
    cal_npy_write(&bytes, "f8", gradient, (int[]){n, k}, 2);
    cal_status status = cal_file_save(NULL, path, &bytes, err);
    cal_text_free(&bytes);
    return status;
}

typedef struct input {
    cal_file_outputs *test, *validation;
} input;

static cal_status read_input(input *in, cal_arguments *arguments, cal_error *err) {
    const char *logits, *labels;
    cal_loss_info about;
    cal_file_outputs_def reading = cal_default_file_outputs();
    reading.wide = true;
    reading.as_logits = cal_argument(arguments, "--as-logits");
    reading.instead = "a loss takes logits, so give those, or the logarithms of these";
    cal_status status = cal_head_input(&reading.several, arguments, err);
    if (!status) status = cal_loss_about(&about, arguments->operand, err);
    if (!status) status = cal_argument_required(&logits, arguments, "--logits", err);
    if (!status) status = cal_argument_required(&labels, arguments, "--labels", err);
    if (!status) status = cal_outputs_input(&in->test, arguments, logits, labels, &reading, err);
    const cal_logit_set test = cal_file_outputs_of(in->test);
    if (!status && !reading.several) status = cal_logits_check(&test, err);
    reading.set = "val";
    return status ? status : read_validation(&in->validation, arguments, &about, test.k, &reading, err);
}

static cal_status print(double mean, const cal_bytes *state, cal_error *err) {
    cal_text json = {0};
    cal_json_open(&json, '{');
    cal_json_member_number(&json, "loss", mean);
    if (state->size) {
        cal_json_key(&json, "loss_state");
        cal_json_written(&json, state->data);
    }
    cal_json_close(&json, '}');
    return cal_print_json(&json, err);
}

static cal_status evaluate(const input *in, cal_arguments *arguments, cal_error *err) {
    const char *save = cal_argument(arguments, "--grad");
    const cal_logit_set test = cal_file_outputs_of(in->test);
    cal_loss_def def = cal_default_loss();
    double mean, *gradient = NULL;
    cal_bytes state = {0};
    def.loss = arguments->operand;
    def.logits = cal_file_outputs_wide(in->test), def.labels = test.labels, def.n = test.n, def.k = test.k;
    def.labelling = test.labelling;
    def.validation = cal_file_outputs_of(in->validation);
    if (save) {
        gradient = cal_arena_alloc(&arguments->arena, (size_t)test.n * (size_t)test.k * sizeof *gradient);
        if (!gradient) return cal_refuse_memory(err, "the gradient");
    }
    cal_status status = cal_loss_value(&mean, gradient, &state, &def, err);
    if (!status && save) status = save_gradient(save, gradient, test.n, test.k, err);
    if (!status) {
        cal_outputs_say(in->test);
        cal_outputs_say(in->validation);
        status = print(mean, &state, err);
    }
    cal_bytes_free(&state);
    return status;
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    input in = {NULL};
    cal_status status = read_input(&in, arguments, err);
    if (!status) status = evaluate(&in, arguments, err);
    cal_file_outputs_free(in.test);
    cal_file_outputs_free(in.validation);
    return status;
}

const cal_command cal_command_loss = {
    .name = "loss",
    .group = CAL_GROUP_MEASURE,
    .rank = 8,
    .operand = "LOSS",
    .summary = "The mean of a loss such as 'focal:gamma=3' over given logits, and its gradient, in double "
               "precision.",
    .options = options,
    .run = run,
};
