#include "cli/input/network.h"
#include <string.h>
#include "base/slice.h"

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

// Takes the model of a link on the command line, which overrides the file's.
static cal_status take_model(cal_network_def *def, cal_bytes *named, const char *link, cal_error *err) {
    bool given = false;
    const cal_status status = link ? cal_link_value(named, &given, link, "model", err) : CAL_OK;
    if (given) def->model = named->data;
    return status;
}

// Loads the second file of an ONNX model, which is in the model's folder.
static cal_status load_data(cal_network_def *def, cal_arguments *arguments, cal_error *err) {
    const size_t most = (size_t)1 << 30;
    char name[CAL_NETWORK_DATA_NAME];
    cal_file data;
    cal_error why;
    cal_status status = cal_network_data_name(name, def, err);
    if (status || !name[0]) return status;
    const char *path = arguments->operand, *slash = strrchr(path, '/');
    const size_t folder = slash ? (size_t)(slash + 1 - path) : 0;
    char *full = cal_arena_alloc(&arguments->arena, folder + sizeof name);
    char *own = cal_arena_text(&arguments->arena, name, strlen(name));
    if (!full || !own) return cal_refuse_memory(err, "%s: the name of its second file", def->name);
    memcpy(full, path, folder);
    memcpy(full + folder, name, strlen(name) + 1);
    status = cal_file_load_untrusted(&data, &arguments->arena, full, most, &why);
    if (status)
        return cal_fail(err, status,
                        "%.120s: its weights are in %.120s, a second file in the same folder: %s", def->name,
                        name, why.text);
    def->data_name = own, def->data = data.bytes, def->data_size = data.size;
    return CAL_OK;
}

cal_status cal_network_input(cal_network **out, cal_arguments *arguments, const char *link, cal_error *err) {
    const char *input = cal_argument(arguments, "--input"), *model = cal_argument(arguments, "--model");
    cal_network_def def = cal_default_network();
    cal_bytes named = {0};
    cal_link *of = NULL;
    cal_file file;
    *out = NULL;
    cal_status status = cal_file_load(&file, &arguments->arena, arguments->operand, err);
    if (status) return status;
    def.name = file.name, def.bytes = file.bytes, def.size = file.size;
    def.naming = CAL_NAMES_COMMAND;
    status = load_data(&def, arguments, err);
    if (status) return status;
    if (model) def.model = cal_argument_value("model", model);
    else status = take_model(&def, &named, link, err);
    if (!status && link) status = cal_link_parse(&of, link, err);
    def.link = of;
    if (!status && input) status = cal_argument_size(&def.c, &def.h, &def.w, "--input", input, err);
    if (!status && cal_argument(arguments, "--classes"))
        status = cal_argument_integer(&def.k, arguments, "--classes", 0, 2, 1 << 16, err);
    if (!status) status = read_list(def.mean, &def.means, arguments, "--mean", 0, 1, err);
    if (!status) status = read_list(def.std, &def.stds, arguments, "--std", 0.001, 10, err);
    if (!status) status = cal_network_examine(out, &def, err);
    cal_link_free(of);
    cal_bytes_free(&named);
    return status;
}

void cal_network_say(const cal_network *network) {
    const cal_network_info about = cal_network_about(network);
    if (about.note) cal_remark("calib: %s", about.note);
}

cal_status cal_network_weights(cal_network **out, cal_arguments *arguments, cal_error *err) {
    cal_status status = cal_network_input(out, arguments, NULL, err);
    cal_network_say(*out);
    const cal_network_info about = cal_network_about(*out);
    if (status || about.temperature == 1) return status;
    const char *slash = strrchr(arguments->operand, '/');
    status =
        cal_fail(err, CAL_USAGE,
                 "%s divides its logits by the temperature %g, which a file of weights cannot hold: take "
                 "the file that it was exported from",
                 slash ? slash + 1 : arguments->operand, about.temperature);
    cal_network_free(*out);
    *out = NULL;
    return status;
}

cal_status cal_network_fits(const cal_network *network, cal_error *err) {
    const char *why = cal_network_about(network).misfit;
    return why ? cal_fail(err, CAL_FAILED, "%s", why) : CAL_OK;
}
