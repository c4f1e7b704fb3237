// A model's outputs and labels as a CSV file: outputs of every class, or only predicted classes and their
// confidences, which some metrics need alone.
#ifndef CAL_RUN_TABLES_CSV_H
#define CAL_RUN_TABLES_CSV_H
#include "base/memory.h"
#include "run/tables/table.h"

// Reads a table, or JSON lines (frame/frame.h). A label and the probability of one class are a binary task
// (binary.h). Other tables have one sample per line, with fields separated by commas, semicolons or tabs and
// optionally in double quotes. The first line may name the columns (cells.h). If there are columns of a
// label, a predicted class and a confidence, only these are read. Otherwise there is one column for each
// class. Without names, the label is the first or the last column, if only one of the two holds classes. Open
// questions are decided by the columns' values, with a note. Errors name the file, and the line or the
// columns; an ambiguous file is CAL_FAILED.
cal_status cal_csv_read(cal_table_outputs *out, cal_arena *arena, const cal_file *file,
                        const cal_outputs_options *reading, cal_error *err);

#endif
