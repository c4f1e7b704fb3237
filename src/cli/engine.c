#include "cli/engine.h"
#include <stdio.h>
#include <string.h>

cal_status cal_argument_choice(cal_choice *out, const char *kind, const char *text, cal_error *err) {
    text = cal_argument_value(kind, text);
    return cal_choice_parse(out, kind, text, strlen(text), err);
}

cal_status cal_outputs_load(cal_outputs *out, cal_arena *arena, const char *logits, const char *labels,
                            const cal_outputs_options *reading, cal_error *err) {
    cal_file z, y;
    cal_status status = cal_file_load(&z, arena, logits, err);
    if (!status && labels) status = cal_file_load(&y, arena, labels, err);
    return status ? status : cal_outputs_read(out, arena, &z, labels ? &y : NULL, reading, err);
}

void cal_notes_print(const cal_notes *notes) {
    for (int i = 0; i < notes->count; i++) fprintf(stderr, "calib: note: %s\n", notes->note[i].text);
}
