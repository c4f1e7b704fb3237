// Reductions: what a report needs of outputs that fit into no memory, taken in one pass over their rows. Shards of a set are reduced
// apart, on any machine, and joined in any number.
//
// Of every sample the columns of cal_scores are kept, 32 bytes in a file. Sums over classes and over temperatures are kept once, so that
// figures of the columns are those of the whole set to the last bit where the shards are joined in its order:
// - by class: bins of every class's probability, CAL_REDUCED_BINS of them, of which every divisor of that number is joined. Only the order
//   of the sums differs from the whole report's: below n 2^-53 relative, 1e-12 as a rule.
// - by temperature: the mean negative log-likelihood and its two derivatives by b = 1/T at CAL_REDUCED_POINTS temperatures. Between two of
//   them it is the polynomial of degree 5 in log b that has these values: T is good to 1e-5 relative.
#ifndef CAL_RUN_REDUCE_REDUCE_H
#define CAL_RUN_REDUCE_REDUCE_H
#include "base/bytes/safetensors.h"
#include "catalog/scores/class_bins.h"
#include "catalog/scores/scores.h"
#include "run/report/files.h"

enum {
    CAL_REDUCED_BINS = 60,
    CAL_REDUCED_POINTS = 15, // T = 16, 16/sqrt 2, .. 1/8
    CAL_REDUCED_SUMS = 3 * CAL_REDUCED_POINTS,
    CAL_REDUCED_ROWS = 50000000, // of a shard
    CAL_REDUCED_CLASSES = 1 << 17,
};

// A sum in two doubles, so that its order does not show.
typedef struct cal_exact_sum {
    double high, low;
} cal_exact_sum;
static inline void cal_exact_add(cal_exact_sum *sum, double x) {
    const double s = sum->high + x, part = s - sum->high;
    sum->low += (sum->high - (s - part)) + (x - part);
    sum->high = s;
}

// ---- likelihood.c

double cal_reduced_temperature(int point); // 16 .. 1/8
// Adds the likelihoods of rows, and their derivatives: sum[CAL_REDUCED_POINTS][3]. Threads share the rows; the sums are in their order.
// false if memory was refused.
bool cal_reduced_likelihood(cal_exact_sum *sum, cal_pool *pool, const float *logits, const int32_t *labels,
                            int n, int k);
typedef struct cal_reduced_optimum {
    double T, nll;
    bool at_bound;
} cal_reduced_optimum;
cal_reduced_optimum cal_reduced_search(const cal_exact_sum *sum, double n);

// ---- rows.c

// What was taken so far.
typedef struct cal_reduced_set {
    int n, k;
    double temperature; // of the columns and the bins by class; the likelihoods are of the logits as they are
    int capacity[5];
    double *confidence, *log_p_label, *square; // [n]
    float *predicted, *label;                  // [n]
    cal_class_count count;
    cal_arena arena; // of the counts
    cal_exact_sum likelihood[CAL_REDUCED_SUMS];
} cal_reduced_set;

// k >= 2, temperature > 0.
cal_status cal_reduced_set_begin(cal_reduced_set *out, int k, double temperature, cal_error *err);
// Rows that follow. Errors count rows from the first one of all.
cal_status cal_reduced_set_take(cal_reduced_set *r, cal_pool *pool, const float *logits,
                                const int32_t *labels, int n, cal_error *err);
void cal_reduced_set_end(cal_reduced_set *r);

// ---- shard.c: reductions as files, safetensors with metadata; any program reads their columns.

void cal_reduced_set_write(cal_text *out, const cal_reduced_set *r);
enum {
    CAL_SHARD_CONFIDENCE,
    CAL_SHARD_LOG_P,
    CAL_SHARD_SQUARE,
    CAL_SHARD_PREDICTED,
    CAL_SHARD_LABEL,
    CAL_SHARD_SUM,
    CAL_SHARD_COUNT,
    CAL_SHARD_RIGHT,
    CAL_SHARD_LIKELIHOOD,
    CAL_SHARD_TEMPERATURE,
    CAL_SHARD_TENSORS
};
typedef struct cal_shard {
    const char *name;
    int n, k;
    double temperature;
    cal_safetensor tensor[CAL_SHARD_TENSORS]; // in the file's bytes
} cal_shard;
// A shard's bytes may be anybody's: errors name the file and the reason.
cal_status cal_shard_read(cal_shard *out, cal_arena *arena, const cal_file *file, cal_error *err);

// ---- join.c

// The report on a set in shards: cal_report_of_files of its outputs, without what takes the rows.
cal_status cal_report_of_shards(cal_text *json, const cal_file *shards, int count,
                                const cal_report_options *options, cal_error *err);

#endif
