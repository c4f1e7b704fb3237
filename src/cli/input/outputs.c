#include "cli/input/outputs.h"
#include <string.h>

static cal_status load(cal_input *out, cal_arguments *arguments, const char *path, cal_error *err) {
    cal_file file;
    const cal_status status = cal_file_load(&file, &arguments->arena, path, err);
    if (!status) *out = (cal_input){file.name, file.bytes, file.size};
    return status;
}

cal_status cal_outputs_input(cal_file_outputs **out, cal_arguments *arguments, const char *logits,
                             const char *labels, const cal_file_outputs_def *like, cal_error *err) {
    cal_file_outputs_def def = *like;
    def.naming = CAL_NAMES_COMMAND;
    *out = NULL;
    if (!logits) return CAL_OK;
    cal_status status = load(&def.logits, arguments, logits, err);
    if (!status && labels) status = load(&def.labels, arguments, labels, err);
    return status ? status : cal_file_outputs_read(out, &def, err);
}

cal_status cal_head_input(bool *several, const cal_arguments *arguments, cal_error *err) {
    const char *head = cal_argument(arguments, "--head");
    *several = head && strcmp(head, "sigmoid") == 0;
    if (!head || *several || strcmp(head, "softmax") == 0) return CAL_OK;
    return cal_fail(err, CAL_USAGE, "--head %.48s is not one of softmax and sigmoid", head);
}

void cal_outputs_say(const cal_file_outputs *outputs) {
    const char *note;
    for (int i = 0; (note = cal_file_outputs_note(outputs, i)); i++) cal_remark("calib: note: %s", note);
}
