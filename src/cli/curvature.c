#include "cli/cli.h"
#include "run/curvature.h"

static const cal_option options[] = {
    {"--weights", "W.safetensors", "The network's weights", false},
    {"--x", "X.npy", "Normalised inputs, [n, features] or [n, channels, height, width]", false},
    {"--y", "Y.npy", "The right classes, [n]", false},
    {"--model", "MODEL", "As in a link: layers:fc5-relu-fc4", false},
    {"--loss", "LOSS", "As in a link (ce)", false},
    {"--classes", "K", "Classes of the network (one more than the largest label)", false},
    {"--exact", NULL, "The whole Hessian, with all eigenvalues", false},
    {"--hessian", "H.npy", "Write the whole Hessian there, float64 [parameters, parameters]", false},
    {"--probes", "M", "Random vectors for the estimate of the trace (64), without --exact", false},
    {"--seed", "S", "Where their random numbers start (1)", false},
    {NULL, NULL, NULL, false},
};

typedef struct input {
    cal_net *net;
    cal_choice model, loss;
    cal_curvature_request request;
} input;

static cal_status load_samples(input *in, cal_arguments *arguments, const char *x_path, const char *y_path,
                               cal_error *err) {
    cal_curvature_request *r = &in->request;
    cal_file file;
    cal_array x, y;
    double *wide = NULL;
    int32_t *labels = NULL;
    cal_status status = cal_file_load(&file, &arguments->arena, x_path, err);
    if (!status) status = cal_npy_read(&x, &file, err);
    if (!status) status = cal_npy_doubles(&wide, &arguments->arena, &x, file.name, err);
    if (!status && x.ndim != 2 && x.ndim != 4)
        status =
            cal_fail(err, CAL_FAILED, "%s: inputs have 2 or 4 dimensions; these have %d", file.name, x.ndim);
    if (!status) status = cal_file_load(&file, &arguments->arena, y_path, err);
    if (!status) status = cal_npy_read(&y, &file, err);
    if (!status) status = cal_npy_labels(&labels, &arguments->arena, &y, file.name, err);
    if (status) return status;
    if (y.ndim != 1 || y.dim[0] != x.dim[0] || x.count == 0)
        return cal_fail(err, CAL_FAILED, "%.200s has %d rows, but %.200s has %zu labels", x_path, x.dim[0],
                        y_path, y.count);
    for (size_t i = 0; i < x.count; i++)
        if (!(wide[i] - wide[i] == 0))
            return cal_fail(err, CAL_FAILED, "%.200s: number %zu is not finite", x_path, i);
    r->x = wide;
    r->labels = labels;
    r->n = x.dim[0];
    r->c = x.dim[1];
    r->h = x.ndim == 4 ? x.dim[2] : 1;
    r->w = x.ndim == 4 ? x.dim[3] : 1;
    return CAL_OK;
}

static cal_status find_classes(int *out, const input *in, const cal_arguments *arguments, cal_error *err) {
    int largest = 1;
    for (int i = 0; i < in->request.n; i++)
        if (in->request.labels[i] > largest) largest = in->request.labels[i];
    if (largest > 9999) largest = 9999;
    cal_status status = cal_argument_integer(out, arguments, "--classes", largest + 1, 2, 10000, err);
    for (int i = 0; !status && i < in->request.n; i++)
        if (in->request.labels[i] < 0 || in->request.labels[i] >= *out)
            return cal_fail(err, CAL_FAILED, "labels: row %d is %d, which is not one of the classes 0 to %d",
                            i, in->request.labels[i], *out - 1);
    return status;
}

static cal_status load(input *in, cal_arguments *arguments, cal_error *err) {
    const char *weights, *x, *y, *model, *loss = cal_argument(arguments, "--loss");
    int classes = 0;
    cal_status status = cal_argument_required(&weights, arguments, "--weights", err);
    if (!status) status = cal_argument_required(&x, arguments, "--x", err);
    if (!status) status = cal_argument_required(&y, arguments, "--y", err);
    if (!status) status = cal_argument_required(&model, arguments, "--model", err);
    if (!status) status = cal_argument_choice(&in->model, "model", model, err);
    if (!status) status = cal_argument_choice(&in->loss, "loss", loss ? loss : "ce", err);
    if (!status) status = load_samples(in, arguments, x, y, err);
    if (!status) status = find_classes(&classes, in, arguments, err);
    cal_curvature_request *r = &in->request;
    if (!status) status = cal_net_from_choice(&in->net, &in->model, classes, r->c, r->h, r->w, err);
    if (status) return status;
    cal_file file;
    size_t count = cal_net_parameters(in->net) + cal_net_statistics(in->net);
    double *flat = cal_arena_alloc(&arguments->arena, count * sizeof *flat);
    if (!flat) return cal_fail(err, CAL_MEMORY, "memory for %zu weights was refused", count);
    status = cal_file_load(&file, &arguments->arena, weights, err);
    if (!status) status = cal_safetensors_read_doubles(flat, in->net, &file, err);
    r->net = in->net;
    r->weights = flat;
    r->loss = &in->loss;
    return status;
}

static void member(cal_text *json, const char *key, double value) {
    cal_json_key(json, key);
    cal_json_number(json, value);
}

static cal_status answer(const cal_curvature *c, const char *save, int probes, cal_error *err) {
    cal_text json = {0}, matrix = {0};
    cal_json_open(&json, '{');
    cal_json_key(&json, "parameters");
    cal_json_integer(&json, c->count);
    member(&json, "loss", c->loss);
    member(&json, "trace", c->trace);
    member(&json, "trace_se", c->trace_se);
    if (c->eigenvalues) {
        member(&json, "eig_max", c->eigenvalues[c->count - 1]);
        member(&json, "eig_min", c->eigenvalues[0]);
        cal_json_key(&json, "eigenvalues");
        cal_json_numbers(&json, c->eigenvalues, c->count);
    } else {
        cal_json_key(&json, "probes");
        cal_json_integer(&json, probes);
    }
    cal_json_close(&json, '}');
    cal_status status = CAL_OK;
    if (save) {
        cal_npy_write(&matrix, "f8", c->hessian, (int[]){c->count, c->count}, 2);
        status = cal_file_save(NULL, save, &matrix, err);
    }
    cal_text_free(&matrix);
    if (status) return cal_text_free(&json), status;
    return cal_print_json(&json, err);
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    bool exact = cal_argument(arguments, "--exact") != NULL;
    const char *save = cal_argument(arguments, "--hessian");
    int probes = 0, seed = 0;
    input in = {0};
    cal_curvature curvature;
    cal_status status = cal_argument_integer(&probes, arguments, "--probes", 64, 2, 1000000, err);
    if (!status) status = cal_argument_integer(&seed, arguments, "--seed", 1, 0, 2147483647, err);
    if (!status && exact && cal_argument(arguments, "--probes"))
        status = cal_fail(err, CAL_USAGE, "curvature: --exact takes no --probes");
    if (!status && save && !exact) status = cal_fail(err, CAL_USAGE, "curvature: --hessian needs --exact");
    if (!status) status = load(&in, arguments, err);
    if (!status)
        status = exact ? cal_curvature_exact(&curvature, &arguments->arena, &in.request, err)
                       : cal_curvature_probe(&curvature, &arguments->arena, &in.request, probes,
                                             (uint64_t)seed, err);
    if (!status) status = answer(&curvature, save, probes, err);
    cal_net_free(in.net);
    return status;
}

const cal_command cal_command_curvature = {
    .name = "curvature",
    .summary = "The Hessian of the mean loss with respect to the weights, in double: trace, and with --exact "
               "its spectrum.",
    .options = options,
    .run = run,
};
