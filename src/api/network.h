// Inside a network: what its file says of it, and what else does.
#ifndef CAL_API_NETWORK_H
#define CAL_API_NETWORK_H
#include "api/handles.h"
#include "run/files/propose.h"
#include "run/files/weights.h"
#include "run/probe/normalise.h"

struct cal_network {
    cal_arena arena;
    cal_weights_about about;
    cal_weights weights; // its naming, where it has rows, says tensor by tensor what did not fit
    cal_error misfit;    // what cal_weights_open said of it
    cal_spec spec;       // the link's, with the network's model and normalisation
    cal_proposal *fit;   // presets that its tensors fit, the best first, where the file says no model
    int fits;
    const char **proposal;              // [fits] these as in a link
    bool data;                          // somebody says which data it is of
    bool guesses;                       // nobody says how pixels are normalised
    cal_normalisation_guess normalised; // how they were guessed to be, where its count is not 0
    cal_text model;                     // as in a link
    cal_text note, guess;               // sentences
    cal_text stored;                    // the file of weights that an ONNX model was
};

#endif
