// Global-pooling network for texts: convolutions along the words, then the largest value of each channel.
#include "catalog/model/model.h"

static cal_status layers(cal_text *out, const cal_choice *choice, cal_error *err) {
    (void)err;
    int width = cal_model_width(choice, 128);
    cal_text_add(out, "emb%dv%d-", cal_choice_integer(choice, "dim"),
                 cal_choice_integer(choice, "vocabulary"));
    for (int i = 0; i < 2; i++) cal_text_add(out, "c%dk5p0-relu-mp5s1-", width);
    cal_text_add(out, "c%dk5p0-relu-gmp-fc%d-relu-", width, width);
    cal_model_add_drop(out, choice);
    cal_text_add(out, "fc");
    return CAL_OK;
}

const cal_model cal_model_gpcnn = {
    .entry = {.id = "gpcnn",
              .label = "Global-pooling CNN for texts",
              .tex = "",
              .source = "Kumar et al. 2018; Mukhoti et al. 2020, in their code for 20 Newsgroups",
              .help = "Word embedding, three convolutions along the text, and global max pooling; texts need "
                      "at least 21 words",
              .params = (const cal_param[]){{.name = "vocabulary",
                                             .help = "size of the vocabulary",
                                             .unit = "words",
                                             .type = CAL_INTEGER,
                                             .value = 1000,
                                             .min = 1,
                                             .max = 200000},
                                            {.name = "dim",
                                             .help = "width of the word vectors",
                                             .unit = "features",
                                             .type = CAL_INTEGER,
                                             .value = 100,
                                             .min = 1,
                                             .max = 1024},
                                            CAL_WIDTH_PARAM(1, "128 in each layer"),
                                            CAL_DROP_PARAM(0, "before the last layer"),
                                            {0}}},
    .layers = layers,
};
