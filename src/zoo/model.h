// Floor 3. A model is a text in the layer language; presets write it.
#ifndef CAL_ZOO_MODEL_H
#define CAL_ZOO_MODEL_H
#include "zoo/entry.h"

enum { CAL_LAYERS_MAX = 4096 }; // characters in a layer text

typedef struct cal_model {
    cal_entry entry;
    // Writes the layer text; false if it does not fit.
    bool (*layers)(char out[CAL_LAYERS_MAX], const cal_choice *choice);
} cal_model;

// Whether residual blocks change shape by zero padding: the choice's `shortcut`, where it has one.
bool cal_model_pads(const cal_choice *choice);

// The parameter that residual models share.
#define CAL_SHORTCUT_PARAM                                                                                   \
    {.name = "shortcut",                                                                                     \
     .help = "how the skip changes shape: a 1x1 convolution with batch norm, or zero padding",               \
     .unit = "",                                                                                             \
     .type = CAL_CHOICE,                                                                                     \
     .choices = "projection/pad",                                                                            \
     .max = 1}

// A residual network for small images (He et al. 2016, Sec. 4.2): 3 stages of `blocks` basic blocks, with 16,
// 32 and 64 channels.
bool cal_model_resnet(char out[CAL_LAYERS_MAX], int blocks);

extern const cal_model *const cal_models[]; // ends with null

#endif
