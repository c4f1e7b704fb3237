#include "run/report/print/table.h"
#include <string.h>
#define JSMN_STATIC
#include "base/memory.h"
#include "run/link/link.h"
#include "run/report/print/text_grid.h"
#include "run/report/print/tree.h"

bool cal_format_parse(cal_format *out, const char *word) {
    static const char *const words[] = {"json", "table", "csv", "latex", "markdown"};
    for (int i = 0; i < 5; i++)
        if (strcmp(words[i], word) == 0) return *out = (cal_format)i, true;
    return false;
}

// ---- tables

static void put_label(cal_text_grid *g, const tree *t, int key) {
    const cal_metric *metric = metric_of(t, key);
    cal_text label = {0};
    cal_slice name = word_of(t, key);
    if (metric && !memchr(name.at, ':', (size_t)name.length))
        cal_text_add(&label, "%s (%s)", metric->entry.label, metric->entry.id);
    else cal_text_add_bytes(&label, name.at, (size_t)name.length);
    if (metric && metric->unit) cal_text_add(&label, ", %s", metric->unit);
    if (!label.refused) cal_text_grid_text(g, 0, (cal_slice){label.data, label.length});
    cal_text_free(&label);
}

static const char *const intervals_say =
    "Both are 95 % intervals. Spread: where the estimate would be with other samples, which need not cover "
    "the true value. Truth: where the true value is, as far as these samples tell.";

static void write_metrics(cal_text *out, const tree *t, int metrics, cal_format format) {
    static const char *const header[] = {"test set", "value",      "floor", "spread from",
                                         "to",       "truth from", "to"};
    cal_text_grid g;
    cal_text_grid_begin(&g, format, 7, members(t, metrics) + 1);
    for (int c = 0; c < 7; c++) cal_text_grid_word(&g, c, header[c]);
    g.rows++;
    for (int at = metrics + 1; in(t, metrics, at); at = after(t, at + 1), g.rows++) {
        const cal_metric *metric = metric_of(t, at);
        int interval = member(t, at + 1, "interval"), truth = truth_of(t, at);
        put_label(&g, t, at);
        cal_text_grid_figure(&g, 1, metric, value_of(t, at + 1));
        cal_text_grid_figure(&g, 2, metric, number(t, member(t, at + 1, "floor")));
        cal_text_grid_figure(&g, 3, metric, number(t, interval >= 0 ? interval + 1 : -1));
        cal_text_grid_figure(&g, 4, metric, number(t, interval >= 0 ? interval + 2 : -1));
        cal_text_grid_figure(&g, 5, metric, number(t, truth >= 0 ? truth + 1 : -1));
        cal_text_grid_figure(&g, 6, metric, number(t, truth >= 0 ? truth + 2 : -1));
    }
    cal_text_grid_end(out, &g);
    cal_text_add(out, "\n%s%s\n", format == CAL_LATEX ? "% " : "", intervals_say);
}

static void read_row(cal_resampled_row *row, const tree *t, int figure) {
    int draws = figure < 0 ? -1 : member(t, figure, "draws");
    const double floor = number(t, figure < 0 ? -1 : member(t, figure, "floor"));
    *row = (cal_resampled_row){.value = number(t, figure < 0 ? -1 : member(t, figure, "value")),
                               .bias = floor > 0 ? floor : 0};
    if (draws < 0 || t->token[draws].type != JSMN_ARRAY) return;
    for (int d = 0; d < t->token[draws].size && d < CAL_DRAWS_REPORTED; d++)
        row->draw[row->draws++] = number(t, draws + 1 + d) * 1e-6;
}

// Marks the row of each column that is significantly better than all others.
static void mark_best(cal_text_grid *g, const tree *t, int metrics) {
    bool *best = cal_arena_alloc(&g->arena, (size_t)g->most);
    int c = 1;
    if (!best || !g->drawn || !g->cell) return;
    for (int at = metrics + 1; in(t, metrics, at) && c < g->columns; at = after(t, at + 1), c++) {
        const cal_metric *metric = metric_of(t, at);
        if (!metric || metric->two_sided) continue;
        cal_rows_best(best, g->drawn + c * g->most + 1, g->rows - 1, metric->larger_is_better);
        for (int r = 1; r < g->rows; r++) g->bold[r * g->columns + c] = best[r - 1];
    }
}

static const char *const bold_says =
    "Bold is best where the 95 % interval of its difference to every other row, "
    "resampled with the same samples, excludes 0, also if noise makes the larger calibration error too large "
    "by its floor.";

static const char *const in_sample_note =
    "Calibrators are fitted on the test set itself: their figures are in-sample and look better than they "
    "are on other data, so that no row is marked as best.";

static void put_row(cal_text_grid *g, const tree *t, const char *name, size_t length, int metrics,
                    int first) {
    cal_text_grid_text(g, 0, (cal_slice){name, (int)length});
    int c = 1;
    for (int at = metrics + 1; in(t, metrics, at) && c < g->columns; at = after(t, at + 1), c++) {
        cal_text key = {0}; // a calibrated set may have fewer figures
        cal_text_add_bytes(&key, t->json + t->token[at].start,
                           (size_t)(t->token[at].end - t->token[at].start));
        int there = key.refused ? -1 : member(t, first, key.data);
        cal_text_grid_figure(g, c, metric_of(t, at), there < 0 ? __builtin_nan("") : value_of(t, there));
        if (g->drawn) read_row(&g->drawn[c * g->most + g->rows], t, there);
        cal_text_free(&key);
    }
    g->rows++;
}

// Writes a table of the figures before and after every calibrator.
static void write_calibrators(cal_text *out, const tree *t, int metrics, int calibrators, cal_format format) {
    cal_text_grid g;
    int rows = 2, columns = members(t, metrics) + 1;
    for (int at = calibrators + 1; in(t, calibrators, at); at = after(t, at + 1)) rows += members(t, at + 1);
    cal_text_grid_begin(&g, format, columns, rows);
    const bool in_sample = cal_slice_is(word_of(t, member(t, 0, "fitted_on")), "test");
    if (in_sample) g.note = in_sample_note;
    else if (format == CAL_LATEX || format == CAL_MARKDOWN)
        g.drawn = cal_arena_alloc(&g.arena, (size_t)g.columns * (size_t)rows * sizeof *g.drawn);
    cal_text_grid_word(&g, 0, "calibrated");
    int c = 1;
    for (int at = metrics + 1; in(t, metrics, at) && c < g.columns; at = after(t, at + 1), c++)
        cal_text_grid_text(&g, c, word_of(t, at));
    g.rows++;
    put_row(&g, t, "no", 2, metrics, metrics);
    for (int at = calibrators + 1; in(t, calibrators, at); at = after(t, at + 1))
        for (int way = at + 2; in(t, at + 1, way); way = after(t, way + 1)) {
            cal_text name = {0};
            int after_it = member(t, way + 1, "metrics");
            if (after_it < 0) continue;
            cal_text_add(&name, "%.*s %.*s", CAL_QUOTED(word_of(t, at)), CAL_QUOTED(word_of(t, way)));
            if (!name.refused) put_row(&g, t, name.data, (size_t)name.length, metrics, after_it);
            cal_text_free(&name);
        }
    bool marked = g.drawn != NULL;
    mark_best(&g, t, metrics);
    cal_text_grid_end(out, &g);
    if (marked) cal_text_add(out, "\n%s%s\n", format == CAL_LATEX ? "% " : "", bold_says);
}

static void write_libraries(cal_text *out, const tree *t, int match, cal_format format) {
    cal_text_grid g;
    int rows = 1;
    for (int at = match + 1; in(t, match, at); at = after(t, at + 1)) rows += members(t, at + 1);
    cal_text_grid_begin(&g, format, 3, rows);
    cal_text_grid_word(&g, 0, "as in");
    cal_text_grid_word(&g, 1, "metric");
    cal_text_grid_word(&g, 2, "value");
    g.rows++;
    for (int at = match + 1; in(t, match, at); at = after(t, at + 1))
        for (int one = at + 2; in(t, at + 1, one); one = after(t, one + 1), g.rows++) {
            cal_text_grid_text(&g, 0, word_of(t, at));
            cal_text_grid_text(&g, 1, word_of(t, member(t, one + 1, "text")));
            cal_text_grid_figure(&g, 2, metric_of(t, one), value_of(t, one + 1));
        }
    cal_text_grid_end(out, &g);
}

// Writes the differences to another model.
static void write_against(cal_text *out, const tree *t, int against, cal_format format) {
    static const char *const header[] = {"against", "its value", "difference", "from", "to", "95 %", "p"};
    cal_text_grid g;
    const int metrics = member(t, against, "metrics");
    cal_text_grid_begin(&g, format, 7, members(t, metrics) + 1);
    for (int c = 1; c < 7; c++) cal_text_grid_word(&g, c, header[c]);
    cal_text_grid_text(&g, 0, word_of(t, member(t, against, "name")));
    g.rows++;
    for (int at = metrics + 1; in(t, metrics, at); at = after(t, at + 1), g.rows++) {
        const cal_metric *metric = metric_of(t, at);
        const int interval = member(t, at + 1, "interval"), within = member(t, at + 1, "within_noise");
        put_label(&g, t, at);
        cal_text_grid_figure(&g, 1, metric, number(t, member(t, at + 1, "value")));
        cal_text_grid_figure(&g, 2, metric, number(t, member(t, at + 1, "difference")));
        cal_text_grid_figure(&g, 3, metric, number(t, interval >= 0 ? interval + 1 : -1));
        cal_text_grid_figure(&g, 4, metric, number(t, interval >= 0 ? interval + 2 : -1));
        cal_text_grid_word(&g, 5,
                           within < 0                                 ? "-"
                           : cal_slice_is(word_of(t, within), "true") ? "within noise"
                                                                      : "beyond noise");
        cal_text_grid_figure(&g, 6, NULL, number(t, member(t, at + 1, "p_value")));
    }
    cal_text_grid_end(out, &g);
    cal_text_add(
        out,
        "\n%sDifference: this model minus the other one on the same rows, below 0 where this one's figure "
        "is smaller. 95 %%: beyond noise if the paired interval leaves out 0, also after Holm's "
        "correction for %.0f rows. Intervals of calibration errors allow for the bias of both. p: of a "
        "sign-flip test of means over samples, of the row alone.\n",
        format == CAL_LATEX ? "% " : "", number(t, member(t, against, "tested")));
}

// ---- lines below the tables

// Writes what a test of cumulative differences says: a large p value is not evidence of calibration.
static void write_reach(cal_text *out, const tree *t, int at, double p) {
    const double reach = number(t, member(t, at + 1, "detectable")),
                 where = number(t, member(t, at + 1, "class")),
                 rejected = number(t, member(t, at + 1, "rejected"));
    if (reach == reach && p < 0.05)
        cal_text_add(out, ", rare by chance alone if all probabilities are right");
    else if (reach == reach && reach < 1)
        cal_text_add(
            out,
            ", within chance; a true value of %.2f %% or more is found in at least 95 of 100 sets of this "
            "size, a smaller one may be missed",
            100 * reach);
    else if (reach == reach)
        cal_text_add(out, ", within chance; this set is too small to find any error surely");
    if (rejected == rejected)
        cal_text_add(out, " in class %.0f; %.0f of %.0f classes are below 5 %% after Holm's correction",
                     where, rejected, number(t, member(t, 0, "k")));
}

// Writes one line per figure that its number does not show: p value, note, and omitted rows.
static void write_notes(cal_text *out, const tree *t, int metrics, cal_format format) {
    const char *start = format == CAL_LATEX ? "% " : "", *end = format == CAL_MARKDOWN ? "  \n" : "\n";
    bool some = false;
    for (int at = metrics + 1; in(t, metrics, at); at = after(t, at + 1)) {
        const cal_metric *metric = metric_of(t, at);
        const double p = number(t, member(t, at + 1, "p_value")),
                     degrees = number(t, member(t, at + 1, "degrees")),
                     dropped = number(t, member(t, at + 1, "left_out"));
        const int note = member(t, at + 1, "note");
        if (!metric || (p != p && note < 0 && dropped != dropped)) continue;
        cal_text_add(out, "%s%s%s: ", some ? "" : "\n", start, metric->entry.label);
        if (p == p) cal_report_p(out, p, 4);
        if (p == p && degrees == degrees) cal_text_add(out, " (%.0f degrees of freedom)", degrees);
        if (p == p) write_reach(out, t, at, p);
        if (note >= 0) // the engine's own words, in which JSON escapes nothing
            cal_text_add(out, "%s%.*s", p == p ? ", " : "", (int)word_of(t, note).length,
                         word_of(t, note).at);
        if (dropped == dropped)
            cal_text_add(out, "%s%.0f of %.0f rows have p = 0 or 1 and are left out",
                         p == p || note >= 0 ? "; " : "", dropped, number(t, member(t, 0, "n")));
        cal_text_add(out, "%s", end);
        some = true;
    }
}

// Writes a line for each infinite figure of a set, with the number of samples that make it infinite.
static void write_infinite(cal_text *out, const tree *t, const char *set, int metrics, cal_format format) {
    const char *start = format == CAL_LATEX ? "% " : "", *end = format == CAL_MARKDOWN ? "  \n" : "\n";
    for (int at = metrics + 1; in(t, metrics, at); at = after(t, at + 1)) {
        const cal_metric *metric = metric_of(t, at);
        double impossible = number(t, member(t, at + 1, CAL_IMPOSSIBLE));
        if (!(impossible > 0)) continue;
        bool labels = !metric || metric->needs != CAL_NEEDS_POSTERIOR;
        cal_text_add(out, "%s%.*s%s%s is infinite: %.0f of %.0f samples have probability 0 at %s%s", start,
                     CAL_QUOTED(word_of(t, at)), *set ? " after " : "", set, impossible,
                     number(t, member(t, 0, "n")), labels ? "their label" : "a class that may be theirs",
                     end);
    }
}

static void write_all_infinite(cal_text *out, const tree *t, int metrics, int calibrators,
                               cal_format format) {
    cal_text lines = {0};
    write_infinite(&lines, t, "", metrics, format);
    for (int at = calibrators + 1; in(t, calibrators, at); at = after(t, at + 1))
        for (int way = at + 2; in(t, at + 1, way); way = after(t, way + 1)) {
            cal_text name = {0};
            int after_it = member(t, way + 1, "metrics");
            cal_text_add(&name, "%.*s %.*s", CAL_QUOTED(word_of(t, at)), CAL_QUOTED(word_of(t, way)));
            if (after_it >= 0 && !name.refused) write_infinite(&lines, t, name.data, after_it, format);
            lines.refused |= name.refused;
            cal_text_free(&name);
        }
    if (lines.length) cal_text_add(out, "\n%s", lines.data);
    out->refused |= lines.refused;
    cal_text_free(&lines);
}

// Writes the temperature of least likelihood of shards, and how to apply it.
static void write_temperature(cal_text *out, const tree *t, int temperature, cal_format format) {
    int bound = member(t, temperature, "at_bound");
    double at = number(t, member(t, temperature, "reduced_at")), T = number(t, member(t, temperature, "T"));
    const char *start = format == CAL_LATEX ? "% " : "";
    if (at != 1)
        cal_text_add(out, "\n%sThis is the set after the temperature %.4g, at which it was reduced.\n", start,
                     at);
    cal_text_add(out,
                 "\n%sThe nll is least at the temperature %.4g%s: %.4f. What calib reduce makes with "
                 "--temperature %.4g is reported after it.\n",
                 start, T,
                 bound >= 0 && t->json[t->token[bound].start] == 't' ? ", the bound of the search" : "",
                 number(t, member(t, temperature, "nll")), T);
}

// Writes a text without JSON's escapes of quotation marks and backslashes.
static void put_word(cal_text *out, cal_slice word) {
    for (int i = 0; i < word.length; i++) {
        const bool escaped =
            word.at[i] == '\\' && i + 1 < word.length && (word.at[i + 1] == '"' || word.at[i + 1] == '\\');
        i += escaped;
        cal_text_add_bytes(out, word.at + i, 1);
    }
}

// Lists the first few texts of an array.
static void list_names(cal_text *out, const tree *t, int array) {
    enum { LISTED = 4 };
    int count = 0;
    for (int at = array + 1; in(t, array, at); at = after(t, at), count++)
        if (count < LISTED) cal_text_add(out, "%s", count ? ", " : ""), put_word(out, word_of(t, at));
    if (count > LISTED) cal_text_add(out, " and %d more", count - LISTED);
}

// Writes a line with what was read of a table.
static void write_read(cal_text *out, const tree *t, int read, cal_format format) {
    const int outputs = member(t, read, "outputs"), predicted = member(t, read, "predicted");
    const int others = member(t, read, "not_read"), rows = member(t, read, "rows_left_out");
    cal_text_add(out, "\n%sRead: label ", format == CAL_LATEX ? "% " : "");
    put_word(out, word_of(t, member(t, read, "label")));
    if (outputs >= 0) {
        cal_text_add(out, "; "), put_word(out, word_of(t, member(t, read, "kind")));
        cal_text_add(out, " "), list_names(out, t, outputs);
    } else {
        cal_text_add(out, "; predicted class "), put_word(out, word_of(t, predicted));
        cal_text_add(out, ", confidence "), put_word(out, word_of(t, member(t, read, "confidence")));
    }
    if (others >= 0) cal_text_add(out, "; not read: "), list_names(out, t, others);
    if (rows >= 0)
        cal_text_add(out, "; rows left out: %.0f, the first in line %.0f", number(t, rows),
                     number(t, member(t, read, "first_line_left_out")));
    cal_text_add(out, "\n");
}

cal_status cal_report_format(cal_text *out, const cal_text *json, cal_format format, cal_error *err) {
    cal_arena arena = {0};
    jsmn_parser parser;
    jsmn_init(&parser);
    int count = jsmn_parse(&parser, json->data, (size_t)json->length, NULL, 0);
    jsmntok_t *token = cal_arena_alloc(&arena, (size_t)(count > 0 ? count : 0) * sizeof *token + 1);
    if (!token) return cal_refuse_memory(err, "a table");
    jsmn_init(&parser);
    tree t = {json->data, token,
              jsmn_parse(&parser, json->data, (size_t)json->length, token, (unsigned)count)};
    int metrics = member(&t, 0, "metrics"), calibrators = member(&t, 0, "calibrators");
    int match = member(&t, 0, "match"), slices = member(&t, 0, "slices"), against = member(&t, 0, "against");
    int read = member(&t, 0, "read"), temperature = member(&t, 0, "temperature"),
        sample_groups = member(&t, 0, "sample_groups"), helps = member(&t, 0, "calibrator_table");
    if (metrics < 0 || calibrators < 0) {
        cal_arena_free(&arena);
        return cal_fail(err, CAL_FAILED, "this text is not a report");
    }
    if (match >= 0 && t.token[match].type != JSMN_OBJECT) match = -1; // one library: its name
    if (format == CAL_CSV) cal_report_csv(out, &t, metrics, calibrators, match);
    else {
        write_metrics(out, &t, metrics, format);
        write_notes(out, &t, metrics, format);
        if (read >= 0) write_read(out, &t, read, format);
        if (temperature >= 0) write_temperature(out, &t, temperature, format);
        if (slices >= 0) cal_text_add(out, "\n"), cal_report_groups(out, &t, slices, false, format);
        if (sample_groups >= 0)
            cal_text_add(out, "\n"), cal_report_groups(out, &t, sample_groups, true, format);
        if (against >= 0) cal_text_add(out, "\n"), write_against(out, &t, against, format);
        if (members(&t, calibrators)) {
            cal_text_add(out, "\n");
            write_calibrators(out, &t, metrics, calibrators, format);
        }
        if (helps >= 0) cal_text_add(out, "\n"), cal_report_helps(out, &t, helps, format);
        write_all_infinite(out, &t, metrics, calibrators, format);
        if (match >= 0) {
            cal_text_add(out, "\n");
            write_libraries(out, &t, match, format);
        }
    }
    cal_arena_free(&arena);
    return out->refused ? cal_refuse_memory(err, "a table") : CAL_OK;
}
