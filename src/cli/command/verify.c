#include "cli/sweep/sweep.h"

static const cal_option options[] = {
    CAL_SESSION_OPTIONS,
    {"--sample", "N",
     "Of a folder that calib sweep --out filled: train N of its results again, drawn at random", false},
    {"--seed", "S",
     "By which they are drawn (a new one each time, by the system's entropy, which is printed)", false},
    {"--checks", "DIR",
     "Of --sample: keep here what comes out (calib/checks in XDG_STATE_HOME or ~/.local/state)", false},
    {"--by", "NAME", "Of --sample: who verified, as --gather shows it (the user's name)", false},
    {NULL, NULL, NULL, false},
};

static cal_status write(cal_text *json, const cal_session *session, const cal_link *got, const char *text,
                        cal_error *err) {
    const cal_link *promised = session->given;
    cal_bytes rows;
    bool same;
    const cal_status status = cal_link_compare(&same, &rows, promised, got, err);
    if (status) return status;
    cal_json_open(json, '{');
    cal_json_member_string(json, "spec", session->link.data);
    cal_json_member_string(json, "promised", session->about.promised);
    cal_json_member_string(json, "digest", cal_link_about(got).promised);
    cal_json_key(json, "rows");
    cal_json_written(json, rows.data);
    cal_json_member_bool(json, "same", same);
    cal_json_member_bool(json, "close", same || !cal_link_reproduced(promised, got, NULL));
    cal_json_member_string(json, "link", text);
    cal_json_close(json, '}');
    cal_bytes_free(&rows);
    return CAL_OK;
}

static cal_status check_promise(const char *text, cal_error *err) {
    cal_link *link;
    cal_status status = cal_link_parse(&link, text, err);
    if (!status && !cal_link_about(link).promised[0])
        status = cal_fail(err, CAL_USAGE,
                          "verify: the link promises nothing: it has neither receipt=... nor digest=...");
    cal_link_free(link);
    return status;
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    cal_session session;
    cal_link *got = NULL;
    cal_training_result result = {0};
    cal_text json = {0};
    if (cal_argument(arguments, "--sample")) return cal_sweep_audit(arguments, err);
    static const char *const of_sample[] = {"--seed", "--checks", "--by", NULL};
    const char *lonely = cal_argument_any(arguments, of_sample);
    if (lonely) return cal_fail(err, CAL_USAGE, "verify: %s needs --sample", lonely);
    if (cal_is_folder(arguments->operand))
        return cal_fail(err, CAL_USAGE,
                        "verify: %.200s is a folder: give --sample N, how many of its results to train again",
                        arguments->operand);
    cal_status status = check_promise(arguments->operand, err);
    if (!status) status = cal_session_open(&session, arguments, err);
    if (status) return status;
    status = cal_session_train(&session, 0, err);
    if (!status) status = cal_training_receipt(&result, session.training, err);
    if (!status) status = cal_link_parse(&got, result.link.data, err);
    if (!status) status = write(&json, &session, got, result.link.data, err);
    if (!status) status = cal_print_json(&json, err);
    if (!status) status = cal_link_reproduced(session.given, got, err);
    cal_text_free(&json);
    cal_link_free(got);
    cal_bytes_free(&result.link);
    cal_session_close(&session);
    return status;
}

const cal_command cal_command_verify = {
    .name = "verify",
    .group = CAL_GROUP_SHARE,
    .rank = 2,
    .operand = "LINK|DIR",
    .summary =
        "Train a link again, and compare with the result that it promises; or some of a sweep's results.",
    .options = options,
    .run = run,
};
