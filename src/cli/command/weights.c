// `calib weights`: describes a file of weights, maps its tensors, and saves them with the lab's names.
#include "cli/input/network.h"

static const cal_option options[] = {
    CAL_NETWORK_OPTIONS,
    {"--out", "W.safetensors", "Write the weights with the lab's names, and all that is known as metadata",
     false},
    {NULL, NULL, NULL, false},
};

static cal_status write(const char *path, const cal_network *network, cal_error *err) {
    cal_bytes bytes;
    cal_status status = cal_network_save(&bytes, network, 0, err);
    if (!status) status = cal_bytes_save(NULL, path, &bytes, err);
    cal_bytes_free(&bytes);
    return status;
}

static cal_status print(const cal_network *network, cal_error *err) {
    cal_bytes about;
    cal_status status = cal_network_json(&about, network, err);
    if (!status) status = cal_print_line(&about, err);
    cal_bytes_free(&about);
    return status;
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    const char *out = cal_argument(arguments, "--out");
    cal_network *network;
    cal_status status = cal_network_weights(&network, arguments, err);
    if (status) return status;
    // Print the tensor map even if the file does not fit: it tells more than the error.
    status = cal_network_fits(network, err);
    if (!status && out) status = write(out, network, err);
    cal_error unprinted;
    const cal_status printed = print(network, status ? &unprinted : err);
    cal_network_free(network);
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
