// Loading cifar10 from hostile files: any bytes end in a sound data set or in one sentence.
//
// The input is five bytes (train, val, test, a mask of batches, seed) and then files. Each has a name byte, a
// kind byte, a 16-bit length and that number of bytes. An even kind takes them as they are. An odd kind makes
// each byte the label of a whole record, so that short inputs reach the code after the size check.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "run/link/spec.h"
#include "catalog/data/data.h"

enum { RECORD = 3073, FILES = 8 };

static const char *const names[] = {
    "data_batch_1.bin", "data_batch_2.bin", "data_batch_3.bin", "data_batch_4.bin",
    "data_batch_5.bin", "test_batch.bin",   "test_batch.bin.1", ""};

static void must(int good) {
    if (!good) abort();
}

static int value_index(const cal_choice *choice, const char *name) {
    int i = 0;
    while (strcmp(choice->entry->params[i].name, name)) i++;
    return i;
}

static void number_set(cal_choice *choice, const char *name, int number, int least) {
    choice->value[value_index(choice, name)].number[0] = number < least ? least : number;
}

static void split_check(const cal_split *split, int n) {
    int count[10] = {0}, least = n, most = 0;
    must(split->n == n);
    for (int i = 0; i < n; i++) {
        must(split->labels[i] >= 0 && split->labels[i] < 10);
        must(i == 0 || split->source[i] > split->source[i - 1]);
        count[split->labels[i]]++;
    }
    for (int c = 0; c < 10; c++) {
        least = count[c] < least ? count[c] : least;
        most = count[c] > most ? count[c] : most;
    }
    must(most - least <= 1);
}

// Takes one file off the input; the caller frees its bytes, allocated at exactly their size.
static cal_file file_take(const uint8_t **at, size_t *left) {
    const uint8_t *head = *at;
    size_t length = (size_t)(head[2] | head[3] << 8);
    *at += 4, *left -= 4;
    if (length > *left) length = *left;
    const size_t repeat = head[1] % 2 ? RECORD : 1;
    uint8_t *bytes = malloc(length * repeat + !length);
    for (size_t i = 0; i < length; i++) memset(bytes + i * repeat, (*at)[i], repeat);
    *at += length, *left -= length;
    return (cal_file){names[head[0] % 8], bytes, length * repeat};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    cal_choice choice;
    cal_dataset set;
    cal_error err = {0};
    if (size < 5) return 0;
    must(cal_choice_parse(&choice, "data", "cifar10", 7, &err) == CAL_OK);
    number_set(&choice, "train", data[0], 1);
    number_set(&choice, "val", data[1], 0);
    number_set(&choice, "test", data[2], 1);
    number_set(&choice, "seed", data[4], 0);
    cal_value *batches = &choice.value[value_index(&choice, "batches")];
    batches->count = 0;
    for (int b = 0; b < 5; b++)
        if (data[3] >> b & 1) batches->number[batches->count++] = b + 1;
    if (!batches->count) batches->number[batches->count++] = 1;

    cal_file files[FILES];
    int nfiles = 0;
    const uint8_t *at = data + 5;
    size_t left = size - 5;
    while (left >= 4 && nfiles < FILES) files[nfiles++] = file_take(&at, &left);

    const cal_status status = cal_data_load(&set, &choice, files, nfiles, &err);
    if (status) must(strlen(err.text) > 0 && err.status == status && !set.arena.last);
    else {
        split_check(&set.train, cal_choice_integer(&choice, "train"));
        split_check(&set.val, cal_choice_integer(&choice, "val"));
        split_check(&set.test, cal_choice_integer(&choice, "test"));
        must(strlen(set.hash) == 64);
        cal_dataset_free(&set);
    }
    for (int i = 0; i < nfiles; i++) free((void *)files[i].bytes);
    return 0;
}
