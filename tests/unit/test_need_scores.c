// Compares memory of every calibrator's fit, every metric and the text of an epoch with its prediction. Fits
// predict it to the byte. The others predict an upper bound, within a fixed factor.
#include "taken.h"
#include "base/maths/maths.h"
#include "base/random/random.h"
#include "catalog/calibrator/calibrator.h"
#include "catalog/scores/binary/columns.h"
#include "run/report/figures.h"
#include "run/train/parts.h"

#ifndef SANITIZED
// True if the prediction is a bound. Isotonic regression knows its size only after fitting: its levels are
// bounded. Those of binary tasks keep their numbers after their temporary memory is freed.
static bool is_bound(const cal_calibrator *calibrator) {
    return calibrator->binary || !strcmp(calibrator->entry.id, "isotonic");
}

static cal_scores make(cal_arena *arena, int n, int k) {
    cal_scores s;
    cal_error err;
    float *z = cal_arena_alloc(arena, (size_t)n * (size_t)k * sizeof *z);
    int32_t *y = cal_arena_alloc(arena, (size_t)n * sizeof *y);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < k; j++)
            z[i * k + j] = (float)(2 * cal_random_normal(1, CAL_STREAM_DATA, (uint64_t)j, (uint64_t)i));
        y[i] = (int)(cal_random_uniform(2, CAL_STREAM_DATA, 0, (uint64_t)i) * k);
    }
    CHECK(!cal_scores_make(&s, arena, z, y, NULL, n, k, 1, &err));
    s.how.pool = pool;
    return s;
}

static void check(const cal_calibrator *calibrator, int n, int k) {
    cal_arena arena = {0}, kept = {0}, planned = {.counts = true};
    cal_choice choice;
    cal_fit fit[CAL_FITS_MAX];
    const cal_scores s = make(&arena, n, k);
    cal_choice_default(&choice, &calibrator->entry);
    const size_t own = calibrator->counts(&planned, &choice, n, k, 1), before = peak = live;
    calibrator->fit(fit, &kept, &s, &choice);
    const size_t stays = live - before, most = peak - before, predicted = planned.taken + own;
    const bool good = is_bound(calibrator)
                          ? planned.taken >= stays && predicted >= most && predicted <= 2 * most
                          : planned.taken == stays && predicted == most;
    if (!good || getenv("SHOW"))
        printf("%s of %d samples, %d classes: kept %zu of %zu, most %zu of %zu\n", calibrator->entry.id, n, k,
               stays, planned.taken, most, predicted);
    CHECK(good);
    cal_arena_free(&kept);
    cal_arena_free(&arena);
}

// Metrics share a bound, that of the one which takes most for each sample. The report counts cwece's memory
// for each class and bin.
static void check_metrics(int n, int k) {
    enum { BINS = 15, FIRST = 1 << 16 }; // FIRST: an arena's first block
    cal_arena arena = {0};
    const cal_scores s = make(&arena, n, k);
    const size_t rows = cal_metric_row_bytes(n) + FIRST + 64;
    size_t most = 0;
    for (int i = 0; cal_metrics[i]; i++) {
        if (!cal_metric_is_known(cal_metrics[i], &s) || !strcmp(cal_metrics[i]->entry.id, "cwece")) continue;
        cal_arena own = {0};
        cal_choice choice;
        cal_figure figure;
        cal_choice_with_bins(&choice, &cal_metrics[i]->entry, BINS);
        // A report has metrics of every class only if they are named, and does not count them.
        const bool columns = cal_metrics[i]->on_request && cal_metrics[i]->needs == CAL_NEEDS_CLASSES;
        const size_t bound = rows + (columns ? cal_class_columns_bytes(n, k, 1) : 0);
        const size_t before = peak = live;
        cal_metrics[i]->compute(&figure, &own, &s, &choice);
        const size_t taken = peak - before;
        if (taken > bound || getenv("SHOW"))
            printf("%s of %d samples, %d classes: %zu of %zu\n", cal_metrics[i]->entry.id, n, k, taken,
                   bound);
        CHECK(taken <= bound);
        if (taken > most && !columns) most = taken;
        cal_arena_free(&own);
    }
    CHECK(rows <= 4 * most);
    cal_arena_free(&arena);
}

static void check_text(const char *link) {
    static cal_spec spec;
    cal_error err = {CAL_OK, ""};
    cal_dataset data = {0};
    cal_run *run = NULL;
    cal_text text = {0};
    cal_progress progress = CAL_STEPPED;
    CHECK(!cal_spec_parse(&spec, link, strlen(link), &err));
    CHECK(!cal_data_load(&data, &spec.data, NULL, 0, &err));
    CHECK(!cal_run_create(&run, &spec, CAL_RUN_TRAIN, &data, NULL, pool, &err));
    CHECK_TEXT(err.text, "");
    if (!run) return;
    while (!err.status && progress != CAL_RUN_ENDED) CHECK(!cal_run_step(&progress, run, &err));
    cal_json_open(&text, '[');
    for (int i = 0; i < cal_run_epochs_done(run); i++) cal_run_write_epoch(run, i, &text);
    cal_json_close(&text, ']');
    const size_t taken = (size_t)text.length,
                 bound = (size_t)cal_run_epochs_done(run) * cal_history_text_bytes(&spec);
    if (getenv("SHOW")) printf("epochs of %s: %zu of %zu\n", link, taken, bound);
    CHECK(taken <= bound && bound <= 3 * taken);
    cal_text_free(&text);
    cal_run_free(run);
}
#endif

int main(void) {
    cal_error err = {CAL_OK, ""};
    CHECK(cal_pool_create(&pool, 1, &err) == CAL_OK);
#ifndef SANITIZED
    static const int sizes[][2] = {{1, 2}, {5, 3}, {300, 10}, {3000, 2}, {6000, 10}, {400, 200}, {5000, 100}};
    for (int i = 0; cal_calibrators[i]; i++)
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
            if (sizes[s][1] == 2 || !cal_calibrators[i]->binary)
                check(cal_calibrators[i], sizes[s][0], sizes[s][1]);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) check_metrics(sizes[s][0], sizes[s][1]);
    check_metrics(50000, 10);
    check_text("data=moons:train=40,val=30,test=20&epochs=20&model=mlp:hidden=8");
    check_text("data=moons:train=40,val=3000,test=20&epochs=3&model=mlp:hidden=8&loss=adafocal:bins=20");
    check_text("data=moons:train=40,val=30,test=20&epochs=5&model=mlp:hidden=8&curvature=2");
#endif
    (void)measure, (void)check_link;
    cal_pool_free(pool);
    return CHECK_DONE();
}
