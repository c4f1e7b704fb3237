// Trained weights: what network a file holds, and what it says to samples in memory.
#include "api/parts.h"
#include <string.h>
#include "run/files/propose.h"
#include "run/files/weights.h"
#include "run/link/link.h"
#include "run/net/infer.h"
#include "run/net/onnx.h"

struct cal_network {
    cal_arena arena;
    cal_weights_about about;
    cal_weights weights;
    cal_text model; // as in a link
};

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

// Shape and normalisation of the data that it is of, where they are not its own.
static cal_status take_data(cal_weights_about *about, const char *link, const char *name, cal_error *err) {
    cal_spec spec;
    cal_weights_about data = {.k = 0};
    cal_status status = cal_parse_link(&spec, link, err);
    if (status) return status;
    cal_weights_take_data(&data, &spec.data);
    if (about->k && about->k != data.k)
        return cal_fail(err, CAL_FAILED, "%s knows %d classes, and data %s has %d", name, about->k,
                        spec.data.entry->id, data.k);
    if (about->c && about->c != data.c)
        return cal_fail(err, CAL_FAILED, "%s takes %d channels, and data %s has %d", name, about->c,
                        spec.data.entry->id, data.c);
    cal_weights_normalise(&spec.data, about);
    about->k = data.k, about->c = data.c, about->h = data.h, about->w = data.w;
    about->pixels = data.pixels;
    return CAL_OK;
}

// The one preset that its tensors fit.
static cal_status take_proposal(cal_weights_about *about, cal_arena *arena, const cal_file *file,
                                cal_error *err) {
    cal_proposal *fit;
    cal_text names = {0};
    int count;
    cal_status status = cal_weights_propose(&fit, &count, arena, about, file, err);
    if (status) return status;
    cal_proposals_write(&names, fit, count);
    if (count != 1)
        status = cal_fail(err, CAL_USAGE,
                          "%s does not say which network it is of, and its tensors fit %s: name the model",
                          file->name, count && names.data ? names.data : "no preset");
    else {
        about->model = fit->model;
        if (!about->c) about->pixels = fit->h > 1 || fit->w > 1;
        if (!about->c) about->c = fit->c, about->h = fit->h, about->w = fit->w;
        if (!about->k) about->k = fit->k;
    }
    cal_text_free(&names);
    return status;
}

static cal_status read(cal_network *net, const cal_network_def *def, cal_file file, cal_error *err) {
    cal_weights_about *about = &net->about;
    cal_text bytes = {0};
    double temperature = 1;
    cal_status status = take_onnx(&file, &temperature, &bytes, err);
    if (!status) status = cal_weights_look(about, &net->arena, &file, err);
    if (!status && temperature != 1) about->temperature = temperature;
    if (!status && def->model)
        status = cal_choice_parse(&about->model, "model", def->model, strlen(def->model), err);
    const char *link = def->link ? def->link : about->link;
    if (!status && link) status = take_data(about, link, file.name, err);
    if (!status && !about->model.entry) status = take_proposal(about, &net->arena, &file, err);
    if (!status) status = cal_weights_open(&net->weights, about, &file, err);
    if (!status) cal_choice_write(&net->model, &about->model);
    if (!status && net->model.refused)
        status = cal_fail(err, CAL_MEMORY, "memory for the network was refused");
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
    const cal_file file = {def->name ? def->name : "the network's file", def->bytes, def->size};
    status = read(*out, def, file, err);
    if (status) {
        cal_network_free(*out);
        *out = NULL;
    }
    return status;
}

void cal_network_free(cal_network *network) {
    if (!network) return;
    cal_weights_free(&network->weights);
    cal_text_free(&network->model);
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
                              .pixels = about->pixels,
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
    if (about->pixels && (!about->means || !about->deviations))
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
        spread(shape.deviation, about->deviation, about->deviations);
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
