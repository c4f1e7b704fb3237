// Random crops of the padded picture and mirror images.
#include "base/random/random.h"
#include "catalog/training.h"

// A function of (seed, epoch, sample) alone: draw 0 shifts rows, 1 columns, 2 mirrors.
static cal_pixel_view view(uint64_t seed, int epoch, int sample, const cal_choice *choice) {
    int pad = cal_choice_integer(choice, "pad");
    uint64_t draw[3];
    for (uint64_t i = 0; i < 3; i++)
        draw[i] = cal_random_bits(seed, CAL_STREAM_AUGMENT, (uint64_t)epoch, (uint64_t)sample * 3 + i);
    return (cal_pixel_view){cal_random_below(draw[0], 2 * pad + 1) - pad,
                            cal_random_below(draw[1], 2 * pad + 1) - pad,
                            cal_choice_integer(choice, "flip") == 1 && draw[2] >> 63};
}

const cal_augment cal_augment_crop_flip = {
    .entry = {.id = "crop-flip",
              .label = "Crop and flip",
              .tex = "",
              .source = "He et al. 2016, Sec. 4.2",
              .help = "Shifts every picture at random in each epoch and mirrors half of them (random crop "
                      "and horizontal flip)",
              .params = (const cal_param[]){{.name = "pad",
                                             .help = "largest shift in each direction",
                                             .unit = "pixels",
                                             .type = CAL_INTEGER,
                                             .value = 4,
                                             .min = 0,
                                             .max = 16},
                                            {.name = "flip",
                                             .help = "whether each picture is mirrored with probability 1/2",
                                             .unit = "",
                                             .type = CAL_CHOICE,
                                             .choices = "no/yes",
                                             .value = 1,
                                             .max = 1},
                                            {0}}},
    .needs_pixels = true,
    .view = view,
};
