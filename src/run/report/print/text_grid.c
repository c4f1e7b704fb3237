#include "run/report/print/text_grid.h"
#include <string.h>

void cal_text_grid_begin(cal_text_grid *g, cal_format format, int columns, int most) {
    *g = (cal_text_grid){.format = format, .columns = columns, .most = most};
    g->cell = cal_arena_alloc(&g->arena, (size_t)columns * (size_t)most * sizeof *g->cell);
    g->bold = cal_arena_alloc(&g->arena, (size_t)columns * (size_t)most);
    if (!g->bold) g->cell = NULL;
}

static void put(cal_text_grid *g, int column, const char *text, size_t length) {
    if (!g->cell) return;
    if (length > CAL_TEXT_GRID_CELL - 1) length = CAL_TEXT_GRID_CELL - 1;
    char *cell = g->cell[g->rows * g->columns + column];
    memcpy(cell, text, length);
    cell[length] = 0;
}

size_t cal_text_grid_plain(char *text, cal_slice json) {
    size_t length = 0;
    for (int i = 0; i < json.length && length < CAL_TEXT_GRID_CELL; i++) {
        const bool escaped =
            json.at[i] == '\\' && i + 1 < json.length && (json.at[i + 1] == '"' || json.at[i + 1] == '\\');
        text[length++] = json.at[i += escaped];
    }
    return length;
}

void cal_text_grid_text(cal_text_grid *g, int column, cal_slice text) {
    char plain[CAL_TEXT_GRID_CELL];
    put(g, column, plain, cal_text_grid_plain(plain, text));
}
void cal_text_grid_word(cal_text_grid *g, int column, const char *word) {
    put(g, column, word, strlen(word));
}

void cal_text_grid_figure(cal_text_grid *g, int column, const cal_metric *metric, double value) {
    bool percent = metric && metric->unit && strcmp(metric->unit, "%") == 0;
    cal_text text = {0};
    if (value != value) cal_text_add(&text, "-");
    else if (value == __builtin_inf()) cal_text_add(&text, "inf");
    else cal_text_add(&text, percent ? "%.2f" : "%.4f", percent ? 100 * value : value);
    if (!text.refused) put(g, column, text.data, (size_t)text.length);
    cal_text_free(&text);
}

// The marks around a cell that is the best of its column.
static const char *const bold_from[] = {"", "", "", "\\textbf{", "**"}, *const bold_to[] = {"", "", "", "}",
                                                                                            "**"};

static void write_cell(cal_text *out, const char *cell, cal_format format) {
    if (format == CAL_LATEX && strcmp(cell, "inf") == 0) cell = "", cal_text_add(out, "$\\infty$");
    for (const bool tex = format == CAL_LATEX; *cell; cell++) {
        if (tex && *cell == '\\') {
            cal_text_add(out, "\\textbackslash{}");
            continue;
        }
        if (tex ? strchr("%_&#${}~^", *cell) != NULL : format == CAL_MARKDOWN && *cell == '|')
            cal_text_add(out, "\\");
        cal_text_add_bytes(out, cell, 1);
        // else it would be an accent of the next character
        if (tex && strchr("~^", *cell)) cal_text_add(out, "{}");
    }
}

// Counts the characters of UTF-8 text.
static int shown(const char *text) {
    int count = 0;
    for (; *text; text++) count += ((uint8_t)*text & 0xc0) != 0x80;
    return count;
}

static void pad(cal_text *out, int count) {
    for (int i = 0; i < count; i++) cal_text_add(out, " ");
}

static void write_row(cal_text *out, const cal_text_grid *g, int row, const int *width) {
    const char *between = g->format == CAL_LATEX ? " & " : g->format == CAL_MARKDOWN ? " | " : "  ";
    if (g->format == CAL_MARKDOWN) cal_text_add(out, "| ");
    for (int c = 0; c < g->columns; c++) {
        const char *cell = g->cell[row * g->columns + c];
        bool bold = g->bold[row * g->columns + c];
        int room = width[c] - shown(cell);
        if (bold) room -= (int)(strlen(bold_from[g->format]) + strlen(bold_to[g->format]));
        if (c) cal_text_add(out, "%s", between);
        if (c) pad(out, room);
        if (bold) cal_text_add(out, "%s", bold_from[g->format]);
        write_cell(out, cell, g->format);
        if (bold) cal_text_add(out, "%s", bold_to[g->format]);
        if (!c) pad(out, room);
    }
    cal_text_add(out, g->format == CAL_LATEX ? " \\\\\n" : g->format == CAL_MARKDOWN ? " |\n" : "\n");
}

void cal_text_grid_end(cal_text *out, cal_text_grid *g) {
    int *width = cal_arena_alloc(&g->arena, (size_t)g->columns * sizeof *width);
    if (!width) g->cell = NULL;
    if (!g->cell) out->refused = true;
    for (int i = 0; g->cell && i < g->rows * g->columns; i++) {
        const int length = shown(g->cell[i]);
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
    if (g->format == CAL_LATEX) {
        cal_text_add(out, "\\hline\n");
        if (g->note) {
            cal_text_add(out, "\\multicolumn{%d}{p{\\linewidth}}{\\footnotesize ", g->columns);
            write_cell(out, g->note, g->format);
            cal_text_add(out, "} \\\\\n");
        }
        cal_text_add(out, "\\end{tabular}\n");
    } else if (g->note) cal_text_add(out, "\n%s\n", g->note);
    cal_arena_free(&g->arena);
}
