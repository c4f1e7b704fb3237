#include "run/weights/state_dict.h"
#include <stdio.h>
#include <string.h>
#include "base/bytes/arrays.h"
#include "base/bytes/safetensors.h"

bool cal_state_dict_is(const cal_file *file) {
    static const uint8_t early[] = {0x80, 2, 0x8a, 0x0a}; // PyTorch before 1.6: protocol 2, a long number
    return cal_zip_is(file) || (file->size >= sizeof early && !memcmp(file->bytes, early, sizeof early));
}

// Refuses tensors that together need far more memory than the file. Only tied weights share a storage.
static cal_status check_size(const cal_arrays *arrays, const cal_file *file, cal_error *err) {
    enum { TIED = 2, SMALL = 1 << 24 };
    double numbers = 0;
    for (int i = 0; i < arrays->count; i++) {
        const cal_pickle_tensor *tensor = arrays->array[i].tensor;
        double count = tensor ? 1 : 0;
        for (int d = 0; tensor && d < tensor->ndim; d++) count *= (double)tensor->dim[d];
        numbers += count;
    }
    if (numbers <= TIED * (double)file->size + SMALL) return CAL_OK;
    return cal_fail(err, CAL_FAILED, "%s: its tensors have %.0f numbers, far more than the file", file->name,
                    numbers);
}

// Returns the folder that the weights are in: checkpoints have "state_dict/conv1.weight".
static const char *folder_of(const cal_arrays *arrays) {
    static const char *const known[] = {"state_dict/", "model_state_dict/", "model_state/", "model/",
                                        "net/",        "weights/"};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        for (int i = 0; i < arrays->count; i++)
            if (!strncmp(arrays->array[i].name, known[k], strlen(known[k]))) return known[k];
    return "";
}

// Reads an array of floats into `arena`. *floats is null for whole numbers, such as counts of batches.
static cal_status read_floats(cal_array *array, float **floats, cal_arena *arena, cal_arena *scratch,
                              const cal_arrays *arrays, const cal_named_array *from, cal_error *err) {
    cal_file npy;
    float *numbers = NULL;
    *floats = NULL;
    cal_status status = cal_arrays_open(&npy, arrays, scratch, from, err);
    if (!status) status = cal_npy_read(array, &npy, err);
    if (status || array->type[0] != 'f' || !array->count) return status;
    status = cal_npy_floats(&numbers, scratch, array, npy.name, err);
    if (status) return status;
    *floats = cal_arena_alloc(arena, array->count * sizeof **floats);
    if (!*floats) return cal_refuse_memory(err, "%s: %zu numbers", npy.name, array->count);
    memcpy(*floats, numbers, array->count * sizeof **floats);
    return CAL_OK;
}

// Leaves `to` empty for other numbers. Frees the unpacked bytes, since tensors may share a storage.
static cal_status take(cal_safetensor *to, cal_arena *arena, const cal_arrays *arrays, const char *name,
                       const cal_named_array *from, cal_error *err) {
    cal_array array;
    cal_arena scratch = {0};
    float *floats;
    *to = (cal_safetensor){.ndim = 0};
    const cal_status status = read_floats(&array, &floats, arena, &scratch, arrays, from, err);
    cal_arena_free(&scratch);
    if (status || !floats) return status;
    snprintf(to->name, sizeof to->name, "%s", name);
    to->ndim = array.ndim, to->size = array.count, to->place = floats;
    memcpy(to->dim, array.dim, sizeof to->dim);
    return CAL_OK;
}

static cal_status convert(cal_text *out, cal_arena *arena, const cal_file *file, cal_error *err) {
    cal_arrays arrays;
    int count = 0;
    cal_status status = cal_arrays_read(&arrays, arena, file, err);
    if (!status) status = check_size(&arrays, file, err);
    if (status) return status;
    cal_safetensor *tensor = cal_arena_alloc(arena, (size_t)arrays.count * sizeof *tensor);
    if (!tensor) return cal_refuse_memory(err, "%s: its tensors", file->name);
    const char *folder = folder_of(&arrays);
    const size_t length = strlen(folder);
    for (int i = 0; i < arrays.count && !status; i++) {
        const cal_named_array *array = &arrays.array[i];
        if (!array->tensor || strncmp(array->name, folder, length) != 0) continue;
        if (!array->name[length] || strchr(array->name + length, '/'))
            continue; // an optimiser's, for example
        status = take(&tensor[count], arena, &arrays, array->name + length, array, err);
        count += tensor[count].size > 0;
    }
    if (!status && !count) status = cal_fail(err, CAL_FAILED, "%s: no tensors of floats", file->name);
    static const char *const words[][2] = {{NULL, NULL}};
    if (!status) cal_safetensors_write(out, tensor, count, words);
    if (!status && out->refused) status = cal_refuse_memory(err, "%s: its tensors", file->name);
    return status;
}

cal_status cal_state_dict_read(cal_text *out, const cal_file *file, cal_error *err) {
    cal_arena arena = {0};
    cal_error why = {CAL_OK, ""};
    const cal_status status = convert(out, &arena, file, &why);
    cal_arena_free(&arena);
    if (!status) return CAL_OK;
    if (status == CAL_MEMORY) return cal_fail(err, status, "%s", why.text);
    return cal_fail(
        err, CAL_FAILED,
        "%.160s; convert it in Python: import torch; from safetensors.torch import save_file; d = "
        "torch.load('%.60s', weights_only=True); save_file({k: v.contiguous() for k, v in "
        "d.get('state_dict', d).items()}, 'model.safetensors')",
        why.text, file->name);
}
