// Unpacks zlib streams (RFC 1950 and 1951).
#ifndef CAL_BASE_BYTES_INFLATE_H
#define CAL_BASE_BYTES_INFLATE_H
#include <stddef.h>
#include <stdint.h>

// What deflate can shrink bytes by, at most: a bound for claims about what comes out.
enum { CAL_INFLATE_RATIO = 1032 };

typedef struct cal_inflated {
    size_t size;     // bytes that came out
    const char *bad; // null, or what is wrong with the stream
    size_t at;       // and where in it
} cal_inflated;

// The first `room` bytes that in[0..size) holds; where it holds no more than that, the stream is read to its
// end and its check sum compared.
cal_inflated cal_inflate(uint8_t *out, size_t room, const uint8_t *in, size_t size);

#endif
