// MobileNetV2: blocks that widen, filter each channel separately, and narrow again.
#include "catalog/model/model.h"

typedef struct stage {
    int expansion, channels, blocks, stride;
} stage;

static const stage stages[] = {{1, 16, 1, 1}, {6, 24, 2, 2},  {6, 32, 3, 2}, {6, 64, 4, 2},
                               {6, 96, 3, 1}, {6, 160, 3, 2}, {6, 320, 1, 1}};
enum { STAGES = sizeof stages / sizeof *stages };

// The nearest multiple of 8, but at least 90 % of the requested width.
static int width_of(const cal_choice *choice, int channels) {
    double exact = channels * cal_choice_number(choice, "width");
    int width = (int)(exact + 4) / 8 * 8;
    if (width < 8) width = 8;
    return width < 0.9 * exact ? width + 8 : width;
}

static void add_block(cal_text *out, const stage *s, int from, int to, int stride) {
    bool residual = stride == 1 && from == to;
    if (residual) cal_text_add(out, "r(");
    if (s->expansion > 1) cal_text_add(out, "c%dk1-bn-relu6-", s->expansion * from);
    cal_text_add(out, "dw3%s-bn-relu6-c%dk1-bn%s-", stride == 2 ? "s2" : "", to, residual ? ")" : "");
}

static cal_status layers(cal_text *out, const cal_choice *choice, cal_error *err) {
    (void)err;
    enum { LAST = 1280 }; // narrower networks keep it
    int from = width_of(choice, 32), last = width_of(choice, LAST);
    bool small = !cal_model_is_imagenet(choice);
    cal_text_add(out, "c%d%s-bn-relu6-", from, small ? "" : "s2");
    for (int i = 0; i < STAGES; i++)
        for (int block = 0; block < stages[i].blocks; block++) {
            // Small pictures are not halved at the start or by the second stage.
            int to = width_of(choice, stages[i].channels),
                stride = block || (small && i == 1) ? 1 : stages[i].stride;
            add_block(out, &stages[i], from, to, stride);
            from = to;
        }
    cal_text_add(out, "c%dk1-bn-relu6-gap-", last > LAST ? last : LAST);
    cal_model_add_drop(out, choice);
    cal_text_add(out, "fc");
    return CAL_OK;
}

const cal_model cal_model_mobilenetv2 = {
    .entry = {.id = "mobilenetv2",
              .label = "MobileNetV2",
              .tex = "y = x + W_2 \\, (w * W_1 x)",
              .source = "Sandler et al. 2018, Table 2",
              .help = "Depthwise convolutions between narrow layers: few parameters, few multiplications",
              .params = (const cal_param[]){CAL_WIDTH_PARAM(0.25, "16 to 320"),
                                            CAL_STEM_PARAM,
                                            CAL_DROP_PARAM(0, "before the last layer; torchvision takes 20"),
                                            {0}}},
    .layers = layers,
};
