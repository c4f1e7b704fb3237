// `calib evaluate`: the report on a trained network's predictions for a data set.
#include <string.h>
#include "cli/input/network.h"
#include "cli/report.h"
#include "cli/session.h"

static const cal_option options[] = {
    CAL_DATA_OPTION,
    CAL_NETWORK_OPTIONS,
    CAL_REPORT_OPTIONS,
    {"--threads", "N", "Threads (default: one per processor); the result is the same", false},
    {"--out", "DIR", "Write report.json, and logits and labels as .npy there", false},
    {NULL, NULL, NULL, false},
};

typedef struct evaluation {
    cal_lab *lab;
    cal_network *network;
    cal_samples *samples;
    cal_sample_set test, val;
    float *logits[2]; // logits of both sets
} evaluation;

static cal_status open(evaluation *e, cal_arguments *arguments, cal_error *err) {
    cal_status status = cal_network_input(&e->network, arguments, arguments->second, err);
    if (!status && !arguments->second && !cal_network_about(e->network).link) {
        const char *slash = strrchr(arguments->operand, '/');
        status = cal_fail(err, CAL_USAGE,
                          "evaluate: %s does not say on which data it was trained: give a link, data=cifar10",
                          slash ? slash + 1 : arguments->operand);
    }
    if (!status) cal_network_say(e->network);
    return status ? status : cal_network_fits(e->network, err);
}

// Sets *out to true if the given link sets the number of validation samples.
static cal_status link_sets_val(bool *out, const char *given, cal_error *err) {
    cal_link *link, *preset = NULL;
    cal_text text = {0};
    *out = false;
    if (!given) return CAL_OK;
    cal_status status = cal_link_parse(&link, given, err);
    if (!status) cal_text_add(&text, "data=%s", cal_link_about(link).data);
    if (text.refused) status = cal_refuse_memory(err, "a link");
    if (!status) status = cal_link_parse(&preset, text.data, err);
    *out = cal_link_about(link).validation != cal_link_about(preset).validation;
    cal_text_free(&text);
    cal_link_free(link);
    cal_link_free(preset);
    return status;
}

static cal_status load(evaluation *e, cal_arguments *arguments, cal_error *err) {
    cal_bytes text = {0};
    cal_link *link = NULL, *kept = NULL;
    cal_arena files = {0};
    bool val_required;
    cal_status status = cal_network_link(&text, e->network, err);
    if (!status) status = cal_link_parse(&link, text.data, err);
    if (!status) status = link_sets_val(&val_required, arguments->second, err);
    if (!status)
        status = cal_session_evaluation_files(&kept, e->lab, &files, link, val_required, arguments, err);
    if (!status) status = cal_samples_load(&e->samples, e->lab, kept ? kept : link, err);
    cal_lab_drop_files(e->lab);
    cal_arena_free(&files);
    cal_link_free(kept);
    cal_link_free(link);
    cal_bytes_free(&text);
    e->test = cal_samples_of(e->samples, CAL_SET_TEST);
    e->val = cal_samples_of(e->samples, CAL_SET_VALIDATION);
    // Data with one class a sample, and a network whose head scores each class against the rest.
    const cal_labelling labelling = cal_network_about(e->network).labelling;
    if (!status && labelling != CAL_LABELS_ONE && e->test.labelling == CAL_LABELS_ONE)
        e->test.labelling = e->val.labelling = CAL_LABELS_REST;
    if (!status && labelling == CAL_LABELS_ONE && e->test.labelling != CAL_LABELS_ONE)
        status = cal_fail(err, CAL_USAGE,
                          "evaluate: the data is multi-label, and the network's link has no "
                          "head=sigmoid: give a link that says it");
    return status;
}

static cal_status infer(evaluation *e, cal_arena *arena, cal_error *err) {
    const cal_sample_set *const sets[] = {&e->test, &e->val};
    cal_status status = cal_network_normalise(e->network, e->lab, e->samples, err);
    const cal_network_info about = cal_network_about(e->network);
    if (!status && about.guess) cal_remark("calib: %s; --mean and --std say it", about.guess);
    for (int i = 0; i < 2 && !status; i++) {
        if (!sets[i]->n) continue;
        e->logits[i] = cal_arena_alloc(arena, (size_t)sets[i]->n * (size_t)about.k * sizeof(float));
        if (!e->logits[i]) return cal_refuse_memory(err, "the outputs");
        status = cal_network_logits(e->logits[i], e->network, e->lab, sets[i], err);
    }
    return status;
}

static cal_logit_set outputs_of(const float *logits, const cal_sample_set *set) {
    return (cal_logit_set){.logits = logits,
                           .labels = set->labels,
                           .posterior = set->posterior,
                           .n = set->n,
                           .k = set->k,
                           .labelling = set->labelling};
}

static cal_status save(const char *folder, const evaluation *e, const cal_report *report, cal_error *err) {
    cal_bytes json = {0};
    cal_status status = cal_folder_make(folder, err);
    if (!status) status = cal_report_json(&json, report, err);
    const cal_bytes line = {json.data, json.size - 1}; // without its line feed
    if (!status) status = cal_bytes_save(folder, "report.json", &line, err);
    cal_bytes_free(&json);
    if (!status) status = cal_outputs_save(folder, "test", e->logits[0], &e->test, err);
    if (status || !e->val.n) return status;
    return cal_outputs_save(folder, "val", e->logits[1], &e->val, err);
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    const char *folder = cal_argument(arguments, "--out");
    cal_report_selection selection;
    evaluation e = {0};
    cal_report *report = NULL;
    cal_status status = cal_report_select(&selection, arguments, err);
    if (!status) status = open(&e, arguments, err);
    if (!status) status = cal_session_lab(&e.lab, arguments, err);
    // Check before data is read or generated.
    if (!status) status = load(&e, arguments, err);
    if (!status) status = infer(&e, &arguments->arena, err);
    if (!status) {
        selection.def.network = e.network, selection.def.samples = e.samples;
        selection.def.test = outputs_of(e.logits[0], &e.test);
        if (e.val.n && !selection.def.fit_on_test && !selection.def.fit)
            selection.def.validation = outputs_of(e.logits[1], &e.val);
        status = cal_report_logits(&report, e.lab, &selection.def, err);
    }
    if (!status && folder) status = save(folder, &e, report, err);
    if (!status) status = cal_report_print(report, selection.format, err);
    cal_report_free(report);
    cal_samples_free(e.samples);
    cal_network_free(e.network);
    cal_lab_free(e.lab);
    return status;
}

const cal_command cal_command_evaluate = {
    .name = "evaluate",
    .group = CAL_GROUP_MEASURE,
    .rank = 5,
    .operand = "W.safetensors|W.onnx",
    .second = "[LINK]",
    .summary = "The whole report on a trained network, on its own data or on another link's.",
    .options = options,
    .run = run,
};
