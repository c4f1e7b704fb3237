// Makes reports: their text, and their figures as numbers.
#include "api/network.h"
#include "api/report.h"
#include <string.h>
#include "run/outputs/probabilities.h"
#include "run/report/input/files.h"
#include "run/report/labels.h"
#include "run/reduce/reduce.h"
#include "run/report/report.h"
#include "run/calibration/fitted.h"
#include "run/report/print/json.h"
#include "run/report/print/table.h"

cal_report_def cal_default_report(void) {
    return (cal_report_def){.cookie = CAL_COOKIE_REPORT, .bins = 15, .draws = -1};
}

// ---- requests

static cal_status check_list(const char *const *list, const char *what, cal_error *err) {
    int count = 0;
    while (list && list[count]) count++;
    return count <= CAL_REPORT_LIST_MAX
               ? CAL_OK
               : cal_fail(err, CAL_USAGE, "report: more than %d %s", CAL_REPORT_LIST_MAX, what);
}

typedef struct progress_listener {
    cal_report_listener *listener;
    void *context;
} progress_listener;

static void report_progress(void *to, double fraction) {
    const progress_listener *h = to;
    h->listener(h->context, fraction);
}

// Converts outputs in memory to the form that files are read into.
static cal_status read_set(cal_outputs *out, cal_arena *arena, const cal_logit_set *set, const char *which,
                           cal_notes *notes, cal_error *err) {
    *out = (cal_outputs){.n = set->n,
                         .k = set->k,
                         .logits = set->probabilities ? NULL : set->logits,
                         .probabilities = set->probabilities,
                         .labels = set->labels,
                         .posterior = set->posterior};
    if (!set->probabilities) return CAL_OK;
    return cal_probabilities_renormalise(&out->probabilities, arena, (size_t)set->n, (size_t)set->k, which,
                                         notes, err);
}

// Refuses validation outputs equal to the test outputs: calibrators fitted and measured on the same set look
// too good. A network with constant outputs has the same logits for two sets, but their labels differ.
static cal_status check_apart(const cal_logit_set *test, const cal_logit_set *validation, cal_error *err) {
    const size_t n = (size_t)test->n, numbers = n * (size_t)test->k;
    if (validation->n != test->n) return CAL_OK;
    const size_t labels = test->labelling == CAL_LABELS_SEVERAL ? numbers : n;
    const bool same =
        test->probabilities
            ? memcmp(validation->probabilities, test->probabilities, numbers * sizeof(double)) == 0
            : memcmp(validation->logits, test->logits, numbers * sizeof(float)) == 0;
    if (!same || memcmp(validation->labels, test->labels, labels * sizeof *test->labels) != 0) return CAL_OK;
    return cal_fail(err, CAL_USAGE,
                    "the validation logits are the test logits: a calibrator is not measured on the set it "
                    "was fitted on, unless fit_on_test asks for it instead");
}

// Checks a set, with probabilities accepted instead of logits.
static cal_status check_set(const cal_logit_set *set, const char *which, cal_error *err) {
    static const float some = 0;
    cal_logit_set like = *set;
    if (set->probabilities) like.logits = &some; // only its presence is checked
    return cal_check_logit_set(&like, which, err);
}

static cal_status check(const cal_report_def *def, cal_error *err) {
    cal_status status = check_set(&def->test, "test", err);
    if (!status && def->validation.n) status = check_set(&def->validation, "validation", err);
    if (status) return status;
    if (def->validation.n && !def->test.probabilities != !def->validation.probabilities)
        return cal_fail(err, CAL_USAGE, "report: one set has logits, and the other one probabilities");
    if (def->test.probabilities && def->ood_logits)
        return cal_fail(err, CAL_USAGE, "report: ood_logits do not go with probabilities");
    if (def->validation.n && def->fit_on_test)
        return cal_fail(err, CAL_USAGE, "report: fit_on_test contradicts a validation set");
    if (def->validation.n && def->validation.k != def->test.k)
        return cal_fail(err, CAL_USAGE, "validation logits have %d classes, test logits %d",
                        def->validation.k, def->test.k);
    if (def->validation.n && def->validation.labelling != def->test.labelling)
        return cal_fail(err, CAL_USAGE, "report: the validation set's labels are not of the test set's kind");
    if (def->validation.n) status = check_apart(&def->test, &def->validation, err);
    if (status) return status;
    if (def->network && !def->samples)
        return cal_fail(err, CAL_USAGE, "report: samples are null, and the network was evaluated on them");
    if (def->ood_logits ? def->ood_n < 1 : def->ood_n)
        return cal_fail(err, CAL_USAGE, "report: ood_n=%d does not go with ood_logits", def->ood_n);
    return CAL_OK;
}

// Writes the link of an evaluation: the data that was loaded, and the network with its normalisation.
static cal_status write_evaluation(cal_text *link, const cal_report_def *def, cal_error *err) {
    cal_spec spec = def->network->spec;
    const cal_normalisation_guess *guess = &def->network->normalised;
    spec.data = def->samples->spec.data;
    if (guess->count) cal_weights_put(&spec.data, guess->way->mean, guess->way->sd, def->samples->data.c);
    cal_spec_write(link, &spec);
    return link->refused ? cal_refuse_memory(err, "the link") : CAL_OK;
}

static void write_network(cal_text *json, const cal_network *network) {
    cal_json_key(json, "weights");
    cal_weights_describe(json, &network->about, &network->weights);
    if (!network->normalised.count) return;
    cal_json_key(json, "normalisation");
    cal_normalisation_guess_write(json, &network->normalised);
}

// Holds a member for each row, as cal_report_inputs must.
struct input_rows {
#define OPTION_INPUTS_ONLY
#define OPTION(holder, member, ...)      const char *member;
#define OPTION_FILE(holder, member, ...) cal_input member;
#define OPTION_FLAG(holder, member, ...) bool member;
#define OPTION_SHARDS(...)
#include "run/outputs/report_options.inc"
};
_Static_assert(sizeof(struct input_rows) == sizeof(cal_report_inputs), "a member has no row");

// `inputs` may be null.
static cal_status read_options(cal_report_options *out, progress_listener *h, cal_report *r,
                               const cal_lab *lab, const cal_report_def *def, const cal_report_inputs *given,
                               cal_error *err) {
    const cal_report_inputs none = {.task = NULL}, *inputs = given ? given : &none;
    cal_status status = CAL_OK;
    *h = (progress_listener){def->listener, def->context};
    *out = (cal_report_options){
#define OPTION(holder, member, ...) .member = holder->member,
#define OPTION_FILE(...)
#define OPTION_SHARDS(...)
#include "run/outputs/report_options.inc"
        .pool = lab->pool, .notes = &r->notes, .naming = def->naming};
    out->fitting = (cal_fit_watch){def->fit_listener, def->fit_context};
    if (h->listener) out->progress = (cal_progress_range){report_progress, h, 0, 1};
    if (def->bins < 1) return cal_fail(err, CAL_USAGE, "bins=%d is not between 1 and 1000", def->bins);
    if (def->draws < -1) return cal_fail(err, CAL_USAGE, "draws=%d is below -1", def->draws);
#define OPTION(...)
#define OPTION_LIST(holder, member, ...)                                                                     \
    if (!status) status = check_list(holder->member, #member, err);
#include "run/outputs/report_options.inc"
    return status;
}

// Requests multi-label figures instead of those of classes. A trained network's head determines the meaning
// of its logits.
static cal_status take_labels(cal_report_request *request, cal_arena *arena, const cal_report_def *def,
                              cal_error *err) {
    const cal_logit_set *sets[] = {&def->test, &def->validation};
    cal_label_rows rows[2];
    cal_error why = {CAL_OK, ""};
    if (def->ood_logits)
        return cal_fail(err, CAL_USAGE, "report: ood_logits needs classes, and the data is multi-label");
    if (def->test.probabilities)
        return cal_fail(err, CAL_USAGE, "report: multi-label data needs logits, not probabilities");
    char(*title)[16] = cal_arena_alloc(arena, (size_t)def->test.k * sizeof *title);
    const char **names = cal_arena_alloc(arena, (size_t)def->test.k * sizeof *names);
    if (arena->refused) return cal_refuse_memory(err, "the labels");
    for (int i = 0; i < 2; i++) {
        if (i && !sets[i]->n) continue;
        const cal_label_set set = cal_label_set_of(sets[i], 0);
        const cal_status status = cal_label_rows_make(&rows[i], arena, &set, &why);
        if (status) return cal_fail(err, status, "%s %s", i ? "validation" : "test", why.text);
    }
    for (int j = 0; j < def->test.k; j++) {
        cal_error word = {CAL_OK, ""};
        (void)cal_fail(&word, CAL_OK, "label %d", j);
        memcpy(title[j], word.text, sizeof *title);
        names[j] = def->samples ? cal_samples_class(def->samples, j) : NULL;
        if (!names[j]) names[j] = title[j];
    }
    request->test = cal_label_rows_outputs(&rows[0], names);
    if (def->validation.n) request->validation = cal_label_rows_outputs(&rows[1], names);
    if (def->draws < 0) {
        const int draws = cal_resampling_default(request->test.n, request->test.k).interval;
        request->metrics.chance = (cal_resampling){(draws + 1) / 2, draws};
    }
    return CAL_OK;
}

static cal_status write(cal_report *r, const cal_lab *lab, const cal_report_def *def, cal_error *err) {
    cal_report_options options;
    progress_listener h;
    cal_arena arena = {0}; // holds probabilities whose rows do not sum to 1 to the last bit
    cal_text link = {0};
    cal_outputs test, validation = {0};
    cal_report_request request;
    cal_status status = read_options(&options, &h, r, lab, def, NULL, err);
    if (!status) status = read_set(&test, &arena, &def->test, "test", &r->notes, err);
    if (!status && def->validation.n)
        status = read_set(&validation, &arena, &def->validation, "validation", &r->notes, err);
    if (!status)
        status =
            cal_report_of_outputs(&request, &test, def->validation.n ? &validation : NULL, &options, err);
    if (!status && def->network) status = write_evaluation(&link, def, err);
    if (!status) {
        request.ood = (cal_outputs){.n = def->ood_n, .k = def->test.k, .logits = def->ood_logits};
        request.spec = link.data;
        if (def->test.labelling != CAL_LABELS_ONE) status = take_labels(&request, &arena, def, err);
        if (!status) status = cal_report_make(&r->value, &request, err);
    }
    if (!status) {
        cal_json_open(&r->json, '{');
        cal_report_write(&r->json, &r->value);
        if (def->network) write_network(&r->json, def->network);
        cal_json_close(&r->json, '}');
    }
    cal_text_free(&link);
    cal_arena_free(&arena);
    return status;
}

// ---- handles

// Creates an empty report.
static cal_status begin(cal_report **out, const char *function, cal_error *err) {
    cal_status status = cal_need_pointer_of(out, function, "out", err);
    if (status) return status;
    *out = NULL;
    return cal_make_handle(out, sizeof **out, err);
}

// Finishes a report, or frees it and sets *out to null if `status` is an error.
static cal_status end(cal_report **out, cal_status status, cal_error *err) {
    if (!status) {
        cal_text_add(&(*out)->json, "\n");
        cal_report_list(*out);
        if ((*out)->json.refused || (*out)->value.arena.refused)
            status = cal_refuse_memory(err, "the report");
    }
    if (!status) return CAL_OK;
    cal_report_free(*out);
    *out = NULL;
    return status;
}

cal_status cal_report_logits(cal_report **out, cal_lab *lab, const cal_report_def *def, cal_error *err) {
    cal_status status = begin(out, "cal_report_logits", err);
    if (status) return status;
    status = cal_need_pointer(lab, "the lab", err);
    if (!status) status = cal_need_def(def, CAL_COOKIE_REPORT, "report", err);
    if (!status) status = check(def, err);
    if (!status) status = write(*out, lab, def, err);
    return end(out, status, err);
}

// Reads the calibrator of a file, which excludes those that the report would fit.
static cal_status read_ready(cal_ready_fit *out, cal_fitted *fitted, const cal_report_def *def,
                             const cal_report_inputs *inputs, cal_error *err) {
    const cal_file file = cal_file_of(&inputs->calibrator_file);
    const char *name = cal_option_name(CAL_OPTION_CALIBRATOR_FILE, def->naming);
    const struct {
        bool given;
        cal_option_id option;
    } others[] = {{def->calibrators && def->calibrators[0], CAL_OPTION_CALIBRATOR},
                  {def->fit_on_test, CAL_OPTION_FIT_ON_TEST},
                  {def->fit, CAL_OPTION_FIT},
                  {inputs->val_logits.bytes, CAL_OPTION_VAL_LOGITS},
                  {inputs->val_csv.bytes, CAL_OPTION_VAL_CSV}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i].given)
            return cal_fail(err, CAL_USAGE, "report: %s and %s exclude each other; give one", name,
                            cal_option_name(others[i].option, def->naming));
    const cal_status status = cal_fitted_read(fitted, &file, err);
    if (!status) *out = cal_fitted_ready(fitted, file.name);
    return status;
}

cal_status cal_report_read(cal_report **out, cal_lab *lab, const cal_report_def *def,
                           const cal_report_inputs *inputs, cal_error *err) {
    cal_report_options options;
    progress_listener h;
    cal_status status = begin(out, "cal_report_read", err);
    if (status) return status;
    status = cal_need_pointer(lab, "the lab", err);
    if (!status) status = cal_need_def(def, CAL_COOKIE_REPORT, "report", err);
    if (!status) status = cal_need_pointer(inputs, "inputs", err);
    if (!status) status = read_options(&options, &h, *out, lab, def, inputs, err);
    cal_fitted fitted = {.n = 0};
    cal_ready_fit ready;
    if (!status && inputs->calibrator_file.bytes) {
        status = read_ready(&ready, &fitted, def, inputs, err);
        options.ready = &ready;
    }
    if (!status) {
        const cal_report_files files = {
#define OPTION(...)
#define OPTION_FILE(holder, member, ...) .member = cal_file_of(&holder->member),
#include "run/outputs/report_options.inc"
        };
        status = cal_report_of_files(&(*out)->value, &files, &options, err);
    }
    cal_fitted_free(&fitted);
    if (!status) {
        cal_json_open(&(*out)->json, '{');
        cal_report_write(&(*out)->json, &(*out)->value);
        cal_notes_write(&(*out)->json, &(*out)->notes);
        cal_json_close(&(*out)->json, '}');
    }
    return end(out, status, err);
}

cal_status cal_report_shards(cal_report **out, cal_lab *lab, const cal_report_def *def,
                             const cal_input *shards, int count, cal_error *err) {
    cal_report_options options;
    progress_listener h;
    cal_arena arena = {0};
    cal_status status = begin(out, "cal_report_shards", err);
    if (status) return status;
    status = cal_need_pointer(lab, "the lab", err);
    if (!status) status = cal_need_def(def, CAL_COOKIE_REPORT, "report", err);
    if (!status) status = cal_need_pointer(shards, "shards", err);
    if (!status && count < 1)
        status = cal_fail(err, CAL_USAGE, "report: %d shards; give at least one", count);
    if (!status) status = read_options(&options, &h, *out, lab, def, NULL, err);
    cal_file *files = status ? NULL : cal_arena_alloc(&arena, (size_t)count * sizeof *files);
    if (!status && !files) status = cal_refuse_memory(err, "%d shards", count);
    for (int i = 0; i < count && !status; i++) {
        status = cal_need_pointer(shards[i].bytes, "a shard", err);
        files[i] = cal_file_of(&shards[i]);
    }
    if (!status) status = cal_report_of_shards(&(*out)->value, &(*out)->json, files, count, &options, err);
    cal_arena_free(&arena);
    return end(out, status, err);
}

const char *cal_report_note(const cal_report *r, int index) {
    return r && index >= 0 && index < r->notes.count ? r->notes.note[index].text : NULL;
}

cal_status cal_report_training(cal_report **out, cal_training *t, cal_error *err) {
    cal_status status = begin(out, "cal_report_training", err);
    if (status) return status;
    status = cal_need_pointer(t, "the training", err);
    if (!status && !cal_run_over(t->run)) cal_run_evaluate(t->run);
    if (!status) status = cal_run_report_value(&(*out)->value, t->run, &(*out)->json, err);
    return end(out, status, err);
}

void cal_report_free(cal_report *r) {
    if (!r) return;
    cal_text_free(&r->json);
    cal_report_value_free(&r->value);
    cal_mem_free(r);
}

// ---- texts

cal_status cal_report_json(cal_bytes *out, const cal_report *r, cal_error *err) {
    cal_text copy = {0};
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = (cal_bytes){0};
    status = cal_need_pointer(r, "the report", err);
    if (!status) cal_text_add_bytes(&copy, r->json.data, (size_t)r->json.length);
    return cal_give_text(out, &copy, status, err);
}

static cal_status write_table(cal_bytes *out, const cal_text *json, const char *format, const char *function,
                              cal_error *err) {
    cal_text table = {0};
    cal_format as;
    cal_status status = cal_need_pointer_of(format, function, "the format", err);
    if (!status && !cal_format_parse(&as, format))
        status = cal_fail(err, CAL_USAGE, "format %.48s is not json, table, csv, latex or markdown", format);
    if (!status) status = cal_report_format(&table, json, as, err);
    return cal_give_text(out, &table, status, err);
}

cal_status cal_report_table(cal_bytes *out, const cal_report *r, const char *format, cal_error *err) {
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = (cal_bytes){0};
    status = cal_need_pointer(r, "the report", err);
    return status ? status : write_table(out, &r->json, format, __func__, err);
}

cal_status cal_report_json_table(cal_bytes *out, const char *json, size_t size, const char *format,
                                 cal_error *err) {
    cal_text text = {0};
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = (cal_bytes){0};
    status = cal_need_pointer(json, "the report", err);
    if (!status) cal_text_add_bytes(&text, json, size);
    if (!status && text.refused) status = cal_refuse_memory(err, "the report");
    if (!status) status = write_table(out, &text, format, __func__, err);
    cal_text_free(&text);
    return status;
}
