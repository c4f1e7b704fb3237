// Functions for any data set: its shape, loading, and the hash of the loaded data.
#include <string.h>
#include "base/bytes/sha256.h"
#include "catalog/data/shared/splits.h"

void cal_data_shape(int *k, int *c, int *h, int *w, const cal_choice *choice) {
    const cal_data *data = cal_data_of(choice);
    *k = data->k, *c = data->c, *h = data->h, *w = data->w;
    if (data->shape) data->shape(k, c, h, w, choice);
}

bool cal_data_posterior(double *posterior, const float *points, int n, const cal_choice *choice) {
    const cal_data *data = cal_data_of(choice);
    int k, c, h, w;
    if (!data->clean_posterior) return false;
    cal_data_shape(&k, &c, &h, &w, choice);
    data->clean_posterior(posterior, points, n, choice);
    cal_data_noise_posterior(posterior, k, n, choice);
    return true;
}

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the hash takes features as they lie in memory");

static void split_hash(cal_sha256 *hash, const cal_split *split, size_t labels, size_t values) {
    const size_t numbers = (size_t)split->n * labels;
    for (size_t done = 0; done < numbers;) {
        uint8_t bytes[1024];
        size_t count = 0;
        while (done < numbers && count < sizeof bytes) bytes[count++] = (uint8_t)split->labels[done++];
        cal_sha256_add(hash, bytes, count);
    }
    const size_t all = (size_t)split->n * values;
    if (split->pixels) cal_sha256_add(hash, split->pixels, all);
    if (split->features) cal_sha256_add(hash, split->features, all * sizeof(float));
}

static void dataset_hash(cal_dataset *data) {
    const size_t values = (size_t)data->c * (size_t)data->h * (size_t)data->w, labels = cal_data_labels(data);
    cal_sha256 hash;
    cal_sha256_start(&hash);
    split_hash(&hash, &data->train, labels, values);
    split_hash(&hash, &data->val, labels, values);
    split_hash(&hash, &data->test, labels, values);
    cal_sha256_hex(data->hash, &hash);
}

cal_status cal_data_load(cal_dataset *out, const cal_choice *choice, const cal_file *files, int nfiles,
                         cal_error *err) {
    *out = (cal_dataset){.several = cal_data_of(choice)->several};
    cal_data_shape(&out->k, &out->c, &out->h, &out->w, choice);
    cal_status status = cal_data_of(choice)->load(out, choice, files, nfiles, err);
    if (!status) {
        cal_data_noise_labels(out, choice);
        dataset_hash(out);
        if (strncmp(out->hash, choice->hex, strlen(choice->hex)))
            status = cal_fail(err, CAL_FAILED,
                              "data %s: the chosen samples have hash %.16s, but the link asks for %s",
                              choice->entry->id, out->hash, choice->hex);
    }
    if (status) cal_dataset_free(out);
    return status;
}

cal_status cal_data_measure(cal_choice *choice, const cal_file *files, int nfiles, cal_error *err) {
    const cal_data *data = cal_data_of(choice);
    choice->hex[0] = 0; // the hash of the original choice no longer applies
    return data->measure ? data->measure(choice, files, nfiles, err) : CAL_OK;
}

void cal_dataset_free(cal_dataset *data) {
    cal_arena_free(&data->arena);
    *data = (cal_dataset){0};
}
