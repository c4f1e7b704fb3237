// A corruption makes a picture harder to recognise, in five severities, to test calibration and
// out-of-distribution detection. The constants are those of CIFAR-10-C (Hendrycks and Dietterich 2019).
#ifndef CAL_CATALOG_CORRUPTION_CORRUPTION_H
#define CAL_CATALOG_CORRUPTION_CORRUPTION_H
#include <stdint.h>
#include "catalog/data/data.h"
#include "catalog/entry.h"

typedef struct cal_picture {
    int c, h, w;
    uint64_t seed, index; // random numbers are functions of these
} cal_picture;

typedef struct cal_corruption {
    cal_entry entry; // with the parameters of CAL_CORRUPTION_PARAMS
    // Bytes [c][h][w] to bytes; scratch[2 h w].
    void (*apply)(uint8_t *out, const uint8_t *in, double *scratch, const cal_picture *picture, int severity);
} cal_corruption;

#define CAL_CORRUPTION_PARAMS                                                                                \
    {.name = "severity",                                                                                     \
     .help = "from 1, the mildest, to 5, the strongest",                                                     \
     .unit = "",                                                                                             \
     .type = CAL_INTEGER,                                                                                    \
     .value = 5,                                                                                             \
     .min = 1,                                                                                               \
     .max = 5},                                                                                              \
        {.name = "seed",                                                                                     \
         .help = "Seed of the noise",                                                                        \
         .unit = "",                                                                                         \
         .type = CAL_INTEGER,                                                                                \
         .value = 1,                                                                                         \
         .min = 0,                                                                                           \
         .max = 4294967295.0}

// The byte of a value between 0 and 1, truncated as numpy.uint8 does. Values within rounding of a whole
// number become that number.
uint8_t cal_corruption_byte(double value);

// The split with every picture corrupted; labels, posterior and everything else are shared with the original.
// CAL_FAILED without pictures.
cal_status cal_split_corrupt(cal_split *out, cal_arena *arena, const cal_dataset *data,
                             const cal_split *split, const cal_choice *choice, cal_error *err);

CAL_REGISTRY(cal_corruption, cal_corruptions)

#endif
