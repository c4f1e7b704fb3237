#include "catalog/data/cifar/cifar10.h"
#include <string.h>

enum { CLASSES = 10, TRAINING = 50000, TESTS = 10000, COLUMNS = 6, SEVERITIES = 5 };

static cal_status array_find(cal_array *out, const char *name, const cal_choice *choice,
                             const cal_file *files, int nfiles, cal_error *err) {
    const cal_file *file;
    const cal_status status = cal_data_file(&file, choice, name, files, nfiles, err);
    return status ? status : cal_npy_read(out, file, err);
}

// ---- other test sets

void cal_cifar10_test_files(char pictures[40], char labels[40], const cal_choice *choice) {
    const int from = cal_choice_integer(choice, "test_from");
    if (from == CAL_CIFAR10_C) {
        const char *word = CAL_CIFAR10_CORRUPTIONS;
        for (int i = cal_choice_integer(choice, "corruption"); i > 0; i--) word = strchr(word, '/') + 1;
        const size_t length = strcspn(word, "/");
        memcpy(pictures, word, length);
        memcpy(pictures + length, ".npy", 5);
        memcpy(labels, "labels.npy", 11);
        return;
    }
    memcpy(pictures, "cifar10.1_v6_data.npy", 22);
    memcpy(labels, "cifar10.1_v6_labels.npy", 24);
    if (from == CAL_CIFAR10_V4) pictures[11] = labels[11] = '4';
}

cal_status cal_cifar10_test_records(cal_records *out, cal_gallery *test, cal_arena *scratch,
                                    const cal_classes *classes, const cal_value *skip,
                                    const cal_dataset *data, const cal_choice *choice, const cal_file *files,
                                    int nfiles, cal_error *err) {
    char pictures[40], labels[40];
    const bool severities = cal_choice_integer(choice, "test_from") == CAL_CIFAR10_C;
    const int parts = severities ? SEVERITIES : 1,
              part = severities ? cal_choice_integer(choice, "severity") - 1 : 0;
    const cal_file *x, *y;
    cal_cifar10_test_files(pictures, labels, choice);
    cal_status status = cal_data_file(&x, choice, pictures, files, nfiles, err);
    if (!status) status = cal_data_file(&y, choice, labels, files, nfiles, err);
    if (!status) status = cal_gallery_npy(test, scratch, x, y, CAL_LAYOUT_HWC, err);
    if (status) return status;
    const cal_pictures *form = &test->form;
    if (form->c != 3 || form->h != CAL_CIFAR_SIDE || form->w != CAL_CIFAR_SIDE || test->n < parts ||
        test->n % parts || test->n > parts * TESTS)
        return cal_fail(err, CAL_FAILED, "%s: not bytes of shape [n, 32, 32, 3] with n at most %d%s",
                        pictures, parts * TESTS,
                        parts > 1 ? ", equally many of each of the five severities" : "");
    test->n /= parts;
    test->first += (size_t)(part * test->n) * test->stride;
    if (test->labels) test->labels += part * test->n;
    return cal_gallery_records(out, test, scratch, "data cifar10: test pictures", labels, CLASSES, classes,
                               skip, data, choice, err);
}

// ---- human labels

static const char noisy_name[] = "cifar10n.npy", human_name[] = "cifar10h-probs.npy";

int cal_cifar10_label(const cal_cifar10_labels *labels, int source) {
    return labels->label[source * COLUMNS + labels->column];
}

cal_status cal_cifar10_labels_read(cal_cifar10_labels *out, cal_arena *scratch, const cal_cifar *training,
                                   const cal_choice *choice, const cal_file *files, int nfiles,
                                   cal_error *err) {
    cal_array a;
    int32_t *label = NULL;
    *out = (cal_cifar10_labels){.column = cal_choice_integer(choice, "labels")};
    if (out->column == CAL_CIFAR10_CLEAN) return CAL_OK;
    cal_status status = array_find(&a, noisy_name, choice, files, nfiles, err);
    if (!status && (a.ndim != 2 || a.dim[0] != TRAINING || a.dim[1] != COLUMNS))
        status = cal_fail(err, CAL_FAILED,
                          "%s: not of shape [50000, 6]: clean, aggregate, random 1 to 3, worse", noisy_name);
    if (!status) status = cal_npy_labels(&label, scratch, &a, noisy_name, err);
    for (int i = 0; !status && label && i < TRAINING * COLUMNS; i++)
        if (label[i] < 0 || label[i] >= CLASSES)
            status = cal_fail(err, CAL_FAILED, "%s: row %d, column %d has label %d, not 0 to 9", noisy_name,
                              i / COLUMNS, i % COLUMNS, label[i]);
    for (int i = 0; !status && label && i < training->count; i++) {
        int source;
        const int own = cal_cifar_at(training, i, &source)[0], clean = label[source * COLUMNS];
        if (own != clean)
            status = cal_fail(err, CAL_FAILED,
                              "%s: row %d has %d in its clean column, and the batches' record of that number "
                              "has label %d: not labels of these pictures in this order",
                              noisy_name, source, clean, own);
    }
    out->label = label;
    return status;
}

double *cal_cifar10_posterior_room(cal_dataset *out) {
    return cal_arena_alloc(&out->arena, (size_t)out->test.n * (size_t)out->k * sizeof(double));
}

// The fractions are null if the scratch counts and they would have to be copied from the file.
static cal_status fractions_read(double **fraction, cal_arena *scratch, const cal_choice *choice,
                                 const cal_file *files, int nfiles, cal_error *err) {
    cal_array a;
    cal_status status = array_find(&a, human_name, choice, files, nfiles, err);
    if (!status && (a.ndim != 2 || a.dim[0] != TESTS || a.dim[1] != CLASSES))
        status =
            cal_fail(err, CAL_FAILED, "%s: not of shape [10000, 10], one row per test picture", human_name);
    return status ? status : cal_npy_doubles(fraction, scratch, &a, human_name, err);
}

size_t cal_cifar10_posterior_loading(const cal_choice *choice, const cal_file *files, int nfiles) {
    cal_arena counted = {.counts = true};
    double *fraction;
    return fractions_read(&fraction, &counted, choice, files, nfiles, NULL) ? 0 : counted.taken;
}

cal_status cal_cifar10_posterior(cal_dataset *out, const cal_classes *classes, const cal_choice *choice,
                                 const cal_file *files, int nfiles, cal_error *err) {
    cal_arena scratch = {0};
    double *fraction = NULL;
    cal_status status = fractions_read(&fraction, &scratch, choice, files, nfiles, err);
    for (int i = 0; !status && i < TESTS; i++) {
        double sum = 0;
        bool good = true;
        for (int c = 0; c < CLASSES; c++) {
            const double p = fraction[i * CLASSES + c];
            good = good && p >= 0 && p <= 1;
            sum += p;
        }
        if (!good || !(sum > 0.999 && sum < 1.001))
            status = cal_fail(err, CAL_FAILED, "%s: row %d does not hold probabilities that sum to 1",
                              human_name, i);
    }
    cal_split *test = &out->test;
    const size_t k = (size_t)out->k;
    if (!status && !(test->posterior = cal_cifar10_posterior_room(out)))
        status = cal_refuse_memory(err, "data cifar10: the test set's posterior");
    for (int i = 0; !status && i < test->n; i++) {
        const double *row = fraction + (size_t)test->source[i] * CLASSES;
        double sum = 0, *p = test->posterior + (size_t)i * k;
        for (int c = 0; c < out->k; c++) sum += row[classes->class_of[c]];
        for (int c = 0; c < out->k; c++) p[c] = sum > 0 ? row[classes->class_of[c]] / sum : 1.0 / out->k;
    }
    cal_arena_free(&scratch);
    return status;
}
