// Definition of cal_network: its file's description, and the definition's overrides.
#ifndef CAL_API_NETWORK_H
#define CAL_API_NETWORK_H
#include "api/handles.h"
#include "run/weights/model_guess.h"
#include "run/weights/weights.h"
#include "run/probe/normalise.h"

struct cal_network {
    cal_arena arena;
    cal_weights_about about;
    cal_weights weights; // a naming with rows lists, by tensor, what did not fit
    cal_error misfit;    // the error of cal_weights_open
    cal_spec spec;       // from the link, with the network's model and normalisation
    cal_proposal *fit;   // presets that its tensors fit, best first, if the file names no model
    int fits;
    const char **proposal;              // [fits] the presets as in a link
    bool data;                          // its data is known
    bool guesses;                       // the normalisation of pixels is unknown
    cal_normalisation_guess normalised; // the guessed normalisation, if its count is not 0
    cal_text model;                     // as in a link
    cal_text note, guess;               // sentences
    cal_text stored;                    // the weights file inside an ONNX model
};

// Returns the file of a definition.
cal_file cal_network_file(const cal_network_def *def);
// Replaces an ONNX model that the lab exported, or a state_dict, with a safetensors file of its weights.
// `bytes` owns that.
cal_status cal_network_take_bytes(cal_file *io, double *temperature, cal_text *bytes,
                                  const cal_network_def *def, cal_error *err);

#endif
