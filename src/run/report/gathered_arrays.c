// Gathers outputs and labels from arrays.
#include <string.h>
#include "run/files/label_table.h"
#include "run/files/labels.h"
#include "run/files/multi_label.h"
#include "run/report/gathered.h"

static cal_status read_weights(cal_label_table *table, cal_gathered *in, const cal_file *outputs,
                               const cal_file *file, cal_error *err) {
    cal_array a;
    if (!file->bytes) return CAL_OK;
    cal_status status = cal_npy_read(&a, outputs, err);
    const int n = status ? 0 : a.dim[0];
    if (!status && table->weight)
        return cal_fail(err, CAL_USAGE,
                        "report: %s and the column %s of the labels both weigh the samples; give "
                        "one, or columns weight=none",
                        cal_option_name(CAL_OPTION_WEIGHTS, in->naming), table->weight_name);
    if (!status) status = cal_npy_read(&a, file, err);
    if (!status && !(a.count == (size_t)n && (a.ndim == 1 || (a.ndim == 2 && a.dim[1] == 1))))
        status =
            cal_fail(err, CAL_FAILED, "%s: weights are an array of %d numbers, one a sample", file->name, n);
    double *own = cal_arena_alloc(&in->arena, (size_t)n * sizeof *own);
    if (!status && !own) status = cal_refuse_memory(err, "the weights");
    for (int i = 0; !status && i < n; i++) own[i] = cal_npy_number(&a, (size_t)i);
    if (!status) status = cal_weights_settle(own, n, file->name, err);
    table->weight = own, in->weight_name = file->name;
    if (!status)
        CAL_NOTE(&in->notes, "%.200s weighs the samples; calibrators are fitted without weights", file->name);
    return status;
}

// Reads labels from a table, with the other columns of each row.
static cal_status read_label_table(cal_label_table *out, cal_file *labels, cal_gathered *in,
                                   const cal_file *outputs, const cal_outputs_options *reading,
                                   cal_error *err) {
    const char *name = labels->name;
    const cal_status status = cal_label_table_read(out, labels, &in->arena, outputs, reading, err);
    if (status) return status;
    if (out->cases)
        CAL_NOTE(reading->notes, "%.100s: %s is the case, whose rows stay together", name, out->case_name);
    if (!out->weight) return CAL_OK;
    in->weight_name = cal_arena_text(&in->arena, out->weight_name, strlen(out->weight_name));
    CAL_NOTE(reading->notes, "%.100s: %s weighs the rows; calibrators are fitted without weights", name,
             out->weight_name);
    return CAL_OK;
}

// Takes the groups of a binary task, of classes, or of multi-label samples, whose row groups are the labels.
static void take_groups(cal_gathered *in, const cal_label_table *table, const char *name) {
    if (!table->group) return;
    CAL_NOTE(&in->notes, "%.100s: %s groups the rows", name, table->group_name);
    for (int i = 0; i < table->more_groups; i++)
        CAL_NOTE(&in->notes, "%.100s: %s groups the rows", name, table->more[i].name);
    if (!in->binary.n || in->binary.row) {
        in->groups_of = table->group, in->more_groups = table->more_groups;
        memcpy(in->group_name, table->group_name, sizeof table->group_name);
        memcpy(in->more, table->more, sizeof in->more);
        return;
    }
    in->binary.group = table->group, in->binary.more_groups = table->more_groups;
    memcpy(in->binary.group_name, table->group_name, sizeof in->binary.group_name);
    memcpy(in->binary.more, table->more, sizeof in->binary.more);
}

// Reads the true probabilities [n,k] of classes. Soft labels are an alternative to these.
static cal_status read_class_truth(cal_gathered *in, const cal_file *file, cal_error *err) {
    const cal_outputs_options exact = {.width = CAL_WIDTH_DOUBLE, .kind = CAL_OUTPUT_PROBABILITIES};
    cal_outputs truth = {0};
    if (in->test.shares)
        return cal_fail(err, CAL_USAGE, "report: soft labels and %s exclude each other; give one",
                        cal_option_name(CAL_OPTION_POSTERIOR, in->naming));
    const cal_status status = cal_outputs_read(&truth, &in->arena, file, NULL, &exact, err);
    if (!status && (truth.n != in->test.n || truth.k != in->test.k))
        return cal_fail(err, CAL_FAILED, "%s: %d rows of %d true probabilities, but the outputs are %d of %d",
                        file->name, truth.n, truth.k, in->test.n, in->test.k);
    in->posterior = truth.wide;
    return status;
}

// Reads the true probabilities [samples, labels] of independent labels, for each known one.
static cal_status read_label_truth(cal_gathered *in, const cal_file *file, cal_error *err) {
    const cal_binary *b = &in->binary;
    cal_array a;
    cal_status status = cal_npy_read(&a, file, err);
    if (!status && (!b->row || a.ndim != 2 || a.dim[0] != b->rows || a.dim[1] != b->kinds))
        status = b->row ? cal_fail(err, CAL_FAILED,
                                   "%s: true probabilities of %d labels of %d samples are [%d, %d]",
                                   file->name, b->kinds, b->rows, b->rows, b->kinds)
                        : cal_fail(err, CAL_USAGE, "report: %s does not go with a binary task",
                                   cal_option_name(CAL_OPTION_POSTERIOR, in->naming));
    in->posterior = cal_arena_alloc(&in->arena, 2 * (size_t)b->n * sizeof *in->posterior);
    if (!status && !in->posterior) status = cal_refuse_memory(err, "the true probabilities");
    for (int i = 0; !status && i < b->n; i++) {
        const double q = cal_npy_number(&a, (size_t)b->row[i] * (size_t)b->kinds + (size_t)b->kind[i]);
        if (!(q >= 0 && q <= 1))
            return cal_fail(err, CAL_FAILED, "%s: row %d, column %d is %g, not between 0 and 1", file->name,
                            b->row[i], b->kind[i], q);
        in->posterior[2 * (size_t)i] = 1 - q, in->posterior[2 * (size_t)i + 1] = q;
    }
    return status;
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
            plain &= value == 0 || value == 1 || value == -1 || value != value;
            sum += value;
        }
        shares &= __builtin_fabs(sum - 1) <= 1e-3;
    }
    *out = shares ? SHARES : plain ? LABELS : CLASSES;
    return CAL_OK;
}

// Reads outputs and labels of one set, as a binary task (also a multi-label one) or as outputs of classes.
static cal_status read_set(cal_binary *binary, cal_outputs *outputs, cal_arena *arena, array_form form,
                           const cal_file *z, const cal_file *y, const cal_label_table *table,
                           const cal_outputs_options *reading, cal_error *err) {
    cal_multi_label many;
    if (form == BINARY) return cal_binary_of_arrays(binary, arena, z, y, reading, err);
    if (form == CLASSES) return cal_outputs_read(outputs, arena, z, y, reading, err);
    cal_status status = cal_multi_label_of_arrays(&many, arena, z, y, err);
    if (!status && form == LABELS && reading->label_names)
        status = cal_multi_label_names(&many, reading->label_names, err);
    if (status) return status;
    if (table) many.weight = table->weight, many.cases = table->cases;
    return form == LABELS
               ? cal_multi_label_as_binary(binary, arena, &many, reading, err)
               : cal_multi_label_as_outputs(outputs, arena, &many, CAL_MULTI_LABEL_SHARES, reading, err);
}

// Reads outputs of classes of another set or another model, whose labels may be soft ones, too.
static cal_status read_classes(cal_outputs *out, cal_gathered *in, const cal_file *z, const cal_file *y,
                               const cal_outputs_options *reading, cal_error *err) {
    array_form own;
    cal_outputs_options quiet = *reading;
    if (out == &in->other)
        // the notes on these labels were added with the first model
        quiet.notes = NULL;
    const cal_status status = form_of(&own, z, y, NULL, err);
    return status
               ? status
               : read_set(NULL, out, &in->arena, own == SHARES ? SHARES : CLASSES, z, y, NULL, &quiet, err);
}

// Refuses a validation set of which only the logits are given, or only the labels.
static cal_status refuse_half(const cal_gathered *in, bool logits, cal_error *err) {
    const char *name[] = {cal_option_name(CAL_OPTION_VAL_LOGITS, in->naming),
                          cal_option_name(CAL_OPTION_VAL_LABELS, in->naming)};
    return cal_fail(err, CAL_USAGE, "report: %s and %s belong together; %s is missing", name[0], name[1],
                    name[logits]);
}

static cal_status read_validation(cal_gathered *in, const cal_report_files *files, bool fit_on_test,
                                  const cal_outputs_options *reading, cal_error *err) {
    bool logits = files->val_logits.bytes, labels = files->val_labels.bytes;
    if (!logits && !labels) return CAL_OK;
    if (!logits || !labels) return refuse_half(in, logits, err);
    const cal_status status =
        read_classes(&in->validation, in, &files->val_logits, &files->val_labels, reading, err);
    return status ? status : cal_gathered_check(in, fit_on_test, err);
}

// Reads the rest of a binary task: groups, a second model and validation, in the same form.
static cal_status read_binary_arrays(cal_gathered *in, const cal_report_files *files,
                                     const cal_report_options *options, array_form form,
                                     const cal_outputs_options *reading, cal_error *err) {
    const char *a = files->logits.name, *b = files->against.name;
    cal_outputs none;
    if (files->ood_logits.bytes)
        return cal_fail(err, CAL_USAGE, "report: a binary task does not allow %s",
                        cal_option_name(CAL_OPTION_OOD_LOGITS, in->naming));
    cal_status status = cal_gathered_groups(in, a, err);
    if (!status && files->against.bytes)
        status = read_set(&in->other_binary, &none, &in->arena, form, &files->against, &files->labels, NULL,
                          reading, err);
    if (!status && files->against.bytes)
        status = cal_gathered_same(a, b, in->binary.labels, in->other_binary.labels, in->binary.n,
                                   in->other_binary.n, err);
    if (!status && !files->val_logits.bytes != !files->val_labels.bytes)
        return refuse_half(in, files->val_logits.bytes, err);
    if (status || !files->val_logits.bytes) return status;
    status = read_set(&in->val_binary, &none, &in->arena, form, &files->val_logits, &files->val_labels, NULL,
                      reading, err);
    return status ? status : cal_gathered_check_binary(in, files, options->fit_on_test, err);
}

// Converts labels in tables to arrays. `titles` are the names of multi-label columns.
static cal_status read_tables(cal_label_table *table, cal_report_files *files, cal_gathered *in,
                              const cal_outputs_options *reading, cal_error *err) {
    cal_label_table val = {.more_groups = 0};
    cal_outputs_options quiet = *reading;
    cal_status status = CAL_OK;
    if (cal_label_table_is(&files->labels))
        status = read_label_table(table, &files->labels, in, &files->logits, reading, err);
    quiet.notes = NULL; // the notes would repeat for the validation set
    if (!status && files->val_logits.bytes && cal_label_table_is(&files->val_labels))
        status = cal_label_table_read(&val, &files->val_labels, &in->arena, &files->val_logits, &quiet, err);
    in->val_cases_of = val.cases;
    return status ? status : read_weights(table, in, &files->logits, &files->weights, err);
}

// Assigns weights, cases and groups to the rows.
static cal_status settle_rows(cal_gathered *in, const cal_label_table *table, const char *name,
                              cal_error *err) {
    if (in->binary.row) in->weight = in->binary.weight;
    else in->weight = table->weight;
    if (in->binary.n && !in->binary.row) in->binary.cases = table->cases;
    in->cases_of = table->cases;
    take_groups(in, table, name);
    return in->binary.n ? CAL_OK : cal_gathered_groups(in, name, err);
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
    cal_label_table table = {.more_groups = 0};
    cal_report_files own = *given;
    const cal_report_files *const files = &own;
    cal_outputs_options reading = *requested;
    cal_status status = read_tables(&table, &own, in, requested, err);
    if (!status) status = form_of(&form, &files->logits, &files->labels, reading.task, err);
    if (!status && form != LABELS && reading.label_names)
        status = cal_fail(err, CAL_USAGE, "report: %s needs multi-label data",
                          cal_option_name(CAL_OPTION_LABEL_NAMES, in->naming));
    if (!reading.label_names) reading.label_names = table.titles;
    if (!status)
        status = read_set(&in->binary, &in->test, &in->arena, form, &files->logits, &files->labels, &table,
                          &reading, err);
    if (!status && files->posterior.bytes)
        status = in->binary.n ? read_label_truth(in, &files->posterior, err)
                              : read_class_truth(in, &files->posterior, err);
    if (!status) status = settle_rows(in, &table, given->labels.name, err);
    if (!status && in->binary.n) return read_binary_arrays(in, files, options, form, &reading, err);
    if (!status && files->against.bytes)
        status = read_classes(&in->other, in, &files->against, &files->labels, &reading, err);
    if (!status && files->against.bytes && in->other.k != in->test.k)
        status = cal_fail(err, CAL_FAILED,
                          "%.100s has %d classes, but %.100s %d; models are compared on the same labels",
                          files->logits.name, in->test.k, files->against.name, in->other.k);
    return status ? status : read_validation(in, files, options->fit_on_test, &reading, err);
}
