// Curvature of a network's mean loss, for a training or for weights in a file.
#include "api/handles.h"
#include <string.h>
#include "run/outputs/option_names.h"
#include "run/curvature/curvature.h"
#include "run/weights/weights.h"
#include "catalog/head/head.h"
#include "catalog/penalty/penalty.h"

enum { BATCH = 128, CLASSES_MAX = 10000 };

struct cal_curvature {
    cal_arena arena, block; // block: result of the last call for a block
    cal_hessian_request request;
    cal_hessian *hessian;
    bool placed; // memory is allocated
    int layers;
    cal_block_range *layer; // [layers]
    cal_block_range all;
    cal_exact exact; // count is 0 until it is computed
    cal_choice loss, penalty;
    // For files:
    cal_net *net;
    cal_choice model;
    cal_dataset data; // the samples are its validation split
};

cal_curvature_def cal_default_curvature(void) { return (cal_curvature_def){.cookie = CAL_COOKIE_CURVATURE}; }

static cal_status parse_loss(cal_choice *loss, cal_choice *penalty, const char *text, cal_error *err) {
    const cal_status status = cal_objective_parse(loss, penalty, text, err);
    return status ? status : cal_objective_check_logits(loss, penalty, err);
}

cal_status cal_curvature_check_loss(const char *loss, cal_error *err) {
    cal_choice a, b;
    cal_status status = cal_need_pointer(loss, "the loss", err);
    return status ? status : parse_loss(&a, &b, loss, err);
}

// ---- from files

static cal_status take_samples(cal_curvature *c, const cal_curvature_def *def, cal_error *err) {
    cal_dataset *data = &c->data;
    size_t count = 0;
    if (def->n < 1 || def->c < 1 || def->h < 1 || def->w < 1 ||
        __builtin_mul_overflow((size_t)def->c * (size_t)def->h, (size_t)def->w, &count) ||
        __builtin_mul_overflow(count, (size_t)def->n, &count) || count > SIZE_MAX / 16)
        return cal_fail(err, CAL_USAGE, "curvature: inputs of %dx%dx%dx%d", def->n, def->c, def->h, def->w);
    double *wide = cal_arena_alloc(&c->arena, count * sizeof *wide);
    float *narrow = cal_arena_alloc(&c->arena, count * sizeof *narrow);
    int32_t *labels = cal_arena_alloc(&c->arena, (size_t)def->n * sizeof *labels);
    if (!wide || !narrow || !labels) return cal_refuse_memory(err, "%d inputs", def->n);
    memcpy(wide, def->inputs, count * sizeof *wide);
    memcpy(labels, def->labels, (size_t)def->n * sizeof *labels);
    for (size_t i = 0; i < count; i++) {
        if (!(wide[i] - wide[i] == 0))
            return cal_fail(err, CAL_FAILED, "inputs: number %zu is not finite", i);
        narrow[i] = (float)wide[i];
    }
    c->request.wide_features = wide;
    data->val.features = narrow, data->val.labels = labels, data->val.n = def->n;
    data->c = def->c, data->h = def->h, data->w = def->w;
    return CAL_OK;
}

// `known`: the number of classes in the weights file, or 0.
static cal_status find_classes(cal_curvature *c, int wanted, int known, cal_error *err) {
    const cal_split *split = &c->data.val;
    int largest = 1;
    for (int i = 0; i < split->n; i++)
        if (split->labels[i] > largest) largest = split->labels[i];
    if (largest > CLASSES_MAX - 1) largest = CLASSES_MAX - 1;
    c->data.k = wanted ? wanted : known ? known : largest + 1;
    if (c->data.k < 2 || c->data.k > CLASSES_MAX)
        return cal_fail(err, CAL_USAGE, "curvature: k=%d is not between 2 and %d", c->data.k, CLASSES_MAX);
    for (int i = 0; i < split->n; i++)
        if (split->labels[i] < 0 || split->labels[i] >= c->data.k)
            return cal_fail(err, CAL_FAILED, "labels: row %d: label %d is not one of the classes 0 to %d", i,
                            split->labels[i], c->data.k - 1);
    return CAL_OK;
}

static cal_status take_weights(cal_curvature *c, const cal_file *file, cal_error *err) {
    cal_tensor_map naming;
    const size_t count = cal_net_parameters(c->net) + cal_net_statistics(c->net);
    double *wide = cal_arena_alloc(&c->arena, count * sizeof *wide);
    float *flat = cal_arena_alloc(&c->arena, count * sizeof *flat);
    if (!wide || !flat) return cal_refuse_memory(err, "%zu weights", count);
    cal_status status = cal_weights_read(NULL, wide, &naming, &c->arena, c->net, file, err);
    for (size_t i = 0; !status && i < count; i++) flat[i] = (float)wide[i];
    c->request.wide_flat = wide;
    c->request.flat = flat;
    return status;
}

static cal_status open_files(cal_curvature *c, const cal_curvature_def *def, cal_error *err) {
    const cal_file file = {def->weights.name ? def->weights.name : "the weights", def->weights.bytes,
                           def->weights.size};
    cal_weights_about about = {.k = 0};
    cal_status status =
        cal_need_pointer_of(file.bytes, "cal_curvature_create", "the training, or weights,", err);
    if (!status) status = cal_need_pointer_of(def->inputs, "cal_curvature_create", "inputs", err);
    if (!status) status = cal_need_pointer_of(def->labels, "cal_curvature_create", "labels", err);
    if (!status) status = cal_weights_inspect(&about, &c->arena, &file, err);
    if (!status && !def->model && !about.model.entry)
        status = cal_fail(err, CAL_USAGE, "%s does not say which network it belongs to: %s is missing",
                          file.name, cal_option_name(CAL_OPTION_MODEL, def->naming));
    if (!status) c->model = about.model;
    if (!status && def->model)
        status = cal_choice_parse(&c->model, "model", def->model, strlen(def->model), err);
    if (!status) status = parse_loss(&c->loss, &c->penalty, def->loss ? def->loss : "ce", err);
    if (!status) status = take_samples(c, def, err);
    if (!status) status = find_classes(c, def->k, about.k, err);
    const cal_dataset *d = &c->data;
    if (!status) status = cal_net_from_choice(&c->net, &c->model, d->k, d->c, d->h, d->w, err);
    if (!status) status = take_weights(c, &file, err);
    c->request.net = c->net;
    c->request.loss = &c->loss;
    c->request.penalty = &c->penalty;
    c->request.data = d;
    c->request.split = &d->val;
    return status;
}

// ---- from a training

static cal_status open_training(cal_curvature *c, const cal_curvature_def *def, cal_error *err) {
    const cal_run *run = def->training->run;
    const cal_dataset *data = cal_run_data(run);
    const cal_split *split = cal_split_of(data, def->set);
    if (!split) return cal_fail(err, CAL_USAGE, "curvature: set=%d is not a cal_set", (int)def->set);
    if (!split->n) return cal_fail(err, CAL_USAGE, "curvature: the data has no samples of that set");
    const bool several = cal_head_of(&cal_run_spec(run)->head)->several;
    cal_status status = def->loss ? parse_loss(&c->loss, &c->penalty, def->loss, err) : CAL_OK;
    if (!status && def->loss && several) status = cal_loss_check_labels(&c->loss, err);
    c->request.data = data;
    c->request.split = split;
    c->request.several = several;
    c->request.net = cal_run_net(run);
    c->request.loss = def->loss ? &c->loss : cal_run_last_loss(run);
    c->request.loss_state = def->loss ? NULL : cal_run_loss_state(run);
    c->request.penalty = def->loss ? &c->penalty : &cal_run_spec(run)->penalty;
    c->request.flat = cal_run_weights(run);
    return status;
}

// ---- the handle

cal_status cal_curvature_create(cal_curvature **out, cal_lab *lab, const cal_curvature_def *def,
                                cal_error *err) {
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = NULL;
    status = cal_need_pointer(lab, "the lab", err);
    if (!status) status = cal_need_def(def, CAL_COOKIE_CURVATURE, "curvature", err);
    if (!status && def->fisher && def->loss)
        status =
            cal_fail(err, CAL_USAGE, "curvature: the Fisher information has no loss: give one or the other");
    if (!status) status = cal_make_handle(out, sizeof **out, err);
    if (status) return status;
    cal_curvature *c = *out;
    c->request = (cal_hessian_request){.batch = BATCH,
                                       .fisher = def->fisher,
                                       .precision = def->interpreted ? CAL_DOUBLE : CAL_SINGLE,
                                       .pool = lab->pool,
                                       .workers = cal_pool_workers(lab->pool)};
    status = def->training ? open_training(c, def, err) : open_files(c, def, err);
    if (!status) status = cal_hessian_create(&c->hessian, &c->request, err);
    if (!status) {
        c->all = cal_whole_range(c->hessian);
        c->layers = cal_layer_ranges(&c->layer, &c->arena, c->request.net);
        if (c->arena.refused) status = cal_refuse_memory(err, "the layers");
    }
    if (status) {
        cal_curvature_free(c);
        *out = NULL;
    }
    return status;
}

void cal_curvature_free(cal_curvature *c) {
    if (!c) return;
    cal_hessian_free(c->hessian);
    cal_net_free(c->net);
    cal_arena_free(&c->block);
    cal_arena_free(&c->arena);
    cal_mem_free(c);
}

size_t cal_curvature_parameters(const cal_curvature *c) { return c ? c->all.size : 0; }

int cal_curvature_samples(const cal_curvature *c) { return c ? c->request.split->n : 0; }

int cal_curvature_layers(const cal_curvature *c) { return c ? c->layers : 0; }

size_t cal_curvature_bytes(const cal_curvature *c, int steps) {
    return c ? cal_hessian_block(c->hessian) + cal_hessian_overhead(c->hessian) +
                   cal_lanczos_bytes(c->all.size, steps > 0 ? steps : 0)
             : 0;
}

static cal_status find_block(const cal_block_range **out, const cal_curvature *c, int block,
                             const char *function, cal_error *err) {
    cal_status status = cal_need_pointer_of(c, function, "the curvature", err);
    if (!status && (block < CAL_CURVATURE_ALL || block >= c->layers))
        status = cal_fail(err, CAL_USAGE, "curvature: there is no block %d of %d", block, c->layers);
    if (!status) *out = block == CAL_CURVATURE_ALL ? &c->all : &c->layer[block];
    return status;
}

cal_status cal_curvature_block_at(cal_curvature_block *out, const cal_curvature *c, int block,
                                  cal_error *err) {
    const cal_block_range *range;
    cal_status status = cal_need_pointer(out, "out", err);
    if (!status) status = find_block(&range, c, block, __func__, err);
    if (!status) *out = (cal_curvature_block){range->name, range->first, range->size};
    return status;
}

// ---- figures

// Allocates the memory of products, once.
static cal_status place(cal_curvature *c, cal_error *err) {
    if (c->placed) return CAL_OK;
    const cal_status status = cal_hessian_place(c->hessian, NULL, err);
    c->placed = !status;
    return status;
}

static cal_status begin(const cal_block_range **range, cal_curvature *c, int block, const void *out,
                        const char *function, cal_error *err) {
    cal_status status = cal_need_pointer_of(out, function, "out", err);
    if (!status) status = find_block(range, c, block, function, err);
    return status ? status : place(c, err);
}

cal_status cal_curvature_loss(double *loss, double *gradient, double *norm, cal_curvature *c,
                              cal_error *err) {
    const cal_block_range *all;
    cal_arena arena = {0};
    cal_status status = begin(&all, c, CAL_CURVATURE_ALL, loss, __func__, err);
    if (status) return status;
    double *zero = cal_arena_alloc(&arena, all->size * sizeof *zero);
    double *product = cal_arena_alloc(&arena, all->size * sizeof *product);
    if (arena.refused) status = cal_refuse_memory(err, "a product");
    else {
        cal_hessian_multiply(product, c->hessian, zero); // every product computes them too
        *loss = cal_hessian_loss(c->hessian);
        if (gradient) memcpy(gradient, cal_hessian_gradient(c->hessian), all->size * sizeof *gradient);
        if (norm) *norm = cal_vector_norm(cal_hessian_gradient(c->hessian), all->size);
    }
    cal_arena_free(&arena);
    return status;
}

cal_status cal_curvature_product(double *product, cal_curvature *c, const double *v, cal_error *err) {
    const cal_block_range *all;
    cal_status status = cal_need_pointer(v, "v", err);
    if (!status) status = begin(&all, c, CAL_CURVATURE_ALL, product, __func__, err);
    if (!status) cal_hessian_multiply(product, c->hessian, v);
    return status;
}

cal_status cal_curvature_trace(double *trace, double *error, cal_curvature *c, int block, int probes,
                               uint64_t seed, cal_error *err) {
    const cal_block_range *range;
    cal_trace found;
    if (probes < 2 || probes > 1000000)
        return cal_fail(err, CAL_USAGE, "curvature: probes=%d is not between 2 and 1000000", probes);
    cal_status status = begin(&range, c, block, trace, __func__, err);
    if (!status) status = cal_trace_estimate(&found, c->hessian, range, probes, seed, err);
    if (status) return status;
    *trace = found.value;
    if (error) *error = found.error;
    return CAL_OK;
}

cal_status cal_curvature_lanczos(cal_lanczos_spectrum *out, cal_curvature *c, int block, int steps,
                                 uint64_t seed, int start, cal_error *err) {
    const cal_block_range *range;
    cal_lanczos found;
    if (steps < 1 || steps > CAL_LANCZOS_MAX || start < 0)
        return cal_fail(err, CAL_USAGE, "curvature: steps=%d and start=%d are not 1 to %d, and from 0", steps,
                        start, CAL_LANCZOS_MAX);
    cal_status status = begin(&range, c, block, out, __func__, err);
    if (status) return status;
    cal_arena_free(&c->block);
    const cal_lanczos_request request = {.steps = steps, .seed = seed, .start = start};
    status = cal_lanczos_run(&found, &c->block, c->hessian, range, &request, err);
    if (!status)
        *out =
            (cal_lanczos_spectrum){found.steps, found.value, found.weight, found.residual, found.exhausted};
    return status;
}

cal_status cal_curvature_density(cal_spectral_density *out, const double *value, const double *weight, int n,
                                 cal_error *err) {
    cal_density density;
    cal_status status = cal_need_pointer(out, "out", err);
    if (!status) status = cal_need_pointer(value, "value", err);
    if (!status && n < 1) status = cal_fail(err, CAL_USAGE, "density: n=%d is not at least 1", n);
    if (status) return status;
    _Static_assert((int)CAL_DENSITY_POINTS == (int)CAL_SPECTRUM_POINTS, "the same grid");
    cal_density_make(&density, value, weight, n);
    out->sigma = density.sigma;
    memcpy(out->at, density.at, sizeof out->at);
    memcpy(out->value, density.value, sizeof out->value);
    return CAL_OK;
}

// Copies a layer's block of the whole matrix into c->block.
static cal_status cut_block(cal_hessian_matrix *out, cal_curvature *c, const cal_block_range *range,
                            cal_error *err) {
    const size_t n = range->size, row = (size_t)c->exact.count;
    cal_arena_free(&c->block);
    double *block = cal_arena_alloc(&c->block, n * n * sizeof *block), trace = 0;
    double *work = cal_arena_alloc(&c->block, n * n * sizeof *work);
    double *value = cal_arena_alloc(&c->block, n * sizeof *value);
    double *scratch = cal_arena_alloc(&c->block, n * sizeof *scratch);
    if (c->block.refused) return cal_refuse_memory(err, "a layer");
    for (size_t i = 0; i < n; i++) {
        memcpy(block + i * n, c->exact.hessian + (range->first + i) * row + range->first, n * sizeof *block);
        trace += block[i * n + i];
    }
    memcpy(work, block, n * n * sizeof *work);
    if (!cal_eigenvalues(value, scratch, work, (int)n))
        return cal_fail(err, CAL_FAILED, "the eigenvalues did not converge");
    *out = (cal_hessian_matrix){(int)n, trace, block, value};
    return CAL_OK;
}

cal_status cal_curvature_matrix(cal_hessian_matrix *out, cal_curvature *c, int block, cal_error *err) {
    const cal_block_range *range;
    cal_exact exact;
    cal_status status = begin(&range, c, block, out, __func__, err);
    if (!status && !c->exact.count) {
        status = cal_curvature_exact(&exact, &c->arena, c->hessian, err);
        if (!status) c->exact = exact;
    }
    if (status) return status;
    if (block != CAL_CURVATURE_ALL) return cut_block(out, c, range, err);
    *out = (cal_hessian_matrix){c->exact.count, c->exact.trace, c->exact.hessian, c->exact.eigenvalues};
    return CAL_OK;
}
