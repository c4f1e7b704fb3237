// Reads options and prints reports for the commands that end in a report on outputs.
#include "cli/report.h"
#include <string.h>

enum { DRAWS_MAX = 10000 };

// Collects an option's values; null if it is not given.
static const char *const *collect(const char **list, const cal_arguments *arguments, const char *option) {
    const char **text = list;
    for (int i = 0; (*text = cal_argument_next(arguments, option, &i));) text++;
    return text == list ? NULL : list;
}

cal_status cal_report_format_read(const char **out, const cal_arguments *arguments, cal_error *err) {
    static const char *const formats[] = {"json", "table", "csv", "latex", "markdown"};
    const char *word = cal_argument(arguments, "--format");
    *out = word ? NULL : "json";
    for (size_t i = 0; word && i < sizeof formats / sizeof *formats; i++)
        if (strcmp(word, formats[i]) == 0) *out = formats[i];
    if (*out) return CAL_OK;
    return cal_fail(err, CAL_USAGE, "--format %.48s is not one of json, table, csv, latex and markdown",
                    word);
}

cal_status cal_report_select(cal_report_selection *out, const cal_arguments *arguments, cal_error *err) {
    cal_report_def *def = &out->def;
    *def = cal_default_report();
    def->naming = CAL_NAMES_COMMAND;
    cal_status status = cal_report_format_read(&out->format, arguments, err);
    if (!status) status = cal_argument_integer(&def->bins, arguments, "--bins", 15, 1, 1000, err);
    if (!status && cal_argument(arguments, "--draws"))
        status = cal_argument_integer(&def->draws, arguments, "--draws", 0, 0, DRAWS_MAX, err);
    def->fit_on_test = cal_argument(arguments, "--fit-on-test") != NULL;
    def->match = cal_argument(arguments, "--match");
    def->metrics = collect(out->metrics, arguments, "--metric");
    def->calibrators = collect(out->calibrators, arguments, "--calibrator");
    return status;
}

cal_status cal_report_print(const cal_report *report, const char *format, cal_error *err) {
    const char *note;
    cal_bytes text = {0};
    cal_status status = strcmp(format, "json") == 0 ? cal_report_json(&text, report, err)
                                                    : cal_report_table(&text, report, format, err);
    for (int i = 0; !status && (note = cal_report_note(report, i)); i++) cal_remark("calib: note: %s", note);
    if (!status) status = cal_print_bytes(&text, err);
    cal_bytes_free(&text);
    return status;
}
