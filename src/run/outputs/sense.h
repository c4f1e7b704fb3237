// Notes on labels and outputs that seem not to belong together.
#ifndef CAL_RUN_OUTPUTS_SENSE_H
#define CAL_RUN_OUTPUTS_SENSE_H
#include "run/outputs/outputs.h"

// Puts a note before all others if another reading of the labels fits clearly better, or a constant answer:
// - classes: labels counted from 1, without a first class (background), or two classes in the other order;
// - a binary task: probabilities of the other class.
// Probabilities that are all 0 or 1 get one, too.
// `name` is that of the labels' file. Sets of fewer than 20 rows get no note.
void cal_outputs_note_sense(const cal_outputs *outputs, const char *name, cal_notes *notes);

#endif
