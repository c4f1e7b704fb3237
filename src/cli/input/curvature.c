// Opens the input of `calib curvature`.
#include "cli/input/curvature.h"
#include <string.h>

// ---- files

static cal_status load_samples(cal_curvature_input *in, cal_arguments *arguments, const char *x_path,
                               const char *y_path, cal_error *err) {
    cal_arena *arena = &arguments->arena;
    cal_file file;
    cal_array x, y;
    double *inputs = NULL;
    int32_t *labels = NULL;
    cal_status status = cal_file_load(&file, arena, x_path, err);
    if (!status) status = cal_npy_read(&x, &file, err);
    if (!status) status = cal_npy_doubles(&inputs, arena, &x, file.name, err);
    if (!status && x.ndim != 2 && x.ndim != 4)
        status =
            cal_fail(err, CAL_FAILED, "%s: inputs must have 2 or 4 dimensions, not %d", file.name, x.ndim);
    if (!status) status = cal_file_load(&file, arena, y_path, err);
    if (!status) status = cal_npy_read(&y, &file, err);
    if (!status) status = cal_npy_labels(&labels, arena, &y, file.name, err);
    if (status) return status;
    if (y.ndim != 1 || y.dim[0] != x.dim[0] || x.count == 0)
        return cal_fail(err, CAL_FAILED, "%.200s has %d rows, but %.200s has %zu labels", x_path, x.dim[0],
                        y_path, y.count);
    for (size_t i = 0; i < x.count; i++)
        if (!(inputs[i] - inputs[i] == 0))
            return cal_fail(err, CAL_FAILED, "%.200s: number %zu is not finite", x_path, i);
    in->def.inputs = inputs;
    in->def.labels = labels;
    in->def.n = x.dim[0];
    in->def.c = x.dim[1];
    in->def.h = x.ndim == 4 ? x.dim[2] : 1;
    in->def.w = x.ndim == 4 ? x.dim[3] : 1;
    return CAL_OK;
}

static cal_status open_files(cal_curvature_input *in, cal_arguments *arguments, cal_error *err) {
    static const char *const of_links[] = {"--set", "--epoch", "--data", "--init", NULL};
    cal_file file;
    const char *weights, *x, *y, *model = cal_argument(arguments, "--model");
    const char *wrong = cal_argument_any(arguments, of_links);
    if (wrong) return cal_fail(err, CAL_USAGE, "curvature: %s needs a link", wrong);
    cal_status status = cal_argument_required(&weights, arguments, "--weights", err);
    if (!status) status = cal_argument_required(&x, arguments, "--x", err);
    if (!status) status = cal_argument_required(&y, arguments, "--y", err);
    if (!status) status = cal_file_load(&file, &arguments->arena, weights, err);
    if (!status) in->def.weights = (cal_input){file.name, file.bytes, file.size};
    if (!status && model) in->def.model = cal_argument_value("model", model);
    if (!status) status = load_samples(in, arguments, x, y, err);
    if (!status && cal_argument(arguments, "--classes"))
        status = cal_argument_integer(&in->def.k, arguments, "--classes", 0, 2, 10000, err);
    return status ? status : cal_session_lab(&in->session.lab, arguments, err);
}

// ---- a link

static cal_status choose_set(cal_curvature_input *in, const cal_arguments *arguments, cal_error *err) {
    const cal_training *training = in->session.training;
    in->set = cal_argument(arguments, "--set");
    if (!in->set) in->set = cal_training_samples(training, CAL_SET_VALIDATION).n ? "val" : "test";
    return cal_session_set(&in->def.set, training, in->set, err);
}

static cal_status open_link(cal_curvature_input *in, cal_arguments *arguments, cal_error *err) {
    static const char *const of_files[] = {"--weights", "--x", "--y", "--model", "--classes", NULL};
    const char *wrong = cal_argument_any(arguments, of_files);
    if (wrong)
        return cal_fail(err, CAL_USAGE,
                        "curvature: %s and a link exclude each other; a link's network can start from "
                        "--init W.safetensors, with --epoch 0 without training",
                        wrong);
    cal_status status = cal_session_open(&in->session, arguments, err);
    if (!status) status = choose_set(in, arguments, err);
    if (!status) status = cal_session_train_epochs(&in->session, arguments, err);
    in->def.training = in->session.training;
    return status;
}

cal_status cal_curvature_input_open(cal_curvature_input *out, cal_arguments *arguments, cal_error *err) {
    *out = (cal_curvature_input){.def = cal_default_curvature()};
    out->def.naming = CAL_NAMES_COMMAND;
    out->def.loss = cal_argument(arguments, "--loss"); // for a link, it may differ from the trained one
    // Check before anything is read or trained.
    cal_status status = out->def.loss ? cal_curvature_check_loss(out->def.loss, err) : CAL_OK;
    if (!status)
        status = arguments->operand ? open_link(out, arguments, err) : open_files(out, arguments, err);
    if (status) cal_curvature_input_close(out);
    return status;
}

void cal_curvature_input_close(cal_curvature_input *in) {
    cal_session_close(&in->session);
    *in = (cal_curvature_input){.def = cal_default_curvature()};
}
