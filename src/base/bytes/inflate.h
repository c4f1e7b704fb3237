// Unpacks zlib streams and what they hold (RFC 1950 and 1951).
#ifndef CAL_BASE_BYTES_INFLATE_H
#define CAL_BASE_BYTES_INFLATE_H
#include <stddef.h>
#include <stdint.h>

// Largest compression ratio of deflate: a bound for declared sizes.
enum { CAL_INFLATE_RATIO = 1032 };

typedef struct cal_inflated {
    size_t size;     // bytes that were unpacked
    const char *bad; // null, or what is wrong with the stream, for an error message
    size_t at;       // and at which byte of it
} cal_inflated;

// Unpacks the first `room` bytes of the zlib stream in[0..size) into `out`. A stream that fits is read to its
// end and its Adler-32 checksum compared. Takes hostile bytes and allocates nothing.
cal_inflated cal_inflate(uint8_t *out, size_t room, const uint8_t *in, size_t size);
// The same of deflated bytes alone, as archives have them; no checksum is compared.
cal_inflated cal_inflate_raw(uint8_t *out, size_t room, const uint8_t *in, size_t size);

#endif
