// What the commands share that end in a report on outputs.
#include <string.h>
#include "cli/report.h"
#include "run/report/resampling.h"

static void collect(const char **text, const cal_arguments *arguments, const char *option) {
    for (int i = 0; (*text = cal_argument_next(arguments, option, &i));) text++;
}

cal_status cal_report_asked(cal_report_options *out, cal_format *format, const cal_arguments *arguments,
                            cal_error *err) {
    const char *word = cal_argument(arguments, "--format");
    *format = CAL_JSON;
    if (word && !cal_format_parse(format, word))
        return cal_fail(err, CAL_USAGE, "--format %.48s is not one of json, table, csv, latex and markdown",
                        word);
    cal_status status = cal_argument_integer(&out->bins, arguments, "--bins", 15, 1, 1000, err);
    out->draws = -1;
    if (!status && cal_argument(arguments, "--draws"))
        status = cal_argument_integer(&out->draws, arguments, "--draws", 0, 0, CAL_DRAWS_MAX, err);
    out->probabilities = cal_argument(arguments, "--probs") != NULL;
    out->as_logits = cal_argument(arguments, "--as-logits") != NULL;
    out->fit_on_test = cal_argument(arguments, "--fit-on-test") != NULL;
    out->match = cal_argument(arguments, "--match");
    collect(out->metric, arguments, "--metric");
    collect(out->calibrator, arguments, "--calibrator");
    return status;
}

cal_status cal_report_print(cal_text *json, cal_format format, cal_error *err) {
    cal_text table = {0};
    if (format == CAL_JSON) return cal_print_json(json, err);
    cal_status status = cal_report_format(&table, json, format, err);
    cal_text_free(json);
    if (!status) status = cal_print_text(&table, err);
    cal_text_free(&table);
    return status;
}
