// Corruptions against pictures that numpy and the Python Imaging Library made (golden/corruptions).
#include "base/memory.h"
#include "base/bytes/sha256.h"
#include "check.h"
#include "catalog/corruption/corruption.h"
#include "run/link/spec.h"

enum { C = 3, SIDE = 32, SIZE = C * SIDE * SIDE };
static uint8_t picture[SIZE], out[SIZE];
static double scratch[2 * SIDE * SIDE];

static const struct {
    const char *id;
    int severity;
    const char *hash;
} expected[] = {
#include "../golden/corruptions/expected.inc"
};

static const cal_corruption *find(const char *id) {
    int i = 0;
    while (strcmp(cal_corruptions[i]->entry.id, id) != 0) i++;
    return cal_corruptions[i];
}

static void make_picture(void) {
    uint64_t x = 1;
    for (int i = 0; i < SIZE; i++) {
        x = (x * 1103515245u + 12345u) % 2147483648u;
        picture[i] = (uint8_t)((x >> 16) % 256);
    }
    for (int c = 0; c < C; c++)
        for (int y = 0; y < 8; y++)
            for (int i = 0; i < 4; i++) picture[(c * SIDE + y) * SIDE + i] = y < 4 ? 0 : 200;
}

static void test_golden(void) {
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        char hash[65];
        cal_sha256 sha;
        cal_picture p = {C, SIDE, SIDE, 1, 0};
        find(expected[i].id)->apply(out, picture, scratch, &p, expected[i].severity);
        cal_sha256_start(&sha);
        cal_sha256_add(&sha, out, sizeof out);
        cal_sha256_hex(hash, &sha);
        CHECK_TEXT(hash, expected[i].hash);
    }
}

// A grey picture far from both ends: its standard deviation is that of the severity, and another seed, sample
// or pixel has other noise.
static void test_noise(void) {
    const double sd[] = {0.04, 0.06, 0.08, 0.09, 0.10};
    uint8_t grey[SIZE], other[SIZE];
    const cal_corruption *noise = find("gaussian-noise");
    for (int i = 0; i < SIZE; i++) grey[i] = 128;
    for (int severity = 1; severity <= 5; severity++) {
        double sum = 0, square = 0;
        cal_picture p = {C, SIDE, SIDE, 1, 7};
        noise->apply(out, grey, scratch, &p, severity);
        for (int i = 0; i < SIZE; i++) sum += out[i] - 128, square += (out[i] - 128) * (out[i] - 128);
        // Truncated, not rounded: half a step too low.
        CHECK_NEAR(sum / SIZE + 0.5, 0, 4 * 25.5 * sd[severity - 1] * 10 / 55);
        CHECK_NEAR(__builtin_sqrt(square / SIZE) / 255 / sd[severity - 1], 1, 0.06);
        p.index = 8;
        noise->apply(other, grey, scratch, &p, severity);
        CHECK(memcmp(out, other, SIZE) != 0);
        p.index = 7, p.seed = 2;
        noise->apply(other, grey, scratch, &p, severity);
        CHECK(memcmp(out, other, SIZE) != 0);
    }
}

// The smallest pictures, of any number of channels: every byte is written.
static void test_small(void) {
    for (int i = 0; cal_corruptions[i]; i++)
        for (int side = 1; side <= 5; side++)
            for (int severity = 1; severity <= 5; severity++) {
                cal_picture p = {1, side, 2 * side, 1, 0};
                uint8_t twice[2][50];
                for (int run = 0; run < 2; run++) {
                    memset(twice[run], run ? 77 : 200, sizeof twice[run]);
                    cal_corruptions[i]->apply(twice[run], picture, scratch, &p, severity);
                }
                CHECK(memcmp(twice[0], twice[1], (size_t)(2 * side * side)) == 0);
            }
}

// A sample's noise does not depend on its position: alone, or after others.
static void test_samples_stand_still(void) {
    enum { BYTES = SIDE * SIDE };
    uint8_t pixels[2 * BYTES];
    const cal_dataset data = {.c = 1, .h = SIDE, .w = SIDE, .k = 2};
    const int32_t two[] = {3, 7}, seven[] = {7};
    cal_split both = {.n = 2, .pixels = pixels, .source = (int32_t *)two},
              one = {.n = 1, .pixels = pixels, .source = (int32_t *)seven}, out_both, out_one;
    cal_choice choice;
    cal_error err = {0};
    cal_arena arena = {0};
    memset(pixels, 128, sizeof pixels);
    CHECK(!cal_choice_parse(&choice, "corruption", "gaussian-noise", strlen("gaussian-noise"), &err));
    CHECK(!cal_split_corrupt(&out_both, &arena, &data, &both, &choice, &err));
    CHECK(!cal_split_corrupt(&out_one, &arena, &data, &one, &choice, &err));
    CHECK(memcmp(out_both.pixels + BYTES, out_one.pixels, BYTES) == 0);
    CHECK(memcmp(out_both.pixels, out_one.pixels, BYTES) != 0);
    cal_arena_free(&arena);
}

// Five pixels become four, each the mean of those whose middle is in its box of 5/4. The first is in (0,
// 5/4], the next two in (5/4, 5/2], the last of them on its edge, then one each. Scaled back to five, the
// boxes of 1 hold the small picture's 1, 2, 3, 3, 4.
static void test_edges_of_boxes(void) {
    static const uint8_t line[5] = {10, 20, 40, 80, 160}, expected_line[5] = {10, 30, 80, 80, 160};
    const cal_picture p = {1, 1, 5, 1, 0};
    find("pixelate")->apply(out, line, scratch, &p, 3);
    CHECK(memcmp(out, expected_line, 5) == 0);
}

int main(void) {
    make_picture();
    test_golden();
    test_noise();
    test_small();
    test_edges_of_boxes();
    test_samples_stand_still();
    return CHECK_DONE();
}
