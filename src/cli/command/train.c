#include <limits.h>
#include "cli/report.h"
#include "cli/session.h"

static const cal_option options[] = {
    CAL_SESSION_OPTIONS,
    {"--steps", "N", "Pause after N steps, and report on the weights at that step", false},
    {"--save", "STATE", "At the end or pause, save the state of the run to this safetensors file", false},
    {"--resume", "STATE", "Resume from such a file, with the same link", false},
    {"--out", "DIR", "Write report.json, weights.safetensors, and logits and labels as .npy", false},
    CAL_FORMAT_OPTION,
    {NULL, NULL, NULL, false},
};

static cal_status save(const char *folder, const cal_training *training, const cal_report *report,
                       cal_error *err) {
    cal_bytes weights, json = {0};
    cal_status status = cal_training_weights(&weights, training, err);
    if (!status) status = cal_bytes_save(folder, "weights.safetensors", &weights, err);
    cal_bytes_free(&weights);
    if (!status) status = cal_report_json(&json, report, err);
    const cal_bytes line = {json.data, status ? 0 : json.size - 1}; // without its line feed
    if (!status) status = cal_bytes_save(folder, "report.json", &line, err);
    cal_bytes_free(&json);
    for (int set = CAL_SET_TEST; set >= CAL_SET_VALIDATION && !status; set--) {
        const cal_sample_set samples = cal_training_samples(training, (cal_set)set);
        if (!samples.n) continue;
        status = cal_outputs_save(folder, set == CAL_SET_TEST ? "test" : "val",
                                  cal_training_logits(training, (cal_set)set), &samples, err);
    }
    return status;
}

static cal_status save_state(const char *path, const cal_training *training, cal_error *err) {
    cal_bytes state;
    cal_status status = cal_training_save(&state, training, err);
    if (!status) status = cal_bytes_save(NULL, path, &state, err);
    cal_bytes_free(&state);
    return status;
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    const char *folder = cal_argument(arguments, "--out"), *state = cal_argument(arguments, "--save");
    cal_session session;
    cal_report *report = NULL;
    const char *format;
    int steps = 0;
    cal_status status = cal_report_format_read(&format, arguments, err);
    if (!status) status = cal_argument_integer(&steps, arguments, "--steps", INT_MAX, 1, INT_MAX, err);
    if (!status) status = cal_session_open(&session, arguments, err);
    if (status) return status;
    // Make the folder first, so that no training is lost if that fails.
    if (folder) status = cal_folder_make(folder, err);
    if (!status) status = cal_session_train(&session, steps, err);
    if (!status && state) status = save_state(state, session.training, err);
    if (!status) status = cal_report_training(&report, session.training, err);
    if (!status && folder) status = save(folder, session.training, report, err);
    if (!status) status = cal_report_print(report, format, err);
    cal_report_free(report);
    cal_session_close(&session);
    return status;
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
