// Trained weights: what network a file holds, and what it says to samples in memory.
#include "api/network.h"
#include <string.h>
#include "run/link/link.h"
#include "run/net/infer.h"
#include "run/files/onnx/onnx.h"

cal_network_def cal_default_network(void) { return (cal_network_def){.cookie = CAL_COOKIE_NETWORK}; }

// In the place of a model that the lab exported the file of weights that it was. An ONNX model begins with the tag of
// its first field, a safetensors file with eight bytes of length and a brace.
static cal_status take_onnx(cal_file *file, double *temperature, cal_text *bytes, cal_error *err) {
    const bool stored = file->size > 8 && file->bytes[8] == '{';
    if (stored || !file->size || file->bytes[0] != 8) return CAL_OK;
    cal_status status = cal_onnx_read(bytes, temperature, file, err);
    if (!status) *file = (cal_file){file->name, (const uint8_t *)bytes->data, (size_t)bytes->length};
    return status;
}

// Whether the link has an entry of that key.
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
    return cal_weights_propose(&n->fit, &n->fits, &n->arena, &about, file, err);
}

// The shape that the tensors have, where no data says it.
static cal_status take_shape(cal_network *n, const cal_file *file, cal_error *err) {
    if (!n->fits)
        return cal_fail(err, CAL_USAGE,
                        "%s does not say on which data it was trained, and no preset fits its tensors",
                        file->name);
    const cal_proposal *first = &n->fit[0];
    n->about.k = first->k, n->about.c = first->c, n->about.h = first->h, n->about.w = first->w;
    n->about.pixels = first->h > 1 || first->w > 1;
    return CAL_OK;
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

// Of a file that does not say it.
static cal_status take_model(cal_network *n, const cal_file *file, bool named, bool best, cal_error *err) {
    cal_text names = {0};
    if (named) return n->about.model = n->spec.model, CAL_OK;
    if (n->fits == 1 || (n->fits && best)) return n->about.model = n->fit[0].model, CAL_OK;
    if (!n->fits)
        return cal_fail(
            err, CAL_USAGE,
            "%s does not say which network it belongs to, and no preset fits its tensors%s%s: name the "
            "model",
            file->name, n->data ? " with data " : "", n->data ? n->spec.data.entry->id : "");
    cal_proposals_write(&names, n->fit, n->fits);
    cal_status status = cal_fail(
        err, CAL_USAGE, "%s does not say which network it belongs to, and its tensors fit %s: name the model",
        file->name, names.data && !names.refused ? names.data : "several presets");
    cal_text_free(&names);
    return status;
}

static cal_status identify(cal_network *n, const cal_file *file, const char *link, size_t length, bool best,
                           cal_error *err) {
    if (n->about.link && (!length || !has(link, length, "data"))) {
        link = n->about.link;
        length = strlen(link);
    }
    n->data = has(link, length, "data") || n->about.link;
    const bool own = n->about.model.entry, named = has(link, length, "model");
    cal_status status = CAL_OK;
    if (length) status = cal_spec_parse(&n->spec, link, length, err);
    else cal_spec_default(&n->spec);
    if (!status && n->data) status = take_data(n, file, err);
    if (!status && !own) status = propose(n, file, err);
    if (!status && !n->data && !n->about.c) status = take_shape(n, file, err);
    if (!status && !own) status = take_model(n, file, named, best, err);
    if (!status) n->spec.model = n->about.model;
    return status;
}

cal_status cal_network_read(cal_network *n, const cal_file *file, const char *link, size_t length, bool best,
                            cal_error *err) {
    const double temperature = n->about.temperature; // of an ONNX model that the file stands for
    cal_status status = cal_weights_inspect(&n->about, &n->arena, file, err);
    n->about.temperature = temperature;
    if (!status) status = identify(n, file, link, length, best, err);
    if (!status) status = cal_weights_open(&n->weights, &n->about, file, err);
    return status;
}

static cal_status read(cal_network *n, const cal_network_def *def, cal_error *err) {
    cal_file file = {def->name ? def->name : "the network's file", def->bytes, def->size};
    cal_text bytes = {0};
    double temperature = 1;
    cal_status status = take_onnx(&file, &temperature, &bytes, err);
    if (temperature != 1) n->about.temperature = temperature;
    const char *link = def->link ? def->link : "";
    if (!status) status = cal_network_read(n, &file, link, strlen(link), false, err);
    if (!status) cal_choice_write(&n->model, &n->about.model);
    if (!status && n->model.refused) status = cal_refuse_memory(err, "the network");
    cal_text_free(&bytes);
    return status;
}

cal_status cal_network_open(cal_network **out, const cal_network_def *def, cal_error *err) {
    cal_status status = cal_need_pointer(out, "cal_network_open", "out", err);
    if (status) return status;
    *out = NULL;
    status = cal_need_def(def, CAL_COOKIE_NETWORK, "network", err);
    if (!status) status = cal_need_pointer(def->bytes, "cal_network_open", "bytes", err);
    if (!status) status = cal_make_handle(out, sizeof **out, err);
    if (status) return status;
    status = read(*out, def, err);
    if (status) {
        cal_network_free(*out);
        *out = NULL;
    }
    return status;
}

void cal_network_clear(cal_network *network) {
    cal_weights_free(&network->weights);
    cal_text_free(&network->model);
    cal_arena_free(&network->arena);
}

void cal_network_free(cal_network *network) {
    if (!network) return;
    cal_network_clear(network);
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
                              .pixels = about->pixels,
                              .guessed = network->guesses,
                              .parameters = cal_net_parameters(net),
                              .multiply_adds = cal_net_multiply_adds(net),
                              .temperature = about->temperature > 0 ? about->temperature : 1};
}

// ---- logits

// One number stands for all channels.
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
        return cal_fail(err, CAL_USAGE,
                        "nobody says how pixels are normalised: name the data in the definition's link, with "
                        "its mean and std");
    return CAL_OK;
}

cal_status cal_network_logits(float *logits, const cal_network *network, cal_lab *lab,
                              const cal_sample_set *samples, cal_error *err) {
    cal_infer *infer = NULL;
    cal_status status = cal_need_pointer(logits, "cal_network_logits", "the logits", err);
    if (!status) status = cal_need_pointer(network, "cal_network_logits", "the network", err);
    if (!status) status = cal_need_pointer(lab, "cal_network_logits", "the lab", err);
    if (!status) status = cal_need_pointer(samples, "cal_network_logits", "the samples", err);
    if (!status) status = check_samples(network, samples, err);
    if (status) return status;
    const cal_weights_about *about = &network->about;
    cal_dataset shape = {.k = about->k, .c = about->c, .h = about->h, .w = about->w};
    if (about->pixels) {
        spread(shape.mean, about->mean, about->means);
        spread(shape.sd, about->sd, about->sds);
    }
    const cal_split split = {.n = samples->n,
                             .pixels = (uint8_t *)samples->pixels, // nothing writes there
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

cal_status cal_network_save(cal_bytes *out, const cal_network *network, double temperature, cal_error *err) {
    cal_text bytes = {0};
    cal_status status = cal_need_pointer(out, "cal_network_save", "out", err);
    if (status) return status;
    *out = (cal_bytes){0};
    status = cal_need_pointer(network, "cal_network_save", "the network", err);
    if (!status && temperature && !(temperature >= 1e-3 && temperature <= 1e6))
        status =
            cal_fail(err, CAL_USAGE, "temperature %g is neither 0 nor from 0.001 to 1000000", temperature);
    if (!status && network->about.temperature > 0)
        status =
            cal_fail(err, CAL_USAGE,
                     "the network divides its logits by the temperature %g, which a file of weights does "
                     "not hold: take the one that it was exported from",
                     network->about.temperature);
    if (!status && temperature > 0)
        status = cal_onnx_write(&bytes, &network->about, network->weights.net, network->weights.flat,
                                temperature, err);
    else if (!status) cal_weights_write(&bytes, &network->about, network->weights.net, network->weights.flat);
    return cal_give_text(out, &bytes, status, err);
}
