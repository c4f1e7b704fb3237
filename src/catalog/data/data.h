// A data set in memory: three disjoint splits, chosen by a link.
#ifndef CAL_CATALOG_DATA_DATA_H
#define CAL_CATALOG_DATA_DATA_H
#include <stdint.h>
#include "base/bytes/file.h"
#include "base/memory.h"
#include "catalog/entry.h"

typedef struct cal_split {
    int n;
    uint8_t *pixels; // [n][c][h][w], or null
    float *features; // [n][c] (c features, h = w = 1), or null
    // [n], 0 to k - 1; multi-label data: [n][k], each 1 (present), 0 (absent) or -1 (unknown)
    int32_t *labels;
    double
        *posterior;  // [n][k] of classes, or of each label's presence; null if the probabilities are unknown
    int32_t *source; // [n] index of the sample in its file or stream
} cal_split;

typedef struct cal_dataset {
    int k, c, h, w;
    bool several; // multi-label: k labels per sample, each present or not; else one label out of k classes
    const char *const *class_names; // [k]
    float mean[4], sd[4];           // per channel: pixels enter as (x/255 - mean)/sd
    int vocabulary;                 // features are word indices below this; 0: they are not words
    // [vocabulary][vector_width] initial values of an embedding, 0 for words without a vector; or null
    const float *vectors;
    int vector_width;
    cal_split train, val, test;
    char hash
        // SHA-256 of the canonical bytes: all labels (one byte each) and pixels (or features, little-endian
        // float32), in order, for train, val and test in turn
        [65];
    cal_arena arena;
} cal_dataset;

// A sample of a split whose picture blends two other classes, in n variants; the rest of the picture stays.
typedef struct cal_data_blends {
    int split, index;       // the sample: a CAL_SAMPLE_ constant (shared/splits.h), and its number there
    int first, second;      // classes
    const double *fraction; // [n] fraction of the second class, 0 to 1
    int n;
} cal_data_blends;

typedef struct cal_data {
    cal_entry entry;
    int k, c, h, w;   // shape of the data (k may depend on parameters: see shape)
    bool pixels;      // else float features
    bool needs_files; // the user provides them
    bool truth;       // the splits have a posterior
    bool several;     // multi-label: k independent labels per sample (head/head.h)
    // The posterior [n][k] at n points [n][c h w], before label noise. Null if it is unknown.
    void (*clean_posterior)(double *posterior, const float *points, int n, const cal_choice *choice);
    // Paints blends into the test split of `out`, whose arrays exist and whose posterior is zero so far:
    // pixels, and the posterior before label noise. The classes are in range and different. Null: pictures do
    // not blend classes.
    cal_status (*blend)(cal_dataset *out, const cal_choice *choice, const cal_data_blends *blends,
                        cal_error *err);
    // Shape for these parameters, without loading; null: the numbers above.
    void (*shape)(int *k, int *c, int *h, int *w, const cal_choice *choice);
    // Names the files that this choice needs ("data_batch_1.bin/test_batch.bin"), so that the page can
    // request them.
    void (*files)(char *out, int size, const cal_choice *choice);
    // Sets the parameters that describe the files, such as size and classes, and reduces train, val and test
    // to the samples available. Null if the choice alone is enough.
    cal_status (*measure)(cal_choice *choice, const cal_file *files, int nfiles, cal_error *err);
    cal_status (*load)(cal_dataset *out, const cal_choice *choice, const cal_file *files, int nfiles,
                       cal_error *err);
    // Counts the memory that the data set keeps, in the order in which `load` allocates it in the data set's
    // arena. Names in files count at their longest. Null: the splits alone. `width`: see cal_data_bytes.
    void (*keeps)(cal_dataset *counted, const cal_choice *choice, int width);
    // Bytes that `load` allocates temporarily: see cal_data_loading. Null: none.
    size_t (*loading)(const cal_choice *choice, const cal_file *files, int nfiles);
    const struct cal_galleries *galleries; // description for the functions of data/pictures, or null
    const struct cal_tables *tables;       // description for those of data/tables, or null
} cal_data;

CAL_REGISTRY(cal_data, cal_datasets)

// Labels per sample: 1, or k.
static inline size_t cal_data_labels(const cal_dataset *data) { return data->several ? (size_t)data->k : 1; }
void cal_data_shape(int *k, int *c, int *h, int *w, const cal_choice *choice);
// The test set's posterior [n][k] at any points [n][c h w], with label noise; false if the data has none.
bool cal_data_posterior(double *posterior, const float *points, int n, const cal_choice *choice);
// Loads the data, computes its hash, and refuses it if the hash differs from that of the choice.
cal_status cal_data_load(cal_dataset *out, const cal_choice *choice, const cal_file *files, int nfiles,
                         cal_error *err);
// Makes a data set of these blends: n test samples, labelled by the likelier class (the first if both are
// equally likely). The posterior includes the test set's label noise. It has no hash. CAL_USAGE if the data
// cannot blend classes, or if the request is out of range.
cal_status cal_data_blend(cal_dataset *out, const cal_choice *choice, const cal_data_blends *blends,
                          cal_error *err);
// Adapts the choice to the files; a no-op without `measure`.
cal_status cal_data_measure(cal_choice *choice, const cal_file *files, int nfiles, cal_error *err);
// Bytes that a loaded data set keeps. Exact, except for names of classes and vectors of words in files, which
// are known only after reading them: then an upper bound. `width`: that of the vectors, which must be the
// network's; 0 without an embedding.
size_t cal_data_bytes(const cal_choice *choice, int width);
// Bytes that cal_data_load allocates temporarily, in addition to these and to the files' bytes. Exact, except
// for tables, whose rows and words are counted before any are chosen. Missing or damaged files count as
// nothing, since they are refused. Reads the files as far as necessary; allocates memory only for the words
// of texts.
size_t cal_data_loading(const cal_choice *choice, const cal_file *files, int nfiles);
void cal_dataset_free(cal_dataset *data);

#endif
