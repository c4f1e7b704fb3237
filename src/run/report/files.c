#include "run/report/files.h"
#include <stdlib.h>
#include <string.h>
#include "run/files/csv.h"
#include "run/files/labels.h"
#include "run/files/many.h"
#include "run/report/match.h"
#include "run/report/report.h"
#include "run/link/spec.h"

typedef struct input {
    cal_arena arena;
    cal_outputs test, validation, ood;
    cal_predictions predictions;
    cal_binary binary, val_binary, other_binary;
    cal_outputs other;
    int32_t *group; // [n] of the binary task, or null
    char (*group_name)[CAL_BINARY_WORD];
    const char **group_names;
    int groups;
    int32_t *cases; // as well
    int case_count;
    int32_t *options, *val_options, *other_options; // [n] of questions, or null
    double *weight;                                 // [n] of the samples, or null
    const char *weight_name;
    cal_notes notes;
} input;

// ---- reading

// A calibrator measured on the set it was fitted on looks better than it is, so only fit_on_test allows it.
static cal_status check_apart(const cal_outputs *a, const cal_outputs *b, cal_error *err) {
    size_t numbers = (size_t)a->n * (size_t)a->k;
    bool same = a->n == b->n && (a->wide ? memcmp(a->wide, b->wide, numbers * sizeof *a->wide)
                                         : memcmp(a->logits, b->logits, numbers * sizeof *a->logits)) == 0;
    if (!same) return CAL_OK;
    return cal_fail(
        err, CAL_USAGE,
        "the validation logits are the test logits: give other ones, or def.fit_on_test to measure "
        "calibrators on the set they were fitted on");
}

static cal_status check_validation(const input *in, bool fit_on_test, cal_error *err) {
    if (fit_on_test)
        return cal_fail(err, CAL_USAGE, "report: give either def.fit_on_test or validation outputs");
    if (in->validation.k != in->test.k)
        return cal_fail(err, CAL_FAILED, "validation logits have %d classes, but test logits have %d",
                        in->validation.k, in->test.k);
    return check_apart(&in->test, &in->validation, err);
}

static cal_status read_validation(input *in, const cal_report_files *files, bool fit_on_test,
                                  const cal_outputs_options *reading, cal_error *err) {
    bool logits = files->val_logits.bytes, labels = files->val_labels.bytes;
    if (!logits && !labels) return CAL_OK;
    if (!logits || !labels)
        return cal_fail(err, CAL_USAGE,
                        "report: inputs.val_logits and inputs.val_labels belong together; %s is missing",
                        logits ? "inputs.val_labels" : "inputs.val_logits");
    cal_status status =
        cal_outputs_read(&in->validation, &in->arena, &files->val_logits, &files->val_labels, reading, err);
    return status ? status : check_validation(in, fit_on_test, err);
}

static cal_status read_ood(input *in, const cal_file *file, const cal_outputs_options *reading,
                           cal_error *err) {
    cal_array z;
    if (!file->bytes) return CAL_OK;
    cal_status status = cal_npy_read(&z, file, err);
    if (!status && (z.ndim != 2 || z.dim[1] != in->test.k))
        status = cal_fail(err, CAL_FAILED,
                          "%s: out-of-distribution outputs must be [samples, %d], like the others",
                          file->name, in->test.k);
    return status ? status : cal_outputs_read(&in->ood, &in->arena, file, NULL, reading, err);
}

static cal_status check_binary_validation(const input *in, const cal_report_files *files, bool fit_on_test,
                                          cal_error *err) {
    const cal_binary *a = &in->binary, *b = &in->val_binary;
    if (fit_on_test)
        return cal_fail(err, CAL_USAGE, "report: give either def.fit_on_test or validation outputs");
    if (!b->n)
        return cal_fail(
            err, CAL_FAILED,
            "%.100s is a binary task, but %.100s is not: give a label and the probability there, too",
            files->csv.name, files->val_csv.name);
    if (a->n != b->n || memcmp(a->p, b->p, 2 * (size_t)a->n * sizeof *a->p) != 0) return CAL_OK;
    return cal_fail(err, CAL_USAGE,
                    "the validation probabilities are the test probabilities: give other ones, or "
                    "def.fit_on_test to measure "
                    "calibrators on the set they were fitted on");
}

// The groups, in the order of their first samples.
static cal_status take_groups(input *in, const char *name, cal_error *err) {
    enum { GROUPS_MAX = 100 };
    const cal_binary *b = &in->binary;
    if (!b->group) return CAL_OK;
    in->group = cal_arena_alloc(&in->arena, (size_t)b->n * sizeof *in->group);
    in->group_name = cal_arena_alloc(&in->arena, GROUPS_MAX * sizeof *in->group_name);
    in->group_names = cal_arena_alloc(&in->arena, GROUPS_MAX * sizeof *in->group_names);
    int *first = cal_arena_alloc(&in->arena, GROUPS_MAX * sizeof *first);
    if (in->arena.refused) return cal_refuse_memory(err, "the groups");
    for (int i = 0; i < b->n; i++) {
        const cal_slice word = b->group[i];
        int g = 0;
        while (g < in->groups && (b->group[first[g]].length != word.length ||
                                  memcmp(b->group[first[g]].at, word.at, (size_t)word.length) != 0))
            g++;
        if (g == GROUPS_MAX) {
            CAL_NOTE(&in->notes,
                     "%.100s: %s holds more than %d different groups, so that no figures of groups are given",
                     name, b->group_name, GROUPS_MAX);
            return in->group = NULL, CAL_OK;
        }
        if (g == in->groups) {
            cal_error said;
            first[in->groups++] = i;
            (void)cal_fail(&said, CAL_OK, "%.*s", CAL_QUOTED(word));
            memcpy(in->group_name[g], said.text, strlen(said.text) + 1);
            in->group_names[g] = in->group_name[g];
        }
        in->group[i] = g;
    }
    if (in->groups < 2) in->group = NULL;
    return CAL_OK;
}

static int compare(const void *a, const void *b) {
    const cal_slice *x = *(const cal_slice *const *)a, *y = *(const cal_slice *const *)b;
    const int length = x->length < y->length ? x->length : y->length,
              order = memcmp(x->at, y->at, (size_t)length);
    return order                    ? order
           : x->length != y->length ? (x->length > y->length) - (x->length < y->length)
           : x < y                  ? -1
                                    : x > y;
}

// The cases by number, in the order of their names.
static cal_status take_cases(input *in, cal_error *err) {
    const cal_binary *b = &in->binary;
    if (b->row && !b->cases) return in->cases = b->row, in->case_count = b->rows, CAL_OK;
    if (!b->cases) return CAL_OK;
    const size_t n = (size_t)b->n;
    const cal_slice **sorted = cal_arena_alloc(&in->arena, n * sizeof *sorted);
    in->cases = cal_arena_alloc(&in->arena, n * sizeof *in->cases);
    if (in->arena.refused) return cal_refuse_memory(err, "the cases");
    for (size_t i = 0; i < n; i++) sorted[i] = &b->cases[i];
    qsort(sorted, n, sizeof *sorted, compare);
    for (size_t i = 0; i < n; i++) {
        const bool fresh = !i || sorted[i]->length != sorted[i - 1]->length ||
                           memcmp(sorted[i]->at, sorted[i - 1]->at, (size_t)sorted[i]->length) != 0;
        in->case_count += fresh;
        in->cases[sorted[i] - b->cases] = in->case_count - 1;
    }
    if (in->case_count == b->n) in->cases = NULL; // each row is a case of its own
    return CAL_OK;
}

static cal_status differ(const char *a, const char *b, const int32_t *x, const int32_t *y, int n, int m,
                         cal_error *err) {
    if (n != m)
        return cal_fail(err, CAL_FAILED,
                        "%.100s has %d rows, but %.100s %d; models are compared on the same samples", a, n, b,
                        m);
    for (int i = 0; i < n; i++)
        if (x[i] != y[i])
            return cal_fail(err, CAL_FAILED,
                            "%.100s and %.100s have different labels in row %d; models are compared on the "
                            "same samples, in the "
                            "same order",
                            a, b, i);
    return CAL_OK;
}

// Another table of the same kind, whose columns may have other names: then they are guessed.
static cal_status read_alike(cal_csv_table *out, input *in, const cal_file *file,
                             const cal_outputs_options *reading, cal_error *err) {
    const cal_status status = cal_csv_read(out, &in->arena, file, reading, err);
    if (status != CAL_USAGE || !reading->columns) return status;
    cal_outputs_options free = *reading;
    free.columns = NULL;
    return cal_csv_read(out, &in->arena, file, &free, err);
}

// Another model's table: a binary task or outputs, as the first is.
static cal_status read_other_table(input *in, const cal_report_files *files,
                                   const cal_outputs_options *reading, cal_error *err) {
    cal_csv_table table;
    const char *a = files->csv.name, *b = files->against.name;
    cal_status status = read_alike(&table, in, &files->against, reading, err);
    if (status) return status;
    in->other_binary = table.binary, in->other = table.outputs, in->other_options = table.options;
    if (in->predictions.n || table.predictions.n)
        return cal_fail(
            err, CAL_FAILED,
            "%.100s: models are compared by the probabilities of classes, not by label, pred and conf",
            in->predictions.n ? a : b);
    if (!in->options != !table.options ||
        (in->options &&
         (in->test.n != in->other.n ||
          memcmp(in->options, table.options, (size_t)in->test.n * sizeof *table.options) != 0)))
        return cal_fail(err, CAL_FAILED, "%.100s and %.100s are not about the same questions", a, b);
    if (!in->binary.n != !table.binary.n || (!in->binary.n && in->test.k != table.outputs.k))
        return cal_fail(err, CAL_FAILED, "%.100s and %.100s are not about the same classes", a, b);
    return in->binary.n
               ? differ(a, b, in->binary.labels, table.binary.labels, in->binary.n, table.binary.n, err)
               : differ(a, b, in->test.labels, table.outputs.labels, in->test.n, table.outputs.n, err);
}

// Questions in rows of at least k options.
static cal_status widen(cal_outputs *o, input *in, int k, cal_error *err) {
    if (o->k >= k) return CAL_OK;
    double *p = cal_arena_alloc(&in->arena, (size_t)o->n * (size_t)k * sizeof *p);
    if (!p) return cal_refuse_memory(err, "the questions");
    for (int i = 0; i < o->n; i++)
        memcpy(p + (size_t)i * (size_t)k, o->wide + (size_t)i * (size_t)o->k, (size_t)o->k * sizeof *p);
    o->wide = p, o->k = k, o->logits = NULL;
    return CAL_OK;
}

static cal_status read_tables(input *in, const cal_report_files *files, const cal_report_options *options,
                              const cal_outputs_options *reading, cal_error *err) {
    cal_csv_table table;
    const char *arrays = files->logits.bytes       ? "inputs.logits"
                         : files->labels.bytes     ? "inputs.labels"
                         : files->val_logits.bytes ? "inputs.val_logits"
                         : files->val_labels.bytes ? "inputs.val_labels"
                                                   : NULL;
    const char *outputs = options->probabilities    ? "inputs.probs"
                          : options->fit_on_test    ? "def.fit_on_test"
                          : files->ood_logits.bytes ? "inputs.ood_logits"
                          : files->val_csv.bytes    ? "inputs.val_csv"
                                                    : NULL;
    if (arrays)
        return cal_fail(err, CAL_USAGE, "report: inputs.csv and %s exclude each other; give one", arrays);
    cal_status status = cal_csv_read(&table, &in->arena, &files->csv, reading, err);
    in->predictions = table.predictions;
    in->test = table.outputs, in->options = table.options;
    in->binary = table.binary;
    in->weight = table.binary.n ? table.binary.weight : table.weight;
    if (!status && in->weight)
        in->weight_name =
            cal_arena_text(&in->arena, table.binary.n ? table.binary.weight_name : table.weight_name,
                           strlen(table.binary.n ? table.binary.weight_name : table.weight_name));
    if (!status && files->weights.bytes)
        status = cal_fail(err, CAL_USAGE,
                          "report: inputs.weights goes with arrays; a table has a column named weight");
    if (!status && table.binary.n && files->ood_logits.bytes)
        status = cal_fail(err, CAL_USAGE, "report: a binary task does not allow inputs.ood_logits");
    if (!status && table.predictions.n && outputs)
        status = cal_fail(err, CAL_USAGE, "report: inputs.csv of predictions does not allow %s", outputs);
    if (!status) status = take_groups(in, files->csv.name, err);
    if (!status) status = take_cases(in, err);
    if (!status && files->against.bytes) status = read_other_table(in, files, reading, err);
    if (status || !files->val_csv.bytes) return status;
    status = read_alike(&table, in, &files->val_csv, reading, err);
    if (!status && table.predictions.n)
        status = cal_fail(err, CAL_FAILED,
                          "%s: read as predictions, but fitting calibrators needs the outputs of all classes",
                          files->val_csv.name);
    in->validation = table.outputs, in->val_options = table.options;
    in->val_binary = table.binary;
    if (!status && in->binary.n) return check_binary_validation(in, files, options->fit_on_test, err);
    if (!status && !in->options != !in->val_options)
        return cal_fail(err, CAL_FAILED,
                        "%.100s and %.100s must both hold questions with their options, or none",
                        files->csv.name, files->val_csv.name);
    if (!status && in->options) { // the most options of a question may differ
        status = widen(&in->validation, in, in->test.k, err);
        if (!status) status = widen(&in->test, in, in->validation.k, err);
    }
    return status ? status : check_validation(in, options->fit_on_test, err);
}

static cal_status read_weights(input *in, const cal_file *file, int n, cal_error *err) {
    cal_array a;
    if (!file->bytes) return CAL_OK;
    cal_status status = cal_npy_read(&a, file, err);
    if (!status && !(a.count == (size_t)n && (a.ndim == 1 || (a.ndim == 2 && a.dim[1] == 1))))
        status =
            cal_fail(err, CAL_FAILED, "%s: weights are an array of %d numbers, one a sample", file->name, n);
    double *own = cal_arena_alloc(&in->arena, (size_t)n * sizeof *own);
    if (!status && !own) status = cal_refuse_memory(err, "the weights");
    for (int i = 0; !status && i < n; i++) own[i] = cal_npy_number(&a, (size_t)i);
    if (!status) status = cal_weights_settle(own, n, file->name, err);
    in->weight = own, in->weight_name = file->name;
    if (!status)
        CAL_NOTE(&in->notes, "%.200s weighs the samples; calibrators are fitted without weights", file->name);
    return status;
}

typedef enum form { CLASSES, BINARY, LABELS, SHARES } form;

// What arrays hold: by what the user says, else by their shapes and labels.
static cal_status form_of(form *out, const cal_file *outputs, const cal_file *labels, const char *task,
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

// Outputs and labels of one set, as a binary task (also one of several labels a sample) or as outputs of classes.
static cal_status read_set(cal_binary *binary, cal_outputs *outputs, cal_arena *arena, form form,
                           const cal_file *z, const cal_file *y, const cal_outputs_options *reading,
                           cal_error *err) {
    cal_many many;
    if (form == BINARY) return cal_binary_of_arrays(binary, arena, z, y, reading, err);
    if (form == CLASSES) return cal_outputs_read(outputs, arena, z, y, reading, err);
    const cal_status status = cal_many_of_arrays(&many, arena, z, y, err);
    if (status) return status;
    return form == LABELS ? cal_many_as_binary(binary, arena, &many, reading, err)
                          : cal_many_as_outputs(outputs, arena, &many, CAL_MANY_SHARES, reading, err);
}

// The rest of a binary task: groups, a second model and validation, in the same form.
static cal_status read_binary_arrays(input *in, const cal_report_files *files,
                                     const cal_report_options *options, form form,
                                     const cal_outputs_options *reading, cal_error *err) {
    const char *a = files->logits.name, *b = files->against.name;
    cal_outputs none;
    if (files->ood_logits.bytes)
        return cal_fail(err, CAL_USAGE, "report: a binary task does not allow inputs.ood_logits");
    cal_status status = take_groups(in, a, err);
    if (!status) status = take_cases(in, err);
    if (!status && files->against.bytes)
        status = read_set(&in->other_binary, &none, &in->arena, form, &files->against, &files->labels,
                          reading, err);
    if (!status && files->against.bytes)
        status =
            differ(a, b, in->binary.labels, in->other_binary.labels, in->binary.n, in->other_binary.n, err);
    if (!status && !files->val_logits.bytes != !files->val_labels.bytes)
        return cal_fail(err, CAL_USAGE,
                        "report: inputs.val_logits and inputs.val_labels belong together; %s is missing",
                        files->val_logits.bytes ? "inputs.val_labels" : "inputs.val_logits");
    if (status || !files->val_logits.bytes) return status;
    status = read_set(&in->val_binary, &none, &in->arena, form, &files->val_logits, &files->val_labels,
                      reading, err);
    return status ? status : check_binary_validation(in, files, options->fit_on_test, err);
}

static cal_status read_arrays(input *in, const cal_report_files *files, const cal_report_options *options,
                              const cal_outputs_options *reading, cal_error *err) {
    if (files->val_csv.bytes) return cal_fail(err, CAL_USAGE, "report: inputs.val_csv needs inputs.csv");
    if (!files->logits.bytes || !files->labels.bytes)
        return cal_fail(err, CAL_USAGE, "%s is missing",
                        files->logits.bytes ? "inputs.labels" : "inputs.logits");
    form form;
    cal_status status = form_of(&form, &files->logits, &files->labels, reading->task, err);
    if (!status)
        status =
            read_set(&in->binary, &in->test, &in->arena, form, &files->logits, &files->labels, reading, err);
    if (!status && in->binary.n && files->weights.bytes && in->binary.row)
        status = cal_fail(err, CAL_USAGE, "report: inputs.weights does not go with several labels a sample");
    if (!status) status = read_weights(in, &files->weights, in->binary.n ? in->binary.n : in->test.n, err);
    if (!status && in->binary.n) return read_binary_arrays(in, files, options, form, reading, err);
    if (!status && files->against.bytes)
        status = cal_outputs_read(&in->other, &in->arena, &files->against, &files->labels, reading, err);
    if (!status && files->against.bytes && in->other.k != in->test.k)
        status = cal_fail(err, CAL_FAILED,
                          "%.100s has %d classes, but %.100s %d; models are compared on the same labels",
                          files->logits.name, in->test.k, files->against.name, in->other.k);
    return status ? status : read_validation(in, files, options->fit_on_test, reading, err);
}

static cal_status read_all(input *in, const cal_report_files *files, const cal_report_options *options,
                           cal_error *err) {
    const cal_outputs_options reading = {.width =
                                             options->probabilities ? CAL_WIDTH_DOUBLE : CAL_WIDTH_SINGLE,
                                         .said = options->probabilities ? CAL_OUTPUT_PROBABILITIES
                                                 : options->as_logits   ? CAL_OUTPUT_LOGITS
                                                                        : CAL_OUTPUT_UNKNOWN,
                                         .notes = &in->notes,
                                         .task = options->task,
                                         .columns = options->columns};
    cal_status status = files->csv.bytes ? read_tables(in, files, options, &reading, err)
                                         : read_arrays(in, files, options, &reading, err);
    return status || in->predictions.n || in->binary.n ? status
                                                       : read_ood(in, &files->ood_logits, &reading, err);
}

// ---- options

static cal_status check_calibrators(const char *const *text, cal_error *err) {
    cal_choice choice;
    const cal_entry *entry[CAL_REPORT_LIST_MAX];
    cal_status status = CAL_OK;
    for (int i = 0; text[i] && !status; i++) {
        status = cal_choice_parse(&choice, "calibrator", text[i], strlen(text[i]), err);
        entry[i] = choice.entry;
        for (int j = 0; j < i && !status; j++)
            if (entry[j] == entry[i])
                status = cal_fail(err, CAL_USAGE, "calibrator %s is given twice", entry[i]->id);
    }
    return status;
}

static cal_status check_task(const char *task, cal_error *err) {
    static const char *const tasks[] = {"binary", "classes", "multilabel"};
    for (size_t i = 0; task && i < sizeof tasks / sizeof *tasks; i++)
        if (strcmp(task, tasks[i]) == 0) return CAL_OK;
    return task ? cal_fail(err, CAL_USAGE,
                           "report: inputs.task %.48s is not one of binary, classes and multilabel", task)
                : CAL_OK;
}

static cal_status check(const cal_report_options *options, cal_error *err) {
    const cal_status task = check_task(options->task, err);
    if (task) return task;
    const char *match = options->match;
    if (options->probabilities && options->as_logits)
        return cal_fail(err, CAL_USAGE,
                        "report: inputs.probs and inputs.as_logits exclude each other; give one");
    if (options->bins < 0 || options->bins > 1000)
        return cal_fail(err, CAL_USAGE, "bins=%d is not a whole number from 1 to 1000", options->bins);
    if (options->draws > CAL_DRAWS_MAX)
        return cal_fail(err, CAL_USAGE, "draws=%d is more than %d", options->draws, CAL_DRAWS_MAX);
    if (match && options->metric[0] && strcmp(match, "all") != 0)
        return cal_fail(err, CAL_USAGE, "report: def.metric and def.match both choose the metrics; give one");
    if (match && strcmp(match, "all") != 0 && !cal_library_find(match))
        return cal_fail(
            err, CAL_USAGE,
            "def.match %.48s is not one of focal_calibration, netcal, torchmetrics, caltrain, relplot, "
            "verified_calibration, fcl or all",
            match);
    return check_calibrators(options->calibrator, err);
}

static cal_report_request request_of(const input *in, const char *against,
                                     const cal_report_options *options) {
    bool csv = in->predictions.n > 0;
    cal_report_request request = {
        .logits = in->test.logits,
        .probabilities = in->test.wide,
        .confidence = in->predictions.confidence,
        .predicted = in->predictions.predicted,
        .labels = csv ? in->predictions.labels : in->test.labels,
        .n = csv ? in->predictions.n : in->test.n,
        .k = in->test.k,
        .val_logits = in->validation.logits,
        .val_probabilities = in->validation.wide,
        .val_labels = in->validation.labels,
        .val_n = in->validation.n,
        .ood_logits = in->ood.logits,
        .ood_probabilities = in->ood.wide,
        .ood_n = in->ood.n,
        .fit_on_test = options->fit_on_test,
        .calibrators = options->calibrator[0] ? options->calibrator : NULL,
        .match = options->match,
        .pool = options->pool,
        .posterior = in->test.shares,
        .weight = in->weight,
        .weight_name = in->weight_name,
    };
    if (in->options) {
        request.logits = request.val_logits = NULL;
        request.options = in->options, request.val_options = in->val_options;
    }
    if (against) {
        request.against = against;
        request.against_logits = in->options ? NULL : in->other.logits,
        request.against_probabilities = in->other.wide;
    }
    if (in->binary.n) {
        const cal_binary *b = &in->binary, *v = &in->val_binary;
        request.logits = request.val_logits = NULL;
        request.positive = b->positive;
        request.probabilities = b->p, request.odds = b->odds, request.labels = b->labels;
        request.n = b->n, request.k = 2;
        request.many_rows = b->rows, request.many_labels = b->kinds;
        request.cases = in->cases, request.case_count = in->cases ? in->case_count : 0;
        request.group = in->group, request.groups = in->groups;
        request.group_by = b->group_name, request.group_name = in->group_names;
        request.against_probabilities = in->other_binary.p, request.against_odds = in->other_binary.odds;
        request.val_probabilities = v->n ? v->p : NULL, request.val_odds = v->odds;
        request.val_labels = v->labels, request.val_n = v->n;
    }
    int draws = options->draws < 0 ? cal_resampling_default(request.n, request.k).interval : options->draws;
    request.asked = (cal_metric_request){.metric = options->metric,
                                         .bins = options->bins ? options->bins : 15,
                                         .strict = true,
                                         .progress = options->progress,
                                         .listener = options->listener,
                                         .chance = {(draws + 1) / 2, draws}};
    while (options->metric[request.asked.count]) request.asked.count++;
    return request;
}

cal_status cal_report_of_outputs(cal_report_request *request, const cal_outputs *test,
                                 const cal_outputs *validation, const cal_report_options *options,
                                 cal_error *err) {
    input in = {.test = *test};
    if (validation) in.validation = *validation;
    cal_status status = check(options, err);
    *request = request_of(&in, NULL, options);
    return status;
}

cal_status cal_report_of_files(cal_text *json, const cal_report_files *files,
                               const cal_report_options *options, cal_error *err) {
    input in = {0};
    cal_status status = check(options, err);
    if (!status) status = read_all(&in, files, options, err);
    if (!status) {
        cal_report_request request =
            request_of(&in, files->against.bytes ? files->against.name : NULL, options);
        cal_json_open(json, '{');
        status = cal_report_write(json, &request, err);
        cal_notes_write(json, &in.notes);
        if (!status) cal_json_close(json, '}');
    }
    if (options->notes) *options->notes = in.notes;
    cal_arena_free(&in.arena);
    return status;
}
