#include "run/noise_floor.h"
#include "base/random.h"

enum { SEED = 1 };

double cal_noise_floor(cal_arena *arena, const cal_metric *metric, const cal_choice *choice,
                       const cal_scores *scores) {
    cal_scores drawn = *scores;
    double sum = 0;
    if (metric->kind != CAL_CALIBRATION || metric->needs == CAL_NEEDS_POSTERIOR) return __builtin_nan("");
    drawn.correct = cal_arena_alloc(arena, (size_t)scores->n);
    if (!drawn.correct) return __builtin_nan("");
    for (int draw = 0; draw < CAL_FLOOR_DRAWS; draw++) {
        cal_arena own = {0};
        cal_figure figure;
        for (int i = 0; i < scores->n; i++)
            drawn.correct[i] = cal_random_uniform(SEED, CAL_STREAM_RESAMPLE, (uint64_t)draw, (uint64_t)i) <
                               scores->confidence[i];
        metric->compute(&figure, &own, &drawn, choice);
        if (own.refused) arena->refused = true;
        sum += figure.value;
        cal_arena_free(&own);
    }
    return sum / CAL_FLOOR_DRAWS;
}
