// Arenas and growing arrays: alignment, zeroes, accounting, and refusals that are remembered.
#include "base/memory.h"
#include "check.h"
#include <stdint.h>

static bool zeroed(const void *memory, size_t bytes) {
    const unsigned char *b = memory;
    for (size_t i = 0; i < bytes; i++)
        if (b[i]) return false;
    return true;
}

static void test_arena(void) {
    cal_arena arena = {0};
    unsigned char *kept[400];
    size_t total = 0;
    for (size_t i = 0; i < 400; i++) { // sizes across the arena's block size
        size_t bytes = i * i;
        kept[i] = cal_arena_alloc(&arena, bytes);
        CHECK(kept[i] && (uintptr_t)kept[i] % 64 == 0 && zeroed(kept[i], bytes));
        memset(kept[i], (int)(i % 251) + 1, bytes);
        total += bytes;
    }
    int overwritten = 0;
    for (size_t i = 0; i < 400; i++)
        for (size_t j = 0; j < i * i; j++) overwritten += kept[i][j] != i % 251 + 1;
    CHECK(overwritten == 0);
    CHECK(arena.used >= total && arena.used <= total + 400 * 64 && !arena.refused);
    char *text = cal_arena_text(&arena, "hello world", 5);
    CHECK_TEXT(text, "hello");

    CHECK(!cal_arena_alloc(&arena, SIZE_MAX) && arena.refused);
    CHECK(!cal_arena_text(&arena, "", SIZE_MAX));
    CHECK(cal_arena_alloc(&arena, 8) && arena.refused); // later allocations succeed, but `refused` stays set
    cal_arena_free(&arena);
    CHECK(!arena.last && arena.used == 0 && !arena.refused);
}

// A counting arena counts what a real one takes, for any order of small and large requests.
static void test_counting(void) {
    for (unsigned seed = 1; seed < 200; seed++) {
        cal_arena real = {0}, counting = {.counts = true};
        unsigned at = seed;
        for (int i = 0; i < 60; i++) {
            at = at * 1103515245u + 12345u;
            const size_t bytes = (at >> 8) % (at >> 30 ? 3000 : 200000);
            CHECK(cal_arena_alloc(&real, bytes));
            CHECK(!cal_arena_alloc(&counting, bytes));
        }
        CHECK(real.taken == counting.taken && real.used == counting.used && !counting.refused);
        CHECK(real.taken > real.used);
        cal_arena_free(&real);
        cal_arena_free(&counting);
        CHECK(!real.taken && !counting.counts);
    }
}

static void test_refusal(void) {
    CHECK(!cal_mem_alloc(SIZE_MAX) && !cal_mem_alloc(SIZE_MAX / 2));
    void *nothing = cal_mem_alloc(0);
    CHECK(nothing);
    cal_mem_free(nothing);
    int capacity = 0;
    double *array = cal_mem_grow(NULL, &capacity, 3, sizeof *array);
    CHECK(array && capacity >= 3 && zeroed(array, (size_t)capacity * sizeof *array));
    array[2] = 7;
    int before = capacity;
    CHECK(cal_mem_grow(array, &capacity, 3, sizeof *array) == array && capacity == before);
    CHECK(!cal_mem_grow(array, &capacity, INT32_MAX, SIZE_MAX / 16) && capacity == before && array[2] == 7);
    array = cal_mem_grow(array, &capacity, 1000, sizeof *array);
    CHECK(array && capacity >= 1000 && array[2] == 7 && (uintptr_t)array % 64 == 0);
    CHECK(zeroed(array + before, (size_t)(capacity - before) * sizeof *array));
    cal_mem_free(array);
    cal_mem_free(NULL);
}

int main(void) {
    test_arena();
    test_counting();
    test_refusal();
    return CHECK_DONE();
}
