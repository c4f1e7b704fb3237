// `calib data`: a link's data set, with its splits, classes, hash, and duplicates between splits.
#include <string.h>
#include "cli/session.h"

static const cal_option options[] = {
    CAL_DATA_OPTION,
    {"--measure", NULL, "Set size, classes and samples in the link to those of the files", false},
    {"--near", "D", "Largest mean absolute difference of the bytes of near duplicates (8)", false},
    {"--out", "DIR", "Write each split's samples, labels and true probabilities as .npy files", false},
    {"--format", "json|table", "Output format (json)", false},
    {NULL, NULL, NULL, false},
};

// ---- files

static cal_status save_split(const char *folder, const char *name, const cal_sample_set *set,
                             cal_error *err) {
    const int dim[] = {set->n, set->c, set->h, set->w}, classes[] = {set->n, set->k};
    cal_status status = CAL_OK;
    if (!set->n) return CAL_OK;
    if (set->pixels) status = cal_array_save(folder, name, "pixels", "u1", set->pixels, dim, 4, err);
    if (!status && set->features)
        status = cal_array_save(folder, name, "features", "f4", set->features, dim, 2, err);
    const int dims = set->labelling == CAL_LABELS_SEVERAL ? 2 : 1;
    if (!status) status = cal_array_save(folder, name, "labels", "i4", set->labels, classes, dims, err);
    if (!status) status = cal_array_save(folder, name, "source", "i4", set->source, dim, 1, err);
    if (!status && set->posterior)
        status = cal_array_save(folder, name, "posterior", "f8", set->posterior, classes, 2, err);
    return status;
}

static const char *const names[] = {
    [CAL_SET_TRAIN] = "train", [CAL_SET_VALIDATION] = "val", [CAL_SET_TEST] = "test"};
enum { SETS = 3 };

static cal_status save_all(const char *folder, const cal_samples *samples, cal_error *err) {
    cal_status status = cal_folder_make(folder, err);
    for (int s = 0; s < SETS && !status; s++) {
        const cal_sample_set set = cal_samples_of(samples, (cal_set)s);
        status = save_split(folder, names[s], &set, err);
    }
    return status;
}

// ---- table

static int label_count(const cal_sample_set *set, int label) {
    int count = 0;
    for (int i = 0; i < set->n; i++) count += set->labels[i] == label;
    return count;
}

// Counts how often a multi-label label has this value.
static int value_count(const cal_sample_set *set, int label, int value) {
    int count = 0;
    for (int i = 0; i < set->n; i++)
        count += set->labels[(size_t)i * (size_t)set->k + (size_t)label] == value;
    return count;
}

// Adds how many samples have each label, and for how many it is unknown.
static void add_labels(cal_text *out, const cal_samples *samples) {
    const int k = cal_samples_of(samples, CAL_SET_TEST).k;
    cal_text_add(out, "%-28s", "label");
    for (int s = 0; s < SETS; s++) cal_text_add(out, " %8s %8s", names[s], "unknown");
    cal_text_add(out, "\n");
    for (int c = 0; c <= k; c++) {
        cal_text_add(out, "%-28s", c < k ? cal_samples_class(samples, c) : "all");
        for (int s = 0; s < SETS; s++) {
            const cal_sample_set set = cal_samples_of(samples, (cal_set)s);
            if (c < k) cal_text_add(out, " %8d %8d", value_count(&set, c, 1), value_count(&set, c, -1));
            else cal_text_add(out, " %8d %8s", set.n, "");
        }
        cal_text_add(out, "\n");
    }
}

static void add_classes(cal_text *out, const cal_samples *samples) {
    const int k = cal_samples_of(samples, CAL_SET_TEST).k;
    cal_text_add(out, "%-28s %8s %8s %8s\n", "class", names[0], names[1], names[2]);
    for (int c = 0; c <= k; c++) {
        cal_text_add(out, "%-28s", c < k ? cal_samples_class(samples, c) : "all");
        for (int s = 0; s < SETS; s++) {
            const cal_sample_set set = cal_samples_of(samples, (cal_set)s);
            cal_text_add(out, " %8d", c < k ? label_count(&set, c) : set.n);
        }
        cal_text_add(out, "\n");
    }
}

static cal_status add_overlaps(cal_text *out, const cal_samples *samples, double near, cal_error *err) {
    static const struct {
        const char *name;
        cal_set of, in;
    } pair[] = {{"test in train", CAL_SET_TEST, CAL_SET_TRAIN},
                {"val in train", CAL_SET_VALIDATION, CAL_SET_TRAIN},
                {"test in val", CAL_SET_TEST, CAL_SET_VALIDATION}};
    cal_text_add(out, "\n%-28s %8s %8s %8s\n", "duplicates", "exact", "near", "other");
    for (int i = 0; i < 3; i++) {
        cal_overlap found;
        const cal_status status = cal_samples_overlap(&found, samples, pair[i].of, pair[i].in, near, err);
        if (status) return status;
        cal_text_add(out, "%-28s %8d %8d %8d\n", pair[i].name, found.exact, found.near, found.other_label);
    }
    return CAL_OK;
}

static cal_status print_table(const cal_samples *samples, double near, cal_error *err) {
    cal_text out = {0};
    const cal_sample_set test = cal_samples_of(samples, CAL_SET_TEST);
    if (test.labelling == CAL_LABELS_SEVERAL) add_labels(&out, samples);
    else add_classes(&out, samples);
    cal_status status = add_overlaps(&out, samples, near, err);
    cal_text_add(&out, "\nsamples of %dx%dx%d, hash %s\n", test.c, test.h, test.w, cal_samples_hash(samples));
    if (!status) status = cal_print_text(&out, err);
    cal_text_free(&out);
    return status;
}

static cal_status print_json(const cal_samples *samples, double near, cal_error *err) {
    cal_bytes json;
    cal_status status = cal_samples_json(&json, samples, near, err);
    if (!status) status = cal_print_line(&json, err);
    cal_bytes_free(&json);
    return status;
}

// ---- the link

// Copies the value of a parameter in a link; empty if the link does not say it.
static void take_param(char out[64], const char *link, const char *param) {
    const char *at = strstr(link, param);
    size_t length = at ? strcspn(at + strlen(param), ",&") : 0;
    if (length > 63) length = 63;
    if (length) memcpy(out, at + strlen(param), length);
    out[length] = 0;
}

// Says which columns of a table were guessed.
static void say_columns(const char *measured, const char *link) {
    char label[64], omit[64], given[64];
    if (!strstr(measured, "data=table") && !strstr(measured, "data=texts")) return;
    take_param(label, measured, "label="), take_param(given, link, "label=");
    if (*label && !*given) cal_remark("calib: the label is column %s of the table", label);
    if (!*label && !*given) cal_remark("calib: the label is the last column of the table");
    take_param(omit, measured, "omit="), take_param(given, link, "omit=");
    if (*omit && !*given)
        cal_remark("calib: left out, since they number the rows: columns %s; omit=0 in the link keeps them",
                   omit);
}

static cal_status load(cal_samples **out, cal_arguments *arguments, cal_error *err) {
    cal_lab_def def = cal_default_lab();
    cal_lab *lab = NULL;
    cal_link *link, *measured = NULL;
    cal_bytes text = {0};
    def.threads = 1;
    cal_status status = cal_link_parse(&link, arguments->operand, err);
    if (!status) status = cal_lab_create(&lab, &def, err);
    if (!status) status = cal_session_files(lab, &arguments->arena, link, arguments, err);
    if (!status && cal_argument(arguments, "--measure"))
        status = cal_link_measured(&measured, lab, link, err);
    if (measured) status = cal_link_canonical(&text, measured, err);
    if (text.data) say_columns(text.data, arguments->operand);
    if (!status) status = cal_samples_load(out, lab, measured ? measured : link, err);
    cal_bytes_free(&text);
    cal_link_free(measured);
    cal_link_free(link);
    cal_lab_free(lab);
    return status;
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    const char *folder = cal_argument(arguments, "--out"), *format = cal_argument(arguments, "--format");
    const bool table = format && !strcmp(format, "table");
    if (format && !table && strcmp(format, "json"))
        return cal_fail(err, CAL_USAGE, "--format %.48s is not one of json and table", format);
    cal_samples *samples = NULL;
    int near = CAL_NEAR_USUAL;
    cal_status status = cal_argument_integer(&near, arguments, "--near", near, 0, 255, err);
    if (!status) status = load(&samples, arguments, err);
    if (!status && folder) status = save_all(folder, samples, err);
    if (!status) status = table ? print_table(samples, near, err) : print_json(samples, near, err);
    cal_samples_free(samples);
    return status;
}

const cal_command cal_command_data = {
    .name = "data",
    .group = CAL_GROUP_LOOK,
    .rank = 2,
    .operand = "LINK",
    .summary = "A link's data set: splits, classes, hash, and duplicates between splits.",
    .options = options,
    .run = run,
};
