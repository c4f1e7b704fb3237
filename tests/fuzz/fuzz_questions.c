// Tables of questions, each with a separate number of options, and multi-label tables: any bytes are read or
// refused in one sentence.
#include <stdlib.h>
#include <string.h>
#include "run/tables/csv.h"
#include "run/tables/multi_label.h"
#include "run/outputs/outputs.h"
#include "run/tables/questions/questions.h"

static void must(int good) {
    if (!good) abort();
}

// Checks for each question a distribution over its options, zeros beyond them, and an answer among them.
static void check(const cal_outputs *q) {
    for (int i = 0; i < q->n; i++) {
        const double *p = q->probabilities + (size_t)i * (size_t)q->k;
        double sum = 0;
        must(q->options[i] >= 1 && q->options[i] <= q->k);
        must(q->labels[i] >= 0 && q->labels[i] < q->options[i]);
        for (int j = 0; j < q->k; j++) {
            must(j < q->options[i] ? p[j] >= 0 && p[j] <= 1 : p[j] == 0);
            sum += p[j];
        }
        must(__builtin_fabs(sum - 1) < 1e-9);
    }
}

// Reads pairs of columns: independent ones become a binary task, the others outputs.
static void read_many(cal_arena *arena, const cal_file *file, const cal_outputs_options *reading) {
    cal_frame frame;
    cal_multi_label many;
    cal_table_outputs binary;
    cal_outputs outputs;
    cal_error err = {0};
    bool fits, found;
    if (cal_frame_read(&frame, &fits, arena, file, CAL_FRAME_COLUMNS, &err) || !fits) return;
    if (cal_multi_label_of_frame(&many, &found, arena, &frame, &err) || !found) return;
    const cal_multi_label_kind kind = cal_multi_label_kind_of(&many);
    if (kind == CAL_MULTI_LABEL_INDEPENDENT &&
        cal_multi_label_as_binary(&binary, arena, &many, reading, &err) == CAL_OK)
        must(binary.outputs.n > 0 && binary.outputs.n <= many.rows * many.labels);
    if ((kind == CAL_MULTI_LABEL_ONE_HOT || kind == CAL_MULTI_LABEL_SHARES) &&
        cal_multi_label_as_outputs(&outputs, arena, &many, kind, reading, &err) == CAL_OK)
        for (int i = 0; i < outputs.n; i++) must(outputs.labels[i] >= 0 && outputs.labels[i] < outputs.k);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const cal_file file = {"f.jsonl", data, size};
    for (int kind = CAL_OUTPUT_UNKNOWN; kind <= CAL_OUTPUT_PROBABILITIES; kind++) {
        cal_arena arena = {0};
        cal_error err = {0};
        cal_notes notes = {0};
        cal_table_outputs questions, table;
        bool found;
        const cal_outputs_options reading = {
            .kind = (cal_output_kind)kind, .width = CAL_WIDTH_BOTH, .notes = &notes};
        if (cal_questions_read(&questions, &found, &arena, &file, &reading, &err))
            must(strncmp(err.text, "f.jsonl: ", 9) == 0 && !strchr(err.text, '\n'));
        else if (found) check(&questions.outputs);
        read_many(&arena, &file, &reading);
        if (cal_csv_read(&table, &arena, &file, &reading, &err)) must(*err.text && !strchr(err.text, '\n'));
        cal_arena_free(&arena);
    }
    return 0;
}
