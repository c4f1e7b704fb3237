// Arenas and aligned blocks. Only memory.c calls malloc.
//
// A cal_arena is a list of blocks that is freed as a whole. A handle is stored in its own arena and freed
// with it. Every allocation is zeroed and 64-byte aligned. A refused allocation returns null and sets
// `refused`, which stays set: builders may continue and check once at the end.
#ifndef CAL_BASE_MEMORY_H
#define CAL_BASE_MEMORY_H
#include <stdbool.h>
#include <stddef.h>

// A counting arena returns null and adds up in `taken` what the same calls would allocate. Allocating code
// thus reports its own memory, and cannot drift from what it does.
typedef struct cal_arena {
    struct cal_block *last;
    size_t used;  // bytes handed out, for the memory report
    size_t taken; // bytes of all blocks, with their headers
    bool refused;
    bool counts; // a counting arena
    size_t room; // free bytes of the imaginary current block; only while it counts
} cal_arena;

void *cal_arena_alloc(cal_arena *arena, size_t bytes);
// Copies text[0..length), zero-terminated.
char *cal_arena_text(cal_arena *arena, const char *text, size_t length);
char *cal_arena_string(cal_arena *arena, const char *text); // copies the whole text; null for null
void cal_arena_free(cal_arena *arena);                      // leaves an empty arena

// Grows an array: doubles `*capacity` until it holds `count` elements of `size` bytes. 64-byte aligned, new
// bytes zeroed. Returns the (moved) array, or null if refused; then the old array is unchanged. Free it with
// cal_mem_free.
void *cal_mem_grow(void *array, int *capacity, int count, size_t size);
size_t cal_mem_bytes(size_t bytes); // bytes that cal_mem_alloc(bytes) allocates
void *cal_mem_alloc(size_t bytes);  // zeroed, 64-byte aligned; null when refused
void cal_mem_free(void *memory);
// Makes freed blocks of some megabytes go back to the system, of which the C library would keep some.
// Programs call it once.
void cal_mem_return_large(void);

#endif
