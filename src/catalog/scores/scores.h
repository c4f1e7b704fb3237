// Scores, the input of metrics and calibrators: one model's outputs on one set, in double. A few columns are
// kept for each sample. Rows of probabilities are recomputed on demand. So no array of the size of a large
// set's logits is in memory besides these.
#ifndef CAL_CATALOG_SCORES_SCORES_H
#define CAL_CATALOG_SCORES_SCORES_H
#include <stdint.h>
#include "base/memory.h"
#include "base/parallel.h"

typedef struct cal_scores cal_scores;
// Fills p[k] with the probabilities of sample i.
typedef void cal_scores_fill(double *p, const cal_scores *scores, int i);
// log p[j] of row i of the source.
typedef double cal_scores_log(const cal_scores *scores, int i, int j);

// Options of loops over samples.
typedef struct cal_scores_options {
    cal_pool *pool; // divides loops among threads; null: one thread
    // Number of bins of every class (cal_class_bins, edges to the right) to count while the probabilities are
    // computed. 0: none, or later on demand.
    int class_bins;
    bool binary; // two classes, with probabilities of class 1: measured by cal_scores_positive
    bool ragged; // questions, whose options are not classes
} cal_scores_options;

// Cache for metrics of all classes (catalog/scores/figures.h).
typedef struct cal_class_table {
    cal_arena *arena; // the scores' arena
    int bins, edges;
    struct cal_bin *bin; // [k][bins], or null: empty
} cal_class_table;

struct cal_scores {
    int n, k;
    cal_scores_options how;
    const int32_t *labels;   // [n], 0 to k-1
    const double *posterior; // [n,k] or null: the true probability of every class, if it is known
    const double *soft;      // [n,k] or null: label distributions, which likelihoods of calibrators use
    // Source of the rows: logits divided by a temperature, or `fill` applied to `source`. `fill` is null if
    // only the columns below are known.
    const float *logits; // [n,k] or null
    double temperature;  // divisor of the softmax
    cal_scores_fill *fill;
    const void *source;
    const float *rank;     // [n,k] or null: rank of equally probable classes; the highest is predicted
    cal_scores_log *log_p; // for p[j] that may be too small for a double; null: 0 means impossible
    const int32_t
        *cases; // [n], 0 to case_count - 1, or null: rows of one case, which a bootstrap draws together
    int case_count;
    bool clustered;       // some case has several rows, so that these are not independent
    const double *weight; // [n] above 0, with mean 1 over all groups; null: equal weights
    const double *score;  // [n] or null: the user's certainty of sample i, or of row from[i]
    const int32_t *from;  // [n] or null: sample i is row from[i] of the source (a resample)
    // `fill` is null, but all columns and the bins of every class in `classes` are known (a reduced set).
    bool columns;
    bool is_draw; // one of many draws: expensive figures may be accurate to only one percent
    // A binary task: `confidence` is the probability of class 1, `predicted` is always 1, and `correct` is 1
    // if that is the label. So bins, noise floors and smooth errors are of p against the outcome.
    bool positive;
    const double *logit; // [n] log odds of class 1 in double, infinite at 0 and 1; null unless how.binary
    struct cal_binary_memo
        *memo; // values that figures of a binary task share (binary/binary.h), or null: each recomputes them
    // one number per sample, computed when the scores are made
    double *log_p_label;      // [n], unclipped
    double *square;           // [n] sum over classes of (p - onehot)^2
    double *confidence;       // [n]
    int32_t *predicted;       // [n], the index of the first largest logit
    uint8_t *correct;         // [n]
    int32_t *order;           // [n] ascending by confidence; stable
    cal_class_table *classes; // null: no cache
    const cal_scores *ood;    // null, or a second, out-of-distribution set; its labels are ignored
};

// n >= 1, k >= 2, no NaN or infinity in logits, labels in range: errors name row and column.
cal_status cal_scores_check(const float *logits, const int32_t *labels, int n, int k, cal_error *err);
// Checks and computes, in `arena`, which must not move while the scores are used. posterior may be null.
cal_status cal_scores_make_how(cal_scores *out, cal_arena *arena, cal_scores_options how, const float *logits,
                               const int32_t *labels, const double *posterior, int n, int k,
                               double temperature, cal_error *err);
// Bytes that scores of [n,k] keep in their arena, and that making them takes temporarily.
void cal_scores_bytes(size_t *kept, size_t *passing, int n, int k, int class_bins);
// The same if they share an arena: counts what they keep, returns the temporary bytes.
size_t cal_scores_count(cal_arena *counted, int n, int k, int class_bins);
// The same on one thread.
cal_status cal_scores_make(cal_scores *out, cal_arena *arena, const float *logits, const int32_t *labels,
                           const double *posterior, int n, int k, double temperature, cal_error *err);
// The same logits at another temperature, with the same options.
cal_status cal_scores_at(cal_scores *out, cal_arena *arena, const cal_scores *scores, double temperature,
                         cal_error *err);
// The same for probabilities that `fill` computes from `source`, which are not checked. The predicted class
// is the most probable one. Ties go to the largest rank[n,k], if rank is not null, then to the first. Labels
// must be in range.
cal_status cal_scores_make_filled(cal_scores *out, cal_arena *arena, cal_scores_options how,
                                  cal_scores_fill *fill, const void *source, const float *rank,
                                  const int32_t *labels, const double *posterior, int n, int k,
                                  cal_error *err);
// From given probabilities p[n,k]: finite, not negative, each row summing to 1 within 1e-4; errors name the
// row.
cal_status cal_scores_make_probabilities(cal_scores *out, cal_arena *arena, cal_scores_options how,
                                         const double *p, const int32_t *labels, int n, int k,
                                         cal_error *err);
// For sets with only the predicted class and its confidence, 0 to 1. Nothing is checked.
cal_status cal_scores_make_top(cal_scores *out, cal_arena *arena, const double *confidence,
                               const int32_t *predicted, const int32_t *labels, int n, cal_error *err);
// Scores of two classes as those of a binary task (see `positive`). The rows are those of `scores`, which
// `out` refers to. Only if scores->fill is set.
cal_status cal_scores_positive(cal_scores *out, cal_arena *arena, const cal_scores *scores, cal_error *err);
// Returns true if the more probable class is the label; of equally probable ones, the first.
static inline bool cal_scores_right(const cal_scores *s, int i) {
    return s->positive ? (s->confidence[i] > 0.5) == s->correct[i] : s->correct[i];
}
// The independent units, which are cases or samples: their number, and that of a sample.
static inline int cal_scores_units(const cal_scores *s) { return s->clustered ? s->case_count : s->n; }
static inline int cal_scores_unit(const cal_scores *s, int i) { return s->clustered ? s->cases[i] : i; }
// A sample's weight and the sum of all: 1 and n without weights, so that figures keep their bits.
static inline double cal_scores_weight(const cal_scores *s, int i) { return s->weight ? s->weight[i] : 1; }
static inline double cal_scores_total(const cal_scores *s) {
    double sum = 0;
    if (!s->weight) return s->n;
    for (int i = 0; i < s->n; i++) sum += s->weight[i];
    return sum;
}
// Fills p[k] for sample i. Only if scores->fill is set.
void cal_scores_row(double *p, const cal_scores *scores, int i);
// Fills p[count][k] for samples first to first + count - 1, divided among threads. To read all rows, use
// batches of at most cal_scores_batch, which makes about 256 KB.
void cal_scores_rows(double *p, const cal_scores *scores, int first, int count);
int cal_scores_batch(const cal_scores *scores);

#endif
