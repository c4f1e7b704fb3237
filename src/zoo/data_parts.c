// Floor 3. Room for the splits, shared parameters, and the loop over generated samples.
#include "zoo/data_parts.h"

static void split_alloc(cal_dataset *out, cal_split *split, int n, bool pixels, bool truth) {
    *split = (cal_split){.n = n};
    if (!n) return; // an empty split has no arrays
    const size_t values = (size_t)out->c * (size_t)out->h * (size_t)out->w, rows = (size_t)n;
    if (pixels) split->pixels = cal_arena_alloc(&out->arena, rows * values);
    else split->features = cal_arena_alloc(&out->arena, rows * values * sizeof(float));
    split->labels = cal_arena_alloc(&out->arena, rows * sizeof(int32_t));
    split->source = cal_arena_alloc(&out->arena, rows * sizeof(int32_t));
    if (truth) split->posterior = cal_arena_alloc(&out->arena, rows * (size_t)out->k * sizeof(double));
}

static cal_status channels_read(float out[4], const cal_choice *choice, const char *param, int c,
                                cal_error *err) {
    const cal_value *value = cal_choice_value(choice, param);
    if (value->count != 1 && value->count != c)
        return cal_fail(err, CAL_USAGE, "data %s: %s has %d numbers, it takes 1 or %d (one a channel)",
                        choice->entry->id, param, value->count, c);
    for (int i = 0; i < c; i++) out[i] = (float)value->number[value->count == 1 ? 0 : i];
    return CAL_OK;
}

cal_status cal_data_begin(cal_dataset *out, const cal_choice *choice, bool pixels, bool truth,
                          cal_error *err) {
    if (pixels) {
        cal_status status = channels_read(out->mean, choice, "mean", out->c, err);
        if (!status) status = channels_read(out->deviation, choice, "std", out->c, err);
        if (status) return status;
    }
    const int train = cal_choice_integer(choice, "train"), val = cal_choice_integer(choice, "val"),
              test = cal_choice_integer(choice, "test");
    split_alloc(out, &out->train, train, pixels, truth);
    split_alloc(out, &out->val, val, pixels, truth);
    split_alloc(out, &out->test, test, pixels, truth);
    if (out->arena.refused)
        return cal_fail(err, CAL_MEMORY, "data %s: memory for train=%d, val=%d and test=%d was refused",
                        choice->entry->id, train, val, test);
    return CAL_OK;
}

void cal_data_generate(cal_dataset *out, const cal_choice *choice, cal_sample_make *make, void *context) {
    const struct {
        cal_split *split;
        int stream;
    } splits[] = {
        {&out->test, CAL_SAMPLE_TEST}, {&out->val, CAL_SAMPLE_VAL}, {&out->train, CAL_SAMPLE_TRAIN}};
    const uint64_t seed = (uint64_t)cal_choice_number(choice, "seed");
    for (int s = 0; s < 3; s++)
        for (int i = 0; i < splits[s].split->n; i++) {
            const cal_sample at = {.seed = seed, .split = splits[s].stream, .index = i};
            splits[s].split->source[i] = i;
            make(context, splits[s].split, i, &at);
        }
}
