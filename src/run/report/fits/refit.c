#include "run/report/fits/refit.h"
#include <string.h>
#include "base/random/random.h"
#include "catalog/scores/binary/binary.h"
#include "run/report/fits/subset.h"

enum { REFIT_SEED = 3, MOST = 20, LEAST = 5 };

int cal_refits_default(int val_n, int n, int k) {
    double work = (double)val_n * k + (double)n * (k + 50), most = 3e5;
    int refits = work > most ? (int)(MOST * (most / work)) : MOST;
    return refits < LEAST ? LEAST : refits;
}

bool cal_fits_equal(const cal_fit *a, const cal_fit *b) {
    bool same = !a->state && !b->state;
    for (int i = 0; same && i < CAL_FOUND_MAX && (a->found[i].name || b->found[i].name); i++) {
        const cal_found *x = &a->found[i], *y = &b->found[i];
        same = x->name && y->name && x->count == y->count &&
               memcmp(x->number, y->number, (size_t)x->count * sizeof *x->number) == 0;
    }
    return same;
}

// Marks the rows of a random half and returns their number. Half of the cases are drawn, so that rows of one
// case stay together.
static int draw_half(uint8_t *taken, int32_t *place, cal_arena *arena, const cal_scores *whole, int refit) {
    const bool cases = whole->clustered;
    const int units = cases ? whole->case_count : whole->n, half = (units + 1) / 2;
    int32_t *order = place; // has room for n, and there are at most n cases
    uint8_t *drawn = cases ? cal_arena_alloc(arena, (size_t)units) : taken;
    int size = 0;
    if (!drawn) return 0;
    cal_random_order(order, units, REFIT_SEED, CAL_STREAM_RESAMPLE, (uint64_t)refit);
    for (int at = 0; at < half; at++) drawn[order[at]] = 1;
    for (int i = 0; i < whole->n; i++) {
        if (cases) taken[i] = drawn[whole->cases[i]];
        size += taken[i];
    }
    return size;
}

// Draws a random half of a set of logits, in the set's order.
static bool take_half(cal_scores *half, cal_arena *arena, const cal_scores *whole, int refit) {
    int32_t *place = cal_arena_alloc(arena, (size_t)whole->n * sizeof *place);
    uint8_t *taken = cal_arena_alloc(arena, (size_t)whole->n);
    const int size = arena->refused ? 0 : draw_half(taken, place, arena, whole, refit);
    return !arena->refused && cal_subset_make(half, arena, whole, taken, size, place);
}

typedef struct job {
    const cal_refit_of *of;
    cal_refits *out;
    cal_scores test, ood; // each on one thread
    cal_error *error;     // [refits]
} job;

// Measures the test set after one of the fits.
static cal_status measure(const job *q, const cal_fit *fit, int f, int refit, cal_error *err) {
    cal_arena arena = {0};
    cal_scores after, ood;
    cal_figures figures;
    const cal_calibrator *calibrator = q->of->calibrator;
    cal_status status = cal_calibrator_apply(&after, &arena, calibrator, fit, &q->test, err);
    if (!status && q->test.ood) {
        status = cal_calibrator_apply(&ood, &arena, calibrator, fit, &q->ood, err);
        after.ood = &ood;
    }
    after.weight = q->test.weight;
    after.score = q->test.score;
    if (!status && q->test.how.binary) {
        const cal_scores plain = after;
        status = cal_scores_positive(&after, &arena, &plain, err);
    }
    cal_binary_memo memo = {.fitted = false};
    after.is_draw = true;
    after.memo = &memo;
    if (!status) status = cal_figures_choose(&figures, &arena, &after, q->of->metrics, err);
    for (int m = 0; !status && m < figures.count; m++) {
        cal_measured *one = &figures.measured[m];
        one->metric->compute(&one->figure, &arena, &after, one->choice);
        q->out[f].value[m][refit] = one->figure.value;
    }
    if (!status && arena.refused) status = cal_refuse_memory(err, "a refit");
    cal_binary_memo_free(&memo);
    cal_arena_free(&arena);
    return status;
}

static const cal_fit *fit_by(const cal_fit *fit, int count, const char *way) {
    for (int f = 0; f < count; f++)
        if (strcmp(fit[f].way, way) == 0) return &fit[f];
    return NULL;
}

static void refit_once(void *context, int refit, int worker) {
    (void)worker;
    const job *q = context;
    cal_arena arena = {0};
    cal_scores half;
    cal_fit fit[CAL_FITS_MAX];
    const cal_fit *mine[CAL_FITS_MAX] = {NULL};
    cal_error *err = &q->error[refit];
    cal_status status = CAL_OK;
    int found = take_half(&half, &arena, q->of->fitted_on, refit)
                    ? q->of->calibrator->fit(fit, &arena, &half, q->of->choice)
                    : 0;
    if (arena.refused) status = cal_refuse_memory(err, "a refit");
    for (int f = 0; f < q->of->count && !status; f++) {
        mine[f] = fit_by(fit, found, q->of->fit[f].way);
        int before = 0;
        while (before < f && !(mine[before] && mine[f] && cal_fits_equal(mine[before], mine[f]))) before++;
        if (before < f)
            for (int m = 0; m < q->out[f].figures; m++)
                q->out[f].value[m][refit] = q->out[before].value[m][refit];
        else if (mine[f]) status = measure(q, mine[f], f, refit, err);
    }
    cal_arena_free(&arena);
}

// A half on which the calibrator could not be fitted gets the mean of the others.
static void fill_gaps(double *value, int count) {
    double sum = 0;
    int known = 0;
    for (int r = 0; r < count; r++)
        if (value[r] == value[r]) sum += value[r], known++;
    for (int r = 0; r < count; r++)
        if (value[r] != value[r]) value[r] = known ? sum / known : 0;
}

cal_status cal_refit(cal_refits *out, cal_arena *arena, const cal_refit_of *of, int refits, cal_error *err) {
    int most = 0;
    while (cal_metrics[most]) most++;
    if (of->metrics->count > most) most = of->metrics->count;
    job q = {.of = of, .out = out, .test = *of->test};
    q.test.how.pool = NULL;
    if (q.test.ood) {
        q.ood = *q.test.ood;
        q.ood.how.pool = NULL;
    }
    q.error = cal_arena_alloc(arena, (size_t)refits * sizeof *q.error);
    for (int f = 0; f < of->count; f++) {
        out[f] = (cal_refits){.count = refits, .figures = most};
        out[f].value = cal_arena_alloc(arena, (size_t)most * sizeof *out[f].value);
        for (int m = 0; out[f].value && m < most; m++) {
            double *value = out[f].value[m] = cal_arena_alloc(arena, (size_t)refits * sizeof *value);
            for (int r = 0; value && r < refits; r++) value[r] = __builtin_nan("");
        }
    }
    if (arena->refused) return cal_refuse_memory(err, "the refits");
    cal_pool_run(of->test->how.pool, refits, refit_once, &q);
    for (int r = 0; r < refits; r++)
        if (q.error[r].status) return cal_fail(err, q.error[r].status, "%s", q.error[r].text);
    for (int f = 0; f < of->count; f++)
        for (int m = 0; m < most; m++) fill_gaps(out[f].value[m], refits);
    return CAL_OK;
}
