// Grad-CAM: the regions of a picture in which the last feature map supports a class.
//
// A [c,h,w] is the last feature map before pooling or flattening; y is the logit of a class.
//     Weights: alpha_k = mean over positions of dy/dA_k.
//     Map: relu(sum_k alpha_k A_k).
#include "ad/plan.h"
#include "base/maths/maths.h"
#include "catalog/head/head.h"
#include "kernel/layout/layout.h"
#include "run/net/batch.h"
#include "run/probe/probe.h"
#include "run/train/inspect.h"

// Returns the number of layers up to the last feature map, and that map's extent; 0 if there is none.
static int find_map(cal_extent *out, const cal_net *net) {
    const cal_layer *layers;
    const int count = cal_net_layers(net, &layers);
    int end = 0;
    bool seen = false;
    for (int i = 0; i < count; i += 1 + layers[i].span) {
        const cal_layer *layer = &layers[i];
        const bool skipped = layer->kind->is_pooling || layer->kind->only_in_training;
        for (int j = i; j <= i + layer->span; j++) seen |= layers[j].kind->is_convolution;
        if (!seen || skipped || layer->out.form != CAL_PICTURE || layer->out.h * layer->out.w < 2) continue;
        *out = layer->out;
        end = i + 1 + layer->span;
    }
    return end;
}

typedef struct view {
    cal_plan *plan;
    cal_extent map;
    cal_node x, chosen, logits, feature, slope, *tensor; // chosen: [1,k], 1 at the class
    cal_arena own;
} view;

static void view_free(view *v) {
    cal_plan_free(v->plan);
    cal_arena_free(&v->own);
}

static cal_status view_plan(view *v, const cal_probe_input *in, cal_error *err) {
    const cal_net *net = in->net;
    const cal_extent from = cal_net_input(net);
    const cal_layer *layer;
    const cal_tensor *tensor;
    const int layers = cal_net_layers(net, &layer), tensors = cal_net_tensors(net, &tensor);
    *v = (view){.plan = NULL};
    const int cut = find_map(&v->map, net);
    if (!cut)
        return cal_fail(err, CAL_USAGE, "probe gradcam: model %s has no feature map of a convolution",
                        in->spec->model.entry->id);
    v->tensor = cal_arena_alloc(&v->own, (size_t)tensors * sizeof *v->tensor + 1);
    if (!v->tensor) return cal_refuse_memory(err, "the map");
    cal_graph g = {0};
    v->x = from.form == CAL_PICTURE ? cal_graph_input(&g, CAL_IMAGE, (cal_shape){1, from.c, from.h, from.w})
                                    : cal_graph_input(&g, CAL_MATRIX, (cal_shape){1, from.c, 1, 1});
    v->chosen = cal_graph_input(&g, CAL_MATRIX, (cal_shape){1, in->data->k, 1, 1});
    for (int i = 0; i < tensors; i++) v->tensor[i] = cal_graph_input(&g, tensor[i].kind, tensor[i].shape);
    const cal_layer_builder b = {&g, layer, v->tensor, false, NULL, CAL_ABSENT};
    v->feature = cal_layer_sequence(&b, 0, cut, v->x);
    v->logits = cal_layer_sequence(&b, cut, layers, v->feature);
    cal_graph_gradient(&g, cal_graph_inner(&g, v->logits, v->chosen), &v->feature, 1, &v->slope);
    cal_status status =
        cal_plan_create(&v->plan, &g, (cal_node[]){v->logits, v->feature, v->slope}, 3, in->workers, err);
    cal_graph_free(&g);
    return status;
}

static size_t map_values(const view *v) { return (size_t)cal_extent_values(v->map); }

// Checks the sample's index and the class, and finds the split.
static cal_status find_sample(const cal_split **split, const cal_probe_input *in, const cal_choice *choice,
                              cal_error *err) {
    const int sample = cal_choice_integer(choice, "sample"), class = cal_choice_integer(choice, "class");
    cal_status status = cal_probe_split(split, in, choice, err);
    if (!status && sample >= (*split)->n)
        status = cal_fail(err, CAL_USAGE, "probe gradcam: sample=%d is not one of the set's samples 0 to %d",
                          sample, (*split)->n - 1);
    if (!status && class >= in->data->k)
        status =
            cal_fail(err, CAL_USAGE,
                     "probe gradcam: class=%d is not one of the classes 0 to %d, or -1 for the predicted one",
                     class, in->data->k - 1);
    return status;
}

static cal_status size(cal_probe_size *out, const cal_probe_input *in, const cal_choice *choice,
                       cal_error *err) {
    const cal_split *split;
    view v = {.plan = NULL};
    cal_status status = find_sample(&split, in, choice, err);
    if (!status) status = view_plan(&v, in, err);
    if (!status) {
        out->rows = v.map.h * v.map.w;
        out->bytes = cal_plan_block(v.plan) + cal_plan_overhead(v.plan) + 2 * map_values(&v) * sizeof(float) +
                     ((size_t)out->rows + (size_t)in->data->k) * sizeof(double) + 8192;
    }
    view_free(&v);
    return status;
}

static void give_weights(view *v, const cal_probe_input *in) {
    const float *flat = cal_run_weights(in->run);
    const cal_tensor *tensor;
    const int tensors = cal_net_tensors(in->net, &tensor);
    for (int i = 0; i < tensors; i++) {
        const cal_tensor *t = &tensor[i];
        double *value = t->kind == CAL_VECTOR ? cal_plan_data(v->plan, v->tensor[i]) : NULL;
        for (size_t j = 0; value && j < t->size; j++) value[j] = (double)flat[t->offset + j];
    }
}

static int largest(const float *z, int k) {
    int best = 0;
    for (int c = 1; c < k; c++)
        if (z[c] > z[best]) best = c;
    return best;
}

// Runs the plan for the chosen class, and returns that class.
static int run_for_class(view *v, const cal_probe_input *in, const cal_split *split,
                         const cal_choice *choice) {
    const int k = in->data->k, requested = cal_choice_integer(choice, "class");
    cal_pool *pool = cal_run_pool(in->run);
    float *chosen = cal_plan_data(v->plan, v->chosen);
    const float *z = cal_plan_data(v->plan, v->logits);
    cal_batch_fill(&(cal_batch_job){.data = in->data,
                                    .split = split,
                                    .pixel_table = cal_run_pixels(in->run),
                                    .first = cal_choice_integer(choice, "sample"),
                                    .count = 1,
                                    .batch = 1,
                                    .image = cal_net_takes_image(in->net),
                                    .x = cal_plan_data(v->plan, v->x)},
                   pool);
    give_weights(v, in);
    for (int c = 0; c < k; c++) chosen[c] = c == requested;
    cal_plan_run(v->plan, pool);
    if (requested >= 0) return requested;
    const int class = largest(z, k);
    chosen[class] = 1;
    cal_plan_run(v->plan, pool);
    return class;
}

static double probability(const float *z, int k, int class) {
    const int best = largest(z, k);
    double sum = 0;
    for (int c = 0; c < k; c++) sum += cal_exp((double)z[c] - (double)z[best]);
    return cal_exp((double)z[class] - (double)z[best]) / sum;
}

static void write_map(cal_table *out, const view *v, const float *feature, const float *slope, double *map) {
    const int places = v->map.h * v->map.w;
    for (int c = 0; c < v->map.c; c++) {
        const float *a = feature + (size_t)c * (size_t)places, *da = slope + (size_t)c * (size_t)places;
        double alpha = 0;
        for (int i = 0; i < places; i++) alpha += (double)da[i];
        alpha /= places;
        for (int i = 0; i < places; i++) map[i] += alpha * (double)a[i];
    }
    out->begin(out->to, places);
    for (int i = 0; i < places; i++)
        out->row(out->to, (double[]){i / v->map.w, i % v->map.w, map[i] > 0 ? map[i] : 0});
}

static cal_status make(cal_table *out, const cal_probe_input *in, const cal_choice *choice, cal_error *err) {
    const cal_split *split;
    view v = {.plan = NULL};
    cal_status status = find_sample(&split, in, choice, err);
    if (!status) status = view_plan(&v, in, err);
    const cal_tensor *tensor;
    const int tensors = cal_net_tensors(in->net, &tensor);
    for (int i = 0; !status && i < tensors; i++)
        if (tensor[i].kind != CAL_VECTOR)
            cal_plan_bind(v.plan, v.tensor[i], cal_run_flat(in->run) + tensor[i].offset);
    if (!status) status = cal_plan_place(v.plan, NULL, err);
    float *feature = cal_arena_alloc(&v.own, map_values(&v) * sizeof *feature + 1);
    float *slope = cal_arena_alloc(&v.own, map_values(&v) * sizeof *slope + 1);
    double *map = cal_arena_alloc(&v.own, map_values(&v) * sizeof *map + 1);
    if (!status && v.own.refused) status = cal_refuse_memory(err, "the map");
    if (!status) {
        const cal_image_shape shape = {.n = 1, .c = v.map.c, .h = v.map.h, .w = v.map.w};
        const int class = run_for_class(&v, in, split, choice), k = in->data->k;
        const float *z = cal_plan_data(v.plan, v.logits), *image = cal_plan_data(v.plan, v.slope);
        cal_kernel_flatten(&(cal_env){NULL, NULL}, feature, cal_plan_data(v.plan, v.feature), &shape);
        if (image)
            cal_kernel_flatten(&(cal_env){NULL, NULL}, slope, image,
                               &shape); // no image: the logit does not depend on the map
        cal_table_fact(out, "class", class);
        const int sample = cal_choice_integer(choice, "sample");
        const bool several = cal_head_of(&in->spec->head)->several;
        cal_table_fact(out, "probability",
                       several ? cal_sigmoid((double)z[class]) : probability(z, k, class));
        cal_table_fact(out, "predicted", largest(z, k));
        // In multi-label data: 1 if the explained label is present.
        cal_table_fact(out, "label",
                       in->data->several ? split->labels[(size_t)sample * (size_t)k + (size_t)class]
                                         : split->labels[sample]);
        cal_table_fact(out, "height", v.map.h);
        cal_table_fact(out, "width", v.map.w);
        write_map(out, &v, feature, slope, map);
    }
    view_free(&v);
    return status;
}

const cal_probe cal_probe_gradcam = {
    .entry = {.id = "gradcam",
              .label = "Grad-CAM",
              .tex = "\\mathrm{relu}\\Big(\\sum_k \\alpha_k A^k\\Big), \\quad \\alpha_k = \\tfrac{1}{hw} "
                     "\\sum_{ij} \\frac{\\partial y}{\\partial A^k_{ij}}",
              .source = "Selvaraju et al. 2017, Eq. 1 and 2, of the last feature map before pooling",
              .help = "The regions of a picture in which the last feature map supports a class",
              .params = (const cal_param[]){{.name = "sample",
                                             .help = "Sample of the set, from 0",
                                             .unit = "",
                                             .type = CAL_INTEGER,
                                             .max = 1000000},
                                            {.name = "class",
                                             .help = "The class to explain; -1 is the predicted one",
                                             .unit = "",
                                             .type = CAL_INTEGER,
                                             .value = -1,
                                             .min = -1,
                                             .max = 10000},
                                            {.name = "on",
                                             .help = "The sample's set: validation, test or training",
                                             .unit = "",
                                             .type = CAL_CHOICE,
                                             .choices = "val/test/train",
                                             .value = 1,
                                             .max = 2},
                                            {0}}},
    .each_label = true,
    .columns =
        (const cal_column[]){{"row", "Row", ""}, {"column", "Column", ""}, {"value", "Value", ""}, {NULL}},
    .size = size,
    .make = make,
};
