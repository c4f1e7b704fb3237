// Reads half-precision numbers.
#ifndef CAL_BASE_BYTES_HALF_H
#define CAL_BASE_BYTES_HALF_H
#include <stdint.h>
#include <string.h>

// The IEEE 754 binary16 number at an address of any alignment, exactly.
static inline float cal_half_at(const void *at) {
    uint16_t bits;
    memcpy(&bits, at, 2);
    uint32_t exponent = bits >> 10 & 31u, fraction = bits & 1023u, sign = (bits & 0x8000u) << 16, word;
    float value = (float)fraction * 0x1p-24f; // subnormal
    memcpy(&word, &value, 4);
    if (exponent) word = (exponent == 31 ? 255u : exponent + 112) << 23 | fraction << 13;
    word |= sign;
    memcpy(&value, &word, 4);
    return value;
}

#endif
