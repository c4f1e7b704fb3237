// `calib model`: a model's layers, and its memory before anything is trained.
#include <stdio.h>
#include <string.h>
#include "cli/engine.h"
#include "run/net/program.h"
#include "catalog/data/data.h"

static const cal_option options[] = {
    {"--data", "DATA", "Data set with its inputs, as in a link (shapes10)", false},
    {"--input", "CxHxW", "Size of its inputs, instead of --data: 3x224x224", false},
    {"--classes", "K", "Number of classes, with --input (10)", false},
    {"--batch", "N", "Samples in a step (128)", false},
    {"--format", "table|json", "Output format (table)", false},
    {NULL, NULL, NULL, false},
};

typedef struct printed_model {
    cal_spec spec;
    cal_net *net;
    int k, c, h, w, batch;
    bool planned[2]; // of a training step and of an evaluation: whether so much memory can exist
    size_t bytes[2];
    char refusal[sizeof((cal_error *)0)->text]; // why not
} printed_model;

static cal_status read_arguments(printed_model *m, const cal_arguments *arguments, cal_error *err) {
    const char *data = cal_argument(arguments, "--data"), *input = cal_argument(arguments, "--input");
    cal_spec_default(&m->spec);
    if (data && input)
        return cal_fail(err, CAL_USAGE, "model: --data and --input exclude each other; give one");
    cal_status status = cal_argument_choice(&m->spec.model, "model", arguments->operand, err);
    if (!status && data) status = cal_argument_choice(&m->spec.data, "data", data, err);
    if (status) return status;
    cal_data_shape(&m->k, &m->c, &m->h, &m->w, &m->spec.data);
    if (input) status = cal_argument_size(&m->c, &m->h, &m->w, "--input", input, err);
    if (!status) status = cal_argument_integer(&m->k, arguments, "--classes", m->k, 2, 1 << 13, err);
    if (!status) status = cal_argument_integer(&m->batch, arguments, "--batch", 128, 1, 4096, err);
    return status;
}

// Plans the model as a run does, for one thread. A model that is too large for any memory is still printed.
static cal_status plan(printed_model *m, cal_error *err) {
    for (int i = 0; i < 2; i++) {
        cal_program program;
        cal_status status = cal_program_create(&program, m->net, &m->spec, &m->spec.loss, m->batch,
                                               i == 0 ? CAL_PROGRAM_TRAIN : CAL_PROGRAM_EVALUATE, 1, err);
        if (status == CAL_MEMORY) snprintf(m->refusal, sizeof m->refusal, "%s", err->text);
        else if (status) return status;
        m->planned[i] = !status;
        if (status) continue;
        m->bytes[i] = cal_plan_block(program.plan) + cal_plan_overhead(program.plan);
        cal_program_free(&program);
    }
    return CAL_OK;
}

// ---- JSON

static void write_bytes(cal_text *json, const char *key, bool planned, size_t bytes) {
    cal_json_member_number(json, key,
                           planned ? (double)bytes : __builtin_nan("")); // null: too much for any memory
}

static cal_status print_json(const printed_model *m, cal_error *err) {
    cal_text json = {0};
    cal_json_open(&json, '{');
    cal_json_member_choice(&json, "model", &m->spec.model);
    cal_json_member_integer(&json, "classes", m->k);
    cal_json_key(&json, "net");
    cal_net_describe(m->net, &json);
    cal_json_member_integer(&json, "batch", m->batch);
    cal_json_key(&json, "memory");
    cal_json_open(&json, '{');
    write_bytes(&json, "training", m->planned[0], m->bytes[0]);
    write_bytes(&json, "evaluation", m->planned[1], m->bytes[1]);
    cal_json_close(&json, '}');
    cal_json_close(&json, '}');
    return cal_print_json(&json, err);
}

// ---- the table

enum { CELL = 40 };

// 1234567 as 1,234,567.
static const char *grouped(char out[CELL], int64_t value) {
    char digits[CELL];
    int count = snprintf(digits, sizeof digits, "%lld", (long long)value), at = 0;
    for (int i = 0; i < count; i++) {
        if (i && (count - i) % 3 == 0) out[at++] = ',';
        out[at++] = digits[i];
    }
    out[at] = 0;
    return out;
}

static const char *megabytes(char out[CELL], double bytes) {
    snprintf(out, CELL, bytes < 1e5 ? "%.3f MB" : "%.1f MB", 1e-6 * bytes);
    return out;
}

static const char *extent(char out[CELL], cal_extent x) {
    int at = snprintf(out, CELL, "%d", x.c);
    if (x.form != CAL_FEATURES) at += snprintf(out + at, (size_t)(CELL - at), " x %d", x.h);
    if (x.form == CAL_PICTURE) snprintf(out + at, (size_t)(CELL - at), " x %d", x.w);
    return out;
}

static void print_row(const char *path, const char *layer, const char *output, int64_t parameters,
                      int64_t multiply_adds, const char *results) {
    char counts[2][CELL];
    printf("%-24s %-14s %16s %13s %15s %14s\n", path, layer, output, grouped(counts[0], parameters),
           grouped(counts[1], multiply_adds), results);
}

static void print_table(const printed_model *m) {
    const cal_layer *layer;
    int layers = cal_net_layers(m->net, &layer);
    char cell[2][CELL], token[64];
    printf("%-24s %-14s %16s %13s %15s %14s\n", "layer", "text", "output", "parameters", "multiply-adds",
           "results");
    print_row("", "input", extent(cell[0], layer[0].in), 0, 0,
              megabytes(cell[1], (double)m->batch * (double)cal_extent_bytes(layer[0].in)));
    for (int i = 0; i < layers; i++) {
        char path[CAL_PATH];
        int at = 0; // a body is indented by two below its block: "4.body.0" as "  4.0"
        for (const char *dot = layer[i].path; (dot = strstr(dot, ".body.")) && at < CAL_PATH / 2; dot++)
            path[at++] = ' ', path[at++] = ' ';
        for (const char *p = layer[i].path; *p && at < CAL_PATH - 1; p++) {
            if (!strncmp(p, ".body.", 6)) p += 5, path[at++] = '.';
            else path[at++] = *p;
        }
        path[at] = 0;
        cal_layer_token(token, sizeof token, cal_net_text(m->net), &layer[i]);
        print_row(path, token, extent(cell[0], layer[i].out), layer[i].parameters, layer[i].multiply_adds,
                  megabytes(cell[1], (double)m->batch * (double)cal_extent_bytes(layer[i].out)));
    }
    print_row("", "total", "", (int64_t)cal_net_parameters(m->net), cal_net_multiply_adds(m->net), "");
    printf("\nmemory of a step of %d: ", m->batch);
    printf("training %s, ", m->planned[0] ? megabytes(cell[0], (double)m->bytes[0]) : "too much");
    printf("evaluation %s\n", m->planned[1] ? megabytes(cell[0], (double)m->bytes[1]) : "too much");
    if (m->refusal[0]) printf("%s\n", m->refusal);
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    const char *format = cal_argument(arguments, "--format");
    bool json = format && !strcmp(format, "json");
    printed_model m = {.net = NULL};
    if (format && !json && strcmp(format, "table"))
        return cal_fail(err, CAL_USAGE, "--format %.48s is not one of table and json", format);
    cal_status status = read_arguments(&m, arguments, err);
    if (!status) status = cal_net_from_choice(&m.net, &m.spec.model, m.k, m.c, m.h, m.w, err);
    if (!status) status = plan(&m, err);
    if (!status && json) status = print_json(&m, err);
    else if (!status) print_table(&m);
    cal_net_free(m.net);
    return status;
}

const cal_command cal_command_model = {
    .name = "model",
    .group = CAL_GROUP_LOOK,
    .rank = 3,
    .operand = "MODEL",
    .summary = "A model's layers, shapes, parameters, multiply-adds and memory.",
    .options = options,
    .run = run,
};
