// A trained network as a safetensors file: its weights and, in the metadata, everything needed to use them:
// - format: "calib weights 1";
// - model: "resnet20:shortcut=pad", as in a link; layers: its layer text;
// - input: "3x32x32"; values: "pixels" (0 to 1, before mean and std) or "features"; classes: "10";
// - mean, std: "0.4914/0.4822/0.4465" of pixels, one number for all channels or one for each;
// - link, data_hash: those of the run that trained it, if there is one.
// A run's saved state (run/train/state.c) is read as weights, too. Files of other programs are read once the
// user names the model.
#ifndef CAL_RUN_WEIGHTS_WEIGHTS_H
#define CAL_RUN_WEIGHTS_WEIGHTS_H
#include "run/weights/tensor_map.h"
#include "run/link/spec.h"
#include "run/net/net.h"

typedef struct cal_weights_about {
    cal_choice model; // its entry is null if unknown
    int k, c, h, w;   // classes and input size; 0 if unknown
    bool pixels;
    int means, sds;               // lengths of the two arrays below; 0 if unknown
    double mean[4], sd[4];        // per channel: mean and standard deviation of pixels from 0 to 1
    const char *link, *data_hash; // or null
    double temperature;           // divides the logits; 0: none
} cal_weights_about;

// Reads the metadata. Texts are in `arena`.
cal_status cal_weights_inspect(cal_weights_about *out, cal_arena *arena, const cal_file *file,
                               cal_error *err);
// Takes shape and normalisation from a link's data.
void cal_weights_take_data(cal_weights_about *out, const cal_choice *data);
// Sets the data's normalisation to that of the weights, unless the link sets its own. `about` gets the
// resulting normalisation.
void cal_weights_normalise(cal_choice *data, cal_weights_about *about);

// Returns true if neither the weights nor the link give the normalisation of pixels, so that it must be
// guessed. Call this before cal_weights_normalise.
bool cal_weights_guesses(const cal_choice *data, const cal_weights_about *about);
// Sets mean and standard deviation in the data's link, for each of `count` channels, or one for all.
void cal_weights_put(cal_choice *data, const double *mean, const double *sd, int count);

// Lists the tensors of a net, with room for `room` more after them; in `arena`, null if memory is refused.
cal_safetensor *cal_weights_tensors(cal_arena *arena, const cal_net *net, float *flat, int room);

// Fills flat[parameters + statistics] and wide, of the same size; either may be null. They change only if the
// whole file is valid. `naming` maps the tensors, also if the file is refused; its rows are in `arena`, its
// names in the file.
cal_status cal_weights_read(float *flat, double *wide, cal_tensor_map *naming, cal_arena *arena,
                            const cal_net *net, const cal_file *file, cal_error *err);
// Fills in the hash by which a link names this file (cal_spec.from); fails if it already names another file.
cal_status cal_weights_name(char from[CAL_HEX16], const cal_file *file, cal_error *err);
// Writes the weights, with the known parts of `about` as metadata.
void cal_weights_write(cal_text *out, const cal_weights_about *about, const cal_net *net, const float *flat);

// The net that `about` describes, with the file's weights.
typedef struct cal_weights {
    cal_net *net;
    float *flat;
    cal_tensor_map naming;
    cal_arena own;
} cal_weights;
// Free `out` even on failure; its net and naming, if they were made, can then be described.
cal_status cal_weights_open(cal_weights *out, const cal_weights_about *about, const cal_file *file,
                            cal_error *err);
void cal_weights_free(cal_weights *weights);
// Writes {"model", "layers", "input", "classes", "values", "mean", "std", "link", "data_hash", "parameters",
// "naming"}, as far as they are known.
void cal_weights_describe(cal_text *json, const cal_weights_about *about, const cal_weights *weights);

#endif
