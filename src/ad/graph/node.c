// The hash-consed nodes of a graph. Knows nothing of the ops' meaning.
#include "ad/graph/node.h"
#include "base/memory.h"
#include <string.h>

bool cal_same_shape(cal_shape a, cal_shape b) { return a.n == b.n && a.c == b.c && a.h == b.h && a.w == b.w; }

size_t cal_graph_bytes(const cal_graph *g) {
    return cal_mem_bytes((size_t)g->capacity * sizeof *g->node) +
           cal_mem_bytes((size_t)g->hash_size * sizeof *g->hash);
}

void cal_graph_free(cal_graph *g) {
    cal_mem_free(g->node);
    cal_mem_free(g->hash);
    memset(g, 0, sizeof *g);
}

// ---- hash-consing

static uint32_t hash_of(const cal_node_data *node) {
    uint64_t h = 1469598103934665603u;
    uint32_t word[sizeof *node / 4];
    memcpy(word, node, sizeof word);
    for (size_t i = 0; i < sizeof word / 4; i++) h = (h ^ word[i]) * 1099511628211u;
    return (uint32_t)(h ^ h >> 29);
}

static bool grow(cal_graph *g) {
    cal_node_data *node = cal_mem_grow(g->node, &g->capacity, g->count + 1, sizeof *node);
    if (!node) return false;
    g->node = node;
    if (g->hash_size >= 2 * g->capacity) return true;
    int size = 1024;
    while (size < 4 * g->capacity) size *= 2;
    int32_t *hash = cal_mem_alloc((size_t)size * sizeof *hash);
    if (!hash) return false;
    for (int i = 0; i < g->count; i++) {
        if (g->node[i].op == CAL_OP_INPUT) continue;
        uint32_t at = hash_of(&g->node[i]) & (uint32_t)(size - 1);
        while (hash[at]) at = (at + 1) & (uint32_t)(size - 1);
        hash[at] = i + 1;
    }
    cal_mem_free(g->hash);
    g->hash = hash;
    g->hash_size = size;
    return true;
}

cal_node cal_graph_insert(cal_graph *g, const cal_node_data *node) {
    if (g->error.status) return CAL_NO_NODE;
    if ((g->count >= g->capacity || !g->hash) && !grow(g)) {
        cal_fail(&g->error, CAL_MEMORY, "memory for the graph was refused at %d nodes", g->count);
        return CAL_NO_NODE;
    }
    if (node->op != CAL_OP_INPUT) {
        uint32_t at = hash_of(node) & (uint32_t)(g->hash_size - 1);
        for (; g->hash[at]; at = (at + 1) & (uint32_t)(g->hash_size - 1))
            if (!memcmp(&g->node[g->hash[at] - 1], node, sizeof *node)) return g->hash[at] - 1;
        g->hash[at] = g->count + 1;
    }
    g->node[g->count] = *node;
    return g->count++;
}
