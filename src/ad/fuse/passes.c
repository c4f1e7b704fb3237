// Runs the passes of fusion in sequence, after differentiation and on a copy of the graph. A pattern that is
// missed costs time, never a derivative.
#include "ad/fuse/passes.h"
#include "ad/fuse/parts.h"
#include "base/memory.h"

static void count_readers(int *readers, const cal_graph *g, const cal_node *roots, int nroots) {
    for (int i = 0; i < nroots; i++)
        if (roots[i] >= 0) readers[roots[i]] += CAL_MANY_READERS;
    for (cal_node i = g->count - 1; i >= 0; i--)
        for (int j = 0; readers[i] && j < CAL_INPUTS_MAX; j++)
            if (cal_at(g, i)->in[j] >= 0) readers[cal_at(g, i)->in[j]]++;
}

typedef void fuse_pass(cal_fuser *f);

static void run_pass(fuse_pass *pass, cal_graph *out, cal_node *map, const cal_graph *g,
                     const cal_node *roots, int nroots) {
    int *readers = cal_mem_alloc((size_t)g->count * sizeof *readers + 1);
    for (cal_node i = 0; i < g->count; i++) map[i] = CAL_NO_NODE;
    if (!readers) {
        cal_fail(&out->error, CAL_MEMORY, "memory for fusing %d nodes was refused", g->count);
        return;
    }
    count_readers(readers, g, roots, nroots);
    pass(&(cal_fuser){out, g, map, readers});
    cal_mem_free(readers);
}

// Runs the second pass on the result of the first, and composes their maps.
static void run_second(cal_graph *out, cal_node *map, const cal_graph *first, cal_node count,
                       const cal_node *roots, int nroots) {
    cal_node *moved = cal_mem_alloc(((size_t)first->count + nroots + 1) * sizeof *moved);
    if (!moved) {
        cal_fail(&out->error, CAL_MEMORY, "memory for fusing %d nodes was refused", first->count);
        return;
    }
    cal_node *new_roots = moved + first->count;
    for (int i = 0; i < nroots; i++) new_roots[i] = roots[i] < 0 ? CAL_NO_NODE : map[roots[i]];
    run_pass(cal_fuse_load, out, moved, first, new_roots, nroots);
    for (cal_node i = 0; i < count; i++) map[i] = map[i] < 0 ? CAL_NO_NODE : moved[map[i]];
    cal_mem_free(moved);
}

void cal_fuse(cal_graph *out, cal_node *map, const cal_graph *g, const cal_node *roots, int nroots) {
    out->plain = g->plain;
    if (g->plain) {
        run_pass(cal_fuse_linear, out, map, g, roots, nroots);
        return;
    }
    cal_graph first = {0};
    run_pass(cal_fuse_linear, &first, map, g, roots, nroots);
    if (first.error.status) out->error = first.error;
    else run_second(out, map, &first, g->count, roots, nroots);
    cal_graph_free(&first);
}
