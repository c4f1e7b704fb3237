// Reads back ONNX models that this lab has written. Metadata and initialisers identify the network. Writing
// that network again and comparing the bytes proves that it is the same.
#include <string.h>
#include "base/bytes/proto.h"
#include "run/link/link.h"
#include "run/weights/onnx/onnx.h"

// Field numbers of onnx.proto3.
enum { MODEL_GRAPH = 7, MODEL_WORDS = 14, WORD_KEY = 1, WORD_VALUE = 2 };
enum { GRAPH_CONSTANT = 5, GRAPH_INPUT = 11, GRAPH_OUTPUT = 12 };
enum { CONSTANT_DIMS = 1, CONSTANT_NAME = 8, CONSTANT_RAW = 9, CONSTANT_PLACE = 14, PLACE_EXTERNAL = 1 };
enum { VALUE_TYPE = 2, TYPE_TENSOR = 1, TENSOR_SHAPE = 2, SHAPE_DIM = 1, DIM_VALUE = 1 };
enum { SIDE_MAX = 1 << 20, CLASSES_MAX = 1 << 16 };

typedef struct constant {
    cal_proto_field name, raw;
    int ndim;
    uint64_t dim[4];
} constant;

typedef struct model {
    cal_arena arena;
    cal_proto_field graph;
    const char *model, *link, *data_hash, *input, *temperature, *calibrator;
    cal_weights_about about;
    cal_net *net;
    float *flat;
} model;

static bool is(const cal_proto_field *field, const char *text) {
    return field->length == strlen(text) && memcmp(field->bytes, text, field->length) == 0;
}

static bool read_word(model *m, const cal_proto_field *word) {
    cal_proto in = cal_proto_of(word->bytes, word->length);
    cal_proto_field field, key = {0}, value = {0};
    while (cal_proto_next(&field, &in)) {
        if (field.number == WORD_KEY && field.bytes) key = field;
        if (field.number == WORD_VALUE && field.bytes) value = field;
    }
    const struct {
        const char *key, **text;
    } known[] = {{"model", &m->model},
                 {"link", &m->link},
                 {"data_hash", &m->data_hash},
                 {"input", &m->input},
                 {"temperature", &m->temperature},
                 {"calibrator", &m->calibrator}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (key.bytes && value.bytes && is(&key, known[i].key))
            *known[i].text = cal_arena_text(&m->arena, (const char *)value.bytes, value.length);
    return !in.broken;
}

static bool read_model(model *m, const cal_file *file) {
    cal_proto in = cal_proto_of(file->bytes, file->size);
    cal_proto_field field;
    while (cal_proto_next(&field, &in)) {
        if (field.number == MODEL_GRAPH && field.bytes) m->graph = field;
        if (field.number == MODEL_WORDS && field.bytes && !read_word(m, &field)) return false;
    }
    return !in.broken && m->graph.bytes && m->model;
}

// Returns the first field with this number in a message; all zero if there is none.
static cal_proto_field find(const cal_proto_field *message, int number) {
    cal_proto in = cal_proto_of(message->bytes, message->length);
    cal_proto_field field;
    while (message->bytes && cal_proto_next(&field, &in))
        if (field.number == number) return field;
    return (cal_proto_field){0};
}

// Reads the sizes of an input or an output after the batch dimension; returns their number, or -1.
static int read_sizes(uint64_t size[3], const cal_proto_field *value) {
    const cal_proto_field type = find(value, VALUE_TYPE), tensor = find(&type, TYPE_TENSOR),
                          shape = find(&tensor, TENSOR_SHAPE);
    if (!shape.bytes) return -1;
    cal_proto in = cal_proto_of(shape.bytes, shape.length);
    cal_proto_field dim;
    int count = -1; // the batch
    while (cal_proto_next(&dim, &in)) {
        if (dim.number != SHAPE_DIM || !dim.bytes || count == 3) return -1;
        if (count >= 0) size[count] = find(&dim, DIM_VALUE).whole;
        if (count >= 0 && (size[count] < 1 || size[count] > SIDE_MAX)) return -1;
        count++;
    }
    return in.broken ? -1 : count;
}

static bool read_shape(model *m) {
    const cal_proto_field input = find(&m->graph, GRAPH_INPUT), output = find(&m->graph, GRAPH_OUTPUT);
    uint64_t in[3] = {1, 1, 1}, out[3] = {0};
    const int count = read_sizes(in, &input);
    cal_weights_about *about = &m->about;
    if ((count != 1 && count != 3) || read_sizes(out, &output) != 1 || out[0] < 2 || out[0] > CLASSES_MAX)
        return false;
    about->c = (int)in[0], about->h = (int)in[1], about->w = (int)in[2], about->k = (int)out[0];
    about->pixels = m->input != NULL;
    about->link = m->link, about->data_hash = m->data_hash;
    return true;
}

static bool read_constant(constant *out, const cal_proto_field *message) {
    cal_proto in = cal_proto_of(message->bytes, message->length);
    cal_proto_field field;
    *out = (constant){.ndim = 0};
    while (cal_proto_next(&field, &in)) {
        if (field.number == CONSTANT_NAME && field.bytes) out->name = field;
        if (field.number == CONSTANT_RAW && field.bytes) out->raw = field;
        if (field.number != CONSTANT_DIMS || field.bytes) continue;
        if (out->ndim == 4) return false;
        out->dim[out->ndim++] = field.whole;
    }
    return !in.broken && out->name.bytes && out->raw.bytes;
}

// Copies the `size` floats of a constant; returns false if it holds another number or another type.
static bool take_floats(float *out, const constant *from, size_t size) {
    if (from->raw.length != size * sizeof *out) return false;
    memcpy(out, from->raw.bytes, from->raw.length); // little-endian, as here
    return true;
}

// Returns the shortest decimal that reads back as this float, as in the link and the metadata.
static double decimal_of(float value) {
    double number = value;
    for (int digits = 1; digits < 10; digits++) {
        cal_text text = {0};
        cal_text_add(&text, "%.*g", digits, (double)value);
        const cal_slice word = {text.data, text.length};
        const bool same = !text.refused && cal_number_parse(&number, word) && (float)number == value;
        cal_text_free(&text);
        if (same) return number;
    }
    return value;
}

// Reads a mean or a standard deviation.
static bool take_pixels(double *number, int *count, const constant *from, int c) {
    float value[4];
    if (c > 4 || !take_floats(value, from, (size_t)c)) return false;
    *count = 1;
    for (int i = 0; i < c; i++) {
        if (!(value[i] >= 0 && value[i] <= 10)) return false;
        number[i] = decimal_of(value[i]);
        if (value[i] != value[0]) *count = c;
    }
    return true;
}

// A mean of 0 or a standard deviation of 1 has no constant, and is the same for all channels.
static bool take_constants(model *m) {
    cal_weights_about *about = &m->about;
    const cal_tensor *tensor;
    const int tensors = cal_net_tensors(m->net, &tensor);
    cal_proto in = cal_proto_of(m->graph.bytes, m->graph.length);
    cal_proto_field field;
    constant found;
    int taken = 0;
    if (about->pixels) about->means = about->sds = 1, about->mean[0] = 0, about->sd[0] = 1;
    while (cal_proto_next(&field, &in)) {
        if (field.number != GRAPH_CONSTANT || !field.bytes) continue;
        if (!read_constant(&found, &field)) return false;
        if (about->pixels && is(&found.name, "mean") &&
            !take_pixels(about->mean, &about->means, &found, about->c))
            return false;
        if (about->pixels && is(&found.name, "std") && !take_pixels(about->sd, &about->sds, &found, about->c))
            return false;
        for (int i = 0; i < tensors; i++) {
            if (!is(&found.name, tensor[i].name)) continue;
            if (!take_floats(m->flat + tensor[i].offset, &found, tensor[i].size)) return false;
            taken++;
        }
    }
    return !in.broken && taken == tensors;
}

static bool read_temperature(double *out, const model *m) {
    *out = 1;
    if (!m->temperature) return true;
    const cal_slice word = {m->temperature, (int)strlen(m->temperature)};
    return word.length <= 40 && cal_number_parse(out, word) && *out >= 1e-3 && *out <= 1e6;
}

static bool read_net(model *m, const cal_file *file) {
    cal_error ignored;
    cal_weights_about *about = &m->about;
    if (cal_choice_parse(&about->model, "model", m->model, strlen(m->model), &ignored)) return false;
    if (cal_net_from_choice(&m->net, &about->model, about->k, about->c, about->h, about->w, &ignored))
        return false;
    const size_t numbers = cal_net_parameters(m->net) + cal_net_statistics(m->net);
    if (numbers > file->size / sizeof *m->flat) return false; // before memory is requested
    m->flat = cal_arena_alloc(&m->arena, numbers * sizeof *m->flat + 1);
    return m->flat && take_constants(m);
}

// Returns true if writing the network that was read gives the same bytes as the file.
static bool is_ours(const model *m, double temperature, const cal_file *file) {
    cal_text again = {0};
    cal_error ignored;
    const cal_onnx_map map = {.temperature = temperature};
    const bool same = !cal_onnx_write(&again, &m->about, m->net, m->flat, &map, &ignored) &&
                      (size_t)again.length == file->size && !memcmp(again.data, file->bytes, file->size);
    cal_text_free(&again);
    return same;
}

// Returns true if the numbers of a constant are in another file, as PyTorch writes large models.
static bool is_external(const model *m) {
    cal_proto graph = cal_proto_of(m->graph.bytes, m->graph.length);
    cal_proto_field constant, field;
    while (m->graph.bytes && cal_proto_next(&constant, &graph)) {
        if (constant.number != GRAPH_CONSTANT || !constant.bytes) continue;
        cal_proto in = cal_proto_of(constant.bytes, constant.length);
        while (cal_proto_next(&field, &in))
            if (field.number == CONSTANT_PLACE && !field.bytes && field.whole == PLACE_EXTERNAL) return true;
    }
    return false;
}

cal_status cal_onnx_read(cal_text *out, double *temperature, const cal_file *file, cal_error *err) {
    model m = {.net = NULL};
    const bool parsed = read_model(&m, file), scaled = m.calibrator != NULL;
    const bool good = parsed && !scaled && read_shape(&m) && read_net(&m, file) &&
                      read_temperature(temperature, &m) && is_ours(&m, *temperature, file);
    const bool refused = m.arena.refused, external = !good && is_external(&m);
    if (good) cal_weights_write(out, &m.about, m.net, m.flat);
    cal_net_free(m.net);
    cal_arena_free(&m.arena);
    if (refused || (good && out->refused)) return cal_refuse_memory(err, "%s: the model", file->name);
    if (good) return CAL_OK;
    if (scaled)
        return cal_fail(err, CAL_FAILED,
                        "%s: its logits are scaled and shifted for each class by vector scaling, which calib "
                        "does not read; take the network that it was exported from, or drop it on the page "
                        "under Evaluate",
                        file->name);
    if (external)
        return cal_fail(err, CAL_FAILED, "%s: its weights are in a second file, which is not given",
                        file->name);
    return cal_fail(
        err, CAL_FAILED,
        "%s: calib reads only ONNX models that this version of it has exported and nobody has changed; the "
        "page runs any ONNX model: drop it there under Evaluate",
        file->name);
}
