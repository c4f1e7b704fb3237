// Unpacks zlib and raw deflate streams (RFC 1950 and 1951).
#ifndef CAL_BASE_BYTES_INFLATE_H
#define CAL_BASE_BYTES_INFLATE_H
#include <stddef.h>
#include <stdint.h>

// Largest compression ratio of deflate, which bounds declared sizes.
enum { CAL_INFLATE_RATIO = 1032 };

typedef struct cal_inflated {
    size_t size;     // bytes unpacked
    const char *bad; // the stream's error, for a message; null: none
    size_t at;       // byte offset of the error in the stream
} cal_inflated;

// Unpacks the first `room` bytes of the zlib stream in[0..size) into `out`. A stream that fits is read to its
// end and its Adler-32 checksum is compared. Accepts hostile bytes and allocates nothing.
cal_inflated cal_inflate(uint8_t *out, size_t room, const uint8_t *in, size_t size);
// The same for a raw deflate stream, as archives have it. No checksum is compared.
cal_inflated cal_inflate_raw(uint8_t *out, size_t room, const uint8_t *in, size_t size);

#endif
