// Writes a report as CSV.
#include "run/report/print/tree.h"

// Writes the set of a line, in quotes if it has characters that end a field.
static void write_set(cal_text *out, const char *before, cal_slice set, cal_slice way) {
    const cal_slice part[] = {{before, (int)strlen(before)}, set};
    bool plain = true;
    for (int p = 0; p < 2; p++)
        for (int i = 0; i < part[p].length; i++) plain &= !strchr(",\"\\", part[p].at[i]);
    if (!plain) cal_text_add(out, "\"");
    for (int p = 0; p < 2; p++)
        for (int i = 0; i < part[p].length; i++) { // in JSON, \" is a quote
            if (part[p].at[i] == '\\' && i + 1 < part[p].length) i++;
            if (part[p].at[i] == '"') cal_text_add(out, "\"");
            cal_text_add_bytes(out, part[p].at + i, 1);
        }
    cal_text_add(out, "%s%.*s%s", way.length ? " " : "", CAL_QUOTED(way), plain ? "" : "\"");
}

// Ends a line with seven numbers. The set that the calibrator was fitted on, empty for none, is before the
// last one, the p value.
static void write_numbers(cal_text *out, const double *value, cal_slice fitted_on) {
    for (int i = 0; i < 7; i++) {
        if (i == 6) cal_text_add(out, ",%.*s", CAL_QUOTED(fitted_on));
        cal_text_add(out, ",");
        if (value[i] == value[i]) cal_text_add_number(out, value[i]);
    }
    cal_text_add(out, "\n");
}

static void write_lines(cal_text *out, const tree *t, const char *before, cal_slice set, cal_slice way,
                        int metrics) {
    // Only lines of calibrators have a way of fitting.
    const cal_slice fitted_on = way.length ? word_of(t, member(t, 0, "fitted_on")) : way;
    for (int at = metrics + 1; in(t, metrics, at); at = after(t, at + 1)) {
        int interval = member(t, at + 1, "interval"), text = member(t, at + 1, "text");
        int truth = truth_of(t, at);
        double value[] = {value_of(t, at + 1),
                          number(t, member(t, at + 1, "floor")),
                          number(t, interval >= 0 ? interval + 1 : -1),
                          number(t, interval >= 0 ? interval + 2 : -1),
                          number(t, truth >= 0 ? truth + 1 : -1),
                          number(t, truth >= 0 ? truth + 2 : -1),
                          number(t, member(t, at + 1, "p_value"))};
        cal_slice key = word_of(t, at), id = key, metric = cal_slice_cut(&id, ':');
        write_set(out, before, set, way);
        cal_text_add(out, ",%.*s,\"%.*s\"", CAL_QUOTED(metric),
                     CAL_QUOTED(text >= 0 ? word_of(t, text) : key));
        write_numbers(out, value, fitted_on);
    }
}

// Writes each group, and the mean over labels.
static void write_slice_lines(cal_text *out, const tree *t, int slices) {
    const int groups = member(t, slices, "groups"), macro = member(t, slices, "macro");
    const cal_slice none = {"", 0}, by = word_of(t, member(t, slices, "by"));
    cal_text before = {0};
    // With several columns, each group's name begins with its column.
    const bool several = by.length && memchr(by.at, ',', (size_t)by.length);
    if (!several) cal_text_add(&before, "%.*s=", CAL_QUOTED(by));
    for (int at = groups + 1; in(t, groups, at) && !before.refused; at = after(t, at))
        if (member(t, at, "metrics") >= 0)
            write_lines(out, t, several ? "" : before.data, word_of(t, member(t, at, "name")), none,
                        member(t, at, "metrics"));
    if (macro >= 0) write_lines(out, t, "", (cal_slice){"macro", 5}, none, macro);
    out->refused |= before.refused;
    cal_text_free(&before);
}

// Writes the other model's figures, then the differences to them.
static void write_against_lines(cal_text *out, const tree *t, int against) {
    static const char *const before[] = {"against ", "difference to "};
    const cal_slice none = {"", 0}, name = word_of(t, member(t, against, "name"));
    const int metrics = member(t, against, "metrics");
    const double nothing = __builtin_nan("");
    for (int part = 0; part < 2; part++)
        for (int at = metrics + 1; in(t, metrics, at); at = after(t, at + 1)) {
            const int interval = part ? member(t, at + 1, "interval") : -1;
            cal_slice key = word_of(t, at), id = key, metric = cal_slice_cut(&id, ':');
            const double value[] = {number(t, member(t, at + 1, part ? "difference" : "value")),
                                    nothing,
                                    number(t, interval >= 0 ? interval + 1 : -1),
                                    number(t, interval >= 0 ? interval + 2 : -1),
                                    nothing,
                                    nothing,
                                    part ? number(t, member(t, at + 1, "p_value")) : nothing};
            write_set(out, before[part], name, none);
            cal_text_add(out, ",%.*s,\"%.*s\"", CAL_QUOTED(metric), CAL_QUOTED(key));
            write_numbers(out, value, none);
        }
}

// Writes the differences of each fit to no calibrator.
static void write_help_lines(cal_text *out, const tree *t, int rows) {
    const cal_slice fitted_on = word_of(t, member(t, 0, "fitted_on"));
    const double none = __builtin_nan("");
    for (int row = after(t, rows + 1); in(t, rows, row); row = after(t, row)) {
        const int metrics = member(t, row, "metrics");
        cal_text set = {0};
        cal_text_add(&set, "difference by %.*s %.*s", CAL_QUOTED(word_of(t, member(t, row, "calibrator"))),
                     CAL_QUOTED(word_of(t, member(t, row, "way"))));
        for (int at = metrics + 1; in(t, metrics, at) && !set.refused; at = after(t, at + 1)) {
            const int interval = member(t, at + 1, "interval");
            const double value[] = {number(t, member(t, at + 1, "difference")),
                                    none,
                                    number(t, interval >= 0 ? interval + 1 : -1),
                                    number(t, interval >= 0 ? interval + 2 : -1),
                                    none,
                                    none,
                                    number(t, member(t, at + 1, "p_value"))};
            cal_text_add(out, "%s,%.*s,\"%.*s\"", set.data, CAL_QUOTED(word_of(t, at)),
                         CAL_QUOTED(word_of(t, at)));
            write_numbers(out, value, fitted_on);
        }
        out->refused |= set.refused;
        cal_text_free(&set);
    }
}

void cal_report_csv(cal_text *out, const tree *t, int metrics, int calibrators, int match) {
    const cal_slice none = {"", 0};
    const int slices = member(t, 0, "slices"), sample_groups = member(t, 0, "sample_groups"),
              against = member(t, 0, "against"), helps = member(t, 0, "calibrator_table");
    cal_text_add(out, "set,metric,text,value,floor,low,high,true_low,true_high,fitted_on,p_value\n");
    write_lines(out, t, "", (cal_slice){"test", 4}, none, metrics);
    for (int at = calibrators + 1; calibrators >= 0 && in(t, calibrators, at); at = after(t, at + 1))
        for (int way = at + 2; in(t, at + 1, way); way = after(t, way + 1))
            if (member(t, way + 1, "metrics") >= 0)
                write_lines(out, t, "", word_of(t, at), word_of(t, way), member(t, way + 1, "metrics"));
    for (int at = match + 1; match >= 0 && in(t, match, at); at = after(t, at + 1))
        write_lines(out, t, "", word_of(t, at), none, at + 1);
    if (slices >= 0) write_slice_lines(out, t, slices);
    if (sample_groups >= 0) write_slice_lines(out, t, sample_groups);
    if (against >= 0) write_against_lines(out, t, against);
    if (helps >= 0) write_help_lines(out, t, member(t, helps, "rows"));
}
