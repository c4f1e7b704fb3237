#include "cli/session.h"
#include <limits.h>
#include <string.h>

static const cal_option options[] = {CAL_SESSION_OPTIONS, {NULL, NULL, NULL, false}};

static cal_status print(const cal_spec *spec, const char *promised, const char *digest, bool same,
                        cal_error *err) {
    cal_text link = {0}, json = {0};
    cal_spec_write(&link, spec);
    cal_json_open(&json, '{');
    cal_json_key(&json, "spec");
    cal_json_string(&json, link.data);
    cal_json_key(&json, "promised");
    cal_json_string(&json, promised);
    cal_json_key(&json, "digest");
    cal_json_string(&json, digest);
    cal_json_key(&json, "same");
    cal_json_bool(&json, same);
    cal_json_close(&json, '}');
    cal_text_free(&link);
    return cal_print_json(&json, err);
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    cal_spec spec;
    cal_session session;
    char digest[65];
    cal_status status = cal_spec_parse(&spec, arguments->operand, strlen(arguments->operand), err);
    if (!status && !spec.digest[0])
        status = cal_fail(err, CAL_USAGE, "verify: the link has no digest=... to compare with");
    if (!status) status = cal_session_open(&session, arguments, err);
    if (status) return status;
    status = cal_session_train(&session, INT_MAX, err);
    if (!status) status = cal_run_digest(session.run, digest, err);
    if (!status) {
        digest[16] = 0; // as many digits as a link has
        bool same = strcmp(digest, spec.digest) == 0;
        status = print(&session.spec, spec.digest, digest, same, err);
        if (!status && !same)
            status = cal_fail(err, CAL_FAILED, "the link promises digest %s, but this run gave %s",
                              spec.digest, digest);
    }
    cal_session_close(&session);
    return status;
}

const cal_command cal_command_verify = {
    .name = "verify",
    .operand = "LINK",
    .summary = "Train what a link says again, and compare with the digest in the link.",
    .options = options,
    .run = run,
};
