#include "cli/engine.h"
#include <string.h>

cal_status cal_argument_choice(cal_choice *out, const char *kind, const char *text, cal_error *err) {
    text = cal_argument_value(kind, text);
    return cal_choice_parse(out, kind, text, strlen(text), err);
}
