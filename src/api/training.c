// Plans, trains, pauses and saves a run.
#include "api/handles.h"
#include <string.h>
#include "catalog/head/head.h"
#include "run/weights/weights.h"

cal_status cal_training_plan(cal_training_need *out, const cal_lab *lab, const cal_link *link, int threads,
                             cal_error *err) {
    cal_need need;
    int k, c, h, w;
    cal_status status = cal_need_pointer(out, "out", err);
    if (!status) status = cal_need_link(link, err);
    if (!status && (threads < 0 || threads > CAL_LAB_THREADS))
        status =
            cal_fail(err, CAL_USAGE, "plan: threads=%d is not between 0 and %d", threads, CAL_LAB_THREADS);
    if (!status)
        status = cal_plan_link(&need, link, CAL_RUN_TRAIN, threads ? threads : cal_threads_available(), err);
    if (status) return status;
    const cal_spec *spec = &link->spec;
    cal_data_shape(&k, &c, &h, &w, &spec->data);
    const size_t loading = cal_loading_bytes(lab, spec, need.data);
    *out = (cal_training_need){.bytes = loading > need.bytes ? loading : need.bytes,
                               .loading_bytes = loading,
                               .state_bytes = need.state,
                               .parameters = need.parameters,
                               .multiply_adds = need.multiply_adds,
                               .epochs = cal_choice_integer(&spec->run, "epochs"),
                               .steps_per_epoch = need.steps_per_epoch,
                               .steps = need.steps,
                               .k = k,
                               .c = c,
                               .h = h,
                               .w = w};
    _Static_assert(sizeof out->largest >= sizeof need.largest, "a sentence is never cut");
    memcpy(out->largest, need.largest, sizeof need.largest);
    return CAL_OK;
}

cal_training_def cal_default_training(void) { return (cal_training_def){.cookie = CAL_COOKIE_TRAINING}; }

// Reads initial weights, matched by name or by order and shape, and writes a note about the match.
static cal_status read_weights(float **out, cal_arena *arena, cal_training *t, cal_spec *spec,
                               const cal_dataset *data, const cal_file *file, cal_error *err) {
    cal_net *net = NULL;
    cal_tensor_map naming;
    cal_status status = cal_net_from_choice(&net, &spec->model, data->k, data->c, data->h, data->w, err);
    if (status) return status;
    const size_t count = cal_net_parameters(net) + cal_net_statistics(net);
    *out = cal_arena_alloc(arena, count * sizeof **out);
    if (!*out) status = cal_refuse_memory(err, "%zu weights", count);
    // A trained network is the end of its link's training, not its start.
    if (!status && !t->trained) status = cal_weights_name(spec->from, file, err);
    if (!status) status = cal_weights_read(*out, NULL, &naming, arena, net, file, err);
    if (!status && naming.order != CAL_BY_NAME) {
        cal_text_add(&t->note,
                     "the names in %s are not the network's: its %d tensors were matched by order and shape",
                     file->name, naming.files - naming.ignored);
        if (t->note.refused) status = cal_refuse_memory(err, "a note");
    }
    cal_net_free(net);
    return status;
}

static cal_status make(cal_training *t, cal_use use, const cal_training_def *def, cal_error *err) {
    cal_spec own = def->link->spec, *spec = &own;
    const cal_file file = {def->start_name ? def->start_name : "the start", def->start, def->start_size};
    const bool resumes = def->start && def->start_as == CAL_START_RESUME;
    cal_need need;
    cal_dataset data = {0};
    cal_arena arena = {0};
    float *weights = NULL;
    // Find a model that does not fit the data before files are read and samples made.
    cal_status status = cal_plan_link(&need, def->link, use, cal_pool_workers(t->lab->pool), err);
    if (!status) status = cal_data_load(&data, &spec->data, t->lab->file, t->lab->files, err);
    if (!status && !def->keep_link) cal_name_data(spec, &data);
    if (!status && def->loaded) def->loaded(def->context);
    if (!status && def->start && !resumes)
        status = read_weights(&weights, &arena, t, spec, &data, &file, err);
    if (!status) status = cal_run_create(&t->run, spec, use, &data, weights, t->lab->pool, err);
    cal_dataset_free(&data); // empty if the run owns it now
    cal_arena_free(&arena);
    t->resumed = resumes;
    return !status && resumes ? cal_run_resume(t->run, &file, err) : status;
}

static cal_status check_start(const cal_spec *spec, const cal_training_def *def, cal_error *err) {
    if ((unsigned)def->start_as > CAL_START_TRAINED)
        return cal_fail(err, CAL_USAGE, "training: start_as=%d is not a cal_start", (int)def->start_as);
    if (def->start_as == CAL_START_TRAINED && !def->start)
        return cal_fail(err, CAL_USAGE, "training: start is null, and start_as says that it is trained");
    if (spec->from[0] && !def->start && def->start_as != CAL_START_DEFERRED)
        return cal_fail(err, CAL_USAGE,
                        "from=%s: this run starts from the weights of the file whose SHA-256 begins so: give "
                        "it as start",
                        spec->from);
    return CAL_OK;
}

cal_status cal_training_open(cal_training **out, cal_use use, cal_lab *lab, const cal_training_def *def,
                             const char *function, cal_error *err) {
    cal_status status = cal_need_pointer_of(out, function, "out", err);
    if (status) return status;
    *out = NULL;
    status = cal_need_pointer_of(lab, function, "the lab", err);
    if (!status) status = cal_need_def(def, CAL_COOKIE_TRAINING, "training", err);
    if (!status) status = cal_need_link(def->link, err);
    if (!status) status = check_start(&def->link->spec, def, err);
    if (!status) status = cal_make_handle(out, sizeof **out, err);
    if (status) return status;
    cal_training *t = *out;
    t->lab = lab;
    t->trained = def->start_as == CAL_START_TRAINED;
    t->listener = def->listener;
    t->context = def->context;
    status = make(t, use, def, err);
    if (status) {
        cal_training_free(t);
        *out = NULL;
    }
    return status;
}

cal_status cal_training_create(cal_training **out, cal_lab *lab, const cal_training_def *def,
                               cal_error *err) {
    return cal_training_open(out, CAL_RUN_TRAIN, lab, def, __func__, err);
}

void cal_training_free(cal_training *t) {
    if (!t) return;
    cal_run_free(t->run);
    cal_text_free(&t->note);
    cal_text_free(&t->held);
    cal_mem_free(t);
}

const char *cal_training_note(const cal_training *t) { return t ? t->note.data : NULL; }

cal_status cal_training_link(cal_bytes *out, const cal_training *t, cal_error *err) {
    cal_text link = {0};
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = (cal_bytes){0};
    status = cal_need_pointer(t, "the training", err);
    if (!status) cal_spec_write(&link, cal_run_spec(t->run));
    return cal_give_text(out, &link, status, err);
}

cal_training_state cal_training_now(const cal_training *t) {
    if (!t) return (cal_training_state){0};
    const int epochs = cal_choice_integer(&cal_run_spec(t->run)->run, "epochs");
    return (cal_training_state){.event = t->event,
                                .step = cal_run_steps_done(t->run),
                                .steps = epochs * cal_run_epoch_steps(t->run),
                                .epoch = cal_run_epochs_done(t->run),
                                .epochs = epochs,
                                .over = t->trained || cal_run_over(t->run),
                                .loss = t->stepped ? cal_run_loss(t->run) : __builtin_nan("")};
}

cal_status cal_training_step(cal_training_event *event, cal_training *t, cal_error *err) {
    static const cal_training_event events[] = {[CAL_STEPPED] = CAL_STEP_DONE,
                                                [CAL_EPOCH_ENDED] = CAL_EPOCH_DONE,
                                                [CAL_RUN_ENDED] = CAL_TRAINING_DONE};
    cal_progress progress;
    cal_status status = cal_need_pointer(t, "the training", err);
    if (!status && t->trained)
        status = cal_fail(err, CAL_USAGE, "the network is taken as trained: there is no step to take");
    if (!status && cal_run_over(t->run))
        status = cal_fail(err, CAL_USAGE, "the training is over after %d epochs: there is no further step",
                          cal_run_epochs_done(t->run));
    if (!status) status = cal_run_step(&progress, t->run, err);
    if (status) return status;
    t->event = events[progress];
    t->stepped = true;
    if (event) *event = t->event;
    return CAL_OK;
}

cal_status cal_training_run(cal_training *t, int steps, cal_error *err) {
    cal_status status = cal_need_pointer(t, "the training", err);
    if (!status && steps < 0) status = cal_fail(err, CAL_USAGE, "training: steps=%d is below 0", steps);
    if (!status && t->trained) return cal_run_evaluate(t->run), CAL_OK;
    for (int done = 0; !status && !cal_run_over(t->run) && (!steps || done < steps); done++) {
        status = cal_training_step(NULL, t, err);
        const cal_training_state now = cal_training_now(t);
        if (!status && t->listener && !t->listener(t->context, &now)) break;
    }
    return status;
}

cal_status cal_training_save(cal_bytes *out, const cal_training *t, cal_error *err) {
    cal_text bytes = {0};
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = (cal_bytes){0};
    status = cal_need_pointer(t, "the training", err);
    if (!status) status = cal_run_save(&bytes, t->run, err);
    return cal_give_text(out, &bytes, status, err);
}

cal_status cal_training_state_held(const void **bytes, size_t *size, cal_training *t, cal_error *err) {
    cal_status status = cal_need_pointer(bytes, "bytes", err);
    if (!status) status = cal_need_pointer(size, "size", err);
    if (status) return status;
    *bytes = NULL, *size = 0;
    status = cal_need_pointer(t, "the training", err);
    if (status) return status;
    // Reserve the largest state at once: planned memory has no room for the fragments of reallocation.
    cal_text_reserve(&t->held, cal_run_state_bytes(t->run));
    t->held.length = 0;
    status = cal_run_save(&t->held, t->run, err);
    if (status) cal_text_free(&t->held);
    else *bytes = t->held.data, *size = (size_t)t->held.length;
    return status;
}

cal_status cal_training_resume(cal_training *t, const char *name, const void *bytes, size_t size,
                               cal_error *err) {
    const cal_file file = {name ? name : "the state", bytes, size};
    cal_status status = cal_need_pointer(t, "the training", err);
    if (!status) status = cal_need_pointer(bytes, "the state", err);
    if (!status && (t->stepped || t->resumed || t->trained))
        status = cal_fail(err, CAL_USAGE,
                          "training: it has begun; a state can be loaded only before the first step");
    if (status) return status;
    t->resumed = true;
    return cal_run_resume(t->run, &file, err);
}

cal_status cal_training_weights(cal_bytes *out, const cal_training *t, cal_error *err) {
    cal_text bytes = {0};
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = (cal_bytes){0};
    status = cal_need_pointer(t, "the training", err);
    if (!status) cal_weights_write_run(&bytes, t->run);
    return cal_give_text(out, &bytes, status, err);
}

double cal_training_figure(const cal_training *t, int epoch, cal_set set, const char *name) {
    return t && name ? cal_run_history_figure(t->run, epoch, (int)set, name) : __builtin_nan("");
}

cal_status cal_training_epoch_json(cal_bytes *out, const cal_training *t, int epoch, cal_error *err) {
    cal_text json = {0};
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = (cal_bytes){0};
    status = cal_need_pointer(t, "the training", err);
    const int done = t ? cal_run_epochs_done(t->run) : 0;
    if (!status && (epoch < 0 || epoch >= done))
        status = cal_fail(err, CAL_USAGE, "training: epoch=%d is none of the %d that are done", epoch, done);
    if (!status) cal_run_write_epoch(t->run, epoch, &json);
    return cal_give_text(out, &json, status, err);
}

int cal_training_curvature(cal_named_figure *out, int most, const cal_training *t) {
    cal_run_curvature_member member[CAL_RUN_CURVATURE_MEMBERS];
    const cal_run_curvature *curvature = t ? cal_run_last_curvature(t->run) : NULL;
    const int members = curvature ? cal_run_curvature_members(member, curvature) : 0;
    for (int i = 0; i < members && i < most; i++)
        out[i] = (cal_named_figure){member[i].name, member[i].value};
    return members;
}

void cal_training_evaluate(cal_training *t) {
    if (t) cal_run_evaluate(t->run);
}

cal_sample_set cal_training_samples(const cal_training *t, cal_set set) {
    if (!t) return (cal_sample_set){0};
    const cal_dataset *data = cal_run_data(t->run);
    cal_sample_set samples = cal_show_split(data, cal_split_of(data, set));
    if (cal_head_of(&cal_run_spec(t->run)->head)->several && !data->several)
        samples.labelling = CAL_LABELS_REST;
    return samples;
}

const char *cal_training_hash(const cal_training *t) { return t ? cal_run_data(t->run)->hash : NULL; }

const char *cal_training_class(const cal_training *t, int label) {
    const cal_dataset *data = t ? cal_run_data(t->run) : NULL;
    return data && label >= 0 && label < data->k ? data->class_names[label] : NULL;
}

const float *cal_training_logits(const cal_training *t, cal_set set) {
    if (!t || !cal_training_samples(t, set).n) return NULL;
    return set == CAL_SET_TEST         ? cal_run_test_logits(t->run)
           : set == CAL_SET_VALIDATION ? cal_run_val_logits(t->run)
                                       : NULL;
}

bool cal_training_fused(const cal_training *t) { return t && cal_run_fused(t->run); }

cal_status cal_training_receipt(cal_training_result *out, cal_training *t, cal_error *err) {
    cal_receipt receipt;
    cal_text link = {0};
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = (cal_training_result){0};
    status = cal_need_pointer(t, "the training", err);
    if (status) return status;
    if (!cal_run_over(t->run)) cal_run_evaluate(t->run);
    status = cal_run_digest(&receipt, out->digest, t->run, err);
    if (status) return *out = (cal_training_result){0}, status;
    memcpy(out->data_hash, cal_run_data(t->run)->hash, sizeof out->data_hash);
    if (!cal_run_over(t->run)) return CAL_OK; // an unfinished run has no receipt to share
    cal_spec_share(&link, cal_run_spec(t->run), &receipt);
    return cal_give_text(&out->link, &link, CAL_OK, err);
}
