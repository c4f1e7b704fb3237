// A net's tensors, their initial values, and its graph.
#include "base/maths/maths.h"
#include "base/random/random.h"
#include "run/net/net.h"
#include "run/net/parts.h"
#include "catalog/model/model.h"
#include <string.h>

cal_status cal_net_from_choice(cal_net **out, const cal_choice *model, int classes, int c, int h, int w,
                               cal_error *err) {
    cal_text layers = {0};
    *out = NULL;
    cal_status status = cal_model_write(&layers, model, err);
    if (!status)
        status =
            cal_net_parse(out, layers.data ? layers.data : "", cal_model_pads(model), classes, c, h, w, err);
    cal_text_free(&layers);
    return status;
}

void cal_net_free(cal_net *net) {
    if (!net) return;
    cal_mem_free(net->tensor);
    cal_arena own = net->own; // the net is in its own arena
    cal_arena_free(&own);
}

const char *cal_net_text(const cal_net *net) { return net->text; }
size_t cal_net_parameters(const cal_net *net) { return net->parameters; }
size_t cal_net_statistics(const cal_net *net) { return net->statistics; }
size_t cal_net_bytes(const cal_net *net) {
    return net->own.taken + cal_mem_bytes((size_t)net->tensor_room * sizeof *net->tensor);
}
bool cal_net_takes_image(const cal_net *net) { return net->in.form == CAL_PICTURE; }

int cal_net_tensors(const cal_net *net, const cal_tensor **tensors) {
    *tensors = net->tensor;
    return net->tensors;
}

cal_extent cal_net_input(const cal_net *net) { return net->in; }

int cal_net_layers(const cal_net *net, const cal_layer **layers) {
    *layers = net->layer;
    return net->layers;
}

int64_t cal_net_multiply_adds(const cal_net *net) {
    int64_t sum = 0;
    for (int i = 0; i < net->layers; i++) sum += net->layer[i].multiply_adds;
    return sum;
}

// Returns the bound of a tensor's uniform initial values, or 0 if they are not uniform. The default is that
// of kaiming_uniform_ with a = sqrt(5), as in PyTorch's layers.
static double uniform_bound(const cal_tensor *t) {
    if (t->xavier) return cal_sqrt(6.0 / ((double)t->fan_in + t->fan_out));
    return (t->role == CAL_WEIGHT || t->role == CAL_BIAS) && t->fan_in ? 1 / cal_sqrt(t->fan_in) : 0;
}

typedef enum distribution { FIXED, UNIFORM, NORMAL } distribution;

// Returns the distribution of a tensor's initial values. *number is the constant, the bound or the standard
// deviation.
static distribution initial_distribution(double *number, const cal_tensor *t, cal_init init) {
    const bool embedded = t->sd > 0, multiplies = t->role == CAL_WEIGHT && t->ndim >= 2 && !embedded;
    if (init != CAL_INIT_PYTORCH && multiplies) {
        const bool he = init == CAL_INIT_HE_NORMAL || init == CAL_INIT_HE_UNIFORM;
        double values = 1; // height times width of a filter
        for (int d = 2; d < t->ndim; d++) values *= t->dim[d];
        const double fan = he ? t->dim[1] * values : ((double)t->dim[0] + t->dim[1]) * values;
        const bool normal = init == CAL_INIT_HE_NORMAL || init == CAL_INIT_XAVIER_NORMAL;
        *number = cal_sqrt((normal ? 2 : 6) / fan);
        return normal ? NORMAL : UNIFORM;
    }
    *number = embedded ? t->sd : init == CAL_INIT_PYTORCH ? uniform_bound(t) : 0;
    if (*number > 0) return embedded ? NORMAL : UNIFORM;
    *number = t->role == CAL_NORM_WEIGHT || t->role == CAL_RUNNING_VAR ? 1 : 0;
    return FIXED;
}

void cal_net_initialise(const cal_net *net, float *flat, cal_init init, uint64_t seed) {
    for (int i = 0; i < net->tensors; i++) {
        const cal_tensor *t = &net->tensor[i];
        float *value = flat + t->offset;
        double number;
        const distribution kind = initial_distribution(&number, t, init);
        for (size_t j = 0; j < t->size; j++) {
            double first = number;
            if (kind == NORMAL) first *= cal_random_normal(seed, CAL_STREAM_INIT, (uint64_t)i, j);
            if (kind == UNIFORM) first *= 2 * cal_random_uniform(seed, CAL_STREAM_INIT, (uint64_t)i, j) - 1;
            value[j] = (float)first;
        }
    }
}

cal_node cal_net_build(const cal_net *net, cal_graph *g, cal_node x, const cal_node *tensor, bool training,
                       cal_node *stats, cal_node key) {
    cal_layer_builder b = {g, net->layer, tensor, training, stats, key};
    for (int i = 0; stats && i < net->tensors; i++) stats[i] = CAL_ABSENT;
    return cal_layer_sequence(&b, 0, net->layers, x);
}

static const cal_layer *last_layer(const cal_net *net) {
    const cal_layer *last = NULL;
    for (int i = 0; i < net->layers; i += 1 + net->layer[i].span) last = &net->layer[i];
    return last;
}

const cal_tensor *cal_net_embedding(const cal_net *net) {
    return strcmp(net->layer[0].kind->entry.id, "emb") ? NULL : &net->tensor[net->layer[0].tensor];
}

const cal_tensor *cal_net_last_weight(const cal_net *net) {
    const cal_layer *last = last_layer(net);
    const bool linear = last && strcmp(last->kind->entry.id, "fc") == 0 && last->in.form != CAL_TOKENS;
    return linear ? &net->tensor[last->tensor] : NULL;
}

cal_node cal_net_last_features(const cal_net *net, const cal_graph *g, cal_node logits,
                               const cal_node *tensor) {
    const cal_tensor *weight = cal_net_last_weight(net);
    if (!weight || logits < 0) return CAL_NO_NODE;
    const cal_node node = tensor[weight - net->tensor];
    const cal_node_data *sum = cal_at(g, logits); // features times weight, plus bias
    for (int i = 0; i < 2; i++) {
        const cal_node_data *product = sum->in[i] < 0 ? NULL : cal_at(g, sum->in[i]);
        if (product && product->op == CAL_OP_MATMUL && product->in[1] == node) return product->in[0];
    }
    return CAL_NO_NODE;
}
