// Names the options of a report, of its files and of a network in messages, as the caller spells them.
#ifndef CAL_RUN_OUTPUTS_OPTION_NAMES_H
#define CAL_RUN_OUTPUTS_OPTION_NAMES_H

#ifndef CAL_NAMING_DEFINED // api/calib.h, which includes nothing, defines the same
#define CAL_NAMING_DEFINED
typedef enum cal_naming {
    CAL_NAMES_FIELDS,  // "inputs.csv": the fields of a program's definitions
    CAL_NAMES_COMMAND, // "--csv": the options of `calib`
    CAL_NAMES_PAGE,    // "--csv": the page has the options of `calib report`, but not those of a network
} cal_naming;
#endif

typedef enum cal_option_id {
#define OPTION(holder, member, id, ...) CAL_OPTION_##id,
#include "run/outputs/report_options.inc"
    // options of a network
    CAL_OPTION_MODEL,
    CAL_OPTION_MEAN,
    CAL_OPTION_STD,
} cal_option_id;

// Returns the spelling of an option, a constant text.
const char *cal_option_name(cal_option_id option, cal_naming naming);

#endif
