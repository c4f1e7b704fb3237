#include "run/report/intervals/bootstrap.h"
#include "base/random/random.h"

enum { SEED = 2 };

void cal_bootstrap_cases(uint8_t *weight, int32_t *times, const cal_scores *s, int first, int count) {
    for (int d = 0; d < count; d++) {
        for (int c = 0; c < s->case_count; c++) times[c] = 0;
        for (int c = 0; c < s->case_count; c++)
            times[cal_random_below(
                cal_random_bits(SEED, CAL_STREAM_RESAMPLE, (uint64_t)(first + d), (uint64_t)c),
                s->case_count)]++;
        for (int i = 0; i < s->n; i++) {
            const int32_t drawn = times[s->cases[i]];
            weight[(size_t)i * (size_t)count + (size_t)d] = drawn < 255 ? (uint8_t)drawn : 255;
        }
    }
}

size_t cal_bootstrap_rows(cal_arena *own, const cal_scores *s, int draws) {
    size_t most = (size_t)s->n;
    int32_t *rows = s->cases ? cal_arena_alloc(own, (size_t)s->case_count * sizeof *rows) : NULL;
    for (int i = 0; rows && i < s->n; i++) rows[s->cases[i]]++;
    for (int d = 0; rows && d < draws; d++) {
        size_t sum = 0;
        for (int c = 0; c < s->case_count; c++)
            sum += (size_t)rows[cal_random_below(
                cal_random_bits(SEED, CAL_STREAM_RESAMPLE, (uint64_t)d, (uint64_t)c), s->case_count)];
        most = sum > most ? sum : most;
    }
    return most;
}

void cal_bootstrap_weights(uint8_t *weight, int n, int first, int count) {
    for (size_t i = 0; i < (size_t)n * (size_t)count; i++) weight[i] = 0;
    for (int d = 0; d < count; d++)
        for (int i = 0; i < n; i++) {
            uint64_t bits = cal_random_bits(SEED, CAL_STREAM_RESAMPLE, (uint64_t)(first + d), (uint64_t)i);
            uint8_t *times = &weight[(size_t)cal_random_below(bits, n) * (size_t)count + (size_t)d];
            if (*times < 255) ++*times;
        }
}
