// `calib bench`: the speed of this build on this machine. tests/bench compares it with other programs.
#include "base/slice.h"
#include "cli/bench/bench.h"
#include "cli/bench/kernels.h"
#include "cli/session.h"
#include <string.h>

static const cal_option options[] = {
    {"--threads", "N[/N...]",
     "Threads (default: one per processor); several: how steps of one model speed up (cnn-s)", false},
    {"--model", "MODEL", "Only this model, as in a link", false},
    {"--batch", "N", "Samples in a step (128)", false},
    {"--seconds", "S", "Measure each model for about S seconds (3)", false},
    {"--infer", NULL, "Measure inference instead of training", false},
    {"--profile", NULL, "Measure where the time of one model's steps goes instead, op by op (cnn-s)", false},
    {"--format", "json|table", "With --profile or several --threads: output format (json)", false},
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

// ---- the request

typedef struct bench_options {
    const char *model; // null: none is named
    bool profile, table;
    int seconds;
    cal_bench_request request;
    int threads[CAL_BENCH_COUNTS_MAX], count; // count 0: a single number
} bench_options;

// Reads "1/2/4". A single number is read as in every command.
static cal_status read_threads(bench_options *a, const char *text, cal_error *err) {
    if (!text || !strchr(text, '/')) return CAL_OK;
    for (const char *at = text; at; a->count++) {
        const char *end = strchr(at, '/');
        const int length = end ? (int)(end - at) : (int)strlen(at);
        double value = 0;
        if (!cal_number_parse(&value, (cal_slice){at, length}) || value < 1 || value > 256 ||
            value != (int)value)
            return cal_fail(err, CAL_USAGE, "--threads %.48s: %.*s is not a whole number from 1 to 256", text,
                            length < 40 ? length : 40, at);
        if (a->count == CAL_BENCH_COUNTS_MAX)
            return cal_fail(err, CAL_USAGE, "--threads %.48s has more than %d numbers", text,
                            CAL_BENCH_COUNTS_MAX);
        a->threads[a->count] = (int)value;
        at = end ? end + 1 : NULL;
    }
    return CAL_OK;
}

static cal_status read(bench_options *a, const cal_arguments *arguments, cal_error *err) {
    const char *format = cal_argument(arguments, "--format");
    *a = (bench_options){.model = cal_argument(arguments, "--model"),
                         .profile = cal_argument(arguments, "--profile") != NULL,
                         .table = format && strcmp(format, "table") == 0};
    if (format && strcmp(format, "json") && !a->table)
        return cal_fail(err, CAL_USAGE, "--format %.48s is not one of json and table", format);
    cal_status status = read_threads(a, cal_argument(arguments, "--threads"), err);
    if (!status && format && !a->profile && !a->count)
        status = cal_fail(err, CAL_USAGE, "--format: only --profile and several --threads have one");
    static const char *const others[] = {"--profile", "--hv", "--kernels", "--report", NULL};
    const char *other = cal_argument_any(arguments, others);
    if (!status && a->count && other)
        status = cal_fail(err, CAL_USAGE, "%s is measured with one number of --threads", other);
    if (!status) status = cal_argument_integer(&a->request.batch, arguments, "--batch", 128, 1, 512, err);
    if (!status) status = cal_argument_integer(&a->seconds, arguments, "--seconds", 3, 0, 600, err);
    a->request.seconds = a->seconds > 0 ? a->seconds : 0.3;
    a->request.infer = cal_argument(arguments, "--infer") != NULL;
    return status;
}

// Writes where the time of one model's steps goes, or how they speed up: the value of a member, or a table.
static cal_status bench_one(cal_text *out, const bench_options *a, cal_error *err) {
    const char *model = a->model ? a->model : "cnn-s";
    return a->count ? cal_bench_scale(out, a->table, model, &a->request, a->threads, a->count, err)
                    : cal_bench_profile(out, a->table, model, &a->request, err);
}

static cal_status bench_json(cal_text *json, cal_arguments *arguments, const bench_options *a,
                             cal_error *err) {
    cal_pool *pool = a->request.pool;
    cal_status status = CAL_OK;
    cal_json_open(json, '{');
    if (!a->count) cal_json_member_number(json, "threads", cal_pool_workers(pool));
    if (cal_argument(arguments, "--kernels")) {
        const char *only = cal_argument(arguments, "--only");
        cal_json_key(json, "kernels");
        if (cal_bench_kernels(json, pool, only ? only : "", a->seconds < 3))
            status = cal_refuse_memory(err, "measuring kernels");
    } else if (cal_argument(arguments, "--report")) {
        status = bench_report(json, arguments, pool, a->request.seconds, err);
    } else {
        cal_json_member_number(json, "batch", a->request.batch);
        if (a->count || a->profile) {
            cal_json_key(json, a->count ? "scale" : "profile");
            status = bench_one(json, a, err);
        } else if (cal_argument(arguments, "--hv")) {
            status = bench_hv(json, a->model ? a->model : "cnn-s", &a->request, err);
        } else {
            status = bench_models(json, a->model, &a->request, err);
        }
    }
    cal_json_close(json, '}');
    return status;
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    bench_options a;
    cal_lab *lab = NULL;
    cal_text out = {0};
    cal_status status = read(&a, arguments, err);
    if (!status && !a.count) status = cal_session_lab(&lab, arguments, err);
    if (!status && lab) a.request.pool = cal_bench_pool(lab);
    if (!status) status = a.table ? bench_one(&out, &a, err) : bench_json(&out, arguments, &a, err);
    if (!status && out.refused) status = cal_refuse_memory(err, "what was measured");
    if (!status) status = a.table ? cal_print_text(&out, err) : cal_print_json(&out, err);
    cal_lab_free(lab);
    cal_text_free(&out);
    return status;
}

const cal_command cal_command_bench = {
    .name = "bench",
    .group = CAL_GROUP_MACHINE,
    .rank = 1,
    .summary = "Measure how many images a second this machine trains or classifies, as JSON.",
    .options = options,
    .run = run,
};
