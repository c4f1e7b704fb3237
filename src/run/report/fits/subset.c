#include "run/report/fits/subset.h"
#include <string.h>

bool cal_subset_make(cal_scores *out, cal_arena *arena, const cal_scores *whole, const uint8_t *taken,
                     int size, int32_t *place) {
    int n = whole->n, k = whole->k, used = 0;
    int32_t *labels = cal_arena_alloc(arena, (size_t)size * sizeof *labels);
    float *logits = cal_arena_alloc(arena, (size_t)size * (size_t)k * sizeof *logits);
    *out = *whole;
    double *soft = whole->soft ? cal_arena_alloc(arena, (size_t)size * (size_t)k * sizeof *soft) : NULL;
    out->soft = soft;
    double *odds = whole->logit ? cal_arena_alloc(arena, (size_t)size * sizeof *odds) : NULL;
    out->logit = odds;
    out->n = size, out->labels = labels, out->logits = logits;
    out->how = (cal_scores_options){.binary = whole->how.binary};
    out->cases = NULL, out->case_count = 0, out->clustered = false;
    out->posterior = NULL, out->weight = NULL, out->score = NULL, out->classes = NULL, out->ood = NULL;
    out->log_p_label = cal_arena_alloc(arena, (size_t)size * sizeof(double));
    out->square = cal_arena_alloc(arena, (size_t)size * sizeof(double));
    out->confidence = cal_arena_alloc(arena, (size_t)size * sizeof(double));
    out->predicted = cal_arena_alloc(arena, (size_t)size * sizeof(int32_t));
    out->correct = cal_arena_alloc(arena, (size_t)size);
    out->order = cal_arena_alloc(arena, (size_t)size * sizeof(int32_t));
    if (arena->refused) return false;
    for (int i = 0; i < n; i++) { // its index in the subset, or -1
        place[i] = taken[i] ? used : -1;
        if (!taken[i]) continue;
        memcpy(logits + (size_t)used * (size_t)k, whole->logits + (size_t)i * (size_t)k,
               (size_t)k * sizeof *logits);
        labels[used] = whole->labels[i];
        if (soft)
            memcpy(soft + (size_t)used * (size_t)k, whole->soft + (size_t)i * (size_t)k,
                   (size_t)k * sizeof *soft);
        if (odds) odds[used] = whole->logit[i];
        out->log_p_label[used] = whole->log_p_label[i], out->square[used] = whole->square[i];
        out->confidence[used] = whole->confidence[i], out->predicted[used] = whole->predicted[i];
        out->correct[used++] = whole->correct[i];
    }
    used = 0;
    for (int at = 0; at < n; at++)
        if (place[whole->order[at]] >= 0) out->order[used++] = place[whole->order[at]];
    return true;
}
