// A progress line on stderr, if that is a terminal: how far a run is, its loss, and the time left.
#ifndef CAL_CLI_PROGRESS_H
#define CAL_CLI_PROGRESS_H
#include "api/calib.h"

typedef struct cal_progress_bar {
    bool shown; // stderr is a terminal
    double start, last;
} cal_progress_bar;

void cal_progress_start(cal_progress_bar *bar);
void cal_progress_show(cal_progress_bar *bar, const cal_training_state *now); // at most ten times a second
void cal_progress_end(cal_progress_bar *bar);                                 // clears the line

#endif
