// Seeded, stratified subsets of labelled records.
#ifndef CAL_CATALOG_DATA_SUBSET_SUBSET_H
#define CAL_CATALOG_DATA_SUBSET_SUBSET_H
#include <stdint.h>
#include "base/status.h"

enum { CAL_SUBSET_FREE = 0, CAL_SUBSET_SKIP = 255 };

typedef struct cal_subset_part {
    uint8_t mark; // marks the part's records; neither of the above
    int n;        // number of records
    // [k] records of each class, n in all; null: equal shares, unless the pool has no shares
    const int *quota;
} cal_subset_part;

// The way records are taken: in random order with a quota for each class, in random order, or the first ones.
typedef enum cal_subset_take { CAL_TAKE_BALANCED, CAL_TAKE_RANDOM, CAL_TAKE_FIRST } cal_subset_take;

typedef struct cal_subset_pool {
    const uint8_t *labels; // [count], below k
    int count, k;
    const char *const *class_names; // [k]
    const char *name;               // for errors: "data cifar10: data_batch_1.bin"
    cal_subset_take take;
} cal_subset_pool;

// Chooses disjoint parts of a pool. mark[r], CAL_SUBSET_FREE or CAL_SUBSET_SKIP before, becomes the mark of
// record r's part. Records are taken in a random order given by (seed, step), or from the first on, part
// after part. So a part does not depend on later parts, and with the same earlier parts a larger part
// contains the smaller one.
//
// In equal shares each class gives n / k records to a part, rounded down. The remaining n mod k come one from
// each class in turn, continuing with the class where the previous part stopped. So the counts of a part
// differ by at most one, and parts that add up to a balanced pool can use all of it. CAL_FAILED if a class,
// or the pool, has too few records; CAL_MEMORY.
cal_status cal_subset_choose(uint8_t *mark, const cal_subset_pool *pool, const cal_subset_part *parts,
                             int nparts, uint64_t seed, uint64_t step, cal_error *err);
size_t cal_subset_bytes(int count); // temporary bytes for a pool of `count` records

#endif
