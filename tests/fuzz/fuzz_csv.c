// Tables of predictions and of outputs: any bytes are read within their bounds or refused in one sentence
// that names the file and the line.
#include <stdlib.h>
#include <string.h>
#include "run/tables/join.h"
#include "run/tables/csv.h"
#include "run/outputs/labels.h"
#include "run/tables/inspect.h"

static void must(int good) {
    if (!good) abort();
}

static void refused(cal_status status, const cal_error *err, cal_output_kind kind) {
    must(status == CAL_FAILED || (status == CAL_USAGE && kind == CAL_OUTPUT_UNKNOWN));
    must(strncmp(err->text, "f.csv: ", 7) == 0 && !strchr(err->text, '\n'));
}

static void check_predictions(const cal_outputs *p) {
    for (int i = 0; i < p->n; i++)
        must(p->confidence[i] >= 0 && p->confidence[i] <= 1 && p->labels[i] >= 0 && p->predicted[i] >= 0);
}

// Rows whose label is such a mark are left out later.
static bool is_label(int32_t label, int k) { return (label >= 0 && label < k) || cal_label_is_mark(label); }

static void check_outputs(const cal_outputs *z, cal_output_kind kind) {
    must(z->n > 0 && z->k >= 2);
    const double *wide = z->probabilities ? z->probabilities : z->wide;
    for (int i = 0; i < z->n; i++) {
        double sum = 0;
        must(is_label(z->labels[i], z->k));
        for (int j = i * z->k; j < (i + 1) * z->k; j++) {
            must(kind == CAL_OUTPUT_PROBABILITIES || z->logits[j] == (float)wide[j]);
            sum += wide[j];
        }
        must(kind != CAL_OUTPUT_PROBABILITIES || (sum > 0.9999 && sum < 1.0001));
    }
}

static void check_binary(const cal_outputs *b) {
    for (int i = 0; i < b->n; i++) {
        const double p = b->probabilities[2 * i + 1];
        must(is_label(b->labels[i], 2) && p >= 0 && p <= 1);
        must(__builtin_fabs(p + b->probabilities[2 * i] - 1) < 1e-9);
    }
}

// Joins the two halves of the input as tables.
static void join(const uint8_t *data, size_t size) {
    cal_arena arena = {0};
    cal_file both;
    cal_error err = {0};
    cal_notes notes = {0};
    const cal_file predictions = {"f.csv", data, size / 2},
                   labels = {"g.csv", data + size / 2, size - size / 2};
    const cal_status status = cal_tables_join(&both, &arena, &predictions, &labels, &notes, &err);
    must(status == CAL_OK || (status == CAL_FAILED && strstr(err.text, ".csv") && !strchr(err.text, '\n')));
    must(status || (notes.count && both.size));
    cal_arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const cal_output_kind kind[] = {CAL_OUTPUT_UNKNOWN, CAL_OUTPUT_LOGITS, CAL_OUTPUT_PROBABILITIES};
    join(data, size);
    for (size_t i = 0; i < sizeof kind / sizeof *kind; i++) {
        cal_arena arena = {0};
        cal_table_outputs table;
        cal_error err = {0};
        cal_notes notes = {0};
        const cal_outputs_options reading = {.width = kind[i] == CAL_OUTPUT_PROBABILITIES ? CAL_WIDTH_DOUBLE
                                                                                          : CAL_WIDTH_BOTH,
                                             .kind = kind[i],
                                             .notes = &notes};
        const cal_status status =
            cal_csv_read(&table, &arena, &(cal_file){"f.csv", data, size}, &reading, &err);
        const cal_outputs *read = &table.outputs;
        if (status) refused(status, &err, kind[i]);
        else if (read->confidence) check_predictions(read);
        else if (cal_outputs_are_binary(read)) check_binary(read);
        else if (read->task == CAL_TASK_CLASSES) // another target covers questions
            check_outputs(read, kind[i]);
        for (int note = 0; note < notes.count; note++)
            must(strncmp(notes.note[note].text, "f.csv: ", 7) == 0 && !strchr(notes.note[note].text, '\n'));
        cal_arena_free(&arena);
    }
    cal_text json = {0};
    cal_error err = {0};
    if (cal_file_inspect(&json, &(cal_file){"f.csv", data, size}, &err)) must(!strchr(err.text, '\n'));
    cal_text_free(&json);
    return 0;
}
