// Fitted calibrators as files: what is read gives the same bits as what was written, and hostile files are
// refused.
#include "base/random/random.h"
#include "check.h"
#include "run/calibration/stream.h"
#include "run/link/link.h"

static cal_arena arena;
static cal_error err;

static bool check_ok(cal_status status) {
    CHECK(status == CAL_OK);
    return status == CAL_OK;
}

static double uniform(int stream, int i) {
    return cal_random_uniform(7, CAL_STREAM_DATA, (uint64_t)stream, (uint64_t)i);
}

// Makes outputs of a task, some of them huge, tied or constant.
static cal_outputs make(cal_task task, int n, int k, bool probabilities, int stream) {
    const size_t numbers = (size_t)n * (size_t)k;
    float *z = cal_arena_alloc(&arena, numbers * sizeof *z);
    double *p = cal_arena_alloc(&arena, numbers * sizeof *p),
           *odds = cal_arena_alloc(&arena, (size_t)n * sizeof *odds);
    int32_t *y = cal_arena_alloc(&arena, (size_t)n * sizeof *y);
    for (int i = 0; i < n; i++) {
        double sum = 0;
        y[i] = (int)(uniform(stream, i) * k);
        for (int j = 0; j < k; j++) {
            const double u = uniform(stream + 1 + j, i);
            z[i * k + j] = (float)((i % 9 ? 4 : 400) * (u - 0.5) + (j == y[i] && i % 3));
            sum += p[i * k + j] = u * u + (j == y[i]);
        }
        for (int j = 0; j < k; j++) p[i * k + j] /= sum;
        odds[i] = z[i * k];
    }
    cal_outputs o = {.task = task, .n = n, .k = k, .logits = z, .labels = y};
    if (task == CAL_TASK_CLASSES && probabilities) o.logits = NULL, o.probabilities = p;
    if (task != CAL_TASK_CLASSES) o.logits = NULL, o.probabilities = p, o.odds = probabilities ? NULL : odds;
    for (int i = 0; o.odds && i < n; i++)
        p[2 * i + 1] = 1 / (1 + __builtin_exp(-odds[i])), p[2 * i] = 1 - p[2 * i + 1];
    return o;
}

static void check_equal(const cal_fitted *a, int way, const cal_fitted *b, const cal_outputs *o) {
    cal_calibrated before, after;
    CHECK(cal_fitted_apply(&before, &arena, a, way, o, NULL, false, NULL, &err) == CAL_OK);
    if (!check_ok(cal_fitted_apply(&after, &arena, b, 0, o, NULL, false, NULL, &err))) return;
    const size_t n = (size_t)o->n;
    CHECK(!before.probabilities == !after.probabilities);
    if (before.probabilities)
        CHECK(!memcmp(before.probabilities, after.probabilities, n * (size_t)o->k * sizeof(double)));
    CHECK(!memcmp(before.confidence, after.confidence, n * sizeof(double)));
    CHECK(!memcmp(before.predicted, after.predicted, n * sizeof(int32_t)));
}

// Writes every fit of a calibrator, reads it again, and compares what both make of other outputs.
static void check_calibrator(const cal_calibrator *c, cal_task task, int n, int k, bool probabilities) {
    const cal_outputs val = make(task, n, k, probabilities, 1), test = make(task, 300, k, probabilities, 50);
    cal_fitted fitted, read;
    if (cal_fitted_make(&fitted, &val, c->entry.id, NULL, &err)) return; // too few samples, or another task
    for (int way = 0; way < fitted.ways; way++) {
        cal_text json = {0}, again = {0};
        cal_fitted_write(&json, &fitted, way);
        const cal_file file = {"cal.json", (const uint8_t *)json.data, (size_t)json.length};
        if (!check_ok(cal_fitted_read(&read, &file, &err))) printf("%s: %s\n", c->entry.id, err.text);
        else {
            check_equal(&fitted, way, &read, &test);
            cal_fitted_write(&again, &read, 0);
            CHECK_TEXT(again.data, json.data);
            cal_fitted_free(&read);
        }
        cal_text_free(&json), cal_text_free(&again);
    }
    cal_fitted_free(&fitted);
}

static void test_round_trip(void) {
    for (int i = 0; cal_calibrators[i]; i++)
        for (int probabilities = 0; probabilities < 2; probabilities++) {
            check_calibrator(cal_calibrators[i], CAL_TASK_CLASSES, 200, 5, probabilities);
            check_calibrator(cal_calibrators[i], CAL_TASK_CLASSES, 8, 12, probabilities);
            check_calibrator(cal_calibrators[i], CAL_TASK_BINARY, 150, 2, probabilities);
        }
}

// Cuts and changes a file in every place: it is refused, or read and applied without a crash.
static void test_hostile(void) {
    static const char bytes[] = "0\"{}[],:-x";
    const cal_outputs val = make(CAL_TASK_CLASSES, 60, 3, false, 1);
    for (int i = 0; cal_calibrators[i]; i++) {
        cal_fitted fitted, read;
        cal_calibrated out;
        cal_text json = {0};
        if (cal_fitted_make(&fitted, &val, cal_calibrators[i]->entry.id, NULL, &err)) continue;
        cal_fitted_write(&json, &fitted, 0);
        const int step = json.length / CHECK_TIMES(300) + 1;
        for (int at = 0; at < json.length - 1; at += step) { // the last byte is a line feed
            const cal_file cut = {"cut.json", (const uint8_t *)json.data, (size_t)at};
            CHECK(cal_fitted_read(&read, &cut, &err) == CAL_FAILED);
            for (size_t b = 0; b < sizeof bytes - 1; b++) {
                const char was = json.data[at];
                const cal_file file = {"cal.json", (const uint8_t *)json.data, (size_t)json.length};
                json.data[at] = bytes[b];
                if (!cal_fitted_read(&read, &file, &err)) {
                    cal_arena own = {0};
                    if (read.task == CAL_TASK_CLASSES && read.k == 3 && !read.probabilities)
                        (void)cal_fitted_apply(&out, &own, &read, 0, &val, NULL, false, NULL, &err);
                    cal_arena_free(&own);
                    cal_fitted_free(&read);
                }
                json.data[at] = was;
            }
        }
        cal_text_free(&json);
        cal_fitted_free(&fitted);
    }
}

// A stream gives the probabilities of the whole, however it is cut, and in several batches.
static void test_pieces(void) {
    enum { N = 5000, K = 3 };
    const cal_outputs val = make(CAL_TASK_CLASSES, N, K, false, 1);
    cal_fitted fitted;
    cal_calibrated whole;
    cal_text npy = {0}, wanted = {0};
    CHECK(cal_fitted_make(&fitted, &val, "temperature:by=nll", NULL, &err) == CAL_OK);
    CHECK(cal_fitted_apply(&whole, &arena, &fitted, 0, &val, NULL, false, NULL, &err) == CAL_OK);
    cal_npy_write(&npy, "f4", val.logits, (int[]){N, K}, 2);
    cal_npy_write(&wanted, "f8", whole.probabilities, (int[]){N, K}, 2);
    const cal_apply_options options = {.source = {.fitted = &fitted, .name = "z.npy"}};
    static const int pieces[] = {1 << 20, 40000, 4096, 61, 9};
    for (size_t p = 0; p < sizeof pieces / sizeof *pieces; p++) {
        cal_apply_stream s;
        cal_text out = {0};
        cal_apply_begin(&s, &options);
        for (int at = 0; at < npy.length; at += pieces[p]) {
            const bool last = at + pieces[p] >= npy.length;
            const size_t size = (size_t)(last ? npy.length - at : pieces[p]);
            if (!check_ok(cal_apply_take(&out, &s, npy.data + at, size, last, &err))) break;
        }
        cal_apply_end(&s);
        CHECK(out.length == wanted.length && !memcmp(out.data, wanted.data, (size_t)wanted.length));
        cal_text_free(&out);
    }
    cal_text_free(&wanted), cal_text_free(&npy);
    cal_fitted_free(&fitted);
}

int main(void) {
    test_round_trip();
    test_hostile();
    test_pieces();
    cal_arena_free(&arena);
    return CHECK_DONE();
}
