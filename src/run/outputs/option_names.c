#include "run/outputs/option_names.h"

const char *cal_option_name(cal_option_id option, cal_naming naming) {
    static const struct {
        const char *field, *argument;
    } names[] = {
#define OPTION(holder, member, id, name, ...) [CAL_OPTION_##id] = {#holder "." #member, name},
#include "run/outputs/report_options.inc"
        [CAL_OPTION_MODEL] = {"def.model", "--model"},
        [CAL_OPTION_MEAN] = {"def.mean", "--mean"},
        [CAL_OPTION_STD] = {"def.std", "--std"},
    };
    return naming == CAL_NAMES_FIELDS ? names[option].field : names[option].argument;
}
