// A table column by column, as JavaScript reads it.
#include "api_internal.h"
#include "base/memory.h"

static void begin(void *to, int rows) {
    cal_api_cells *c = to;
    c->rows = rows;
    c->cell = cal_mem_alloc(((size_t)rows * (size_t)c->columns + 1) * sizeof *c->cell);
}

void cal_api_cells_row(void *to, const double *cell) {
    cal_api_cells *c = to;
    for (int i = 0; c->cell && i < c->columns; i++)
        c->cell[(size_t)i * (size_t)c->rows + (size_t)c->at] = cell[i];
    c->at++;
}

cal_table cal_api_table(cal_api_cells *cells) {
    return (cal_table){.begin = begin, .row = cal_api_cells_row, .to = cells};
}

cal_status cal_api_table_keep(cal_api *api, cal_api_cells *cells, cal_status status) {
    cal_mem_free(api->table);
    api->table = cells->cell;
    if (status || cells->cell) return status;
    return cal_refuse_memory(&api->error, "the table");
}
