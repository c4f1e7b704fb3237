// Inside a network: what its file says of it, and what else does.
#ifndef CAL_API_NETWORK_H
#define CAL_API_NETWORK_H
#include "api/handles.h"
#include "run/files/propose.h"
#include "run/files/weights.h"

struct cal_network {
    cal_arena arena;
    cal_weights_about about;
    cal_weights weights; // its naming, where it has rows, says tensor by tensor what did not fit
    cal_spec spec;       // the link's, with the network's model and normalisation
    cal_proposal *fit;   // presets that its tensors fit, the best first, where the file says no model
    int fits;
    bool data;      // somebody says which data it is of
    bool guesses;   // nobody says how pixels are normalised
    cal_text model; // as in a link
};

// What the file says of itself, and where it says nothing, the link (which may be empty, and of which data= and
// model= may be missing), or the tensors. Of several presets that fit, the first where `best`; otherwise CAL_USAGE
// names them. What was found before a failure stays. `file` has to stay as long as the naming is read.
cal_status cal_network_read(cal_network *out, const cal_file *file, const char *link, size_t length,
                            bool best, cal_error *err);
void cal_network_clear(cal_network *network); // all that it holds

#endif
