// `calib evaluate`: the report on a trained network's predictions for a data set.
#include <stdio.h>
#include <string.h>
#include "cli/report.h"
#include "cli/session.h"
#include "cli/weights_input.h"
#include "run/net/infer.h"
#include "run/probe/normalise.h"

static const cal_option options[] = {
    CAL_DATA_OPTION,
    CAL_WEIGHTS_OPTIONS,
    CAL_REPORT_OPTIONS,
    {"--threads", "N", "Threads (as many as there are processors); the result is the same", false},
    {"--out", "DIR", "Write report.json, and logits and labels as .npy there", false},
    {NULL, NULL, NULL, false},
};

typedef struct evaluation {
    cal_weights_about about;
    cal_weights weights;
    cal_spec spec; // of the data
    cal_dataset data;
    bool guesses; // the normalisation of the pixels has to be guessed
    cal_normalisation_guess normalised;
    cal_outputs test, val;
    cal_arena own;
} evaluation;

// The link that was given, or the one that trained the weights. The file replaces what the link
// leaves at its defaults.
static cal_status choose(evaluation *e, cal_arguments *arguments, const cal_file *file, cal_error *err) {
    const char *link = arguments->second ? arguments->second : e->about.link;
    cal_spec preset;
    if (!link)
        return cal_fail(err, CAL_USAGE,
                        "evaluate: %s does not say on which data it was trained: give a link, data=cifar10",
                        file->name);
    cal_status status = cal_spec_parse(&e->spec, link, strlen(link), err);
    if (status) return status;
    cal_spec_default(&preset);
    const bool named = e->spec.model.entry != preset.model.entry;
    cal_weights_about data = e->about;
    if (arguments->second && named && !cal_argument(arguments, "--model")) e->about.model = e->spec.model;
    e->guesses = cal_weights_guesses(&e->spec.data, &e->about);
    cal_weights_normalise(&e->spec.data, &data);
    const int k = e->about.k;
    cal_data_shape(&data.k, &data.c, &data.h, &data.w, &e->spec.data);
    if (k && k != data.k)
        return cal_fail(err, CAL_FAILED, "%s has %d classes, but data %s has %d", file->name, k,
                        e->spec.data.entry->id, data.k);
    if (e->about.c && e->about.c != data.c)
        return cal_fail(err, CAL_FAILED, "%s takes %d channels, but data %s has %d", file->name, e->about.c,
                        e->spec.data.entry->id, data.c);
    if (!e->about.model.entry)
        e->about.k = data.k, e->about.c = data.c, e->about.h = data.h, e->about.w = data.w;
    status = cal_weights_settle(&e->about, arguments, file, err);
    if (status) return status;
    data.model = e->about.model;
    data.pixels = cal_data_of(&e->spec.data)->pixels;
    e->about = data;
    e->spec.model = data.model;
    return CAL_OK;
}

static cal_status say(cal_outputs *out, cal_infer *infer, evaluation *e, const cal_split *split,
                      cal_error *err) {
    const size_t floats = (size_t)split->n * (size_t)e->data.k;
    *out = (cal_outputs){.n = split->n, .k = e->data.k, .labels = split->labels};
    if (!split->n) return CAL_OK;
    out->logits = cal_arena_alloc(&e->own, floats * sizeof *out->logits);
    if (!out->logits) return cal_refuse_memory(err, "the outputs");
    cal_infer_rows(infer, out->logits, split, 0, split->n);
    for (size_t i = 0; e->about.temperature > 0 && i < floats; i++)
        out->logits[i] /= (float)e->about.temperature;
    return CAL_OK;
}

static void say_normalised(void *context, float *logits, const cal_split *split, int count,
                           const cal_normalisation *with) {
    float mean[4], sd[4];
    cal_normalisation_floats(mean, sd, with);
    cal_infer_normalise(context, mean, sd);
    cal_infer_rows(context, logits, split, 0, count);
}

// Guesses how pixels are normalised if neither file nor link says it, and says so on stderr.
static cal_status guess(evaluation *e, cal_infer *infer, cal_error *err) {
    const cal_normalise_job job = {say_normalised, infer, &e->data};
    const cal_normalisation *best = e->normalised.way;
    const cal_status status = cal_normalise(&e->normalised, &job, err);
    if (status) return status;
    cal_normalisation_floats(e->data.mean, e->data.sd, best);
    cal_infer_normalise(infer, e->data.mean, e->data.sd);
    cal_weights_put(&e->spec.data, best->mean, best->sd, e->data.c);
    e->about.means = e->about.sds = 0;
    cal_weights_normalise(&e->spec.data, &e->about);
    cal_text text = {0};
    cal_text_add(&text, "calib: neither the file nor the link says how pixels are normalised. Guessed: ");
    cal_normalisation_guess_say(&text, &e->normalised);
    cal_text_add(&text, "; --mean and --std say it\n");
    if (!text.refused) fputs(text.data, stderr);
    cal_text_free(&text);
    return CAL_OK;
}

static cal_status infer(evaluation *e, cal_pool *pool, cal_error *err) {
    cal_infer *infer = NULL;
    const int batch = cal_infer_batch(e->data.val.n, e->data.test.n);
    cal_status status = cal_infer_open(&infer, e->weights.net, e->weights.flat, &e->data, batch, pool, err);
    if (!status && e->guesses) status = guess(e, infer, err);
    if (!status) status = say(&e->test, infer, e, &e->data.test, err);
    if (!status) status = say(&e->val, infer, e, &e->data.val, err);
    cal_infer_free(infer);
    return status;
}

static cal_status report(cal_text *json, evaluation *e, const cal_report_options *given, cal_error *err) {
    cal_report_request request;
    cal_text link = {0};
    cal_spec_write(&link, &e->spec);
    cal_status status =
        cal_report_of_outputs(&request, &e->test, given->fit_on_test ? NULL : &e->val, given, err);
    request.spec = link.data;
    request.posterior = e->data.test.posterior;
    json->refused |= link.refused;
    if (!status) {
        cal_json_open(json, '{');
        status = cal_report_write(json, &request, err);
        cal_json_key(json, "weights");
        cal_weights_describe(json, &e->about, &e->weights);
        if (e->guesses) {
            cal_json_key(json, "normalisation");
            cal_normalisation_guess_write(json, &e->normalised);
        }
        cal_json_close(json, '}');
    }
    cal_text_free(&link);
    return status;
}

static cal_status save(const char *folder, const evaluation *e, const cal_text *json, cal_error *err) {
    cal_status status = cal_folder_make(folder, err);
    if (!status) status = cal_file_save(folder, "report.json", json, err);
    const cal_sample_set test = cal_show_split(&e->data, &e->data.test),
                         val = cal_show_split(&e->data, &e->data.val);
    if (!status) status = cal_outputs_save(folder, "test", e->test.logits, &test, err);
    if (status || !e->val.n) return status;
    return cal_outputs_save(folder, "val", e->val.logits, &val, err);
}

// Whether the link that was given sets the number of validation samples.
static bool asks_val(const evaluation *e, const cal_arguments *arguments) {
    cal_choice preset;
    cal_choice_default(&preset, e->spec.data.entry);
    return arguments->second &&
           cal_choice_integer(&preset, "val") != cal_choice_integer(&e->spec.data, "val");
}

static cal_status load(evaluation *e, cal_lab *lab, cal_arguments *arguments, cal_error *err) {
    cal_text link = {0};
    cal_bytes kept = {0};
    cal_arena files = {0};
    cal_spec_write(&link, &e->spec);
    cal_status status =
        cal_session_evaluation_files(&kept, lab, &files, link.data, asks_val(e, arguments), arguments, err);
    if (!status) status = cal_spec_parse(&e->spec, kept.data, kept.size, err);
    if (!status) status = cal_data_load(&e->data, &e->spec.data, lab->file, lab->files, err);
    if (!status && cal_data_of(&e->spec.data)->needs_files) memcpy(e->spec.data.hex, e->data.hash, 16);
    cal_lab_drop_files(lab);
    cal_arena_free(&files);
    cal_bytes_free(&kept);
    cal_text_free(&link);
    return status;
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    static evaluation e; // too large for a stack
    const char *folder = cal_argument(arguments, "--out");
    cal_report_options given = {0};
    cal_format format;
    cal_file file;
    cal_text json = {0};
    cal_lab *lab = NULL;
    cal_status status = cal_report_asked(&given, &format, arguments, err);
    if (!status) status = cal_weights_input(&e.about, &file, arguments, err);
    if (!status) status = choose(&e, arguments, &file, err);
    // Before data is read or made.
    if (!status) status = cal_weights_open(&e.weights, &e.about, &file, err);
    if (!status) status = cal_session_lab(&lab, arguments, err);
    if (!status) status = load(&e, lab, arguments, err);
    if (!status) given.pool = lab->pool;
    if (!status) status = infer(&e, given.pool, err);
    if (!status) status = report(&json, &e, &given, err);
    if (!status && folder) status = save(folder, &e, &json, err);
    cal_lab_free(lab);
    cal_weights_free(&e.weights);
    cal_dataset_free(&e.data);
    cal_arena_free(&e.own);
    if (!status) return cal_report_print(&json, format, err);
    cal_text_free(&json);
    return status;
}

const cal_command cal_command_evaluate = {
    .name = "evaluate",
    .group = CAL_GROUP_MEASURE,
    .rank = 2,
    .operand = "W.safetensors|W.onnx",
    .second = "[LINK]",
    .summary = "The whole report on a trained network, on its own data or on another link's.",
    .options = options,
    .run = run,
};
