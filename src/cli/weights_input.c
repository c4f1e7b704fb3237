#include "cli/weights_input.h"
#include <string.h>
#include "run/link/link.h"

static cal_status read_list(double out[4], int *count, const cal_arguments *arguments, const char *option,
                            double low, double high, cal_error *err) {
    const char *text = cal_argument(arguments, option);
    if (!text) return CAL_OK;
    cal_slice rest = {text, (int)strlen(text)};
    for (*count = 0; rest.at; ++*count) {
        cal_slice word = cal_slice_cut(&rest, '/');
        double number;
        if (*count == 4 || word.length < 1 || word.length > 40 || !cal_number_parse(&number, word) ||
            number < low || number > high)
            return cal_fail(err, CAL_USAGE, "%s %.48s is not a number from %g to %g, or one for each channel",
                            option, text, low, high);
        out[*count] = number;
    }
    return CAL_OK;
}

cal_status cal_weights_input(cal_weights_about *about, cal_file *file, cal_arguments *arguments,
                             cal_error *err) {
    const char *model = cal_argument(arguments, "--model"), *input = cal_argument(arguments, "--input");
    cal_status status = cal_file_load(file, &arguments->arena, arguments->operand, err);
    if (!status) status = cal_weights_look(about, &arguments->arena, file, err);
    if (!status && model) status = cal_argument_choice(&about->model, "model", model, err);
    if (!status && input) {
        status = cal_argument_size(&about->c, &about->h, &about->w, "--input", input, err);
        about->pixels = about->h > 1 || about->w > 1;
    }
    if (!status && cal_argument(arguments, "--classes"))
        status = cal_argument_integer(&about->k, arguments, "--classes", about->k, 2, 1 << 16, err);
    if (!status) status = read_list(about->mean, &about->means, arguments, "--mean", 0, 1, err);
    if (!status) status = read_list(about->deviation, &about->deviations, arguments, "--std", 0.001, 10, err);
    if (status || !about->c) return status;
    if ((about->means > 1 && about->means != about->c) ||
        (about->deviations > 1 && about->deviations != about->c))
        return cal_fail(err, CAL_USAGE, "--mean and --std take one number, or %d, one for each channel",
                        about->c);
    return CAL_OK;
}
