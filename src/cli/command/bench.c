// `calib bench`: the speed of this build on this machine. tests/bench compares it with other programs.
#include "cli/bench/bench.h"
#include "cli/bench/kernels.h"
#include "cli/session.h"
#include <string.h>

static const cal_option options[] = {
    {"--threads", "N", "Threads (as many as there are processors)", false},
    {"--model", "MODEL", "Only this model, as in a link", false},
    {"--batch", "N", "Samples in a step (128)", false},
    {"--seconds", "S", "Measure each model for about S seconds (3)", false},
    {"--infer", NULL, "Measure inference instead of training", false},
    {"--profile", NULL, "Measure where the time of one model's steps goes instead, op by op (cnn-s)", false},
    {"--format", "json|table", "With --profile: output format (json)", false},
    {"--hv", NULL, "Measure a Hessian-vector product instead, beside the gradient step", false},
    {"--kernels", NULL, "Measure single kernels instead, in GFLOP/s", false},
    {"--report", NULL, "Measure the report on random logits instead, in reports a second", false},
    {"--all", NULL, "With --report: with every calibrator, noise floors and intervals", false},
    {"--rows", "N", "With --report: rows of logits (10000)", false},
    {"--classes", "K", "With --report: classes (10)", false},
    {"--only", "NAME", "With --kernels: only kernels whose name contains NAME", false},
    {NULL, NULL, NULL, false},
};

static const char *const models[] = {"mlp:hidden=100", "cnn-s", "resnet8"};

static cal_status bench_model(cal_text *json, const char *model, const cal_bench_request *request,
                              cal_error *err) {
    cal_bench_answer answer;
    cal_status status = cal_bench_model(&answer, model, request, err);
    if (status) return status;
    cal_json_open(json, '{');
    cal_json_member_string(json, "model", model);
    cal_json_member_number(json, "images_per_second", answer.rate.median * request->batch);
    cal_json_member_number(json, "low", answer.rate.low * request->batch);
    cal_json_member_number(json, "high", answer.rate.high * request->batch);
    cal_json_member_number(json, "parameters", (double)answer.parameters);
    cal_json_member_number(json, "multiply_adds", (double)answer.multiply_adds);
    cal_json_member_number(json, "bytes", (double)answer.bytes);
    cal_json_close(json, '}');
    return CAL_OK;
}

static cal_status bench_hv(cal_text *json, const char *model, const cal_bench_request *request,
                           cal_error *err) {
    cal_bench_hv_answer answer;
    cal_status status = cal_bench_hv(&answer, model, request, err);
    if (status) return status;
    cal_json_key(json, "hv");
    cal_json_open(json, '{');
    cal_json_member_string(json, "model", model);
    cal_json_member_number(json, "ms", answer.hv * 1e3);
    cal_json_member_number(json, "gradient_ms", answer.gradient * 1e3);
    cal_json_member_number(json, "ratio", answer.hv / answer.gradient);
    cal_json_member_number(json, "bytes", (double)answer.bytes);
    cal_json_close(json, '}');
    return CAL_OK;
}

static cal_status bench_models(cal_text *json, const char *only, const cal_bench_request *request,
                               cal_error *err) {
    cal_status status = CAL_OK;
    cal_json_key(json, request->infer ? "inference" : "training");
    cal_json_open(json, '[');
    if (only) status = bench_model(json, only, request, err);
    for (size_t i = 0; !only && !status && i < sizeof models / sizeof *models; i++)
        status = bench_model(json, models[i], request, err);
    cal_json_close(json, ']');
    return status;
}

static cal_status bench_report(cal_text *json, cal_arguments *arguments, cal_pool *pool, double seconds,
                               cal_error *err) {
    int n, k;
    cal_bench_rates rates;
    cal_status status = cal_argument_integer(&n, arguments, "--rows", 10000, 1, 1000000, err);
    if (!status) status = cal_argument_integer(&k, arguments, "--classes", 10, 2, 10000, err);
    if (!status)
        status = cal_bench_report(&rates, pool, n, k, cal_argument(arguments, "--all") != NULL, seconds, err);
    if (status) return status;
    cal_json_key(json, "report");
    cal_json_open(json, '{');
    cal_json_member_number(json, "rows", n);
    cal_json_member_number(json, "classes", k);
    cal_json_member_number(json, "reports_per_second", rates.median);
    cal_json_member_number(json, "low", rates.low);
    cal_json_member_number(json, "high", rates.high);
    cal_json_close(json, '}');
    return CAL_OK;
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    int batch = 0, seconds = 0;
    cal_lab *lab = NULL;
    cal_text json = {0};
    const char *format = cal_argument(arguments, "--format"), *model = cal_argument(arguments, "--model");
    const bool profile = cal_argument(arguments, "--profile") != NULL;
    if (format && strcmp(format, "json") && strcmp(format, "table"))
        return cal_fail(err, CAL_USAGE, "--format %.48s is not one of json and table", format);
    if (format && !profile) return cal_fail(err, CAL_USAGE, "--format: only --profile has one");
    cal_status status = cal_argument_integer(&batch, arguments, "--batch", 128, 1, 512, err);
    if (!status) status = cal_argument_integer(&seconds, arguments, "--seconds", 3, 0, 600, err);
    if (!status) status = cal_session_lab(&lab, arguments, err);
    if (status) return status;
    cal_pool *pool = cal_bench_pool(lab);
    cal_bench_request request = {pool, batch, seconds > 0 ? seconds : 0.3,
                                 cal_argument(arguments, "--infer") != NULL};
    if (format && strcmp(format, "table") == 0) {
        status = cal_bench_profile(&json, true, model ? model : "cnn-s", &request, err);
        if (!status && json.refused) status = cal_refuse_memory(err, "a profile");
        if (!status) status = cal_print_text(&json, err);
        cal_lab_free(lab);
        return cal_text_free(&json), status;
    }
    cal_json_open(&json, '{');
    cal_json_member_number(&json, "threads", cal_pool_workers(pool));
    if (cal_argument(arguments, "--kernels")) {
        const char *only = cal_argument(arguments, "--only");
        cal_json_key(&json, "kernels");
        if (cal_bench_kernels(&json, pool, only ? only : "", seconds < 3))
            status = cal_refuse_memory(err, "measuring kernels");
    } else if (cal_argument(arguments, "--report")) {
        status = bench_report(&json, arguments, pool, seconds > 0 ? seconds : 0.3, err);
    } else {
        cal_json_member_number(&json, "batch", batch);
        if (profile) {
            cal_json_key(&json, "profile");
            status = cal_bench_profile(&json, false, model ? model : "cnn-s", &request, err);
        } else if (cal_argument(arguments, "--hv")) {
            status = bench_hv(&json, model ? model : "cnn-s", &request, err);
        } else {
            status = bench_models(&json, model, &request, err);
        }
    }
    cal_json_close(&json, '}');
    cal_lab_free(lab);
    if (status) return cal_text_free(&json), status;
    return cal_print_json(&json, err);
}

const cal_command cal_command_bench = {
    .name = "bench",
    .group = CAL_GROUP_MACHINE,
    .rank = 1,
    .summary = "Measure how many images a second this machine trains or classifies, as JSON.",
    .options = options,
    .run = run,
};
