// Softmax of rows. Its sums are defined in four double lanes, in order of quads, which are then added in
// order. Wider registers hold several quads of e^x, which are added one at a time.
#include "kernel/softmax_row.h"
#include "base/maths/wide.h"
#include "base/simd_wide.h"
#include "kernel/loops.h"

typedef struct lane_sums { // lanes 0 and 1, and lanes 2 and 3: two doubles each
    v128_t low, high;
} lane_sums;

CAL_INLINE void add_quad(lane_sums *sum, cal_f4 x) {
    sum->low = wasm_f64x2_add(sum->low, wasm_f64x2_promote_low_f32x4(x));
    sum->high = wasm_f64x2_add(sum->high, wasm_f64x2_promote_low_f32x4(wasm_i32x4_shuffle(x, x, 2, 3, 2, 3)));
}

CAL_INLINE void add_quads(lane_sums *sum, cal_wide x) {
    CAL_UNROLLED
    for (int i = 0; i < CAL_QUADS; i++) add_quad(sum, cal_wide_quad(x, i));
}

static double folded(lane_sums sum) {
    const v128_t both = wasm_f64x2_add(sum.low, sum.high);
    return wasm_f64x2_extract_lane(both, 0) + wasm_f64x2_extract_lane(both, 1);
}

// Loads the row's last values, fewer than a register holds, padded with zeros. One by one: there are few, and
// memcpy would be a call.
CAL_INLINE cal_wide load_rest(const float *x, int left) {
    float part[CAL_LANES] = {0};
    CAL_ROLLED
    for (int i = 0; i < left; i++) {
        part[i] = x[i];
        CAL_OPAQUE(x);
    }
    return cal_wide_load(part);
}

CAL_INLINE void store_rest(float *y, cal_wide value, int left) {
    float part[CAL_LANES];
    cal_wide_store(part, value);
    CAL_ROLLED
    for (int i = 0; i < left; i++) {
        y[i] = part[i];
        CAL_OPAQUE(y);
    }
}

// In quads in every width, since the effect of a NaN depends on its position.
static float row_maximum(const float *x, int columns) {
    float top = x[0];
    int j = 0;
    if (columns >= 4) {
        cal_f4 most = cal_f4_load(x);
        for (j = 4; j + 4 <= columns; j += 4) most = cal_f4_max(most, cal_f4_load(x + j));
        float lane[4];
        cal_f4_store(lane, most);
        top = lane[0];
        for (int i = 1; i < 4; i++) top = lane[i] > top ? lane[i] : top;
    }
    for (; j < columns; j++) top = x[j] > top ? x[j] : top;
    return top - top != 0 && top == top ? 0 : top; // an infinite maximum would give inf - inf
}

// The next row's maximum and the last values of a row are computed where the processor would wait for a sum.
void CAL_WIDE(cal_softmax_rows)(float *y, const float *x, int rows, int columns) {
    const int whole = columns / CAL_LANES * CAL_LANES, left = columns - whole;
    float next = row_maximum(x, columns);
    for (int i = 0; i < rows; i++, x += columns, y += columns) {
        const cal_wide top = cal_wide_splat(next);
        lane_sums sum = {wasm_f64x2_splat(0), wasm_f64x2_splat(0)};
        float rest[CAL_LANES] = {0};
        if (left) store_rest(rest, cal_wide_exp(cal_wide_sub(load_rest(x + whole, left), top)), left);
        for (int j = 0; j < whole; j += CAL_LANES) {
            const cal_wide e = cal_wide_exp(cal_wide_sub(cal_wide_load(x + j), top));
            cal_wide_store(y + j, e);
            add_quads(&sum, e);
        }
        const cal_wide last = cal_wide_load(rest);
        if (left) add_quads(&sum, last);
        const cal_wide share = cal_wide_splat((float)(1 / folded(sum)));
        if (i + 1 < rows) next = row_maximum(x + columns, columns);
        for (int j = 0; j < whole; j += CAL_LANES)
            cal_wide_store(y + j, cal_wide_mul(cal_wide_load(y + j), share));
        if (left) store_rest(y + whole, cal_wide_mul(last, share), left);
    }
}

static void grad_row(float *out, const float *w, const float *y, int columns) {
    const int whole = columns / CAL_LANES * CAL_LANES, left = columns - whole;
    lane_sums sum = {wasm_f64x2_splat(0), wasm_f64x2_splat(0)};
    for (int j = 0; j < whole; j += CAL_LANES)
        add_quads(&sum, cal_wide_mul(cal_wide_load(w + j), cal_wide_load(y + j)));
    const cal_wide w_rest = left ? load_rest(w + whole, left) : cal_wide_splat(0);
    const cal_wide y_rest = left ? load_rest(y + whole, left) : cal_wide_splat(0);
    if (left) add_quads(&sum, cal_wide_mul(w_rest, y_rest));
    const cal_wide mean = cal_wide_splat((float)folded(sum));
    for (int j = 0; j < whole; j += CAL_LANES)
        cal_wide_store(out + j, cal_wide_mul(cal_wide_load(y + j), cal_wide_sub(cal_wide_load(w + j), mean)));
    if (left) store_rest(out + whole, cal_wide_mul(y_rest, cal_wide_sub(w_rest, mean)), left);
}

void CAL_WIDE(cal_softmax_grad_rows)(float *out, const float *w, const float *y, int rows, int columns) {
    for (int i = 0; i < rows; i++, out += columns, w += columns, y += columns) grad_row(out, w, y, columns);
}
