// Makes the padded copy that a convolution reads, with its activation applied if it has one.
#include <string.h>
#include "base/simd_wide.h"
#include "kernel/activation.h"
#include "kernel/conv/parts.h"
#include "kernel/loops.h"

// Rows are short. In WebAssembly, calling memset and memcpy takes longer than the loops run, so these are
// written so that the compiler does not recognise them.
static void clear_row(float *to, size_t floats) {
    CAL_ROLLED
    for (const float *end = to + floats; to != end; to += 4) {
        cal_f4_store(to, cal_f4_splat(0));
        CAL_OPAQUE(to);
    }
}

static void copy_row(float *to, const float *from, size_t floats) {
    for (; floats >= 4 * CAL_LANES; floats -= 4 * CAL_LANES, to += 4 * CAL_LANES, from += 4 * CAL_LANES) {
        CAL_OPAQUE(from);
        CAL_UNROLLED
        for (int i = 0; i < 4 * CAL_LANES; i += CAL_LANES) cal_wide_store(to + i, cal_wide_load(from + i));
    }
    for (; floats > 0; floats -= 4, to += 4, from += 4) {
        CAL_OPAQUE(from);
        cal_f4_store(to, cal_f4_load(from));
    }
}

// The last wide register repeats some values.
static void activate_row(float *to, const float *from, size_t floats, const cal_activation *load,
                         cal_wide cap) {
    size_t i = 0;
    for (; i + 4 * CAL_LANES <= floats; i += 4 * CAL_LANES) CAL_UNROLLED
    for (int k = 0; k < 4 * CAL_LANES; k += CAL_LANES)
        cal_wide_store(to + i + k, cal_activate_capped(cal_wide_load(from + i + k), load, cap));
    for (; i + CAL_LANES <= floats; i += CAL_LANES)
        cal_wide_store(to + i, cal_activate_capped(cal_wide_load(from + i), load, cap));
    if (CAL_LANES == 4 || i == floats) return;
    if (floats > CAL_LANES) {
        i = floats - CAL_LANES;
        cal_wide_store(to + i, cal_activate_capped(cal_wide_load(from + i), load, cap));
        return;
    }
    float last[CAL_LANES] = {0};
    memcpy(last, from, floats * sizeof *last);
    cal_wide_store(last, cal_activate_capped(cal_wide_load(last), load, cap));
    memcpy(to, last, floats * sizeof *last);
}

void cal_conv_copy(float *to, const float *from, size_t pixels, int first, int c,
                   const cal_conv_fused *fused) {
    if (!fused || !fused->slope) {
        copy_row(to, from, pixels * 4);
        return;
    }
    const cal_wide cap = cal_wide_splat(fused->cap > 0 ? (float)fused->cap : __builtin_inff());
    const cal_activation load = cal_activation_of(fused->slope, fused->constant, first / 4, first + c);
    activate_row(to, from, pixels * 4, &load, cap);
}

void cal_conv_clear_border(float *to, const cal_conv_axis *y, const cal_conv_axis *x) {
    const int left = cal_min_int(x->front, x->padded),
              right = cal_max_int(left, cal_min_int(left + x->in, x->padded));
    for (int i = 0; i < y->padded; i++, to += (size_t)x->padded * 4) {
        if (i < y->front || i >= y->front + y->in) {
            clear_row(to, (size_t)x->padded * 4);
            continue;
        }
        clear_row(to, (size_t)left * 4);
        clear_row(to + (size_t)right * 4, (size_t)(x->padded - right) * 4);
    }
}

void cal_conv_fill_rows(float *to, const float *from, int first, int c, const cal_conv_axis *y,
                        const cal_conv_axis *x, const cal_conv_fused *fused, int begin, int end) {
    const bool active = fused && fused->slope, capped = active && fused->cap > 0;
    const int left = cal_min_int(x->front, x->padded);
    const size_t floats = (size_t)cal_max_int(0, cal_min_int(x->in, x->padded - left)) * 4,
                 pitch = (size_t)x->padded * 4, in_pitch = (size_t)x->in * 4;
    const cal_wide cap = cal_wide_splat(capped ? (float)fused->cap : __builtin_inff());
    begin = cal_max_int(begin, y->front);
    end = cal_min_int(end, y->front + y->in);
    to += begin * pitch + (size_t)left * 4;
    from += (size_t)(begin - y->front) * in_pitch;
    if (!active) {
        for (int i = begin; i < end; i++, to += pitch, from += in_pitch) copy_row(to, from, floats);
        return;
    }
    const cal_activation load = cal_activation_of(fused->slope, fused->constant, first / 4, first + c);
    for (int i = begin; i < end; i++, to += pitch, from += in_pitch)
        activate_row(to, from, floats, &load, cap);
}

void cal_conv_pad(float *to, const float *from, int first, int c, const cal_conv_axis *y,
                  const cal_conv_axis *x, const cal_conv_fused *fused) {
    for (int g = 0; g < c; g += 4) {
        cal_read_lines(from, (size_t)y->in * x->in * 4);
        cal_conv_clear_border(to, y, x);
        cal_conv_fill_rows(to, from, first + g, cal_min_int(4, c - g), y, x, fused, 0, y->padded);
        to += (size_t)y->padded * x->padded * 4;
        from += (size_t)y->in * x->in * 4;
    }
}
