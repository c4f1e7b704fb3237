// `calib model`: a model's layers, and its memory before anything is trained.
#include <stdio.h>
#include <string.h>
#include "cli/cli.h"

static const cal_option options[] = {
    {"--data", "DATA", "Data set with its inputs, as in a link (shapes10)", false},
    {"--input", "CxHxW", "Size of its inputs, instead of --data: 3x224x224", false},
    {"--classes", "K", "Number of classes, with --input (10)", false},
    {"--batch", "N", "Samples in a step (128)", false},
    {"--format", "table|json", "Output format (table)", false},
    {NULL, NULL, NULL, false},
};

static cal_status read_arguments(cal_architecture_def *def, const cal_arguments *arguments, cal_error *err) {
    const char *data = cal_argument(arguments, "--data"), *input = cal_argument(arguments, "--input");
    if (data && input)
        return cal_fail(err, CAL_USAGE, "model: --data and --input exclude each other; give one");
    def->model = cal_argument_value("model", arguments->operand);
    def->data = data ? cal_argument_value("data", data) : NULL;
    cal_status status = cal_catalog_check("model", def->model, err);
    if (!status && data) status = cal_catalog_check("data", def->data, err);
    if (!status && input) status = cal_argument_size(&def->c, &def->h, &def->w, "--input", input, err);
    // The data determines what is not given.
    if (!status && cal_argument(arguments, "--classes"))
        status = cal_argument_integer(&def->k, arguments, "--classes", 0, 2, 1 << 13, err);
    if (!status) status = cal_argument_integer(&def->batch, arguments, "--batch", 128, 1, 4096, err);
    return status;
}

// ---- the table

enum { CELL = 40, PATH = 128 };

// Writes 1234567 as 1,234,567.
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

static const char *extent(char out[CELL], const cal_sample_shape *shape) {
    int at = snprintf(out, CELL, "%d", shape->size[0]);
    for (int i = 1; i < shape->dims; i++)
        at += snprintf(out + at, (size_t)(CELL - at), " x %d", shape->size[i]);
    return out;
}

static void print_row(const char *path, const char *layer, const char *output, int64_t parameters,
                      int64_t multiply_adds, const char *results) {
    char counts[2][CELL];
    printf("%-24s %-14s %16s %13s %15s %14s\n", path, layer, output, grouped(counts[0], parameters),
           grouped(counts[1], multiply_adds), results);
}

// Indents a body by two below its block: "4.body.0" as "  4.0".
static void indent(char out[PATH], const char *path) {
    const int most = PATH - 1;
    int at = 0;
    for (const char *dot = path; (dot = strstr(dot, ".body.")) && at < most / 2; dot++)
        out[at++] = ' ', out[at++] = ' ';
    for (const char *p = path; *p && at < most; p++) {
        if (!strncmp(p, ".body.", 6)) p += 5, out[at++] = '.';
        else out[at++] = *p;
    }
    out[at] = 0;
}

static void print_table(const cal_architecture_info *m) {
    char cell[2][CELL], path[PATH];
    printf("%-24s %-14s %16s %13s %15s %14s\n", "layer", "text", "output", "parameters", "multiply-adds",
           "results");
    print_row("", "input", extent(cell[0], &m->input), 0, 0,
              megabytes(cell[1], (double)m->batch * (double)m->input.bytes));
    for (int i = 0; i < m->count; i++) {
        const cal_architecture_layer *layer = &m->layer[i];
        indent(path, layer->path);
        print_row(path, layer->text, extent(cell[0], &layer->result), layer->parameters, layer->multiply_adds,
                  megabytes(cell[1], (double)m->batch * (double)layer->result.bytes));
    }
    print_row("", "total", "", (int64_t)m->parameters, m->multiply_adds, "");
    printf("\nmemory of a step of %d: ", m->batch);
    printf("training %s, ", m->training_bytes ? megabytes(cell[0], (double)m->training_bytes) : "too much");
    printf("evaluation %s\n",
           m->evaluation_bytes ? megabytes(cell[0], (double)m->evaluation_bytes) : "too much");
    if (m->refusal) printf("%s\n", m->refusal);
}

static cal_status print_json(const cal_architecture *architecture, cal_error *err) {
    cal_bytes json;
    cal_status status = cal_architecture_json(&json, architecture, err);
    if (!status) status = cal_print_line(&json, err);
    cal_bytes_free(&json);
    return status;
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    const char *format = cal_argument(arguments, "--format");
    bool json = format && !strcmp(format, "json");
    cal_architecture_def def = cal_default_architecture();
    cal_architecture *architecture = NULL;
    if (format && !json && strcmp(format, "table"))
        return cal_fail(err, CAL_USAGE, "--format %.48s is not one of table and json", format);
    cal_status status = read_arguments(&def, arguments, err);
    if (!status) status = cal_architecture_create(&architecture, &def, err);
    const cal_architecture_info about = cal_architecture_about(architecture);
    if (!status && json) status = print_json(architecture, err);
    else if (!status) print_table(&about);
    cal_architecture_free(architecture);
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
