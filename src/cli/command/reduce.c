// `calib reduce`: reduces outputs larger than memory in one pass.
#include <stdio.h>
#include <string.h>
#include "base/slice.h"
#include "cli/input/outputs.h"
#include "cli/session.h"

static const cal_option options[] = {
    {"--labels", "Y.npy", "Labels: [n], whole numbers from 0; an .npz or .pt has its own", false},
    {"--out", "F", "The file to write: a shard, of which calib report --shards takes any number", false,
     true},
    {"--temperature", "T", "Keep the columns of the softmax of logits divided by T (1)", false},
    CAL_AS_LOGITS_OPTION,
    {"--threads", "N", "Threads (default: one per processor); the result is the same", false},
    {NULL, NULL, NULL, false},
};

enum { AT_ONCE = 1 << 19, HEAD = 65536 + 12 }; // AT_ONCE: numbers in memory; HEAD: bytes of an array's header

typedef struct stream {
    FILE *file;
    const char *name;
    cal_array array; // header
    size_t size;     // bytes of a number
} stream;

static cal_status ends(const stream *s, const char *in, cal_error *err) {
    return cal_fail(err, CAL_FAILED, "%.200s: ends in %s", s->name, in);
}

// Reads the header in two steps, no byte beyond it, since the file may be a pipe.
static cal_status read_head(stream *s, cal_arena *arena, cal_error *err) {
    uint8_t *bytes = cal_arena_alloc(arena, HEAD);
    if (!bytes) return cal_refuse_memory(err, "the header");
    size_t size = fread(bytes, 1, 12, s->file), length = 0, begin;
    if (size < 12) return ends(s, "its header", err);
    const size_t start = bytes[6] == 1 ? 10 : 12;
    for (size_t i = start; i-- > 8;) length = length << 8 | bytes[i];
    const size_t whole = start + length;
    if (whole > 12 && whole <= HEAD) size += fread(bytes + 12, 1, whole - 12, s->file);
    const cal_file file = {s->name, bytes, size};
    const cal_status status = cal_npy_head(&s->array, &begin, &file, err);
    if (status) return status;
    const cal_array *a = &s->array;
    s->size = (size_t)(a->type[1] - '0');
    if (a->ndim != 2 || a->type[0] != 'f')
        return cal_fail(err, CAL_FAILED, "%.200s: outputs must be floats [samples, classes]", s->name);
    if (!a->dim[0] || a->dim[1] < 2)
        return cal_fail(err, CAL_FAILED, "%.200s: [%d, %d] is not at least one sample of two classes",
                        s->name, a->dim[0], a->dim[1]);
    if (a->fortran)
        return cal_fail(
            err, CAL_FAILED,
            "%.200s: its rows and columns are in Fortran order; save it after numpy.ascontiguousarray",
            s->name);
    return CAL_OK;
}

static bool look_like_probabilities(const float *z, int n, int k) {
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < k; j++) {
            const float p = z[(size_t)i * (size_t)k + (size_t)j];
            if (!(p >= 0 && p <= 1)) return false;
            sum += p;
        }
        if (!(sum >= 0.99 && sum <= 1.01)) return false;
    }
    return true;
}

static cal_status take_rows(cal_reduction *r, const stream *s, const int32_t *labels, bool as_logits,
                            void *bytes, int at_once, cal_error *err) {
    const int n = s->array.dim[0], k = s->array.dim[1];
    cal_status status = CAL_OK;
    for (int at = 0; at < n && !status; at += at_once) {
        const int rows = n - at < at_once ? n - at : at_once;
        const size_t numbers = (size_t)rows * (size_t)k, had = fread(bytes, s->size, numbers, s->file);
        if (had < numbers)
            return cal_fail(err, CAL_FAILED, "%.200s: ends after %zu of %d rows", s->name,
                            (size_t)at + had / (size_t)k, n);
        cal_arena arena = {0};
        cal_array piece = s->array;
        float *z = NULL;
        piece.dim[0] = rows, piece.count = numbers, piece.data = bytes;
        status = cal_npy_floats(&z, &arena, &piece, s->name, err);
        if (!status && !at && !as_logits && look_like_probabilities(z, rows, k))
            status = cal_fail(err, CAL_USAGE,
                              "%.200s: its rows sum to 1, like probabilities: give their logarithms, or "
                              "--as-logits if they are "
                              "logits",
                              s->name);
        if (!status)
            status = cal_reduction_add(
                r, &(cal_logit_set){.logits = z, .labels = labels + at, .n = rows, .k = k}, err);
        cal_arena_free(&arena);
    }
    if (!status && fgetc(s->file) != EOF)
        status = cal_fail(err, CAL_FAILED, "%.200s: goes on after its %d rows", s->name, n);
    return status;
}

static cal_status read_temperature(double *out, const cal_arguments *arguments, cal_error *err) {
    const char *text = cal_argument(arguments, "--temperature");
    *out = 1;
    if (text && !cal_number_parse(out, (cal_slice){text, (int)strlen(text)}))
        return cal_fail(err, CAL_USAGE, "--temperature %.48s is not a number", text);
    return CAL_OK;
}

static cal_status reduce_stream(cal_reduction **out, cal_lab *lab, stream *s, const cal_number_array *labels,
                                double temperature, cal_arguments *arguments, cal_error *err) {
    cal_status status = read_head(s, &arguments->arena, err);
    if (status) return status;
    const int n = s->array.dim[0], k = s->array.dim[1], at_once = k < AT_ONCE ? AT_ONCE / k : 1;
    if (!labels->wholes || labels->dims != 1 || labels->dim[0] != n)
        return cal_fail(err, CAL_FAILED, "%.200s has %d rows; the labels must be as many whole numbers",
                        s->name, n);
    void *bytes =
        cal_arena_alloc(&arguments->arena, (size_t)(n < at_once ? n : at_once) * (size_t)k * s->size);
    if (!bytes) return cal_refuse_memory(err, "%d rows", at_once);
    status = cal_reduction_create(out, lab, k, temperature, err);
    return status ? status
                  : take_rows(*out, s, labels->wholes, cal_argument(arguments, "--as-logits") != NULL, bytes,
                              at_once, err);
}

static cal_status reduce_arrays(cal_reduction **out, cal_lab *lab, const char *path, double temperature,
                                cal_arguments *arguments, cal_error *err) {
    const bool piped = strcmp(path, "-") == 0;
    const char *given;
    stream s = {.file = piped ? stdin : fopen(path, "rb"), .name = piped ? "the standard input" : path};
    cal_file file;
    cal_file_array *labels = NULL;
    if (!s.file) return cal_fail(err, CAL_FAILED, "%.300s cannot be opened", path);
    cal_status status = cal_argument_required(&given, arguments, "--labels", err);
    if (!status) status = cal_file_load(&file, &arguments->arena, given, err);
    if (!status) status = cal_file_array_read(&labels, &(cal_input){file.name, file.bytes, file.size}, err);
    const cal_number_array numbers = cal_file_array_of(labels);
    if (!status) status = reduce_stream(out, lab, &s, &numbers, temperature, arguments, err);
    cal_file_array_free(labels);
    if (!piped) fclose(s.file);
    return status;
}

// Reduces an .npz or a .pt, which is read as a whole.
static cal_status reduce_bundle(cal_reduction **out, cal_lab *lab, const char *path, double temperature,
                                cal_arguments *arguments, cal_error *err) {
    cal_file_outputs_def reading = cal_default_file_outputs();
    cal_file_outputs *outputs = NULL;
    reading.as_logits = cal_argument(arguments, "--as-logits") != NULL;
    reading.instead = "give their logarithms, or --as-logits if they are logits";
    cal_status status = cal_file_fits(
        path, "give its array of logits as a pipe: unzip -p F.npz logits.npy | calib reduce - --labels Y.npy",
        err);
    if (!status)
        status =
            cal_outputs_input(&outputs, arguments, path, cal_argument(arguments, "--labels"), &reading, err);
    const cal_logit_set rows = cal_file_outputs_of(outputs);
    if (!status && !rows.labels)
        status = cal_fail(err, CAL_USAGE, "%.200s has no array named labels: give --labels", path);
    if (!status) status = cal_reduction_create(out, lab, rows.k, temperature, err);
    if (!status) status = cal_reduction_add(*out, &rows, err);
    if (!status) cal_outputs_say(outputs);
    cal_file_outputs_free(outputs);
    return status;
}

// True if the file begins as archives do; arrays do not.
static bool is_archive(const char *path) {
    char start[2] = "";
    FILE *file = strcmp(path, "-") == 0 ? NULL : fopen(path, "rb");
    const bool archive = file && fread(start, 1, 2, file) == 2 && memcmp(start, "PK", 2) == 0;
    if (file) fclose(file);
    return archive;
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    const char *path = arguments->operand;
    double temperature;
    cal_reduction *reduction = NULL;
    cal_lab *lab = NULL;
    cal_bytes shard = {0};
    cal_status status = read_temperature(&temperature, arguments, err);
    if (!status) status = cal_session_lab(&lab, arguments, err);
    if (!status)
        status = (is_archive(path) ? reduce_bundle : reduce_arrays)(&reduction, lab, path, temperature,
                                                                    arguments, err);
    if (!status) status = cal_reduction_save(&shard, reduction, err);
    if (!status) status = cal_bytes_save(NULL, cal_argument(arguments, "--out"), &shard, err);
    cal_bytes_free(&shard);
    cal_reduction_free(reduction);
    cal_lab_free(lab);
    return status;
}

const cal_command cal_command_reduce = {
    .name = "reduce",
    .operand = "L.npy|F.npz",
    .group = CAL_GROUP_MEASURE,
    .rank = 10,
    .summary = "Logits of any size, - for a pipe, in one pass to what calib report --shards needs, 32 bytes "
               "a sample; an .npz or .pt, with labels, as a whole.",
    .options = options,
    .run = run,
};
