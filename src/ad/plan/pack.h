// Packs lifetimes into one arena.
#ifndef CAL_AD_PLAN_PACK_H
#define CAL_AD_PLAN_PACK_H
#include <stdbool.h>
#include <stdint.h>
#include "base/memory.h"

typedef struct cal_buffer {
    uint64_t bytes,
        offset; // 64 bits also where size_t has 32: a network that is too large must be refused, not wrap around
    int born, dies; // the first and the last step that it has to live in
} cal_buffer;

// Sets every offset, so that no two buffers that live at the same time overlap, and `size` to where the
// last one ends. False if memory was refused.
bool cal_pack_buffers(uint64_t *size, cal_buffer *buffers, int count, cal_arena *arena);

#endif
