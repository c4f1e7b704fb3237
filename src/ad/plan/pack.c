// Packs buffers first-fit: each goes to the lowest offset that is free during its lifetime. The result
// depends on the order of placement (cnn-s: 84 MB in order of time, 65 MB at best). No order is best for
// every network, so four are tried and the smallest arena is kept.
#include "ad/plan/pack.h"
#include <stdlib.h>

// The index breaks ties, so that the order does not depend on the C library's qsort.
typedef struct ranked {
    uint64_t first, second; // the larger goes first
    int index;
} ranked;

static int larger_first(const void *p, const void *q) {
    const ranked *a = p, *b = q;
    if (a->first != b->first) return a->first > b->first ? -1 : 1;
    if (a->second != b->second) return a->second > b->second ? -1 : 1;
    return a->index - b->index;
}

typedef struct packer {
    cal_buffer *buffers;
    ranked *order;
    int *placed; // by offset
    int count;
} packer;

enum { BY_BYTES, BY_LIFE, BY_BOTH, BY_DEATH, ORDERS };

static ranked rank_of(const cal_buffer *b, int index, int order) {
    uint64_t life = (uint64_t)(b->dies - b->born) + 1, dies = (uint64_t)b->dies;
    switch (order) {
    case BY_BYTES: return (ranked){b->bytes, life, index};
    case BY_LIFE: return (ranked){life, b->bytes, index};
    case BY_BOTH: return (ranked){b->bytes / 64 * life, b->bytes, index};
    default: return (ranked){dies, b->bytes, index};
    }
}

static uint64_t pack(packer *p, int order) {
    uint64_t size = 0;
    for (int i = 0; i < p->count; i++) p->order[i] = rank_of(&p->buffers[i], i, order);
    qsort(p->order, (size_t)p->count, sizeof *p->order, larger_first);
    for (int i = 0; i < p->count; i++) {
        cal_buffer *b = &p->buffers[p->order[i].index];
        b->offset = 0;
        for (int k = 0; k < i; k++) {
            const cal_buffer *other = &p->buffers[p->placed[k]];
            if (other->dies < b->born || b->dies < other->born) continue;
            if (other->offset >= b->offset + b->bytes) break;
            if (other->offset + other->bytes > b->offset) b->offset = other->offset + other->bytes;
        }
        int at = i;
        for (; at && p->buffers[p->placed[at - 1]].offset > b->offset; at--)
            p->placed[at] = p->placed[at - 1];
        p->placed[at] = p->order[i].index;
        if (b->offset + b->bytes > size) size = b->offset + b->bytes;
    }
    return size;
}

bool cal_pack_buffers(uint64_t *size, cal_buffer *buffers, int count, cal_arena *arena) {
    packer p = {.buffers = buffers,
                .order = cal_arena_alloc(arena, (size_t)count * sizeof *p.order + 1),
                .placed = cal_arena_alloc(arena, (size_t)count * sizeof *p.placed + 1),
                .count = count};
    if (arena->refused) return false;
    int best = 0, last = ORDERS - 1;
    for (int order = 0; order < ORDERS; order++) {
        uint64_t bytes = pack(&p, order);
        if (order > 0 && bytes >= *size) continue;
        best = order;
        *size = bytes;
    }
    if (best != last) *size = pack(&p, best);
    return true;
}
