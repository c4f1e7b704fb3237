// Reads a table of outputs as the kind that its columns have.
#include "run/tables/csv.h"
#include <string.h>
#include "run/tables/binary.h"
#include "run/tables/classes/outputs.h"
#include "run/tables/columns/classes.h"
#include "run/tables/frame/lists.h"
#include "run/tables/frame/spreadsheet.h"
#include "run/tables/frame/tools.h"
#include "run/tables/multi_label.h"
#include "run/tables/questions/letters.h"
#include "run/tables/questions/questions.h"
#include "run/tables/selection.h"
#include "run/tables/readings/suggest.h"

// frame: null for a table too large for one.
static cal_status read_classes(cal_table_outputs *out, cal_arena *arena, const cal_file *file,
                               const cal_frame *frame, const cal_outputs_options *reading, cal_error *err) {
    cal_class_numbers table;
    const cal_status status = frame ? cal_class_numbers_of_frame(&table, arena, frame, reading, err)
                                    : cal_class_numbers_of_text(&table, arena, file, reading, err);
    return status ? status : cal_class_outputs(out, arena, &table, reading, err);
}

// Takes the groups and cases that were read into out->rows for those of the samples.
static cal_status read_pairs(cal_table_outputs *out, cal_arena *arena, cal_multi_label *pairs,
                             const cal_outputs_options *reading, cal_error *err) {
    const cal_multi_label_kind kind = cal_multi_label_kind_of(pairs);
    const bool independent = reading->task && strcmp(reading->task, "multilabel") == 0;
    double *const weight = pairs->samples.weight;
    memcpy(out->rows.weight_name, pairs->samples.weight_name, sizeof out->rows.weight_name);
    out->rows.weight = weight;
    pairs->samples = out->rows;
    if (independent || kind == CAL_MULTI_LABEL_INDEPENDENT || kind == CAL_MULTI_LABEL_NEITHER)
        return cal_multi_label_as_binary(out, arena, pairs, reading, err);
    return cal_multi_label_as_outputs(&out->outputs, arena, pairs, kind, reading, err);
}

// In single precision, logits are logarithms; those beyond a question's options are so low that their
// probability is 0.
static cal_status add_logits(cal_outputs *questions, cal_arena *arena, const cal_outputs_options *reading,
                             cal_error *err) {
    if (reading->width == CAL_WIDTH_DOUBLE) return CAL_OK;
    questions->logits =
        cal_outputs_logs(arena, questions->probabilities, (size_t)questions->n * (size_t)questions->k);
    return questions->logits ? CAL_OK : cal_refuse_memory(err, "%d questions", questions->n);
}

cal_status cal_csv_read(cal_table_outputs *out, cal_arena *arena, const cal_file *given,
                        const cal_outputs_options *reading, cal_error *err) {
    cal_file clean;
    const cal_file *const file = &clean;
    cal_arena own = {0};
    cal_frame frame, complete;
    cal_binary_columns columns;
    bool fits = false, found = false, many = false, ragged = false;
    cal_multi_label pairs;
    cal_row_columns about = {.groups = 0};
    cal_status status = cal_table_text(&clean, arena, given, reading->notes, err);
    if (!status) status = cal_questions_read(out, &ragged, arena, file, reading, err);
    if (!status && ragged) return add_logits(&out->outputs, arena, reading, err);
    const bool large = !status && cal_table_needs_frame(&frame, file, reading->columns);
    const int most = large ? CAL_FRAME_COLUMNS : CAL_FRAME_USUAL;
    if (!status) status = cal_frame_read(&frame, &fits, &own, file, most, err);
    if (!status && fits) status = cal_frame_take_lists(&frame, &own, err);
    if (!status && fits) status = cal_frame_take_tools(&frame, &own, reading->notes, err);
    if (!status && fits) cal_frame_take_names(&frame);
    if (!status && fits) status = cal_letters_read(out, &ragged, arena, &frame, reading, err);
    if (ragged) {
        cal_arena_free(&own);
        return status ? status : add_logits(&out->outputs, arena, reading, err);
    }
    if (!status && fits) status = cal_table_ask_predicted(&frame, reading, err);
    if (!status && fits)
        status = cal_table_find_binary(&columns, &found, &complete, &frame, &own, reading, err);
    if (!status && found) status = cal_binary_read(out, arena, &frame, &columns, reading, err);
    const bool free = !status && fits && !found; // search for groups and cases next to classes
    if (free) cal_frame_groups_find(&columns, &complete);
    columns.cases = free ? cal_frame_case_column(&complete, &columns) : -1;
    if (free && (frame.given || !cal_multi_label_named(&frame)))
        status = cal_table_select_classes(&frame, &columns, &own, reading, err);
    const bool has_groups = free && cal_csv_groups_wanted(&columns);
    if (!status && !fits && reading->columns)
        status = cal_fail(err, CAL_USAGE,
                          "%.120s: columns: groups, cases and weights are read of tables of up to %d columns",
                          file->name, (int)CAL_FRAME_COLUMNS);
    if (!status && has_groups) status = cal_csv_groups_take(&about, arena, &frame, &columns, err);
    if (free) out->rows = about;
    if (!status && fits && !found && !frame.given)
        status = cal_multi_label_of_frame(&pairs, &many, arena, &frame, err);
    if (!status && many) status = read_pairs(out, arena, &pairs, reading, err);
    if (!status && !found && !many) {
        status = read_classes(out, arena, file, fits ? &frame : NULL, reading, err);
        if (status && status != CAL_MEMORY && fits) cal_table_suggest(&complete, reading, err);
    }
    if (!status && has_groups)
        status = cal_csv_groups_settle(&about, &out->outputs, frame.name, reading, err);
    cal_arena_free(&own);
    return status;
}
