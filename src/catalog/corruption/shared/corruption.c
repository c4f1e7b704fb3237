#include "catalog/corruption/corruption.h"

uint8_t cal_corruption_byte(double value) {
    double byte = (value < 0 ? 0 : value > 1 ? 1 : value) * 255 + 1e-6;
    return (uint8_t)byte;
}

cal_status cal_split_corrupt(cal_split *out, cal_arena *arena, const cal_dataset *data,
                             const cal_split *split, const cal_choice *choice, cal_error *err) {
    const cal_corruption *corruption = cal_corruption_of(choice);
    int severity = cal_choice_integer(choice, "severity");
    size_t plane = (size_t)data->h * data->w, size = plane * data->c;
    if (!split->pixels)
        return cal_fail(err, CAL_FAILED, "corruption %s: the data has no pictures", corruption->entry.id);
    double *scratch = cal_arena_alloc(arena, 2 * plane * sizeof *scratch);
    *out = *split;
    out->pixels = cal_arena_alloc(arena, size * (size_t)split->n);
    if (arena->refused) return cal_refuse_memory(err, "%d corrupted pictures", split->n);
    for (int i = 0; i < split->n; i++) {
        // Uses the sample's number in its source, so that its corruption does not depend on the chosen
        // subset.
        cal_picture picture = {data->c, data->h, data->w, (uint64_t)cal_choice_number(choice, "seed"),
                               (uint64_t)split->source[i]};
        corruption->apply(out->pixels + size * (size_t)i, split->pixels + size * (size_t)i, scratch, &picture,
                          severity);
    }
    return CAL_OK;
}
