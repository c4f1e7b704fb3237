// A model is a preset that writes a network in the layer language.
#ifndef CAL_CATALOG_MODEL_MODEL_H
#define CAL_CATALOG_MODEL_MODEL_H
#include "base/text.h"
#include "catalog/entry.h"

typedef struct cal_model {
    cal_entry entry;
    // Writes the layer text. CAL_USAGE if parameters, each within its bounds, contradict each other.
    cal_status (*layers)(cal_text *out, const cal_choice *choice, cal_error *err);
} cal_model;

// The layer text of a chosen model; the caller frees it, also after a failure.
cal_status cal_model_write(cal_text *out, const cal_choice *choice, cal_error *err);
// Returns true if residual blocks change shape by zero padding: the choice's `shortcut`, if it has one.
bool cal_model_pads(const cal_choice *choice);

// ---- for the presets

// Parameters that several models share.
#define CAL_SHORTCUT_PARAM                                                                                   \
    {.name = "shortcut",                                                                                     \
     .help = "how the skip changes shape: a 1x1 convolution with batch norm, or zero padding",               \
     .unit = "",                                                                                             \
     .type = CAL_CHOICE,                                                                                     \
     .choices = "projection/pad",                                                                            \
     .max = 1}
// A multiple of the published numbers of channels; cal_model_width applies it.
#define CAL_WIDTH_PARAM(preset_, of_)                                                                        \
    {.name = "width",                                                                                        \
     .help = "multiplies the number of channels, " of_,                                                      \
     .unit = "",                                                                                             \
     .type = CAL_REAL,                                                                                       \
     .value = preset_,                                                                                       \
     .min = 1 / 16.,                                                                                         \
     .max = 16}
#define CAL_STEM_PARAM                                                                                       \
    {.name = "stem",                                                                                         \
     .help = "first layers: a 3x3 convolution for small pictures, or two halvings for those of ImageNet",    \
     .unit = "",                                                                                             \
     .type = CAL_CHOICE,                                                                                     \
     .choices = "small/imagenet",                                                                            \
     .max = 1}
#define CAL_STAGES_PARAM(preset_, of_)                                                                       \
    {.name = "stages",                                                                                       \
     .help = of_ " in each stage",                                                                           \
     .unit = "",                                                                                             \
     .type = CAL_LIST,                                                                                       \
     .preset = preset_,                                                                                      \
     .min = 1,                                                                                               \
     .max = 64,                                                                                              \
     .whole = true}

// The hidden layers at the end of a VGG.
#define CAL_HEAD_PARAM(preset_)                                                                              \
    {.name = "head",                                                                                         \
     .help = "features of each of the two hidden layers at its end; 0: none",                                \
     .unit = "features",                                                                                     \
     .type = CAL_INTEGER,                                                                                    \
     .value = preset_,                                                                                       \
     .min = 0,                                                                                               \
     .max = 8192}
#define CAL_DROP_PARAM(preset_, where_)                                                                      \
    {.name = "drop",                                                                                         \
     .help = "dropout " where_,                                                                              \
     .unit = "percent",                                                                                      \
     .type = CAL_INTEGER,                                                                                    \
     .value = preset_,                                                                                       \
     .max = 95}

void cal_model_add_drop(cal_text *out, const cal_choice *choice); // "drop50-", from its parameter `drop`
// `channels` times the choice's `width`, rounded; at least 1.
int cal_model_width(const cal_choice *choice, int channels);
bool cal_model_is_imagenet(const cal_choice *choice); // from its parameter `stem`
// The convolution (and pooling) at the start of residual and dense networks.
void cal_model_add_stem(cal_text *out, const cal_choice *choice, int channels);

// A residual network with batch norm after its convolutions (He et al. 2016). `stages` has the number of
// blocks of each stage. Each stage has half the pixels and twice the channels of the previous one, starting
// with `channels`.
typedef enum cal_residual { CAL_BASIC, CAL_BOTTLENECK } cal_residual;
void cal_model_add_blocks(cal_text *out, cal_residual block, const double *stages, int count, int channels);
// The network for small pictures (Sec. 4.2): 6 blocks + 2 layers deep, in three stages from 16 channels on,
// times `width`.
void cal_model_add_resnet(cal_text *out, const cal_choice *choice, int blocks);
// Convolutions with batch norm in five stages of 64, 128, 256, 512 and 512 channels, times `width`; `stages`
// has their numbers. Each stage ends in a pooling. Then fully connected layers as in its `head` (Simonyan and
// Zisserman 2015).
void cal_model_add_vgg(cal_text *out, const cal_choice *choice, const int stages[5]);

CAL_REGISTRY(cal_model, cal_models)

#endif
