// AdaFocal's gammas for the updates traced in its authors' code, and the bins of a validation set.
#include <math.h>
#include <stdlib.h>
#include "check.h"
#include "base/bytes/safetensors.h"
#include "run/link/spec.h"
#include "catalog/loss/shared/bins.h"

static cal_choice choice_of(const char *text) {
    cal_choice choice;
    cal_error err = {CAL_OK, ""};
    cal_choice_parse(&choice, "loss", text, strlen(text), &err);
    CHECK_TEXT(err.text, "");
    return choice;
}

// Reads a file of the reference, zero-terminated.
static char *read_oracle(size_t *size, const char *name) {
    char path[512];
    snprintf(path, sizeof path, "tests/golden/oracles/%s", name);
    FILE *file = fopen(path, "rb");
    CHECK(file != NULL);
    if (!file) return NULL;
    char *bytes = calloc(1, 1 << 20);
    *size = fread(bytes, 1, (1 << 20) - 1, file);
    fclose(file);
    return bytes;
}

static void check_trace(void) {
    enum { BINS = 15, UPDATES = 20 };
    size_t size, text_size;
    char *gaps = read_oracle(&size, "adafocal_gaps.npy"),
         *text = read_oracle(&text_size, "adafocal_trace.json");
    cal_arena arena = {0};
    cal_array array;
    cal_error err;
    double *gap = NULL, gamma[BINS];
    const cal_choice choice = choice_of("adafocal");
    if (gaps && text) {
        cal_file file = {"gaps", (const uint8_t *)gaps, size};
        CHECK(!cal_npy_read(&array, &file, &err) && !cal_npy_doubles(&gap, &arena, &array, "gaps", &err));
        CHECK(array.count == BINS * UPDATES);
        char *at = strstr(text, "\"code\"");
        CHECK(at != NULL);
        for (int i = 0; i < BINS; i++) gamma[i] = 1;
        for (int i = 0; at && i < BINS * (UPDATES + 1); i++) {
            at += strcspn(at, "-0123456789");
            const double want = strtod(at, &at);
            CHECK_NEAR(gamma[i % BINS], want, 1e-12 * __builtin_fabs(want));
            if (i < BINS * UPDATES) gamma[i % BINS] = cal_adafocal_updated(gamma[i % BINS], gap[i], &choice);
        }
    }
    cal_arena_free(&arena);
    free(gaps);
    free(text);
}

static void check_update(void) {
    cal_choice choice = choice_of("adafocal:lambda=2,gamma_min=-0.5,gamma_max=3,s_th=0.1");
    CHECK_NEAR(cal_adafocal_updated(1, 0.25, &choice), 1.6487212707001282, 1e-15);
    CHECK_NEAR(cal_adafocal_updated(-0.4, -0.05, &choice), -0.4420683672302591, 1e-15);
    CHECK(cal_adafocal_updated(1, 1, &choice) == 3);
    CHECK(cal_adafocal_updated(-0.4, -1, &choice) == -0.5);
    CHECK(cal_adafocal_updated(0.2, -1, &choice) == -0.1 && cal_adafocal_updated(-0.2, 1, &choice) == 0.1);
    choice = choice_of("adafocal:lambda=30,gamma_max=1e17"); // no bound
    CHECK_NEAR(cal_adafocal_updated(1, 1, &choice), 10686474581524.463, 1e-2);
    CHECK(cal_adafocal_updated(1e10, 1, &choice) == 1e17);
    choice = choice_of("adafocal:s_th=0.1,gamma_min=-0.05"); // clipped after its sign changed
    CHECK(cal_adafocal_updated(0.1, -1, &choice) == -0.05);
}

// Eight samples: four bins of two, but the smallest is in none.
static void check_bins(void) {
    double confidence[] = {0.9, 0.2, 0.5, 0.3, 0.6, 0.8, 0.7, 0.4};
    int32_t order[] = {1, 3, 7, 2, 4, 6, 5, 0};
    uint8_t correct[] = {1, 1, 0, 1, 1, 0, 1, 0};
    const cal_scores scores = {.n = 8, .k = 2, .confidence = confidence, .correct = correct, .order = order};
    const cal_choice choice = choice_of("adafocal:bins=4");
    double state[CAL_BIN_ROWS * 5];
    bool filled[100];
    static const double edge[] = {0.2, 0.4, 0.6, 0.8, 0.9}, mean[] = {0.35, 0.55, 0.75, 0.9};
    static const double accuracy[] = {0.5, 0.5, 0.5, 1};
    cal_loss_bins_begin(state, &choice);
    CHECK(cal_loss_bins_row(state, &choice, CAL_BIN_EDGE)[1] == 0.25);
    cal_loss_bins_validated(state, filled, &scores, &choice);
    for (int b = 0; b < 4; b++) {
        CHECK(filled[b] && cal_loss_bins_row(state, &choice, CAL_BIN_EDGE)[b] == edge[b]);
        CHECK_NEAR(cal_loss_bins_row(state, &choice, CAL_BIN_CONFIDENCE)[b], mean[b], 1e-15);
        CHECK(cal_loss_bins_row(state, &choice, CAL_BIN_ACCURACY)[b] == accuracy[b]);
    }
    CHECK(cal_loss_bins_row(state, &choice, CAL_BIN_EDGE)[4] == edge[4]);
    for (int i = 0; i < 8; i++) confidence[i] = 0.5, order[i] = i; // all in no bin: the known values stay
    cal_loss_bins_validated(state, filled, &scores, &choice);
    for (int b = 0; b < 4; b++)
        CHECK(!filled[b] && cal_loss_bins_row(state, &choice, CAL_BIN_ACCURACY)[b] == accuracy[b]);
}

// A bin's gamma, 1 at first, follows its gap: e^(C - A). An empty bin keeps it, even if an earlier gap is
// known.
static void check_empty(void) {
    double same[] = {0.5, 0.5, 0.5, 0.5}, apart[] = {0.2, 0.4, 0.6, 0.9};
    int32_t order[] = {0, 1, 2, 3};
    uint8_t correct[] = {0, 1, 1, 1};
    // (0.2, 0.6] has 0.4 and 0.6, (0.6, 0.9] has 0.9; equal confidences are in no bin.
    const double first[] = {1, exp(0.5 - 1), exp(0.5 - 1)}, second[] = {1, exp(0.9 - 1), exp(0.9 - 1)};
    const cal_choice choice = choice_of("adafocal:bins=2");
    const cal_loss *loss = cal_loss_of(&choice);
    double state[CAL_BIN_ROWS * 3];
    loss->state->begin(state, &choice);
    for (int turn = 0; turn < 3; turn++) {
        const cal_scores scores = {
            .n = 4, .k = 2, .confidence = turn == 1 ? apart : same, .correct = correct, .order = order};
        loss->state->validated(state, &scores, &choice);
        const double *exact = cal_loss_bins_row(state, &choice, CAL_BIN_EXACT);
        CHECK_NEAR(exact[0], first[turn], 1e-15);
        CHECK_NEAR(exact[1], second[turn], 1e-15);
        for (int b = 0; b < 2; b++)
            CHECK(cal_loss_bins_row(state, &choice, CAL_BIN_GAMMA)[b] == (float)exact[b]);
    }
}

// Two samples for three bins: numpy.interp([0, 2/3, 4/3, 2], [0, 1], [0.6, 0.8]) ends in the last one. Memory
// after them is not read.
static void check_few(void) {
    double confidence[] = {0.6, 0.8, 0.1};
    int32_t order[] = {0, 1, 2};
    uint8_t correct[] = {1, 0, 1};
    const cal_scores scores = {.n = 2, .k = 2, .confidence = confidence, .correct = correct, .order = order};
    const cal_choice choice = choice_of("adafocal:bins=3");
    static const double edge[] = {0.6, 0.6 + 0.2 * 2 / 3, 0.8, 0.8};
    double state[CAL_BIN_ROWS * 4];
    cal_loss_bins_begin(state, &choice);
    cal_loss_bins_validated(state, NULL, &scores, &choice);
    for (int b = 0; b <= 3; b++)
        CHECK_NEAR(cal_loss_bins_row(state, &choice, CAL_BIN_EDGE)[b], edge[b], 1e-15);
}

static void check_errors(void) {
    static const char *const wrong[][2] = {
        {"adafocal:edges=0.5", "loss adafocal: edges has one number; give at least two"},
        {"adafocal:edges=0/0.5/0.4", "loss adafocal: edges must ascend, but 0.4 follows 0.5"},
        {"adafocal:gammas=1/2", "loss adafocal: gammas has 2 numbers for 15 bins"},
        {"adafocal:edges=0/0.5/1,gammas=1/2/3", "loss adafocal: gammas has 3 numbers for 2 bins"},
        {"calfocal1:edges=0/0.5/1,accuracies=1", "loss calfocal1: accuracies has 1 number for 2 bins"},
        {"calfocal1:edges=0/1,accuracies=1/0", "loss calfocal1: accuracies has 2 numbers for 1 bin"},
        {"calfocal2:bins=2,accuracies=1/1",
         "loss calfocal2: 0 confidences but 2 accuracies; each bin needs both"},
        {"focal-schedule:gammas=5/3",
         "loss focal-schedule: 2 gammas for 2 changes (at); give one gamma more than changes"},
        {"focal-schedule:at=0.5/0.2", "loss focal-schedule: at must ascend, but 0.2 follows 0.5"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        cal_choice choice;
        cal_error err = {CAL_OK, ""};
        CHECK(cal_choice_parse(&choice, "loss", wrong[i][0], strlen(wrong[i][0]), &err) == CAL_USAGE);
        CHECK_TEXT(err.text, wrong[i][1]);
    }
}

int main(void) {
    check_update();
    check_bins();
    check_empty();
    check_few();
    check_errors();
    check_trace();
    return CHECK_DONE();
}
