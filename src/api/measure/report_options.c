// Lists the options of a report, and sets them by name.
#include <stddef.h>
#include <string.h>
#include "api/handles.h"
#include "base/slice.h"

// A definition and its files, for the offsets of their members.
typedef struct holders {
    cal_report_def def;
    cal_report_inputs inputs;
} holders;

// Distinguishes the members of both.
enum { of_inputs = true, of_def = false };

// The page shows no help, so that its module has none.
#ifdef __EMSCRIPTEN__
#define HELP(text) ""
#else
#define HELP(text) text
#endif

static const struct {
    cal_report_option about;
    size_t offset;
} rows[] = {
#define ROW(kind, holder, member, name, value, help, ...)                                                    \
    {{name, value, HELP(help), kind, of_##holder, __VA_ARGS__}, offsetof(holders, holder.member)},
#define OPTION_FILE(holder, member, id, ...)  ROW(CAL_REPORT_FILE, holder, member, __VA_ARGS__, 0, 0)
#define OPTION_FLAG(holder, member, id, ...)  ROW(CAL_REPORT_FLAG, holder, member, __VA_ARGS__, 0, 0)
#define OPTION_TEXT(holder, member, id, ...)  ROW(CAL_REPORT_TEXT, holder, member, __VA_ARGS__, 0, 0)
#define OPTION_LINES(holder, member, id, ...) ROW(CAL_REPORT_LINES, holder, member, __VA_ARGS__, 0, 0)
#define OPTION_WHOLE(holder, member, id, ...) ROW(CAL_REPORT_WHOLE, holder, member, __VA_ARGS__)
#define OPTION_LIST(holder, member, id, ...)  ROW(CAL_REPORT_LIST, holder, member, __VA_ARGS__, 0, 0)
#define OPTION_SHARDS(holder, member, id, name, value, help)                                                 \
    {{name, value, HELP(help), CAL_REPORT_SHARDS, of_##holder, 0, 0}, 0},
#include "run/outputs/report_options.inc"
};

enum { COUNT = sizeof rows / sizeof *rows };

const cal_report_option *cal_report_option_at(int index) {
    return index >= 0 && index < COUNT ? &rows[index].about : NULL;
}

static cal_status read_whole(int *out, const cal_report_option *about, cal_option_id id, const char *text,
                             cal_naming naming, cal_error *err) {
    double value;
    if (strlen(text) > 40 || !cal_number_parse(&value, (cal_slice){text, (int)strlen(text)}) ||
        value < about->min || value > about->max || value != (int)value)
        return cal_fail(err, CAL_USAGE, "%s %.48s is not a whole number from %d to %d",
                        cal_option_name(id, naming), text, about->min, about->max);
    *out = (int)value;
    return CAL_OK;
}

cal_status cal_report_set(cal_report_def *def, cal_report_inputs *inputs, int option,
                          const cal_option_value *value, cal_error *err) {
    const cal_report_option *about = cal_report_option_at(option);
    cal_status status = cal_need_def(def, CAL_COOKIE_REPORT, "report", err);
    if (!status) status = cal_need_pointer(inputs, "inputs", err);
    if (!status) status = cal_need_pointer(value, "the value", err);
    if (!status && !about) status = cal_fail(err, CAL_USAGE, "report: there is no option %d", option);
    if (status) return status;
    char *const member = about->input ? (char *)inputs + (rows[option].offset - offsetof(holders, inputs))
                                      : (char *)def + rows[option].offset;
    switch (about->kind) {
    case CAL_REPORT_FILE: *(cal_input *)member = value->file; break;
    case CAL_REPORT_FLAG: *(bool *)member = true; break;
    case CAL_REPORT_TEXT:
    case CAL_REPORT_LINES: *(const char **)member = value->text; break;
    case CAL_REPORT_LIST: *(const char *const **)member = value->list; break;
    case CAL_REPORT_WHOLE:
        status = cal_need_pointer(value->text, "the number's text", err);
        if (!status)
            status = read_whole((int *)member, about, (cal_option_id)option, value->text, def->naming, err);
        break;
    case CAL_REPORT_SHARDS:
        status = cal_fail(err, CAL_USAGE, "report: shards are given to cal_report_shards");
    }
    return status;
}
