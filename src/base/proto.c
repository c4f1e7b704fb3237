#include "base/proto.h"
#include <string.h>

enum { VARINT = 0, LENGTH = 2, FIXED32 = 5 };

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

void cal_proto_wholes(cal_text *out, int field, const int64_t *value, int count) {
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
