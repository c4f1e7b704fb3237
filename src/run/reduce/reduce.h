// Reductions summarise outputs that do not fit into memory, in one pass over their rows. Shards of a set are
// reduced separately, on any machine, and joined in any number.
//
// A reduction keeps the columns of cal_scores for each sample, 32 bytes in a file. Figures of these columns
// match the whole set to the last bit if the shards are joined in its order. It also keeps two sets of sums:
// - by class: CAL_REDUCED_BINS bins of each class's probability, which can be joined into any divisor of that
//   number. Only the order of the sums differs from the whole report: below n 2^-53 relative, usually 1e-12.
// - by temperature: the mean negative log-likelihood and its two derivatives by b = 1/T, at
//   CAL_REDUCED_POINTS temperatures. Between two of them, a polynomial of degree 5 in log b interpolates all
//   three. T is good to 1e-5 relative.
#ifndef CAL_RUN_REDUCE_REDUCE_H
#define CAL_RUN_REDUCE_REDUCE_H
#include "base/bytes/safetensors.h"
#include "catalog/scores/class_bins.h"
#include "catalog/scores/scores.h"
#include "run/report/input/files.h"

enum {
    CAL_REDUCED_BINS = 60,
    CAL_REDUCED_POINTS = 15, // T = 16, 16/sqrt 2, .. 1/8
    CAL_REDUCED_SUMS = 3 * CAL_REDUCED_POINTS,
    CAL_REDUCED_ROWS = 50000000, // limit per shard
    CAL_REDUCED_CLASSES = 1 << 17,
};

// A sum in two doubles, so that the order of its terms does not matter.
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
// Adds the likelihoods of rows and their derivatives to sum[CAL_REDUCED_POINTS][3]. Threads share the rows;
// the sums are in row order. Returns false if memory is refused.
bool cal_reduced_likelihood(cal_exact_sum *sum, cal_pool *pool, const float *logits, const int32_t *labels,
                            int n, int k);
typedef struct cal_reduced_optimum {
    double T, nll;
    bool at_bound;
} cal_reduced_optimum;
cal_reduced_optimum cal_reduced_search(const cal_exact_sum *sum, double n);

// ---- rows.c

// The rows reduced so far.
typedef struct cal_reduced_set {
    int n, k;
    // applies to the columns and the bins by class; the likelihoods use the unscaled logits
    double temperature;
    int capacity[5];
    double *confidence, *log_p_label, *square; // [n]
    float *predicted, *label;                  // [n]
    cal_class_count count;
    cal_arena arena; // holds the counts
    cal_exact_sum likelihood[CAL_REDUCED_SUMS];
} cal_reduced_set;

// Requires k >= 2 and temperature > 0.
cal_status cal_reduced_set_begin(cal_reduced_set *out, int k, double temperature, cal_error *err);
// Adds the rows that follow. Errors count rows from the start of the set.
cal_status cal_reduced_set_take(cal_reduced_set *r, cal_pool *pool, const float *logits,
                                const int32_t *labels, int n, cal_error *err);
void cal_reduced_set_end(cal_reduced_set *r);

// ---- shard.c: reductions as safetensors files with metadata, whose columns any program can read

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
// Reads a shard. Its bytes may be corrupt: errors name the file and the reason.
cal_status cal_shard_read(cal_shard *out, cal_arena *arena, const cal_file *file, cal_error *err);

// ---- join.c

// Makes and writes the report of a set in shards: as cal_report_of_files of its outputs, except the parts
// that need the rows.
cal_status cal_report_of_shards(cal_report_value *out, cal_text *json, const cal_file *shards, int count,
                                const cal_report_options *options, cal_error *err);

#endif
