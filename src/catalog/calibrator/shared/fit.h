// Helpers that calibrators share: fitted parameters, mapped scores, sums over rows, interpolation, root
// finding.
#ifndef CAL_CATALOG_CALIBRATOR_SHARED_FIT_H
#define CAL_CATALOG_CALIBRATOR_SHARED_FIT_H
#include "base/maths/exp_row.h"
#include "catalog/calibrator/calibrator.h"

// Counts the allocations of cal_found_number and cal_found_list.
void cal_found_count(cal_arena *counted, int numbers);
// A fitted number, or room for a list, in the arena, whose `refused` reports failure.
cal_found cal_found_number(cal_arena *arena, const char *name, double value);
cal_found cal_found_list(double **out, cal_arena *arena, const char *name, int count);
// Returns true if the numbers do not fall.
static inline bool cal_found_ascends(const double *number, int count) {
    for (int i = 1; i < count; i++)
        if (number[i] < number[i - 1]) return false;
    return true;
}

// p[k] = softmax of p, in place. Returns the log of the divisor.
double cal_softmax_in_place(double *p, int k);

// Sums over the rows of a set: adds those of rows first to end - 1 to sum[]. The set is cut into pieces by n
// alone. Threads share the pieces, whose sums are added in order.
enum { CAL_SUMS_MAX = 8 };
typedef void cal_sum_part(double *sum, const void *context, const cal_scores *scores, int first, int end);
void cal_sum_rows(double *sum, int sums, const cal_scores *scores, cal_sum_part *part, const void *context);

// p = softmax(b z), in double. Returns the log of the sum of e^(b (z_j - max z)).
double cal_probabilities(double *p, const float *z, int k, double b);

// The piecewise linear function through (x[i], y[i]), x ascending, at `at`; y[0] and y[count - 1] beyond the
// ends. As in numpy.interp, the last of several points with the same x counts.
double cal_interpolate(const double *x, const double *y, int count, double at);

// A fit's state that is a piecewise linear function through (x[i], y[i]), x ascending.
typedef struct cal_polyline {
    int count;
    const double *x, *y; // [count]
} cal_polyline;
// Saves such a state as the fit's two lists x and y, and restores it from found[0] and found[1]: a
// calibrator's `save` and `restore`.
void cal_polyline_save(cal_found *out, cal_arena *arena, const cal_fit *fit);
bool cal_polyline_restore(cal_fit *fit, cal_arena *arena, int k);
double cal_polyline_at(const cal_fit *fit, double at);

// The zero of an objective's slope between `low`, where it is negative, and `high`, where it is positive.
// Newton's method from `start`. A step that would leave the bracket, or a point where the objective is not
// convex, halves the bracket instead. The result is good to about 1e-14. `rows` adds to sum[0] and sum[1] the
// first and second derivative that rows have at *(double *)context.
double cal_flat_point(cal_sum_part *rows, const cal_scores *scores, double low, double start, double high);
// The objective's slope and curvature at one point: means over the rows.
double cal_slope(double *curvature, cal_sum_part *rows, const cal_scores *scores, double at);

// The logit of a row's label less the largest one; of a soft label its mean.
static inline double cal_label_distance(const cal_scores *s, int i) {
    const float *z = s->logits + (size_t)i * (size_t)s->k, top = z[s->predicted[i]];
    double mean = 0;
    if (!s->soft) return (double)z[s->labels[i]] - top;
    for (int j = 0; j < s->k; j++)
        mean += s->soft[(size_t)i * (size_t)s->k + (size_t)j] * ((double)z[j] - top);
    return mean;
}

// Sums over the classes of one row, with d_j = z_j - max z and `e_j = e^(b d_j)`: of `e d^0`, `e d^1` and `e
// d^2`. If requested, also of `e^2 d^0`, `e^2 d^1` and `e^2 d^2`.
typedef struct cal_row_sums {
    double e[3], square[3];
} cal_row_sums;
static inline cal_row_sums cal_row_sums_of(const cal_scores *s, int row, double b, bool squares) {
    enum { PIECE = 64 }; // elements of a row per piece
    const float *z = s->logits + (size_t)row * s->k, top = z[s->predicted[row]];
    double piece[PIECE], e0 = 0, e1 = 0, e2 = 0, q0 = 0, q1 = 0, q2 = 0;
    for (int from = 0; from < s->k; from += PIECE) {
        const int count = s->k - from < PIECE ? s->k - from : PIECE;
        e0 += cal_exp_row(piece, z + from, count, top, 1 / b);
        for (int j = 0; j < count; j++) {
            const double d = (double)z[from + j] - top, e = piece[j], ed = e * d, ee = e * e;
            e1 += ed, e2 += ed * d;
            if (squares) q0 += ee, q1 += ee * d, q2 += ed * ed;
        }
    }
    return (cal_row_sums){{e0, e1, e2}, {q0, q1, q2}};
}

#endif
