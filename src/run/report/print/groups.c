// Writes groups as a table.
#include "run/report/print/text_grid.h"
#include "run/report/print/tree.h"

// Optional rows below a group's figures.
enum { FLOOR, FROM, TO, BELOW };
static const char *const below_name[BELOW] = {"  floor", "  truth from", "  to"};

static double below_of(const tree *t, int key, int which) {
    const int truth = truth_of(t, key);
    if (which == FLOOR) return number(t, member(t, key + 1, "floor"));
    return number(t, truth < 0 ? -1 : truth + (which == FROM ? 1 : 2));
}

// The header: a column for each metric of one group, after `before` others.
typedef struct columns {
    const tree *t;
    int metrics, before;
} columns;

// Returns the column of a metric's key; -1 if the header does not have it.
static int column_of(const columns *h, int key) {
    const tree *t = h->t;
    int c = h->before;
    for (int at = h->metrics + 1; h->metrics >= 0 && in(t, h->metrics, at); at = after(t, at + 1), c++)
        if (cal_slice_order(word_of(t, at), word_of(t, key)) == 0) return c;
    return -1;
}

static void put_figures(cal_text_grid *g, const columns *h, int metrics) {
    for (int at = metrics + 1; metrics >= 0 && in(h->t, metrics, at); at = after(h->t, at + 1)) {
        const int c = column_of(h, at);
        if (c >= 0) cal_text_grid_figure(g, c, metric_of(h->t, at), value_of(h->t, at + 1));
    }
    g->rows++;
}

static void put_below(cal_text_grid *g, const columns *h, int metrics) {
    const tree *t = h->t;
    for (int which = FLOOR; which < BELOW; which++) {
        bool some = false;
        for (int at = metrics + 1; metrics >= 0 && in(t, metrics, at); at = after(t, at + 1)) {
            const double value = below_of(t, at, which);
            const int c = column_of(h, at);
            if (c < 0 || value != value) continue;
            cal_text_grid_figure(g, c, metric_of(t, at), value);
            some = true;
        }
        if (!some) continue;
        cal_text_grid_word(g, 0, below_name[which]);
        g->rows++;
    }
}

static void write_worst(cal_text *out, const tree *t, int worst, bool means, cal_format format) {
    const double p = number(t, member(t, worst, "p_value"));
    char name[CAL_TEXT_GRID_CELL];
    const size_t length = cal_text_grid_plain(name, word_of(t, member(t, worst, "name")));
    cal_text_add(out, "\n%sFurthest above its floor is the %sECE of %.*s: %s (",
                 format == CAL_LATEX ? "% " : "", means ? "mean " : "", (int)length, name,
                 p < 0.05 ? "more than chance" : "no more than chance");
    cal_report_p(out, p, 3);
    cal_text_add(out, ", corrected for %.0f groups%s).\n", number(t, member(t, worst, "searched")),
                 cal_slice_is(word_of(t, member(t, worst, "by_case")), "true")
                     ? "; one number draws all of a case"
                     : "");
}

void cal_report_groups(cal_text *out, const tree *t, int slices, bool means, cal_format format) {
    const int groups = member(t, slices, "groups"), worst = member(t, slices, "worst");
    const int macro = member(t, slices, "macro");
    columns h = {.t = t, .metrics = -1};
    bool rated = false; // classes have no rate
    for (int at = groups + 1; in(t, groups, at); at = after(t, at)) {
        const double rate = number(t, member(t, at, "prevalence"));
        rated |= rate == rate;
        if (h.metrics < 0) h.metrics = member(t, at, "metrics"); // a small group has none
    }
    h.before = 2 + rated;

    cal_text_grid g;
    cal_text_grid_begin(&g, format, (h.metrics < 0 ? 0 : members(t, h.metrics)) + h.before,
                        (t->token[groups].size + (macro >= 0)) * (1 + BELOW) + 1);
    cal_text by = {0};
    cal_text_add(&by, "%.*s%s", CAL_QUOTED(word_of(t, member(t, slices, "by"))),
                 means ? ", means over labels" : "");
    if (!by.refused) cal_text_grid_text(&g, 0, (cal_slice){by.data, by.length});
    out->refused |= by.refused;
    cal_text_free(&by);
    cal_text_grid_word(&g, 1, "rows");
    if (rated) cal_text_grid_word(&g, 2, "rate");
    for (int at = h.metrics + 1; h.metrics >= 0 && in(t, h.metrics, at); at = after(t, at + 1))
        cal_text_grid_text(&g, column_of(&h, at), word_of(t, at));
    g.rows++;

    for (int at = groups + 1; in(t, groups, at); at = after(t, at)) {
        cal_text_grid_text(&g, 0, word_of(t, member(t, at, "name")));
        cal_text_grid_text(&g, 1, word_of(t, member(t, at, means ? "rows" : "n")));
        if (rated) cal_text_grid_figure(&g, 2, NULL, number(t, member(t, at, "prevalence")));
        put_figures(&g, &h, member(t, at, "metrics"));
        put_below(&g, &h, member(t, at, "metrics"));
    }
    if (macro >= 0) {
        cal_text_grid_word(&g, 0, "mean over labels");
        put_figures(&g, &h, macro);
        put_below(&g, &h, macro);
    }
    cal_text_grid_end(out, &g);
    if (worst >= 0) write_worst(out, t, worst, means, format);
}
