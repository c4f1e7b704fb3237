#include "cli/session.h"
#include <limits.h>
#include <string.h>

static const cal_option options[] = {
    CAL_SESSION_OPTIONS,
    {"--steps", "N", "Pause after N steps, and report on the weights at that step", false},
    {"--save", "STATE", "At the end or pause, save the state of the run to this safetensors file", false},
    {"--resume", "STATE", "Resume from such a file, with the same link", false},
    {"--out", "DIR", "Write report.json, weights.safetensors, and logits and labels as .npy", false},
    {NULL, NULL, NULL, false},
};

static cal_status save(const char *folder, const cal_run *run, const cal_text *report, cal_error *err) {
    const cal_dataset *data = cal_run_data(run);
    cal_text weights = {0};
    cal_weights_write_run(&weights, run);
    cal_status status = cal_file_save(folder, "weights.safetensors", &weights, err);
    cal_text_free(&weights);
    if (!status) status = cal_file_save(folder, "report.json", report, err);
    if (!status)
        status = cal_outputs_save(folder, "test", cal_run_test_logits(run), &data->test, data->k, err);
    return status || !data->val.n
               ? status
               : cal_outputs_save(folder, "val", cal_run_val_logits(run), &data->val, data->k, err);
}

static cal_status save_state(const char *path, const cal_run *run, cal_error *err) {
    cal_text bytes = {0};
    cal_status status = cal_run_save(&bytes, run, err);
    if (!status) status = cal_file_save(NULL, path, &bytes, err);
    cal_text_free(&bytes);
    return status;
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    const char *folder = cal_argument(arguments, "--out"), *state = cal_argument(arguments, "--save");
    cal_session session;
    cal_text json = {0};
    int steps = 0;
    cal_status status = cal_argument_integer(&steps, arguments, "--steps", INT_MAX, 1, INT_MAX, err);
    if (!status) status = cal_session_open(&session, arguments, err);
    if (status) return status;
    // Made first, so that no work is lost to a folder that cannot be made.
    if (folder) status = cal_folder_make(folder, err);
    if (!status) status = cal_session_train(&session, steps, err);
    if (!status && state) status = save_state(state, session.run, err);
    if (!status && !cal_run_over(session.run)) cal_run_evaluate(session.run);
    if (!status) status = cal_run_report(session.run, &json, err);
    if (!status && folder) status = save(folder, session.run, &json, err);
    cal_session_close(&session);
    if (status) return cal_text_free(&json), status;
    return cal_print_json(&json, err);
}

const cal_command cal_command_train = {
    .name = "train",
    .group = CAL_GROUP_TRAIN,
    .rank = 1,
    .operand = "LINK",
    .summary = "Train a link, and report on the network.",
    .options = options,
    .run = run,
};
