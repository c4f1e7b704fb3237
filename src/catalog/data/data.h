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
    // [n], 0 to k - 1; of data with several labels [n][k], each 1 (present), 0 (absent) or -1 (unknown)
    int32_t *labels;
    double
        *posterior;  // [n][k] of classes, or of each label's presence; null if the probabilities are unknown
    int32_t *source; // [n] index of the sample in its file or stream
} cal_split;

typedef struct cal_dataset {
    int k, c, h, w;
    bool several;                   // k labels a sample, each present or not; else one label of k classes
    const char *const *class_names; // [k]
    float mean[4], sd[4];           // of each channel: pixels enter as (x/255 - mean)/sd
    int vocabulary;                 // features are word indices below this; 0 if they are not
    const float *vectors;           // [vocabulary][vector_width] that an embedding starts from, 0 for words
    int vector_width;               // without one; or null
    cal_split train, val, test;
    char hash
        [65]; // SHA-256 of the canonical bytes: for train, val, test in turn, all labels (one byte each) and
              // pixels (or features, little-endian float32) in order
    cal_arena arena;
} cal_dataset;

// A sample of a split as it would be if its picture blended two other classes, in n ways: all else in it stays.
typedef struct cal_data_blends {
    int split, index;       // the sample: a CAL_SAMPLE_ constant (shared/splits.h), and its number there
    int first, second;      // classes
    const double *fraction; // [n] of the second class, 0 to 1
    int n;
} cal_data_blends;

typedef struct cal_data {
    cal_entry entry;
    int k, c, h, w;   // of the data (k may depend on parameters: see shape)
    bool pixels;      // else float features
    bool needs_files; // the user provides them
    bool truth;       // the splits have a posterior
    bool several;     // k labels a sample, independent of each other (head/head.h)
    // The posterior [n][k] at n points [n][c h w], before label noise. Null if it is unknown.
    void (*clean_posterior)(double *posterior, const float *points, int n, const cal_choice *choice);
    // Paints blends into the test split of `out`, whose arrays are there, posterior zero so far: pixels, and the posterior
    // before label noise. The classes are in range and two. Null: the pictures blend no classes.
    cal_status (*blend)(cal_dataset *out, const cal_choice *choice, const cal_data_blends *blends,
                        cal_error *err);
    // Shape for these parameters without loading; null: the numbers above.
    void (*shape)(int *k, int *c, int *h, int *w, const cal_choice *choice);
    // Names the files that this choice needs ("data_batch_1.bin/test_batch.bin"), for the page to ask for.
    void (*files)(char *out, int size, const cal_choice *choice);
    // Sets the parameters that describe the files, such as size and classes, from the files, and reduces
    // train, val and test to what they hold. Null if the choice alone is enough.
    cal_status (*measure)(cal_choice *choice, const cal_file *files, int nfiles, cal_error *err);
    cal_status (*load)(cal_dataset *out, const cal_choice *choice, const cal_file *files, int nfiles,
                       cal_error *err);
    // Counts what the data set keeps, in the order in which `load` allocates it in the data set's arena; names
    // that files hold at their longest. Null: the splits alone. `width`: see cal_data_bytes.
    void (*keeps)(cal_dataset *counted, const cal_choice *choice, int width);
    // Bytes that `load` takes for a while: see cal_data_loading. Null: none.
    size_t (*loading)(const cal_choice *choice, const cal_file *files, int nfiles);
    const struct cal_galleries *galleries; // what the functions of data/pictures read, or null
    const struct cal_tables *tables;       // what those of data/tables read, or null
} cal_data;

CAL_REGISTRY(cal_data, cal_datasets)

// Labels of each sample: 1, or k.
static inline size_t cal_data_labels(const cal_dataset *data) { return data->several ? (size_t)data->k : 1; }
void cal_data_shape(int *k, int *c, int *h, int *w, const cal_choice *choice);
// The test set's posterior [n][k] at any points [n][c h w], with label noise; false if the data has none.
bool cal_data_posterior(double *posterior, const float *points, int n, const cal_choice *choice);
// Loads, computes the hash, and refuses a data set whose hash differs from that of the choice.
cal_status cal_data_load(cal_dataset *out, const cal_choice *choice, const cal_file *files, int nfiles,
                         cal_error *err);
// The data set that is these blends: n test samples, labelled by their likelier class (the first, where both are), with the
// test set's label noise in the posterior. It has no hash. CAL_USAGE: the data blends no classes, or what is asked is out
// of range.
cal_status cal_data_blend(cal_dataset *out, const cal_choice *choice, const cal_data_blends *blends,
                          cal_error *err);
// Adapts the choice to the files; without `measure` it stays as it is.
cal_status cal_data_measure(cal_choice *choice, const cal_file *files, int nfiles, cal_error *err);
// Bytes that a loaded data set keeps: exactly, but at most where files name the classes or hold vectors of
// words, since how long the names are and how many words there are is known after reading them. `width` is
// that of the vectors, which has to be the network's; 0 where it has no embedding.
size_t cal_data_bytes(const cal_choice *choice, int width);
// Bytes that cal_data_load takes for a while beside these and those of the files: exactly, but for tables, whose
// rows and words are counted before any are chosen. Files that are missing or damaged count for nothing: they
// are refused. Reads the files as far as this takes, and takes memory itself for the words of texts alone.
size_t cal_data_loading(const cal_choice *choice, const cal_file *files, int nfiles);
void cal_dataset_free(cal_dataset *data);

#endif
