// Reads options and prints reports for the commands that end in a report on outputs.
#include "cli/report.h"
#include <string.h>

static void show(cal_option *out, const cal_report_option *o) {
    *out = (cal_option){o->name, o->value, o->help,
                        .repeats = o->kind == CAL_REPORT_LIST || o->kind == CAL_REPORT_SHARDS};
}

// Gives option `index` among those of cal_report_inputs, or of cal_report_def.
static bool show_at(cal_option *out, bool input, int index) {
    const cal_report_option *o;
    for (int i = 0; (o = cal_report_option_at(i)); i++) {
        if (o->input != input || index--) continue;
        show(out, o);
        return true;
    }
    return false;
}

bool cal_report_input_option(cal_option *out, int index) { return show_at(out, true, index); }
bool cal_report_def_option(cal_option *out, int index) { return show_at(out, false, index); }

static bool show_named(cal_option *out, const char *name, int index) {
    const cal_report_option *o;
    for (int i = 0; !index && (o = cal_report_option_at(i)); i++) {
        if (strcmp(o->name, name) != 0) continue;
        show(out, o);
        return true;
    }
    return false;
}

bool cal_option_as_logits(cal_option *out, int index) { return show_named(out, "--as-logits", index); }
bool cal_option_probs(cal_option *out, int index) { return show_named(out, "--probs", index); }

bool cal_option_fit(cal_option *out, int index) {
    static const char *const names[] = {"--val-logits", "--val-labels", "--val-csv", "--probs",
                                        "--as-logits",  "--strict",     "--task",    "--columns"};
    return index < (int)(sizeof names / sizeof *names) && show_named(out, names[index], 0);
}

bool cal_option_sets(cal_option *out, int index) {
    static const char *const names[] = {"--logits",    "--labels",         "--val-logits", "--val-labels",
                                        "--csv",       "--val-csv",        "--probs",      "--as-logits",
                                        "--strict",    "--task",           "--posterior",  "--columns",
                                        "--normalise", "--calibrator-file"};
    return index < (int)(sizeof names / sizeof *names) && show_named(out, names[index], 0);
}

bool cal_option_view(cal_option *out, int index) {
    static const char *const names[] = {"--csv",     "--val-csv", "--against", "--task",
                                        "--columns", "--weights", "--strict"};
    return index < (int)(sizeof names / sizeof *names) && show_named(out, names[index], 0);
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

// Collects an option's values, up to a null.
static cal_status collect(const char *const **out, cal_arguments *arguments, const char *option,
                          cal_error *err) {
    int count = 0;
    for (int i = 0; cal_argument_next(arguments, option, &i);) count++;
    const char **list = cal_arena_alloc(&arguments->arena, ((size_t)count + 1) * sizeof *list), **text = list;
    if (!list) return cal_refuse_memory(err, "the options");
    for (int i = 0; (*text = cal_argument_next(arguments, option, &i));) text++;
    *out = list;
    return CAL_OK;
}

cal_status cal_report_select(cal_report_selection *out, cal_arguments *arguments, cal_error *err) {
    *out = (cal_report_selection){.def = cal_default_report()};
    out->def.naming = CAL_NAMES_COMMAND;
    const cal_status status = cal_report_format_read(&out->format, arguments, err);
    return status ? status : cal_report_choose(out, arguments, err);
}

cal_status cal_report_choose(cal_report_selection *out, cal_arguments *arguments, cal_error *err) {
    const cal_report_option *o;
    cal_status status = CAL_OK;
    for (int i = 0; !status && (o = cal_report_option_at(i)); i++) {
        cal_option_value value = {.text = cal_argument(arguments, o->name)};
        if (!value.text || o->kind == CAL_REPORT_FILE || o->kind == CAL_REPORT_LINES ||
            o->kind == CAL_REPORT_SHARDS)
            continue;
        if (o->kind == CAL_REPORT_LIST) status = collect(&value.list, arguments, o->name, err);
        if (!status) status = cal_report_set(&out->def, &out->inputs, i, &value, err);
    }
    return status;
}

static cal_status load_lines(const char **out, cal_arena *arena, const char *path, cal_error *err) {
    cal_file file;
    const cal_status status = cal_file_load(&file, arena, path, err);
    if (status) return status;
    if (memchr(file.bytes, 0, file.size)) return cal_fail(err, CAL_FAILED, "%s: it is not a text file", path);
    *out = cal_arena_text(arena, (const char *)file.bytes, file.size);
    return *out ? CAL_OK : cal_refuse_memory(err, "the names");
}

static cal_status load_file(cal_input *out, cal_arena *arena, const char *path, cal_error *err) {
    cal_file file;
    cal_status status =
        cal_file_fits(path,
                      "calib reduce takes such outputs in one pass, as .npy (calib reduce --help), and calib "
                      "report --shards makes the report",
                      err);
    if (!status) status = cal_file_load(&file, arena, path, err);
    if (!status) *out = (cal_input){file.name, file.bytes, file.size};
    return status;
}

cal_status cal_report_load(cal_report_selection *out, cal_arguments *arguments, cal_error *err) {
    const cal_report_option *o;
    cal_status status = CAL_OK;
    for (int i = 0; !status && (o = cal_report_option_at(i)); i++) {
        const char *path = cal_argument(arguments, o->name);
        cal_option_value value = {.text = NULL};
        if (!path || (o->kind != CAL_REPORT_FILE && o->kind != CAL_REPORT_LINES)) continue;
        status = o->kind == CAL_REPORT_FILE ? load_file(&value.file, &arguments->arena, path, err)
                                            : load_lines(&value.text, &arguments->arena, path, err);
        if (!status) status = cal_report_set(&out->def, &out->inputs, i, &value, err);
    }
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
