// Room for the splits, shared parameters, and the loop over generated samples.
#include <stdint.h>
#include <string.h>
#include "catalog/data/shared/splits.h"

void cal_data_split_room(cal_dataset *out, cal_split *split, int n, bool pixels, bool truth) {
    *split = (cal_split){.n = n};
    if (!n) return; // an empty split has no arrays
    const size_t values = (size_t)out->c * (size_t)out->h * (size_t)out->w, rows = (size_t)n;
    if (values > PTRDIFF_MAX / sizeof(double) / rows) { // more than the address space
        out->arena.refused = true;
        return;
    }
    if (pixels) split->pixels = cal_arena_alloc(&out->arena, rows * values);
    else split->features = cal_arena_alloc(&out->arena, rows * values * sizeof(float));
    split->labels = cal_arena_alloc(&out->arena, rows * cal_data_labels(out) * sizeof(int32_t));
    split->source = cal_arena_alloc(&out->arena, rows * sizeof(int32_t));
    if (truth) split->posterior = cal_arena_alloc(&out->arena, rows * (size_t)out->k * sizeof(double));
}

static void allocate(cal_dataset *out, const cal_choice *choice, bool pixels, bool truth) {
    cal_data_split_room(out, &out->train, cal_choice_integer(choice, "train"), pixels, truth);
    cal_data_split_room(out, &out->val, cal_choice_integer(choice, "val"), pixels, truth);
    cal_data_split_room(out, &out->test, cal_choice_integer(choice, "test"), pixels, truth);
}

void cal_data_keeps_splits(cal_dataset *counted, const cal_choice *choice) {
    const cal_data *data = cal_data_of(choice);
    allocate(counted, choice, data->pixels, data->truth);
}

cal_dataset cal_data_counted(const cal_choice *choice) {
    cal_dataset counted = {.arena.counts = true, .several = cal_data_of(choice)->several};
    cal_data_shape(&counted.k, &counted.c, &counted.h, &counted.w, choice);
    return counted;
}

size_t cal_data_bytes(const cal_choice *choice, int width) {
    const cal_data *data = cal_data_of(choice);
    cal_dataset counted = cal_data_counted(choice);
    if (data->keeps) data->keeps(&counted, choice, width);
    else cal_data_keeps_splits(&counted, choice);
    return counted.arena.taken;
}

size_t cal_data_loading(const cal_choice *choice, const cal_file *files, int nfiles) {
    const cal_data *data = cal_data_of(choice);
    return data->loading ? data->loading(choice, files, nfiles) : 0;
}

static cal_status channels_read(float out[4], const cal_choice *choice, const char *param, int c,
                                cal_error *err) {
    const cal_value *value = cal_choice_value(choice, param);
    if (value->count != 1 && value->count != c)
        return cal_fail(err, CAL_USAGE, "data %s: %s has %d numbers; give 1 or %d (one per channel)",
                        choice->entry->id, param, value->count, c);
    for (int i = 0; i < c; i++) out[i] = (float)value->number[value->count == 1 ? 0 : i];
    return CAL_OK;
}

cal_status cal_data_begin(cal_dataset *out, const cal_choice *choice, bool pixels, bool truth,
                          cal_error *err) {
    if (pixels) {
        cal_status status = channels_read(out->mean, choice, "mean", out->c, err);
        if (!status) status = channels_read(out->sd, choice, "std", out->c, err);
        if (status) return status;
    }
    allocate(out, choice, pixels, truth);
    if (out->arena.refused)
        return cal_refuse_memory(err, "data %s: train=%d, val=%d and test=%d", choice->entry->id,
                                 out->train.n, out->val.n, out->test.n);
    return CAL_OK;
}

static void split_generate(cal_split *split, int stream, uint64_t seed, cal_sample_make *make,
                           void *context) {
    for (int i = 0; i < split->n; i++) {
        const cal_sample at = {.seed = seed, .split = stream, .index = i};
        split->source[i] = i;
        make(context, split, i, &at);
    }
}

// Converts P(class | sample) from equal class frequencies to those of `quota`.
static void shift_posterior(double *p, const int *quota, int k) {
    double sum = 0;
    for (int c = 0; c < k; c++) sum += p[c] *= quota[c];
    for (int c = 0; c < k; c++) p[c] /= sum;
}

static cal_status train_imbalanced(cal_dataset *out, const cal_choice *choice, uint64_t seed,
                                   cal_sample_make *make, void *context, cal_error *err) {
    cal_split *split = &out->train, sketch = *split;
    const int k = out->k;
    int quota[CAL_CLASSES_MAX], held[CAL_CLASSES_MAX] = {0}, row = 0;
    sketch.pixels = NULL; // painted only if the sample is taken
    cal_data_quota(quota, k, split->n, choice);
    const int most = 1000 * k + 4 * k * split->n; // practically never reached, as classes are equally likely
    for (int i = 0; row < split->n; i++) {
        if (i == most)
            return cal_fail(err, CAL_FAILED, "data %s: among %d samples a class is too rare for imbalance=%g",
                            choice->entry->id, most, cal_choice_number(choice, "imbalance"));
        const cal_sample at = {.seed = seed, .split = CAL_SAMPLE_TRAIN, .index = i};
        double *posterior = split->posterior + (size_t)row * (size_t)k;
        memset(posterior, 0, (size_t)k * sizeof *posterior);
        make(context, &sketch, row, &at);
        const int label = split->labels[row];
        if (held[label] == quota[label]) continue;
        held[label]++;
        if (split->pixels) make(context, split, row, &at);
        shift_posterior(posterior, quota, k);
        split->source[row++] = i;
    }
    return CAL_OK;
}

cal_status cal_data_generate(cal_dataset *out, const cal_choice *choice, cal_sample_make *make, void *context,
                             cal_error *err) {
    const uint64_t seed = (uint64_t)cal_choice_number(choice, "seed");
    split_generate(&out->test, CAL_SAMPLE_TEST, seed, make, context);
    split_generate(&out->val, CAL_SAMPLE_VAL, seed, make, context);
    if (cal_data_imbalanced(choice)) return train_imbalanced(out, choice, seed, make, context, err);
    split_generate(&out->train, CAL_SAMPLE_TRAIN, seed, make, context);
    return CAL_OK;
}
