// The softmax of a row in single precision, for objectives that are sums over many rows.
#ifndef CAL_CATALOG_CALIBRATOR_SHARED_NUMERATORS_H
#define CAL_CATALOG_CALIBRATOR_SHARED_NUMERATORS_H
#include "base/maths/exp_below.h"

// Replaces v[wide], a multiple of four, by e^(v - top) with the largest element `top`. Returns their sum. Pad
// with -0x1p100.
static inline double cal_softmax_numerators(float *v, int wide, float *top) {
    float lanes[4];
    cal_f4 most = cal_f4_splat(-0x1p120f), all = cal_f4_splat(0);
    for (int j = 0; j < wide; j += 4) most = cal_f4_max(most, cal_f4_load(v + j));
    cal_f4_store(lanes, most);
    *top = lanes[0];
    for (int l = 1; l < 4; l++) *top = lanes[l] > *top ? lanes[l] : *top;
    for (int j = 0; j < wide; j += 4) {
        const cal_f4 e = cal_f4_exp_below(cal_f4_sub(cal_f4_load(v + j), cal_f4_splat(*top)));
        cal_f4_store(v + j, e);
        all = cal_f4_add(all, e);
    }
    return cal_f4_sum(all);
}

#endif
