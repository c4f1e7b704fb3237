// .npy files: any bytes are read within their bounds or refused in one sentence that names the file.
#include <stdlib.h>
#include <string.h>
#include "run/files/files.h"

static void must(int good) {
    if (!good) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    cal_arena arena = {0};
    cal_array a;
    cal_error err = {0};
    cal_file file = {"f.npy", data, size};
    cal_status status = cal_npy_read(&a, &file, &err);
    if (status) must(status == CAL_FAILED && strncmp(err.text, "f.npy: ", 7) == 0);
    else {
        size_t count = 1;
        for (int i = 0; i < a.ndim; i++) count *= (size_t)a.dim[i];
        must(a.ndim <= 4 && count == a.count && count * (size_t)(a.type[1] - '0') <= size);
        float *floats = NULL;
        double *doubles = NULL;
        int32_t *labels = NULL;
        bool real = a.type[0] == 'f';
        must((cal_npy_floats(&floats, &arena, &a, "f", &err) == CAL_OK) == real);
        must((cal_npy_doubles(&doubles, &arena, &a, "f", &err) == CAL_OK) == real);
        must(!real || cal_npy_labels(&labels, &arena, &a, "f", &err) == CAL_FAILED);
        if (!real) (void)cal_npy_labels(&labels, &arena, &a, "f", &err); // numbers beyond 32 bits are refused
    }
    cal_arena_free(&arena);
    return 0;
}
