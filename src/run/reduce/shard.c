// Writes and reads reductions as safetensors files: one tensor per column, [n], class bins, [bins,k], and
// likelihoods, [points,3,2].
#include <string.h>
#include "run/link/receipt.h"
#include "run/reduce/reduce.h"

static const char FORMAT[] = "calib-reduction", VERSION[] = "1";

// beyond: logits of 1e30 give values beyond float, so the reader of files does not check the tensor.
static const struct {
    const char *name;
    bool wide;
    int ndim;
    bool beyond;
} known[CAL_SHARD_TENSORS] = {
    {"confidence", true, 1, false},  {"log_p_label", true, 1, true}, {"square", true, 1, false},
    {"predicted", false, 1, false},  {"label", false, 1, false},     {"bin_sum", true, 2, false},
    {"bin_count", true, 2, false},   {"bin_right", true, 2, false},  {"likelihood", true, 3, true},
    {"temperature", true, 1, false},
};

static void lay(cal_safetensor tensor[CAL_SHARD_TENSORS], int n, int k) {
    for (int t = 0; t < CAL_SHARD_TENSORS; t++) {
        cal_safetensor *to = &tensor[t];
        *to = (cal_safetensor){
            .ndim = known[t].ndim, .dim = {n}, .wide = known[t].wide, .loose = known[t].beyond};
        strcpy(to->name, known[t].name);
        if (to->ndim == 2) to->dim[0] = CAL_REDUCED_BINS, to->dim[1] = k;
        if (t == CAL_SHARD_LIKELIHOOD) to->dim[0] = CAL_REDUCED_POINTS, to->dim[1] = 3, to->dim[2] = 2;
        if (t == CAL_SHARD_TEMPERATURE) to->dim[0] = 1;
        to->size = 1;
        for (int d = 0; d < to->ndim; d++) to->size *= (size_t)to->dim[d];
    }
}

void cal_reduced_set_write(cal_text *out, const cal_reduced_set *r) {
    cal_safetensor tensor[CAL_SHARD_TENSORS];
    const size_t bins = (size_t)CAL_REDUCED_BINS * (size_t)r->k;
    double temperature = r->temperature, *count = cal_mem_alloc(2 * bins * sizeof *count);
    if (!count) {
        out->refused = true;
        return;
    }
    double *right = count + bins;
    for (size_t b = 0; b < bins; b++) {
        // The first bin has the samples that no other bin has.
        count[b] = b < (size_t)r->k ? r->n : r->count.count[b], right[b] = r->count.right[b];
        if (b >= (size_t)r->k) count[b % (size_t)r->k] -= count[b];
    }
    lay(tensor, r->n, r->k);
    void *place[CAL_SHARD_TENSORS] = {
        r->confidence,       r->log_p_label, r->square, r->predicted,          r->label,
        r->count.confidence, count,          right,     (void *)r->likelihood, &temperature};
    for (int t = 0; t < CAL_SHARD_TENSORS; t++) tensor[t].place = place[t];
    cal_safetensors_write(
        out, tensor, CAL_SHARD_TENSORS,
        (const char *const[][2]){
            {"format", FORMAT}, {"version", VERSION}, {"engine", CAL_ENGINE}, {NULL, NULL}});
    cal_mem_free(count);
}

// ---- reading

static double number(const cal_shard *s, int tensor, size_t i) {
    return cal_safetensor_number(&s->tensor[tensor], i);
}

static bool is_whole(double x, double below) { return x >= 0 && x < below && x == (double)(int64_t)x; }

static cal_status check_rows(const cal_shard *s, cal_error *err) {
    for (size_t i = 0; i < (size_t)s->n; i++) {
        const double c = number(s, CAL_SHARD_CONFIDENCE, i), square = number(s, CAL_SHARD_SQUARE, i),
                     log_p = number(s, CAL_SHARD_LOG_P, i);
        const char *wrong = !(c > 0 && c <= 1)                                   ? "confidence"
                            : !(log_p <= 0 && log_p - log_p == 0)                ? "log_p_label"
                            : square < 0 || square > 2.000001                    ? "square"
                            : !is_whole(number(s, CAL_SHARD_PREDICTED, i), s->k) ? "predicted"
                            : !is_whole(number(s, CAL_SHARD_LABEL, i), s->k)     ? "label"
                                                                                 : NULL;
        if (wrong)
            return cal_fail(err, CAL_FAILED, "%s: %s of row %zu is none; reduce it again", s->name, wrong, i);
    }
    for (size_t i = 0; i < 2 * CAL_REDUCED_SUMS; i++) {
        const double x = number(s, CAL_SHARD_LIKELIHOOD, i);
        if (x - x != 0)
            return cal_fail(err, CAL_FAILED, "%s: number %zu of likelihood is not finite; reduce it again",
                            s->name, i);
    }
    return CAL_OK;
}

static cal_status check_bins(const cal_shard *s, cal_error *err) {
    const size_t k = (size_t)s->k;
    for (size_t j = 0; j < k; j++) {
        double all = 0;
        for (size_t b = j; b < CAL_REDUCED_BINS * k; b += k) {
            const double count = number(s, CAL_SHARD_COUNT, b), sum = number(s, CAL_SHARD_SUM, b);
            all += count;
            if (!is_whole(count, s->n + 1.0) || !is_whole(number(s, CAL_SHARD_RIGHT, b), count + 1) ||
                sum < 0 || sum > count * 1.000001)
                return cal_fail(err, CAL_FAILED, "%s: bin %zu of class %zu is damaged; reduce it again",
                                s->name, b / k, j);
        }
        if (all != s->n)
            return cal_fail(err, CAL_FAILED, "%s: the bins of class %zu hold %g of %d rows; reduce it again",
                            s->name, j, all, s->n);
    }
    return CAL_OK;
}

static cal_status check_words(const cal_safetensors_file *stored, cal_arena *arena, const char *name,
                              cal_error *err) {
    const char *format = cal_safetensors_metadata(stored, arena, "format"),
               *version = cal_safetensors_metadata(stored, arena, "version"),
               *engine = cal_safetensors_metadata(stored, arena, "engine");
    if (!format || strcmp(format, FORMAT) != 0)
        return cal_fail(err, CAL_FAILED, "%s: not made by calib reduce", name);
    if (!version || strcmp(version, VERSION) != 0)
        return cal_fail(err, CAL_FAILED,
                        "%s: version %.16s of reductions is unknown; this is version %s: reduce it again",
                        name, version ? version : "none", VERSION);
    if (!engine || strcmp(engine, CAL_ENGINE) != 0)
        return cal_fail(err, CAL_FAILED, "%s: made by engine %.16s, and this is %s: reduce it again", name,
                        engine ? engine : "none", CAL_ENGINE);
    return CAL_OK;
}

cal_status cal_shard_read(cal_shard *out, cal_arena *arena, const cal_file *file, cal_error *err) {
    cal_safetensors_file *stored;
    *out = (cal_shard){.name = file->name};
    lay(out->tensor, CAL_STORED_ANY, CAL_STORED_ANY);
    cal_status status = cal_safetensors_open(&stored, arena, file, "reduction", err);
    if (!status) status = check_words(stored, arena, file->name, err);
    if (!status) status = cal_safetensors_find(out->tensor, CAL_SHARD_TENSORS, stored, err);
    if (status) return status;
    const cal_safetensor *t = out->tensor;
    out->n = t[CAL_SHARD_CONFIDENCE].dim[0], out->k = t[CAL_SHARD_SUM].dim[1];
    out->temperature = number(out, CAL_SHARD_TEMPERATURE, 0);
    for (int c = CAL_SHARD_CONFIDENCE; c <= CAL_SHARD_LABEL; c++)
        if (t[c].dim[0] != out->n || out->n < 1 || out->n > CAL_REDUCED_ROWS)
            return cal_fail(err, CAL_FAILED, "%s: %s has %d rows, and confidence %d", file->name, t[c].name,
                            t[c].dim[0], out->n);
    for (int b = CAL_SHARD_SUM; b <= CAL_SHARD_RIGHT; b++)
        if (t[b].dim[1] != out->k || out->k < 2)
            return cal_fail(err, CAL_FAILED, "%s: %s has %d classes, and bin_sum %d", file->name, t[b].name,
                            t[b].dim[1], out->k);
    if (!(out->temperature >= 0.01 && out->temperature <= 100))
        return cal_fail(err, CAL_FAILED, "%s: temperature %g is not from 0.01 to 100", file->name,
                        out->temperature);
    status = check_rows(out, err);
    return status ? status : check_bins(out, err);
}
