// Columns that other tools write next to the outputs of classes.
#ifndef CAL_RUN_TABLES_FRAME_TOOLS_H
#define CAL_RUN_TABLES_FRAME_TOOLS_H
#include "run/outputs/notes.h"
#include "run/tables/frame/frame.h"

// Leaves out raw values and features next to the probabilities of the same tool, with a note. They are
// rawPrediction of Spark and RawFormulaVal of CatBoost. LABEL_1 of Hugging Face becomes 1 next to numbers.
cal_status cal_frame_take_tools(cal_frame *io, cal_arena *arena, cal_notes *notes, cal_error *err);

#endif
