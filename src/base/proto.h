// Floor 0. Protocol buffers, written: fields one after the other, a message inside another as bytes.
#ifndef CAL_BASE_PROTO_H
#define CAL_BASE_PROTO_H
#include "base/text.h"

void cal_proto_whole(cal_text *out, int field, int64_t value);
void cal_proto_float(cal_text *out, int field, float value);
void cal_proto_bytes(cal_text *out, int field, const void *bytes, size_t length);
void cal_proto_text(cal_text *out, int field, const char *text);
void cal_proto_wholes(cal_text *out, int field, const int64_t *value, int count); // packed
void cal_proto_message(cal_text *out, int field, cal_text *message);              // frees it

#endif
