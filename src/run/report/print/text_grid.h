// A table of words and figures as text: aligned, LaTeX or Markdown.
#ifndef CAL_RUN_REPORT_PRINT_TEXT_GRID_H
#define CAL_RUN_REPORT_PRINT_TEXT_GRID_H
#include "base/memory.h"
#include "base/slice.h"
#include "base/text.h"
#include "run/report/intervals/best.h"
#include "run/report/print/format.h"

enum { CAL_TEXT_GRID_CELL = 96 };

typedef struct cal_text_grid {
    cal_arena arena;
    cal_format format;
    int columns, rows, most;          // rows: index of the current row, finally their number; most: room
    char (*cell)[CAL_TEXT_GRID_CELL]; // [most][columns]; null if memory was refused
    bool *bold;                       // [most][columns]
    cal_resampled_row *drawn;         // [columns][most], or null if no column's best is marked
    const char *note;                 // a sentence below the table, printed by LaTeX, too; null: none
} cal_text_grid;

void cal_text_grid_begin(cal_text_grid *g, cal_format format, int columns, int most);
// Fills a column of the current row; longer texts are cut. Resolves the JSON escapes \" and \\.
void cal_text_grid_text(cal_text_grid *g, int column, cal_slice text);
// Writes the same into text[CAL_TEXT_GRID_CELL]; returns its length.
size_t cal_text_grid_plain(char *text, cal_slice json);
void cal_text_grid_word(cal_text_grid *g, int column, const char *word);
// Writes fractions in percent with two decimals, others with four; "-" for NaN, "inf" for infinite values.
void cal_text_grid_figure(cal_text_grid *g, int column, const cal_metric *metric, double value);
// Writes the grid and frees it. The first row is the header; numbers are aligned to the right. Sets
// out->refused if memory was refused.
void cal_text_grid_end(cal_text *out, cal_text_grid *g);

#endif
