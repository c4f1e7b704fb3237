// Gathers outputs and labels from arrays.
#include <string.h>
#include "run/report/input/positions.h"
#include "run/tables/label_table.h"
#include "run/outputs/labels.h"
#include "run/tables/multi_label.h"
#include "run/report/input/complete.h"
#include "run/report/input/gathered.h"

// Reads weights from an array, into the columns of the labels' table.
static cal_status read_weights(cal_row_columns *rows, cal_gathered *in, const cal_file *outputs,
                               const cal_file *file, cal_error *err) {
    cal_array a;
    if (!file->bytes) return CAL_OK;
    cal_status status = cal_npy_read(&a, outputs, err);
    const int n = status ? 0 : a.dim[0];
    if (!status && rows->weight)
        return cal_fail(err, CAL_USAGE,
                        "report: %s and the column %s of the labels both weigh the samples; give "
                        "one, or columns weight=none",
                        cal_option_name(CAL_OPTION_WEIGHTS, in->naming), rows->weight_name);
    if (!status) status = cal_npy_read(&a, file, err);
    if (!status && !(a.count == (size_t)n && (a.ndim == 1 || (a.ndim == 2 && a.dim[1] == 1))))
        status =
            cal_fail(err, CAL_FAILED, "%s: weights are an array of %d numbers, one a sample", file->name, n);
    double *own = cal_arena_alloc(&in->arena, (size_t)n * sizeof *own);
    if (!status && !own) status = cal_refuse_memory(err, "the weights");
    for (int i = 0; !status && i < n; i++) own[i] = cal_npy_number(&a, (size_t)i);
    if (!status) status = cal_weights_settle(own, n, file->name, err);
    rows->weight = own;
    if (!status)
        CAL_NOTE(&in->notes, "%.200s weighs the samples; calibrators are fitted without weights", file->name);
    return status;
}

// Reads the true probabilities [n,k] of classes. Soft labels are an alternative to these.
static cal_status read_class_truth(cal_gathered *in, const cal_file *file, cal_error *err) {
    cal_outputs *o = &in->test.outputs;
    const cal_outputs_options exact = {.width = CAL_WIDTH_DOUBLE, .kind = CAL_OUTPUT_PROBABILITIES};
    cal_outputs truth = {0};
    if (o->posterior)
        return cal_fail(err, CAL_USAGE, "report: soft labels and %s exclude each other; give one",
                        cal_option_name(CAL_OPTION_POSTERIOR, in->naming));
    const cal_status status = cal_outputs_read(&truth, &in->arena, file, NULL, &exact, err);
    if (!status && (truth.n != o->n || truth.k != o->k))
        return cal_fail(err, CAL_FAILED, "%s: %d rows of %d true probabilities, but the outputs are %d of %d",
                        file->name, truth.n, truth.k, o->n, o->k);
    o->posterior = truth.probabilities;
    return status;
}

// Reads the true probabilities [samples, labels] of independent labels, for each known one.
static cal_status read_label_truth(cal_outputs *o, cal_arena *arena, const cal_file *file, cal_error *err) {
    cal_array a;
    cal_status status = cal_npy_read(&a, file, err);
    if (!status && (a.ndim != 2 || a.dim[0] != o->samples || a.dim[1] != o->labels_each))
        status = cal_fail(err, CAL_FAILED, "%s: true probabilities of %d labels of %d samples are [%d, %d]",
                          file->name, o->labels_each, o->samples, o->samples, o->labels_each);
    double *posterior = cal_arena_alloc(arena, 2 * (size_t)o->n * sizeof *posterior);
    if (!status && !posterior) status = cal_refuse_memory(err, "the true probabilities");
    for (int i = 0; !status && i < o->n; i++) {
        const int row = o->sample_of[i], column = o->label_of[i];
        const double q = cal_npy_number(&a, (size_t)row * (size_t)o->labels_each + (size_t)column);
        if (!(q >= 0 && q <= 1))
            return cal_fail(err, CAL_FAILED, "%s: row %d, column %d is %g, not between 0 and 1", file->name,
                            row, column, q);
        posterior[2 * (size_t)i] = 1 - q, posterior[2 * (size_t)i + 1] = q;
    }
    o->posterior = posterior;
    return status;
}

static cal_status read_truth(cal_gathered *in, const cal_file *file, cal_error *err) {
    cal_outputs *o = &in->test.outputs;
    cal_array a;
    if (o->task == CAL_TASK_CLASSES) return read_class_truth(in, file, err);
    if (o->task == CAL_TASK_MULTI_LABEL) return read_label_truth(o, &in->arena, file, err);
    const cal_status status = cal_npy_read(&a, file, err);
    return status ? status
                  : cal_fail(err, CAL_USAGE, "report: %s does not go with a binary task",
                             cal_option_name(CAL_OPTION_POSTERIOR, in->naming));
}

typedef enum array_form { CLASSES, BINARY, LABELS, SHARES } array_form;

// Decides the form of arrays: the user's task, or else by shapes and labels.
static cal_status form_of(array_form *out, const cal_file *outputs, const cal_file *labels, const char *task,
                          cal_error *err) {
    cal_array z, y;
    *out = CLASSES;
    cal_status status = cal_npy_read(&z, outputs, err);
    if (!status) status = cal_npy_read(&y, labels, err);
    if (status) return status;
    if (task && strcmp(task, "classes") == 0) return CAL_OK;
    if (task) return *out = strcmp(task, "binary") == 0 ? BINARY : LABELS, CAL_OK;
    if (z.ndim == 1 || (z.ndim == 2 && z.dim[1] == 1)) return *out = BINARY, CAL_OK;
    if (z.ndim != 2 || y.ndim != 2 || y.dim[1] != z.dim[1] || y.dim[0] != z.dim[0] || cal_labels_one_hot(&y))
        return CAL_OK;
    bool shares = true, plain = true;
    for (int i = 0; i < y.dim[0]; i++) {
        double sum = 0;
        for (int j = 0; j < y.dim[1]; j++) {
            const double value = cal_npy_number(&y, (size_t)i * (size_t)y.dim[1] + (size_t)j);
            shares &= value >= 0 && value <= 1;
            plain &= value == 0 || value == 1 || cal_label_is_mark(value) || value != value;
            sum += value;
        }
        shares &= __builtin_fabs(sum - 1) <= 1e-3;
    }
    *out = shares ? SHARES : plain ? LABELS : CLASSES;
    return CAL_OK;
}

// Adds a note if independent labels could be one-hot labels, some of whose rows have no class.
static void note_one_hot(const cal_multi_label *many, const cal_outputs_options *reading) {
    int none = 0;
    for (int i = 0; i < many->rows; i++) {
        int ones = 0;
        for (int j = 0; j < many->labels; j++) {
            const double y = many->label[(size_t)i * (size_t)many->labels + (size_t)j];
            if (y != 0 && y != 1) return;
            ones += y == 1;
        }
        if (ones > 1) return;
        none += !ones;
    }
    if (many->labels < 3 || reading->task || none >= many->rows - none) return;
    CAL_NOTE_FIRST(reading->notes,
                   "%.200s: no row has more than one 1, as in one-hot labels, and %d of %d rows have none: "
                   "if the labels are classes, %s classes leaves those rows out",
                   many->labels_name, none, many->rows, cal_option_name(CAL_OPTION_TASK, reading->naming));
}

// Reads outputs and labels of one set. `rows` are columns of the labels' table.
static cal_status read_set(cal_table_outputs *out, cal_arena *arena, array_form form, const cal_file *z,
                           const cal_file *y, const cal_row_columns *rows, const cal_outputs_options *reading,
                           cal_error *err) {
    cal_multi_label many;
    out->rows = *rows;
    if (form == BINARY) return cal_binary_of_arrays(&out->outputs, arena, z, y, reading, err);
    if (form == CLASSES) return cal_outputs_read(&out->outputs, arena, z, y, reading, err);
    cal_status status = cal_multi_label_of_arrays(&many, arena, z, y, err);
    if (!status && form == LABELS && reading->label_names)
        status = cal_multi_label_names(&many, reading->label_names, err);
    if (status) return status;
    if (form == LABELS) note_one_hot(&many, reading);
    many.samples = *rows;
    return form == LABELS ? cal_multi_label_as_binary(out, arena, &many, reading, err)
                          : cal_multi_label_as_outputs(&out->outputs, arena, &many, CAL_MULTI_LABEL_SHARES,
                                                       reading, err);
}

// Reads another set or another model. Labels of classes may be soft ones there, too.
static cal_status read_further(cal_table_outputs *out, cal_gathered *in, array_form form, const cal_file *z,
                               const cal_file *y, const cal_row_columns *rows,
                               const cal_outputs_options *reading, cal_error *err) {
    array_form own = form;
    cal_status status = CAL_OK;
    if (form == CLASSES || form == SHARES) {
        status = form_of(&own, z, y, NULL, err);
        if (own != SHARES) own = CLASSES;
    }
    return status ? status : read_set(out, &in->arena, own, z, y, rows, reading, err);
}

// Refuses a validation set of which only the logits are given, or only the labels.
static cal_status refuse_half(const cal_gathered *in, bool logits, cal_error *err) {
    const char *name[] = {cal_option_name(CAL_OPTION_VAL_LOGITS, in->naming),
                          cal_option_name(CAL_OPTION_VAL_LABELS, in->naming)};
    return cal_fail(err, CAL_USAGE, "report: %s and %s belong together; %s is missing", name[0], name[1],
                    name[logits]);
}

static cal_status read_validation(cal_gathered *in, const cal_report_files *files, array_form form,
                                  const cal_row_columns *rows, bool fit_on_test,
                                  const cal_outputs_options *reading, cal_error *err) {
    const cal_file *z = &files->val_logits, *y = &files->val_labels;
    if (!z->bytes && !y->bytes) return CAL_OK;
    if (!z->bytes || !y->bytes) return refuse_half(in, z->bytes, err);
    const cal_status status = read_further(&in->validation, in, form, z, y, rows, reading, err);
    return status ? status : cal_gathered_check(in, files->logits.name, z->name, fit_on_test, err);
}

static cal_status read_other(cal_gathered *in, const cal_report_files *files, array_form form,
                             const cal_outputs_options *reading, cal_error *err) {
    const cal_row_columns none = {.groups = 0};
    const cal_outputs *mine = &in->test.outputs, *theirs = &in->other.outputs;
    const char *a = files->logits.name, *b = files->against.name;
    cal_outputs_options quiet = *reading;
    if (!files->against.bytes) return CAL_OK;
    // The notes on labels of classes were added with the first model.
    if (mine->task == CAL_TASK_CLASSES) quiet.notes = NULL;
    const cal_status status =
        read_further(&in->other, in, form, &files->against, &files->labels, &none, &quiet, err);
    if (status) return status;
    if (theirs->k != mine->k)
        return cal_fail(err, CAL_FAILED,
                        "%.100s has %d classes, but %.100s %d; models are compared on the same labels", a,
                        mine->k, b, theirs->k);
    return cal_gathered_check_pair(in, a, b, err);
}

// Converts labels in tables to arrays, and reads the other columns of their rows.
static cal_status read_tables(cal_label_table *test, cal_label_table *val, cal_report_files *files,
                              cal_gathered *in, const cal_outputs_options *reading, cal_error *err) {
    cal_outputs_options quiet = *reading;
    cal_status status = CAL_OK;
    if (cal_label_table_is(&files->labels)) {
        const char *name = files->labels.name;
        status = cal_label_table_read(test, &files->labels, &in->arena, &files->logits, reading, err);
        if (status) return status;
        cal_row_cases_note(&test->rows, name, reading->notes);
        cal_row_weights_note(&test->rows, name, reading->notes);
    }
    quiet.notes = NULL; // the notes would repeat for the validation set
    if (files->val_logits.bytes && cal_label_table_is(&files->val_labels))
        status = cal_label_table_read(val, &files->val_labels, &in->arena, &files->val_logits, &quiet, err);
    return status ? status : read_weights(&test->rows, in, &files->logits, &files->weights, err);
}

// Makes a sample of each position of tokens or pixels, in every set.
static cal_status flatten(cal_label_table *test, cal_label_table *val, cal_report_files *files,
                          cal_gathered *in, cal_error *err) {
    cal_row_columns ignored = {.groups = 0};
    cal_file labels = files->labels; // the other model's positions are the same
    cal_status status = CAL_OK;
    if (files->against.bytes)
        status = cal_positions_flatten(&ignored, &files->against, &labels, &in->arena, NULL, err);
    if (!status)
        status =
            cal_positions_flatten(&test->rows, &files->logits, &files->labels, &in->arena, &in->notes, err);
    if (!status && files->val_logits.bytes && files->val_labels.bytes)
        status =
            cal_positions_flatten(&val->rows, &files->val_logits, &files->val_labels, &in->arena, NULL, err);
    return status;
}

// Leaves out rows without an output or a label, in every set.
static cal_status complete(cal_label_table *test, cal_label_table *val, cal_report_files *files,
                           cal_gathered *in, const cal_outputs_options *reading, cal_error *err) {
    const cal_row_arrays sets[] = {
        {&files->logits, &files->labels, &files->against, &files->posterior, &test->rows},
        {&files->val_logits, &files->val_labels, NULL, NULL, &val->rows}};
    cal_status status = CAL_OK;
    for (size_t i = 0; i < sizeof sets / sizeof *sets && !status; i++)
        status = cal_rows_complete(&sets[i], &in->arena, reading, err);
    return status;
}

cal_status cal_gathered_arrays(cal_gathered *in, const cal_report_files *given,
                               const cal_report_options *options, const cal_outputs_options *requested,
                               cal_error *err) {
    if (given->val_csv.bytes)
        return cal_fail(err, CAL_USAGE, "report: %s needs %s",
                        cal_option_name(CAL_OPTION_VAL_CSV, in->naming),
                        cal_option_name(CAL_OPTION_CSV, in->naming));
    if (!given->logits.bytes || !given->labels.bytes)
        return cal_fail(
            err, CAL_USAGE, "%s is missing",
            cal_option_name(given->logits.bytes ? CAL_OPTION_LABELS : CAL_OPTION_LOGITS, in->naming));
    array_form form;
    cal_label_table table = {.titles = NULL}, val = {.titles = NULL};
    cal_report_files own = *given;
    const cal_report_files *const files = &own;
    cal_outputs_options reading = *requested;
    cal_status status = read_tables(&table, &val, &own, in, requested, err);
    if (!status) status = flatten(&table, &val, &own, in, err);
    if (!status) status = complete(&table, &val, &own, in, &reading, err);
    if (!status) status = form_of(&form, &files->logits, &files->labels, reading.task, err);
    if (!status && form != LABELS && reading.label_names)
        status = cal_fail(err, CAL_USAGE, "report: %s needs multi-label data",
                          cal_option_name(CAL_OPTION_LABEL_NAMES, in->naming));
    if (!reading.label_names) reading.label_names = table.titles;
    if (!status)
        status =
            read_set(&in->test, &in->arena, form, &files->logits, &files->labels, &table.rows, &reading, err);
    if (files->weights.bytes) in->test.outputs.weight_name = files->weights.name;
    if (!status && files->posterior.bytes) status = read_truth(in, &files->posterior, err);
    if (status) return status;
    cal_row_groups_note(&table.rows, given->labels.name, &in->notes);
    if (cal_outputs_are_binary(&in->test.outputs) && files->ood_logits.bytes)
        return cal_fail(err, CAL_USAGE, "report: a binary task does not allow %s",
                        cal_option_name(CAL_OPTION_OOD_LOGITS, in->naming));
    const bool binary = cal_outputs_are_binary(&in->test.outputs);
    status = cal_gathered_groups(in, binary ? files->logits.name : given->labels.name, err);
    if (!status) status = read_other(in, files, form, &reading, err);
    return status ? status : read_validation(in, files, form, &val.rows, options->fit_on_test, &reading, err);
}

cal_status cal_gathered_ood(cal_gathered *in, const cal_file *given, const cal_outputs_options *reading,
                            cal_error *err) {
    const int k = in->test.outputs.k;
    cal_file own = *given;
    const cal_file *const file = &own;
    const cal_row_arrays arrays = {.outputs = &own};
    cal_array z;
    if (!file->bytes) return CAL_OK;
    cal_status status = cal_npy_read(&z, file, err);
    if (!status) status = cal_rows_complete(&arrays, &in->arena, reading, err);
    if (!status) status = cal_npy_read(&z, file, err);
    if (!status && (z.ndim != 2 || z.dim[1] != k))
        status =
            cal_fail(err, CAL_FAILED,
                     "%s: out-of-distribution outputs must be [samples, %d], like the others", file->name, k);
    return status ? status : cal_outputs_read(&in->ood, &in->arena, file, NULL, reading, err);
}
