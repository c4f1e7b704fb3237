// Every data set of the registry in a loop: its entry, its shape, its samples, and refused memory.
#include <stdlib.h>
#include <sys/resource.h>
#include "check.h"
#include "data_help.h"
#include "base/bytes/sha256.h"

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#define SANITIZED __has_feature(address_sanitizer)
#else
#define SANITIZED 0
#endif

static void entry_is_complete(const cal_entry *entry, bool several) {
    CHECK(*entry->label && *entry->source && *entry->help);
    int counts = 0;
    for (const cal_param *p = entry->params; p->name; p++) {
        CHECK(*p->help && p->unit);
        if (p->type == CAL_REAL || p->type == CAL_INTEGER) CHECK(p->value >= p->min && p->value <= p->max);
        CHECK(p->type == CAL_HEX || p->min < p->max);
        counts += !strcmp(p->name, "train") || !strcmp(p->name, "val") || !strcmp(p->name, "test");
    }
    CHECK(counts == 3);
    for (int i = several ? 2 : 0; i < 3; i++) { // parameters that every data set of classes has
        static const char *const shared[] = {"label_noise", "imbalance", "seed"};
        const cal_param *p = entry->params;
        while (p->name && strcmp(p->name, shared[i])) p++;
        CHECK(p->name);
    }
}

static void split_is_sound(cal_sha256 *hash, const cal_dataset *d, const cal_split *split, int n) {
    const int values = d->c * d->h * d->w;
    CHECK(split->n == n);
    CHECK(!split->pixels != !split->features);
    for (int i = 0; i < n; i++) {
        const int labels = (int)cal_data_labels(d);
        for (int j = i * labels; j < (i + 1) * labels; j++) {
            CHECK(split->labels[j] >= (d->several ? -1 : 0) && split->labels[j] < (d->several ? 2 : d->k));
            const uint8_t label = (uint8_t)split->labels[j];
            cal_sha256_add(hash, &label, 1);
        }
        if (!split->posterior || d->several) continue;
        double sum = 0;
        for (int k = 0; k < d->k; k++) sum += split->posterior[i * d->k + k];
        CHECK_NEAR(sum, 1, 1e-15);
    }
    for (int i = 0; i < n * values; i++)
        if (split->pixels) cal_sha256_add(hash, split->pixels + i, 1);
        else cal_sha256_add(hash, split->features + i, sizeof(float));
}

static void data_set_is_sound(const cal_data *data) {
    const char *id = data->entry.id;
    char text[80];
    cal_choice choice;
    cal_error err = {0};
    int k, c, h, w;
    cal_choice_default(&choice, &data->entry);
    cal_data_shape(&k, &c, &h, &w, &choice);
    CHECK(k == data->k && c == data->c && h == data->h && w == data->w);
    CHECK(data->needs_files == (data->files != 0));
    cal_dataset d;
    if (data->needs_files) { // without files, the error names the first missing one
        CHECK(cal_data_load(&d, &choice, 0, 0, &err) == CAL_FAILED);
        char names[300];
        data->files(names, sizeof names, &choice);
        CHECK(strstr(err.text, names) && strstr(err.text, "missing"));
        return;
    }
    snprintf(text, sizeof text, "%s:train=1100,val=7,test=3", id);
    d = data_load(text);
    CHECK(d.k == k && d.c == c && d.h == h && d.w == w);
    for (int i = 0; i < k; i++) CHECK(*d.class_names[i]);
    for (int i = 0; data->pixels && i < c; i++) CHECK(d.sd[i] > 0);
    cal_sha256 hash;
    char hex[65];
    cal_sha256_start(&hash);
    split_is_sound(&hash, &d, &d.train, 1100);
    split_is_sound(&hash, &d, &d.val, 7);
    split_is_sound(&hash, &d, &d.test, 3);
    cal_sha256_hex(hex, &hash);
    CHECK_TEXT(d.hash, hex);
    cal_dataset_free(&d);
    CHECK(!d.train.labels && !d.arena.last);
}

static void refused_memory_is_an_error(void) {
    cal_dataset d;
    cal_error err = {0};
    struct rlimit before, little;
    getrlimit(RLIMIT_AS, &before);
    little = before;
    little.rlim_cur = (rlim_t)64 << 20;
    setrlimit(RLIMIT_AS, &little);
    const cal_status status = data_load_files(&d, "shapes10:train=100000,val=3,test=2", 0, 0, &err);
    setrlimit(RLIMIT_AS, &before);
    CHECK(status == CAL_MEMORY);
    CHECK_TEXT(err.text, "data shapes10: memory for train=100000, val=3 and test=2 was refused");
    CHECK(!d.train.labels && !d.arena.last);
}

int main(void) {
    int count = 0;
    for (int i = 0; cal_datasets[i]; i++, count++) {
        entry_is_complete(&cal_datasets[i]->entry, cal_datasets[i]->several);
        data_set_is_sound(cal_datasets[i]);
    }
    CHECK(count >= 4);
    if (!SANITIZED) refused_memory_is_an_error(); // natively: the sanitizer needs the address space itself
    return CHECK_DONE();
}
