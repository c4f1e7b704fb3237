// Reads and writes the wire format of protocol buffers: a sequence of fields. Nested messages are bytes.
#ifndef CAL_BASE_BYTES_PROTO_H
#define CAL_BASE_BYTES_PROTO_H
#include <stdint.h>
#include "base/text.h"

void cal_proto_whole(cal_text *out, int field, int64_t value);
void cal_proto_float(cal_text *out, int field, float value);
void cal_proto_bytes(cal_text *out, int field, const void *bytes, size_t length);
void cal_proto_text(cal_text *out, int field, const char *text);
void cal_proto_ints(cal_text *out, int field, const int64_t *value, int count); // packed
void cal_proto_message(cal_text *out, int field, cal_text *message);            // frees `message`

// ---- reading; hostile bytes end it early

typedef struct cal_proto {
    const uint8_t *at, *end;
    bool broken; // the next bytes are not a field, or a field exceeds the end
} cal_proto;

typedef struct cal_proto_field {
    int number;
    uint64_t whole;       // value of an integer field; 0 for floats
    const uint8_t *bytes; // content of a field with a length, else null
    size_t length;
} cal_proto_field;

// Reads the next field. Returns false at the end, and always once the bytes are broken.
bool cal_proto_next(cal_proto_field *out, cal_proto *in);
cal_proto cal_proto_of(const uint8_t *bytes, size_t length);

#endif
