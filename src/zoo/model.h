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

extern const cal_model *const cal_models[]; // ends with null

#endif
