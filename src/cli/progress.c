#define _POSIX_C_SOURCE 200809L // isatty
#include "cli/progress.h"
#include <stdio.h>
#include <unistd.h>
#include "cli/cli.h"

enum { CELLS = 30 };

void cal_progress_start(cal_progress_bar *bar) {
    *bar = (cal_progress_bar){.shown = isatty(STDERR_FILENO) == 1, .start = cal_seconds()};
}

// Prints 0:42, 12:05 or 1:02:03.
static void print_time(double seconds) {
    int s = seconds < 1e6 ? (int)(seconds + 0.5) : 999999;
    if (s >= 3600) fprintf(stderr, "%d:%02d:%02d", s / 3600, s / 60 % 60, s % 60);
    else fprintf(stderr, "%d:%02d", s / 60, s % 60);
}

void cal_progress_show(cal_progress_bar *bar, const cal_training_state *of) {
    double now = cal_seconds();
    if (!bar->shown || (now - bar->last < 0.1 && of->step < of->steps)) return;
    bar->last = now;
    double share = (double)of->step / of->steps;
    int full = (int)(share * CELLS), epoch = of->epoch + 1;
    fprintf(stderr, "\repoch %d/%d [", epoch < of->epochs ? epoch : of->epochs, of->epochs);
    for (int i = 0; i < CELLS; i++) fputc(i < full ? '#' : '.', stderr);
    fprintf(stderr, "] %3d %%  loss %.4f  ", (int)(100 * share), of->loss);
    print_time((now - bar->start) / share * (1 - share));
    fprintf(stderr, " left\033[K");
    fflush(stderr);
}

void cal_progress_end(cal_progress_bar *bar) {
    if (bar->shown) fprintf(stderr, "\r\033[K");
}
