// What some commands still take from below the library (tests/properties/floors.test.mjs lists them).
#ifndef CAL_CLI_ENGINE_H
#define CAL_CLI_ENGINE_H
#include "cli/cli.h"
#include "run/link/link.h"

// A registry value such as --model or --loss: the text after `model=` in a link, with or without that key.
cal_status cal_argument_choice(cal_choice *out, const char *kind, const char *text, cal_error *err);

#endif
