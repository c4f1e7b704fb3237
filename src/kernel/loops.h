// Internal. Macros and helpers that the kernels' loops share.
#ifndef CAL_KERNEL_LOOPS_H
#define CAL_KERNEL_LOOPS_H
#include <stddef.h>

// Inner loops over the depth of a product stay rolled. Unrolled, LLVM turns them into long chains with every
// operand live, which V8 then spills (23 instead of 35 GFLOP/s). Loops over a tile's rows and columns must be
// unrolled: their accumulators are in registers only if nothing of the loop remains.
#if defined(__clang__)
#define CAL_ROLLED   _Pragma("clang loop unroll(disable)")
#define CAL_UNROLLED _Pragma("clang loop unroll(full)")
#else
#define CAL_ROLLED   _Pragma("GCC unroll 1")
#define CAL_UNROLLED _Pragma("GCC unroll 16")
#endif
// Hides the origin of a pointer from the compiler.
#define CAL_OPAQUE(pointer) __asm__("" : "+r"(pointer))
// Reads a value before its use, to bring it into the cache: WASM has no prefetch.
#define CAL_READ(value) __asm__ volatile("" ::"r"(value))
#define CAL_INLINE      static inline __attribute__((always_inline))

enum { CAL_CACHE_LINE = 16 }; // floats

// Prefetches by reading one float per cache line in eight streams, so that misses overlap. Processors
// prefetch each stream further.
static inline void cal_read_lines(const float *x, size_t floats) {
    enum { RUNS = 8 };
    const size_t run = floats / RUNS / CAL_CACHE_LINE * CAL_CACHE_LINE;
    CAL_ROLLED
    for (size_t i = 0; i < run; i += CAL_CACHE_LINE) {
        CAL_UNROLLED
        for (int k = 0; k < RUNS; k++) CAL_READ(x[i + k * run]);
    }
    CAL_ROLLED
    for (size_t i = RUNS * run; i < floats; i += CAL_CACHE_LINE) CAL_READ(x[i]);
}

static inline int cal_ceil_div(int a, int b) { return (a + b - 1) / b; }
static inline int cal_round_up(int a, int multiple) { return cal_ceil_div(a, multiple) * multiple; }
static inline int cal_min_int(int a, int b) { return a < b ? a : b; }
static inline int cal_max_int(int a, int b) { return a > b ? a : b; }
static inline size_t cal_max_size(size_t a, size_t b) { return a > b ? a : b; }

// Rounds a number of floats up so that the next array in scratch memory starts on a cache line.
static inline size_t cal_scratch_floats(size_t floats) { return (floats + 15) / 16 * 16; }

// Planes (or rows) of `floats` floats per chunk: about 64 KB, enough to outweigh the hand-over.
static inline int cal_chunk_of(size_t floats) {
    return floats >= 16384 ? 1 : (int)(16384 / (floats ? floats : 1));
}

#endif
