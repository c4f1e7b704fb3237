#include <assert.h>
#include <stdio.h>
#include <string.h>
#include "cli/cli.h"
#include "base/slice.h"

bool cal_option_next(cal_option_list *list) {
    for (; list->row && (list->row->name || list->row->options); list->row++, list->index = 0) {
        if (list->row->options ? list->row->options(&list->now, list->index) : !list->index) {
            if (!list->row->options) list->now = *list->row;
            list->index++;
            return true;
        }
    }
    return false;
}

static bool find_option(cal_option *out, const cal_command *command, const char *argument, size_t length) {
    for (cal_option_list list = {command->options}; cal_option_next(&list);) {
        if (strlen(list.now.name) != length || memcmp(list.now.name, argument, length) != 0) continue;
        *out = list.now;
        return true;
    }
    return false;
}

static cal_status no_such_option(const cal_command *command, const char *argument, int length,
                                 cal_error *err) {
    cal_text known = {0};
    for (cal_option_list list = {command->options}; cal_option_next(&list);)
        cal_text_add(&known, "%s, ", list.now.name);
    cal_status status =
        cal_fail(err, CAL_USAGE, "%s: no option '%.*s'; the options are %s--help", command->name,
                 length < 48 ? length : 48, argument, known.data ? known.data : "");
    cal_text_free(&known);
    return status;
}

static cal_status too_many(const cal_command *command, cal_error *err) {
    return cal_fail(err, CAL_USAGE, "%s: more than %d options; give fewer", command->name, CAL_GIVEN_MAX);
}

cal_status cal_arguments_read(cal_arguments *out, const cal_command *command, int count, char **argument,
                              cal_error *err) {
    bool options_end = false;
    const char *continued = NULL; // option whose values may continue
    for (int i = 0; i < count; i++) {
        const char *text = argument[i];
        if (!options_end && strcmp(text, "--") == 0) {
            options_end = true;
            continue;
        }
        if (continued && !options_end && strncmp(text, "--", 2) != 0) {
            if (out->count == CAL_GIVEN_MAX) return too_many(command, err);
            out->given[out->count++] = (cal_given){continued, text};
            continue;
        }
        continued = NULL;
        if (options_end || strncmp(text, "--", 2) != 0) {
            if (!command->operand || (out->operand && (!command->second || out->second)))
                return cal_fail(err, CAL_USAGE, "%s: '%.48s' is one argument too many; see `calib %s --help`",
                                command->name, text, command->name);
            if (out->operand) out->second = text;
            else out->operand = text;
            continue;
        }
        size_t length = strcspn(text, "=");
        cal_option option;
        if (!find_option(&option, command, text, length))
            return no_such_option(command, text, (int)length, err);
        if (!option.repeats && cal_argument(out, option.name))
            return cal_fail(err, CAL_USAGE, "%s: %s is given twice", command->name, option.name);
        if (out->count == CAL_GIVEN_MAX) return too_many(command, err);
        cal_given *given = &out->given[out->count];
        given->option = option.name;
        given->value = text[length] ? text + length + 1 : option.value ? NULL : "";
        if (!option.value && text[length])
            return cal_fail(err, CAL_USAGE, "%s: %s takes no value", command->name, option.name);
        if (!given->value) {
            if (i + 1 == count)
                return cal_fail(err, CAL_USAGE, "%s: %s needs a value, %s", command->name, option.name,
                                option.value);
            given->value = argument[++i];
        }
        if (option.repeats && strstr(option.value, "...")) continued = option.name;
        out->count++;
    }
    if (command->operand && command->operand[0] != '[' && !out->operand)
        return cal_fail(err, CAL_USAGE, "%s: %s is missing; see `calib %s --help`", command->name,
                        command->operand, command->name);
    if (command->second && command->second[0] != '[' && !out->second)
        return cal_fail(err, CAL_USAGE, "%s: %s is missing; see `calib %s --help`", command->name,
                        command->second, command->name);
    for (cal_option_list list = {command->options}; cal_option_next(&list);)
        if (list.now.required && !cal_argument(out, list.now.name))
            return cal_fail(err, CAL_USAGE, "%s is missing", list.now.name);
    return CAL_OK;
}

const char *cal_argument_next(const cal_arguments *arguments, const char *option, int *at) {
    while (*at < arguments->count) {
        const cal_given *given = &arguments->given[(*at)++];
        if (strcmp(given->option, option) == 0) return given->value;
    }
    return NULL;
}

const char *cal_argument(const cal_arguments *arguments, const char *option) {
    return cal_argument_next(arguments, option, &(int){0});
}

const char *cal_argument_any(const cal_arguments *arguments, const char *const *options) {
    for (; *options; options++)
        if (cal_argument(arguments, *options)) return *options;
    return NULL;
}

cal_status cal_argument_required(const char **out, const cal_arguments *arguments, const char *option,
                                 cal_error *err) {
    *out = cal_argument(arguments, option);
    return *out ? CAL_OK : cal_fail(err, CAL_USAGE, "%s is missing", option);
}

cal_status cal_argument_integer(int *out, const cal_arguments *arguments, const char *option, int preset,
                                int min, int max, cal_error *err) {
    const char *text = cal_argument(arguments, option);
    double value = preset;
    if (text && (strlen(text) > 40 || !cal_number_parse(&value, (cal_slice){text, (int)strlen(text)}) ||
                 value < min || value > max || value != (int)value))
        return cal_fail(err, CAL_USAGE, "%s %.48s is not a whole number from %d to %d", option, text, min,
                        max);
    *out = (int)value;
    return CAL_OK;
}

cal_status cal_argument_size(int *c, int *h, int *w, const char *option, const char *text, cal_error *err) {
    enum { SIDE_MAX = 8192, VALUES_MAX = 1 << 28 };
    int *size[] = {c, h, w};
    cal_slice rest = {text, (int)strlen(text)};
    for (int i = 0; i < 3; i++) {
        double value;
        cal_slice word = cal_slice_cut(&rest, 'x');
        bool number = word.at && word.length > 0 && word.length < 40 && cal_number_parse(&value, word);
        if (!number || value < 1 || value > SIDE_MAX || value != (int)value || (i == 2 && rest.at))
            return cal_fail(err, CAL_USAGE, "%s %.48s is not of the form CxHxW, each from 1 to %d", option,
                            text, SIDE_MAX);
        *size[i] = (int)value;
    }
    if ((int64_t)*c * *h * *w > VALUES_MAX)
        return cal_fail(err, CAL_USAGE, "%s %.48s has more than %d values", option, text, VALUES_MAX);
    return CAL_OK;
}

const char *cal_argument_value(const char *kind, const char *text) {
    const size_t length = strlen(kind);
    return strncmp(text, kind, length) == 0 && text[length] == '=' ? text + length + 1 : text;
}

// Prints "[--data PATH]...", "(--over PLACE=V/V/...)..." or "--onnx F.onnx".
static void print_usage(const cal_option *o) {
    const char *const open = !o->required ? "[" : o->repeats ? "(" : "";
    const char *const close = !o->required ? "]" : o->repeats ? ")" : "";
    printf(" %s%s%s%s%s%s", open, o->name, o->value ? " " : "", o->value ? o->value : "", close,
           o->repeats ? "..." : "");
}

void cal_help_print(const cal_command *command) {
    printf("calib %s%s%s", command->name, command->operand ? " " : "",
           command->operand ? command->operand : "");
    if (command->second) printf(" %s", command->second);
    for (int optional = 0; optional < 2; optional++)
        for (cal_option_list list = {command->options}; cal_option_next(&list);)
            if (list.now.required != optional) print_usage(&list.now);
    printf("\n\n%s\n\n", command->summary);
    for (cal_option_list list = {command->options}; cal_option_next(&list);) {
        const cal_option *o = &list.now;
        int used = printf("  %s%s%s", o->name, o->value ? " " : "", o->value ? o->value : "");
        printf("%*s%s%s\n", used < 26 ? 26 - used : 1, "", o->help, o->required ? " (required)" : "");
    }
}
