// `calib report`: measures given outputs with every metric.
#include "cli/report.h"
#include "cli/session.h"

static const cal_option options[] = {
    CAL_REPORT_INPUT_OPTIONS,
    CAL_REPORT_OPTIONS,
    {"--times", NULL, "Print the seconds that fitting each calibrator took, as a note", false},
    {"--threads", "N", "Threads (default: one per processor); the result is the same", false},
    {NULL, NULL, NULL, false},
};

// Loads the shards that --shards names; `out` has room for all.
static cal_status load_shards(cal_input *out, int *count, cal_arguments *arguments, cal_error *err) {
    const cal_report_option *o;
    const char *path;
    cal_status status = CAL_OK;
    if (!cal_argument(arguments, "--shards")) return CAL_OK;
    for (int i = 0; (o = cal_report_option_at(i)); i++)
        if (o->input && o->kind != CAL_REPORT_SHARDS && cal_argument(arguments, o->name))
            return cal_fail(err, CAL_USAGE, "report: --shards and %s exclude each other; give one", o->name);
    for (int i = 0; !status && (path = cal_argument_next(arguments, "--shards", &i));) {
        cal_file file;
        status = cal_file_load(&file, &arguments->arena, path, err);
        if (!status) out[(*count)++] = (cal_input){file.name, file.bytes, file.size};
    }
    return status;
}

// Seconds of fits, as the text of a note.
typedef struct fit_times {
    cal_text note;
    double start;
} fit_times;

static void add_time(void *context, const char *calibrator, bool fitted) {
    fit_times *times = context;
    const double now = cal_seconds();
    if (fitted)
        cal_text_add(&times->note, "%s %s %.3f", times->note.length ? "," : "", calibrator,
                     now - times->start);
    times->start = now;
}

// Prints the seconds next to the report, which is the same for the same input.
static void print_times(const fit_times *times) {
    if (times->note.refused) cal_remark("calib: note: no seconds, because memory was refused");
    else if (!times->note.length)
        cal_remark("calib: note: no calibrator was fitted, so there are no seconds");
    else cal_remark("calib: note: seconds to fit, for all fits of a calibrator:%s", times->note.data);
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    const bool timed = cal_argument(arguments, "--times");
    fit_times times = {.start = 0};
    cal_report_selection selection;
    cal_input shards[CAL_GIVEN_MAX];
    int shard_count = 0;
    cal_lab *lab = NULL;
    cal_report *report = NULL;
    cal_status status = cal_report_select(&selection, arguments, err);
    if (timed) selection.def.fit_listener = add_time, selection.def.fit_context = &times;
    if (!status) status = load_shards(shards, &shard_count, arguments, err);
    if (!status) status = cal_report_load(&selection, arguments, err);
    if (!status) status = cal_session_lab(&lab, arguments, err);
    if (!status)
        status = shard_count ? cal_report_shards(&report, lab, &selection.def, shards, shard_count, err)
                             : cal_report_read(&report, lab, &selection.def, &selection.inputs, err);
    if (!status) status = cal_report_print(report, selection.format, err);
    if (!status && timed) print_times(&times);
    cal_text_free(&times.note);
    cal_report_free(report);
    cal_lab_free(lab);
    return status;
}

const cal_command cal_command_report = {
    .name = "report",
    .group = CAL_GROUP_MEASURE,
    .rank = 1,
    .summary =
        "Every metric of given outputs, with noise floor and intervals, before and after every calibrator.",
    .options = options,
    .run = run,
};
