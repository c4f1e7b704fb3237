// How fast this build trains on this machine. Other programs are measured beside it by tests/bench.
#include "cli/bench_kernels.h"
#include "cli/session.h"
#include <string.h>

static const cal_option options[] = {
    {"--threads", "N", "Threads (as many as there are processors)", false},
    {"--model", "MODEL", "Only this one; as in a link", false},
    {"--batch", "N", "Samples in a step (128)", false},
    {"--seconds", "S", "For about how long each model is measured (3)", false},
    {"--kernels", NULL, "The kernels by themselves too, in GFLOP/s", false},
    {NULL, NULL, NULL, false},
};

static const char *const models[] = {"mlp:hidden=100", "cnn-s", "resnet8"};
enum { SAMPLES_MAX = 31, BURSTS = SAMPLES_MAX + 2, STEPS = 4 }; // one burst to warm up, one never reached

typedef struct rates {
    double median, low, high;
} rates;

static void sort(double *value, int count) {
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && value[j - 1] > value[j]; j--) {
            double swap = value[j];
            value[j] = value[j - 1];
            value[j - 1] = swap;
        }
}

// Images a second, of bursts of a few steps; the first burst only warms up. The epoch holds one burst
// more, so that its evaluation is never reached.
static cal_status measure(rates *out, cal_run *run, int batch, double seconds, cal_error *err) {
    double sample[SAMPLES_MAX], begin = cal_seconds();
    int samples = -1;
    while (samples < SAMPLES_MAX && (samples < 3 || cal_seconds() - begin < seconds)) {
        double start = cal_seconds();
        for (int step = 0; step < STEPS; step++) {
            cal_progress progress;
            cal_status status = cal_run_step(&progress, run, err);
            if (status) return status;
        }
        double rate = STEPS * batch / (cal_seconds() - start);
        if (samples >= 0) sample[samples] = rate;
        samples++;
    }
    sort(sample, samples);
    *out = (rates){sample[samples / 2], sample[0], sample[samples - 1]};
    return CAL_OK;
}

// One epoch holds all steps that can be measured.
static cal_status make_run(cal_run **out, cal_need *need, const char *model, int batch, cal_pool *pool,
                           cal_error *err) {
    cal_text link = {0};
    cal_spec spec;
    cal_dataset data = {0};
    const char *text = strncmp(model, "model=", 6) == 0 ? model + 6 : model;
    cal_text_add(&link, "data=shapes10:train=%d,val=0,test=1&model=%s&batch=%d&epochs=1",
                 batch * STEPS * BURSTS, text, batch);
    cal_status status = link.refused ? cal_fail(err, CAL_MEMORY, "memory for a link was refused")
                                     : cal_spec_parse(&spec, link.data, (size_t)link.length, err);
    if (!status) status = cal_run_need(need, &spec, cal_pool_lanes(pool), err);
    if (!status) status = cal_data_load(&data, &spec.data, NULL, 0, err);
    if (!status) status = cal_run_create(out, &spec, &data, NULL, pool, err);
    cal_dataset_free(&data);
    cal_text_free(&link);
    return status;
}

static void member(cal_text *json, const char *key, double value) {
    cal_json_key(json, key);
    cal_json_number(json, value);
}

static cal_status bench_model(cal_text *json, const char *model, int batch, double seconds, cal_pool *pool,
                              cal_error *err) {
    cal_run *run = NULL;
    cal_need need;
    rates rate;
    cal_status status = make_run(&run, &need, model, batch, pool, err);
    if (!status) status = measure(&rate, run, batch, seconds, err);
    cal_run_free(run);
    if (status) return status;
    cal_json_open(json, '{');
    cal_json_key(json, "model");
    cal_json_string(json, model);
    member(json, "images_per_second", rate.median);
    member(json, "low", rate.low);
    member(json, "high", rate.high);
    member(json, "parameters", (double)need.parameters);
    member(json, "multiply_adds", (double)need.multiply_adds);
    cal_json_close(json, '}');
    return CAL_OK;
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    const char *only = cal_argument(arguments, "--model");
    int batch = 0, seconds = 0;
    cal_pool *pool = NULL;
    cal_text json = {0};
    cal_status status = cal_argument_integer(&batch, arguments, "--batch", 128, 1, 512, err);
    if (!status) status = cal_argument_integer(&seconds, arguments, "--seconds", 3, 0, 600, err);
    if (!status) status = cal_session_pool(&pool, arguments, err);
    if (status) return status;
    cal_json_open(&json, '{');
    member(&json, "threads", cal_pool_lanes(pool));
    member(&json, "batch", batch);
    cal_json_key(&json, "training");
    cal_json_open(&json, '[');
    if (only) status = bench_model(&json, only, batch, seconds, pool, err);
    for (size_t i = 0; !only && !status && i < sizeof models / sizeof *models; i++)
        status = bench_model(&json, models[i], batch, seconds, pool, err);
    cal_json_close(&json, ']');
    if (!status && cal_argument(arguments, "--kernels")) {
        cal_json_key(&json, "kernels");
        if (cal_bench_kernels(&json, pool, seconds < 3))
            status = cal_fail(err, CAL_MEMORY, "memory for measuring kernels was refused");
    }
    cal_json_close(&json, '}');
    cal_pool_free(pool);
    if (status) return cal_text_free(&json), status;
    return cal_print_json(&json, err);
}

const cal_command cal_command_bench = {
    .name = "bench",
    .summary = "Training images a second on this machine, as JSON.",
    .options = options,
    .run = run,
};
