// Between which bounds the true error of calibration lies, that of endlessly many samples.
//
// An error of calibration adds up magnitudes, so chance makes it larger, the more the nearer the truth is to
// 0: the spread of the figure around itself does not hold the truth there. What is asked instead is which
// true errors would lead to a figure like this one. That depends on where the error sits, which nobody knows;
// the bounds are those of the worst places.
//
// - Upper: an error of which every group has the same share in units of its own noise is the one that chance
//   hides best. The bound is the largest of its size at which a figure as small as this one is no rarer
//   than 2.5 %.
// - Lower: an error in few groups is what chance adds the most to. Those groups are taken whose gaps stand
//   out of the noise by two standard deviations, and the bound is the smallest size at which a figure as
//   large as this one is no rarer. It is 0 where a perfectly calibrated model reaches the figure that often.
//
// Each group's magnitude is that of a normal number, whose mean is known; draws of the noise floor say by how
// much all groups together differ from that. A norm without groups (ks, mmce, smooth errors) is larger on
// average than the true one, so the bootstrap's spread above it bounds it from above; from below it is parted
// from the noise as two sides of a right angle.
#ifndef CAL_RUN_TRUTH_H
#define CAL_RUN_TRUTH_H
#include "catalog/metric/metric.h"

// Mean and standard deviation of a figure's draws.
typedef struct cal_moments {
    double mean, deviation;
} cal_moments;
cal_moments cal_moments_of(const double *value, int count);

typedef struct cal_truth {
    double value;       // the figure
    cal_moments floor;  // of a perfectly calibrated model
    cal_moments sample; // of the set drawn anew from itself
    double fits;        // the variance that a calibrator's fit brings; 0: none
    int gaps;           // 0: a norm without groups
    const cal_gap *gap; // [gaps]
} cal_truth;

// False if memory was refused.
bool cal_truth_interval(double *low, double *high, const cal_truth *truth, cal_arena *arena);

#endif
