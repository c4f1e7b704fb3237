// `calib sweep`: trains a link with each of several values of its parameters, on one machine or several, and
// joins the results.
#include <string.h>
#include "cli/sweep/sweep.h"

static const cal_option options[] = {
    {"--over", "PLACE=V/V/...",
     "Values of a parameter: loss.gamma=0/1/3, seed=1/2, loss=ce/brier; again for further parameters", true},
    {"--with", "PLACE=V/V/...", "Values that go along with those of the --over before it, one for each",
     true},
    {"--seeds", "N", "Each with the seeds 1 to N, for means and intervals over them", false},
    CAL_SESSION_OPTIONS,
    {"--jobs", "N", "Points trained concurrently (default: one per processor)", false},
    {"--out", "DIR", "Keep each point's result here as it ends; what lies here already is not trained again",
     false},
    {"--list", NULL,
     "Train nothing: print number, values and link of each point, a line each, for other machines", false},
    {"--plan", NULL,
     "Train one epoch of the largest point, and print what all take: seconds, memory, bytes, cores", false},
    {"--cores", "N/N/...", "With --plan: number of cores (default: all)", false},
    {"--gather", "DIR", "Train nothing: join the results that lie here, made anywhere", true},
    {"--checks", "DIR",
     "Of --gather and --out: what calib verify found (calib/checks in XDG_STATE_HOME or ~/.local/state)",
     false},
    {"--fit", "X:Y", "Fit a cubic to figure Y as a function of X: curvature.trace:test.ece", true},
    {"--format", "json|jsonl|csv|markdown|latex",
     "Output format (json); markdown and latex have a row for each set of values, over all seeds", false},
    {"--figure", "NAME", "A column of markdown and latex (test.error, test.nll, test.ece and post.ece)",
     true},
    {"--against", "PLACE=V", "Show differences from the points with this value, paired by seed", false},
    {NULL, NULL, NULL, false},
};

static cal_status print_list(const cal_sweep *s, cal_error *err) {
    cal_text list = {0};
    cal_sweep_list(&list, s);
    cal_status status = cal_print_text(&list, err);
    cal_text_free(&list);
    return status;
}

// Prints a remark if no folder of checks is known, unless `notified`.
static cal_status take(cal_sweep *s, const char *folder, bool notified, cal_error *err) {
    const char *checks;
    const cal_status status = cal_sweep_checks_folder(&checks, s->arguments, folder, err);
    if (!status && !checks && !notified)
        cal_remark(
            "calib: no result counts as verified: neither XDG_STATE_HOME nor HOME is set; give --checks DIR");
    return status ? status : cal_sweep_take(s, folder, checks, err);
}

// Joins the results in a folder; missing ones make the command fail after it has printed.
static cal_status gather(cal_sweep *s, cal_error *err) {
    cal_status status = CAL_OK;
    const char *folder;
    bool notified = false;
    for (int i = 0; !status && (folder = cal_argument_next(s->arguments, "--gather", &i)); notified = true) {
        if (!cal_is_folder(folder))
            status = cal_fail(err, CAL_FAILED, "--gather %.300s is not a folder", folder);
        else status = take(s, folder, notified, err);
    }
    return status;
}

static cal_status check_missing(const cal_sweep *s, cal_error *err) {
    int missing = 0, first = 0;
    for (int i = s->total - 1; i >= 0; i--)
        if (!s->point[i].result) missing++, first = i;
    if (!missing) return CAL_OK;
    cal_text name = {0};
    cal_sweep_name(&name, s, first);
    cal_status status =
        cal_fail(err, CAL_FAILED, "sweep: %d of %d points are missing, the first is number %d (%.96s)",
                 missing, s->total, first + 1, name.length ? name.data : "the link itself");
    cal_text_free(&name);
    return status;
}

static cal_status check_complete(const cal_sweep *s, cal_error *err) {
    int different = 0;
    const char *file = NULL;
    for (int i = s->total - 1; i >= 0; i--)
        if (s->point[i].result && !cal_sweep_counts(s, i)) different++, file = s->point[i].file;
    cal_status status = CAL_OK;
    if (different)
        status =
            cal_fail(err, CAL_FAILED,
                     "sweep: %d of %d results came out differently when calib verify trained them again, "
                     "and are left out of means, such as %.200s",
                     different, s->total, file);
    cal_error missing = {.text = ""};
    if (!check_missing(s, &missing)) return status;
    if (different) cal_remark("calib: %s", err->text);
    return *err = missing, missing.status;
}

static cal_status check_options(const cal_arguments *arguments, cal_error *err) {
    static const char *const of_training[] = {"--out",  "--jobs", "--threads", "--data",
                                              "--init", "--list", NULL};
    const char *format = cal_argument(arguments, "--format"),
               *wrong = cal_argument_any(arguments, of_training);
    if (format && !cal_sweep_format_known(format))
        return cal_fail(err, CAL_USAGE, "--format %.48s is not one of json, jsonl, csv, markdown and latex",
                        format);
    if (cal_argument(arguments, "--cores") && !cal_argument(arguments, "--plan"))
        return cal_fail(err, CAL_USAGE, "sweep: --cores needs --plan");
    if (wrong && cal_argument(arguments, "--gather"))
        return cal_fail(err, CAL_USAGE, "--gather and %s exclude each other; give one", wrong);
    return CAL_OK;
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    const char *format = cal_argument(arguments, "--format"), *folder = cal_argument(arguments, "--out");
    const bool gathers = cal_argument(arguments, "--gather") != NULL;
    cal_text out = {0};
    cal_sweep *s = cal_arena_alloc(&arguments->arena, sizeof *s);
    if (!s) return cal_refuse_memory(err, "a sweep");
    cal_status status = check_options(arguments, err);
    if (!status) status = cal_sweep_read(s, arguments, err);
    if (!status && cal_argument(arguments, "--list")) return print_list(s, err);
    if (!status && cal_argument(arguments, "--plan")) return cal_sweep_plan(s, err);
    if (!status && folder) status = cal_folder_make(folder, err);
    if (!status && folder) status = take(s, folder, true, err);
    if (!status) status = gathers ? gather(s, err) : cal_sweep_make(s, folder, err);
    if (!status) status = cal_sweep_write(&out, s, format ? format : "json", err);
    if (!status) status = cal_print_text(&out, err);
    cal_text_free(&out);
    return status ? status : check_complete(s, err);
}

const cal_command cal_command_sweep = {
    .name = "sweep",
    .group = CAL_GROUP_TRAIN,
    .rank = 2,
    .operand = "LINK",
    .summary = "Train a link with each of several values of its parameters, side by side or on other "
               "machines, and join the figures of each run.",
    .options = options,
    .run = run,
};
