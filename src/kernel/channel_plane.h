// Internal. The loops of channel.h over one plane, for every SIMD width.
#ifndef CAL_KERNEL_CHANNEL_PLANE_H
#define CAL_KERNEL_CHANNEL_PLANE_H
#include <stddef.h>
#include "base/simd_width.h"
#include "kernel/channel_types.h"

typedef enum cal_channel_activation { CAL_IDENTITY, CAL_RELU, CAL_RELU_CAP } cal_channel_activation;

typedef struct cal_channel_job {
    cal_plane_sums *partial;
    float *y;
    const float *t[CAL_LINEAR_TERMS];
    int t_stride[CAL_LINEAR_TERMS]; // sample stride of each image, in 4-channel blocks
    const double *coefficient[CAL_LINEAR_TERMS], *constant;
    const float *matrix_in;
    float *matrix_out;
    int terms;
    cal_channel_activation act;
    float cap;
    int c, blocks; // channels; 4-channel blocks
    int planes, pixels, chunk_planes;
} cal_channel_job;

static inline const float *cal_term_plane(const cal_channel_job *job, int term, int plane) {
    const int block = plane % job->blocks, sample = plane / job->blocks;
    return job->t[term] + ((size_t)sample * job->t_stride[term] + block) * job->pixels * 4;
}

#define CAL_PLANE_OF_WIDTH(width)                                                                            \
    void cal_plane_stat_##width(cal_plane_sums *out, const float *x, int pixels);                            \
    void cal_plane_dot_##width(cal_plane_sums *out, const float *a, const float *b, int pixels);             \
    void cal_plane_total_##width(cal_plane_sums *out, const float *x, int pixels);                           \
    void cal_plane_linear_##width(const cal_channel_job *job, int plane);                                    \
    void cal_plane_mask_##width(const cal_channel_job *job, int plane);
CAL_EACH_WIDTH(CAL_PLANE_OF_WIDTH)
#undef CAL_PLANE_OF_WIDTH

#endif
