// Chooses subsets: one pass over an order of the records for each part, with a quota for each class.
#include <assert.h>
#include <stdbool.h>
#include "base/memory.h"
#include "base/random/random.h"
#include "catalog/data/subset/subset.h"

enum { CLASSES = 256 };

static cal_status part_choose(uint8_t *mark, const cal_subset_pool *pool, const int32_t *order,
                              const cal_subset_part *part, int turn, cal_error *err) {
    int quota[CLASSES], held[CLASSES] = {0}, all = 0;
    const bool shares = pool->take == CAL_TAKE_BALANCED;
    for (int c = 0; c < pool->k; c++)
        quota[c] = !shares ? part->n : part->quota ? part->quota[c] : part->n / pool->k;
    for (int i = 0; shares && !part->quota && i < part->n % pool->k; i++) quota[(turn + i) % pool->k]++;
    for (int i = 0; i < pool->count && all < part->n; i++) {
        const int record = order[i], label = pool->labels[record];
        if (mark[record] == CAL_SUBSET_FREE && held[label] < quota[label]) {
            mark[record] = part->mark;
            held[label]++;
            all++;
        }
    }
    for (int c = 0; shares && c < pool->k; c++)
        if (held[c] < quota[c])
            return cal_fail(err, CAL_FAILED,
                            "%s: %d samples with %s class sizes need %d of class %s, but %d are left",
                            pool->name, part->n, part->quota ? "these" : "equal", quota[c],
                            pool->class_names[c], held[c]);
    if (all < part->n)
        return cal_fail(err, CAL_FAILED, "%s: the link asks for %d samples, but %d are left", pool->name,
                        part->n, all);
    return CAL_OK;
}

size_t cal_subset_bytes(int count) { return cal_mem_bytes((size_t)count * sizeof(int32_t)); }

cal_status cal_subset_choose(uint8_t *mark, const cal_subset_pool *pool, const cal_subset_part *parts,
                             int nparts, uint64_t seed, uint64_t step, cal_error *err) {
    assert(pool->k > 0 && pool->k <= CLASSES);
    int32_t *order = cal_mem_alloc((size_t)pool->count * sizeof *order);
    if (!order) return cal_refuse_memory(err, "%s: choosing among %d records", pool->name, pool->count);
    if (pool->take == CAL_TAKE_FIRST)
        for (int i = 0; i < pool->count; i++) order[i] = i;
    else cal_random_order(order, pool->count, seed, CAL_STREAM_SUBSET, step);
    cal_status status = CAL_OK;
    int turn = 0;
    for (int p = 0; p < nparts && !status; p++) {
        status = part_choose(mark, pool, order, &parts[p], turn, err);
        turn = (turn + parts[p].n) % pool->k;
    }
    cal_mem_free(order);
    return status;
}
