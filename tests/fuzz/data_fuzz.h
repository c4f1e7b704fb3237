// Helpers of the targets of data sets: cut files from the input, and check a data set that was loaded.
#ifndef DATA_FUZZ_H
#define DATA_FUZZ_H
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "run/link/spec.h"
#include "catalog/data/data.h"

enum { FUZZ_FILES = 4 };

static inline void must(int good) {
    if (!good) abort();
}

// Splits the input after `data` into files of these names. Each but the last begins with its length in two
// bytes. The files are copies of exactly their size, so that the sanitizer finds reads past the end.
static inline void fuzz_files(cal_file *file, const char *const *name, int count, const uint8_t *data,
                              size_t size) {
    for (int i = 0; i < count; i++) {
        size_t length = size;
        if (i + 1 < count && size >= 2) {
            length = (size_t)(data[0] | data[1] << 8);
            data += 2, size -= 2;
            if (length > size) length = size;
        }
        uint8_t *bytes = malloc(length + !length);
        if (length) memcpy(bytes, data, length);
        file[i] = (cal_file){name[i], bytes, length};
        data += length, size -= length;
    }
}

static inline void fuzz_split(const cal_split *split, const cal_dataset *d) {
    const size_t values = (size_t)d->c * (size_t)d->h * (size_t)d->w;
    for (int i = 0; i < split->n; i++) {
        for (int j = 0; d->several && j < d->k; j++) {
            const int label = split->labels[(size_t)i * (size_t)d->k + (size_t)j];
            must(label >= -1 && label <= 1);
        }
        must(d->several || (split->labels[i] >= 0 && split->labels[i] < d->k));
        must(i == 0 || split->source[i] > split->source[i - 1]);
        for (size_t j = 0; split->features && j < values; j++) {
            const float value = split->features[(size_t)i * values + j];
            must(value - value == 0);
            must(!d->vocabulary || (value >= 0 && value < (float)d->vocabulary));
        }
    }
}

static inline void fuzz_error(const cal_error *err, cal_status status, const cal_dataset *d) {
    must(err->status == status && err->text[0] && !d->arena.last);
    for (const char *c = err->text; *c; c++) must((unsigned char)*c >= 32 && *c != 127);
}

// Loads the files as the text of a link says, and again as measured. Frees them.
static inline void fuzz_load(const char *text, cal_file *file, int count) {
    cal_choice choice;
    cal_dataset d = {0};
    cal_error err = {0};
    must(cal_choice_parse(&choice, "data", text, strlen(text), &err) == CAL_OK);
    for (int measured = 0; measured < 2; measured++) {
        cal_status status = measured ? cal_data_measure(&choice, file, count, &err) : CAL_OK;
        if (!status) cal_data_loading(&choice, file, count);
        if (!status) status = cal_data_load(&d, &choice, file, count, &err);
        if (status) fuzz_error(&err, status, &d);
        else {
            fuzz_split(&d.train, &d), fuzz_split(&d.val, &d), fuzz_split(&d.test, &d);
            for (int c = 0; c < d.k; c++) must(d.class_names[c] != NULL);
            cal_dataset_free(&d);
        }
    }
    for (int i = 0; i < count; i++) free((void *)file[i].bytes);
}

#endif
