// Philox (random.c) for four blocks at once.
#include "base/random/f4.h"
#include <assert.h>

// The high and low halves of the four products with m.
static inline v128_t multiply(v128_t *low, v128_t a, uint32_t m) {
    v128_t factor = wasm_i32x4_splat((int32_t)m);
    v128_t p = wasm_u64x2_extmul_low_u32x4(a, factor), q = wasm_u64x2_extmul_high_u32x4(a, factor);
    *low = wasm_i32x4_shuffle(p, q, 0, 2, 4, 6);
    return wasm_i32x4_shuffle(p, q, 1, 3, 5, 7);
}

void cal_random_words_of_four(v128_t words[4], uint64_t seed, cal_stream stream, uint64_t step,
                              uint64_t index) {
    assert(step >> 48 == 0 && index % 4 == 0);
    uint32_t k0 = (uint32_t)seed, k1 = (uint32_t)(seed >> 32);
    v128_t c0 = wasm_i32x4_add(wasm_i32x4_splat((int32_t)(uint32_t)index), wasm_i32x4_const(0, 1, 2, 3));
    v128_t c1 = wasm_i32x4_splat((int32_t)(uint32_t)(index >> 32));
    v128_t c2 = wasm_i32x4_splat((int32_t)(uint32_t)step);
    v128_t c3 = wasm_i32x4_splat((int32_t)((uint32_t)(step >> 32) | (uint32_t)stream << 16));
    for (int round = 0; round < 10; round++) {
        v128_t low0, low1, high0 = multiply(&low0, c0, 0xD2511F53), high1 = multiply(&low1, c2, 0xCD9E8D57);
        c0 = wasm_v128_xor(wasm_v128_xor(high1, c1), wasm_i32x4_splat((int32_t)k0));
        c2 = wasm_v128_xor(wasm_v128_xor(high0, c3), wasm_i32x4_splat((int32_t)k1));
        c1 = low1;
        c3 = low0;
        k0 += 0x9E3779B9, k1 += 0xBB67AE85;
    }
    words[0] = c0, words[1] = c1, words[2] = c2, words[3] = c3;
}
