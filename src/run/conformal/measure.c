// Figures of conformal sets on test samples.
#include "run/conformal/conformal.h"
#include "catalog/scores/sort.h"

static void add(cal_sets_part *part, const cal_sets_value *v, int i) {
    part->n++, part->labels += v->sets.size[i];
    part->covered += cal_label_sets_have(&v->sets, i, v->labels[i]);
}

static void add_all(cal_sets_value *v) {
    for (int i = 0; i < v->n; i++) {
        add(&v->all, v, i);
        add(&v->size[v->sets.size[i]], v, i);
        add(&v->of_class[v->labels[i]], v, i);
    }
    if (v->k > 0) v->single = v->size[1];
}

static double gap_of(const cal_sets_part *part, double alpha) {
    return __builtin_fabs((double)part->covered / part->n - (1 - alpha));
}

// Largest gap between coverage and target over the strata of sizes 0 to 1, 2 to 3, 4 to 10, 11 to 100 and
// more.
static double find_sscv(const cal_sets_value *v) {
    static const int last[] = {1, 3, 10, 100, 1 << 30};
    double worst = 0;
    int size = 0;
    for (size_t s = 0; s < sizeof last / sizeof *last; s++) {
        cal_sets_part stratum = {.n = 0};
        for (; size <= v->k && size <= last[s]; size++)
            stratum.n += v->size[size].n, stratum.covered += v->size[size].covered;
        if (stratum.n && gap_of(&stratum, v->alpha) > worst) worst = gap_of(&stratum, v->alpha);
    }
    return worst;
}

// Mean gap over the classes that occur.
static double find_covgap(const cal_sets_value *v) {
    double sum = 0;
    int classes = 0;
    for (int j = 0; j < v->k; j++)
        if (v->of_class[j].n) sum += gap_of(&v->of_class[j], v->alpha), classes++;
    return classes ? sum / classes : __builtin_nan("");
}

static double find_median(const cal_sets_value *v) {
    const int lower = (v->n + 1) / 2, upper = v->n / 2 + 1; // ranks of the middle samples
    int below = 0, median = 0;
    for (int size = 0, found = 0; size <= v->k && found < 2; size++) {
        below += v->size[size].n;
        for (; found < 2 && below >= (found ? upper : lower); found++) median += size;
    }
    return median / 2.0;
}

// ---- with the true posterior

static void find_true_coverage(cal_sets_value *v, const double *posterior) {
    double sum = 0;
    for (int i = 0; i < v->n; i++)
        for (int j = 0; j < v->k; j++)
            if (cal_label_sets_have(&v->sets, i, j)) sum += posterior[(size_t)i * (size_t)v->k + (size_t)j];
    v->true_coverage = sum / v->n;
}

// Makes parts of equal size by ambiguity, the probability that the likeliest class is wrong.
static void find_difficulty(cal_sets_value *v, const double *posterior, double *key, int32_t *order,
                            int32_t *scratch) {
    for (int i = 0; i < v->n; i++) {
        const double *p = posterior + (size_t)i * (size_t)v->k;
        key[i] = 1 - p[0];
        for (int j = 1; j < v->k; j++)
            if (1 - p[j] < key[i]) key[i] = 1 - p[j];
    }
    cal_sort_order(order, scratch, key, v->n);
    for (int part = 0; part < CAL_SETS_PARTS && v->n >= CAL_SETS_PARTS; part++) {
        cal_sets_part *d = &v->difficulty[v->difficulties++];
        const int first = (int)((int64_t)v->n * part / CAL_SETS_PARTS),
                  end = (int)((int64_t)v->n * (part + 1) / CAL_SETS_PARTS);
        for (int i = first; i < end; i++) add(d, v, order[i]);
        d->from = key[order[first]], d->to = key[order[end - 1]];
    }
}

// Finds the smallest mean size of sets that cover 1 - alpha of these samples. Such sets hold the classes with
// the largest probabilities over all samples (Sadinle, Lei and Wasserman 2019).
static double find_smallest(const cal_sets_value *v, const double *posterior, double *key, int32_t *order,
                            int32_t *scratch) {
    const size_t all = (size_t)v->n * (size_t)v->k;
    const double needed = (1 - v->alpha) * v->n;
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < all; i++) key[i] = -posterior[i];
    cal_sort_order(order, scratch, key, (int)all);
    while (count < all && sum < needed) sum -= key[order[count++]];
    return (double)count / v->n;
}

static cal_status measure_truth(cal_sets_value *v, const double *posterior, cal_error *err) {
    enum { MOST = 1 << 24 }; // numbers of the posterior that are sorted
    const size_t numbers = (size_t)v->n * (size_t)v->k, all = numbers <= MOST ? numbers : (size_t)v->n;
    cal_arena arena = {0};
    double *key = cal_arena_alloc(&arena, all * sizeof *key);
    int32_t *order = cal_arena_alloc(&arena, all * sizeof *order);
    int32_t *scratch = cal_arena_alloc(&arena, all * sizeof *scratch);
    if (!arena.refused) {
        find_true_coverage(v, posterior);
        find_difficulty(v, posterior, key, order, scratch);
        if (numbers <= MOST) v->smallest = find_smallest(v, posterior, key, order, scratch);
    }
    const bool refused = arena.refused;
    cal_arena_free(&arena);
    return refused ? cal_refuse_memory(err, "the true probabilities") : CAL_OK;
}

cal_status cal_sets_measure(cal_sets_value *v, const double *posterior, cal_error *err) {
    v->size = cal_arena_alloc(&v->arena, ((size_t)v->k + 1) * sizeof *v->size);
    v->of_class = cal_arena_alloc(&v->arena, (size_t)v->k * sizeof *v->of_class);
    if (v->arena.refused) return cal_refuse_memory(err, "the sets' figures");
    add_all(v);
    v->sscv = find_sscv(v), v->covgap = find_covgap(v), v->median = find_median(v);
    v->true_coverage = v->smallest = __builtin_nan("");
    return posterior ? measure_truth(v, posterior, err) : CAL_OK;
}
