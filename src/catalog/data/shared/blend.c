// Blends two classes in the picture of one sample, for data sets whose pictures blend classes.
#include "catalog/data/shared/splits.h"

enum { BLENDS_MAX = 4096 };

static cal_status check_blends(const cal_dataset *shape, const cal_choice *choice,
                               const cal_data_blends *blends, cal_error *err) {
    const char *id = choice->entry->id;
    const int k = shape->k;
    if (!cal_data_of(choice)->blend)
        return cal_fail(err, CAL_USAGE, "data %s: its samples blend no two classes", id);
    if (blends->first < 0 || blends->first >= k || blends->second < 0 || blends->second >= k ||
        blends->first == blends->second)
        return cal_fail(err, CAL_USAGE, "data %s: %d and %d are not two different classes from 0 to %d", id,
                        blends->first, blends->second, k - 1);
    if (blends->index < 0)
        return cal_fail(err, CAL_USAGE, "data %s: there is no sample %d", id, blends->index);
    if (blends->n < 1 || blends->n > BLENDS_MAX)
        return cal_fail(err, CAL_USAGE, "data %s: %d blends are not from 1 to %d", id, blends->n, BLENDS_MAX);
    for (int i = 0; i < blends->n; i++)
        if (!(blends->fraction[i] >= 0 && blends->fraction[i] <= 1))
            return cal_fail(err, CAL_USAGE, "data %s: blend %g is not from 0 to 1", id, blends->fraction[i]);
    return CAL_OK;
}

cal_status cal_data_blend(cal_dataset *out, const cal_choice *choice, const cal_data_blends *blends,
                          cal_error *err) {
    *out = (cal_dataset){0};
    cal_data_shape(&out->k, &out->c, &out->h, &out->w, choice);
    cal_status status = check_blends(out, choice, blends, err);
    if (status) return status;
    cal_data_split_room(out, &out->test, blends->n, true, true);
    if (out->arena.refused) status = cal_refuse_memory(err, "%d blends", blends->n);
    if (!status) status = cal_data_of(choice)->blend(out, choice, blends, err);
    for (int i = 0; !status && i < blends->n; i++) {
        double *p = out->test.posterior + (size_t)i * (size_t)out->k;
        out->test.labels[i] = p[blends->second] > p[blends->first] ? blends->second : blends->first;
        out->test.source[i] = blends->index;
    }
    if (!status) cal_data_noise_posterior(out->test.posterior, out->k, blends->n, choice);
    if (status) cal_dataset_free(out);
    return status;
}
