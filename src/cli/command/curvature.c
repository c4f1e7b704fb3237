#include <string.h>
#include "cli/input/curvature.h"

static const cal_option options[] = {
    CAL_SESSION_OPTIONS,
    {"--epoch", "E", "Train the link for E of its epochs (all of them)", false},
    {"--set", "train|val|test", "The samples of the loss (val, or test if there is no val)", false},
    {"--weights", "W.safetensors", "Without a link: the network's weights", false},
    {"--x", "X.npy", "Normalised inputs, [n, features] or [n, channels, height, width]", false},
    {"--y", "Y.npy", "Labels, [n]", false},
    {"--model", "MODEL", "The network as in a link, if the weights do not say it: layers:fc5-relu-fc4",
     false},
    {"--matrix", "hessian|fisher",
     "The Hessian of the loss, or the Fisher information of the network's own probabilities (hessian)",
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

static cal_status write_density(cal_text *json, const double *value, const double *weight, int count,
                                cal_error *err) {
    cal_spectral_density density;
    cal_status status = cal_curvature_density(&density, value, weight, count, err);
    if (status) return status;
    cal_json_key(json, "density");
    cal_json_open(json, '{');
    cal_json_member_number(json, "sigma", density.sigma);
    cal_json_member_numbers(json, "at", density.at, CAL_SPECTRUM_POINTS);
    cal_json_member_numbers(json, "value", density.value, CAL_SPECTRUM_POINTS);
    cal_json_close(json, '}');
    return CAL_OK;
}

static void write_ends(cal_text *json, const cal_lanczos_spectrum *l) {
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

static cal_status write_trace(cal_text *json, cal_curvature *c, int block, const request *r, cal_error *err) {
    double trace, error;
    if (!r->probes) return CAL_OK;
    cal_status status = cal_curvature_trace(&trace, &error, c, block, r->probes, (uint64_t)r->seed, err);
    if (status) return status;
    cal_json_member_number(json, "trace", trace);
    cal_json_member_number(json, "trace_se", error);
    cal_json_member_integer(json, "probes", r->probes);
    return CAL_OK;
}

// Writes the outer eigenvalues from the first start vector and, if requested, the density from all of them.
static cal_status write_spectrum(cal_text *json, cal_curvature *c, int block, const request *r, int starts,
                                 bool density, cal_error *err) {
    cal_arena arena = {0};
    if (!r->lanczos) return CAL_OK;
    double *value = cal_arena_alloc(&arena, (size_t)(r->lanczos * starts) * sizeof *value);
    double *weight = cal_arena_alloc(&arena, (size_t)(r->lanczos * starts) * sizeof *weight);
    cal_status status = arena.refused ? cal_refuse_memory(err, "the spectrum") : CAL_OK;
    int count = 0;
    for (int start = 0; !status && start < starts; start++) {
        cal_lanczos_spectrum l;
        status = cal_curvature_lanczos(&l, c, block, r->lanczos, (uint64_t)r->seed, start, err);
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
        status = write_density(json, value, weight, count, err);
    }
    cal_arena_free(&arena);
    return status;
}

// Writes a diagonal block of the whole matrix, or all of it.
static cal_status write_ends_exactly(cal_hessian_matrix *matrix, cal_text *json, cal_curvature *c, int block,
                                     cal_error *err) {
    cal_status status = cal_curvature_matrix(matrix, c, block, err);
    if (status) return status;
    cal_json_member_number(json, "trace", matrix->trace);
    cal_json_member_number(json, "trace_se", 0);
    cal_json_member_number(json, "eig_max", matrix->eigenvalue[matrix->n - 1]);
    cal_json_member_number(json, "eig_min", matrix->eigenvalue[0]);
    return CAL_OK;
}

static cal_status write_layer(cal_text *json, cal_curvature *c, int block, const request *r, cal_error *err) {
    cal_curvature_block about;
    cal_hessian_matrix matrix;
    cal_status status = cal_curvature_block_at(&about, c, block, err);
    if (status) return status;
    cal_json_open(json, '{');
    cal_json_member_string(json, "layer", about.layer);
    cal_json_member_integer(json, "parameters", (int64_t)about.parameters);
    if (r->exact) status = write_ends_exactly(&matrix, json, c, block, err);
    if (!status && !r->exact) status = write_trace(json, c, block, r, err);
    if (!status && !r->exact) status = write_spectrum(json, c, block, r, 1, false, err);
    cal_json_close(json, '}');
    return status;
}

static cal_status write_layers(cal_text *json, cal_curvature *c, const request *r, cal_error *err) {
    cal_status status = CAL_OK;
    cal_json_key(json, "layers");
    cal_json_open(json, '[');
    for (int i = 0; !status && i < cal_curvature_layers(c); i++) status = write_layer(json, c, i, r, err);
    cal_json_close(json, ']');
    return status;
}

static cal_status write_exact(cal_text *json, cal_curvature *c, const request *r, cal_error *err) {
    cal_hessian_matrix matrix;
    cal_text file = {0};
    cal_status status = write_ends_exactly(&matrix, json, c, CAL_CURVATURE_ALL, err);
    if (!status) {
        cal_json_member_numbers(json, "eigenvalues", matrix.eigenvalue, matrix.n);
        status = write_density(json, matrix.eigenvalue, NULL, matrix.n, err);
    }
    if (!status && r->layers) status = write_layers(json, c, r, err);
    if (!status && r->save) {
        cal_npy_write(&file, "f8", matrix.hessian, (int[]){matrix.n, matrix.n}, 2);
        status = cal_file_save(NULL, r->save, &file, err);
    }
    cal_text_free(&file);
    return status;
}

static cal_status write_loss(cal_text *json, cal_curvature *c, cal_error *err) {
    double loss, norm;
    cal_status status = cal_curvature_loss(&loss, NULL, &norm, c, err);
    if (status) return status;
    cal_json_member_number(json, "loss", loss);
    cal_json_member_number(json, "gradient_norm", norm);
    return CAL_OK;
}

// Writes the answer. `trained`: the operand was a file of weights, which does not record its epoch.
static cal_status answer(const cal_curvature_input *in, bool trained, cal_curvature *c, const request *r,
                         cal_error *err) {
    cal_text json = {0};
    cal_json_open(&json, '{');
    cal_json_member_integer(&json, "parameters", (int64_t)cal_curvature_parameters(c));
    if (in->set) {
        cal_json_member_string(&json, "set", in->set);
        cal_json_key(&json, "epoch");
        if (trained) cal_json_string(&json, NULL);
        else cal_json_integer(&json, cal_training_now(in->session.training).epoch);
    }
    cal_json_member_integer(&json, "samples", cal_curvature_samples(c));
    cal_status status = CAL_OK;
    if (in->def.fisher) cal_json_member_string(&json, "matrix", "fisher");
    else status = write_loss(&json, c, err);
    if (!status && r->exact) status = write_exact(&json, c, r, err);
    if (!status && !r->exact) status = write_trace(&json, c, CAL_CURVATURE_ALL, r, err);
    if (!status && !r->exact) status = write_spectrum(&json, c, CAL_CURVATURE_ALL, r, r->starts, true, err);
    if (!status && r->layers && !r->exact) status = write_layers(&json, c, r, err);
    cal_json_close(&json, '}');
    if (status) return cal_text_free(&json), status;
    return cal_print_json(&json, err);
}

// ---- options

static cal_status read_matrix(bool *fisher, const cal_arguments *arguments, cal_error *err) {
    const char *text = cal_argument(arguments, "--matrix");
    *fisher = text && strcmp(text, "fisher") == 0;
    if (!text || *fisher || strcmp(text, "hessian") == 0) return CAL_OK;
    return cal_fail(err, CAL_USAGE, "--matrix %.48s is not one of hessian and fisher", text);
}

static cal_status read_precision(bool *interpreted, const cal_arguments *arguments, bool exact,
                                 cal_error *err) {
    const char *text = cal_argument(arguments, "--precision");
    if (!text) text = exact ? "double" : "single";
    *interpreted = strcmp(text, "double") == 0;
    if (*interpreted || strcmp(text, "single") == 0) return CAL_OK;
    return cal_fail(err, CAL_USAGE, "--precision %.48s is not one of single and double", text);
}

static cal_status read_request(request *r, const cal_arguments *arguments, cal_error *err) {
    *r = (request){.exact = cal_argument(arguments, "--exact") != NULL,
                   .layers = cal_argument(arguments, "--layers") != NULL,
                   .save = cal_argument(arguments, "--hessian")};
    cal_status status = cal_argument_integer(&r->probes, arguments, "--probes", 64, 0, 1000000, err);
    if (!status) status = cal_argument_integer(&r->lanczos, arguments, "--lanczos", 40, 0, 1000, err);
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
    cal_curvature *c = NULL;
    bool interpreted = false, fisher = false;
    cal_status status = read_request(&r, arguments, err);
    if (!status) status = read_precision(&interpreted, arguments, r.exact, err);
    if (!status) status = read_matrix(&fisher, arguments, err);
    if (!status) status = cal_curvature_input_open(&in, arguments, err);
    if (status) return status;
    in.def.interpreted = interpreted;
    in.def.fisher = fisher;
    status = cal_curvature_create(&c, in.session.lab, &in.def, err);
    if (!status)
        status = cal_session_check_memory(cal_curvature_bytes(c, r.lanczos), "curvature",
                                          "fewer steps of --lanczos take less too", err);
    if (!status) status = answer(&in, arguments->network != NULL, c, &r, err);
    cal_curvature_free(c);
    cal_curvature_input_close(&in);
    return status;
}

const cal_command cal_command_curvature = {
    .name = "curvature",
    .group = CAL_GROUP_MEASURE,
    .rank = 7,
    .operand = "[LINK|W.safetensors]",
    .summary = "The Hessian of the mean loss with respect to the weights, or the Fisher information: trace, "
               "outer eigenvalues and spectral density; with --exact the whole matrix.",
    .options = options,
    .run = run,
};
