// Reads the numbers of a table column by column.
#include "run/tables/columns/cells.h"
#include <string.h>

double cal_csv_cell(const cal_csv_cells *t, int row, int place) {
    return t->cell[(size_t)row * (size_t)t->width + (size_t)place];
}

cal_csv_range cal_csv_column_range(const cal_csv_cells *t, int place) {
    cal_csv_range h = {.whole = true, .least = __builtin_inf(), .most = -__builtin_inf()};
    for (int i = 0; i < t->n; i++) {
        const double value = cal_csv_cell(t, i, place);
        h.least = value < h.least ? value : h.least;
        h.most = value > h.most ? value : h.most;
        h.whole &= value >= 0 && value < INT32_MAX && value == (double)(int32_t)value;
    }
    h.fraction = t->n && h.least >= 0 && h.most <= 1;
    return h;
}

void cal_csv_column_name(char out[72], const cal_csv_cells *t, int place) {
    cal_error name;
    const cal_csv_column *column = &t->column[place];
    if (t->named) (void)cal_fail(&name, CAL_OK, "%.*s", CAL_QUOTED(column->name));
    else (void)cal_fail(&name, CAL_OK, "column %d", column->at + 1);
    memcpy(out, name.text, strlen(name.text) + 1);
}
