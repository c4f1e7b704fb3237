// `calib fit`: fits a calibrator on validation outputs and keeps it as a file.
#include <string.h>
#include "cli/report.h"
#include "cli/session.h"

static const cal_option options[] = {
    {"--calibrator", "C",
     "The calibrator: temperature:by=nll, vector, isotonic; vector:group=sex also corrects the groups of a "
     "table's column",
     false, true},
    {"--out", "cal.json", "The file to write (printed, if it is left out)", false},
    {.options = cal_option_fit},
    {"--threads", "N", "Threads (default: one per processor); the result is the same", false},
    {NULL, NULL, NULL, false},
};

// Names the ways that were not chosen.
static void remark_ways(const cal_calibration *c, int way) {
    cal_text others = {0};
    for (int i = 0; i < cal_calibration_ways(c); i++)
        if (i != way) cal_text_add(&others, "%s%s", others.length ? ", " : "", cal_calibration_way(c, i));
    if (others.length)
        cal_remark("calib: note: the fit %s is kept; others are %s, for example by=%s",
                   cal_calibration_way(c, way), others.data, others.data + strlen("by_"));
    cal_text_free(&others);
}

static cal_status write(const cal_calibration *c, const char *path, cal_error *err) {
    const int way = cal_calibration_usual(c);
    cal_bytes json = {0};
    const char *note;
    cal_status status = cal_calibration_save(&json, c, way, err);
    for (int i = 0; !status && (note = cal_calibration_note(c, i)); i++) cal_remark("calib: note: %s", note);
    if (!status) remark_ways(c, way);
    if (!status) status = path ? cal_bytes_save(NULL, path, &json, err) : cal_print_bytes(&json, err);
    cal_bytes_free(&json);
    return status;
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    cal_report_selection selection;
    cal_lab *lab = NULL;
    cal_calibration *calibration = NULL;
    cal_status status = cal_report_select(&selection, arguments, err);
    if (!status) status = cal_report_load(&selection, arguments, err);
    if (!status) status = cal_session_lab(&lab, arguments, err);
    if (!status)
        status = cal_calibration_fit_files(&calibration, lab, cal_argument(arguments, "--calibrator"),
                                           &selection.inputs, CAL_NAMES_COMMAND, err);
    if (!status) status = write(calibration, cal_argument(arguments, "--out"), err);
    cal_calibration_free(calibration);
    cal_lab_free(lab);
    return status;
}

const cal_command cal_command_fit = {
    .name = "fit",
    .group = CAL_GROUP_MEASURE,
    .rank = 2,
    .summary = "A calibrator fitted on validation outputs, kept as a file that calib apply takes.",
    .options = options,
    .run = run,
};
