// Puts the numbers of an ONNX model's second file back into the model.
#include <string.h>
#include "base/bytes/proto.h"
#include "base/slice.h"
#include "run/weights/onnx/onnx.h"

// Field numbers of onnx.proto3.
enum { MODEL_GRAPH = 7, GRAPH_CONSTANT = 5 };
enum { CONSTANT_RAW = 9, CONSTANT_EXTERNAL = 13, CONSTANT_PLACE = 14, PLACE_EXTERNAL = 1 };
enum { ENTRY_KEY = 1, ENTRY_VALUE = 2 };

// Where a constant's numbers are: a file's name, and bytes of it. No name: in the model.
typedef struct place {
    bool external;
    cal_slice name, offset, length;
} place;

static cal_slice text_of(const cal_proto_field *field) {
    const size_t most = 1 << 16;
    return (cal_slice){(const char *)field->bytes, (int)(field->length < most ? field->length : most)};
}

static void read_entry(place *out, const cal_proto_field *entry) {
    cal_proto in = cal_proto_of(entry->bytes, entry->length);
    cal_proto_field field;
    cal_slice key = {"", 0}, value = {"", 0};
    while (cal_proto_next(&field, &in)) {
        if (field.number == ENTRY_KEY && field.bytes) key = text_of(&field);
        if (field.number == ENTRY_VALUE && field.bytes) value = text_of(&field);
    }
    if (cal_slice_is(key, "location")) out->name = value;
    if (cal_slice_is(key, "offset")) out->offset = value;
    if (cal_slice_is(key, "length")) out->length = value;
}

static place place_of(const cal_proto_field *constant) {
    cal_proto in = cal_proto_of(constant->bytes, constant->length);
    cal_proto_field field;
    place out = {.name = {"", 0}, .offset = {"", 0}, .length = {"", 0}};
    while (cal_proto_next(&field, &in)) {
        if (field.number == CONSTANT_EXTERNAL && field.bytes) read_entry(&out, &field);
        if (field.number == CONSTANT_PLACE && !field.bytes) out.external = field.whole == PLACE_EXTERNAL;
    }
    return out;
}

// Returns true for a file's name without a folder: model.onnx.data.
static bool is_plain(cal_slice name) {
    if (name.length < 1 || name.length >= CAL_ONNX_DATA_NAME) return false;
    for (int i = 0; i < name.length; i++) {
        const unsigned char c = (unsigned char)name.at[i];
        if (c < ' ' || c == 127 || c == '/' || c == '\\' || c == ':') return false;
    }
    return !cal_slice_is(name, ".") && !cal_slice_is(name, "..");
}

cal_status cal_onnx_data_name(char name[CAL_ONNX_DATA_NAME], const cal_file *file, cal_error *err) {
    cal_proto model = cal_proto_of(file->bytes, file->size);
    cal_proto_field graph, constant;
    name[0] = 0;
    while (cal_proto_next(&graph, &model)) {
        if (graph.number != MODEL_GRAPH || !graph.bytes) continue;
        cal_proto in = cal_proto_of(graph.bytes, graph.length);
        while (cal_proto_next(&constant, &in)) {
            if (constant.number != GRAPH_CONSTANT || !constant.bytes) continue;
            const place p = place_of(&constant);
            if (!p.external) continue;
            if (!is_plain(p.name))
                return cal_fail(err, CAL_FAILED,
                                "%.200s: its second file is called '%.*s'; only a file next to the model is "
                                "read, by its name without folders",
                                file->name, CAL_QUOTED(p.name));
            if (name[0] && !cal_slice_is(p.name, name))
                return cal_fail(err, CAL_FAILED,
                                "%.200s: its weights are in several files, %.48s and %.*s; only one is read",
                                file->name, name, CAL_QUOTED(p.name));
            memcpy(name, p.name.at, (size_t)p.name.length);
            name[p.name.length] = 0;
        }
    }
    return CAL_OK;
}

// Reads a whole number of bytes; `usual` if none is given.
static bool read_size(size_t *out, cal_slice text, size_t usual) {
    *out = text.length ? 0 : usual;
    for (int i = 0; i < text.length; i++) {
        if (text.at[i] < '0' || text.at[i] > '9' || *out > SIZE_MAX / 16) return false;
        *out = *out * 10 + (size_t)(text.at[i] - '0');
    }
    return true;
}

// Writes a constant with its numbers, in the order of the fields' numbers. *left: bytes of the data that no
// other constant has. Without this limit a hostile model could grow beyond both files.
static bool put_constant(cal_text *out, size_t *left, const cal_proto_field *constant, const place *p,
                         const cal_file *data) {
    size_t offset, length;
    if (!read_size(&offset, p->offset, 0) || offset > data->size ||
        !read_size(&length, p->length, data->size - offset) || length > data->size - offset || length > *left)
        return false;
    *left -= length;
    cal_proto in = cal_proto_of(constant->bytes, constant->length);
    cal_proto_field field;
    bool placed = false;
    for (const uint8_t *start = in.at; cal_proto_next(&field, &in); start = in.at) {
        if (!placed && field.number > CONSTANT_RAW)
            cal_proto_bytes(out, CONSTANT_RAW, data->bytes + offset, length), placed = true;
        if (field.number != CONSTANT_EXTERNAL && field.number != CONSTANT_PLACE)
            cal_text_add_bytes(out, (const char *)start, (size_t)(in.at - start));
    }
    if (!placed) cal_proto_bytes(out, CONSTANT_RAW, data->bytes + offset, length);
    return true;
}

cal_status cal_onnx_join(cal_text *out, const cal_file *file, const cal_file *data, cal_error *err) {
    cal_proto model = cal_proto_of(file->bytes, file->size);
    cal_proto_field field, constant;
    bool fits = true;
    size_t left = data->size;
    for (const uint8_t *start = model.at; fits && cal_proto_next(&field, &model); start = model.at) {
        if (field.number != MODEL_GRAPH || !field.bytes) {
            cal_text_add_bytes(out, (const char *)start, (size_t)(model.at - start));
            continue;
        }
        cal_text graph = {0};
        cal_proto in = cal_proto_of(field.bytes, field.length);
        for (const uint8_t *at = in.at; fits && cal_proto_next(&constant, &in); at = in.at) {
            const bool number = constant.number == GRAPH_CONSTANT && constant.bytes;
            const place p = number ? place_of(&constant) : (place){.external = false};
            cal_text one = {0};
            if (p.external) fits = put_constant(&one, &left, &constant, &p, data);
            if (p.external) cal_proto_message(&graph, GRAPH_CONSTANT, &one);
            else cal_text_add_bytes(&graph, (const char *)at, (size_t)(in.at - at));
        }
        cal_proto_message(out, MODEL_GRAPH, &graph);
    }
    if (!fits)
        return cal_fail(err, CAL_FAILED,
                        "%.200s: its numbers are beyond the end of %.200s, which has %zu bytes", file->name,
                        data->name, data->size);
    return out->refused ? cal_refuse_memory(err, "%s: the model", file->name) : CAL_OK;
}
