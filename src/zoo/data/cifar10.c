// CIFAR-10 in its official binary form (Krizhevsky 2009, https://www.cs.toronto.edu/~kriz/cifar.html):
// data_batch_1.bin to data_batch_5.bin and test_batch.bin, each 10,000 records of one label byte and 3,072
// pixels, planes red, green, blue.
//
// Training and validation samples come from the training batches that the link names, test samples from the
// test batch: stratified unless the link says otherwise, disjoint, in the order of the files. The validation
// set is drawn first, so that a larger training set leaves it as it is. Training records are counted through
// all five batches: record i of data_batch_b.bin is number 10000 (b - 1) + i, whichever batches a link uses.
#include <stdbool.h>
#include <string.h>
#include "zoo/data_parts.h"
#include "zoo/data_subset.h"

enum { CLASSES = 10, PIXELS = 3072, RECORD = 1 + PIXELS, BATCH = 10000, BATCHES = 5, NAME_MAX = 20 };

static const char *const class_names[CLASSES] = {"airplane", "automobile", "bird",  "cat",  "deer",
                                                 "dog",      "frog",       "horse", "ship", "truck"};
static const char test_name[] = "test_batch.bin";

// The records of a few files, one after the other.
typedef struct pool {
    int nfiles, count;
    const cal_file *file[BATCHES];
    int first[BATCHES];     // number of the file's record 0 in the pool
    int base[BATCHES];      // and in the whole training or test set
    uint8_t *labels, *mark; // labels count the classes that are taken
} pool;

// The classes that a choice takes.
typedef struct classes {
    int count, class_of[CAL_CLASSES_MAX];
    int number_of[CLASSES]; // in the other direction, -1 for the rest
} classes;

static void batch_name(char out[NAME_MAX], int batch) {
    memcpy(out, "data_batch_0.bin", 17);
    out[11] = (char)('0' + batch);
}

// "data_batch_1.bin/data_batch_2.bin/test_batch.bin", cut to what fits.
static void needed(char *out, int size, const cal_choice *choice) {
    const cal_value *batches = cal_choice_value(choice, "batches");
    int used = 0;
    for (int i = 0; i <= batches->count; i++) {
        char name[NAME_MAX];
        if (i < batches->count) batch_name(name, (int)batches->number[i]);
        else memcpy(name, test_name, sizeof test_name);
        const int length = (int)strlen(name);
        if (used + length + 2 > size) break;
        if (i) out[used++] = '/';
        memcpy(out + used, name, (size_t)length);
        used += length;
    }
    if (size > 0) out[used] = 0;
}

static cal_status file_add(pool *p, const cal_choice *choice, const char *name, int base,
                           const cal_file *files, int nfiles, cal_error *err) {
    const cal_file *file = 0;
    for (int i = 0; i < nfiles; i++) {
        if (strcmp(files[i].name, name)) continue;
        if (file) return cal_fail(err, CAL_FAILED, "data cifar10: %s was given twice", name);
        file = &files[i];
    }
    if (!file) {
        char names[(BATCHES + 1) * NAME_MAX];
        needed(names, sizeof names, choice);
        return cal_fail(err, CAL_FAILED, "data cifar10: %s is missing; this link needs %s", name, names);
    }
    const size_t size = file->size, records = size / RECORD, whole = records * RECORD;
    if (!size) return cal_fail(err, CAL_FAILED, "data cifar10: %s is empty", name);
    if (size > (size_t)BATCH * RECORD)
        return cal_fail(err, CAL_FAILED,
                        "data cifar10: %s has %zu bytes, data beyond byte offset %d, where 10000 records end",
                        name, size, BATCH * RECORD);
    if (whole != size)
        return cal_fail(err, CAL_FAILED,
                        "data cifar10: %s is truncated at byte offset %zu: the record that begins at byte "
                        "offset %zu has %zu of %d bytes",
                        name, size, whole, size - whole, RECORD);
    for (size_t at = 0; at < size; at += RECORD)
        if (file->bytes[at] >= CLASSES)
            return cal_fail(err, CAL_FAILED, "data cifar10: %s has label %d at byte offset %zu, above 9",
                            name, file->bytes[at], at);
    p->file[p->nfiles] = file;
    p->first[p->nfiles] = p->count;
    p->base[p->nfiles++] = base;
    p->count += (int)records;
    return CAL_OK;
}

static cal_status training_open(pool *p, const cal_choice *choice, const cal_file *files, int nfiles,
                                cal_error *err) {
    const cal_value *batches = cal_choice_value(choice, "batches");
    int before = 0;
    for (int i = 0; i < batches->count; i++) {
        const int batch = (int)batches->number[i];
        // One spelling for one set of batches; and never more than five.
        if (batch <= before)
            return cal_fail(err, CAL_USAGE,
                            "data cifar10: batches has %d after %d; name each batch once, in rising order",
                            batch, before);
        before = batch;
        char name[NAME_MAX];
        batch_name(name, batch);
        const cal_status status = file_add(p, choice, name, BATCH * (batch - 1), files, nfiles, err);
        if (status) return status;
    }
    return CAL_OK;
}

static const uint8_t *record_at(const pool *p, int number, int *source) {
    int f = p->nfiles - 1;
    while (p->first[f] > number) f--;
    *source = p->base[f] + number - p->first[f];
    return p->file[f]->bytes + (size_t)(number - p->first[f]) * RECORD;
}

static cal_status classes_choose(classes *out, const cal_choice *choice, cal_error *err) {
    const cal_status status = cal_data_only(&out->count, out->class_of, choice, err);
    if (status) return status;
    for (int c = 0; !out->count && c < CLASSES; c++) out->class_of[c] = c;
    if (!out->count) out->count = CLASSES;
    for (int c = 0; c < CLASSES; c++) out->number_of[c] = -1;
    for (int i = 0; i < out->count; i++) out->number_of[out->class_of[i]] = i;
    if (cal_data_imbalanced(choice) && cal_choice_integer(choice, "take") != CAL_TAKE_BALANCED)
        return cal_fail(err, CAL_USAGE,
                        "data cifar10: imbalance sets the classes' shares, which take=balanced has");
    return CAL_OK;
}

static cal_status pool_read(pool *p, cal_arena *scratch, const classes *kept, const cal_value *skip,
                            cal_error *err) {
    p->labels = cal_arena_alloc(scratch, (size_t)p->count);
    p->mark = cal_arena_alloc(scratch, (size_t)p->count);
    if (scratch->refused) return cal_fail(err, CAL_MEMORY, "data cifar10: memory for labels was refused");
    for (int i = 0; i < p->count; i++) {
        int source;
        const int number = kept->number_of[record_at(p, i, &source)[0]];
        p->labels[i] = (uint8_t)(number < 0 ? 0 : number);
        if (number < 0) p->mark[i] = CAL_SUBSET_SKIP;
        for (int s = 0; s < skip->count; s++)
            if ((int)skip->number[s] == source) p->mark[i] = CAL_SUBSET_SKIP;
    }
    return CAL_OK;
}

static void split_fill(cal_split *split, const pool *p, uint8_t mark) {
    for (int i = 0, row = 0; i < p->count; i++) {
        if (p->mark[i] != mark) continue;
        int source;
        const uint8_t *record = record_at(p, i, &source);
        split->labels[row] = p->labels[i];
        split->source[row] = source;
        memcpy(split->pixels + (size_t)row * PIXELS, record + 1, PIXELS);
        row++;
    }
}

static cal_status choose(pool *p, const char *name, const cal_dataset *data, const cal_subset_part *parts,
                         int nparts, const cal_choice *choice, int step, cal_error *err) {
    const cal_subset_pool records = {p->labels, p->count,
                                     data->k,   data->class_names,
                                     name,      (cal_subset_take)cal_choice_integer(choice, "take")};
    const uint64_t seed = (uint64_t)cal_choice_number(choice, "seed");
    return cal_subset_choose(p->mark, &records, parts, nparts, seed, (uint64_t)step, err);
}

static cal_status load(cal_dataset *out, const cal_choice *choice, const cal_file *files, int nfiles,
                       cal_error *err) {
    enum { VAL = 1, TRAIN, TEST };
    const int train = cal_choice_integer(choice, "train");
    int quota[CAL_CLASSES_MAX];
    cal_arena scratch = {0};
    pool training = {0}, test = {0};
    classes kept;
    cal_status status = classes_choose(&kept, choice, err);
    if (!status) status = training_open(&training, choice, files, nfiles, err);
    if (!status) status = file_add(&test, choice, test_name, 0, files, nfiles, err);
    if (!status) status = pool_read(&training, &scratch, &kept, cal_choice_value(choice, "skip"), err);
    if (!status) status = pool_read(&test, &scratch, &kept, cal_choice_value(choice, "skip_test"), err);
    if (!status && !(out->class_names = cal_data_names(out, class_names, kept.class_of, kept.count)))
        status = cal_fail(err, CAL_MEMORY, "data cifar10: memory for the classes' names was refused");
    if (!status) {
        const bool rare = cal_data_imbalanced(choice);
        if (rare) cal_data_quota(quota, out->k, train, choice);
        const cal_subset_part parts[] = {{VAL, cal_choice_integer(choice, "val"), NULL},
                                         {TRAIN, train, rare ? quota : NULL}};
        status = choose(&training, "data cifar10: training batches", out, parts, 2, choice, 0, err);
    }
    if (!status) {
        const cal_subset_part part = {TEST, cal_choice_integer(choice, "test"), NULL};
        status = choose(&test, "data cifar10: test_batch.bin", out, &part, 1, choice, 1, err);
    }
    if (!status) status = cal_data_begin(out, choice, true, false, err);
    if (!status) {
        split_fill(&out->train, &training, TRAIN);
        split_fill(&out->val, &training, VAL);
        split_fill(&out->test, &test, TEST);
    }
    cal_arena_free(&scratch);
    return status;
}

static void shape(int *k, int *c, int *h, int *w, const cal_choice *choice) {
    const int only = cal_choice_value(choice, "only")->count;
    *k = only >= 2 ? only : CLASSES;
    *c = 3, *h = 32, *w = 32;
}

static const cal_param params[] = {
    CAL_DATA_TRAIN(5000, 50000),
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
    CAL_DATA_ONLY("3/5 are cats and dogs", CLASSES - 1),
    {.name = "take",
     .help = "How the sets are drawn: at random with equal shares of the classes, at random, or the first "
             "records of the files",
     .unit = "",
     .type = CAL_CHOICE,
     .choices = "balanced/random/first",
     .max = 2},
    CAL_DATA_LABEL_NOISE,
    CAL_DATA_IMBALANCE,
    CAL_DATA_SEED("Which records are drawn, and which labels are wrong"),
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
    CAL_DATA_MEAN("0.4914/0.4822/0.4465"),
    CAL_DATA_STD("0.247/0.2435/0.2616"),
    {.name = "hash",
     .help = "SHA-256 that the chosen samples must have (its first digits), so that a link names its data",
     .unit = "",
     .type = CAL_HEX},
    {0},
};

const cal_data cal_data_cifar10 = {
    .entry = {.id = "cifar10",
              .label = "CIFAR-10",
              .tex = "",
              .source = "Krizhevsky 2009, Learning Multiple Layers of Features from Tiny Images",
              .help = "60,000 small photographs in ten classes; bring the official binary files",
              .params = params},
    .k = CLASSES,
    .c = 3,
    .h = 32,
    .w = 32,
    .pixels = true,
    .needs_files = true,
    .shape = shape,
    .files = needed,
    .load = load,
};
