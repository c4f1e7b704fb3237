#include "run/outputs/bundle.h"
#include <stdio.h>
#include <string.h>
#include "base/bytes/arrays.h"
#include "base/bytes/npy.h"

// ---- meaning of the names

typedef enum part { NO_PART, TEST, VAL, OOD } part;
typedef enum content { NO_CONTENT, OUTPUTS, LABELS, WEIGHTS } content;

static const char *const parts[] = {
    "test", "te",    "tst",         "eval",    "t", NULL, "val", "valid",     "validation", "dev",
    "cal",  "calib", "calibration", "holdout", "v", NULL, "ood", "elsewhere", NULL,         NULL};
static const char *const contents[] = {"logit",
                                       "logits",
                                       "output",
                                       "outputs",
                                       "prob",
                                       "probs",
                                       "probabilities",
                                       "softmax",
                                       "score",
                                       "scores",
                                       "pred",
                                       "preds",
                                       "z",
                                       "p",
                                       NULL,
                                       "label",
                                       "labels",
                                       "target",
                                       "targets",
                                       "true",
                                       "truth",
                                       "classes",
                                       "y",
                                       NULL,
                                       "weight",
                                       "weights",
                                       "sampleweight",
                                       "sampleweights",
                                       NULL,
                                       NULL};

// Returns the number, from 1, of the first list that has the word; 0: none.
static int find(const char *const *lists, const char *word, size_t length) {
    for (int list = 1; *lists; lists++, list++)
        for (; *lists; lists++)
            if (strlen(*lists) == length && memcmp(*lists, word, length) == 0) return list;
    return 0;
}

// Reads a word of a part, of a content, or of both: val, logits, yval.
static bool both(part *p, content *c, const char *word, size_t length) {
    if ((*p = (part)find(parts, word, length)) || (*c = (content)find(contents, word, length))) return true;
    for (size_t cut = 1; cut < length; cut++) {
        const char *rest = word + cut;
        *p = (part)find(parts, word, cut), *c = (content)find(contents, rest, length - cut);
        if (*p && *c) return true;
        *c = (content)find(contents, word, cut), *p = (part)find(parts, rest, length - cut);
        if (*p && *c) return true;
    }
    *p = NO_PART, *c = NO_CONTENT;
    return false;
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static void understand(part *p, content *c, const char *name) {
    *p = NO_PART, *c = NO_CONTENT;
    for (const char *at = name; *at;) {
        char word[CAL_ARRAY_NAME];
        size_t length = 0;
        part own_part = NO_PART;
        content own_content = NO_CONTENT;
        for (; is_letter(*at); at++) word[length++] = *at >= 'A' && *at <= 'Z' ? (char)(*at + 32) : *at;
        while (length && word[length - 1] >= '0' && word[length - 1] <= '9') length--;
        if (length && both(&own_part, &own_content, word, length)) {
            if (own_part) *p = own_part;
            if (own_content) *c = own_content;
        }
        if (*at) at++;
    }
}

// ---- choosing arrays

typedef struct bundle {
    cal_arrays arrays;
    part part[CAL_ARRAYS_MAX];
    content content[CAL_ARRAYS_MAX];
} bundle;

static cal_status read_bundle(bundle *b, cal_arena *arena, const cal_file *file, cal_error *err) {
    const cal_status status = cal_arrays_read(&b->arrays, arena, file, err);
    for (int i = 0; !status && i < b->arrays.count; i++)
        understand(&b->part[i], &b->content[i], b->arrays.array[i].name);
    return status;
}

static const cal_named_array *choose(bool *several, const bundle *b, part p, content c) {
    const cal_named_array *found = NULL;
    int rank = 0;
    *several = false;
    for (int i = 0; i < b->arrays.count; i++) {
        // An array without a part belongs to the test set, unless another one is marked as the test set.
        const int mine = b->content[i] != c ? 0 : b->part[i] == p ? 2 : p == TEST && !b->part[i];
        if (mine && mine == rank) *several = true;
        if (mine > rank) found = &b->arrays.array[i], rank = mine, *several = false;
    }
    return found;
}

static cal_status refuse(const bundle *b, const char *what, bool several, cal_error *err) {
    char list[240] = "";
    for (int i = 0; i < b->arrays.count; i++) {
        const size_t at = strlen(list);
        if (at > sizeof list - 64) {
            snprintf(list + at, sizeof list - at, ", ...");
            break;
        }
        snprintf(list + at, sizeof list - at, "%s%.40s", i ? ", " : "", b->arrays.array[i].name);
    }
    return cal_fail(err, CAL_FAILED, "%.80s: %s of its arrays %s %s: %s; give that one as .npy",
                    b->arrays.zip.name, several ? "several" : "none",
                    several ? "could be the" : "is named as the", what, list);
}

static cal_status open_one(cal_file *file, cal_arena *arena, part p, content c, const char *what,
                           cal_error *err) {
    bundle b;
    bool several;
    const bool pickled = file->bytes && file->size && file->bytes[0] == 0x80;
    if (!file->bytes || !(pickled || cal_zip_is(file))) return CAL_OK;
    cal_status status = read_bundle(&b, arena, file, err);
    if (status) return status;
    const bool single = b.arrays.count == 1;
    const cal_named_array *found = single ? b.arrays.array : choose(&several, &b, p, c);
    if (!found || (!single && several)) return refuse(&b, what, found != NULL, err);
    return cal_arrays_open(file, &b.arrays, arena, found, err);
}

// Other things are called weights, too. Accepts only weights whose number is that of the samples.
static cal_status fill_weights(const cal_bundle_files *files, const bundle *b, cal_arena *arena,
                               const cal_named_array *weights, cal_error *err) {
    cal_file file;
    cal_array z, w;
    cal_error none;
    const cal_status status = cal_arrays_open(&file, &b->arrays, arena, weights, err);
    if (status) return status;
    const bool read = !cal_npy_read(&z, files->outputs, &none) && !cal_npy_read(&w, &file, &none);
    if (read && z.ndim && w.ndim == 1 && w.dim[0] == z.dim[0]) *files->weights = file;
    return CAL_OK;
}

// Fills missing files from the file of the outputs.
static cal_status fill(const cal_bundle_files *files, cal_arena *arena, const cal_file *from,
                       cal_error *err) {
    bundle b;
    bool several, other;
    cal_status status = read_bundle(&b, arena, from, err);
    if (status) return status;
    const cal_named_array *labels = choose(&several, &b, TEST, LABELS);
    if (!files->labels->bytes && labels && several) return refuse(&b, "labels", true, err);
    if (!files->labels->bytes && labels)
        status = cal_arrays_open(files->labels, &b.arrays, arena, labels, err);
    const cal_named_array *z = choose(&several, &b, VAL, OUTPUTS), *y = choose(&other, &b, VAL, LABELS);
    const bool fits = !files->alone && z && y && !several && !other && !files->val_outputs->bytes &&
                      !files->val_labels->bytes;
    if (!status && fits) status = cal_arrays_open(files->val_outputs, &b.arrays, arena, z, err);
    if (!status && fits) status = cal_arrays_open(files->val_labels, &b.arrays, arena, y, err);
    const cal_named_array *weights = choose(&several, &b, TEST, WEIGHTS);
    if (!status && weights && !several && files->weights && !files->weights->bytes)
        status = fill_weights(files, &b, arena, weights, err);
    const cal_named_array *ood = choose(&several, &b, OOD, OUTPUTS);
    if (!status && ood && !several && !files->ood->bytes)
        status = cal_arrays_open(files->ood, &b.arrays, arena, ood, err);
    return status;
}

cal_status cal_bundle_open(const cal_bundle_files *files, cal_arena *arena, cal_error *err) {
    const cal_file given = *files->outputs;
    cal_status status = open_one(files->outputs, arena, TEST, OUTPUTS, "logits", err);
    if (!status) status = open_one(files->labels, arena, TEST, LABELS, "labels", err);
    if (!status) status = open_one(files->val_outputs, arena, VAL, OUTPUTS, "validation logits", err);
    if (!status) status = open_one(files->val_labels, arena, VAL, LABELS, "validation labels", err);
    if (!status) status = open_one(files->ood, arena, OOD, OUTPUTS, "out-of-distribution logits", err);
    if (!status) status = open_one(files->against, arena, TEST, OUTPUTS, "logits", err);
    return status || !given.bytes || !cal_zip_is(&given) ? status : fill(files, arena, &given, err);
}
