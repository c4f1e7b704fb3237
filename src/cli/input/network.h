// Reads a trained network that the command line names, with options for what its file does not record.
#ifndef CAL_CLI_INPUT_NETWORK_H
#define CAL_CLI_INPUT_NETWORK_H
#include "cli/cli.h"

#define CAL_NETWORK_OPTIONS                                                                                  \
    {"--model", "MODEL", "The network as in a link, if the file does not say it: resnet20:shortcut=pad",     \
     false},                                                                                                 \
        {"--input", "CxHxW", "Size of its inputs, if the file does not say it: 3x32x32", false},             \
        {"--classes", "K", "Number of its classes, if the file does not say it", false},                     \
        {"--mean", "M/M/M", "Mean of each channel of pixels from 0 to 1, which is subtracted", false}, {     \
        "--std", "S/S/S", "Standard deviation of each channel, by which pixels are divided", false           \
    }

// Reads the file that the operand names; `link` may be null. Accepts a file whose tensors do not fit: see
// cal_network_examine.
cal_status cal_network_input(cal_network **out, cal_arguments *arguments, const char *link, cal_error *err);
// Prints on stderr how its model was found.
void cal_network_say(const cal_network *network);
// Does both for a file of weights alone, not one that divides its logits by a temperature.
cal_status cal_network_weights(cal_network **out, cal_arguments *arguments, cal_error *err);
// Returns the error of a network whose tensors do not fit, else CAL_OK.
cal_status cal_network_fits(const cal_network *network, cal_error *err);

#endif
