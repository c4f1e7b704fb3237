// .npy files: any bytes are read within their bounds or refused in one sentence that names the file.
#include <stdlib.h>
#include <string.h>
#include "base/bytes/safetensors.h"
#include "run/outputs/outputs.h"
#include "run/tables/inspect.h"

static void must(int good) {
    if (!good) abort();
}

// Reads the file as outputs and as their labels, as each kind.
static void read_outputs(cal_arena *arena, const cal_file *file) {
    cal_outputs z;
    cal_error err = {0};
    cal_text json = {0};
    cal_notes notes = {0};
    for (int kind = CAL_OUTPUT_UNKNOWN; kind <= CAL_OUTPUT_PROBABILITIES; kind++) {
        const cal_outputs_options reading = {.kind = (cal_output_kind)kind, .notes = &notes};
        if (cal_outputs_read(&z, arena, file, file, &reading, &err)) must(!strchr(err.text, '\n'));
        else
            for (int i = 0; i < z.n; i++) must(z.k < 2 || (z.labels[i] >= 0 && z.labels[i] < z.k));
    }
    if (cal_file_inspect(&json, file, &err) == CAL_OK)
        must(json.length > 2 && json.data[json.length - 1] == '}');
    cal_text_free(&json);
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
        if (cal_npy_labels(&labels, &arena, &a, "f", &err) == CAL_OK) // 32-bit integers, in the same order
            for (size_t i = 0; real && i < a.count; i++) must(doubles[i] == (double)labels[i]);
    }
    read_outputs(&arena, &file);
    cal_arena_free(&arena);
    return 0;
}
