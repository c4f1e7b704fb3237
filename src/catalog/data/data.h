// A data set in memory: three disjoint splits, chosen by a link.
#ifndef CAL_CATALOG_DATA_DATA_H
#define CAL_CATALOG_DATA_DATA_H
#include <stdint.h>
#include "base/bytes/file.h"
#include "base/memory.h"
#include "catalog/entry.h"

typedef struct cal_split {
    int n;
    uint8_t *pixels;   // [n][c][h][w], or null
    float *features;   // [n][c] (c features, h = w = 1), or null
    int32_t *labels;   // [n]
    double *posterior; // [n][k], or null where the truth is not known
    int32_t *source;   // [n] index of the sample in its file or stream
} cal_split;

typedef struct cal_dataset {
    int k, c, h, w;
    const char *const *class_names; // [k]
    float mean[4], sd[4];           // of each channel: pixels enter as (x/255 - mean)/sd
    int vocabulary;                 // features are numbers of words below this; 0 where they are not
    const float *vectors;           // [vocabulary][vector_width] that an embedding starts from, 0 for words
    int vector_width;               // without one; or null
    cal_split train, val, test;
    char hash[65]; // SHA-256 of the canonical bytes: for train, val, test in turn, labels (one byte each) and
                   // pixels (or features, little-endian float32) in order
    cal_arena arena;
} cal_dataset;

typedef struct cal_data {
    cal_entry entry;
    int k, c, h, w;   // of the data (k may depend on parameters: see shape)
    bool pixels;      // else float features
    bool needs_files; // the user has to bring them
    bool truth;       // the splits have their posterior
    // The labels' law at n points [n][c h w] before labels are made wrong: [n][k]. Null where it is not
    // known.
    void (*clean_posterior)(double *posterior, const float *points, int n, const cal_choice *choice);
    // Shape for these parameters without loading; null: the numbers above.
    void (*shape)(int *k, int *c, int *h, int *w, const cal_choice *choice);
    // Names the files that this choice needs ("data_batch_1.bin/test_batch.bin"),
    // for the question the page asks.
    void (*files)(char *out, int size, const cal_choice *choice);
    // Sets what describes the files, such as size and classes, to what they hold, and makes train, val and
    // test no larger than they allow. Null where the choice alone says all.
    cal_status (*measure)(cal_choice *choice, const cal_file *files, int nfiles, cal_error *err);
    cal_status (*load)(cal_dataset *out, const cal_choice *choice, const cal_file *files, int nfiles,
                       cal_error *err);
    const struct cal_galleries *galleries; // what the functions of data/pictures read, or null
    const struct cal_tables *tables;       // what those of data/tables read, or null
} cal_data;

CAL_REGISTRY(cal_data, cal_datasets)

void cal_data_shape(int *k, int *c, int *h, int *w, const cal_choice *choice);
// The test set's posterior at any points [n][c h w], as its samples have it; false where the data knows none.
bool cal_data_posterior(double *posterior, const float *points, int n, const cal_choice *choice);
// Loads, computes the hash, and refuses a data set whose hash is not the one that the choice asks for.
cal_status cal_data_load(cal_dataset *out, const cal_choice *choice, const cal_file *files, int nfiles,
                         cal_error *err);
// The choice that fits the files; where there is nothing to measure it stays as it is.
cal_status cal_data_measure(cal_choice *choice, const cal_file *files, int nfiles, cal_error *err);
void cal_dataset_free(cal_dataset *data);

#endif
