// CIFAR-10 in its official binary form (Krizhevsky 2009, https://www.cs.toronto.edu/~kriz/cifar.html):
// `data_batch_1.bin` to `data_batch_5.bin` and `test_batch.bin`. Each has 10,000 records of one label byte
// and 3,072 pixels, planes red, green, blue.
//
// Training and validation samples come from the training batches in the link. Test samples come from the test
// batch, or from another test set. They are stratified unless the link says otherwise, disjoint, in the order
// of the files. Training records are counted through all five batches: record i of data_batch_b.bin is number
// 10000 (b - 1) + i, whichever batches a link uses. The draw depends on the clean labels alone; human labels
// are applied after that.
#include <string.h>
#include "catalog/data/cifar/cifar10.h"

enum { CLASSES = 10, BATCH = 10000, BATCHES = CAL_CIFAR_FILES, NAME_MAX = 20 };

static const char *const class_names[CLASSES] = {"airplane", "automobile", "bird",  "cat",  "deer",
                                                 "dog",      "frog",       "horse", "ship", "truck"};
static const char test_name[] = "test_batch.bin";

static void batch_name(char out[NAME_MAX], int batch) {
    memcpy(out, "data_batch_0.bin", 17);
    out[11] = (char)('0' + batch);
}

static void needed(char *out, int size, const cal_choice *choice) {
    const cal_value *batches = cal_choice_value(choice, "batches");
    const bool alone = cal_data_test_alone(choice);
    cal_names names = cal_names_start(out, size);
    for (int i = 0; i < batches->count && !alone; i++) {
        char name[NAME_MAX];
        batch_name(name, (int)batches->number[i]);
        cal_names_add(&names, name);
    }
    if (cal_choice_integer(choice, "test_from") == CAL_CIFAR10_TEST) cal_names_add(&names, test_name);
    else {
        char pictures[40], labels[40];
        cal_cifar10_test_files(pictures, labels, choice);
        cal_names_add(&names, pictures);
        cal_names_add(&names, labels);
    }
    if (cal_choice_integer(choice, "labels") != CAL_CIFAR10_CLEAN && !alone)
        cal_names_add(&names, "cifar10n.npy");
    if (cal_choice_integer(choice, "posterior")) cal_names_add(&names, "cifar10h-probs.npy");
}

static cal_status training_open(cal_cifar *out, const cal_choice *choice, const cal_file *files, int nfiles,
                                cal_error *err) {
    const cal_value *batches = cal_choice_value(choice, "batches");
    int before = 0;
    for (int i = 0; i < batches->count; i++) {
        const int batch = (int)batches->number[i];
        // One spelling for a set of batches, with five batches at most.
        if (batch <= before)
            return cal_fail(err, CAL_USAGE,
                            "data cifar10: batches has %d after %d; name each batch once, in ascending order",
                            batch, before);
        before = batch;
        char name[NAME_MAX];
        batch_name(name, batch);
        const cal_status status = cal_cifar_add(out, choice, name, BATCH * (batch - 1), files, nfiles, err);
        if (status) return status;
    }
    return CAL_OK;
}

// Human labels instead, in the sets that label_noise_on names. Records whose human label is not among the
// chosen classes are left out before the draw.
static void label_skip(cal_records *records, const cal_cifar *cifar, const cal_cifar10_labels *labels,
                       const cal_classes *classes) {
    for (int i = 0; labels->label && i < records->count; i++) {
        int source;
        cal_cifar_at(cifar, i, &source);
        if (classes->number_of[cal_cifar10_label(labels, source)] < 0) records->mark[i] = CAL_SUBSET_SKIP;
    }
}

static void label_split(cal_split *split, const cal_cifar10_labels *labels, const cal_classes *classes) {
    for (int i = 0; labels->label && i < split->n; i++)
        split->labels[i] = classes->number_of[cal_cifar10_label(labels, split->source[i])];
}

typedef struct sources {
    cal_arena scratch;
    bool alone; // no training records
    cal_cifar training, batch;
    cal_gallery other;
    cal_cifar10_labels labels;
    cal_records records, tests;
    cal_classes classes;
} sources;

// The records of all files, at the size in `data`; no arrays if the scratch counts.
static cal_status sources_open(sources *s, const cal_dataset *data, const cal_choice *choice,
                               const cal_file *files, int nfiles, cal_error *err) {
    const cal_value *skip = cal_choice_value(choice, "skip"),
                    *skip_test = cal_choice_value(choice, "skip_test");
    const bool official = cal_choice_integer(choice, "test_from") == CAL_CIFAR10_TEST;
    s->alone = cal_data_test_alone(choice);
    s->training = s->batch = (cal_cifar){.heads = 1, .classes = {CLASSES}, .most = BATCH};
    cal_status status = cal_classes_choose(&s->classes, CLASSES, choice, err);
    if (!status && !s->alone) status = training_open(&s->training, choice, files, nfiles, err);
    if (!status && official) status = cal_cifar_add(&s->batch, choice, test_name, 0, files, nfiles, err);
    if (!status && !s->alone)
        status = cal_cifar10_labels_read(&s->labels, &s->scratch, &s->training, choice, files, nfiles, err);
    if (!status && !s->alone)
        status = cal_cifar_records(&s->records, &s->scratch, "data cifar10: training batches", &s->training,
                                   &s->classes, skip, data, choice, err);
    if (status) return status;
    return official ? cal_cifar_records(&s->tests, &s->scratch, "data cifar10: test_batch.bin", &s->batch,
                                        &s->classes, skip_test, data, choice, err)
                    : cal_cifar10_test_records(&s->tests, &s->other, &s->scratch, &s->classes, skip_test,
                                               data, choice, files, nfiles, err);
}

static cal_status load(cal_dataset *out, const cal_choice *choice, const cal_file *files, int nfiles,
                       cal_error *err) {
    sources s = {.scratch = {0}};
    cal_status status = sources_open(&s, out, choice, files, nfiles, err);
    const cal_classes *classes = &s.classes;
    if (!status && !(out->class_names = cal_data_names(out, class_names, classes->class_of, classes->count)))
        status = cal_refuse_memory(err, "data cifar10: the classes' names");
    if (!status) {
        if (!s.alone) label_skip(&s.records, &s.training, &s.labels, classes);
        status = cal_records_draw(out, choice, s.alone ? NULL : &s.records, &s.tests, true, err);
    }
    if (!status) {
        label_split(&out->train, &s.labels, classes);
        if (cal_choice_integer(choice, "label_noise_on") == 1) label_split(&out->val, &s.labels, classes);
        if (cal_choice_integer(choice, "posterior"))
            status = cal_cifar10_posterior(out, classes, choice, files, nfiles, err);
    }
    cal_arena_free(&s.scratch);
    return status;
}

static size_t loading(const cal_choice *choice, const cal_file *files, int nfiles) {
    sources s = {.scratch.counts = true};
    cal_dataset counted = cal_data_counted(choice);
    if (sources_open(&s, &counted, choice, files, nfiles, NULL)) return 0;
    const size_t filling =
        cal_choice_integer(choice, "posterior") ? cal_cifar10_posterior_loading(choice, files, nfiles) : 0;
    const int most = s.training.count > s.tests.count ? s.training.count : s.tests.count;
    cal_data_names(&counted, NULL, NULL, counted.k);
    return cal_records_loading(&counted, &s.scratch, choice, most, filling);
}

static void keeps(cal_dataset *counted, const cal_choice *choice, int width) {
    (void)width;
    cal_data_names(counted, NULL, NULL, counted->k);
    cal_data_keeps_splits(counted, choice);
    if (cal_choice_integer(choice, "posterior")) cal_cifar10_posterior_room(counted);
}

static cal_status check(const cal_choice *choice, cal_error *err) {
    if (cal_choice_integer(choice, "posterior") &&
        cal_choice_integer(choice, "test_from") != CAL_CIFAR10_TEST)
        return cal_fail(err, CAL_USAGE,
                        "data cifar10: posterior=cifar10h is about test_batch.bin, and test_from takes "
                        "another test set");
    return cal_data_size_check(choice, err);
}

static void shape(int *k, int *c, int *h, int *w, const cal_choice *choice) {
    const int only = cal_choice_value(choice, "only")->count;
    *k = only >= 2 ? only : CLASSES;
    *c = 3;
    cal_data_size(h, w, choice);
}

static const cal_param params[] = {
    CAL_DATA_TRAIN_OR_NONE(5000, 50000),
    CAL_DATA_VAL(1000, 50000),
    CAL_DATA_TEST(2000, 10000),
    {.name = "batches",
     .help = "Training files to draw from: 1/2 means data_batch_1.bin and data_batch_2.bin",
     .unit = "",
     .type = CAL_LIST,
     .min = 1,
     .max = BATCHES,
     .preset = "1/2/3/4/5",
     .whole = true},
    {.name = "labels",
     .help =
         "Labels of the training set: the published ones, or people's (CIFAR-10N): the majority's, one of "
         "three annotators', or the worst of the three; label_noise_on=all uses them for validation, too",
     .unit = "",
     .type = CAL_CHOICE,
     .choices = "clean/aggregate/random1/random2/random3/worse",
     .max = 5},
    {.name = "posterior",
     .help = "True class probabilities of the test set: unknown, or the answers of some fifty people per "
             "picture (CIFAR-10H)",
     .unit = "",
     .type = CAL_CHOICE,
     .choices = "none/cifar10h",
     .max = 1},
    {.name = "test_from",
     .help = "Test pictures: the official ones, newly collected ones (CIFAR-10.1), or the official ones "
             "corrupted (CIFAR-10-C)",
     .unit = "",
     .type = CAL_CHOICE,
     .choices = "cifar10/cifar10.1-v4/cifar10.1-v6/cifar10-c",
     .max = 3},
    {.name = "corruption",
     .help = "Corruption of CIFAR-10-C, named as its files are",
     .unit = "",
     .type = CAL_CHOICE,
     .choices = CAL_CIFAR10_CORRUPTIONS,
     .max = 18},
    {.name = "severity",
     .help = "Severity of the corruption, from 1, the mildest, to 5",
     .unit = "",
     .type = CAL_INTEGER,
     .value = 5,
     .min = 1,
     .max = 5},
    CAL_DATA_ONLY("3/5 are cats and dogs", CLASSES - 1),
    CAL_DATA_TAKE(CAL_TAKE_BALANCED),
    CAL_DATA_LABEL_NOISE,
    CAL_DATA_IMBALANCE,
    CAL_DATA_SEED("Seed of the records that are drawn and of the labels that are replaced"),
    {.name = "skip",
     .help = "Training records to leave out, by number: record i of batch b is 10000 (b - 1) + i",
     .unit = "",
     .type = CAL_LIST,
     .max = BATCHES * BATCH - 1,
     .whole = true},
    {.name = "skip_test",
     .help = "Test records to leave out, by number from 0",
     .unit = "",
     .type = CAL_LIST,
     .max = BATCH - 1,
     .whole = true},
    CAL_DATA_SIZE("32", CAL_RESIZED),
    CAL_DATA_MEAN("0.4914/0.4822/0.4465"),
    CAL_DATA_STD("0.247/0.2435/0.2616"),
    CAL_DATA_HASH,
    {0},
};

const cal_data cal_data_cifar10 = {
    .entry = {.id = "cifar10",
              .label = "CIFAR-10",
              .tex = "",
              .source = "Krizhevsky 2009, Learning Multiple Layers of Features from Tiny Images; CIFAR-10H: "
                        "Peterson et al. 2019; CIFAR-10N: Wei et al. 2022; CIFAR-10.1: Recht et al. 2018; "
                        "CIFAR-10-C: Hendrycks and Dietterich 2019",
              .help = "60,000 small photographs in ten classes; bring the official binary files",
              .params = params,
              .check = check},
    .k = CLASSES,
    .c = 3,
    .h = CAL_CIFAR_SIDE,
    .w = CAL_CIFAR_SIDE,
    .pixels = true,
    .needs_files = true,
    .shape = shape,
    .files = needed,
    .load = load,
    .keeps = keeps,
    .loading = loading,
};
