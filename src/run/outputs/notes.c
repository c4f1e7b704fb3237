#include "run/outputs/notes.h"
#include <stddef.h>

cal_error *cal_notes_next(cal_notes *notes) {
    return notes && notes->count < CAL_NOTES_MAX ? &notes->note[notes->count++] : NULL;
}

cal_error *cal_notes_first(cal_notes *notes) {
    if (!notes) return NULL;
    if (notes->count < CAL_NOTES_MAX) notes->count++;
    for (int i = notes->count - 1; i > 0; i--) notes->note[i] = notes->note[i - 1];
    return &notes->note[0];
}

void cal_notes_write(cal_text *json, const cal_notes *notes) {
    if (!notes || !notes->count) return;
    cal_json_key(json, "notes");
    cal_json_open(json, '[');
    for (int i = 0; i < notes->count; i++) cal_json_string(json, notes->note[i].text);
    cal_json_close(json, ']');
}
