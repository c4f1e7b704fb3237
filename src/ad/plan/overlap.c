// Finds and runs overlapping fusions. Only convolutions are large enough to overlap with an adjoint in a
// filter.
#include "ad/plan/overlap.h"
#include "ad/plan/fusion.h"
#include "ad/plan/schedule.h"

int cal_fusion_end(const cal_step *step, int steps, int i) {
    do i++;
    while (i < steps && step[i].follows);
    return i;
}

static bool reads(const cal_step *step, int begin, int end, int input) {
    for (int i = begin; i < end; i++)
        for (int j = 0; j < CAL_INPUTS_MAX; j++)
            if (step[i].node.in[j] == input) return true;
    return false;
}

static double work_of(const cal_step *step) { return cal_op_at(step->node.op)->work(step).multiply_adds; }

// End of the steps that overlap with step i, or i + 1. Takes the convolutions that follow (two, if the block
// has a shortcut) until they have as much work as step i. Less than half of its work is not worth it.
static int overlap_end(const cal_step *step, int steps, int i) {
    if (!(cal_op_at(step[i].node.op)->flags & CAL_OP_OVERLAPS)) return i + 1;
    const double work = work_of(step + i);
    double second = 0;
    int end = i + 1;
    while (end < steps && second < work && cal_is_convolution(&step[end].node)) {
        const int next = cal_fusion_end(step, steps, end);
        if (reads(step, end, next, i)) break;
        second += work_of(step + end);
        end = next;
    }
    return 2 * second >= work ? end : i + 1;
}

bool cal_overlaps_find(cal_overlaps *out, cal_arena *arena, const cal_step *step, int steps, int from,
                       int workers) {
    *out = (cal_overlaps){step, steps, workers, cal_arena_alloc(arena, (size_t)steps * sizeof *out->of + 1)};
    for (int i = 0, end; out->of && i < steps; i = end) {
        end = cal_fusion_end(step, steps, i);
        cal_concurrent_steps overlap = {i, end, end};
        if (end == i + 1 && i >= from) overlap.end = end = overlap_end(step, steps, i);
        for (int k = i; k < end; k++) out->of[k] = overlap;
    }
    return out->of;
}

static uint64_t fusion_scratch(const cal_overlaps *overlaps, int i) {
    const int count = cal_fusion_end(overlaps->step, overlaps->steps, i) - i;
    const uint64_t bytes = cal_fusion_scratch(overlaps->step + i, count, overlaps->workers);
    return (bytes + 63) / 64 * 64;
}

uint64_t cal_overlaps_scratch(const cal_overlaps *overlaps, uint64_t limit) {
    uint64_t most = 0;
    for (int i = 0; i < overlaps->steps && most < limit;
         i = cal_fusion_end(overlaps->step, overlaps->steps, i)) {
        const cal_concurrent_steps *overlap = &overlaps->of[i];
        uint64_t bytes = fusion_scratch(overlaps, i);
        if (i >= overlap->second) bytes += fusion_scratch(overlaps, overlap->begin);
        if (bytes > most) most = bytes;
    }
    return most;
}

typedef struct fusion_range {
    const cal_overlaps *overlaps;
    int begin, end;
    cal_env env;
    cal_profile *profile;
} fusion_range;

static void run_fusions(void *context) {
    const fusion_range *range = context;
    const cal_overlaps *overlaps = range->overlaps;
    for (int i = range->begin, end; i < range->end; i = end) {
        end = cal_fusion_end(overlaps->step, overlaps->steps, i);
        if (range->profile) cal_profile_fusion(range->profile, overlaps->step + i, i, end - i, &range->env);
        else cal_fusion_execute(overlaps->step + i, end - i, &range->env, NULL);
    }
}

static void run_overlapped(const cal_overlaps *overlaps, const cal_concurrent_steps *overlap,
                           const cal_env *env) {
    unsigned char *scratch = (unsigned char *)env->scratch + fusion_scratch(overlaps, overlap->begin);
    fusion_range second = {overlaps, overlap->second, overlap->end, {env->pool, scratch, NULL}, NULL};
    const cal_env first = {env->pool, env->scratch, &(cal_concurrent){run_fusions, &second}};
    cal_fusion_execute(overlaps->step + overlap->begin, 1, &first, NULL);
}

void cal_overlaps_run(const cal_overlaps *overlaps, int first, const cal_env *env, cal_profile *profile) {
    fusion_range range = {overlaps, first, first, *env, profile};
    for (; range.begin < overlaps->steps; range.begin = range.end) {
        const cal_concurrent_steps *overlap = &overlaps->of[range.begin];
        range.end = overlap->end;
        if (overlap->second < overlap->end && !profile) run_overlapped(overlaps, overlap, env);
        else run_fusions(&range);
    }
}
