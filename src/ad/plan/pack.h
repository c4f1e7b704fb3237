// Packs buffers with known lifetimes into one arena.
#ifndef CAL_AD_PLAN_PACK_H
#define CAL_AD_PLAN_PACK_H
#include <stdbool.h>
#include <stdint.h>
#include "base/memory.h"

typedef struct cal_buffer {
    uint64_t bytes,
        offset;     // 64 bits, so that a network that is too large for 32 is refused and does not wrap
    int born, dies; // lifetime: the first and the last step
} cal_buffer;

// Sets each buffer's offset, so that buffers with common steps do not overlap, and `size` to the arena's
// size. Returns false if memory was refused.
bool cal_pack_buffers(uint64_t *size, cal_buffer *buffers, int count, cal_arena *arena);

#endif
