// A network as an ONNX model that takes what the data has: pixels from 0 to 1, which it normalises
// itself, or features. Any number of samples; float in, logits out, divided by the temperature if one is
// given.
#ifndef CAL_RUN_ONNX_H
#define CAL_RUN_ONNX_H
#include "run/files/weights.h"

// `about` says the shape, the normalisation, and what is written into the model's metadata. `temperature` 1:
// none.
cal_status cal_onnx_write(cal_text *out, const cal_weights_about *about, const cal_net *net,
                          const float *flat, double temperature, cal_error *err);

// A model that cal_onnx_write has written, as the file of weights that it came from: the bytes of a
// safetensors file. Any other model, and one that somebody changed, is CAL_FAILED. The temperature is in
// `*temperature`.
cal_status cal_onnx_read(cal_text *out, double *temperature, const cal_file *file, cal_error *err);

#endif
