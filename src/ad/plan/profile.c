// A group is measured whole. How its steps share that time is told by the planes or tiles that were measured one by
// one: asking for the time takes about as long as a small plane does, so that asking at each would show little else.
#include "ad/plan/profile.h"
#include "ad/plan/schedule.h"
#include <string.h>

enum { TURNS = 10, QUESTIONS = 100 };

// Seconds between two questions for the time, which are no work of what stands between them: of the fastest turn, since other
// programs can only make one slower.
static double asking(double (*now)(void)) {
    double best = 0;
    for (int turn = 0; turn < TURNS; turn++) {
        const double begin = now();
        for (int i = 1; i < QUESTIONS; i++) now();
        const double each = (now() - begin) / QUESTIONS;
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
    out->pieces.asking = asking(now);
    return true;
}

// Two readings of a coarse clock may say less than what lies between them.
static double above_zero(double seconds) { return seconds > 0 ? seconds : 0; }

// The part of the group's time that each step has. A convolution has what its planes' other steps leave of the
// threads' time.
static void divide(double share[CAL_GROUP_MAX], const cal_piece_times *times, const cal_step *step, int count,
                   double seconds, int workers) {
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

// Of the group's time what went into asking.
static double questions(const cal_piece_times *times, const cal_step *step, int count, const cal_env *env) {
    const int each = count + 1 - cal_is_convolution(&step->node);
    return count > 1 ? times->asking * times->pieces * each / cal_pool_workers(env->pool) : 0;
}

void cal_profile_group(cal_profile *profile, const cal_step *step, int first, int count, const cal_env *env) {
    cal_piece_times *times = &profile->pieces;
    const double shared = cal_pool_shared(env->pool), begin = times->now();
    double share[CAL_GROUP_MAX] = {1};
    if (count > 1) memset(times->seconds, 0, (size_t)times->workers * sizeof *times->seconds);
    cal_group_execute(step, count, env, count > 1 ? times : NULL);
    const double took = times->now() - begin, seconds = above_zero(took - questions(times, step, count, env));
    const double serial = above_zero(seconds - (cal_pool_shared(env->pool) - shared));
    if (count > 1) divide(share, times, step, count, seconds, cal_pool_workers(env->pool));
    for (int i = 0; i < count; i++) {
        profile->seconds[first + i] += share[i] * seconds;
        profile->serial[first + i] += share[i] * serial;
        profile->runs[first + i]++;
    }
}
