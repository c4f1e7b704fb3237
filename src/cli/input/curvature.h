// The input of `calib curvature`: a network, its weights, and a set of samples.
#ifndef CAL_CLI_INPUT_CURVATURE_H
#define CAL_CLI_INPUT_CURVATURE_H
#include "cli/session.h"

typedef struct cal_curvature_input {
    cal_curvature_def def;
    const char *set;     // its name in a link's data, or null for samples from files
    cal_session session; // for files, it has only a lab
} cal_curvature_input;

// Opens either arguments->operand, a link that is trained up to --epoch, or the link of a trained network; or
// --weights, --x, --y and, if the file does not say it, --model.
cal_status cal_curvature_input_open(cal_curvature_input *out, cal_arguments *arguments, cal_error *err);
void cal_curvature_input_close(cal_curvature_input *input);

#endif
