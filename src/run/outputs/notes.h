// Notes: decisions of a file reader that the user should know, such as the roles of columns or which rows it
// renormalised. A note is a sentence like an error (base/status.h), although nothing went wrong.
#ifndef CAL_RUN_OUTPUTS_NOTES_H
#define CAL_RUN_OUTPUTS_NOTES_H
#include "base/status.h"
#include "base/text.h"

enum { CAL_NOTES_MAX = 16 };

typedef struct cal_notes {
    int count;
    cal_error note[CAL_NOTES_MAX];
} cal_notes;

// Adds a sentence, formatted like an error; does nothing if `notes` is null or full.
#define CAL_NOTE(notes, ...) (void)cal_fail(cal_notes_next(notes), CAL_OK, __VA_ARGS__)
cal_error *cal_notes_next(cal_notes *notes);
// Does the same before all other notes, for what the user must see first. A full list loses its last note.
#define CAL_NOTE_FIRST(notes, ...) (void)cal_fail(cal_notes_first(notes), CAL_OK, __VA_ARGS__)
cal_error *cal_notes_first(cal_notes *notes);
// Writes "notes": [...] into an open object, unless there are none.
void cal_notes_write(cal_text *json, const cal_notes *notes);

#endif
