// Concurrent labs, each with several threads: runs, stops in the middle, resumed runs, reports and curvature
// give the results of a single thread. Also thousands of pools that live for one loop.
#include <pthread.h>
#include <stdatomic.h>
#include "base/parallel.h"
#include "api_check.h"

static const char *const links[] = {
    "data=moons:train=120,val=40,test=40&model=mlp:hidden=8&epochs=2&batch=20",
    "data=shapes10:train=24,val=12,test=12&model=cnn-s&epochs=1&batch=8",
    "data=gaussians:train=80,val=20,test=20&model=mlp&loss=adafocal&epochs=2&batch=16",
    "data=moons:train=60,val=20,test=20&model=logistic&penalty=entropy&epochs=2&batch=10",
};
enum { LINKS = sizeof links / sizeof *links, TURNS = CHECK_TIMES(2), WORKERS = 3 };
static char alone[LINKS][65]; // the digest of one thread
static atomic_int wrong;

static void hold(bool good) { wrong += !good; }

static bool stop_at(void *context, const cal_training_state *state) {
    return state->step < *(const int *)context;
}

static void measure(cal_lab *lab, cal_training *t) {
    cal_report *report = NULL;
    cal_curvature *curvature = NULL;
    cal_curvature_def def = cal_default_curvature();
    double trace, error;
    hold(!cal_report_training(&report, t, NULL));
    cal_report_free(report);
    def.training = t, def.set = CAL_SET_TEST, def.loss = "ce";
    hold(!cal_curvature_create(&curvature, lab, &def, NULL));
    hold(!cal_curvature_trace(&trace, &error, curvature, CAL_CURVATURE_ALL, 2, 1, NULL));
    cal_curvature_free(curvature);
}

// Trains a run that stops in the middle, is saved and freed, and resumes in another lab.
static void train(char digest[65], int link, int threads, int stop, bool measured) {
    cal_lab_def small = cal_default_lab();
    cal_training_def def = cal_default_training();
    cal_training_result result = {0};
    cal_training *t = NULL;
    cal_bytes state = {0};
    cal_lab *lab = NULL;
    cal_link *parsed = NULL;
    small.threads = threads;
    hold(!cal_link_parse(&parsed, links[link], NULL));
    def.link = parsed, def.listener = stop_at, def.context = &stop;
    hold(!cal_lab_create(&lab, &small, NULL) && !cal_training_create(&t, lab, &def, NULL));
    hold(!cal_training_run(t, 0, NULL) && !cal_training_save(&state, t, NULL));
    cal_training_free(t), cal_lab_free(lab);
    small.threads = threads % 4 + 1;
    def.start = state.data, def.start_size = state.size, def.listener = NULL;
    hold(!cal_lab_create(&lab, &small, NULL) && !cal_training_create(&t, lab, &def, NULL));
    hold(!cal_training_run(t, 0, NULL) && !cal_training_receipt(&result, t, NULL));
    memcpy(digest, result.digest, 65);
    if (measured) measure(lab, t);
    cal_bytes_free(&result.link), cal_bytes_free(&state);
    cal_training_free(t), cal_lab_free(lab), cal_link_free(parsed);
}

static void *worker(void *number) {
    const int first = *(const int *)number;
    char digest[65] = "";
    for (int turn = 0; turn < TURNS; turn++) {
        const int link = (first + turn) % LINKS;
        train(digest, link, 2 + (first + turn) % 3, 1 + turn, true);
        hold(strcmp(digest, alone[link]) == 0);
    }
    return NULL;
}

static void count_chunk(void *context, int chunk, int by) {
    (void)by;
    atomic_fetch_add((atomic_int *)context, chunk + 1);
}

// Starts pools, wakes them once or not at all, and ends them, also while workers are on their way to their
// first wait.
static void *pools(void *unused) {
    (void)unused;
    for (int i = 0; i < CHECK_TIMES(1500); i++) {
        cal_pool *pool;
        atomic_int total = 0;
        if (cal_pool_create(&pool, 2 + i % 3, NULL)) return hold(false), NULL;
        for (int loop = 0; loop < i % 4; loop++) cal_pool_run(pool, 3, count_chunk, &total);
        hold(total == i % 4 * 6);
        cal_pool_free(pool);
    }
    return NULL;
}

int main(void) {
    pthread_t thread[WORKERS + 1];
    int number[WORKERS];
    const char *seed = getenv("CAL_SEED");
    const int first = seed ? (int)(strtoul(seed, NULL, 10) % LINKS) : 0;
    for (int i = 0; i < LINKS && i < WORKERS + TURNS - 1; i++) // the requested ones
        train(alone[(first + i) % LINKS], (first + i) % LINKS, 1, 1000, false);
    CHECK(wrong == 0);
    for (int i = 0; i < WORKERS; i++) {
        number[i] = first + i;
        CHECK(!pthread_create(&thread[i], NULL, worker, &number[i]));
    }
    CHECK(!pthread_create(&thread[WORKERS], NULL, pools, NULL));
    for (int i = 0; i <= WORKERS; i++) pthread_join(thread[i], NULL);
    CHECK(wrong == 0);
    return CHECK_DONE();
}
