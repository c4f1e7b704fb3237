// Internal. What the kernels' loops share.
#ifndef CAL_KERNEL_LOOPS_H
#define CAL_KERNEL_LOOPS_H
#include <stddef.h>

// Inner loops over the depth of a product stay rolled: unrolled, LLVM turns them into long chains with every
// operand live, which V8 then spills (23 instead of 35 GFLOP/s). The loops over a tile's rows and columns are
// the opposite: their accumulators live in registers only if nothing of the loop remains.
#if defined(__clang__)
#define CAL_ROLLED   _Pragma("clang loop unroll(disable)")
#define CAL_UNROLLED _Pragma("clang loop unroll(full)")
#else
#define CAL_ROLLED   _Pragma("GCC unroll 1")
#define CAL_UNROLLED _Pragma("GCC unroll 16")
#endif
// A pointer that the compiler must take as it comes: it cannot know what was added to it.
#define CAL_OPAQUE(pointer) __asm__("" : "+r"(pointer))
// Reads a value ahead of its use, to bring it into the cache: WASM has no prefetch.
#define CAL_READ(value) __asm__ volatile("" ::"r"(value))
#define CAL_INLINE      static inline __attribute__((always_inline))

enum { CAL_CACHE_LINE = 16 }; // floats

// Brings what will be read soon into the cache: many lines at once, where a loop that computes long would wait for each in turn; and
// in some runs at once, since processors follow each run ahead of its reads.
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

// Floats, rounded up so that whatever follows them in scratch memory starts on a cache line.
static inline size_t cal_scratch_floats(size_t floats) { return (floats + 15) / 16 * 16; }

// How many planes (or rows) of `floats` floats make a chunk: about 64 KB, enough to outweigh the hand-over.
static inline int cal_chunk_of(size_t floats) {
    return floats >= 16384 ? 1 : (int)(16384 / (floats ? floats : 1));
}

#endif
