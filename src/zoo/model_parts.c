// Floor 3. What several models share.
#include "zoo/model.h"
#include <stdio.h>
#include <string.h>

bool cal_model_pads(const cal_choice *choice) {
    for (const cal_param *param = choice->entry->params; param && param->name; param++)
        if (!strcmp(param->name, "shortcut")) return cal_choice_integer(choice, "shortcut") == 1;
    return false;
}

bool cal_model_resnet(char out[CAL_LAYERS_MAX], int blocks) {
    int at = snprintf(out, CAL_LAYERS_MAX, "c16-bn-relu-");
    for (int stage = 0; stage < 3; stage++)
        for (int block = 0; block < blocks && at < CAL_LAYERS_MAX; block++) {
            int width = 16 << stage;
            const char *stride = stage && !block ? "s2" : "";
            at += snprintf(out + at, (size_t)(CAL_LAYERS_MAX - at), "r(c%d%s-bn-relu-c%d-bn)-relu-", width,
                           stride, width);
        }
    if (at < CAL_LAYERS_MAX) at += snprintf(out + at, (size_t)(CAL_LAYERS_MAX - at), "gap-fc");
    return at < CAL_LAYERS_MAX;
}
