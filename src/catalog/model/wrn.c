// Wide residual network, with batch norm and ReLU before or after each convolution.
#include "catalog/model/model.h"

enum { STEM = 16 };

// If a block changes shape, its skip starts from the activated values too. So these come before the block.
static void add_blocks(cal_text *out, const cal_choice *choice, int blocks) {
    cal_text_add(out, "c%db0-", STEM);
    for (int stage = 0, from = STEM; stage < 3; stage++)
        for (int block = 0; block < blocks; block++) {
            int width = cal_model_width(choice, STEM << stage);
            const char *stride = stage && !block ? "s2" : "";
            cal_text_add(out, width != from || *stride ? "bn-relu-rc(" : "r(bn-relu-");
            cal_text_add(out, "c%d%s-bn-relu-", width, stride);
            cal_model_add_drop(out, choice);
            cal_text_add(out, "c%db0)-", width);
            from = width;
        }
    cal_text_add(out, "bn-relu-gap-fc");
}

static cal_status layers(cal_text *out, const cal_choice *choice, cal_error *err) {
    int depth = cal_choice_integer(choice, "depth"), post = cal_choice_integer(choice, "order");
    double blocks = depth / 6;
    if (depth % 6 != (post ? 2 : 4))
        return cal_fail(err, CAL_USAGE, "model wrn: depth=%d is not 6 n + %s", depth,
                        post ? "2, as 14, 20 and 26 are" : "4, as 10, 16 and 28 are");
    if (post && cal_choice_integer(choice, "drop"))
        return cal_fail(err, CAL_USAGE, "model wrn: drop needs order=pre");
    if (!post) {
        add_blocks(out, choice, depth / 6);
        return CAL_OK;
    }
    cal_text_add(out, "c%d-bn-relu-", STEM);
    cal_model_add_blocks(out, CAL_BASIC, (const double[]){blocks, blocks, blocks}, 3,
                         cal_model_width(choice, STEM));
    cal_text_add(out, "gap-fc");
    return CAL_OK;
}

const cal_model cal_model_wrn = {
    .entry = {.id = "wrn",
              .label = "Wide ResNet",
              .tex = "y = x + F(x)",
              .source = "Zagoruyko and Komodakis 2016, Table 1",
              .help = "Few residual blocks with many channels; WRN-28-10 is depth=28,width=10",
              .params =
                  (const cal_param[]){
                      {.name = "depth",
                       .help = "layers with weights on the longest path: 6 n + 4, or 6 n + 2 with order=post",
                       .unit = "layers",
                       .type = CAL_INTEGER,
                       .value = 10,
                       .min = 10,
                       .max = 100},
                      CAL_WIDTH_PARAM(2, "16, 32 and 64"),
                      {.name = "order",
                       .help = "batch norm and ReLU before a convolution, or after it as in the code of "
                               "Mukhoti et al. 2020",
                       .unit = "",
                       .type = CAL_CHOICE,
                       .choices = "pre/post",
                       .max = 1},
                      CAL_DROP_PARAM(0, "between the convolutions of a block; the paper takes 30"),
                      {0}}},
    .layers = layers,
};
