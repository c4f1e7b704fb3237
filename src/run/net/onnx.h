// Floor 4. A network as an ONNX model that takes what the data has: pixels from 0 to 1, which it normalises
// itself, or features. Any number of samples; float in, logits out, divided by the temperature if one is
// given.
#ifndef CAL_RUN_ONNX_H
#define CAL_RUN_ONNX_H
#include "run/files/weights.h"

// `about` says the shape, the normalisation, and what is written into the model's metadata. `temperature` 1:
// none.
cal_status cal_onnx_write(cal_text *out, const cal_weights_about *about, const cal_net *net,
                          const float *flat, double temperature, cal_error *err);

#endif
