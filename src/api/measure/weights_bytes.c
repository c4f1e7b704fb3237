// Finds the weights in the files of a network.
#include <string.h>
#include "api/network.h"
#include "run/weights/onnx/onnx.h"
#include "run/weights/state_dict.h"

// An ONNX model begins with the tag of its first field, a safetensors file with a length of eight bytes and a
// brace.
static bool is_stored(const cal_file *file) { return file->size > 8 && file->bytes[8] == '{'; }

static bool ends_with(const char *name, const char *end) {
    const size_t length = strlen(name), own = strlen(end);
    return length > own && strcmp(name + length - own, end) == 0;
}

static bool is_onnx(const cal_file *file) {
    return !is_stored(file) && !ends_with(file->name, ".safetensors") && !cal_state_dict_is(file) &&
           (ends_with(file->name, ".onnx") || (file->size && file->bytes[0] == 8));
}

cal_file cal_network_file(const cal_network_def *def) {
    return (cal_file){def->name ? def->name : "the network's file", def->bytes, def->size};
}

cal_status cal_network_data_name(char name[CAL_NETWORK_DATA_NAME], const cal_network_def *def,
                                 cal_error *err) {
    cal_status status = cal_need_pointer_of(name, __func__, "name", err);
    if (!status) status = cal_need_def(def, CAL_COOKIE_NETWORK, "network", err);
    if (status) return status;
    const cal_file file = cal_network_file(def);
    name[0] = 0;
    return file.bytes && is_onnx(&file) ? cal_onnx_data_name(name, &file, err) : CAL_OK;
}

// Reads an ONNX model, and its numbers from the second file if that is given.
static cal_status read_onnx(cal_text *out, double *temperature, const cal_file *file,
                            const cal_network_def *def, cal_error *err) {
    const cal_file data = {def->data_name ? def->data_name : "its second file", def->data, def->data_size};
    cal_text joined = {0};
    cal_status status = def->data ? cal_onnx_join(&joined, file, &data, err) : CAL_OK;
    const cal_file whole = {file->name, (const uint8_t *)joined.data, (size_t)joined.length};
    if (!status) status = cal_onnx_read(out, temperature, joined.length ? &whole : file, err);
    cal_text_free(&joined);
    return status;
}

cal_status cal_network_take_bytes(cal_file *file, double *temperature, cal_text *bytes,
                                  const cal_network_def *def, cal_error *err) {
    const bool pickled =
        !is_stored(file) && !ends_with(file->name, ".safetensors") && cal_state_dict_is(file);
    if (!pickled && !is_onnx(file)) return CAL_OK;
    cal_status status =
        pickled ? cal_state_dict_read(bytes, file, err) : read_onnx(bytes, temperature, file, def, err);
    if (!status) *file = (cal_file){file->name, (const uint8_t *)bytes->data, (size_t)bytes->length};
    return status;
}
