// Saves networks: their weights, or ONNX models with a calibration of their logits.
#include <string.h>
#include "api/network.h"
#include "run/weights/onnx/onnx.h"

// Writes an ONNX model, or weights if `map` is null.
static cal_status save(cal_bytes *out, const cal_network *network, const cal_onnx_map *map, cal_error *err) {
    cal_text bytes = {0};
    cal_status status = CAL_OK;
    if (network->about.temperature > 0)
        status =
            cal_fail(err, CAL_USAGE,
                     "the network divides its logits by the temperature %g, which a file of weights does "
                     "not hold: take the one that it was exported from",
                     network->about.temperature);
    if (!status && map)
        status =
            cal_onnx_write(&bytes, &network->about, network->weights.net, network->weights.flat, map, err);
    else if (!status) cal_weights_write(&bytes, &network->about, network->weights.net, network->weights.flat);
    return cal_give_text(out, &bytes, status, err);
}

cal_status cal_network_save(cal_bytes *out, const cal_network *network, double temperature, cal_error *err) {
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = (cal_bytes){0};
    status = cal_need_pointer(network, "the network", err);
    if (!status && temperature && !(temperature >= 1e-3 && temperature <= 1e6))
        status =
            cal_fail(err, CAL_USAGE, "temperature %g is neither 0 nor from 0.001 to 1000000", temperature);
    const cal_onnx_map map = {.temperature = temperature};
    return status ? status : save(out, network, temperature > 0 ? &map : NULL, err);
}

// Takes a temperature, or the scales and shifts of vector scaling.
static cal_status take_map(cal_onnx_map *out, const cal_network *network, const cal_fitted *f, int way,
                           cal_error *err) {
    const char *id = f->calibrator->entry.id;
    const cal_found *found = f->fit[way].found;
    *out = (cal_onnx_map){.temperature = 1};
    if (f->groups)
        return cal_fail(err, CAL_USAGE,
                        "a calibrator with groups cannot be a part of the model, which does not see them");
    if (f->probabilities || f->task == CAL_TASK_BINARY)
        return cal_fail(err, CAL_USAGE,
                        "calibrator %s is fitted on %s, and a network gives logits of classes", id,
                        f->probabilities ? "probabilities" : "a binary task");
    if (f->k != network->about.k)
        return cal_fail(err, CAL_USAGE, "calibrator %s is fitted on %d classes, and the network has %d", id,
                        f->k, network->about.k);
    if (strcmp(id, "temperature") == 0) return out->temperature = *found[0].number, CAL_OK;
    if (strcmp(id, "vector") == 0 && f->task == CAL_TASK_CLASSES)
        return out->scale = found[0].number, out->shift = found[1].number, CAL_OK;
    return cal_fail(err, CAL_USAGE,
                    "calibrator %s cannot be a part of the model: temperature and vector can; calib apply "
                    "applies it to the model's outputs",
                    id);
}

cal_status cal_network_save_calibrated(cal_bytes *out, const cal_network *network, const cal_calibration *c,
                                       int way, cal_error *err) {
    cal_onnx_map map;
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = (cal_bytes){0};
    status = cal_need_pointer(network, "the network", err);
    if (!status) status = cal_need_pointer(c, "the calibration", err);
    if (!status && !cal_calibration_way(c, way))
        status = cal_fail(err, CAL_USAGE, "calibrator %s: way %d is not between 0 and %d",
                          c->fitted.calibrator->entry.id, way, c->fitted.ways - 1);
    if (!status) status = take_map(&map, network, &c->fitted, way, err);
    return status ? status : save(out, network, &map, err);
}
