// Vision transformer: pictures as sequences of patches.
#include "catalog/model/model.h"

static cal_status layers(cal_text *out, const cal_choice *choice, cal_error *err) {
    int patch = cal_choice_integer(choice, "patch"), dim = cal_choice_integer(choice, "dim"),
        heads = cal_choice_integer(choice, "heads");
    if (dim % heads)
        return cal_fail(err, CAL_USAGE, "model vit: dim=%d is not a multiple of heads=%d", dim, heads);
    cal_text_add(out, "c%dk%ds%dp0-tokens-cls-pos-", dim, patch, patch);
    for (int i = 0; i < cal_choice_integer(choice, "depth"); i++)
        cal_text_add(out, "r(ln-att%d)-r(ln-fc%d-gelu-fc%d)-", heads, 4 * dim, dim);
    cal_text_add(out, "ln-first-fc");
    return CAL_OK;
}

const cal_model cal_model_vit = {
    .entry =
        {.id = "vit",
         .label = "Vision transformer",
         .tex = "y = x + \\mathrm{MSA}(\\mathrm{LN}(x))",
         .source = "Dosovitskiy et al. 2021, Eq. 1 to 4 and Table 1",
         .help = "Attention between the patches of a picture; ViT-B/16 is patch=16,depth=12,heads=12,dim=768",
         .params =
             (const cal_param[]){
                 {.name = "patch",
                  .help = "side of a patch",
                  .unit = "pixels",
                  .type = CAL_INTEGER,
                  .value = 4,
                  .min = 1,
                  .max = 32},
                 {.name = "depth",
                  .help = "number of blocks, each of attention and two fully connected layers",
                  .unit = "blocks",
                  .type = CAL_INTEGER,
                  .value = 4,
                  .min = 1,
                  .max = 64},
                 {.name = "heads",
                  .help = "number of attention heads",
                  .unit = "",
                  .type = CAL_INTEGER,
                  .value = 4,
                  .min = 1,
                  .max = 64},
                 {.name = "dim",
                  .help = "width of a token",
                  .unit = "features",
                  .type = CAL_INTEGER,
                  .value = 64,
                  .min = 1,
                  .max = 2048},
                 {0}}},
    .layers = layers,
};
