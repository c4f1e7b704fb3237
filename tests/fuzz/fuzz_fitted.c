// Fitted calibrators: any bytes are read and applied to a table, or refused in one sentence that names the
// file.
#include <stdlib.h>
#include <string.h>
#include "run/calibration/stream.h"

static void must(int good) {
    if (!good) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char table[] = "y,g,p_0,p_1,p_2\n1,a,0.5,0.25,0.25\n0,c,0.1,0.8,0.1\n";
    cal_fitted fitted;
    cal_error err = {0};
    cal_text out = {0};
    cal_apply_stream stream;
    const cal_file file = {"f.json", data, size};
    const cal_status status = cal_fitted_read(&fitted, &file, &err);
    must(!status || !strchr(err.text, '\n'));
    if (status) return 0;
    const bool classes = fitted.task == CAL_TASK_CLASSES;
    const cal_apply_options options = {.source = {.fitted = &fitted, .name = "t.csv"},
                                       .columns = classes                ? "classes=p_*"
                                                  : fitted.probabilities ? "p=p_1"
                                                                         : "logit=p_1"};
    cal_apply_begin(&stream, &options);
    if (!cal_apply_take(&out, &stream, table, sizeof table - 1, true, &err))
        must(out.length > (int)sizeof table);
    cal_apply_end(&stream);
    cal_text_free(&out);
    cal_fitted_free(&fitted);
    return 0;
}
