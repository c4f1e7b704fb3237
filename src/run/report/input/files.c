#include "run/report/input/files.h"
#include <string.h>
#include "base/bytes/zip.h"
#include "run/tables/questions/divisor.h"
#include "run/tables/join.h"
#include "run/outputs/bundle.h"
#include "run/outputs/sense.h"
#include "run/outputs/subset.h"
#include "run/report/input/gathered.h"
#include "run/report/match.h"
#include "run/report/report.h"
#include "run/link/spec.h"

// ---- reading

// Reads another table of the same kind. Its columns may have other names; then they are guessed.
static cal_status read_same_kind(cal_table_outputs *out, cal_gathered *in, const cal_file *file,
                                 const cal_outputs_options *reading, cal_error *err) {
    const cal_status status = cal_csv_read(out, &in->arena, file, reading, err);
    if (status != CAL_USAGE || !reading->columns) return status;
    cal_outputs_options free = *reading;
    free.columns = NULL;
    return cal_csv_read(out, &in->arena, file, &free, err);
}

static bool are_same_questions(const cal_outputs *a, const cal_outputs *b) {
    return a->n == b->n && memcmp(a->options, b->options, (size_t)a->n * sizeof *a->options) == 0;
}

// Reads another model's table, of the same task.
static cal_status read_other_table(cal_gathered *in, const cal_report_files *files,
                                   const cal_outputs_options *reading, cal_error *err) {
    const cal_outputs *mine = &in->test.outputs, *theirs = &in->other.outputs;
    const char *a = files->csv.name, *b = files->against.name;
    const cal_status status = read_same_kind(&in->other, in, &files->against, reading, err);
    if (status) return status;
    in->other.outputs.score = in->other.rows.score;
    if (mine->confidence || theirs->confidence)
        return cal_fail(
            err, CAL_FAILED,
            "%.100s: models are compared by the probabilities of classes, not by label, pred and conf",
            mine->confidence ? a : b);
    if (!mine->options != !theirs->options || (mine->options && !are_same_questions(mine, theirs)))
        return cal_fail(err, CAL_FAILED, "%.100s and %.100s are not about the same questions", a, b);
    if (cal_outputs_are_binary(mine) != cal_outputs_are_binary(theirs) || mine->k != theirs->k)
        return cal_fail(err, CAL_FAILED, "%.100s and %.100s are not about the same classes", a, b);
    return cal_gathered_check_pair(in, a, b, err);
}

// Widens questions to rows of at least k options.
static cal_status widen(cal_outputs *o, cal_arena *arena, int k, cal_error *err) {
    if (o->k >= k) return CAL_OK;
    double *p = cal_arena_alloc(arena, (size_t)o->n * (size_t)k * sizeof *p);
    if (!p) return cal_refuse_memory(err, "the questions");
    for (int i = 0; i < o->n; i++)
        memcpy(p + (size_t)i * (size_t)k, o->probabilities + (size_t)i * (size_t)o->k,
               (size_t)o->k * sizeof *p);
    o->probabilities = p, o->k = k, o->logits = NULL;
    return CAL_OK;
}

// Reads the first table, which decides the kind of the others: its rows may be recognised as probabilities.
static cal_status read_first_table(cal_gathered *in, cal_outputs_options *reading, const cal_file *file,
                                   cal_error *err) {
    const cal_outputs *o = &in->test.outputs;
    cal_outputs_options open = *reading;
    open.recognise = reading->kind == CAL_OUTPUT_UNKNOWN;
    const cal_status status = cal_csv_read(&in->test, &in->arena, file, &open, err);
    if (!status && o->task == CAL_TASK_CLASSES && o->probabilities && !o->logits)
        reading->kind = CAL_OUTPUT_PROBABILITIES, reading->width = CAL_WIDTH_DOUBLE;
    return status;
}

// Refuses options that need the outputs of all classes.
static cal_status check_predictions(const cal_report_files *files, const cal_report_options *options,
                                    cal_error *err) {
    const struct {
        bool given;
        cal_option_id option;
    } others[] = {{options->probs, CAL_OPTION_PROBS},
                  {options->fit_on_test, CAL_OPTION_FIT_ON_TEST},
                  {options->fit, CAL_OPTION_FIT},
                  {files->ood_logits.bytes, CAL_OPTION_OOD_LOGITS},
                  {files->val_csv.bytes, CAL_OPTION_VAL_CSV}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i].given)
            return cal_fail(err, CAL_USAGE, "report: %s of predictions does not allow %s",
                            cal_option_name(CAL_OPTION_CSV, options->naming),
                            cal_option_name(others[i].option, options->naming));
    return CAL_OK;
}

// Refuses files and options that do not go with the table.
static cal_status check_table(const cal_outputs *o, const cal_report_files *files,
                              const cal_report_options *options, cal_error *err) {
    if (files->weights.bytes)
        return cal_fail(err, CAL_USAGE, "report: %s goes with arrays; a table has a column named weight",
                        cal_option_name(CAL_OPTION_WEIGHTS, options->naming));
    if (files->posterior.bytes)
        return cal_fail(err, CAL_USAGE, "report: %s goes with arrays",
                        cal_option_name(CAL_OPTION_POSTERIOR, options->naming));
    if (options->label_names)
        return cal_fail(err, CAL_USAGE, "report: %s goes with arrays; a table's columns name its labels",
                        cal_option_name(CAL_OPTION_LABEL_NAMES, options->naming));
    if (cal_outputs_are_binary(o) && files->ood_logits.bytes)
        return cal_fail(err, CAL_USAGE, "report: a binary task does not allow %s",
                        cal_option_name(CAL_OPTION_OOD_LOGITS, options->naming));
    return o->confidence ? check_predictions(files, options, err) : CAL_OK;
}

static cal_status read_validation_table(cal_gathered *in, const cal_report_files *files, bool fit_on_test,
                                        const cal_outputs_options *reading, cal_error *err) {
    const char *a = files->csv.name, *b = files->val_csv.name;
    cal_outputs *test = &in->test.outputs, *validation = &in->validation.outputs;
    if (!files->val_csv.bytes) return CAL_OK;
    cal_status status = read_same_kind(&in->validation, in, &files->val_csv, reading, err);
    if (!status && validation->confidence)
        status =
            cal_fail(err, CAL_FAILED,
                     "%s: read as predictions, but fitting calibrators needs the outputs of all classes", b);
    if (!status && !cal_outputs_are_binary(test) && !test->options != !validation->options)
        status = cal_fail(err, CAL_FAILED,
                          "%.100s and %.100s must both hold questions with their options, or none", a, b);
    if (!status && test->options) { // the most options of a question may differ
        status = widen(validation, &in->arena, test->k, err);
        if (!status) status = widen(test, &in->arena, validation->k, err);
    }
    return status ? status : cal_gathered_check(in, a, b, fit_on_test, err);
}

static cal_status read_tables(cal_gathered *in, const cal_report_files *files,
                              const cal_report_options *options, cal_outputs_options *reading,
                              cal_error *err) {
    if (files->logits.bytes || files->val_logits.bytes)
        return cal_fail(
            err, CAL_USAGE, "report: %s and %s exclude each other; give one",
            cal_option_name(CAL_OPTION_CSV, in->naming),
            cal_option_name(files->logits.bytes ? CAL_OPTION_LOGITS : CAL_OPTION_VAL_LOGITS, in->naming));
    cal_status status = read_first_table(in, reading, &files->csv, err);
    if (!status) status = check_table(&in->test.outputs, files, options, err);
    if (!status) status = cal_gathered_groups(in, files->csv.name, err);
    if (!status && files->against.bytes) status = read_other_table(in, files, reading, err);
    return status ? status : read_validation_table(in, files, options->fit_on_test, reading, err);
}

// Leaves out rows that their labels mark as ignored, and adds notes on labels that do not fit the outputs.
static cal_status check_labels(cal_gathered *in, const cal_report_files *files,
                               const cal_outputs_options *reading, cal_error *err) {
    const bool table = files->csv.bytes != NULL;
    const char *name = table ? files->csv.name : files->labels.name;
    const char *val_name = table ? files->val_csv.name : files->val_labels.name;
    cal_outputs *test = &in->test.outputs, *validation = &in->validation.outputs;
    cal_outputs *other = in->other.outputs.n ? &in->other.outputs : NULL;
    cal_status status = cal_outputs_drop_ignored(test, other, &in->arena, name, reading, err);
    if (!status) status = cal_outputs_drop_ignored(validation, NULL, &in->arena, val_name, reading, err);
    if (!status) cal_outputs_note_sense(validation, val_name, &in->notes);
    if (!status) cal_outputs_note_sense(test, name, &in->notes);
    return status;
}

static cal_status read_all(cal_gathered *in, const cal_report_files *files, const cal_report_options *options,
                           cal_error *err) {
    cal_outputs_options reading = {.width = options->probs ? CAL_WIDTH_DOUBLE : CAL_WIDTH_SINGLE,
                                   .kind = options->probs       ? CAL_OUTPUT_PROBABILITIES
                                           : options->as_logits ? CAL_OUTPUT_LOGITS
                                                                : CAL_OUTPUT_UNKNOWN,
                                   .naming = options->naming,
                                   .notes = &in->notes,
                                   .task = options->task,
                                   .columns = options->columns,
                                   .label_names = options->label_names,
                                   .normalise = options->normalise,
                                   .strict = options->strict};
    cal_status status = files->csv.bytes ? read_tables(in, files, options, &reading, err)
                                         : cal_gathered_arrays(in, files, options, &reading, err);
    if (!status && options->normalise && in->test.outputs.task != CAL_TASK_QUESTIONS)
        status = cal_fail(err, CAL_USAGE, "report: %s goes with a table of questions and their options",
                          cal_option_name(CAL_OPTION_NORMALISE, options->naming));
    if (!status) status = cal_gathered_cases(in, err);
    if (!status) status = check_labels(in, files, &reading, err);
    const bool classes = !in->test.outputs.confidence && !cal_outputs_are_binary(&in->test.outputs);
    return status || !classes ? status : cal_gathered_ood(in, &files->ood_logits, &reading, err);
}

// ---- options

static cal_status check_calibrators(const char *const *text, cal_error *err) {
    cal_choice choice;
    const cal_entry *entry[CAL_REPORT_LIST_MAX];
    cal_status status = CAL_OK;
    for (int i = 0; text && text[i] && !status; i++) {
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

static cal_status check_normalise(const char *divisor, cal_naming naming, cal_error *err) {
    cal_divisor found;
    if (!divisor || cal_divisor_find(&found, divisor)) return CAL_OK;
    return cal_fail(err, CAL_USAGE, "report: %s %.48s is not one of none, characters, bytes and tokens",
                    cal_option_name(CAL_OPTION_NORMALISE, naming), divisor);
}

// Returns the folds of "cross:5"; 0 for another text.
static int folds_of(const char *fit) {
    cal_slice rest = {fit, fit ? (int)strlen(fit) : 0};
    double folds;
    const bool crossed =
        fit && cal_slice_is(cal_slice_cut(&rest, ':'), "cross") && rest.at && cal_number_parse(&folds, rest);
    return crossed && folds >= 2 && folds <= CAL_FOLDS_MAX && folds == (int)folds ? (int)folds : 0;
}

static cal_status check_fit(const cal_report_options *options, cal_error *err) {
    const char *name = cal_option_name(CAL_OPTION_FIT, options->naming);
    if (!options->fit) return CAL_OK;
    if (options->fit_on_test)
        return cal_fail(err, CAL_USAGE, "report: %s and %s exclude each other; give one", name,
                        cal_option_name(CAL_OPTION_FIT_ON_TEST, options->naming));
    if (folds_of(options->fit)) return CAL_OK;
    return cal_fail(err, CAL_USAGE, "report: %s %.48s is not cross: and a number of folds from 2 to %d", name,
                    options->fit, CAL_FOLDS_MAX);
}

static cal_status check(const cal_report_options *options, cal_error *err) {
    cal_status status = check_task(options->task, options->naming, err);
    if (!status) status = check_normalise(options->normalise, options->naming, err);
    if (!status) status = check_fit(options, err);
    if (status) return status;
    const char *match = options->match;
    if (options->probs && options->as_logits)
        return cal_fail(err, CAL_USAGE, "report: %s and %s exclude each other; give one",
                        cal_option_name(CAL_OPTION_PROBS, options->naming),
                        cal_option_name(CAL_OPTION_AS_LOGITS, options->naming));
    if (options->bins < 0 || options->bins > 1000)
        return cal_fail(err, CAL_USAGE, "bins=%d is not a whole number from 1 to 1000", options->bins);
    if (options->draws > CAL_DRAWS_MAX)
        return cal_fail(err, CAL_USAGE, "draws=%d is more than %d", options->draws, CAL_DRAWS_MAX);
    if (match && options->metrics && options->metrics[0] && strcmp(match, "all") != 0)
        return cal_fail(err, CAL_USAGE, "report: %s and %s both choose the metrics; give one",
                        cal_option_name(CAL_OPTION_METRIC, options->naming),
                        cal_option_name(CAL_OPTION_MATCH, options->naming));
    if (match && strcmp(match, "all") != 0 && !cal_library_find(match))
        return cal_fail(err, CAL_USAGE,
                        "%s %.48s is not one of focal_calibration, netcal, torchmetrics, caltrain, relplot, "
                        "verified_calibration, fcl, torch_uncertainty, pycalib or all",
                        cal_option_name(CAL_OPTION_MATCH, options->naming), match);
    return check_calibrators(options->calibrators, err);
}

// Makes the request without `spec`.
static cal_report_request request_of(const cal_outputs *test, const cal_outputs *validation,
                                     const cal_report_options *options) {
    const int draws = options->draws < 0 ? cal_resampling_default(test->n, test->k).interval : options->draws;
    cal_report_request request = {.test = *test,
                                  .fit_on_test = options->fit_on_test,
                                  .folds = folds_of(options->fit),
                                  .calibrators = options->calibrators,
                                  .ready = options->ready,
                                  .match = options->match,
                                  .pool = options->pool,
                                  .metrics = {.metric = options->metrics,
                                              .bins = options->bins ? options->bins : 15,
                                              .strict = true,
                                              .progress = options->progress,
                                              .fitting = options->fitting,
                                              .chance = {(draws + 1) / 2, draws}}};
    if (validation) request.validation = *validation;
    while (options->metrics && options->metrics[request.metrics.count]) request.metrics.count++;
    return request;
}

// Refuses cross-fitting with a validation set.
static cal_status check_crossed(const cal_outputs *validation, const cal_report_options *options,
                                cal_error *err) {
    if (!options->fit || !validation || !validation->n) return CAL_OK;
    return cal_fail(err, CAL_USAGE, "report: give either %s or validation outputs",
                    cal_option_name(CAL_OPTION_FIT, options->naming));
}

cal_status cal_report_of_outputs(cal_report_request *request, const cal_outputs *test,
                                 const cal_outputs *validation, const cal_report_options *options,
                                 cal_error *err) {
    *request = request_of(test, validation, options);
    const cal_status status = check(options, err);
    return status ? status : check_crossed(validation, options, err);
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

static cal_status open_bundles(cal_report_files *io, cal_gathered *in, bool alone, cal_error *err) {
    const cal_bundle_files bundles = {&io->logits,     &io->labels,  &io->val_logits, &io->val_labels,
                                      &io->ood_logits, &io->against, &io->weights,    alone};
    return cal_bundle_open(&bundles, &in->arena, err);
}

static cal_status read_opened(cal_gathered *in, cal_report_files *files, const cal_report_options *options,
                              cal_error *err) {
    const bool tables = files->csv.bytes && !files->logits.bytes && !files->val_logits.bytes;
    const cal_status status = tables ? join_tables(files, in, err) : CAL_OK;
    return status ? status : read_all(in, files, options, err);
}

cal_status cal_gathered_validation(cal_gathered *in, const cal_report_files *files,
                                   const cal_report_options *options, cal_error *err) {
    const char *z = cal_option_name(CAL_OPTION_VAL_LOGITS, in->naming),
               *y = cal_option_name(CAL_OPTION_VAL_LABELS, in->naming);
    cal_report_files opened = {.val_logits = files->val_logits, .val_labels = files->val_labels};
    // A file of several arrays may hold the labels, too.
    if (opened.val_logits.bytes && !opened.val_labels.bytes && cal_zip_is(&opened.val_logits))
        opened.val_labels = opened.val_logits;
    if (!files->val_csv.bytes && !opened.val_logits.bytes)
        return cal_fail(err, CAL_USAGE, "%s is missing", z);
    if (!files->val_csv.bytes && !opened.val_labels.bytes)
        return cal_fail(err, CAL_USAGE, "%s is missing", y);
    if (files->val_csv.bytes && opened.val_logits.bytes)
        return cal_fail(err, CAL_USAGE, "report: %s and %s exclude each other; give one", z,
                        cal_option_name(CAL_OPTION_VAL_CSV, in->naming));
    cal_status status = check(options, err);
    if (!status) status = open_bundles(&opened, in, true, err);
    if (status) return status;
    cal_report_files alone = {
        .logits = opened.val_logits, .labels = opened.val_labels, .csv = files->val_csv};
    return read_opened(in, &alone, options, err);
}

cal_status cal_gathered_all(cal_gathered *in, const cal_report_files *files,
                            const cal_report_options *options, cal_error *err) {
    cal_report_files opened = *files;
    cal_status status = check(options, err);
    if (!status) status = open_bundles(&opened, in, options->fit_on_test || options->fit, err);
    if (!status) status = read_opened(in, &opened, options, err);
    return status ? status : check_crossed(&in->validation.outputs, options, err);
}

cal_status cal_report_of_files(cal_report_value *out, const cal_report_files *files,
                               const cal_report_options *options, cal_error *err) {
    cal_gathered in = {.naming = options->naming};
    cal_status status = cal_gathered_all(&in, files, options, err);
    if (!status) {
        cal_report_request request = request_of(&in.test.outputs, &in.validation.outputs, options);
        request.ood = in.ood;
        if (files->against.bytes)
            request.against = files->against.name, request.other = cal_gathered_other(&in);
        status = cal_report_make(out, &request, err);
    }
    if (options->notes) *options->notes = in.notes;
    cal_arena_free(&in.arena);
    return status;
}
