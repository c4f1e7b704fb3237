// What metrics and calibrators read: one model's outputs on one set, in double. A few columns are kept for
// each sample; rows of probabilities are recomputed where they are needed, so that besides the logits of a
// large set nothing of their size is in memory.
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

// How loops over samples run, and what they do on the way.
typedef struct cal_scores_options {
    cal_pool *pool; // divides them among threads; null: one thread
    // How many bins of every class (cal_class_bins, edges to the right) to count while the probabilities are
    // computed; 0: none, or later on demand.
    int class_bins;
    bool
        binary; // two classes, of which class 1 is what probabilities are of: measured by cal_scores_positive
    bool ragged; // questions, whose options are no classes
} cal_scores_options;

// Cache of metrics of all classes (metric/shared/figures.h).
typedef struct cal_class_table {
    cal_arena *arena; // the scores' own
    int bins, edges;
    struct cal_bin *bin; // [k][bins], or null: nothing yet
} cal_class_table;

struct cal_scores {
    int n, k;
    cal_scores_options how;
    const int32_t *labels;   // [n], 0 to k-1
    const double *posterior; // [n,k] or null: the true probability of every class, if it is known
    // Where rows come from. Logits divided by a temperature, or `fill` applied to `source`; fill is null if
    // only the columns below are known.
    const float *logits; // [n,k] or null
    double temperature;  // what the softmax divided by
    cal_scores_fill *fill;
    const void *source;
    const float *rank;     // [n,k] or null: which of equally probable classes is predicted
    cal_scores_log *log_p; // for p[j] that may be too small for a double; null: 0 means impossible
    const int32_t
        *cases; // [n], 0 to case_count - 1, or null: rows of one case, which a bootstrap draws together
    int case_count;
    bool clustered;       // some case has more rows than one, so that these are not independent
    const double *weight; // [n] of the samples, above 0, their mean 1; null: all alike
    const int32_t *from;  // [n] or null: sample i is row from[i] of the source (a resample)
    // `fill` is null, but all columns and the bins of every class in `classes` are known: of a set that was reduced.
    bool columns;
    bool is_draw; // one of many: figures that cost much may be good to one percent only
    // A binary task: `confidence` is the probability of class 1, `predicted` is always 1, and `correct` says
    // whether that is the label. So bins, floors and smooth errors are of p against the outcome.
    bool positive;
    const double *logit; // [n] log odds of class 1 in double, infinite at 0 and 1; null unless how.binary
    struct cal_binary_memo
        *memo; // what figures of a binary task share (binary/binary.h), or null: each finds it anew
    // one number for each sample, computed when the scores are made
    double *log_p_label;      // [n], unclipped
    double *square;           // [n] sum over classes of (p - onehot)^2
    double *confidence;       // [n]
    int32_t *predicted;       // [n], the first largest logit
    uint8_t *correct;         // [n]
    int32_t *order;           // [n] ascending by confidence; equal ones stay in their order
    cal_class_table *classes; // null: no cache
    const cal_scores *ood;    // null, or a second, out-of-distribution set; its labels are ignored
};

// n >= 1, k >= 2, no NaN or infinity in logits, labels in range: errors name row and column.
cal_status cal_scores_check(const float *logits, const int32_t *labels, int n, int k, cal_error *err);
// Checks and computes, in `arena`, which must not move while the scores are used. posterior may be null.
cal_status cal_scores_make_how(cal_scores *out, cal_arena *arena, cal_scores_options how, const float *logits,
                               const int32_t *labels, const double *posterior, int n, int k,
                               double temperature, cal_error *err);
// Bytes that scores of [n,k] keep in their arena, and that making them takes besides.
void cal_scores_bytes(size_t *kept, size_t *passing, int n, int k, int class_bins);
// The same where they share an arena with others: counts what they keep, returns what passes.
size_t cal_scores_count(cal_arena *counted, int n, int k, int class_bins);
// The same on one thread.
cal_status cal_scores_make(cal_scores *out, cal_arena *arena, const float *logits, const int32_t *labels,
                           const double *posterior, int n, int k, double temperature, cal_error *err);
// The same logits at another temperature, with the same options.
cal_status cal_scores_at(cal_scores *out, cal_arena *arena, const cal_scores *scores, double temperature,
                         cal_error *err);
// The same for probabilities that `fill` computes from `source`, which are not checked. The predicted class
// is the most probable one; of several such that with the largest rank[n,k], where rank is not null, then the
// first. Labels must be in range.
cal_status cal_scores_make_filled(cal_scores *out, cal_arena *arena, cal_scores_options how,
                                  cal_scores_fill *fill, const void *source, const float *rank,
                                  const int32_t *labels, const double *posterior, int n, int k,
                                  cal_error *err);
// Of given probabilities p[n,k]: finite, not negative, each row summing to 1
// within 1e-4; errors name the row.
cal_status cal_scores_make_probabilities(cal_scores *out, cal_arena *arena, cal_scores_options how,
                                         const double *p, const int32_t *labels, int n, int k,
                                         cal_error *err);
// If only the predicted class and its confidence, 0 to 1, are known. Nothing is checked.
cal_status cal_scores_make_top(cal_scores *out, cal_arena *arena, const double *confidence,
                               const int32_t *predicted, const int32_t *labels, int n, cal_error *err);
// Scores of two classes as those of a binary task (see `positive`); the rows are those of `scores`, which `out`
// refers to. Only if scores->fill is set.
cal_status cal_scores_positive(cal_scores *out, cal_arena *arena, const cal_scores *scores, cal_error *err);
// Whether the more probable class is the label; of equally probable ones the first.
static inline bool cal_scores_right(const cal_scores *s, int i) {
    return s->positive ? (s->confidence[i] > 0.5) == s->correct[i] : s->correct[i];
}
// A sample's weight and the sum of all: 1 and n where there are none, so that figures keep their bits.
static inline double cal_scores_weight(const cal_scores *s, int i) { return s->weight ? s->weight[i] : 1; }
static inline double cal_scores_total(const cal_scores *s) {
    double sum = 0;
    if (!s->weight) return s->n;
    for (int i = 0; i < s->n; i++) sum += s->weight[i];
    return sum;
}
// p[k] of sample i. Only if scores->fill is set.
void cal_scores_row(double *p, const cal_scores *scores, int i);
// p[count][k] of samples first to first + count - 1; threads share them. All rows are had in batches of at
// most so many as make about 256 KB.
void cal_scores_rows(double *p, const cal_scores *scores, int first, int count);
int cal_scores_batch(const cal_scores *scores);

#endif
