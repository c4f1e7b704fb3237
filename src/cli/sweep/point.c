#include <string.h>
#include <time.h>
#include "cli/sweep/sweep.h"

enum { CURVATURE = 16 };

static void add(cal_text *json, const char *group, const char *name, double value) {
    char key[CAL_SWEEP_NAME];
    const size_t length = strlen(group), size = strlen(name) + 1;
    if (length + size > sizeof key) return;
    memcpy(key, group, length);
    memcpy(key + length, name, size);
    cal_json_member_number(json, key, value);
}

static void add_metrics(cal_text *json, const char *group, const cal_report *report, int fit) {
    cal_report_metric metric;
    for (int i = 0; !cal_report_metric_at(&metric, report, fit, i, NULL); i++)
        if (metric.value == metric.value) add(json, group, metric.key, metric.value);
}

// Writes the test set's figures after the temperature that papers use: that with the least ECE on the
// validation set.
static void add_post(cal_text *json, const cal_report *report) {
    cal_report_fit fit;
    for (int i = 0; !cal_report_fit_at(&fit, report, i, NULL); i++) {
        if (strcmp(fit.way, "by_ece") != 0) continue;
        add(json, "post.", fit.parameter[0].name, fit.parameter[0].value);
        add_metrics(json, "post.", report, i);
    }
}

static cal_status measure(cal_text *json, const cal_session *session, cal_error *err) {
    static const char *const calibrators[] = {"temperature", NULL};
    const cal_logit_set validation = cal_session_outputs(session->training, CAL_SET_VALIDATION);
    cal_report *test = NULL, *val = NULL;
    cal_report_def def = cal_default_report();
    def.test = cal_session_outputs(session->training, CAL_SET_TEST);
    def.bins = session->about.bins, def.draws = 0, def.calibrators = calibrators;
    if (validation.n) def.validation = validation;
    cal_status status = cal_report_logits(&test, session->lab, &def, err);
    if (!status) add_metrics(json, "test.", test, CAL_REPORT_UNCALIBRATED);
    if (!status && validation.n) {
        def.test = validation, def.validation = (cal_logit_set){.n = 0};
        status = cal_report_logits(&val, session->lab, &def, err);
        if (!status) add_metrics(json, "val.", val, CAL_REPORT_UNCALIBRATED);
        if (!status) add_post(json, test);
    }
    cal_report_free(test);
    cal_report_free(val);
    cal_named_figure member[CURVATURE];
    const int members = cal_training_curvature(member, CURVATURE, session->training);
    for (int i = 0; i < members && i < CURVATURE; i++)
        add(json, "curvature.", member[i].name, member[i].value);
    return status;
}

// Writes the digest of weights and figures; nothing if the loss overflowed.
static cal_status write_digest(cal_text *json, cal_training *training, cal_error *err) {
    cal_training_result result = {.digest = ""};
    cal_status status = cal_training_receipt(&result, training, err);
    if (!status) cal_json_member_string(json, "digest", result.digest);
    cal_bytes_free(&result.link);
    return status;
}

static cal_status write_result(cal_text *json, cal_session *session, const char *link, cal_error *err) {
    const double start = cal_seconds();
    cal_text figures = {0};
    cal_status status = cal_session_train(session, 0, err);
    cal_json_open(&figures, '{');
    add(&figures, "", "seconds", cal_seconds() - start);
    add(&figures, "", "epochs", cal_training_now(session->training).epoch);
    if (!status) status = measure(&figures, session, err);
    cal_json_close(&figures, '}');
    cal_json_open(json, '{');
    cal_json_member_string(json, "spec", link);
    cal_json_member_string(json, "engine", cal_version());
    if (!status) status = write_digest(json, session->training, err);
    if (status == CAL_FAILED) {
        cal_json_member_string(json, "failed", err->text);
        *err = (cal_error){.text = ""};
        status = CAL_OK;
    }
    cal_json_key(json, "figures");
    cal_json_written(json, figures.data);
    cal_json_close(json, '}');
    if (!status && (json->refused || figures.refused)) status = cal_refuse_memory(err, "the result");
    cal_text_free(&figures);
    return status;
}

// Opens a separate session for a point, on `threads` threads unless the user gave another number.
static cal_status open(cal_session *session, cal_arguments *arguments, const cal_arguments *given,
                       const char *link, int threads, cal_error *err) {
    *arguments = *given;
    arguments->operand = link;
    arguments->threads = threads;
    arguments->arena = (cal_arena){.refused = false};
    return cal_session_open(session, arguments, err);
}

cal_status cal_sweep_train(cal_text *json, const char *link, const cal_arguments *given, int threads,
                           cal_error *err) {
    cal_arguments arguments;
    cal_session session;
    cal_status status = open(&session, &arguments, given, link, threads, err);
    if (!status) {
        status = write_result(json, &session, link, err);
        cal_session_close(&session);
    }
    cal_arena_free(&arguments.arena);
    return status;
}

// Returns CPU seconds of this process, which other programs do not affect; wall-clock time if there are none.
static double processor_seconds(void) {
#if defined(CLOCK_PROCESS_CPUTIME_ID) && !defined(__wasi__)
    struct timespec now;
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now) == 0)
        return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
#endif
    return cal_seconds();
}

cal_status cal_sweep_time(cal_sweep_cost *out, const char *link, const cal_arguments *given, cal_error *err) {
    cal_arguments arguments;
    cal_session session;
    cal_text figures = {0};
    const double begin = processor_seconds();
    cal_status status = open(&session, &arguments, given, link, 1, err);
    if (!status) {
        const double opened = processor_seconds();
        status = cal_session_train(&session, 0, err);
        const double trained = processor_seconds();
        cal_json_open(&figures, '{');
        if (!status) status = measure(&figures, &session, err);
        cal_json_close(&figures, '}');
        *out =
            (cal_sweep_cost){opened - begin, trained - opened, processor_seconds() - trained, figures.length};
        cal_session_close(&session);
    }
    cal_text_free(&figures);
    cal_arena_free(&arguments.arena);
    return status;
}
