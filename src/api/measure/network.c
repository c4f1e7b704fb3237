// Opens trained weights, identifies their network, and computes its logits for samples in memory.
#include "api/network.h"
#include <string.h>
#include "catalog/head/head.h"
#include "run/outputs/option_names.h"
#include "run/link/link.h"
#include "run/net/infer.h"

cal_network_def cal_default_network(void) { return (cal_network_def){.cookie = CAL_COOKIE_NETWORK}; }

// True if the link has an entry with that key.
static bool has(const char *link, size_t length, const char *key) {
    cal_slice rest = {link, (int)length};
    while (rest.at) {
        cal_slice value = cal_slice_cut(&rest, '&');
        if (cal_slice_is(cal_slice_cut(&value, '='), key)) return true;
    }
    return false;
}

static cal_status propose(cal_network *n, const cal_file *file, cal_error *err) {
    const cal_weights_about about = n->about;
    cal_status status = cal_weights_propose(&n->fit, &n->fits, &n->arena, &about, file, err);
    n->proposal = status ? NULL : cal_arena_alloc(&n->arena, (size_t)n->fits * sizeof *n->proposal + 1);
    for (int i = 0; n->proposal && i < n->fits; i++) {
        cal_text model = {0};
        cal_choice_write(&model, &n->fit[i].model);
        n->proposal[i] = model.refused ? NULL : cal_arena_text(&n->arena, model.data, (size_t)model.length);
        n->arena.refused |= model.refused;
        cal_text_free(&model);
    }
    return !status && n->arena.refused ? cal_refuse_memory(err, "the network") : status;
}

// Takes the shape from the tensors, if no data gives it.
static void take_shape(cal_network *n) {
    cal_weights_about *about = &n->about;
    const cal_proposal *first = &n->fit[0];
    if (!about->c) {
        about->c = first->c, about->h = first->h, about->w = first->w;
        about->pixels = first->h > 1 || first->w > 1;
    }
    if (!about->k) about->k = first->k;
}

static cal_status take_data(cal_network *n, const cal_file *file, cal_error *err) {
    cal_weights_about data = {.k = 0}, *about = &n->about;
    cal_weights_take_data(&data, &n->spec.data);
    if (about->k && about->k != data.k)
        return cal_fail(err, CAL_FAILED, "%s has %d classes, but data %s has %d", file->name, about->k,
                        n->spec.data.entry->id, data.k);
    if (about->c && about->c != data.c)
        return cal_fail(err, CAL_FAILED, "%s takes %d channels, but data %s has %d", file->name, about->c,
                        n->spec.data.entry->id, data.c);
    n->guesses = cal_weights_guesses(&n->spec.data, about);
    cal_weights_normalise(&n->spec.data, about);
    about->k = data.k, about->c = data.c, about->h = data.h, about->w = data.w;
    about->pixels = data.pixels;
    return CAL_OK;
}

// Finds the model of a file that does not name it.
static cal_status take_model(cal_network *n, const cal_file *file, bool named, const cal_network_def *def,
                             cal_error *err) {
    const char *with = def->naming == CAL_NAMES_COMMAND ? " with --model" : "";
    cal_text names = {0};
    if (named) return n->about.model = n->spec.model, CAL_OK;
    if (!n->fits)
        return cal_fail(
            err, CAL_USAGE,
            "%s does not say which network it belongs to, and no preset fits its tensors: name the "
            "model%s",
            file->name, with);
    cal_proposals_write(&names, n->fit, n->fits);
    const char *fitting = names.data && !names.refused ? names.data : "several presets";
    cal_status status = CAL_OK;
    if (n->fits > 1 && !def->best_fit)
        status =
            cal_fail(err, CAL_USAGE,
                     "%s does not say which network it belongs to, and its tensors fit %s: name the model%s",
                     file->name, fitting, with);
    else n->about.model = n->fit[0].model;
    if (!status && n->fits == 1)
        cal_text_add(
            &n->note,
            "%s does not say which network it belongs to: its tensors fit only the preset %s, which is taken",
            file->name, fitting);
    if (n->note.refused) status = cal_refuse_memory(err, "a note");
    cal_text_free(&names);
    return status;
}

// Resets a parameter of the file's link that the definition overrides.
static void forget(cal_choice *data, const char *name) {
    const int param = cal_param_find(data->entry, name);
    cal_choice preset;
    cal_choice_default(&preset, data->entry);
    if (param >= 0) data->value[param] = preset.value[param];
}

static cal_status identify(cal_network *n, const cal_file *file, const cal_network_def *def, cal_error *err) {
    const char *link = def->link ? def->link->text.data : "";
    size_t length = strlen(link);
    const bool link_has_data = has(link, length, "data");
    if (n->about.link && !link_has_data) {
        link = n->about.link;
        length = strlen(link);
    }
    n->data = has(link, length, "data") || n->about.link;
    const bool own = n->about.model.entry, named = has(link, length, "model");
    cal_status status = CAL_OK;
    if (def->link && link == def->link->text.data) n->spec = def->link->spec;
    else if (length) status = cal_spec_parse(&n->spec, link, length, err);
    else cal_spec_default(&n->spec);
    if (!status && !link_has_data && def->means) forget(&n->spec.data, "mean");
    if (!status && !link_has_data && def->stds) forget(&n->spec.data, "std");
    if (!status && n->data) status = take_data(n, file, err);
    if (!status && !own) status = propose(n, file, err);
    if (!status && !own) status = take_model(n, file, named, def, err);
    if (!status && !own && n->fits) take_shape(n);
    if (!status) n->spec.model = n->about.model;
    return status;
}

// Applies the definition's overrides of the file.
static cal_status take_def(cal_network *n, const cal_network_def *def, cal_error *err) {
    cal_weights_about *about = &n->about;
    cal_status status =
        def->model ? cal_choice_parse(&about->model, "model", def->model, strlen(def->model), err) : CAL_OK;
    if (status) return status;
    if (def->c) {
        if (def->c < 1 || def->h < 1 || def->w < 1)
            return cal_fail(err, CAL_USAGE, "network: an input of %dx%dx%d", def->c, def->h, def->w);
        about->c = def->c, about->h = def->h, about->w = def->w;
        about->pixels = def->h > 1 || def->w > 1;
    }
    if (def->k) about->k = def->k;
    if (def->means < 0 || def->means > 4 || def->stds < 0 || def->stds > 4)
        return cal_fail(err, CAL_USAGE, "network: means=%d and stds=%d are not from 0 to 4", def->means,
                        def->stds);
    if (def->means) memcpy(about->mean, def->mean, sizeof about->mean), about->means = def->means;
    if (def->stds) memcpy(about->sd, def->std, sizeof about->sd), about->sds = def->stds;
    if (about->c &&
        ((about->means > 1 && about->means != about->c) || (about->sds > 1 && about->sds != about->c)))
        return cal_fail(err, CAL_USAGE, "%s and %s take one number, or %d, one for each channel",
                        cal_option_name(CAL_OPTION_MEAN, def->naming),
                        cal_option_name(CAL_OPTION_STD, def->naming), about->c);
    return CAL_OK;
}

static cal_status read(cal_network *n, const cal_network_def *def, cal_error *err) {
    cal_file file = cal_network_file(def);
    double temperature = 1;
    cal_status status = cal_network_take_bytes(&file, &temperature, &n->stored, def, err);
    if (!status) status = cal_weights_inspect(&n->about, &n->arena, &file, err);
    if (!status && temperature != 1) n->about.temperature = temperature;
    if (!status) status = take_def(n, def, err);
    if (!status) status = identify(n, &file, def, err);
    if (!status) cal_choice_write(&n->model, &n->about.model);
    if (!status && n->model.refused) status = cal_refuse_memory(err, "the network");
    if (status) return status;
    status = cal_weights_open(&n->weights, &n->about, &file, &n->misfit);
    if (!status || (n->weights.naming.row && status != CAL_MEMORY)) return CAL_OK;
    return cal_fail(err, status, "%s", n->misfit.text);
}

static cal_status examine(cal_network **out, const cal_network_def *def, const char *function,
                          cal_error *err) {
    cal_status status = cal_need_pointer_of(out, function, "out", err);
    if (status) return status;
    *out = NULL;
    status = cal_need_def(def, CAL_COOKIE_NETWORK, "network", err);
    if (!status) status = cal_need_pointer_of(def->bytes, function, "bytes", err);
    if (!status) status = cal_make_handle(out, sizeof **out, err);
    if (status) return status;
    status = read(*out, def, err);
    if (status) {
        cal_network_free(*out);
        *out = NULL;
    }
    return status;
}

cal_status cal_network_examine(cal_network **out, const cal_network_def *def, cal_error *err) {
    return examine(out, def, __func__, err);
}

cal_status cal_network_open(cal_network **out, const cal_network_def *def, cal_error *err) {
    cal_status status = examine(out, def, __func__, err);
    if (status || !(*out)->misfit.text[0]) return status;
    status = cal_fail(err, (*out)->misfit.status, "%s", (*out)->misfit.text);
    cal_network_free(*out);
    *out = NULL;
    return status;
}

void cal_network_free(cal_network *network) {
    if (!network) return;
    cal_weights_free(&network->weights);
    cal_text_free(&network->model);
    cal_text_free(&network->note);
    cal_text_free(&network->guess);
    cal_text_free(&network->stored);
    cal_arena_free(&network->arena);
    cal_mem_free(network);
}

cal_network_info cal_network_about(const cal_network *network) {
    if (!network) return (cal_network_info){0};
    const cal_weights_about *about = &network->about;
    const cal_net *net = network->weights.net;
    return (cal_network_info){.model = network->model.data,
                              .layers = cal_net_text(net),
                              .link = about->link,
                              .k = about->k,
                              .c = about->c,
                              .h = about->h,
                              .w = about->w,
                              .of_data = network->data,
                              .pixels = about->pixels,
                              .guessed = network->guesses,
                              .parameters = cal_net_parameters(net),
                              .multiply_adds = cal_net_multiply_adds(net),
                              .temperature = about->temperature > 0 ? about->temperature : 1,
                              .note = network->note.data,
                              .guess = network->guess.data,
                              .labelling =
                                  network->spec.head.entry && cal_head_of(&network->spec.head)->several
                                      ? CAL_LABELS_SEVERAL
                                      : CAL_LABELS_ONE,
                              .misfit = network->misfit.text[0] ? network->misfit.text : NULL};
}

const char *cal_network_proposal(const cal_network *network, int index) {
    return network && index >= 0 && index < network->fits ? network->proposal[index] : NULL;
}

cal_status cal_network_link(cal_bytes *out, const cal_network *network, cal_error *err) {
    cal_text link = {0};
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = (cal_bytes){0};
    status = cal_need_pointer(network, "the network", err);
    if (!status && !network->data)
        status = cal_fail(err, CAL_USAGE, "the data of the network is unknown: name it in the link");
    if (!status) cal_spec_write(&link, &network->spec);
    return cal_give_text(out, &link, status, err);
}

cal_status cal_network_json(cal_bytes *out, const cal_network *network, cal_error *err) {
    cal_text json = {0};
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = (cal_bytes){0};
    status = cal_need_pointer(network, "the network", err);
    if (!status) cal_weights_describe(&json, &network->about, &network->weights);
    return cal_give_text(out, &json, status, err);
}

// ---- logits

// Repeats a single number for all channels.
static void spread(float out[4], const double *number, int count) {
    for (int i = 0; i < 4; i++) out[i] = (float)(i < count ? number[i] : number[0]);
}

static cal_status check_samples(const cal_network *network, const cal_sample_set *s, cal_error *err) {
    const cal_weights_about *about = &network->about;
    if (s->n < 1) return cal_fail(err, CAL_USAGE, "samples: n=%d is not at least 1", s->n);
    if (s->c != about->c || s->h != about->h || s->w != about->w)
        return cal_fail(err, CAL_USAGE, "samples of %dx%dx%d, and the network takes %dx%dx%d", s->c, s->h,
                        s->w, about->c, about->h, about->w);
    if (about->pixels ? !s->pixels : !s->features)
        return cal_fail(err, CAL_USAGE, "samples: the network takes %s, and they are null",
                        about->pixels ? "pixels" : "features");
    if (about->pixels && (!about->means || !about->sds))
        return cal_fail(
            err, CAL_USAGE,
            "the normalisation of pixels is unknown: name the data in the definition's link, with "
            "its mean and std");
    return CAL_OK;
}

// Returns the network's inputs as a data set with only shape and normalisation.
static cal_dataset inputs_of(const cal_network *network) {
    const cal_weights_about *about = &network->about;
    cal_dataset shape = {.k = about->k, .c = about->c, .h = about->h, .w = about->w};
    if (about->pixels && about->means && about->sds) {
        spread(shape.mean, about->mean, about->means);
        spread(shape.sd, about->sd, about->sds);
    }
    return shape;
}

cal_status cal_network_logits(float *logits, const cal_network *network, cal_lab *lab,
                              const cal_sample_set *samples, cal_error *err) {
    cal_infer *infer = NULL;
    cal_status status = cal_need_pointer(logits, "the logits", err);
    if (!status) status = cal_need_pointer(network, "the network", err);
    if (!status) status = cal_need_pointer(lab, "the lab", err);
    if (!status) status = cal_need_pointer(samples, "the samples", err);
    if (!status) status = check_samples(network, samples, err);
    if (status) return status;
    const cal_weights_about *about = &network->about;
    const cal_dataset shape = inputs_of(network);
    const cal_split split = {.n = samples->n,
                             .pixels = (uint8_t *)samples->pixels, // not written to
                             .features = (float *)samples->features};
    status = cal_infer_open(&infer, network->weights.net, network->weights.flat, &shape,
                            cal_infer_batch(0, samples->n), lab->pool, err);
    if (!status) cal_infer_rows(infer, logits, &split, 0, split.n);
    cal_infer_free(infer);
    const size_t numbers = (size_t)samples->n * (size_t)about->k;
    for (size_t i = 0; !status && about->temperature > 0 && i < numbers; i++)
        logits[i] /= (float)about->temperature;
    return status;
}

static void say(void *context, float *logits, const cal_split *split, int count,
                const cal_normalisation *with) {
    float mean[4], sd[4];
    cal_normalisation_floats(mean, sd, with);
    cal_infer_normalise(context, mean, sd);
    cal_infer_rows(context, logits, split, 0, count);
}

cal_status cal_network_normalise(cal_network *network, cal_lab *lab, const cal_samples *samples,
                                 cal_error *err) {
    cal_infer *infer = NULL;
    cal_status status = cal_need_pointer(network, "the network", err);
    if (!status) status = cal_need_pointer(lab, "the lab", err);
    if (!status) status = cal_need_pointer(samples, "the samples", err);
    if (status || !network->guesses) return status;
    const cal_dataset *data = &samples->data;
    const cal_sample_set test = cal_show_split(data, &data->test);
    network->about.means = network->about.sds = 1; // only for the check
    status = check_samples(network, &test, err);
    network->about.means = network->about.sds = 0;
    if (!status)
        status = cal_infer_open(&infer, network->weights.net, network->weights.flat, data,
                                cal_infer_batch(0, test.n), lab->pool, err);
    const cal_normalise_job job = {say, infer, data};
    if (!status) status = cal_normalise(&network->normalised, &job, err);
    cal_infer_free(infer);
    if (status) return status;
    const cal_normalisation *best = network->normalised.way;
    cal_weights_put(&network->spec.data, best->mean, best->sd, data->c);
    cal_weights_normalise(&network->spec.data, &network->about);
    cal_text_free(&network->guess);
    cal_text_add(&network->guess, "neither the file nor the link says how pixels are normalised. Guessed: ");
    cal_normalisation_guess_print(&network->guess, &network->normalised);
    return network->guess.refused ? cal_refuse_memory(err, "a note") : CAL_OK;
}
