// cifar10: subsets of files made here, every way in which files can be wrong, and the real files if they are
// present.
#include <stdlib.h>
#include "check.h"
#include "data_help.h"

enum { RECORD = 3073, BATCH = 10000 };

// Makes a batch whose record i has label (i * 7 + i / 10) % 10 and unique pixels.
static cal_file batch_make(const char *name, int records, int tag) {
    uint8_t *bytes = malloc((size_t)records * RECORD);
    for (int i = 0; i < records; i++) {
        uint8_t *record = bytes + (size_t)i * RECORD;
        record[0] = (uint8_t)((i * 7 + i / 10) % 10);
        for (int j = 1; j < RECORD; j++) record[j] = (uint8_t)(j * 31 + i);
        record[1] = (uint8_t)tag, record[2] = (uint8_t)i, record[3] = (uint8_t)(i >> 8);
    }
    return (cal_file){name, bytes, (size_t)records * RECORD};
}

static void counts_are_even(const cal_split *split) {
    int count[10] = {0}, least = split->n, most = 0;
    for (int i = 0; i < split->n; i++) count[split->labels[i]]++;
    for (int c = 0; c < 10; c++) {
        least = count[c] < least ? count[c] : least;
        most = count[c] > most ? count[c] : most;
    }
    CHECK(most - least <= 1);
}

// Checks that source, label and pixels of each sample belong together, and that sources ascend.
static void samples_are_records(const cal_split *split, const cal_file *files, const int *base, int nfiles) {
    for (int i = 0; i < split->n; i++) {
        int f = nfiles - 1;
        while (f > 0 && split->source[i] < base[f]) f--;
        const uint8_t *record = files[f].bytes + (size_t)(split->source[i] - base[f]) * RECORD;
        CHECK((size_t)(split->source[i] - base[f]) < files[f].size / RECORD);
        CHECK(split->labels[i] == record[0]);
        CHECK(memcmp(split->pixels + (size_t)i * (RECORD - 1), record + 1, RECORD - 1) == 0);
        CHECK(i == 0 || split->source[i] > split->source[i - 1]);
    }
}

static int shared_sources(const cal_split *a, const cal_split *b) {
    int shared = 0, j = 0;
    for (int i = 0; i < a->n; i++) {
        while (j < b->n && b->source[j] < a->source[i]) j++;
        shared += j < b->n && b->source[j] == a->source[i];
    }
    return shared;
}

static cal_file files[3];

static void subsets_are_stratified_disjoint_and_seeded(void) {
    cal_dataset d, more, other;
    cal_error err = {0};
    data_load_files(&d, "cifar10:batches=2/4,train=63,val=34,test=27", files, 3, &err);
    CHECK_TEXT(err.text, "");
    CHECK(d.train.n == 63 && d.val.n == 34 && d.test.n == 27 && d.k == 10 && !d.train.posterior);
    CHECK_TEXT(d.class_names[3], "cat");
    counts_are_even(&d.train), counts_are_even(&d.val), counts_are_even(&d.test);
    const int base[2] = {BATCH, 3 * BATCH}, none = 0;
    samples_are_records(&d.train, files, base, 2);
    samples_are_records(&d.val, files, base, 2);
    samples_are_records(&d.test, files + 2, &none, 1);
    CHECK(shared_sources(&d.train, &d.val) == 0);
    CHECK(shared_sources(&d.train, &d.train) == 63);
    CHECK(d.train.source[0] < 2 * BATCH && d.train.source[62] >= 3 * BATCH); // drawn from both files

    data_load_files(&more, "cifar10:batches=2/4,train=110,val=34,test=31", files, 3, &err);
    CHECK(shared_sources(&more.val, &d.val) == 34);
    CHECK(shared_sources(&more.train, &d.train) == 63);
    CHECK(shared_sources(&more.test, &d.test) == 27);
    data_load_files(&other, "cifar10:batches=2/4,train=63,val=34,test=27,seed=2", files, 3, &err);
    CHECK(shared_sources(&other.train, &d.train) < 63);
    CHECK_TEXT(err.text, "");
    cal_dataset_free(&d), cal_dataset_free(&more), cal_dataset_free(&other);

    // All of a balanced pool can be used, even in odd parts: 100 + 60 records of 10 classes.
    data_load_files(&d, "cifar10:batches=2/4,train=123,val=37,test=40", files, 3, &err);
    CHECK_TEXT(err.text, "");
    CHECK(d.train.n == 123 && shared_sources(&d.train, &d.val) == 0);
    counts_are_even(&d.train), counts_are_even(&d.val);
    cal_dataset_free(&d);
}

static void skipped_records_are_left_out(void) {
    cal_dataset d;
    cal_error err = {0};
    data_load_files(&d, "cifar10:batches=2/4,train=100,val=40,test=30,skip=10000/30059/10007,skip_test=5/0",
                    files, 3, &err);
    CHECK_TEXT(err.text, "");
    const cal_split *splits[] = {&d.train, &d.val};
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < splits[s]->n; i++) {
            const int source = splits[s]->source[i];
            CHECK(source != 10000 && source != 30059 && source != 10007);
        }
    for (int i = 0; i < d.test.n; i++) CHECK(d.test.source[i] != 0 && d.test.source[i] != 5);
    cal_dataset_free(&d);
}

static void fails(const char *text, const cal_file *given, int n, cal_status status, const char *sentence) {
    cal_dataset d;
    cal_error err = {0};
    CHECK(data_load_files(&d, text, given, n, &err) == status);
    CHECK_TEXT(err.text, sentence);
    CHECK(!d.train.pixels && !d.arena.last); // nothing is left allocated
    cal_dataset_free(&d);
}

static int record_label(const cal_split *split, int row) { // for samples from data_batch_2.bin
    return files[0].bytes[(size_t)(split->source[row] - BATCH) * RECORD];
}

static void samples_are_taken_as_the_link_says(void) {
    cal_dataset d, clean;
    cal_error err = {0};
    data_load_files(&d, "cifar10:batches=2/4,take=first,train=70,val=50,test=9", files, 3, &err);
    CHECK_TEXT(err.text, "");
    for (int i = 0; i < 50; i++) CHECK(d.val.source[i] == BATCH + i);
    for (int i = 0; i < 70; i++) CHECK(d.train.source[i] == (i < 50 ? BATCH + 50 + i : 3 * BATCH + i - 50));
    for (int i = 0; i < 9; i++) CHECK(d.test.source[i] == i);
    cal_dataset_free(&d);

    data_load_files(&d, "cifar10:batches=2/4,take=random,train=100,val=60,test=40", files, 3, &err);
    CHECK_TEXT(err.text, "");
    CHECK(shared_sources(&d.train, &d.val) == 0 && shared_sources(&d.train, &d.train) == 100);
    cal_dataset_free(&d);
    fails("cifar10:batches=2/4,take=random,train=100,val=61,test=40", files, 3, CAL_FAILED,
          "data cifar10: training batches: the link asks for 100 samples, but 99 are left");

    data_load_files(&d, "cifar10:batches=2,only=3/5/8,train=24,val=3,test=6", files, 3, &err);
    CHECK_TEXT(err.text, "");
    CHECK(d.k == 3);
    CHECK_TEXT(d.class_names[2], "ship");
    const int kept[] = {3, 5, 8};
    for (int i = 0; i < 24; i++) CHECK(record_label(&d.train, i) == kept[d.train.labels[i]]);
    cal_dataset_free(&d);
    fails("cifar10:batches=2,only=3", files, 3, CAL_USAGE,
          "data cifar10: only=3 leaves one class; at least two are needed");

    data_load_files(&d, "cifar10:batches=2,only=3/5/8,train=14,val=6,test=6,imbalance=4", files, 3, &err);
    CHECK_TEXT(err.text, "");
    int count[3] = {0}, even[3] = {0};
    for (int i = 0; i < 14; i++) count[d.train.labels[i]]++;
    for (int i = 0; i < 6; i++) even[d.val.labels[i]]++;
    CHECK(count[0] == 8 && count[1] == 4 && count[2] == 2);
    CHECK(even[0] == 2 && even[1] == 2 && even[2] == 2);
    cal_dataset_free(&d);
    fails(
        "cifar10:batches=2,train=30,val=0,test=1,imbalance=100", files, 3, CAL_FAILED,
        "data cifar10: training batches: 30 samples with these class sizes need 12 of class airplane, but 10 "
        "are "
        "left");
    fails("cifar10:take=first,imbalance=2", files, 3, CAL_USAGE,
          "data cifar10: imbalance sets the sizes of classes, which take=balanced makes equal");

    // A record's wrong label does not depend on the other records; the hash covers the training data.
    data_load_files(&clean, "cifar10:batches=2,train=80,val=0,test=40", files, 3, &err);
    data_load_files(&d, "cifar10:batches=2,train=80,val=0,test=40,label_noise=0.5", files, 3, &err);
    CHECK_TEXT(err.text, "");
    int wrong = 0;
    for (int i = 0; i < 80; i++) wrong += d.train.labels[i] != record_label(&d.train, i);
    CHECK(wrong > 20 && wrong < 60 && shared_sources(&d.train, &clean.train) == 80);
    CHECK(!memcmp(d.test.labels, clean.test.labels, 40 * sizeof(int32_t)));
    CHECK(strcmp(d.hash, clean.hash));
    cal_dataset_free(&clean);
    data_load_files(&clean, "cifar10:batches=2,train=20,val=0,test=40,label_noise=0.5", files, 3, &err);
    for (int i = 0, j = 0; i < 20; i++) {
        while (d.train.source[j] < clean.train.source[i]) j++;
        CHECK(d.train.source[j] == clean.train.source[i] && d.train.labels[j] == clean.train.labels[i]);
    }
    cal_dataset_free(&clean), cal_dataset_free(&d);
}

static void wrong_files_are_refused(void) {
    const char *text = "cifar10:batches=2/4,train=10,val=10,test=10";
    fails(text, files, 2, CAL_FAILED,
          "data cifar10: test_batch.bin is missing; this link needs "
          "data_batch_2.bin/data_batch_4.bin/test_batch.bin");
    fails("cifar10:train=10", files, 3, CAL_FAILED,
          "data cifar10: data_batch_1.bin is missing; this link needs data_batch_1.bin/data_batch_2.bin/"
          "data_batch_3.bin/data_batch_4.bin/data_batch_5.bin/test_batch.bin");
    const cal_file twice[] = {files[0], files[1], files[2], files[1]};
    fails(text, twice, 4, CAL_FAILED, "data cifar10: data_batch_4.bin was given twice");
    fails("cifar10:batches=4/2", files, 3, CAL_USAGE,
          "data cifar10: batches has 2 after 4; name each batch once, in ascending order");
    fails("cifar10:batches=2/2", files, 3, CAL_USAGE,
          "data cifar10: batches has 2 after 2; name each batch once, in ascending order");

    cal_file bad[] = {files[0], files[1], files[2]};
    bad[1].size -= 100;
    fails(text, bad, 3, CAL_FAILED,
          "data cifar10: data_batch_4.bin is truncated at byte offset 184280: the record that begins at byte "
          "offset 181307 has 2973 of 3073 bytes");
    bad[1].size = 1;
    fails(text, bad, 3, CAL_FAILED,
          "data cifar10: data_batch_4.bin is truncated at byte offset 1: the record that begins at byte "
          "offset 0 has 1 of 3073 bytes");
    bad[1].size = 0;
    fails(text, bad, 3, CAL_FAILED, "data cifar10: data_batch_4.bin is empty");
    bad[1] = files[1];

    uint8_t *labels = malloc(files[2].size);
    memcpy(labels, files[2].bytes, files[2].size);
    labels[7 * RECORD] = 10;
    bad[2].bytes = labels;
    fails(text, bad, 3, CAL_FAILED,
          "data cifar10: test_batch.bin has label 10 at byte offset 21511, above 9");
    free(labels);

    const cal_file large = batch_make("test_batch.bin", BATCH + 1, 0);
    bad[2] = large;
    fails(text, bad, 3, CAL_FAILED,
          "data cifar10: test_batch.bin has 30733073 bytes, data beyond byte offset 30730000, where 10000 "
          "records end");
    free((void *)large.bytes);

    fails("cifar10:batches=2/4,train=120,val=50,test=10", files, 3, CAL_FAILED,
          "data cifar10: training batches: 120 samples with equal class sizes need 12 of class airplane, but "
          "11 are left");
    fails(
        "cifar10:batches=2/4,train=10,val=10,test=41", files, 3, CAL_FAILED,
        "data cifar10: test_batch.bin: 41 samples with equal class sizes need 5 of class airplane, but 4 are "
        "left");
    fails("cifar10:batches=2/4,train=10,val=10,test=10,std=1/2", files, 3, CAL_USAGE,
          "data cifar10: std has 2 numbers; give 1 or 3 (one per channel)");
}

static void a_link_may_demand_a_hash(void) {
    cal_dataset d, same;
    cal_error err = {0};
    data_load_files(&d, "cifar10:batches=2/4,train=20,val=10,test=10", files, 3, &err);
    CHECK(strlen(d.hash) == 64);
    char text[120], sentence[160];
    snprintf(text, sizeof text, "cifar10:batches=2/4,train=20,val=10,test=10,hash=%.16s", d.hash);
    data_load_files(&same, text, files, 3, &err);
    CHECK_TEXT(err.text, "");
    CHECK_TEXT(same.hash, d.hash);
    snprintf(sentence, sizeof sentence,
             "data cifar10: the chosen samples have hash %.16s, but the link asks for 0123456789abcdef",
             d.hash);
    fails("cifar10:batches=2/4,train=20,val=10,test=10,hash=0123456789ABCDEF", files, 3, CAL_FAILED,
          sentence);
    cal_dataset_free(&d), cal_dataset_free(&same);
}

static void the_needed_files_are_named(void) {
    cal_choice choice;
    cal_error err;
    const char *text = "cifar10:batches=1/5";
    CHECK(cal_choice_parse(&choice, "data", text, strlen(text), &err) == CAL_OK);
    int i = 0;
    while (&cal_datasets[i]->entry != choice.entry) i++;
    char names[200];
    cal_datasets[i]->files(names, sizeof names, &choice);
    CHECK_TEXT(names, "data_batch_1.bin/data_batch_5.bin/test_batch.bin");
    char less[40];
    cal_datasets[i]->files(less, sizeof less, &choice);
    CHECK_TEXT(less, "data_batch_1.bin/data_batch_5.bin");
}

static cal_file file_read(const char *name) {
    const char *shared = getenv("CAL_SHARED");
    char path[1000];
    snprintf(path, sizeof path, "%s/data/cifar10/cifar-10-batches-bin/%s", shared ? shared : "../shared",
             name);
    cal_file out = {.name = name};
    FILE *file = fopen(path, "rb");
    if (!file) return out;
    uint8_t *bytes = malloc((size_t)BATCH * RECORD);
    out.size = fread(bytes, 1, (size_t)BATCH * RECORD, file);
    out.bytes = bytes;
    fclose(file);
    return out;
}

// The local copy has some records with inexact pixels. They are left out, so the hash is that of the official
// files.
#define REAL                                                                                                 \
    "cifar10:batches=1/2,train=5000,val=1000,test=2000,skip=4298/5949/7066/7237/7248/7630/8006/8831/8968/"   \
    "9415/12762/12834/13546,skip_test=1259/1369/1422/2245/2737/2935/3695/3718/4085/4496/5791/5896/6286/"     \
    "7580/7707/7724/7832/8117/8551/9254"

static void the_real_files(void) {
    const cal_file real[] = {file_read("data_batch_1.bin"), file_read("data_batch_2.bin"),
                             file_read("test_batch.bin")};
    if (!real[0].bytes || !real[1].bytes || !real[2].bytes) {
        CHECK_SKIP("the real files", "data/cifar10 is not in ../shared (set CAL_SHARED)");
        for (int i = 0; i < 3; i++) free((void *)real[i].bytes);
        return;
    }
    cal_dataset d;
    cal_error err = {0};
    data_load_files(&d, REAL, real, 3, &err);
    CHECK_TEXT(err.text, "");
    counts_are_even(&d.train), counts_are_even(&d.val), counts_are_even(&d.test);
    const int base[2] = {0, BATCH}, none = 0;
    samples_are_records(&d.train, real, base, 2);
    samples_are_records(&d.val, real, base, 2);
    samples_are_records(&d.test, real + 2, &none, 1);
    CHECK(shared_sources(&d.train, &d.val) == 0);
    CHECK_TEXT(d.hash, "c28706806cc379be639fed7dba04685d8cc0e73c45961fb6e48b35e86852de05");
    // The known means and standard deviations fit the pictures.
    for (int c = 0; c < 3; c++) {
        double sum = 0, squares = 0;
        const double n = 5000.0 * 1024;
        for (int i = 0; i < 5000; i++)
            for (int j = 0; j < 1024; j++) {
                const double v =
                    (d.train.pixels[(i * 3 + c) * 1024 + j] / 255.0 - (double)d.mean[c]) / (double)d.sd[c];
                sum += v, squares += v * v;
            }
        CHECK_NEAR(sum / n, 0, 0.03);
        CHECK_NEAR(squares / n, 1, 0.03);
    }
    cal_dataset_free(&d);
    for (int i = 0; i < 3; i++) free((void *)real[i].bytes);
}

int main(void) {
    files[0] = batch_make("data_batch_2.bin", 100, 2);
    files[1] = batch_make("data_batch_4.bin", 60, 4);
    files[2] = batch_make("test_batch.bin", 40, 6);
    subsets_are_stratified_disjoint_and_seeded();
    skipped_records_are_left_out();
    samples_are_taken_as_the_link_says();
    wrong_files_are_refused();
    a_link_may_demand_a_hash();
    the_needed_files_are_named();
    the_real_files();
    for (int i = 0; i < 3; i++) free((void *)files[i].bytes);
    return CHECK_DONE();
}
