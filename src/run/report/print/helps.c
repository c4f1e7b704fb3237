// Prints the table of calibrators.
#include "run/report/print/text_grid.h"
#include "run/report/print/tree.h"

// Writes a difference in a column: "-1.20 [-2.00, -0.40]*", where the star is beyond noise.
static void put_difference(cal_text_grid *g, const tree *t, int column, const cal_metric *metric,
                           int figure) {
    const int interval = member(t, figure, "interval");
    const bool beyond = cal_slice_is(word_of(t, member(t, figure, "within_noise")), "false");
    const bool percent = metric && metric->unit && strcmp(metric->unit, "%") == 0;
    const double unit = percent ? 100 : 1, difference = unit * number(t, member(t, figure, "difference"));
    const int digits = percent ? 2 : 4;
    cal_text text = {0};
    if (difference != difference) cal_text_add(&text, "-");
    else cal_text_add(&text, "%.*f", digits, difference);
    if (interval >= 0)
        cal_text_add(&text, " [%.*f, %.*f]%s", digits, unit * number(t, interval + 1), digits,
                     unit * number(t, interval + 2), beyond ? "*" : "");
    if (!text.refused) cal_text_grid_word(g, column, text.data);
    cal_text_free(&text);
}

static void put_name(cal_text_grid *g, const tree *t, int row) {
    const cal_slice id = word_of(t, member(t, row, "calibrator"));
    const bool best = cal_slice_is(word_of(t, member(t, row, "best")), "true");
    cal_text name = {0};
    cal_text_add(&name, "%.*s %.*s%s", CAL_QUOTED(id), CAL_QUOTED(word_of(t, member(t, row, "way"))),
                 best ? ", best" : "");
    if (!name.refused) cal_text_grid_word(g, 0, name.data);
    cal_text_free(&name);
}

// Writes a row per fit. A calibration error's value and floor are in two columns before its difference.
static void write_rows(cal_text_grid *g, const tree *t, int rows, int given) {
    for (int row = after(t, rows + 1); in(t, rows, row); row = after(t, row), g->rows++) {
        const int metrics = member(t, row, "metrics"), parameters = member(t, row, "parameters");
        int c = 0;
        put_name(g, t, row);
        for (int at = given + 1; in(t, given, at); at = after(t, at + 1)) {
            const cal_metric *metric = metric_of(t, at);
            const int figure = metric ? member(t, metrics, metric->entry.id) : -1;
            if (member(t, at + 1, "floor") >= 0) {
                cal_text_grid_figure(g, ++c, metric, number(t, member(t, figure, "value")));
                cal_text_grid_figure(g, ++c, metric, number(t, member(t, figure, "floor")));
            }
            if (figure >= 0) put_difference(g, t, ++c, metric, figure);
            else cal_text_grid_word(g, ++c, "-");
        }
        cal_text_grid_figure(g, ++c, &(cal_metric){.unit = "%"}, number(t, member(t, row, "recovered")));
        if (cal_slice_is(word_of(t, parameters), "null")) cal_text_grid_word(g, ++c, "-");
        else cal_text_grid_text(g, ++c, word_of(t, parameters));
    }
}

void cal_report_helps(cal_text *out, const tree *t, int table, cal_format format) {
    const int rows = member(t, table, "rows"), advice = member(t, table, "advice");
    const int given = rows < 0 ? -1 : member(t, rows + 1, "metrics");
    const char *start = format == CAL_LATEX ? "% " : "";
    int columns = 3;
    cal_text_grid g;
    if (given < 0) return;
    if (t->token[advice].type == JSMN_STRING)
        cal_text_add(out, "%s%.*s\n\n", start, (int)word_of(t, advice).length, word_of(t, advice).at);
    for (int at = given + 1; in(t, given, at); at = after(t, at + 1))
        columns += member(t, at + 1, "floor") >= 0 ? 3 : 1;
    cal_text_grid_begin(&g, format, columns, t->token[rows].size);
    cal_text_grid_word(&g, 0, "against no calibrator");
    int c = 0;
    for (int at = given + 1; in(t, given, at); at = after(t, at + 1)) {
        cal_text_grid_text(&g, ++c, word_of(t, at));
        if (member(t, at + 1, "floor") < 0) continue;
        cal_text_grid_word(&g, ++c, "floor");
        cal_text_grid_word(&g, ++c, "difference");
    }
    cal_text_grid_word(&g, ++c, "recovered");
    cal_text_grid_word(&g, ++c, "parameters");
    g.rows++;
    write_rows(&g, t, rows, given);
    cal_text_grid_end(out, &g);
    cal_text_add(
        out,
        "\n%sDifferences to the figures without a calibrator, on the same samples, with 95 %% intervals; "
        "*: beyond noise, also after Holm's correction for %.0f fits.\n",
        start, number(t, member(t, table, "tested")));
    cal_text_add(out,
                 "%sRecovered, %%: of what isotonic regression of these samples takes off the mean of "
                 "(confidence - correct)^2.\n",
                 start);
}
