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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    cal_text bytes = {0};
    cal_error err = {0};
    double temperature = 0;
    const cal_file file = {"m.onnx", data, size};
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
