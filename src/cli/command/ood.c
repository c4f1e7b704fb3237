#include "cli/session.h"
#include "run/ood/ood.h"
#include "catalog/corruption/corruption.h"

static const cal_option options[] = {
    CAL_SESSION_OPTIONS,
    {"--resume", "STATE", "Resume training from this state (train --save)", false},
    {"--corruption", "C", "blur, gaussian-noise:severity=3, ... (all of them in all severities)", true},
    {"--bins", "M", "Bins of the calibration metrics (15)", false},
    {NULL, NULL, NULL, false},
};

enum { CORRUPTIONS_MAX = 64, SEVERITIES = 5 };

static cal_status add(cal_choice *out, int *count, const char *text, cal_error *err) {
    if (*count == CORRUPTIONS_MAX)
        return cal_fail(err, CAL_USAGE, "ood: more than %d corruptions; give fewer", CORRUPTIONS_MAX);
    return cal_argument_choice(&out[(*count)++], "corruption", text, err);
}

static cal_status choose(cal_choice *out, int *count, const cal_arguments *arguments, cal_error *err) {
    cal_status status = CAL_OK;
    const char *given;
    for (int i = 0; !status && (given = cal_argument_next(arguments, "--corruption", &i));)
        status = add(out, count, given, err);
    if (*count) return status;
    for (int i = 0; cal_corruptions[i] && !status; i++)
        for (int severity = 1; severity <= SEVERITIES && !status; severity++) {
            cal_text text = {0};
            cal_text_add(&text, "%s:severity=%d", cal_corruptions[i]->entry.id, severity);
            status =
                text.refused ? cal_refuse_memory(err, "the corruptions") : add(out, count, text.data, err);
            cal_text_free(&text);
        }
    return status;
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    static cal_choice corruption[CORRUPTIONS_MAX]; // too large for a stack
    int count = 0, bins = 15;
    cal_session session;
    cal_text json = {0};
    cal_status status = choose(corruption, &count, arguments, err);
    if (!status) status = cal_argument_integer(&bins, arguments, "--bins", 15, 1, 1000, err);
    if (!status) status = cal_session_open(&session, arguments, err);
    if (status) return status;
    // Checked first, so that no work is lost to data without pictures.
    if (!cal_run_data(session.training->run)->test.pixels)
        status = cal_fail(err, CAL_FAILED, "ood: the data has no pictures that could be corrupted");
    if (!status) status = cal_session_train(&session, 0, err);
    if (!status) {
        cal_json_open(&json, '{');
        cal_json_member_string(&json, "spec", session.link.data);
        status = cal_ood_write(&json, session.training->run, corruption, count, bins, err);
        cal_json_close(&json, '}');
    }
    cal_session_close(&session);
    if (status) return cal_text_free(&json), status;
    return cal_print_json(&json, err);
}

const cal_command cal_command_ood = {
    .name = "ood",
    .group = CAL_GROUP_MEASURE,
    .rank = 3,
    .operand = "LINK|W.safetensors",
    .summary =
        "Train a link, or take a trained network, and evaluate it on corrupted pictures of its test set.",
    .options = options,
    .run = run,
};
