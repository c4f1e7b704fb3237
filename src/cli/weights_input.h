// A file of weights on the command line, and what is said about it beside what it says itself.
#ifndef CAL_CLI_WEIGHTS_INPUT_H
#define CAL_CLI_WEIGHTS_INPUT_H
#include "cli/cli.h"
#include "run/files/weights.h"

#define CAL_WEIGHTS_OPTIONS                                                                                  \
    {"--model", "MODEL", "The network as in a link, where the file does not say it: resnet20:shortcut=pad",  \
     false},                                                                                                 \
        {"--input", "CxHxW", "What it takes, where the file does not say it: 3x32x32", false},               \
        {"--classes", "K", "How many classes it has, where the file does not say it", false},                \
        {"--mean", "M/M/M", "What is subtracted from each channel of pixels from 0 to 1", false}, {          \
        "--std", "S/S/S", "What they are divided by then", false                                             \
    }

// The file that the operand names, and what it and the options say of it.
cal_status cal_weights_input(cal_weights_about *about, cal_file *file, cal_arguments *arguments,
                             cal_error *err);

// Refuses a model whose logits are divided by a temperature, which a file of weights cannot say.
cal_status cal_weights_uncooled(const cal_weights_about *about, const cal_file *file, cal_error *err);
// The model of a file that does not say it: the one preset that its tensors fit, which is said on stderr.
// Where several fit, or none, CAL_USAGE names them.
cal_status cal_weights_settle(cal_weights_about *about, cal_arguments *arguments, const cal_file *file,
                              cal_error *err);

#endif
