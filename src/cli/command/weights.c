// `calib weights`: describes a file of weights, maps its tensors, and saves them with the lab's names.
#include "cli/weights_input.h"
#include "cli/cli.h"

static const cal_option options[] = {
    CAL_WEIGHTS_OPTIONS,
    {"--out", "W.safetensors", "Write the weights with the lab's names, and all that is known as metadata",
     false},
    {NULL, NULL, NULL, false},
};

static cal_status write(const char *path, const cal_weights_about *about, const cal_weights *weights,
                        cal_error *err) {
    cal_text bytes = {0};
    cal_weights_write(&bytes, about, weights->net, weights->flat);
    cal_status status = cal_file_save(NULL, path, &bytes, err);
    cal_text_free(&bytes);
    return status;
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    const char *out = cal_argument(arguments, "--out");
    cal_weights_about about;
    cal_weights weights;
    cal_text json = {0};
    cal_status status = cal_weights_load(&weights, &about, arguments, err);
    // The tensor map is printed even if the file does not fit: it says more than the error.
    const bool tell = !status || weights.naming.row;
    if (tell) cal_weights_describe(&json, &about, &weights);
    if (!status && out) status = write(out, &about, &weights, err);
    cal_weights_free(&weights);
    if (!tell) return status;
    cal_error unprinted;
    const cal_status printed = cal_print_json(&json, status ? &unprinted : err);
    return status ? status : printed;
}

const cal_command cal_command_weights = {
    .name = "weights",
    .group = CAL_GROUP_LOOK,
    .rank = 4,
    .operand = "W.safetensors",
    .summary = "What a file of weights holds, and how its tensors map to the network's.",
    .options = options,
    .run = run,
};
