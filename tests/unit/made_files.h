// Makes the files of each data set in their published formats, with any number of records.
#ifndef MADE_FILES_H
#define MADE_FILES_H
#include <stdlib.h>
#include <string.h>
#include "base/bytes/npy.h"
#include "catalog/data/data.h"

enum { MADE_MAX = 12, MADE_SIDE = 32 };

typedef struct made_files {
    cal_file file[MADE_MAX];
    char name[MADE_MAX][40];
    int count;
} made_files;

static inline void made_bytes(cal_text *out, size_t count, int tag) {
    for (size_t i = 0; i < count; i++) {
        const char byte = (char)(i * 31 + (size_t)tag * 7);
        cal_text_add_bytes(out, &byte, 1);
    }
}

static inline void made_byte(cal_text *out, int value) {
    const char byte = (char)value;
    cal_text_add_bytes(out, &byte, 1);
}

static inline void made_word(cal_text *out, int value, bool big_endian) {
    for (int i = 0; i < 4; i++) made_byte(out, value >> 8 * (big_endian ? 3 - i : i));
}

// Writes `heads` label bytes and the pixels of each record.
static inline void made_cifar(cal_text *out, int n, int heads) {
    for (int i = 0; i < n; i++) {
        for (int h = 0; h < heads; h++) made_byte(out, i % 10);
        made_bytes(out, 3 * MADE_SIDE * MADE_SIDE, i);
    }
}

static inline void made_idx(cal_text *out, int n, bool labels) {
    made_word(out, labels ? 0x0801 : 0x0803, true);
    made_word(out, n, true);
    for (int i = 0; i < 2 && !labels; i++) made_word(out, 28, true);
    for (int i = 0; i < n; i++) {
        if (labels) made_byte(out, i % 10);
        else made_bytes(out, 28 * 28, i);
    }
}

// Writes one uncompressed variable of MATLAB's version 5.
static inline void made_matrix(cal_text *out, const char *name, const int *dim, int ndim) {
    size_t count = 1;
    for (int i = 0; i < ndim; i++) count *= (size_t)dim[i];
    const int shape = (4 * ndim + 7) / 8 * 8, data = ((int)count + 7) / 8 * 8;
    made_word(out, 14, false), made_word(out, 16 + 8 + shape + 16 + 8 + data, false);
    made_word(out, 6, false), made_word(out, 8, false), made_word(out, 9, false), made_word(out, 0, false);
    made_word(out, 5, false), made_word(out, 4 * ndim, false);
    for (int i = 0; i < shape / 4; i++) made_word(out, i < ndim ? dim[i] : 0, false);
    made_word(out, 1, false), made_word(out, 1, false), made_byte(out, *name);
    for (int i = 0; i < 7; i++) made_byte(out, 0);
    made_word(out, 2, false), made_word(out, (int)count, false);
    for (int i = 0; i < data; i++) made_byte(out, *name == 'y' ? i % 10 + 1 : i * 31);
}

// Writes a zlib stream (RFC 1950) of stored blocks.
static inline void made_stored(cal_text *out, const uint8_t *bytes, size_t size) {
    enum { BLOCK = 65535 };
    uint32_t a = 1, b = 0;
    made_byte(out, 0x78), made_byte(out, 1);
    for (size_t at = 0; at < size; at += BLOCK) {
        const int count = size - at < BLOCK ? (int)(size - at) : BLOCK;
        made_byte(out, at + BLOCK >= size);
        made_byte(out, count), made_byte(out, count >> 8), made_byte(out, ~count),
            made_byte(out, ~count >> 8);
        cal_text_add_bytes(out, (const char *)bytes + at, (size_t)count);
    }
    for (size_t i = 0; i < size; i++) a = (a + bytes[i]) % 65521, b = (b + a) % 65521;
    made_word(out, (int)(b << 16 | a), true);
}

// Writes each array in a compressed element, as in SVHN.
static inline void made_mat(cal_text *out, int n) {
    cal_text array[2] = {{0}, {0}};
    made_matrix(&array[0], "X", (int[]){MADE_SIDE, MADE_SIDE, 3, n}, 4);
    made_matrix(&array[1], "y", (int[]){n, 1}, 2);
    for (int i = 0; i < 124; i++) made_byte(out, ' ');
    made_byte(out, 0), made_byte(out, 1), made_byte(out, 'I'), made_byte(out, 'M');
    for (int i = 0; i < 2; i++) {
        cal_text packed = {0};
        made_stored(&packed, (const uint8_t *)array[i].data, (size_t)array[i].length);
        made_word(out, 15, false), made_word(out, packed.length, false);
        cal_text_add_bytes(out, packed.data, (size_t)packed.length);
        cal_text_free(&packed), cal_text_free(&array[i]);
    }
}

static inline void made_labels(cal_text *out, int n, int columns, int classes) {
    int32_t *label = malloc((size_t)n * (size_t)columns * sizeof *label);
    for (int i = 0; i < n * columns; i++) label[i] = i / columns % classes;
    cal_npy_write(out, "i4", label, (int[]){n, columns}, 2);
    free(label);
}

// Writes pictures [n,side,side,3] of floats from 0 to 1.
static inline void made_pictures(cal_text *out, int n, int side) {
    const int dim[] = {n, side, side, 3};
    const size_t count = (size_t)n * (size_t)(side * side * 3);
    float *value = malloc(count * sizeof *value);
    for (size_t i = 0; i < count; i++) value[i] = (float)(i * 31 % 256) / 255;
    cal_npy_write(out, "f4", value, dim, 4);
    free(value);
}

// Writes the same as bytes, which cal_npy_write does not.
static inline void made_byte_pictures(cal_text *out, int n) {
    char shape[80];
    snprintf(shape, sizeof shape, "{'descr': '|u1', 'fortran_order': False, 'shape': (%d, 32, 32, 3), }", n);
    cal_text_add_bytes(out, "\x93NUMPY\x01\x00\x76\x00", 10); // a header of 118 bytes
    cal_text_add(out, "%-117s\n", shape);
    made_bytes(out, (size_t)n * 3 * MADE_SIDE * MADE_SIDE, n);
}

// Writes three labels a picture, some unknown.
static inline void made_tags(cal_text *out, int n) {
    cal_text_add(out, "Mass,Effusion,Nodule\n");
    for (int i = 0; i < n; i++)
        cal_text_add(out, "%d,%s,%d\n", i % 2, i % 5 ? "1.0" : "", i % 7 ? 0 : i % 3 - 1);
}

static inline void made_probabilities(cal_text *out) {
    double *p = calloc(100000, sizeof *p);
    for (int i = 0; i < 10000; i++) p[10 * i + i % 10] = 1;
    cal_npy_write(out, "f8", p, (int[]){10000, 10}, 2);
    free(p);
}

static inline void made_table(cal_text *out, int n) {
    cal_text_add(out, "width,height,kind\n");
    for (int i = 0; i < n; i++) cal_text_add(out, "%d,%d.5,%s\n", i, i * i % 7, i % 2 ? "round" : "square");
}

static inline void made_texts(cal_text *out, int n) {
    cal_text_add(out, "text,verdict\n");
    for (int i = 0; i < n; i++) cal_text_add(out, "word%d and word%d,%s\n", i, i + 1, i % 2 ? "good" : "bad");
}

static inline void made_vectors(cal_text *out, int width) {
    for (int i = 0; i < 20; i++) {
        cal_text_add(out, "word%d", i);
        for (int j = 0; j < width; j++) cal_text_add(out, " 0.%d", j);
        cal_text_add(out, "\n");
    }
}

enum { MADE_VECTOR = 8 };

// Returns false for a name of no known format.
static inline bool made_file(cal_text *out, const char *name, int n) {
    const bool mine = strncmp(name, "images", 6) == 0; // else one of CIFAR-10's arrays
    if (strstr(name, "batch")) made_cifar(out, n, 1);
    else if (!strcmp(name, "train.bin") || !strcmp(name, "test.bin")) made_cifar(out, n, 2);
    else if (strstr(name, "idx")) made_idx(out, n, strstr(name, "labels") != NULL);
    else if (strstr(name, ".mat")) made_mat(out, n);
    else if (strstr(name, "cifar10n")) made_labels(out, 50000, 6, 10);
    else if (strstr(name, "cifar10h")) made_probabilities(out);
    else if (strstr(name, "labels.csv")) made_tags(out, n);
    else if (strstr(name, "labels")) made_labels(out, n, 1, mine ? 3 : 10);
    else if (strstr(name, ".npy") && mine) made_pictures(out, n, 8);
    else if (strstr(name, ".npy")) made_byte_pictures(out, n);
    else if (strstr(name, "classes.txt")) cal_text_add(out, "circle\nsquare\na name of some length\n");
    else if (strstr(name, "table")) made_table(out, n);
    else if (strstr(name, "texts")) made_texts(out, n);
    else if (strstr(name, "glove")) made_vectors(out, MADE_VECTOR);
    else return false;
    return true;
}

// Makes all files that a choice needs, with n records each.
static inline made_files made_for(const cal_choice *choice, int n) {
    made_files made = {.count = 0};
    char needed[512];
    cal_data_of(choice)->files(needed, sizeof needed, choice);
    for (char *name = strtok(needed, "/"); name; name = strtok(NULL, "/")) {
        cal_text text = {0};
        const bool known = made_file(&text, name, n);
        if (!known) printf("nothing here makes %s\n", name);
        CHECK(known && !text.refused && made.count < MADE_MAX);
        snprintf(made.name[made.count], sizeof made.name[0], "%s", name);
        made.file[made.count] = (cal_file){NULL, (uint8_t *)text.data, (size_t)text.length};
        made.count++;
    }
    return made;
}

// Returns the files, with names stored in `made`.
static inline const cal_file *made_list(made_files *made) {
    for (int i = 0; i < made->count; i++) made->file[i].name = made->name[i];
    return made->file;
}

static inline void made_free(made_files *made) {
    for (int i = 0; i < made->count; i++) free((void *)made->file[i].bytes);
    made->count = 0;
}

#endif
