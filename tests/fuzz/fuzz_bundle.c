// Archives of arrays (.npz, .pt) and the pickles in them: any bytes are read within their bounds or refused
// in one sentence.
#include <stdlib.h>
#include <string.h>
#include "base/bytes/arrays.h"
#include "base/bytes/npy.h"
#include "run/outputs/bundle.h"

static void must(int good) {
    if (!good) abort();
}

static void read_pickle(const uint8_t *data, size_t size) {
    cal_arena arena = {0};
    cal_error err = {0};
    cal_pickle_tensor *tensor;
    int count;
    const cal_file file = {"f.pt", data, size};
    if (cal_pickle_tensors(&tensor, &count, &arena, &file, &err)) must(*err.text && !strchr(err.text, '\n'));
    else
        for (int i = 0; i < count; i++) must(tensor[i].ndim > 0 && strlen(tensor[i].path) < CAL_TENSOR_PATH);
    cal_arena_free(&arena);
}

static void read_arrays(const uint8_t *data, size_t size) {
    cal_arena arena = {0};
    cal_error err = {0};
    cal_arrays arrays;
    cal_file opened;
    const cal_file file = {"f.pt", data, size};
    if (cal_arrays_read(&arrays, &arena, &file, &err)) must(*err.text && !strchr(err.text, '\n'));
    else
        for (int i = 0; i < arrays.count && i < 4; i++)
            if (cal_arrays_open(&opened, &arrays, &arena, &arrays.array[i], &err)) must(*err.text);
            else must(opened.name && opened.bytes);
    cal_arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    cal_arena arena = {0};
    cal_error err = {0};
    cal_array array;
    cal_file outputs = {"f.npz", data, size}, labels = {0}, val_outputs = {0}, val_labels = {0}, ood = {0},
             against = outputs, weights = {0};
    const cal_bundle_files files = {&outputs, &labels,  &val_outputs, &val_labels,
                                    &ood,     &against, &weights,     false};
    read_pickle(data, size);
    read_arrays(data, size);
    if (cal_bundle_open(&files, &arena, &err)) must(*err.text && !strchr(err.text, '\n'));
    else {
        must(outputs.name != NULL);
        if (outputs.bytes != data) (void)cal_npy_read(&array, &outputs, &err);
        must(!val_outputs.bytes == !val_labels.bytes);
    }
    cal_arena_free(&arena);
    return 0;
}
