#include "base/bytes/proto.h"
#include <string.h>

enum { VARINT = 0, FIXED64 = 1, LENGTH = 2, FIXED32 = 5 };

static void varint(cal_text *out, uint64_t value) {
    char byte[10];
    int count = 0;
    do byte[count++] = (char)((value & 127) | (value > 127 ? 128 : 0));
    while (value >>= 7);
    cal_text_add_bytes(out, byte, (size_t)count);
}

static void tag(cal_text *out, int field, int type) { varint(out, (uint64_t)field << 3 | (uint64_t)type); }

void cal_proto_whole(cal_text *out, int field, int64_t value) {
    tag(out, field, VARINT);
    varint(out, (uint64_t)value);
}

void cal_proto_float(cal_text *out, int field, float value) {
    uint32_t bits;
    char byte[4];
    memcpy(&bits, &value, sizeof bits);
    for (int i = 0; i < 4; i++) byte[i] = (char)(bits >> 8 * i);
    tag(out, field, FIXED32);
    cal_text_add_bytes(out, byte, sizeof byte);
}

void cal_proto_bytes(cal_text *out, int field, const void *bytes, size_t length) {
    tag(out, field, LENGTH);
    varint(out, length);
    cal_text_add_bytes(out, bytes, length);
}

void cal_proto_text(cal_text *out, int field, const char *text) {
    cal_proto_bytes(out, field, text, strlen(text));
}

void cal_proto_ints(cal_text *out, int field, const int64_t *value, int count) {
    cal_text packed = {0};
    for (int i = 0; i < count; i++) varint(&packed, (uint64_t)value[i]);
    cal_proto_message(out, field, &packed);
}

void cal_proto_message(cal_text *out, int field, cal_text *message) {
    out->refused |= message->refused;
    if (!out->refused)
        cal_proto_bytes(out, field, message->length ? message->data : "", (size_t)message->length);
    cal_text_free(message);
}

// ---- reading

cal_proto cal_proto_of(const uint8_t *bytes, size_t length) {
    return (cal_proto){.at = bytes, .end = length ? bytes + length : bytes};
}

static uint64_t read_varint(cal_proto *in) {
    uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
        if (in->at == in->end) break;
        const uint8_t byte = *in->at++;
        value |= (uint64_t)(byte & 127) << shift;
        if (byte < 128) return value;
    }
    in->broken = true;
    return 0;
}

bool cal_proto_next(cal_proto_field *out, cal_proto *in) {
    *out = (cal_proto_field){.number = 0};
    if (in->broken || in->at == in->end) return false;
    const uint64_t head = read_varint(in), number = head >> 3;
    const int type = (int)(head & 7);
    uint64_t size = type == FIXED64 ? 8 : type == FIXED32 ? 4 : 0;
    if (type == VARINT) out->whole = read_varint(in);
    else if (type == LENGTH) size = read_varint(in);
    else if (!size) in->broken = true;
    if (!number || number > INT32_MAX || size > (uint64_t)(in->end - in->at)) in->broken = true;
    if (in->broken) return false;
    out->number = (int)number;
    if (type == LENGTH) out->bytes = in->at, out->length = (size_t)size;
    in->at += size;
    return true;
}
