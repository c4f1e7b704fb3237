// Counts the nodes of each op in a plan of these roots.
#ifndef CAL_TEST_FUSED_OPS_H
#define CAL_TEST_FUSED_OPS_H
#include <stdlib.h>
#include "ad/fuse/passes.h"

typedef struct fused_ops {
    int count[CAL_OPS];
} fused_ops;

// Counts the nodes of the fused graph that the roots need, as ad/plan does.
static inline fused_ops fused_ops_of(const cal_graph *g, const cal_node *roots, int nroots) {
    fused_ops ops = {{0}};
    cal_graph fused = {0};
    cal_node *map = malloc((size_t)g->count * sizeof *map);
    cal_fuse(&fused, map, g, roots, nroots);
    bool *live = calloc((size_t)fused.count + 1, sizeof *live);
    for (int i = 0; i < nroots; i++)
        if (roots[i] >= 0) live[map[roots[i]]] = true;
    for (cal_node i = fused.count - 1; i >= 0; i--) {
        if (live[i]) ops.count[cal_at(&fused, i)->op]++;
        for (int j = 0; live[i] && j < CAL_INPUTS_MAX; j++)
            if (cal_at(&fused, i)->in[j] >= 0) live[cal_at(&fused, i)->in[j]] = true;
    }
    free(live);
    free(map);
    cal_graph_free(&fused);
    return ops;
}

#endif
