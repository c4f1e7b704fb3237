#include "run/tables/frame/marks.h"

cal_label_values cal_column_label_values(const cal_frame *f, int column) {
    cal_label_values out = {false};
    for (int i = 0; i < f->n; i++) {
        double value;
        if (!cal_number_parse(&value, cal_frame_cell(f, i, column))) out.other = true;
        else cal_label_values_add(&out, value);
    }
    return out;
}

bool cal_cell_ignored(int32_t *mark, const cal_label_values *values, cal_slice cell) {
    double value;
    const bool ignored = cal_number_parse(&value, cell) && cal_label_is_ignored(values, value);
    if (ignored && mark) *mark = (int32_t)value;
    return ignored;
}
