// Floor 5. A file of weights on the command line, and what is said about it beside what it says itself.
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

#endif
