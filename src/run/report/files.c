#include "run/report/files.h"
#include <string.h>
#include "run/files/join.h"
#include "run/files/bundle.h"
#include "run/report/gathered.h"
#include "run/report/match.h"
#include "run/report/report.h"
#include "run/link/spec.h"

// ---- reading

static cal_status read_ood(cal_gathered *in, const cal_file *file, const cal_outputs_options *reading,
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

// Reads another table of the same kind. Its columns may have other names; then they are guessed.
static cal_status read_same_kind(cal_csv_table *out, cal_gathered *in, const cal_file *file,
                                 const cal_outputs_options *reading, cal_error *err) {
    const cal_status status = cal_csv_read(out, &in->arena, file, reading, err);
    if (status != CAL_USAGE || !reading->columns) return status;
    cal_outputs_options free = *reading;
    free.columns = NULL;
    return cal_csv_read(out, &in->arena, file, &free, err);
}

// Reads another model's table: a binary task or outputs, as the first is.
static cal_status read_other_table(cal_gathered *in, const cal_report_files *files,
                                   const cal_outputs_options *reading, cal_error *err) {
    cal_csv_table table;
    const char *a = files->csv.name, *b = files->against.name;
    cal_status status = read_same_kind(&table, in, &files->against, reading, err);
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
    return in->binary.n ? cal_gathered_same(a, b, in->binary.labels, table.binary.labels, in->binary.n,
                                            table.binary.n, err)
                        : cal_gathered_same(a, b, in->test.labels, table.outputs.labels, in->test.n,
                                            table.outputs.n, err);
}

// Widens questions to rows of at least k options.
static cal_status widen(cal_outputs *o, cal_gathered *in, int k, cal_error *err) {
    if (o->k >= k) return CAL_OK;
    double *p = cal_arena_alloc(&in->arena, (size_t)o->n * (size_t)k * sizeof *p);
    if (!p) return cal_refuse_memory(err, "the questions");
    for (int i = 0; i < o->n; i++)
        memcpy(p + (size_t)i * (size_t)k, o->wide + (size_t)i * (size_t)o->k, (size_t)o->k * sizeof *p);
    o->wide = p, o->k = k, o->logits = NULL;
    return CAL_OK;
}

// Reads the first table, which decides the kind of the others: its rows may be recognised as probabilities.
static cal_status read_first_table(cal_csv_table *out, cal_outputs_options *reading, cal_gathered *in,
                                   const cal_file *file, cal_error *err) {
    cal_outputs_options open = *reading;
    open.recognise = reading->kind == CAL_OUTPUT_UNKNOWN;
    const cal_status status = cal_csv_read(out, &in->arena, file, &open, err);
    const bool probabilities = !status && !out->options && out->outputs.n && !out->outputs.logits;
    if (probabilities) reading->kind = CAL_OUTPUT_PROBABILITIES, reading->width = CAL_WIDTH_DOUBLE;
    return status;
}

// Refuses options that need the outputs of all classes.
static cal_status check_predictions(const cal_report_files *files, const cal_report_options *options,
                                    cal_error *err) {
    const struct {
        bool given;
        cal_option_id option;
    } others[] = {{options->probabilities, CAL_OPTION_PROBS},
                  {options->fit_on_test, CAL_OPTION_FIT_ON_TEST},
                  {files->ood_logits.bytes, CAL_OPTION_OOD_LOGITS},
                  {files->val_csv.bytes, CAL_OPTION_VAL_CSV}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i].given)
            return cal_fail(err, CAL_USAGE, "report: %s of predictions does not allow %s",
                            cal_option_name(CAL_OPTION_CSV, options->naming),
                            cal_option_name(others[i].option, options->naming));
    return CAL_OK;
}

static cal_status read_tables(cal_gathered *in, const cal_report_files *files,
                              const cal_report_options *options, cal_outputs_options *reading,
                              cal_error *err) {
    cal_csv_table table;
    if (files->logits.bytes || files->val_logits.bytes)
        return cal_fail(
            err, CAL_USAGE, "report: %s and %s exclude each other; give one",
            cal_option_name(CAL_OPTION_CSV, in->naming),
            cal_option_name(files->logits.bytes ? CAL_OPTION_LOGITS : CAL_OPTION_VAL_LOGITS, in->naming));
    cal_status status = read_first_table(&table, reading, in, &files->csv, err);
    in->predictions = table.predictions;
    in->test = table.outputs, in->options = table.options;
    in->binary = table.binary;
    in->groups_of = table.group, in->cases_of = table.cases;
    memcpy(in->group_name, table.group_name, sizeof table.group_name);
    memcpy(in->more, table.more, sizeof in->more), in->more_groups = table.more_groups;
    in->weight = table.binary.n ? table.binary.weight : table.weight;
    if (!status && in->weight)
        in->weight_name =
            cal_arena_text(&in->arena, table.binary.n ? table.binary.weight_name : table.weight_name,
                           strlen(table.binary.n ? table.binary.weight_name : table.weight_name));
    if (!status && files->weights.bytes)
        status = cal_fail(err, CAL_USAGE, "report: %s goes with arrays; a table has a column named weight",
                          cal_option_name(CAL_OPTION_WEIGHTS, in->naming));
    if (!status && files->posterior.bytes)
        status = cal_fail(err, CAL_USAGE, "report: %s goes with arrays",
                          cal_option_name(CAL_OPTION_POSTERIOR, in->naming));
    if (!status && options->label_names)
        status = cal_fail(err, CAL_USAGE, "report: %s goes with arrays; a table's columns name its labels",
                          cal_option_name(CAL_OPTION_LABEL_NAMES, in->naming));
    if (!status && table.binary.n && files->ood_logits.bytes)
        status = cal_fail(err, CAL_USAGE, "report: a binary task does not allow %s",
                          cal_option_name(CAL_OPTION_OOD_LOGITS, in->naming));
    if (!status && table.predictions.n) status = check_predictions(files, options, err);
    if (!status) status = cal_gathered_groups(in, files->csv.name, err);
    if (!status && files->against.bytes) status = read_other_table(in, files, reading, err);
    if (status || !files->val_csv.bytes) return status;
    status = read_same_kind(&table, in, &files->val_csv, reading, err);
    if (!status && table.predictions.n)
        status = cal_fail(err, CAL_FAILED,
                          "%s: read as predictions, but fitting calibrators needs the outputs of all classes",
                          files->val_csv.name);
    in->validation = table.outputs, in->val_options = table.options;
    in->val_binary = table.binary, in->val_cases_of = table.cases;
    if (!status && in->binary.n) return cal_gathered_check_binary(in, files, options->fit_on_test, err);
    if (!status && !in->options != !in->val_options)
        return cal_fail(err, CAL_FAILED,
                        "%.100s and %.100s must both hold questions with their options, or none",
                        files->csv.name, files->val_csv.name);
    if (!status && in->options) { // the most options of a question may differ
        status = widen(&in->validation, in, in->test.k, err);
        if (!status) status = widen(&in->test, in, in->validation.k, err);
    }
    return status ? status : cal_gathered_check(in, options->fit_on_test, err);
}

static cal_status read_all(cal_gathered *in, const cal_report_files *files, const cal_report_options *options,
                           cal_error *err) {
    cal_outputs_options reading = {.width = options->probabilities ? CAL_WIDTH_DOUBLE : CAL_WIDTH_SINGLE,
                                   .kind = options->probabilities ? CAL_OUTPUT_PROBABILITIES
                                           : options->as_logits   ? CAL_OUTPUT_LOGITS
                                                                  : CAL_OUTPUT_UNKNOWN,
                                   .notes = &in->notes,
                                   .naming = options->naming,
                                   .task = options->task,
                                   .columns = options->columns,
                                   .label_names = options->label_names};
    cal_status status = files->csv.bytes ? read_tables(in, files, options, &reading, err)
                                         : cal_gathered_arrays(in, files, options, &reading, err);
    if (!status) status = cal_gathered_cases(in, err);
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

static cal_status check_task(const char *task, cal_naming naming, cal_error *err) {
    static const char *const tasks[] = {"binary", "classes", "multilabel"};
    for (size_t i = 0; task && i < sizeof tasks / sizeof *tasks; i++)
        if (strcmp(task, tasks[i]) == 0) return CAL_OK;
    return task ? cal_fail(err, CAL_USAGE, "report: %s %.48s is not one of binary, classes and multilabel",
                           cal_option_name(CAL_OPTION_TASK, naming), task)
                : CAL_OK;
}

static cal_status check(const cal_report_options *options, cal_error *err) {
    const cal_status task = check_task(options->task, options->naming, err);
    if (task) return task;
    const char *match = options->match;
    if (options->probabilities && options->as_logits)
        return cal_fail(err, CAL_USAGE, "report: %s and %s exclude each other; give one",
                        cal_option_name(CAL_OPTION_PROBS, options->naming),
                        cal_option_name(CAL_OPTION_AS_LOGITS, options->naming));
    if (options->bins < 0 || options->bins > 1000)
        return cal_fail(err, CAL_USAGE, "bins=%d is not a whole number from 1 to 1000", options->bins);
    if (options->draws > CAL_DRAWS_MAX)
        return cal_fail(err, CAL_USAGE, "draws=%d is more than %d", options->draws, CAL_DRAWS_MAX);
    if (match && options->metric[0] && strcmp(match, "all") != 0)
        return cal_fail(err, CAL_USAGE, "report: %s and %s both choose the metrics; give one",
                        cal_option_name(CAL_OPTION_METRIC, options->naming),
                        cal_option_name(CAL_OPTION_MATCH, options->naming));
    if (match && strcmp(match, "all") != 0 && !cal_library_find(match))
        return cal_fail(err, CAL_USAGE,
                        "%s %.48s is not one of focal_calibration, netcal, torchmetrics, caltrain, relplot, "
                        "verified_calibration, fcl or all",
                        cal_option_name(CAL_OPTION_MATCH, options->naming), match);
    return check_calibrators(options->calibrator, err);
}

static cal_report_request request_of(const cal_gathered *in, const char *against,
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
        .posterior = in->posterior ? in->posterior : in->test.shares,
        .weight = in->weight,
        .weight_name = in->weight_name,
        .cases = in->cases,
        .case_count = in->case_count,
        .val_cases = in->val_cases,
        .val_case_count = in->val_case_count,
    };
    if (in->options) {
        request.logits = request.val_logits = NULL;
        request.options = in->options, request.val_options = in->val_options;
    }
    request.groups = in->groups, request.sample_groups = in->sample_groups;
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
        request.many_rows = b->rows, request.many_labels = b->kinds, request.many_label = b->kind;
        request.against_probabilities = in->other_binary.p, request.against_odds = in->other_binary.odds;
        request.val_probabilities = v->n ? v->p : NULL, request.val_odds = v->odds;
        request.val_labels = v->labels, request.val_n = v->n;
    }
    int draws = options->draws < 0 ? cal_resampling_default(request.n, request.k).interval : options->draws;
    request.metrics = (cal_metric_request){.metric = options->metric,
                                           .bins = options->bins ? options->bins : 15,
                                           .strict = true,
                                           .progress = options->progress,
                                           .listener = options->listener,
                                           .chance = {(draws + 1) / 2, draws}};
    while (options->metric[request.metrics.count]) request.metrics.count++;
    return request;
}

cal_status cal_report_of_outputs(cal_report_request *request, const cal_outputs *test,
                                 const cal_outputs *validation, const cal_report_options *options,
                                 cal_error *err) {
    cal_gathered in = {.test = *test};
    if (validation) in.validation = *validation;
    cal_status status = check(options, err);
    *request = request_of(&in, NULL, options);
    return status;
}

// Joins tables of predictions with the tables of their labels.
static cal_status join_tables(cal_report_files *files, cal_gathered *in, cal_error *err) {
    const struct {
        cal_file *predictions;
        const cal_file *labels;
    } pairs[] = {{&files->csv, &files->labels},
                 {&files->against, &files->labels},
                 {&files->val_csv, &files->val_labels}};
    if (files->val_labels.bytes && !files->val_csv.bytes)
        return cal_fail(err, CAL_USAGE, "report: %s goes with %s here; give both",
                        cal_option_name(CAL_OPTION_VAL_LABELS, in->naming),
                        cal_option_name(CAL_OPTION_VAL_CSV, in->naming));
    cal_status status = CAL_OK;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs && !status; i++)
        if (pairs[i].predictions->bytes && pairs[i].labels->bytes)
            status = cal_tables_join(pairs[i].predictions, &in->arena, pairs[i].predictions, pairs[i].labels,
                                     &in->notes, err);
    return status;
}

cal_status cal_report_of_files(cal_text *json, const cal_report_files *files,
                               const cal_report_options *options, cal_error *err) {
    cal_gathered in = {.naming = options->naming};
    cal_report_files opened = *files;
    const cal_bundle_files bundles = {&opened.logits,     &opened.labels,      &opened.val_logits,
                                      &opened.val_labels, &opened.ood_logits,  &opened.against,
                                      &opened.weights,    options->fit_on_test};
    cal_status status = check(options, err);
    if (!status) status = cal_bundle_open(&bundles, &in.arena, err);
    const bool tables = opened.csv.bytes && !opened.logits.bytes && !opened.val_logits.bytes;
    if (!status && tables) status = join_tables(&opened, &in, err);
    if (!status) status = read_all(&in, &opened, options, err);
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
