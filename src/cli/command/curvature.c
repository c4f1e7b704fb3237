#include <string.h>
#include "cli/curvature_input.h"
#include "run/curvature/curvature.h"

static const cal_option options[] = {
    CAL_SESSION_OPTIONS,
    {"--epoch", "E", "Train the link for E of its epochs (all of them)", false},
    {"--set", "train|val|test", "The samples of the loss (val, or test if there is no val)", false},
    {"--weights", "W.safetensors", "Without a link: the network's weights", false},
    {"--x", "X.npy", "Normalised inputs, [n, features] or [n, channels, height, width]", false},
    {"--y", "Y.npy", "Labels, [n]", false},
    {"--model", "MODEL", "The network as in a link, if the weights do not say it: layers:fc5-relu-fc4",
     false},
    {"--loss", "LOSS", "The loss as in a link (ce, or the link's own)", false},
    {"--classes", "K", "Classes of the network (from the weights, or one more than the largest label)",
     false},
    {"--probes", "M", "Probe vectors for the estimate of the trace (64); 0: no estimate", false},
    {"--lanczos", "K", "Steps of Lanczos' method for eigenvalues and spectral density (40); 0: none", false},
    {"--starts", "R", "Random start vectors of Lanczos' method, for the density (1)", false},
    {"--layers", NULL, "Also the Hessian's diagonal blocks, one for each layer", false},
    {"--exact", NULL, "Compute the whole Hessian, with all eigenvalues", false},
    {"--hessian", "H.npy", "Write the whole Hessian there, float64 [parameters, parameters]", false},
    {"--precision", "single|double",
     "The engine (single), or the slow interpreter (double, the default of --exact)", false},
    {"--seed", "S", "Seed of the random vectors (1)", false},
    {NULL, NULL, NULL, false},
};

typedef struct request {
    int probes, lanczos, starts, seed;
    bool exact, layers;
    const char *save;
} request;

// ---- writing

static void write_density(cal_text *json, const double *value, const double *weight, int count) {
    cal_density density;
    cal_density_make(&density, value, weight, count);
    cal_json_key(json, "density");
    cal_json_open(json, '{');
    cal_json_member_number(json, "sigma", density.sigma);
    cal_json_member_numbers(json, "at", density.at, CAL_DENSITY_POINTS);
    cal_json_member_numbers(json, "value", density.value, CAL_DENSITY_POINTS);
    cal_json_close(json, '}');
}

static void write_ends(cal_text *json, const cal_lanczos *l) {
    const int top = l->steps - 1;
    cal_json_member_number(json, "eig_max", l->value[top]);
    cal_json_member_number(json, "eig_min", l->value[0]);
    cal_json_key(json, "lanczos");
    cal_json_open(json, '{');
    cal_json_member_integer(json, "steps", l->steps);
    cal_json_member_number(json, "residual_max", l->residual[top]);
    cal_json_member_number(json, "residual_min", l->residual[0]);
    cal_json_member_bool(json, "exhausted", l->exhausted);
    cal_json_close(json, '}');
}

static cal_status write_trace(cal_text *json, cal_hessian *h, const cal_block_range *range, const request *r,
                              cal_error *err) {
    cal_trace trace;
    if (!r->probes) return CAL_OK;
    cal_status status = cal_trace_estimate(&trace, h, range, r->probes, (uint64_t)r->seed, err);
    if (status) return status;
    cal_json_member_number(json, "trace", trace.value);
    cal_json_member_number(json, "trace_se", trace.error);
    cal_json_member_integer(json, "probes", trace.probes);
    return CAL_OK;
}

// Writes the outer eigenvalues from the first start vector and, if requested, the density from all of them.
static cal_status write_spectrum(cal_text *json, cal_hessian *h, const cal_block_range *range,
                                 const request *r, int starts, bool density, cal_error *err) {
    cal_arena arena = {0};
    if (!r->lanczos) return CAL_OK;
    double *value = cal_arena_alloc(&arena, (size_t)(r->lanczos * starts) * sizeof *value);
    double *weight = cal_arena_alloc(&arena, (size_t)(r->lanczos * starts) * sizeof *weight);
    cal_status status = arena.refused ? cal_refuse_memory(err, "the spectrum") : CAL_OK;
    int count = 0;
    for (int start = 0; !status && start < starts; start++) {
        cal_lanczos l;
        status = cal_lanczos_run(
            &l, &arena, h, range,
            &(cal_lanczos_request){.steps = r->lanczos, .seed = (uint64_t)r->seed, .start = start}, err);
        if (status) break;
        if (start == 0) write_ends(json, &l);
        memcpy(value + count, l.value, (size_t)l.steps * sizeof *value);
        memcpy(weight + count, l.weight, (size_t)l.steps * sizeof *weight);
        count += l.steps;
    }
    if (!status && density) {
        for (int i = 0; i < count; i++) weight[i] /= starts;
        cal_json_key(json, "ritz");
        cal_json_open(json, '{');
        cal_json_member_numbers(json, "value", value, count);
        cal_json_member_numbers(json, "weight", weight, count);
        cal_json_close(json, '}');
        write_density(json, value, weight, count);
    }
    cal_arena_free(&arena);
    return status;
}

// Writes a diagonal block of the whole matrix.
static cal_status write_exact_block(cal_text *json, const cal_exact *exact, const cal_block_range *range,
                                    cal_error *err) {
    cal_arena arena = {0};
    const size_t n = range->size;
    double *block = cal_arena_alloc(&arena, n * n * sizeof *block), trace = 0;
    double *value = cal_arena_alloc(&arena, n * sizeof *value);
    double *scratch = cal_arena_alloc(&arena, n * sizeof *scratch);
    cal_status status = arena.refused ? cal_refuse_memory(err, "a layer") : CAL_OK;
    for (size_t i = 0; !status && i < n; i++) {
        const double *row = exact->hessian + (range->first + i) * (size_t)exact->count + range->first;
        memcpy(block + i * n, row, n * sizeof *block);
        trace += row[i];
    }
    if (!status && !cal_eigenvalues(value, scratch, block, (int)n))
        status = cal_fail(err, CAL_FAILED, "the eigenvalues did not converge");
    if (!status) {
        cal_json_member_number(json, "trace", trace);
        cal_json_member_number(json, "trace_se", 0);
        cal_json_member_number(json, "eig_max", value[n - 1]);
        cal_json_member_number(json, "eig_min", value[0]);
    }
    cal_arena_free(&arena);
    return status;
}

// Writes the layers, from the whole matrix if there is one.
static cal_status write_layers(cal_text *json, cal_hessian *h, const request *r, const cal_exact *exact,
                               cal_error *err) {
    cal_arena arena = {0};
    cal_block_range *range;
    int count = cal_layer_ranges(&range, &arena, cal_hessian_net(h));
    cal_status status = arena.refused ? cal_refuse_memory(err, "the layers") : CAL_OK;
    cal_json_key(json, "layers");
    cal_json_open(json, '[');
    for (int i = 0; !status && i < count; i++) {
        cal_json_open(json, '{');
        cal_json_member_string(json, "layer", range[i].name);
        cal_json_member_integer(json, "parameters", (int64_t)range[i].size);
        status =
            exact ? write_exact_block(json, exact, &range[i], err) : write_trace(json, h, &range[i], r, err);
        if (!status && !exact) status = write_spectrum(json, h, &range[i], r, 1, false, err);
        cal_json_close(json, '}');
    }
    cal_json_close(json, ']');
    cal_arena_free(&arena);
    return status;
}

static cal_status write_exact(cal_text *json, cal_hessian *h, const request *r, cal_error *err) {
    cal_arena arena = {0};
    cal_exact exact;
    cal_text matrix = {0};
    cal_status status = cal_curvature_exact(&exact, &arena, h, err);
    if (!status) {
        cal_json_member_number(json, "trace", exact.trace);
        cal_json_member_number(json, "trace_se", 0);
        cal_json_member_number(json, "eig_max", exact.eigenvalues[exact.count - 1]);
        cal_json_member_number(json, "eig_min", exact.eigenvalues[0]);
        cal_json_member_numbers(json, "eigenvalues", exact.eigenvalues, exact.count);
        write_density(json, exact.eigenvalues, NULL, exact.count);
    }
    if (!status && r->layers) status = write_layers(json, h, r, &exact, err);
    if (!status && r->save) {
        cal_npy_write(&matrix, "f8", exact.hessian, (int[]){exact.count, exact.count}, 2);
        status = cal_file_save(NULL, r->save, &matrix, err);
    }
    cal_text_free(&matrix);
    cal_arena_free(&arena);
    return status;
}

// Computes the loss and its gradient, which every product returns.
static cal_status write_loss(cal_text *json, cal_hessian *h, cal_error *err) {
    cal_arena arena = {0};
    const size_t count = cal_hessian_size(h);
    double *zero = cal_arena_alloc(&arena, count * sizeof *zero),
           *product = cal_arena_alloc(&arena, count * sizeof *zero);
    if (!arena.refused) {
        cal_hessian_multiply(product, h, zero);
        cal_json_member_number(json, "loss", cal_hessian_loss(h));
        cal_json_member_number(json, "gradient_norm", cal_vector_norm(cal_hessian_gradient(h), count));
    }
    cal_status status = arena.refused ? cal_refuse_memory(err, "a product") : CAL_OK;
    cal_arena_free(&arena);
    return status;
}

static cal_status answer(const cal_curvature_input *in, cal_hessian *h, const request *r, cal_error *err) {
    cal_text json = {0};
    const cal_block_range whole = cal_whole_range(h);
    cal_json_open(&json, '{');
    cal_json_member_integer(&json, "parameters", (int64_t)whole.size);
    if (in->set) {
        cal_json_member_string(&json, "set", in->set);
        cal_json_key(&json, "epoch");
        if (in->session.training->trained)
            cal_json_string(&json, NULL); // a file of weights does not say its epoch
        else cal_json_integer(&json, cal_run_epochs_done(in->session.training->run));
    }
    cal_json_member_integer(&json, "samples", in->request.split->n);
    cal_status status = write_loss(&json, h, err);
    if (!status && r->exact) status = write_exact(&json, h, r, err);
    if (!status && !r->exact) status = write_trace(&json, h, &whole, r, err);
    if (!status && !r->exact) status = write_spectrum(&json, h, &whole, r, r->starts, true, err);
    if (!status && r->layers && !r->exact) status = write_layers(&json, h, r, NULL, err);
    cal_json_close(&json, '}');
    if (status) return cal_text_free(&json), status;
    return cal_print_json(&json, err);
}

// ---- options

static cal_status read_precision(cal_precision *out, const cal_arguments *arguments, bool exact,
                                 cal_error *err) {
    const char *text = cal_argument(arguments, "--precision");
    if (!text) text = exact ? "double" : "single";
    *out = strcmp(text, "double") == 0 ? CAL_DOUBLE : CAL_SINGLE;
    if (*out == CAL_DOUBLE || strcmp(text, "single") == 0) return CAL_OK;
    return cal_fail(err, CAL_USAGE, "--precision %.48s is not one of single and double", text);
}

static cal_status read_request(request *r, const cal_arguments *arguments, cal_error *err) {
    *r = (request){.exact = cal_argument(arguments, "--exact") != NULL,
                   .layers = cal_argument(arguments, "--layers") != NULL,
                   .save = cal_argument(arguments, "--hessian")};
    cal_status status = cal_argument_integer(&r->probes, arguments, "--probes", 64, 0, 1000000, err);
    if (!status)
        status = cal_argument_integer(&r->lanczos, arguments, "--lanczos", 40, 0, CAL_LANCZOS_MAX, err);
    if (!status) status = cal_argument_integer(&r->starts, arguments, "--starts", 1, 1, 100, err);
    if (!status) status = cal_argument_integer(&r->seed, arguments, "--seed", 1, 0, 2147483647, err);
    if (!status && r->probes == 1)
        status = cal_fail(err, CAL_USAGE, "--probes 1 gives no standard error: take at least 2");
    static const char *const of_estimates[] = {"--probes", "--lanczos", "--starts", "--seed", NULL};
    const char *wrong = cal_argument_any(arguments, of_estimates);
    if (!status && r->exact && wrong)
        status = cal_fail(err, CAL_USAGE, "curvature: --exact and %s exclude each other; give one", wrong);
    if (!status && r->save && !r->exact)
        status = cal_fail(err, CAL_USAGE, "curvature: --hessian needs --exact");
    return status;
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    request r;
    cal_curvature_input in;
    cal_hessian *h = NULL;
    cal_precision precision = CAL_SINGLE;
    cal_status status = read_request(&r, arguments, err);
    if (!status) status = read_precision(&precision, arguments, r.exact, err);
    if (!status) status = cal_curvature_input_open(&in, arguments, err);
    if (status) return status;
    in.request.precision = precision;
    in.request.pool = in.pool;
    in.request.workers = cal_pool_workers(in.pool);
    status = cal_hessian_create(&h, &in.request, err);
    if (!status)
        status = cal_session_check_memory(cal_hessian_block(h) + cal_hessian_overhead(h) +
                                              cal_lanczos_bytes(cal_hessian_size(h), r.lanczos),
                                          "curvature", "fewer steps of --lanczos take less too", err);
    if (!status) status = cal_hessian_place(h, NULL, err);
    if (!status) status = answer(&in, h, &r, err);
    cal_hessian_free(h);
    cal_curvature_input_close(&in);
    return status;
}

const cal_command cal_command_curvature = {
    .name = "curvature",
    .group = CAL_GROUP_MEASURE,
    .rank = 4,
    .operand = "[LINK|W.safetensors]",
    .summary = "The Hessian of the mean loss with respect to the weights: trace, outer eigenvalues and "
               "spectral density; with --exact the whole matrix.",
    .options = options,
    .run = run,
};
