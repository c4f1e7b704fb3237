// A trained network as a safetensors file: its weights, and in the metadata what it takes to use
// them.
//
//   format    "calib weights 1"
//   model     "resnet20:shortcut=pad", as in a link; layers: its layer text
//   input     "3x32x32"; values: "pixels" (0 to 1, before mean and std) or "features"; classes: "10"
//   mean, std "0.4914/0.4822/0.4465", one number for all channels or one each; of pixels
//   link, data_hash   of the run, where one has made it
//
// A run's saved state (state.c) is read as weights too; other people's files are, once somebody says the
// model.
#ifndef CAL_RUN_WEIGHTS_H
#define CAL_RUN_WEIGHTS_H
#include "run/files/naming.h"
#include "run/link/spec.h"
#include "run/train/trainer.h"

typedef struct cal_weights_about {
    cal_choice model; // its entry is null where nothing says it
    int k, c, h, w;   // 0 where nothing says it
    bool pixels;
    int means, deviations; // how many numbers there are; 0: nothing says it
    double mean[4], deviation[4];
    const char *link, *data_hash; // or null
    double temperature;           // that the logits are to be divided by; 0: none
} cal_weights_about;

// What the metadata say. Texts are in `arena`.
cal_status cal_weights_look(cal_weights_about *out, cal_arena *arena, const cal_file *file, cal_error *err);
// Shape and normalisation of a link's data.
void cal_weights_take_data(cal_weights_about *out, const cal_choice *data);
// Normalises that data as the weights want it, unless the link says otherwise than by default. What the data
// has is what out->mean and deviation become.
void cal_weights_normalise(cal_choice *data, cal_weights_about *about);

// Whether neither the weights nor the link say how pixels are normalised, so that it is to be guessed; before
// cal_weights_normalise.
bool cal_weights_guesses(const cal_choice *data, const cal_weights_about *about);
// Puts a mean and a deviation for each of `count` channels, or one for all, into the data's link.
void cal_weights_put(cal_choice *data, const double *mean, const double *deviation, int count);

// The tensors of a net, with room for more after them; in `arena`, null when memory is refused.
cal_stored *cal_stored_weights(cal_arena *arena, const cal_net *net, float *flat, int room);

// Fills flat[parameters + statistics] and wide, as many; either may be null. Only a file that is right as a
// whole changes them. `naming` says what went where, also where the file is refused; its rows are in `arena`,
// its names in the file.
cal_status cal_weights_read(float *flat, double *wide, cal_naming *naming, cal_arena *arena,
                            const cal_net *net, const cal_file *file, cal_error *err);
// What a link calls this file (cal_spec.from): fills it, or fails where it names another one.
cal_status cal_weights_name(char from[CAL_HEX16], const cal_file *file, cal_error *err);
// `about` as far as it is known.
void cal_weights_write(cal_text *out, const cal_weights_about *about, const cal_net *net, const float *flat);
// The weights that a run is at.
void cal_weights_write_run(cal_text *out, const cal_run *run);

// Both in one: the net that `about` describes, with the file's weights.
typedef struct cal_weights {
    cal_net *net;
    float *flat;
    cal_naming naming;
    cal_arena own;
} cal_weights;
// On failure `out` is still to be freed, and its net and naming, where they are, say what there is.
cal_status cal_weights_open(cal_weights *out, const cal_weights_about *about, const cal_file *file,
                            cal_error *err);
void cal_weights_free(cal_weights *weights);
// {"model", "layers", "input", "classes", "values", "mean", "std", "link", "data_hash", "parameters",
// "naming"}, as far as it is known.
void cal_weights_describe(cal_text *json, const cal_weights_about *about, const cal_weights *weights);

#endif
