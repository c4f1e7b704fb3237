// A table of words and figures as text: aligned, LaTeX or Markdown.
#ifndef CAL_RUN_REPORT_GRID_H
#define CAL_RUN_REPORT_GRID_H
#include "base/memory.h"
#include "base/slice.h"
#include "run/report/best.h"
#include "run/report/table.h"

enum { CAL_GRID_CELL = 96 };

typedef struct cal_grid {
    cal_arena arena;
    cal_format format;
    int columns, rows, most;     // `rows` is the one that is being filled, and in the end their number
    char (*cell)[CAL_GRID_CELL]; // [most][columns]; null where memory was refused
    bool *bold;                  // [most][columns]
    cal_drawn_row *drawn;        // [columns][most] or null: what is best in a column is not asked
} cal_grid;

void cal_grid_begin(cal_grid *g, cal_format format, int columns, int most);
// Into a column of the row that is being filled; longer ones are cut.
void cal_grid_text(cal_grid *g, int column, cal_slice text);
void cal_grid_word(cal_grid *g, int column, const char *word);
// Shares in percent with two digits, others with four; "-" for NaN, "inf" for what is infinite.
void cal_grid_figure(cal_grid *g, int column, const cal_metric *metric, double value);
// Writes it and frees it. The first row is the header; numbers stand to the right. Memory refused:
// out->refused.
void cal_grid_end(cal_text *out, cal_grid *g);

#endif
