#include <string.h>
#include "cli/input/outputs.h"
#include "cli/session.h"

static const cal_option options[] = {
    CAL_SESSION_OPTIONS,
    {"--resume", "STATE", "Resume training from this state (train --save)", false},
    {"--corruption", "C", "blur, gaussian-noise:severity=3, ... (all in all severities; none with --other)",
     true},
    CAL_OTHER_OPTIONS,
    {"--ood-logits", "L.npy",
     "With an .npz or .pt: out-of-distribution outputs, where they are not in it as ood_logits", false},
    CAL_AS_LOGITS_OPTION,
    {"--bins", "M", "Bins of the calibration metrics (15)", false},
    {NULL, NULL, NULL, false},
};

enum { CORRUPTIONS_MAX = 64, SEVERITIES = 5 };

static cal_status add(const char **out, int *count, const char *text, cal_error *err) {
    if (*count == CORRUPTIONS_MAX)
        return cal_fail(err, CAL_USAGE, "ood: more than %d corruptions; give fewer", CORRUPTIONS_MAX);
    out[(*count)++] = text;
    return text ? CAL_OK : cal_refuse_memory(err, "the corruptions");
}

// Takes the given corruptions, ended by a null. Without any, and without other data, takes all in every
// severity.
static cal_status choose(const char *out[CORRUPTIONS_MAX + 1], cal_arguments *arguments, cal_error *err) {
    cal_catalog_info entry;
    cal_status status = CAL_OK;
    const char *given;
    int count = 0;
    for (int i = 0; !status && (given = cal_argument_next(arguments, "--corruption", &i));)
        status = add(out, &count, cal_argument_value("corruption", given), err);
    const bool every = !count && !cal_argument(arguments, "--other");
    for (int i = 0, all = every ? cal_catalog_count("corruption") : 0; i < all && !status; i++)
        for (int severity = 1; severity <= SEVERITIES && !status; severity++) {
            cal_text text = {0};
            status = cal_catalog_entry(&entry, "corruption", i, err);
            if (!status) cal_text_add(&text, "%s:severity=%d", entry.id, severity);
            const char *kept =
                text.data ? cal_arena_text(&arguments->arena, text.data, (size_t)text.length) : NULL;
            if (!status) status = add(out, &count, kept, err);
            cal_text_free(&text);
        }
    out[count] = NULL;
    return status;
}

// Checks the data before the training, so that a misfit does not waste it.
static cal_status check(const cal_training *training, bool corrupts, const cal_other_data *other,
                        cal_error *err) {
    const cal_sample_set own = cal_training_samples(training, CAL_SET_TEST), *second = &other->test;
    if (corrupts && !own.pixels)
        return cal_fail(err, CAL_FAILED, "ood: the data has no pictures that could be corrupted");
    return other->samples ? cal_session_other_fits(second, &own, err) : CAL_OK;
}

static cal_status study(cal_bytes *json, cal_session *session, const cal_ood_def *def, cal_error *err) {
    cal_status status = cal_session_train(session, 0, err);
    return status ? status : cal_training_ood_json(json, session->training, def, err);
}

// ---- outputs in one file

static bool ends(const char *text, const char *with) {
    const size_t length = strlen(text), tail = strlen(with);
    return length > tail && strcmp(text + length - tail, with) == 0;
}

static bool are_outputs(const char *operand) {
    return operand && (ends(operand, ".npz") || ends(operand, ".pt") || ends(operand, ".pth"));
}

typedef struct outputs {
    cal_file_outputs *test, *validation, *other;
} outputs;

// Reads the outputs of one set; optional ones that the file does not have stay null.
static cal_status read_set(cal_file_outputs **out, cal_arguments *arguments, const char *path,
                           const char *set, cal_error *err) {
    cal_file_outputs_def reading = cal_default_file_outputs();
    reading.as_logits = cal_argument(arguments, "--as-logits") != NULL;
    reading.instead = "give logits, or the logarithms of these";
    reading.set = set;
    return cal_outputs_input(out, arguments, path, NULL, &reading, err);
}

static cal_status read_outputs(outputs *in, cal_arguments *arguments, cal_error *err) {
    const char *path = arguments->operand, *apart = cal_argument(arguments, "--ood-logits");
    cal_error none;
    cal_status status = read_set(&in->test, arguments, path, NULL, err);
    if (!status && !cal_file_outputs_of(in->test).labels)
        status = cal_fail(err, CAL_FAILED, "%.200s: it has no array named labels beside the logits", path);
    if (!status) status = read_set(&in->other, arguments, apart ? apart : path, "ood", err);
    if (status) return status;
    if (read_set(&in->validation, arguments, path, "val", &none))
        cal_remark("calib: note: no temperature is fitted: %s", none.text);
    return CAL_OK;
}

static cal_status study_outputs(cal_arguments *arguments, cal_error *err) {
    static const char *const of_links[] = {"--data",       "--threads", "--init",       "--resume",
                                           "--corruption", "--other",   "--other-data", NULL};
    const char *wrong = cal_argument_any(arguments, of_links),
               *apart = cal_argument(arguments, "--ood-logits");
    outputs in = {NULL};
    cal_bytes json = {0};
    int bins;
    if (wrong) return cal_fail(err, CAL_USAGE, "ood: %s needs a link or a network", wrong);
    cal_status status = cal_argument_integer(&bins, arguments, "--bins", 15, 1, 1000, err);
    if (!status) status = read_outputs(&in, arguments, err);
    const cal_logit_set test = cal_file_outputs_of(in.test), other = cal_file_outputs_of(in.other),
                        val = cal_file_outputs_of(in.validation);
    if (!status)
        status = cal_outputs_ood_json(&json, &test, val.labels ? &val : NULL, &other,
                                      apart ? apart : arguments->operand, bins, err);
    if (!status) {
        cal_outputs_say(in.test);
        status = cal_print_line(&json, err);
    }
    cal_bytes_free(&json);
    cal_file_outputs_free(in.test), cal_file_outputs_free(in.validation), cal_file_outputs_free(in.other);
    return status;
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    static const char *const of_outputs[] = {"--ood-logits", "--as-logits", NULL};
    const char *wrong = cal_argument_any(arguments, of_outputs);
    if (are_outputs(arguments->operand)) return study_outputs(arguments, err);
    if (wrong) return cal_fail(err, CAL_USAGE, "ood: %s needs a file of outputs, .npz or .pt", wrong);
    const char *corruption[CORRUPTIONS_MAX + 1];
    cal_ood_def def = cal_default_ood();
    cal_other_data other = {.samples = NULL};
    cal_session session = {.lab = NULL};
    cal_bytes json = {0};
    cal_status status = choose(corruption, arguments, err);
    for (int i = 0; !status && corruption[i]; i++)
        status = cal_catalog_check("corruption", corruption[i], err);
    if (!status) status = cal_argument_integer(&def.bins, arguments, "--bins", def.bins, 1, 1000, err);
    if (!status) status = cal_session_other(&other, arguments, err);
    if (!status) status = cal_session_open(&session, arguments, err);
    if (!status) status = check(session.training, corruption[0], &other, err);
    def.corruptions = corruption;
    def.other = other.samples ? &other.test : NULL, def.other_name = other.link.data;
    if (!status) status = study(&json, &session, &def, err);
    cal_session_close(&session);
    cal_session_other_free(&other);
    if (!status) status = cal_print_line(&json, err);
    cal_bytes_free(&json);
    return status;
}

const cal_command cal_command_ood = {
    .name = "ood",
    .group = CAL_GROUP_MEASURE,
    .rank = 6,
    .operand = "LINK|W.safetensors|F.npz",
    .summary = "Train a link, or take a trained network, and evaluate it on corrupted pictures of its test "
               "set, or tell other data from it; or the same of outputs, labels and ood_logits in an .npz or "
               ".pt.",
    .options = options,
    .run = run,
};
