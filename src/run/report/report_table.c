#include "run/report/report_table.h"
#include <string.h>
#define JSMN_STATIC
#define JSMN_STRICT
#define JSMN_PARENT_LINKS
#include <jsmn.h>
#include "base/memory.h"
#include "run/link/link.h"
#include "zoo/metric.h"
#include "zoo/registry.h"

enum { CELL = 96, COLUMNS = 64 };

bool cal_format_parse(cal_format *out, const char *word) {
    static const char *const words[] = {"json", "table", "csv", "latex", "markdown"};
    for (int i = 0; i < 5; i++)
        if (strcmp(words[i], word) == 0) return *out = (cal_format)i, true;
    return false;
}

// ---- the report

typedef struct tree {
    const char *json;
    const jsmntok_t *token;
    int count;
} tree;

static cal_slice word_of(const tree *t, int at) {
    if (at < 0 || at >= t->count) return (cal_slice){"", 0};
    return (cal_slice){t->json + t->token[at].start, t->token[at].end - t->token[at].start};
}

// The token after a value and all that is in it.
static int after(const tree *t, int at) {
    int end = t->token[at].end;
    while (at < t->count && t->token[at].start < end) at++;
    return at;
}

// Members one by one: `at` goes from object + 1 to the end of it; the value is at + 1.
static bool in(const tree *t, int object, int at) {
    return at < t->count && t->token[at].start < t->token[object].end;
}

static int member(const tree *t, int object, const char *key) {
    for (int at = object + 1; in(t, object, at); at = after(t, at + 1))
        if (cal_slice_is(word_of(t, at), key)) return at + 1;
    return -1;
}

static double number(const tree *t, int at) { // NaN for null and for what is not there
    double value;
    return cal_number_parse(&value, word_of(t, at)) ? value : __builtin_nan("");
}

static const cal_metric *metric_of(const tree *t, int key) {
    cal_slice rest = word_of(t, key), id = cal_slice_cut(&rest, ':');
    return (const cal_metric *)cal_registry_entry(cal_registry_find("metric"), id.at, id.length);
}

// ---- tables

typedef struct grid {
    cal_arena arena;
    cal_format format;
    int columns, rows, most;
    char (*cell)[CELL];
} grid;

static void begin(grid *g, cal_format format, int columns, int most) {
    *g = (grid){.format = format, .columns = columns, .most = most};
    g->cell = cal_arena_alloc(&g->arena, (size_t)columns * (size_t)most * sizeof *g->cell);
}

static void put(grid *g, int column, const char *text, size_t length) {
    if (!g->cell) return;
    if (length > CELL - 1) length = CELL - 1;
    char *cell = g->cell[g->rows * g->columns + column];
    memcpy(cell, text, length);
    cell[length] = 0;
}

static void put_text(grid *g, int column, cal_slice text) { put(g, column, text.at, (size_t)text.length); }
static void put_word(grid *g, int column, const char *word) { put(g, column, word, strlen(word)); }

// Shares in percent with two digits, others with four.
static void put_figure(grid *g, int column, const cal_metric *metric, double value) {
    bool percent = metric && metric->unit && strcmp(metric->unit, "%") == 0;
    cal_text text = {0};
    if (value != value) cal_text_add(&text, "-");
    else cal_text_add(&text, percent ? "%.2f" : "%.4f", percent ? 100 * value : value);
    if (!text.refused) put(g, column, text.data, (size_t)text.length);
    cal_text_free(&text);
}

static void write_cell(cal_text *out, const char *cell, cal_format format) {
    for (; *cell; cell++) {
        if (format == CAL_LATEX && strchr("%_&#$", *cell)) cal_text_add(out, "\\");
        if (format == CAL_MARKDOWN && *cell == '|') cal_text_add(out, "\\");
        cal_text_add_bytes(out, cell, 1);
    }
}

static void pad(cal_text *out, int count) {
    for (int i = 0; i < count; i++) cal_text_add(out, " ");
}

static void write_row(cal_text *out, const grid *g, int row, const int *width) {
    const char *between = g->format == CAL_LATEX ? " & " : g->format == CAL_MARKDOWN ? " | " : "  ";
    if (g->format == CAL_MARKDOWN) cal_text_add(out, "| ");
    for (int c = 0; c < g->columns; c++) {
        const char *cell = g->cell[row * g->columns + c];
        int room = width[c] - (int)strlen(cell);
        if (c) cal_text_add(out, "%s", between);
        if (c) pad(out, room);
        write_cell(out, cell, g->format);
        if (!c) pad(out, room);
    }
    cal_text_add(out, g->format == CAL_LATEX ? " \\\\\n" : g->format == CAL_MARKDOWN ? " |\n" : "\n");
}

// The first row is the header. Numbers stand to the right.
static void end(cal_text *out, grid *g) {
    int width[COLUMNS] = {0};
    if (!g->cell) out->refused = true;
    for (int i = 0; g->cell && i < g->rows * g->columns; i++) {
        int length = (int)strlen(g->cell[i]);
        if (length > width[i % g->columns]) width[i % g->columns] = length;
    }
    if (g->format == CAL_LATEX) {
        cal_text_add(out, "\\begin{tabular}{l");
        for (int c = 1; c < g->columns; c++) cal_text_add(out, "r");
        cal_text_add(out, "}\n\\hline\n");
    }
    for (int row = 0; g->cell && row < g->rows; row++) {
        write_row(out, g, row, width);
        if (row == 0 && g->format == CAL_LATEX) cal_text_add(out, "\\hline\n");
        if (row == 0 && g->format == CAL_MARKDOWN)
            for (int c = 0; c < g->columns; c++)
                cal_text_add(out, c + 1 < g->columns ? (c ? "---:|" : "|---|") : "---:|\n");
    }
    if (g->format == CAL_LATEX) cal_text_add(out, "\\hline\n\\end{tabular}\n");
    cal_arena_free(&g->arena);
}

static int members(const tree *t, int object) {
    int count = 0;
    for (int at = object + 1; in(t, object, at); at = after(t, at + 1)) count++;
    return count;
}

static void put_label(grid *g, const tree *t, int key) {
    const cal_metric *metric = metric_of(t, key);
    cal_text label = {0};
    cal_slice name = word_of(t, key);
    if (metric && !memchr(name.at, ':', (size_t)name.length))
        cal_text_add(&label, "%s (%s)", metric->entry.label, metric->entry.id);
    else cal_text_add_bytes(&label, name.at, (size_t)name.length);
    if (metric && metric->unit) cal_text_add(&label, ", %s", metric->unit);
    if (!label.refused) put(g, 0, label.data, (size_t)label.length);
    cal_text_free(&label);
}

static void write_metrics(cal_text *out, const tree *t, int metrics, cal_format format) {
    static const char *const header[] = {"test set", "value", "floor", "95 % from", "to"};
    grid g;
    begin(&g, format, 5, members(t, metrics) + 1);
    for (int c = 0; c < 5; c++) put_word(&g, c, header[c]);
    g.rows++;
    for (int at = metrics + 1; in(t, metrics, at); at = after(t, at + 1), g.rows++) {
        const cal_metric *metric = metric_of(t, at);
        int interval = member(t, at + 1, "interval");
        put_label(&g, t, at);
        put_figure(&g, 1, metric, number(t, member(t, at + 1, "value")));
        put_figure(&g, 2, metric, number(t, member(t, at + 1, "floor")));
        put_figure(&g, 3, metric, number(t, interval >= 0 ? interval + 1 : -1));
        put_figure(&g, 4, metric, number(t, interval >= 0 ? interval + 2 : -1));
    }
    end(out, &g);
}

static void put_row(grid *g, const tree *t, const char *name, size_t length, int metrics, int first) {
    put(g, 0, name, length);
    int c = 1;
    for (int at = metrics + 1; in(t, metrics, at) && c < g->columns; at = after(t, at + 1), c++) {
        cal_text key = {0}; // the calibrated set may know less than the first
        cal_text_add_bytes(&key, t->json + t->token[at].start,
                           (size_t)(t->token[at].end - t->token[at].start));
        int there = key.refused ? -1 : member(t, first, key.data);
        put_figure(g, c, metric_of(t, at), number(t, there < 0 ? -1 : member(t, there, "value")));
        cal_text_free(&key);
    }
    g->rows++;
}

// Before and after every calibrator.
static void write_calibrators(cal_text *out, const tree *t, int metrics, int calibrators, cal_format format) {
    grid g;
    int rows = 2, columns = members(t, metrics) + 1;
    for (int at = calibrators + 1; in(t, calibrators, at); at = after(t, at + 1)) rows += members(t, at + 1);
    begin(&g, format, columns < COLUMNS ? columns : COLUMNS, rows);
    put_word(&g, 0, "calibrated");
    int c = 1;
    for (int at = metrics + 1; in(t, metrics, at) && c < g.columns; at = after(t, at + 1), c++)
        put_text(&g, c, word_of(t, at));
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
    end(out, &g);
}

static void write_libraries(cal_text *out, const tree *t, int match, cal_format format) {
    grid g;
    int rows = 1;
    for (int at = match + 1; in(t, match, at); at = after(t, at + 1)) rows += members(t, at + 1);
    begin(&g, format, 3, rows);
    put_word(&g, 0, "as in");
    put_word(&g, 1, "metric");
    put_word(&g, 2, "value");
    g.rows++;
    for (int at = match + 1; in(t, match, at); at = after(t, at + 1))
        for (int one = at + 2; in(t, at + 1, one); one = after(t, one + 1), g.rows++) {
            put_text(&g, 0, word_of(t, at));
            put_text(&g, 1, word_of(t, member(t, one + 1, "text")));
            put_figure(&g, 2, metric_of(t, one), number(t, member(t, one + 1, "value")));
        }
    end(out, &g);
}

// ---- CSV

static void write_lines(cal_text *out, const tree *t, cal_slice set, cal_slice way, int metrics) {
    for (int at = metrics + 1; in(t, metrics, at); at = after(t, at + 1)) {
        int interval = member(t, at + 1, "interval"), text = member(t, at + 1, "text");
        int value[] = {member(t, at + 1, "value"), member(t, at + 1, "floor"),
                       interval >= 0 ? interval + 1 : -1, interval >= 0 ? interval + 2 : -1};
        cal_slice id = word_of(t, at), metric = cal_slice_cut(&id, ':');
        cal_text_add(out, "%.*s%s%.*s,%.*s,\"%.*s\"", CAL_QUOTED(set), way.length ? " " : "", CAL_QUOTED(way),
                     CAL_QUOTED(metric), CAL_QUOTED(word_of(t, text)));
        for (int i = 0; i < 4; i++) {
            double v = number(t, value[i]);
            cal_text_add(out, ",");
            if (v == v) cal_text_add_number(out, v);
        }
        cal_text_add(out, "\n");
    }
}

static void write_csv(cal_text *out, const tree *t, int metrics, int calibrators, int match) {
    const cal_slice none = {"", 0};
    cal_text_add(out, "set,metric,text,value,floor,low,high\n");
    write_lines(out, t, (cal_slice){"test", 4}, none, metrics);
    for (int at = calibrators + 1; calibrators >= 0 && in(t, calibrators, at); at = after(t, at + 1))
        for (int way = at + 2; in(t, at + 1, way); way = after(t, way + 1))
            if (member(t, way + 1, "metrics") >= 0)
                write_lines(out, t, word_of(t, at), word_of(t, way), member(t, way + 1, "metrics"));
    for (int at = match + 1; match >= 0 && in(t, match, at); at = after(t, at + 1))
        write_lines(out, t, word_of(t, at), none, at + 1);
}

cal_status cal_report_format(cal_text *out, const cal_text *json, cal_format format, cal_error *err) {
    cal_arena arena = {0};
    jsmn_parser parser;
    jsmn_init(&parser);
    int count = jsmn_parse(&parser, json->data, (size_t)json->length, NULL, 0);
    jsmntok_t *token = cal_arena_alloc(&arena, (size_t)(count > 0 ? count : 0) * sizeof *token + 1);
    if (!token) return cal_fail(err, CAL_MEMORY, "memory for a table was refused");
    jsmn_init(&parser);
    tree t = {json->data, token,
              jsmn_parse(&parser, json->data, (size_t)json->length, token, (unsigned)count)};
    int metrics = member(&t, 0, "metrics"), calibrators = member(&t, 0, "calibrators");
    int match = member(&t, 0, "match");
    if (metrics < 0 || calibrators < 0) {
        cal_arena_free(&arena);
        return cal_fail(err, CAL_FAILED, "this text is no report");
    }
    if (match >= 0 && t.token[match].type != JSMN_OBJECT) match = -1; // one library: its name
    if (format == CAL_CSV) write_csv(out, &t, metrics, calibrators, match);
    else {
        write_metrics(out, &t, metrics, format);
        if (members(&t, calibrators)) {
            cal_text_add(out, "\n");
            write_calibrators(out, &t, metrics, calibrators, format);
        }
        if (match >= 0) {
            cal_text_add(out, "\n");
            write_libraries(out, &t, match, format);
        }
    }
    cal_arena_free(&arena);
    return out->refused ? cal_fail(err, CAL_MEMORY, "memory for a table was refused") : CAL_OK;
}
