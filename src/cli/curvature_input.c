// Opens the input of `calib curvature`.
#include <string.h>
#include "cli/curvature_input.h"
#include "cli/engine.h"
#include "run/files/weights.h"
#include "catalog/penalty/penalty.h"

enum { BATCH = 128 };

// ---- files

static cal_status load_samples(cal_curvature_input *in, cal_arguments *arguments, const char *x_path,
                               const char *y_path, cal_error *err) {
    cal_dataset *data = &in->data;
    cal_arena *arena = &arguments->arena;
    cal_file file;
    cal_array x, y;
    double *wide = NULL;
    cal_status status = cal_file_load(&file, arena, x_path, err);
    if (!status) status = cal_npy_read(&x, &file, err);
    if (!status) status = cal_npy_doubles(&wide, arena, &x, file.name, err);
    if (!status && x.ndim != 2 && x.ndim != 4)
        status =
            cal_fail(err, CAL_FAILED, "%s: inputs must have 2 or 4 dimensions, not %d", file.name, x.ndim);
    if (!status) status = cal_npy_floats(&data->val.features, arena, &x, file.name, err);
    if (!status) status = cal_file_load(&file, arena, y_path, err);
    if (!status) status = cal_npy_read(&y, &file, err);
    if (!status) status = cal_npy_labels(&data->val.labels, arena, &y, file.name, err);
    if (status) return status;
    if (y.ndim != 1 || y.dim[0] != x.dim[0] || x.count == 0)
        return cal_fail(err, CAL_FAILED, "%.200s has %d rows, but %.200s has %zu labels", x_path, x.dim[0],
                        y_path, y.count);
    for (size_t i = 0; i < x.count; i++)
        if (!(wide[i] - wide[i] == 0))
            return cal_fail(err, CAL_FAILED, "%.200s: number %zu is not finite", x_path, i);
    in->request.wide_features = wide;
    data->val.n = x.dim[0];
    data->c = x.dim[1];
    data->h = x.ndim == 4 ? x.dim[2] : 1;
    data->w = x.ndim == 4 ? x.dim[3] : 1;
    return CAL_OK;
}

// `known`: the number of classes that the weights say, or 0.
static cal_status find_classes(cal_curvature_input *in, const cal_arguments *arguments, int known,
                               cal_error *err) {
    const cal_split *split = &in->data.val;
    int largest = 1;
    for (int i = 0; i < split->n; i++)
        if (split->labels[i] > largest) largest = split->labels[i];
    if (largest > 9999) largest = 9999;
    cal_status status =
        cal_argument_integer(&in->data.k, arguments, "--classes", known ? known : largest + 1, 2, 10000, err);
    for (int i = 0; !status && i < split->n; i++)
        if (split->labels[i] < 0 || split->labels[i] >= in->data.k)
            return cal_fail(err, CAL_FAILED, "labels: row %d: label %d is not one of the classes 0 to %d", i,
                            split->labels[i], in->data.k - 1);
    return status;
}

static cal_status load_weights(cal_curvature_input *in, cal_arguments *arguments, const cal_file *file,
                               cal_error *err) {
    cal_tensor_map naming;
    const size_t count = cal_net_parameters(in->net) + cal_net_statistics(in->net);
    double *wide = cal_arena_alloc(&arguments->arena, count * sizeof *wide);
    float *flat = cal_arena_alloc(&arguments->arena, count * sizeof *flat);
    if (!wide || !flat) return cal_refuse_memory(err, "%zu weights", count);
    cal_status status = cal_weights_read(NULL, wide, &naming, &arguments->arena, in->net, file, err);
    for (size_t i = 0; i < count; i++) flat[i] = (float)wide[i];
    in->request.wide_flat = wide;
    in->request.flat = flat;
    return status;
}

static cal_status open_files(cal_curvature_input *in, cal_arguments *arguments, cal_error *err) {
    static const char *const of_links[] = {"--set", "--epoch", "--data", "--init", NULL};
    cal_file file;
    cal_weights_about about = {.k = 0};
    const char *weights, *x, *y, *model = cal_argument(arguments, "--model"),
                                 *loss = cal_argument(arguments, "--loss");
    const char *wrong = cal_argument_any(arguments, of_links);
    if (wrong) return cal_fail(err, CAL_USAGE, "curvature: %s needs a link", wrong);
    cal_status status = cal_argument_required(&weights, arguments, "--weights", err);
    if (!status) status = cal_argument_required(&x, arguments, "--x", err);
    if (!status) status = cal_argument_required(&y, arguments, "--y", err);
    if (!status) status = cal_file_load(&file, &arguments->arena, weights, err);
    if (!status) status = cal_weights_inspect(&about, &arguments->arena, &file, err);
    if (!status && !model && !about.model.entry)
        status = cal_fail(err, CAL_USAGE, "%s does not say which network it belongs to: --model is missing",
                          weights);
    if (!status) in->model = about.model;
    if (!status && model) status = cal_argument_choice(&in->model, "model", model, err);
    if (!status) status = cal_objective_parse(&in->loss, &in->penalty, loss ? loss : "ce", err);
    if (!status) status = cal_objective_check_logits(&in->loss, &in->penalty, err);
    if (!status) status = load_samples(in, arguments, x, y, err);
    if (!status) status = find_classes(in, arguments, about.k, err);
    const cal_dataset *d = &in->data;
    if (!status) status = cal_net_from_choice(&in->net, &in->model, d->k, d->c, d->h, d->w, err);
    if (!status) status = load_weights(in, arguments, &file, err);
    if (!status) status = cal_session_lab(&in->session.lab, arguments, err);
    if (!status) in->pool = in->session.lab->pool;
    in->request.net = in->net;
    in->request.loss = &in->loss;
    in->request.penalty = &in->penalty;
    in->request.data = d;
    in->request.split = &d->val;
    return status;
}

// ---- a link

static cal_status choose_set(cal_curvature_input *in, const cal_arguments *arguments, cal_error *err) {
    const cal_dataset *d = cal_run_data(in->session.training->run);
    const struct {
        const char *name;
        const cal_split *split;
    } sets[] = {{"train", &d->train}, {"val", &d->val}, {"test", &d->test}};
    const char *name = cal_argument(arguments, "--set");
    if (!name) name = d->val.n ? "val" : "test";
    for (int i = 0; i < 3; i++) {
        if (strcmp(sets[i].name, name) != 0) continue;
        if (!sets[i].split->n)
            return cal_fail(err, CAL_USAGE,
                            "--set %s: the link's data has no such samples: choose another set", name);
        in->set = sets[i].name;
        in->request.split = sets[i].split;
        in->request.data = d;
        return CAL_OK;
    }
    return cal_fail(err, CAL_USAGE, "--set %.48s is not one of train, val and test", name);
}

static cal_status open_link(cal_curvature_input *in, cal_arguments *arguments, cal_error *err) {
    static const char *const of_files[] = {"--weights", "--x", "--y", "--model", "--classes", NULL};
    const char *wrong = cal_argument_any(arguments, of_files);
    if (wrong)
        return cal_fail(err, CAL_USAGE,
                        "curvature: %s and a link exclude each other; a link's network can start from "
                        "--init W.safetensors, with --epoch 0 without training",
                        wrong);
    const char *loss = cal_argument(arguments, "--loss"); // may differ from the trained one
    cal_status status = loss ? cal_objective_parse(&in->loss, &in->penalty, loss, err) : CAL_OK;
    if (!status && loss) status = cal_objective_check_logits(&in->loss, &in->penalty, err);
    if (!status) status = cal_session_open(&in->session, arguments, err);
    if (status) return status;
    in->pool = in->session.lab->pool;
    status = choose_set(in, arguments, err);
    cal_run *run = in->session.training->run;
    const cal_spec *spec = cal_run_spec(run);
    if (!status) status = cal_session_train_epochs(&in->session, arguments, err);
    in->request.net = cal_run_net(run);
    in->request.loss = loss ? &in->loss : cal_run_last_loss(run);
    in->request.loss_state = loss ? NULL : cal_run_loss_state(run);
    in->request.penalty = loss ? &in->penalty : &spec->penalty;
    in->request.flat = cal_run_weights(run);
    return status;
}

cal_status cal_curvature_input_open(cal_curvature_input *out, cal_arguments *arguments, cal_error *err) {
    *out = (cal_curvature_input){.request = {.batch = BATCH}};
    cal_status status = arguments->operand ? open_link(out, arguments, err) : open_files(out, arguments, err);
    if (status) cal_curvature_input_close(out);
    return status;
}

void cal_curvature_input_close(cal_curvature_input *in) {
    cal_session_close(&in->session);
    cal_net_free(in->net);
    *in = (cal_curvature_input){0};
}
