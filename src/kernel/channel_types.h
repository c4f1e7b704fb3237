// The types of channel algebra (channel.h): the shape of an image, and sums over one of its planes.
#ifndef CAL_KERNEL_CHANNEL_TYPES_H
#define CAL_KERNEL_CHANNEL_TYPES_H

typedef struct cal_image_shape {
    int n, c, h, w;
} cal_image_shape;

enum { CAL_LINEAR_TERMS = 4 };

// Sums over one plane, the h w pixels of a 4-channel block of one sample. For statistics: of x - centre and
// (x - centre)^2; for a dot product: of a and a b; for a sum: `first` only.
typedef struct cal_plane_sums {
    float centre[4], first[4], second[4];
} cal_plane_sums;

#endif
