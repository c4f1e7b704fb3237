// Arenas and aligned blocks. The only caller of the C library's allocator.
//
// An arena serves small requests from blocks of ARENA_BLOCK bytes. Large requests get a block of exactly
// their size, so that a planned run allocates exactly what was planned.
#ifdef __linux__
#define _DEFAULT_SOURCE // madvise
#include <sys/mman.h>
#endif
#include "base/memory.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

enum { ALIGN = 64, ARENA_BLOCK = 64 * 1024, LARGE = 4 << 20 };

typedef struct cal_block {
    struct cal_block *before;
    size_t used, size; // in bytes after the header
} cal_block;
_Static_assert(sizeof(cal_block) <= ALIGN, "the header takes one aligned unit");

static size_t round_up(size_t bytes) { return (bytes + ALIGN - 1) / ALIGN * ALIGN; }

size_t cal_mem_bytes(size_t bytes) { return bytes ? round_up(bytes) : ALIGN; }

// Requests pages of 2 MB for large blocks. A step touches more small pages than the processor's TLB holds.
// The kernel may refuse.
static void ask_for_large_pages(void *memory, size_t size) {
#ifdef MADV_HUGEPAGE
    const uintptr_t page = 2 << 20, first = ((uintptr_t)memory + page - 1) / page * page;
    const uintptr_t end = ((uintptr_t)memory + size) / page * page;
    if (size >= LARGE && first < end) (void)madvise((void *)first, end - first, MADV_HUGEPAGE);
#else
    (void)memory, (void)size;
#endif
}

void *cal_mem_alloc(size_t bytes) {
    if (bytes > SIZE_MAX / 2) return NULL;
    size_t size = cal_mem_bytes(bytes);
    void *memory = aligned_alloc(ALIGN, size);
    if (!memory) return NULL;
    ask_for_large_pages(memory, size);
    return memset(memory, 0, size);
}

void cal_mem_free(void *memory) { free(memory); }

void cal_mem_return_large(void) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, LARGE); // else the threshold grows to 32 MB with the sizes that are freed
#endif
}

void *cal_mem_grow(void *array, int *capacity, int count, size_t size) {
    if (array && count <= *capacity) return array;
    int64_t wanted = *capacity > 0 ? *capacity : 1;
    while (wanted < count) wanted *= 2;
    // Grow by a quarter where doubling is impossible: smaller increments would copy everything each time.
    if (wanted > INT32_MAX) wanted = count < INT32_MAX - count / 4 ? count + count / 4 : INT32_MAX;
    if ((uint64_t)wanted > SIZE_MAX / 2 / size) return NULL;
    void *moved = cal_mem_alloc((size_t)wanted * size);
    if (!moved) return NULL;
    if (array) memcpy(moved, array, (size_t)*capacity * size);
    free(array);
    *capacity = (int)wanted;
    return moved;
}

static cal_block *new_block(size_t size) {
    cal_block *block = cal_mem_alloc(ALIGN + size);
    if (block) block->size = size;
    return block;
}

// Counts what cal_arena_alloc would allocate, without blocks.
static void count(cal_arena *arena, size_t size) {
    const bool small = size <= ARENA_BLOCK / 4;
    arena->used += size;
    if (arena->room >= size) {
        arena->room -= size;
        return;
    }
    arena->taken += ALIGN + (small ? ARENA_BLOCK : size);
    if (small) arena->room = ARENA_BLOCK - size;
}

void *cal_arena_alloc(cal_arena *arena, size_t bytes) {
    if (bytes > SIZE_MAX / 2 - ALIGN) return arena->refused = true, NULL;
    size_t size = bytes ? round_up(bytes) : ALIGN;
    if (arena->counts) return count(arena, size), NULL;
    cal_block *block = arena->last;
    if (!block || block->size - block->used < size) {
        bool small = size <= ARENA_BLOCK / 4;
        block = new_block(small ? ARENA_BLOCK : size);
        if (!block) return arena->refused = true, NULL;
        arena->taken += ALIGN + block->size;
        if (small || !arena->last) {
            block->before = arena->last;
            arena->last = block;
        } else { // a full block is linked after the one that still has room
            block->before = arena->last->before;
            arena->last->before = block;
        }
    }
    void *memory = (char *)block + ALIGN + block->used;
    block->used += size;
    arena->used += size;
    return memory;
}

char *cal_arena_text(cal_arena *arena, const char *text, size_t length) {
    // null too for a counting arena
    char *copy = length < SIZE_MAX ? cal_arena_alloc(arena, length + 1) : NULL;
    if (copy && length) memcpy(copy, text, length);
    return copy;
}

char *cal_arena_string(cal_arena *arena, const char *text) {
    return text ? cal_arena_text(arena, text, strlen(text)) : NULL;
}

void cal_arena_free(cal_arena *arena) {
    for (cal_block *block = arena->last; block;) {
        cal_block *before = block->before;
        cal_mem_free(block);
        block = before;
    }
    *arena = (cal_arena){0};
}
