// Makes tables: views of outputs, and probes of networks.
#include "api/result.h"
#include <string.h>
#include "catalog/corruption/corruption.h"
#include "run/link/link.h"
#include "run/ood/ood.h"
#include "run/probe/probe.h"
#include "run/views/view.h"

// ---- views

cal_view_def cal_default_view(void) { return (cal_view_def){.cookie = CAL_COOKIE_VIEW, .temperature = 1}; }

static cal_status check_view(const cal_view_def *def, cal_choice *choice, cal_error *err) {
    cal_status status = cal_need_def(def, CAL_COOKIE_VIEW, "view", err);
    if (!status) status = cal_need_pointer_of(def->view, "cal_view_table", "the view", err);
    if (!status) status = cal_choice_parse(choice, "view", def->view, strlen(def->view), err);
    if (!status && !cal_view_of(choice)->each_label)
        status = cal_check_one_label(def->test.labelling, choice->entry->id, err);
    if (!status && def->ood_logits) status = cal_check_one_label(def->test.labelling, "ood_logits", err);
    if (!status) status = cal_check_logit_set(&def->test, "test", err);
    if (!status && def->validation.n) status = cal_check_logit_set(&def->validation, "validation", err);
    if (!status && def->validation.n && def->validation.k != def->test.k)
        status = cal_fail(err, CAL_FAILED, "validation logits have %d classes, but the logits have %d",
                          def->validation.k, def->test.k);
    if (!status && def->validation.n && def->validation.labelling != def->test.labelling)
        status = cal_fail(err, CAL_USAGE,
                          "view: validation has other labels than the test set: one a sample, "
                          "or several");
    if (!status && (def->ood_logits ? def->ood_n < 1 : def->ood_n))
        status = cal_fail(err, CAL_USAGE, "view: ood_n=%d does not go with ood_logits", def->ood_n);
    return status;
}

// Makes an empty table with the columns of the view.
static cal_status begin_view(cal_result **out, const cal_view_def *def, const cal_choice *choice,
                             cal_error *err) {
    const cal_view *view = cal_view_of(choice);
    const int count = cal_view_columns(view);
    const cal_status status = cal_make_handle(out, sizeof **out, err);
    if (status) return status;
    cal_result_column *column = cal_result_columns(*out, count);
    (*out)->by_column = def->by_column;
    for (int i = 0; column && i < count; i++)
        column[i] = (cal_result_column){view->columns[i].id, view->columns[i].label, view->columns[i].unit};
    cal_result_take_choice(*out, choice);
    return CAL_OK;
}

cal_status cal_view_table(cal_result **out, const cal_view_def *def, cal_error *err) {
    cal_choice choice;
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = NULL;
    status = check_view(def, &choice, err);
    if (!status) status = begin_view(out, def, &choice, err);
    if (status) return status;
    cal_result *r = *out;
    cal_table table = cal_result_table(r);
    const bool one = def->test.labelling == CAL_LABELS_ONE, validated = def->validation.n > 0;
    const cal_label_set several = cal_label_set_of(&def->test, 1),
                        val_several = cal_label_set_of(&def->validation, 1);
    status = cal_view_make(&table,
                           &(cal_view_request){.choice = &choice,
                                               .logits = def->test.logits,
                                               .labels = def->test.labels,
                                               .posterior = def->test.posterior,
                                               .n = def->test.n,
                                               .k = def->test.k,
                                               .temperature = def->temperature,
                                               .several = one ? NULL : &several,
                                               .val_several = validated && !one ? &val_several : NULL,
                                               .val_logits = validated && one ? def->validation.logits : NULL,
                                               .val_labels = validated && one ? def->validation.labels : NULL,
                                               .val_n = def->validation.n,
                                               .ood_logits = def->ood_logits,
                                               .ood_n = def->ood_n},
                           err);
    return cal_result_end(out, &table, status, err);
}

cal_status cal_view_read(cal_result **out, cal_lab *lab, const cal_view_def *def,
                         const cal_report_inputs *inputs, cal_naming naming, cal_error *err) {
    cal_choice choice;
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = NULL;
    status = cal_need_pointer(lab, "the lab", err);
    if (!status) status = cal_need_pointer(inputs, "inputs", err);
    if (!status) status = cal_need_def(def, CAL_COOKIE_VIEW, "view", err);
    if (!status) status = cal_need_pointer_of(def->view, "cal_view_read", "the view", err);
    if (!status) status = cal_choice_parse(&choice, "view", def->view, strlen(def->view), err);
    if (!status && def->temperature != 1)
        status = cal_fail(err, CAL_USAGE, "view: a temperature goes with arrays of logits alone");
    if (!status) status = begin_view(out, def, &choice, err);
    if (status) return status;
    const cal_report_files files = {
#define OPTION(...)
#define OPTION_FILE(holder, member, ...) .member = cal_file_of(&holder->member),
#define OPTION_INPUTS_ONLY
#include "run/outputs/report_options.inc"
    };
    const cal_report_options options = {
#define OPTION_INPUTS_ONLY
#define OPTION(holder, member, ...) .member = holder->member,
#define OPTION_FILE(...)
#define OPTION_SHARDS(...)
#include "run/outputs/report_options.inc"
        .notes = &(*out)->notes, .pool = lab->pool, .naming = naming};
    cal_table table = cal_result_table(*out);
    return cal_result_end(out, &table, cal_view_of_files(&table, &choice, &files, &options, err), err);
}

// Makes a split of network inputs: samples of the shape of its data. Their labels may be null or of other
// classes.
static cal_status split_like(cal_split *out, const cal_dataset *data, const cal_sample_set *samples,
                             cal_error *err) {
    if (samples->n < 1) return cal_fail(err, CAL_USAGE, "samples: n=%d is not at least 1", samples->n);
    if (samples->c != data->c || samples->h != data->h || samples->w != data->w ||
        (data->test.pixels ? !samples->pixels : !samples->features))
        return cal_fail(err, CAL_USAGE, "samples of %dx%dx%d %s, but the training's are %dx%dx%d %s",
                        samples->c, samples->h, samples->w, samples->pixels ? "pixels" : "features", data->c,
                        data->h, data->w, data->test.pixels ? "pixels" : "features");
    *out = (cal_split){.n = samples->n, // not written to
                       .pixels = (uint8_t *)samples->pixels,
                       .features = (float *)samples->features,
                       .labels = samples->labelling == CAL_LABELS_ONE ? (int32_t *)samples->labels : NULL};
    return CAL_OK;
}

// Makes such a split with labels of 0.
static cal_status split_unlabelled(cal_split *out, cal_arena *arena, const cal_dataset *data,
                                   const cal_sample_set *samples, cal_error *err) {
    cal_status status = split_like(out, data, samples, err);
    if (status) return status;
    out->labels = cal_arena_alloc(arena, (size_t)samples->n * sizeof *out->labels);
    return out->labels ? CAL_OK : cal_refuse_memory(err, "the labels");
}

// ---- probes

cal_probe_def cal_default_probe(void) { return (cal_probe_def){.cookie = CAL_COOKIE_PROBE}; }

static cal_status parse_probe(cal_choice *out, const char *probe, const char *function, cal_error *err) {
    cal_status status = cal_need_pointer_of(probe, function, "the probe", err);
    return status ? status : cal_choice_parse_in(out, &cal_probe_registry, probe, strlen(probe), err);
}

cal_status cal_probe_plan(cal_probe_memory *out, const cal_lab *lab, const cal_probe_def *def, int threads,
                          cal_error *err) {
    cal_choice choice;
    cal_probe_need need;
    cal_status status = cal_need_pointer(out, "out", err);
    if (!status) status = cal_need_def(def, CAL_COOKIE_PROBE, "probe", err);
    if (!status) status = parse_probe(&choice, def->probe, __func__, err);
    if (!status) status = cal_need_link(def->link, err);
    if (!status && def->other && def->other->n < 1)
        status = cal_fail(err, CAL_USAGE, "samples: n=%d is not at least 1", def->other->n);
    if (!status && (threads < 0 || threads > CAL_LAB_THREADS))
        status =
            cal_fail(err, CAL_USAGE, "plan: threads=%d is not between 0 and %d", threads, CAL_LAB_THREADS);
    if (status) return status;
    const cal_split other = {.n = def->other ? def->other->n : 0};
    status = cal_probe_needs(&need, &def->link->spec, &choice, def->other ? &other : NULL,
                             threads ? threads : cal_threads_available(), err);
    if (status) return status;
    _Static_assert(sizeof out->largest >= sizeof need.largest, "a sentence is never cut");
    const size_t loading = cal_loading_bytes(lab, &def->link->spec, need.data);
    out->bytes = loading > need.bytes ? loading : need.bytes;
    memcpy(out->largest, need.largest, sizeof need.largest);
    return CAL_OK;
}

static cal_status look(cal_result **out, cal_training *t, const cal_choice *choice, const cal_split *other,
                       cal_error *err) {
    cal_result *r = *out;
    const cal_dataset *data = cal_run_data(t->run);
    const cal_probe *probe = cal_probe_of(choice);
    const int count = cal_probe_columns(probe, data->k), classes = probe->each_class ? data->k : 0;
    cal_result_column *column = cal_result_columns(r, count);
    cal_text text = {0};
    for (int i = 0; column && i < count; i++) {
        const int class = i - (count - classes);
        const cal_column *of = class < 0 ? &probe->columns[i] : probe->each_class;
        cal_text id = {0}, label = {0};
        cal_probe_write_id(&id, probe, i);
        cal_text_add(&label, "%s%s%s", of->label, class < 0 ? "" : ": ",
                     class < 0 ? "" : data->class_names[class]);
        column[i].id = cal_result_keep(r, &id);
        column[i].label = cal_result_keep(r, &label);
        column[i].unit = of->unit;
    }
    cal_result_take_choice(r, choice);
    cal_spec_write(&text, cal_run_spec(t->run));
    r->info.link = cal_result_keep(r, &text);
    r->info.epoch = cal_run_epochs_done(t->run);
    r->info.classes = classes;
    cal_table table = cal_result_table(r);
    return cal_result_end(out, &table, cal_probe_make(&table, t->run, choice, other, err), err);
}

cal_status cal_probe_table(cal_result **out, cal_lab *lab, const cal_probe_def *def, cal_error *err) {
    cal_choice choice;
    cal_split other;
    cal_training *t = NULL;
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = NULL;
    status = cal_need_def(def, CAL_COOKIE_PROBE, "probe", err);
    if (!status) status = parse_probe(&choice, def->probe, __func__, err);
    if (!status) status = cal_need_pointer(def->state, "the state", err);
    if (status) return status;
    cal_training_def of = cal_default_training();
    of.link = def->link;
    of.start = def->state, of.start_size = def->state_size, of.start_name = def->state_name;
    of.keep_link = def->keep_link;
    of.loaded = def->loaded, of.context = def->context;
    status = cal_training_open(&t, CAL_RUN_INSPECT, lab, &of, __func__, err);
    if (!status) status = cal_make_handle(out, sizeof **out, err);
    if (!status) {
        (*out)->listener = def->listener;
        (*out)->context = def->context;
        (*out)->by_column = def->by_column;
        if (def->other) status = split_like(&other, cal_run_data(t->run), def->other, err);
        if (status) cal_result_free(*out), *out = NULL;
        else status = look(out, t, &choice, def->other ? &other : NULL, err);
    }
    cal_training_free(t);
    return status;
}

// ---- corrupted pictures

cal_status cal_corrupt_pixels(uint8_t *pixels, const cal_sample_set *samples, const char *corruption,
                              cal_error *err) {
    cal_choice choice;
    cal_arena arena = {0};
    cal_split corrupted;
    cal_status status = cal_need_pointer(pixels, "pixels", err);
    if (!status) status = cal_need_pointer(samples, "the samples", err);
    if (!status) status = cal_need_pointer(corruption, "the corruption", err);
    if (!status) status = cal_choice_parse(&choice, "corruption", corruption, strlen(corruption), err);
    if (!status && (samples->n < 1 || samples->c < 1 || samples->h < 1 || samples->w < 1))
        status = cal_fail(err, CAL_USAGE, "samples: %d of %dx%dx%d", samples->n, samples->c, samples->h,
                          samples->w);
    if (status) return status;
    int32_t *source = cal_arena_alloc(&arena, (size_t)samples->n * sizeof *source);
    if (!source) return cal_refuse_memory(err, "the corrupted set");
    for (int i = 0; i < samples->n; i++) source[i] = samples->source ? samples->source[i] : i;
    const cal_dataset shape = {.k = samples->k, .c = samples->c, .h = samples->h, .w = samples->w};
    const cal_split split = {
        .n = samples->n, .source = source, .pixels = (uint8_t *)samples->pixels}; // not written to
    status = cal_split_corrupt(&corrupted, &arena, &shape, &split, &choice, err);
    if (!status)
        memcpy(pixels, corrupted.pixels,
               (size_t)samples->n * (size_t)samples->c * (size_t)samples->h * (size_t)samples->w);
    cal_arena_free(&arena);
    return status;
}

cal_status cal_training_outputs(float *logits, cal_training *t, const cal_sample_set *samples,
                                cal_error *err) {
    cal_status status = cal_need_pointer(logits, "the logits", err);
    if (!status) status = cal_need_pointer(t, "the training", err);
    if (!status) status = cal_need_pointer(samples, "the samples", err);
    if (status) return status;
    cal_arena arena = {0};
    cal_split split;
    status = split_unlabelled(&split, &arena, cal_run_data(t->run), samples, err);
    if (!status) cal_run_outputs(logits, t->run, &split);
    cal_arena_free(&arena);
    return status;
}

cal_ood_def cal_default_ood(void) { return (cal_ood_def){.bins = 15}; }

static cal_status parse_corruptions(cal_ood_request *out, cal_arena *arena, const char *const *given,
                                    cal_error *err) {
    enum { MOST = 64 };
    cal_choice *choice = cal_arena_alloc(arena, MOST * sizeof *choice);
    cal_status status = choice ? CAL_OK : cal_refuse_memory(err, "the corruptions");
    out->corruption = choice;
    for (; !status && given && given[out->count]; out->count++) {
        if (out->count == MOST)
            return cal_fail(err, CAL_USAGE, "ood: more than %d corruptions; give fewer", MOST);
        const char *text = given[out->count];
        status = cal_choice_parse(&choice[out->count], "corruption", text, strlen(text), err);
    }
    return status;
}

cal_status cal_training_ood_json(cal_bytes *out, cal_training *t, const cal_ood_def *def, cal_error *err) {
    cal_arena arena = {0};
    cal_text json = {0};
    cal_split split;
    cal_ood_request request = {.count = 0};
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = (cal_bytes){0};
    status = cal_need_pointer(t, "the training", err);
    if (!status) status = cal_need_pointer(def, "the definition", err);
    if (!status) status = cal_check_one_label(cal_training_samples(t, CAL_SET_TEST).labelling, "ood", err);
    if (!status && (def->bins < 1 || def->bins > 1000))
        status = cal_fail(err, CAL_USAGE, "bins=%d is not between 1 and 1000", def->bins);
    if (!status) status = parse_corruptions(&request, &arena, def->corruptions, err);
    if (!status && def->other)
        status = split_unlabelled(&split, &arena, cal_run_data(t->run), def->other, err);
    if (!status) {
        const cal_ood_other other = {def->other_name ? def->other_name : "", &split};
        request.other = def->other ? &other : NULL;
        request.bins = def->bins;
        cal_json_open(&json, '{');
        cal_json_member_spec(&json, "spec", cal_run_spec(t->run));
        status = cal_ood_write(&json, t->run, &request, err);
        if (!status) cal_json_close(&json, '}');
    }
    cal_arena_free(&arena);
    return cal_give_text(out, &json, status, err);
}

cal_status cal_training_shift_json(cal_bytes *out, cal_training *t, const char *const *corruptions, int bins,
                                   cal_error *err) {
    const cal_ood_def def = {.corruptions = corruptions, .bins = bins};
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = (cal_bytes){0};
    status = cal_need_pointer(t, "the training", err);
    if (!status) status = cal_need_pointer(corruptions, "the corruptions", err);
    return status ? status : cal_training_ood_json(out, t, &def, err);
}
