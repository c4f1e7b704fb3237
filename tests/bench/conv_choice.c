// Measures how many times faster Winograd's convolutions are than the direct ones, for the table in
// kernel/conv/conv.c. Prints a line per shape, with forward/input_grad/filter_grad for each size of image.
// `conv_choice GFLOPS` prints the GFLOP/s of both instead.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "base/memory.h"
#include "kernel/conv/parts.h"
#include "kernel/winograd/conv.h"

enum { ROUNDS = 5 };                           // at least
static const double SPAN = 0.8, BURST = 0.001; // seconds: of all rounds, of a burst

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static float *values(size_t count) {
    float *x = cal_mem_alloc(count * sizeof *x + 64);
    for (size_t i = 0; x && i < count; i++) x[i] = (float)(i % 61) * 0.03125f - 0.9375f;
    return x;
}

// Measures the seconds of a run of each: the fastest of many short bursts in turns. Other programs must then
// disturb every burst of one to change its result.
static void measure(double best[2], const cal_conv_direction of[2], float *out, const float *a,
                    const float *b, const cal_conv_shape *s) {
    cal_env env[2] = {{NULL, cal_mem_alloc(of[0].scratch(s, 1))}, {NULL, cal_mem_alloc(of[1].scratch(s, 1))}};
    double begin = now();
    for (int i = 0; i < 2; i++) best[i] = 1e9;
    for (int round = 0; round < ROUNDS || now() - begin < SPAN; round++)
        for (int i = 0; i < 2; i++) {
            double start = now(), seconds;
            int runs = 0;
            do {
                of[i].run(&env[i], out, a, b, s, NULL);
                runs++;
                seconds = now() - start;
            } while (seconds < BURST);
            if (seconds / runs < best[i]) best[i] = seconds / runs;
        }
    for (int i = 0; i < 2; i++) cal_mem_free(env[i].scratch);
}

static void print_shape(int stride, int ci, int co, int size, bool gflops) {
    int out = (size - 1) / stride + 1, n = size > 16 ? 16 : 64;
    cal_conv_shape s = {n, ci, size, size, co, out, out, 3, 3, stride, 1, 1, 1, 1, false};
    size_t xs = cal_image_floats(n, ci, size, size), ys = cal_image_floats(n, co, out, out),
           fs = (size_t)ci * co * 9;
    float *x = values(xs), *y = values(ys), *f = values(fs), *dx = values(xs), *df = values(fs);
    const float *a[3] = {x, y, x}, *b[3] = {f, f, y};
    float *to[3] = {values(ys), dx, df};
    for (int d = 0; d < 3; d++) {
        double best[2], flop = 2e-9 * 9 * ci * co * out * out * n;
        const cal_conv_direction of[2] = {(&CAL_OF_WIDTH(cal_conv_direct).forward)[d],
                                          (&CAL_OF_WIDTH(cal_conv_winograd).forward)[d]};
        measure(best, of, to[d], a[d], b[d], &s);
        if (gflops) printf("%s%.1f>%.1f", d ? " / " : "", flop / best[0], flop / best[1]);
        else printf("%s%.2f", d ? "/" : "", best[0] / best[1]);
    }
    float *all[] = {x, y, f, dx, df, to[0]};
    for (int i = 0; i < 6; i++) cal_mem_free(all[i]);
    fflush(stdout);
}

int main(int count, char **arguments) {
    static const int channels[][2] = {{1, 8},   {3, 32},  {4, 4},   {8, 8},  {16, 16},
                                      {16, 32}, {32, 32}, {32, 64}, {64, 64}};
    static const int sizes[2][5] = {{2, 5, 6, 14, 32}, {4, 10, 12, 28, 32}};
    if (count == 5) {
        print_shape(atoi(arguments[1]), atoi(arguments[2]), atoi(arguments[3]), atoi(arguments[4]), true);
        printf("\n");
        return 0;
    }
    for (int stride = 1; stride <= 2; stride++) {
        printf("stride %d    ", stride);
        for (int i = 0; i < 5; i++) printf("  %2dx%-12d", sizes[stride - 1][i], sizes[stride - 1][i]);
        printf("\n");
        for (size_t c = 0; c < sizeof channels / sizeof *channels; c++) {
            printf("%2d -> %-6d", channels[c][0], channels[c][1]);
            for (int i = 0; i < 5; i++) {
                printf("  ");
                print_shape(stride, channels[c][0], channels[c][1], sizes[stride - 1][i], false);
            }
            printf("\n");
        }
    }
    return 0;
}
