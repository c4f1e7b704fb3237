#include "catalog/view/view.h"
#include <assert.h>

void cal_table_fact(cal_table *table, const char *name, double value) {
    assert(table->facts < CAL_FACTS_MAX);
    table->fact[table->facts++] = (cal_part){name, value};
}

int cal_view_columns(const cal_view *view) {
    int count = 0;
    while (view->columns[count].id) count++;
    assert(count <= CAL_COLUMNS_MAX);
    return count;
}
