// Arenas and aligned blocks. Only memory.c calls malloc.
//
// A cal_arena is a list of blocks that is freed as a whole: whoever makes a handle keeps its arena inside and
// frees it with the handle. Every allocation is zeroed and 64-byte aligned. A refused allocation returns null
// and sets `refused`, which stays set: builders may go on and check once at the end.
#ifndef CAL_BASE_MEMORY_H
#define CAL_BASE_MEMORY_H
#include <stdbool.h>
#include <stddef.h>

// An arena that only counts hands out null and takes nothing, and its `taken` is what another one would take
// for the same requests: code that allocates says with it how much that is, and cannot drift from what it does.
typedef struct cal_arena {
    struct cal_block *last;
    size_t used;  // bytes handed out, for the memory report
    size_t taken; // bytes of all its blocks, with their headers
    bool refused;
    bool counts; // it only counts
    size_t room; // of the block that it would have; while it counts
} cal_arena;

void *cal_arena_alloc(cal_arena *arena, size_t bytes);
// A copy of text[0..length), zero-terminated.
char *cal_arena_text(cal_arena *arena, const char *text, size_t length);
void cal_arena_free(cal_arena *arena); // leaves an empty arena

// A growable array: doubles `*capacity` until it holds `count` elements of `size` bytes; 64-byte aligned, new
// bytes zeroed. Returns the (moved) array, or null when refused, the old array then being untouched. Free it
// with cal_mem_free.
void *cal_mem_grow(void *array, int *capacity, int count, size_t size);
size_t cal_mem_bytes(size_t bytes); // that cal_mem_alloc takes for so many
void *cal_mem_alloc(size_t bytes);  // zeroed, 64-byte aligned; null when refused
void cal_mem_free(void *memory);
// For a program: blocks of some megabytes go back to the system when they are freed, where the C library would else keep some.
void cal_mem_return_large(void);

#endif
