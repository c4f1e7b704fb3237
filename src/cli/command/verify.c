#include "cli/session.h"
#include <limits.h>
#include <string.h>

static const cal_option options[] = {CAL_SESSION_OPTIONS, {NULL, NULL, NULL, false}};

// Returns whether the run reproduced everything that the link promises.
static bool write(cal_text *json, const cal_spec *spec, const cal_receipt *promised, const cal_receipt *got) {
    cal_text shared = {0};
    cal_spec_share(&shared, spec, got);
    cal_json_open(json, '{');
    cal_json_member_spec(json, "spec", spec);
    cal_json_member_string(json, "promised", promised->digest);
    cal_json_member_string(json, "digest", got->digest);
    cal_json_key(json, "rows");
    const bool same = cal_receipt_compare(json, promised, got);
    cal_json_member_bool(json, "same", same);
    cal_json_member_string(json, "link", shared.data);
    cal_json_close(json, '}');
    json->refused |= shared.refused;
    cal_text_free(&shared);
    return same;
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    cal_session session;
    cal_receipt got;
    cal_text json = {0};
    cal_spec spec; // parsed before its data are made
    cal_status status = cal_spec_parse(&spec, arguments->operand, strlen(arguments->operand), err);
    const cal_receipt promised = spec.promise;
    if (!status && !promised.digest[0])
        status = cal_fail(err, CAL_USAGE,
                          "verify: the link promises nothing: it has neither receipt=... nor digest=...");
    if (!status) status = cal_session_open(&session, arguments, err);
    if (status) return status;
    status = cal_session_train(&session, INT_MAX, err);
    if (!status) status = cal_run_receipt(&got, session.run, err);
    if (!status) {
        const bool same = write(&json, &session.spec, &promised, &got);
        status = cal_print_json(&json, err);
        if (!status && !same) status = cal_receipt_differs(&promised, &got, err);
    }
    cal_session_close(&session);
    return status;
}

const cal_command cal_command_verify = {
    .name = "verify",
    .group = CAL_GROUP_SHARE,
    .rank = 2,
    .operand = "LINK",
    .summary = "Train a link again, and compare with the result that it promises.",
    .options = options,
    .run = run,
};
