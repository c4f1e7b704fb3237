// Nothing but a convolution is worth another thread's while; and several may follow, where a block has a shortcut.
#include "ad/plan/span.h"
#include "ad/plan/schedule.h"

int cal_group_end(const cal_step *step, int steps, int i) {
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

// Where what runs beside step i ends: at i + 1, if nothing does.
static int beside_end(const cal_step *step, int steps, int i) {
    if (!(cal_op_at(step[i].node.op)->flags & CAL_OP_BESIDE)) return i + 1;
    const double work = work_of(step + i);
    double beside = 0;
    int end = i + 1;
    while (end < steps && beside < work && cal_is_convolution(&step[end].node)) {
        const int next = cal_group_end(step, steps, end);
        if (reads(step, end, next, i)) break;
        beside += work_of(step + end);
        end = next;
    }
    return 2 * beside >= work ? end : i + 1;
}

bool cal_spans_find(cal_spans *out, cal_arena *arena, const cal_step *step, int steps, int apart,
                    int workers) {
    *out = (cal_spans){step, steps, workers, cal_arena_alloc(arena, (size_t)steps * sizeof *out->of + 1)};
    for (int i = 0, end; out->of && i < steps; i = end) {
        end = cal_group_end(step, steps, i);
        cal_span span = {i, end, end};
        if (end == i + 1 && i >= apart) span.end = end = beside_end(step, steps, i);
        for (int k = i; k < end; k++) out->of[k] = span;
    }
    return out->of;
}

static uint64_t group_scratch(const cal_spans *spans, int i) {
    const int count = cal_group_end(spans->step, spans->steps, i) - i;
    const uint64_t bytes = cal_group_scratch(spans->step + i, count, spans->workers);
    return (bytes + 63) / 64 * 64;
}

uint64_t cal_spans_scratch(const cal_spans *spans, uint64_t limit) {
    uint64_t most = 0;
    for (int i = 0; i < spans->steps && most < limit; i = cal_group_end(spans->step, spans->steps, i)) {
        const cal_span *span = &spans->of[i];
        uint64_t bytes = group_scratch(spans, i);
        if (i >= span->beside) bytes += group_scratch(spans, span->begin);
        if (bytes > most) most = bytes;
    }
    return most;
}

typedef struct several_groups {
    const cal_spans *spans;
    int begin, end;
    cal_env env;
    cal_profile *profile;
} several_groups;

static void run_groups(void *context) {
    const several_groups *of = context;
    const cal_spans *spans = of->spans;
    for (int i = of->begin, end; i < of->end; i = end) {
        end = cal_group_end(spans->step, spans->steps, i);
        if (of->profile) cal_profile_group(of->profile, spans->step + i, i, end - i, &of->env);
        else cal_group_execute(spans->step + i, end - i, &of->env, NULL);
    }
}

static void run_beside(const cal_spans *spans, const cal_span *span, const cal_env *env) {
    unsigned char *scratch = (unsigned char *)env->scratch + group_scratch(spans, span->begin);
    several_groups others = {spans, span->beside, span->end, {env->pool, scratch, NULL}, NULL};
    const cal_env first = {env->pool, env->scratch, &(cal_beside){run_groups, &others}};
    cal_group_execute(spans->step + span->begin, 1, &first, NULL);
}

void cal_spans_run(const cal_spans *spans, int first, const cal_env *env, cal_profile *profile) {
    several_groups all = {spans, first, first, *env, profile};
    for (; all.begin < spans->steps; all.begin = all.end) {
        const cal_span *span = &spans->of[all.begin];
        all.end = span->end;
        if (span->beside < span->end && !profile) run_beside(spans, span, env);
        else run_groups(&all);
    }
}
