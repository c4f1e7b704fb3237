// Functions that several models share.
#include "catalog/model/model.h"
#include <string.h>

cal_status cal_model_write(cal_text *out, const cal_choice *choice, cal_error *err) {
    const cal_model *model = cal_model_of(choice);
    cal_status status = model->layers(out, choice, err);
    if (status || !out->refused) return status;
    return cal_refuse_memory(err, "the layer text of model %s", model->entry.id);
}

bool cal_model_pads(const cal_choice *choice) {
    for (const cal_param *param = choice->entry->params; param && param->name; param++)
        if (!strcmp(param->name, "shortcut")) return cal_choice_integer(choice, "shortcut") == 1;
    return false;
}

void cal_model_add_drop(cal_text *out, const cal_choice *choice) {
    int percent = cal_choice_integer(choice, "drop");
    if (percent) cal_text_add(out, "drop%d-", percent);
}

int cal_model_width(const cal_choice *choice, int channels) {
    int width = (int)(channels * cal_choice_number(choice, "width") + 0.5);
    return width < 1 ? 1 : width;
}

bool cal_model_is_imagenet(const cal_choice *choice) { return cal_choice_integer(choice, "stem") == 1; }

void cal_model_add_stem(cal_text *out, const cal_choice *choice, int channels) {
    if (cal_model_is_imagenet(choice)) cal_text_add(out, "c%dk7s2-bn-relu-mp3s2p1-", channels);
    else cal_text_add(out, "c%d-bn-relu-", channels);
}

void cal_model_add_blocks(cal_text *out, cal_residual block, const double *stages, int count, int channels) {
    enum { WIDEST = 1 << 20 }; // far more than a layer may have: the first stage that is too wide is refused
    for (int stage = 0, width = channels; stage < count; stage++, width = width < WIDEST ? 2 * width : width)
        for (int i = 0; i < (int)stages[stage]; i++) {
            const char *stride = stage && !i ? "s2" : "";
            if (block == CAL_BASIC) cal_text_add(out, "r(c%d%s-bn-relu-c%d-bn)-relu-", width, stride, width);
            else
                cal_text_add(out, "r(c%dk1-bn-relu-c%d%s-bn-relu-c%dk1-bn)-relu-", width, width, stride,
                             4 * width);
        }
}

void cal_model_add_resnet(cal_text *out, const cal_choice *choice, int blocks) {
    int width = cal_model_width(choice, 16);
    cal_text_add(out, "c%d-bn-relu-", width);
    cal_model_add_blocks(out, CAL_BASIC, (const double[]){blocks, blocks, blocks}, 3, width);
    cal_text_add(out, "gap-fc");
}

void cal_model_add_vgg(cal_text *out, const cal_choice *choice, const int stages[5]) {
    int head = cal_choice_integer(choice, "head");
    for (int stage = 0; stage < 5; stage++) {
        int width = cal_model_width(choice, stage < 4 ? 64 << stage : 512);
        for (int i = 0; i < stages[stage]; i++) cal_text_add(out, "c%d-bn-relu-", width);
        cal_text_add(out, "mp2-");
    }
    for (int i = 0; i < 2 && head; i++) {
        cal_text_add(out, "fc%d-relu-", head);
        cal_model_add_drop(out, choice);
    }
    cal_text_add(out, "fc");
}
