// A network as an ONNX model. Its input is a batch of any size, as floats: features, or pixels from 0 to 1,
// which it normalises. It returns logits, calibrated if that is given.
#ifndef CAL_RUN_WEIGHTS_ONNX_ONNX_H
#define CAL_RUN_WEIGHTS_ONNX_ONNX_H
#include "run/weights/weights.h"

// The calibration of logits in the graph.
typedef struct cal_onnx_map {
    double temperature;          // divides the logits; 1: none
    const double *scale, *shift; // [k] of vector scaling, or null
} cal_onnx_map;
// `about` has the shape, the normalisation and the model's metadata.
cal_status cal_onnx_write(cal_text *out, const cal_weights_about *about, const cal_net *net,
                          const float *flat, const cal_onnx_map *map, cal_error *err);

// Reads a model that cal_onnx_write has written back into the bytes of its safetensors file, and its
// temperature. CAL_FAILED for any other model, for one that was changed, and for one with vector scaling.
cal_status cal_onnx_read(cal_text *out, double *temperature, const cal_file *file, cal_error *err);

enum { CAL_ONNX_DATA_NAME = 200 };
// Finds the name of the file next to the model that holds its numbers, as PyTorch writes large models; empty:
// none. CAL_FAILED: a name with a folder, or several files.
cal_status cal_onnx_data_name(char name[CAL_ONNX_DATA_NAME], const cal_file *file, cal_error *err);
// Writes the model of one file, with the numbers of `data` in it. CAL_FAILED: these are beyond its end.
cal_status cal_onnx_join(cal_text *out, const cal_file *file, const cal_file *data, cal_error *err);

#endif
