// A file of weights on the command line, with options for what the file does not say.
#ifndef CAL_CLI_WEIGHTS_INPUT_H
#define CAL_CLI_WEIGHTS_INPUT_H
#include "cli/cli.h"
#include "run/files/weights.h"

#define CAL_WEIGHTS_OPTIONS                                                                                  \
    {"--model", "MODEL", "The network as in a link, if the file does not say it: resnet20:shortcut=pad",     \
     false},                                                                                                 \
        {"--input", "CxHxW", "Size of its inputs, if the file does not say it: 3x32x32", false},             \
        {"--classes", "K", "Number of its classes, if the file does not say it", false},                     \
        {"--mean", "M/M/M", "Mean of each channel of pixels from 0 to 1, which is subtracted", false}, {     \
        "--std", "S/S/S", "Standard deviation of each channel, by which pixels are divided", false           \
    }

// Reads the file that the operand names, and what it and the options say about the network.
cal_status cal_weights_input(cal_weights_about *about, cal_file *file, cal_arguments *arguments,
                             cal_error *err);

// Opens that file as a network: a file of weights, not one that divides its logits by a temperature. If its
// tensors do not fit, *out says which; cal_weights_free in any case.
cal_status cal_weights_load(cal_weights *out, cal_weights_about *about, cal_arguments *arguments,
                            cal_error *err);
// Finds the model of a file that does not say it: the only preset that its tensors fit, which is said on
// stderr. If none or several fit, CAL_USAGE names them.
cal_status cal_weights_settle(cal_weights_about *about, cal_arguments *arguments, const cal_file *file,
                              cal_error *err);

#endif
