// Internal. Convolution along one axis of the image, and its adjoint, as correlations with padding.
//
// The adjoint of a convolution of stride s splits into s phases. The pixels y with (y + pad) mod s = r meet
// only every s-th tap, in reverse order, and neighbouring pixels of the output gradient. So each phase is a
// correlation of stride 1 whose results are s apart. With dilation d, tap u meets the phase u d mod s.
#ifndef CAL_KERNEL_CONV_AXIS_H
#define CAL_KERNEL_CONV_AXIS_H
#include <stdbool.h>

typedef struct cal_conv_axis {
    int in, out; // pixels read, and written
    int padded;  // pixels of the padded image: `front` zeros, the pixels, zeros or nothing
    int front;
    int taps, stride, dilation, pad; // parameters of the convolution
    bool adjoint;
} cal_conv_axis;

// One phase. Result m, at out_first + m out_step, is a sum over t < taps of products. One factor is the value
// at in_first + m in_step + t tap_distance of the padded image. The other is the filter's tap first_tap + t
// tap_step.
typedef struct cal_conv_phase {
    int out_first, out_step, count;
    int in_first, in_step;
    int taps, first_tap, tap_step, tap_distance;
} cal_conv_phase;

// x and y: the input and output extents of the convolution, not of its adjoint.
cal_conv_axis cal_conv_axis_of(int x, int y, int taps, int stride, int dilation, int pad, bool adjoint);
// Returns true if pixels outside of the image are read.
bool cal_conv_axis_pads(const cal_conv_axis *axis);
// Returns true if there are three taps centred on every pixel, or on every second one.
bool cal_conv_axis_is_centred(const cal_conv_axis *axis);
int cal_conv_phases(const cal_conv_axis *axis);
cal_conv_phase cal_conv_phase_of(const cal_conv_axis *axis, int phase);

#endif
