// `calib data`: a link's data set, with its splits, classes, hash, and duplicates between splits.
#include <string.h>
#include "api/handles.h"
#include "cli/session.h"
#include "run/report/data.h"
#include "catalog/data/subset/duplicates.h"

static const cal_option options[] = {
    CAL_DATA_OPTION,
    {"--measure", NULL, "Set size, classes and samples in the link to those of the files", false},
    {"--near", "D", "Largest mean absolute difference of the bytes of near duplicates (8)", false},
    {"--out", "DIR", "Write each split's samples, labels and true probabilities as .npy files", false},
    {"--format", "json|table", "Output format (json)", false},
    {NULL, NULL, NULL, false},
};

// ---- files

static cal_status save_split(const char *folder, const char *name, const cal_split *split,
                             const cal_dataset *d, cal_error *err) {
    const int dim[] = {split->n, d->c, d->h, d->w}, classes[] = {split->n, d->k};
    cal_status status = CAL_OK;
    if (!split->n) return CAL_OK;
    if (split->pixels) status = cal_array_save(folder, name, "pixels", "u1", split->pixels, dim, 4, err);
    if (!status && split->features)
        status = cal_array_save(folder, name, "features", "f4", split->features, dim, 2, err);
    if (!status) status = cal_array_save(folder, name, "labels", "i4", split->labels, dim, 1, err);
    if (!status) status = cal_array_save(folder, name, "source", "i4", split->source, dim, 1, err);
    if (!status && split->posterior)
        status = cal_array_save(folder, name, "posterior", "f8", split->posterior, classes, 2, err);
    return status;
}

static cal_status save_all(const char *folder, const cal_dataset *d, cal_error *err) {
    cal_status status = cal_folder_make(folder, err);
    if (!status) status = save_split(folder, "train", &d->train, d, err);
    if (!status) status = save_split(folder, "val", &d->val, d, err);
    return status ? status : save_split(folder, "test", &d->test, d, err);
}

// ---- table

static int label_count(const cal_split *split, int label) {
    int count = 0;
    for (int i = 0; i < split->n; i++) count += split->labels[i] == label;
    return count;
}

static cal_status print_table(const cal_dataset *d, double near, cal_error *err) {
    cal_text out = {0};
    const cal_split *const split[] = {&d->train, &d->val, &d->test};
    cal_text_add(&out, "%-28s %8s %8s %8s\n", "class", "train", "val", "test");
    for (int c = 0; c <= d->k; c++) {
        const char *const name = c < d->k ? d->class_names[c] : "all";
        cal_text_add(&out, "%-28s", name);
        for (int s = 0; s < 3; s++)
            cal_text_add(&out, " %8d", c < d->k ? label_count(split[s], c) : split[s]->n);
        cal_text_add(&out, "\n");
    }
    static const struct {
        const char *name;
        int of, in;
    } pair[] = {{"test in train", 2, 0}, {"val in train", 1, 0}, {"test in val", 2, 1}};
    cal_text_add(&out, "\n%-28s %8s %8s %8s\n", "duplicates", "exact", "near", "other");
    cal_status status = CAL_OK;
    for (int i = 0; i < 3 && !status; i++) {
        cal_duplicates found;
        status = cal_duplicates_count(&found, d, split[pair[i].of], split[pair[i].in], near, err);
        cal_text_add(&out, "%-28s %8d %8d %8d\n", pair[i].name, found.exact, found.near, found.other_label);
    }
    cal_text_add(&out, "\nsamples of %dx%dx%d, hash %s\n", d->c, d->h, d->w, d->hash);
    if (!status) status = cal_print_text(&out, err);
    cal_text_free(&out);
    return status;
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    const char *folder = cal_argument(arguments, "--out"), *format = cal_argument(arguments, "--format");
    const bool table = format && !strcmp(format, "table");
    if (format && !table && strcmp(format, "json"))
        return cal_fail(err, CAL_USAGE, "--format %.48s is not one of json and table", format);
    cal_spec spec;
    cal_dataset data = {0};
    cal_text json = {0};
    cal_lab_def threads = cal_default_lab();
    cal_lab *lab = NULL;
    int near = CAL_NEAR;
    threads.threads = 1;
    cal_status status = cal_argument_integer(&near, arguments, "--near", CAL_NEAR, 0, 255, err);
    if (!status) status = cal_spec_parse(&spec, arguments->operand, strlen(arguments->operand), err);
    if (!status) status = cal_lab_create(&lab, &threads, err);
    if (!status) status = cal_session_files(lab, &arguments->arena, arguments->operand, arguments, err);
    if (!status && cal_argument(arguments, "--measure"))
        status = cal_data_measure(&spec.data, lab->file, lab->files, err);
    if (!status) status = cal_data_load(&data, &spec.data, lab->file, lab->files, err);
    cal_lab_free(lab);
    if (!status && folder) status = save_all(folder, &data, err);
    if (!status && table) status = print_table(&data, near, err);
    if (!status && !table) {
        status = cal_data_report(&json, &spec.data, &data, near, err);
        if (!status) status = cal_print_json(&json, err);
    }
    cal_text_free(&json);
    cal_dataset_free(&data);
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
