// For the adapters, src/cli/ and wasm/, beside calib.h; never installed.
#ifndef CAL_API_OPTIONS_H
#define CAL_API_OPTIONS_H
#include "base/status.h"

// In a sentence of the library, fields of definitions ("inputs.val_logits") as the options that the adapters have
// for them ("--val-logits").
void cal_name_options(cal_error *err);

#endif
