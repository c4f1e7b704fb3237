// `calib export`: writes a network as a file for other programs.
#include <string.h>
#include "base/slice.h"
#include "cli/input/network.h"
#include "cli/session.h"

static const cal_option options[] = {
    {"--onnx", "F.onnx", "Write an ONNX model that takes pixels from 0 to 1, or features", false, true},
    {"--temperature", "T", "Divide its logits by T, as found by temperature scaling (1)", false},
    {"--calibrator-file", "cal.json",
     "Calibrate its logits by a temperature or by vector scaling that calib fit wrote", false},
    CAL_NETWORK_OPTIONS,
    {NULL, NULL, NULL, false},
};

static cal_status read_temperature(double *out, const cal_arguments *arguments, cal_error *err) {
    const char *text = cal_argument(arguments, "--temperature");
    *out = 1;
    if (!text) return CAL_OK;
    const cal_slice word = {text, (int)strlen(text)};
    if (word.length <= 40 && cal_number_parse(out, word) && *out >= 1e-3 && *out <= 1e6) return CAL_OK;
    return cal_fail(err, CAL_USAGE, "--temperature %.48s is not a number from 0.001 to 1000000", text);
}

// Writes the model with the calibrator of a file inside.
static cal_status save_calibrated(cal_bytes *out, const cal_network *network, cal_arguments *arguments,
                                  const char *path, cal_error *err) {
    cal_file file;
    cal_lab *lab = NULL;
    cal_calibration *calibration = NULL;
    if (cal_argument(arguments, "--temperature"))
        return cal_fail(err, CAL_USAGE, "--temperature and --calibrator-file exclude each other; give one");
    cal_status status = cal_file_load(&file, &arguments->arena, path, err);
    if (!status) status = cal_session_lab(&lab, arguments, err);
    if (!status)
        status = cal_calibration_load(&calibration, lab, &(cal_input){file.name, file.bytes, file.size}, err);
    if (!status) status = cal_network_save_calibrated(out, network, calibration, 0, err);
    cal_calibration_free(calibration);
    cal_lab_free(lab);
    return status;
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    cal_network *network = NULL;
    cal_bytes bytes = {0}, about = {0};
    cal_text json = {0};
    const char *path = cal_argument(arguments, "--onnx"),
               *calibrator = cal_argument(arguments, "--calibrator-file");
    double temperature;
    cal_status status = read_temperature(&temperature, arguments, err);
    if (!status) status = cal_network_weights(&network, arguments, err);
    if (!status) status = cal_network_fits(network, err);
    if (!status)
        status = calibrator ? save_calibrated(&bytes, network, arguments, calibrator, err)
                            : cal_network_save(&bytes, network, temperature, err);
    if (!status) status = cal_bytes_save(NULL, path, &bytes, err);
    if (!status) status = cal_network_json(&about, network, err);
    if (!status) {
        cal_json_open(&json, '{');
        cal_json_member_string(&json, "onnx", path);
        cal_json_member_integer(&json, "bytes", (int64_t)bytes.size);
        if (calibrator) cal_json_member_string(&json, "calibrator_file", calibrator);
        else cal_json_member_number(&json, "temperature", temperature);
        cal_json_key(&json, "weights");
        cal_json_written(&json, about.data);
        cal_json_close(&json, '}');
    }
    cal_network_free(network);
    cal_bytes_free(&bytes);
    cal_bytes_free(&about);
    return status ? status : cal_print_json(&json, err);
}

const cal_command cal_command_export = {
    .name = "export",
    .group = CAL_GROUP_SHARE,
    .rank = 3,
    .operand = "W.safetensors",
    .summary = "A trained network for other programs: an ONNX model that normalises pixels itself.",
    .options = options,
    .run = run,
};
