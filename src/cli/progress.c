#define _POSIX_C_SOURCE 200809L // isatty
#include "cli/progress.h"
#include <stdio.h>
#include <unistd.h>
#include "cli/cli.h"

enum { CELLS = 30 };

void cal_progress_start(cal_progress_bar *bar, const cal_run *run) {
    const cal_spec *spec = cal_run_spec(run);
    int batch = cal_choice_integer(&spec->run, "batch"), samples = cal_run_data(run)->train.n;
    *bar = (cal_progress_bar){.shown = isatty(STDERR_FILENO) == 1, .start = cal_seconds()};
    bar->epochs = cal_choice_integer(&spec->run, "epochs");
    bar->steps = (samples + batch - 1) / batch * bar->epochs;
}

// 0:42, 12:05, 1:02:03.
static void print_time(double seconds) {
    int s = seconds < 1e6 ? (int)(seconds + 0.5) : 999999;
    if (s >= 3600) fprintf(stderr, "%d:%02d:%02d", s / 3600, s / 60 % 60, s % 60);
    else fprintf(stderr, "%d:%02d", s / 60, s % 60);
}

void cal_progress_show(cal_progress_bar *bar, const cal_run *run) {
    double now = cal_seconds();
    int done = cal_run_steps_done(run);
    if (!bar->shown || (now - bar->last < 0.1 && done < bar->steps)) return;
    bar->last = now;
    double share = (double)done / bar->steps;
    int full = (int)(share * CELLS), epoch = cal_run_epochs_done(run) + 1;
    fprintf(stderr, "\repoch %d/%d [", epoch < bar->epochs ? epoch : bar->epochs, bar->epochs);
    for (int i = 0; i < CELLS; i++) fputc(i < full ? '#' : '.', stderr);
    fprintf(stderr, "] %3d %%  loss %.4f  ", (int)(100 * share), cal_run_loss(run));
    print_time((now - bar->start) / share * (1 - share));
    fprintf(stderr, " left\033[K");
    fflush(stderr);
}

void cal_progress_end(cal_progress_bar *bar) {
    if (bar->shown) fprintf(stderr, "\r\033[K");
}
