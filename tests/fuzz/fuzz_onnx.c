// ONNX models: any bytes are refused in one sentence, or are a model that the lab wrote, whose weights are
// read back unchanged.
#include <stdlib.h>
#include <string.h>
#include "run/weights/onnx/onnx.h"

static void must(int good) {
    if (!good) abort();
}

static void look(const cal_text *bytes) {
    const cal_file file = {"w", (const uint8_t *)bytes->data, (size_t)bytes->length};
    cal_arena arena = {0};
    cal_weights_about about;
    cal_weights weights = {.net = NULL};
    cal_error err = {0};
    // Metadata are in bounds, or refused as in any file.
    if (!cal_weights_inspect(&about, &arena, &file, &err)) {
        must(about.k >= 2 && about.c >= 1 && about.means <= 4 && about.sds <= 4);
        const cal_status status = cal_weights_open(&weights, &about, &file, &err);
        must(!status || (err.text[0] && !strchr(err.text, '\n')));
        must(status || weights.naming.order == CAL_BY_NAME);
    }
    cal_weights_free(&weights);
    cal_arena_free(&arena);
}

// Joins a model with itself as its second file: the result is not larger than both.
static void join(const cal_file *file) {
    char name[CAL_ONNX_DATA_NAME];
    cal_text joined = {0};
    cal_error err = {0};
    cal_status status = cal_onnx_data_name(name, file, &err);
    if (!status && name[0]) {
        must(!strchr(name, '/') && strlen(name) < CAL_ONNX_DATA_NAME);
        const cal_file data = {name, file->bytes, file->size};
        status = cal_onnx_join(&joined, file, &data, &err);
        must((size_t)joined.length <= 3 * file->size + 64);
    }
    must(!status || (status == CAL_FAILED && !strncmp(err.text, "m.onnx: ", 8) && !strchr(err.text, '\n')));
    cal_text_free(&joined);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    cal_text bytes = {0};
    cal_error err = {0};
    double temperature = 0;
    const cal_file file = {"m.onnx", data, size};
    join(&file);
    const cal_status status = cal_onnx_read(&bytes, &temperature, &file, &err);
    if (status)
        must(status == CAL_FAILED && strncmp(err.text, "m.onnx: ", 8) == 0 && !strchr(err.text, '\n'));
    else {
        must(temperature >= 1e-3 && temperature <= 1e6 && bytes.length > 8);
        look(&bytes);
    }
    cal_text_free(&bytes);
    return 0;
}
