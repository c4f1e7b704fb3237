// Reads canonical Huffman codes bit by bit (RFC 1951, 3.2.2). The first code of each length and the number of
// codes of that length show whether the bits so far form a code.
#include "base/bytes/inflate.h"
#include <stdbool.h>
#include <string.h>

enum { LENGTH_MAX = 15, LITERALS = 288, DISTANCES = 30, FAST_BITS = 9 };

typedef struct stream {
    const uint8_t *in;
    size_t size, at;
    uint64_t bits; // bits read but not used yet; the next one is the lowest
    int count;
    uint8_t *out;
    size_t room, done;
    const char *bad;
} stream;

typedef struct huffman {
    uint16_t count[LENGTH_MAX + 1], symbol[LITERALS]; // codes of each length; symbols in order of code
    uint16_t fast[1 << FAST_BITS]; // indexed by the next bits: symbol << 4 | length; 0: the code is longer
} huffman;

static void refill(stream *s) {
    while (s->count <= 56 && s->at < s->size) {
        s->bits |= (uint64_t)s->in[s->at++] << s->count;
        s->count += 8;
    }
}

static unsigned take(stream *s, int count) {
    if (s->count < count) refill(s);
    if (s->count < count) {
        s->bad = "the compressed data ends too early";
        return 0;
    }
    const unsigned value = (unsigned)(s->bits & ((1u << count) - 1));
    s->bits >>= count;
    s->count -= count;
    return value;
}

// Returns false for an over-subscribed code. The caller decides about incomplete ones.
static bool huffman_make(huffman *h, const uint8_t *length, int symbols) {
    uint16_t offset[LENGTH_MAX + 2] = {0}, next[LENGTH_MAX + 1];
    memset(h, 0, sizeof *h);
    for (int i = 0; i < symbols; i++) h->count[length[i]]++;
    h->count[0] = 0;
    int left = 1;
    for (int l = 1; l <= LENGTH_MAX; l++)
        if ((left = 2 * left - h->count[l]) < 0) return false;
    for (int l = 1; l <= LENGTH_MAX; l++) offset[l + 1] = (uint16_t)(offset[l] + h->count[l]);
    memcpy(next, offset, sizeof next);
    for (int i = 0; i < symbols; i++)
        if (length[i]) h->symbol[next[length[i]]++] = (uint16_t)i;
    unsigned code = 0;
    for (int l = 1; l <= FAST_BITS; l++, code <<= 1)
        for (int i = 0; i < h->count[l]; i++, code++) {
            unsigned reversed = 0;
            for (int b = 0; b < l; b++) reversed |= (code >> b & 1) << (l - 1 - b);
            for (; reversed < 1u << FAST_BITS; reversed += 1u << l)
                h->fast[reversed] = (uint16_t)(h->symbol[offset[l] + i] << 4 | l);
        }
    return true;
}

static int decode(stream *s, const huffman *h) {
    if (s->count < LENGTH_MAX) refill(s);
    const unsigned fast = h->fast[s->bits & ((1 << FAST_BITS) - 1)];
    if (fast && (int)(fast & 15) <= s->count) {
        s->bits >>= fast & 15;
        s->count -= fast & 15;
        return (int)(fast >> 4);
    }
    int code = 0, first = 0, index = 0;
    for (int l = 1; l <= LENGTH_MAX; l++) {
        code |= (int)take(s, 1);
        if (s->bad) return -1;
        if (code - first < h->count[l]) return h->symbol[index + code - first];
        index += h->count[l];
        first = (first + h->count[l]) << 1;
        code <<= 1;
    }
    s->bad = "an undefined Huffman code";
    return -1;
}

static void block_stored(stream *s) {
    take(s, s->count & 7);
    const unsigned length = take(s, 16), complement = take(s, 16);
    if (s->bad) return;
    if ((length ^ complement) != 0xffff) {
        s->bad = "a stored block's length does not match its complement";
        return;
    }
    for (unsigned i = 0; i < length && s->done < s->room && !s->bad; i++) {
        const unsigned byte = take(s, 8);
        if (!s->bad) s->out[s->done++] = (uint8_t)byte;
    }
}

static const uint16_t length_base[29] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                         31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
static const uint8_t length_bits[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                        2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
static const uint16_t distance_base[DISTANCES] = {
    1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
    193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
static const uint8_t distance_bits[DISTANCES] = {0, 0, 0, 0, 1, 1, 2, 2,  3,  3,  4,  4,  5,  5,  6,
                                                 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};

static void block_codes(stream *s, const huffman *literals, const huffman *distances) {
    while (s->done < s->room) {
        int symbol = decode(s, literals);
        if (symbol < 0 || symbol == 256) return;
        if (symbol < 256) {
            s->out[s->done++] = (uint8_t)symbol;
            continue;
        }
        if ((symbol -= 257) >= 29) {
            s->bad = "an invalid length symbol";
            return;
        }
        size_t length = length_base[symbol] + take(s, length_bits[symbol]);
        const int far = decode(s, distances);
        if (far >= DISTANCES) s->bad = "an invalid distance symbol";
        if (far < 0 || s->bad) return;
        const size_t distance = distance_base[far] + take(s, distance_bits[far]);
        if (s->bad) return;
        if (distance > s->done) {
            s->bad = "a distance that reaches before the first byte";
            return;
        }
        for (; length && s->done < s->room; length--, s->done++) s->out[s->done] = s->out[s->done - distance];
    }
}

static void block_fixed(stream *s) {
    uint8_t length[LITERALS];
    huffman literals, distances;
    for (int i = 0; i < LITERALS; i++) length[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    huffman_make(&literals, length, LITERALS);
    memset(length, 5, DISTANCES);
    huffman_make(&distances, length, DISTANCES);
    block_codes(s, &literals, &distances);
}

static void block_dynamic(stream *s) {
    static const uint8_t order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    const int nliterals = (int)take(s, 5) + 257, ndistances = (int)take(s, 5) + 1,
              ncodes = (int)take(s, 4) + 4;
    uint8_t length[LITERALS + 32] = {0};
    huffman codes, literals, distances;
    if (!s->bad && (nliterals > 286 || ndistances > DISTANCES)) s->bad = "more code lengths than symbols";
    for (int i = 0; i < ncodes && !s->bad; i++) length[order[i]] = (uint8_t)take(s, 3);
    if (s->bad) return;
    const bool good = huffman_make(&codes, length, 19);
    memset(length, 0, sizeof length);
    if (!good) s->bad = "code lengths that no Huffman code has";
    for (int i = 0; i < nliterals + ndistances && !s->bad;) {
        const int symbol = decode(s, &codes);
        int repeat = 1, value = symbol;
        if (symbol >= 16) {
            value = symbol == 16 && i ? length[i - 1] : 0;
            if (symbol == 16 && !i) s->bad = "a repeated code length before the first one";
            repeat = symbol == 16   ? 3 + (int)take(s, 2)
                     : symbol == 17 ? 3 + (int)take(s, 3)
                                    : 11 + (int)take(s, 7);
        }
        if (!s->bad && i + repeat > nliterals + ndistances) s->bad = "more code lengths than declared";
        while (!s->bad && repeat--) length[i++] = (uint8_t)value;
    }
    if (!s->bad && (!huffman_make(&literals, length, nliterals) ||
                    !huffman_make(&distances, length + nliterals, ndistances)))
        s->bad = "code lengths that no Huffman code has";
    if (!s->bad) block_codes(s, &literals, &distances);
}

// The sums stay below 2^32 for 5552 bytes (RFC 1950).
static uint32_t adler(const uint8_t *bytes, size_t size) {
    uint32_t a = 1, b = 0;
    while (size) {
        size_t part = size < 5552 ? size : 5552;
        size -= part;
        while (part--) a += *bytes++, b += a;
        a %= 65521, b %= 65521;
    }
    return b << 16 | a;
}

// Unpacks blocks until the last one or until `out` is full. Returns true if the last block was reached.
static bool read_blocks(stream *s) {
    bool last = false;
    while (!last && !s->bad && s->done < s->room) {
        last = take(s, 1);
        const unsigned kind = take(s, 2);
        if (s->bad) break;
        if (kind == 0) block_stored(s);
        else if (kind == 1) block_fixed(s);
        else if (kind == 2) block_dynamic(s);
        else s->bad = "a block of an unknown type";
    }
    return last;
}

cal_inflated cal_inflate(uint8_t *out, size_t room, const uint8_t *in, size_t size) {
    stream s = {.in = in, .size = size, .out = out, .room = room};
    if (size < 2 || (in[0] & 15) != 8 || in[0] >> 4 > 7 || (in[0] << 8 | in[1]) % 31 || in[1] & 32)
        s.bad = "not a zlib stream";
    s.at = size < 2 ? size : 2;
    if (read_blocks(&s) && !s.bad && s.done != room) {
        take(&s, s.count & 7);
        uint32_t sum = 0;
        for (int i = 0; i < 4; i++) sum = sum << 8 | take(&s, 8);
        if (!s.bad && sum != adler(out, s.done)) s.bad = "the checksum (Adler-32) does not match the data";
    }
    return (cal_inflated){s.done, s.bad, s.at};
}

cal_inflated cal_inflate_raw(uint8_t *out, size_t room, const uint8_t *in, size_t size) {
    stream s = {.in = in, .size = size, .out = out, .room = room};
    read_blocks(&s);
    return (cal_inflated){s.done, s.bad, s.at};
}
