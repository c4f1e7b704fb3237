#include "cli/weights_input.h"
#include <stdio.h>
#include <string.h>
#include "run/files/propose.h"
#include "run/link/link.h"
#include "run/files/onnx/onnx.h"

static cal_status read_list(double out[4], int *count, const cal_arguments *arguments, const char *option,
                            double low, double high, cal_error *err) {
    const char *text = cal_argument(arguments, option);
    if (!text) return CAL_OK;
    cal_slice rest = {text, (int)strlen(text)};
    for (*count = 0; rest.at; ++*count) {
        cal_slice word = cal_slice_cut(&rest, '/');
        double number;
        if (*count == 4 || word.length < 1 || word.length > 40 || !cal_number_parse(&number, word) ||
            number < low || number > high)
            return cal_fail(err, CAL_USAGE, "%s %.48s is not a number from %g to %g, or one for each channel",
                            option, text, low, high);
        out[*count] = number;
    }
    return CAL_OK;
}

static bool is_onnx(const char *path) {
    const size_t length = strlen(path);
    return length > 5 && strcmp(path + length - 5, ".onnx") == 0;
}

// Replaces an ONNX model that the lab exported by the file of weights that it was made from.
static cal_status take_onnx(cal_file *file, double *temperature, cal_arena *arena, cal_error *err) {
    cal_text bytes = {0};
    cal_status status = cal_onnx_read(&bytes, temperature, file, err);
    char *kept = status ? NULL : cal_arena_text(arena, bytes.data, (size_t)bytes.length);
    if (!status && !kept) status = cal_refuse_memory(err, "%s: it", file->name);
    if (!status) *file = (cal_file){file->name, (const uint8_t *)kept, (size_t)bytes.length};
    cal_text_free(&bytes);
    return status;
}

cal_status cal_weights_input(cal_weights_about *about, cal_file *file, cal_arguments *arguments,
                             cal_error *err) {
    const char *model = cal_argument(arguments, "--model"), *input = cal_argument(arguments, "--input");
    double temperature = 1;
    cal_status status = cal_file_load(file, &arguments->arena, arguments->operand, err);
    if (!status && is_onnx(arguments->operand))
        status = take_onnx(file, &temperature, &arguments->arena, err);
    if (!status) status = cal_weights_inspect(about, &arguments->arena, file, err);
    if (!status && temperature != 1) about->temperature = temperature;
    if (!status && model) status = cal_argument_choice(&about->model, "model", model, err);
    if (!status && input) {
        status = cal_argument_size(&about->c, &about->h, &about->w, "--input", input, err);
        about->pixels = about->h > 1 || about->w > 1;
    }
    if (!status && cal_argument(arguments, "--classes"))
        status = cal_argument_integer(&about->k, arguments, "--classes", about->k, 2, 1 << 16, err);
    if (!status) status = read_list(about->mean, &about->means, arguments, "--mean", 0, 1, err);
    if (!status) status = read_list(about->sd, &about->sds, arguments, "--std", 0.001, 10, err);
    if (status || !about->c) return status;
    if ((about->means > 1 && about->means != about->c) || (about->sds > 1 && about->sds != about->c))
        return cal_fail(err, CAL_USAGE, "--mean and --std take one number, or %d, one for each channel",
                        about->c);
    return CAL_OK;
}

cal_status cal_weights_settle(cal_weights_about *about, cal_arguments *arguments, const cal_file *file,
                              cal_error *err) {
    cal_proposal *fit;
    cal_text names = {0};
    int count;
    if (about->model.entry) return CAL_OK;
    cal_status status = cal_weights_propose(&fit, &count, &arguments->arena, about, file, err);
    if (status) return status;
    cal_proposals_write(&names, fit, count);
    const char *said = names.data && !names.refused ? names.data : "";
    if (!count)
        status =
            cal_fail(err, CAL_USAGE,
                     "%s does not say which network it belongs to, and no preset fits its tensors: name the "
                     "model with --model",
                     file->name);
    else if (count > 1)
        status =
            cal_fail(err, CAL_USAGE,
                     "%s does not say which network it belongs to, and its tensors fit %s: say which with "
                     "--model",
                     file->name, said);
    else {
        fprintf(stderr,
                "calib: %s does not say which network it belongs to: its tensors fit only the preset %s, "
                "which is taken\n",
                file->name, said);
        about->model = fit->model;
        if (!about->c) about->pixels = fit->h > 1 || fit->w > 1;
        if (!about->c) about->c = fit->c, about->h = fit->h, about->w = fit->w;
        if (!about->k) about->k = fit->k;
    }
    cal_text_free(&names);
    return status;
}

cal_status cal_weights_load(cal_weights *out, cal_weights_about *about, cal_arguments *arguments,
                            cal_error *err) {
    cal_file file;
    *out = (cal_weights){.net = NULL};
    cal_status status = cal_weights_input(about, &file, arguments, err);
    if (!status && about->temperature > 0)
        status = cal_fail(err, CAL_USAGE,
                          "%s divides its logits by the temperature %g, which a file of weights cannot "
                          "hold: take the file that it was exported from",
                          file.name, about->temperature);
    if (!status) status = cal_weights_settle(about, arguments, &file, err);
    return status ? status : cal_weights_open(out, about, &file, err);
}
