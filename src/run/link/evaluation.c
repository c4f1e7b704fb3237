#include "run/link/evaluation.h"
#include "catalog/data/data.h"

bool cal_evaluation_narrow(cal_choice *data, bool alone) {
    const int train = cal_param_find(data->entry, "train"), val = cal_param_find(data->entry, "val");
    double *trained = data->value[train].number, *validated = data->value[val].number;
    if (!cal_data_of(data)->needs_files || data->entry->params[train].min > 0) return false;
    if (!*trained && (!alone || !*validated)) return false;
    *trained = 0;
    if (alone) *validated = 0;
    data->hex[0] = 0;
    return true;
}

void cal_evaluation_files(char out[CAL_TEXT_MAX], const cal_choice *choice) {
    const cal_data *data = cal_data_of(choice);
    out[0] = 0;
    if (data->needs_files) data->files(out, CAL_TEXT_MAX, choice);
}
