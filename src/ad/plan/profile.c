// Times fusions as a whole, and divides that time among their steps in proportion to every seventh piece.
// Reading the clock takes about as long as a small plane, so timing each piece would mostly measure the
// clock.
#include "ad/plan/profile.h"
#include "ad/plan/fusion.h"
#include <string.h>

enum { TURNS = 10, CALLS = 100 };

// Seconds that one call of `now` takes: the fastest of several turns, because other programs can only slow
// one down.
static double clock_cost(double (*now)(void)) {
    double best = 0;
    for (int turn = 0; turn < TURNS; turn++) {
        const double begin = now();
        for (int i = 1; i < CALLS; i++) now();
        const double each = (now() - begin) / CALLS;
        if (!turn || each < best) best = each;
    }
    return best;
}

bool cal_profile_begin(cal_profile *out, cal_arena *arena, int steps, int workers, double (*now)(void)) {
    const size_t count = (size_t)steps + 1;
    *out = (cal_profile){
        .pieces = {.now = now,
                   .workers = workers,
                   .seconds = cal_arena_alloc(arena, (size_t)workers * sizeof *out->pieces.seconds)},
        .seconds = cal_arena_alloc(arena, count * sizeof *out->seconds),
        .serial = cal_arena_alloc(arena, count * sizeof *out->serial),
        .runs = cal_arena_alloc(arena, count * sizeof *out->runs)};
    if (arena->refused) return false;
    out->pieces.clock_cost = clock_cost(now);
    return true;
}

// A coarse clock may show less than the true time between two readings.
static double above_zero(double seconds) { return seconds > 0 ? seconds : 0; }

// Fraction of the fusion's time that each step took. A convolution took what the other steps of its planes
// leave.
static void divide(double share[CAL_FUSION_MAX], const cal_piece_times *times, const cal_step *step,
                   int count, double seconds, int workers) {
    const bool convolution = cal_is_convolution(&step->node);
    double sum = 0;
    for (int i = 0; i < count; i++) {
        share[i] = 0;
        for (int w = 0; w < times->workers; w++) share[i] += above_zero(times->seconds[w][i]);
        sum += share[i];
    }
    const double all = seconds * workers, others = sum * times->scale;
    if (convolution && others < all) {
        for (int i = 1; i < count; i++) share[i] *= times->scale / all;
        share[0] = 1 - others / all;
    } else {
        for (int i = 0; i < count; i++) share[i] = sum > 0 ? share[i] / sum : 1.0 / count;
    }
}

// Seconds of the fusion's time that went into reading the clock.
static double clock_seconds(const cal_piece_times *times, const cal_step *step, int count,
                            const cal_env *env) {
    const int each = count + 1 - cal_is_convolution(&step->node);
    return count > 1 ? times->clock_cost * times->pieces * each / cal_pool_workers(env->pool) : 0;
}

void cal_profile_fusion(cal_profile *profile, const cal_step *step, int first, int count,
                        const cal_env *env) {
    cal_piece_times *times = &profile->pieces;
    const double shared = cal_pool_shared(env->pool), begin = times->now();
    double share[CAL_FUSION_MAX] = {1};
    if (count > 1) memset(times->seconds, 0, (size_t)times->workers * sizeof *times->seconds);
    cal_fusion_execute(step, count, env, count > 1 ? times : NULL);
    const double took = times->now() - begin,
                 seconds = above_zero(took - clock_seconds(times, step, count, env));
    const double serial = above_zero(seconds - (cal_pool_shared(env->pool) - shared));
    if (count > 1) divide(share, times, step, count, seconds, cal_pool_workers(env->pool));
    for (int i = 0; i < count; i++) {
        profile->seconds[first + i] += share[i] * seconds;
        profile->serial[first + i] += share[i] * serial;
        profile->runs[first + i]++;
    }
}
