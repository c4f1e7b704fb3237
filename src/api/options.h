// For the adapters, src/cli/ and wasm/, in addition to calib.h; never installed.
#ifndef CAL_API_OPTIONS_H
#define CAL_API_OPTIONS_H
#include "base/status.h"

// Replaces fields of definitions in an error's sentence ("inputs.val_logits") with the options of the
// adapters ("--val-logits").
void cal_name_options(cal_error *err);

#endif
