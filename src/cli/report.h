// Reads the options and prints the output of commands that report on outputs.
#ifndef CAL_CLI_REPORT_H
#define CAL_CLI_REPORT_H
#include "cli/cli.h"

#define CAL_FORMAT_OPTION {"--format", "json|table|csv|latex|markdown", "Output format (json)", false}

// Options of cal_report_inputs, and those of cal_report_def.
#define CAL_REPORT_INPUT_OPTIONS {.options = cal_report_input_option}
#define CAL_REPORT_OPTIONS       {.options = cal_report_def_option}, CAL_FORMAT_OPTION
bool cal_report_input_option(cal_option *out, int index);
bool cal_report_def_option(cal_option *out, int index);
bool cal_option_fit(cal_option *out, int index);  // those of validation outputs
bool cal_option_sets(cal_option *out, int index); // those of validation and test outputs
bool cal_option_view(cal_option *out, int index); // those of tables, which a view of arrays lacks

// The report that the options request.
typedef struct cal_report_selection {
    cal_report_def def;
    cal_report_inputs inputs;
    const char *format;
} cal_report_selection;

// Reads --format, json by default.
cal_status cal_report_format_read(const char **out, const cal_arguments *arguments, cal_error *err);
// Reads all options but files.
cal_status cal_report_select(cal_report_selection *out, cal_arguments *arguments, cal_error *err);
// Reads them but --format, into an empty selection.
cal_status cal_report_choose(cal_report_selection *out, cal_arguments *arguments, cal_error *err);
// Loads files that options name, and texts in files.
cal_status cal_report_load(cal_report_selection *out, cal_arguments *arguments, cal_error *err);
// Prints to stdout, with its notes on stderr.
cal_status cal_report_print(const cal_report *report, const char *format, cal_error *err);

#endif
