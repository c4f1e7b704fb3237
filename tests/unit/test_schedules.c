// Learning-rate schedules against PyTorch's (tests/golden/torch/schedules.py), and at their ends; draws of
// random crops and mirrors.
#include "check.h"
#include "../golden/torch/schedules.h"
#include "base/maths/maths.h"
#include "run/link/spec.h"
#include "catalog/training.h"

enum { STEPS = sizeof factors[0].factor / sizeof(double) };

static cal_choice schedule(const char *text) {
    cal_choice choice;
    cal_error err = {0};
    cal_choice_parse(&choice, "schedule", text, strlen(text), &err);
    CHECK_TEXT(err.text, "");
    return choice;
}

static void test_factors(void) {
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++) {
        const cal_choice choice = schedule(factors[i].link);
        for (int s = 0; s < STEPS; s++)
            CHECK_NEAR(cal_schedule_factor(&choice, NULL, s, STEPS), factors[i].factor[s], 3e-15);
    }
}

static void test_plateaus(void) {
    for (size_t i = 0; i < sizeof plateaus / sizeof *plateaus; i++) {
        const cal_choice choice = schedule(plateaus[i].link);
        cal_watch watch = cal_watch_start;
        int drops = 0;
        for (int e = 0; e < STEPS; e++) {
            const double before = watch.factor;
            cal_schedule_of(&choice)->watch(&watch, plateaus[i].figure[e], plateaus[i].larger, &choice);
            CHECK_NEAR(cal_schedule_factor(&choice, &watch, e, STEPS), plateaus[i].factor[e], 1e-15);
            drops += watch.factor < before;
        }
        CHECK(drops >= 2 && drops < STEPS / 2); // otherwise the test would show nothing
    }
}

// Every schedule at every step of runs of any length: a factor from 0 to 1.
static void test_bounds(void) {
    static const char *const links[] = {"constant:warmup=1",
                                        "cosine:warmup=0.001",
                                        "step:at=0/1,factor=0",
                                        "exponential:final=1e-300",
                                        "polynomial:power=0",
                                        "polynomial:power=10",
                                        "one-cycle:rise=0.5",
                                        "one-cycle:rise=0,shape=line",
                                        "one-cycle:rise=1",
                                        "one-cycle:start=1,final=1",
                                        "one-cycle:start=1e6,final=1e9",
                                        "plateau:warmup=0.5"};
    for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
        const cal_choice choice = schedule(links[i]);
        for (int steps = 1; steps <= 1000000; steps = steps < 20 ? steps + 1 : steps * 7)
            for (int s = 0; s < steps; s += s < 40 || s > steps - 40 ? 1 : 1 + steps / 100) {
                const double factor = cal_schedule_factor(&choice, &cal_watch_start, s, steps);
                if (!check_that(factor >= 0 && factor <= 1))
                    printf("%s: %g at step %d of %d\n", links[i], factor, s, steps);
            }
    }
}

static void test_warmup_is_continuous(void) {
    const cal_choice plain = schedule("cosine"), warm = schedule("cosine:warmup=0.25");
    CHECK_NEAR(cal_schedule_factor(&warm, NULL, 0, 400), 0.01, 1e-12);
    for (int s = 0; s < 400; s++) {
        const double share = s < 100 ? (s + 1) / 100.0 : 1;
        CHECK_NEAR(cal_schedule_factor(&warm, NULL, s, 400),
                   share * cal_schedule_factor(&plain, NULL, s, 400), 1e-15);
    }
}

// Rows, columns and mirrors are drawn independently: each of the 5 x 5 x 2 crops is equally frequent.
static void test_crops_are_even(void) {
    enum { PAD = 2, WAYS = (2 * PAD + 1) * (2 * PAD + 1) * 2, SAMPLES = 10000, EPOCHS = 2 };
    cal_choice choice;
    cal_error err = {0};
    int count[WAYS] = {0}, same = 0;
    cal_choice_parse(&choice, "augment", "crop-flip:pad=2", strlen("crop-flip:pad=2"), &err);
    CHECK_TEXT(err.text, "");
    for (int epoch = 0; epoch < EPOCHS; epoch++)
        for (int i = 0; i < SAMPLES; i++) {
            const cal_pixel_view v = cal_augment_of(&choice)->view(1, epoch, i, &choice),
                                 again = cal_augment_of(&choice)->view(1, epoch, i, &choice);
            CHECK(v.dy >= -PAD && v.dy <= PAD && v.dx >= -PAD && v.dx <= PAD);
            same += v.dy == again.dy && v.dx == again.dx && v.flip == again.flip;
            count[((v.dy + PAD) * (2 * PAD + 1) + v.dx + PAD) * 2 + v.flip]++;
        }
    CHECK(same == EPOCHS * SAMPLES);
    for (int w = 0; w < WAYS; w++) // 400 each, with a standard deviation of 20
        CHECK_NEAR(count[w], EPOCHS * SAMPLES / WAYS, 5 * 20);
}

int main(void) {
    test_factors();
    test_plateaus();
    test_bounds();
    test_warmup_is_continuous();
    test_crops_are_even();
    return CHECK_DONE();
}
