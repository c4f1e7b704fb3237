#include "run/files/bundle.h"
#include <stdio.h>
#include <string.h>
#include "base/bytes/npy.h"
#include "base/bytes/pickle.h"
#include "base/bytes/zip.h"

// REPEATED_MAX: most bytes of a tensor that needs more than twice its storage (also in
// web/core/formats/torch.js)
enum { ARRAYS_MAX = 256, NAME = 160, HEADER = 192, REPEATED_MAX = 64000000 };

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
        char word[NAME];
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

// ---- contents of a file

typedef struct array {
    char name[NAME];
    part part;
    content content;
    const cal_zip_entry *entry;
    const cal_pickle_tensor *tensor; // null in an .npz
} array;

typedef struct bundle {
    cal_zip zip;
    array *array;
    int count;
    char root[NAME]; // the folder of a .pt, with its slash
} bundle;

static cal_status add(bundle *b, const char *name, const cal_zip_entry *entry,
                      const cal_pickle_tensor *tensor, cal_error *err) {
    if (b->count == ARRAYS_MAX)
        return cal_fail(err, CAL_FAILED, "%s: it holds more than %d arrays", b->zip.name, (int)ARRAYS_MAX);
    array *a = &b->array[b->count++];
    snprintf(a->name, sizeof a->name, "%s", name);
    a->entry = entry, a->tensor = tensor;
    understand(&a->part, &a->content, a->name);
    return CAL_OK;
}

static bool ends(cal_slice path, const char *with) {
    const int length = (int)strlen(with);
    return path.length > length && memcmp(path.at + path.length - length, with, (size_t)length) == 0;
}

// PyTorch 2.1 and newer write the byte order into a file of that name; older ones write no such file.
static cal_status check_order(const bundle *b, cal_arena *arena, cal_error *err) {
    char path[2 * NAME];
    const uint8_t *bytes;
    const int length = snprintf(path, sizeof path, "%sbyteorder", b->root);
    for (int i = 0; i < b->zip.count; i++) {
        const cal_zip_entry *entry = &b->zip.entry[i];
        if (entry->path.length != length || memcmp(entry->path.at, path, (size_t)length)) continue;
        const cal_status status = cal_zip_open(&bytes, arena, &b->zip, entry, err);
        if (status) return status;
        if (entry->size != 6 || memcmp(bytes, "little", 6))
            return cal_fail(err, CAL_FAILED, "%s: its numbers are big-endian; little-endian is read",
                            b->zip.name);
    }
    return CAL_OK;
}

static cal_status read_tensors(bundle *b, cal_arena *arena, const cal_zip_entry *pickle, cal_error *err) {
    const uint8_t *bytes;
    cal_pickle_tensor *tensor = NULL;
    int count = 0;
    cal_status status = cal_zip_open(&bytes, arena, &b->zip, pickle, err);
    const cal_file file = {b->zip.name, bytes, pickle->size};
    if (!status) status = cal_pickle_tensors(&tensor, &count, arena, &file, err);
    snprintf(b->root, sizeof b->root, "%.*s", pickle->path.length - (int)strlen("data.pkl"), pickle->path.at);
    if (!status) status = check_order(b, arena, err);
    for (int i = 0; i < count && !status; i++) status = add(b, tensor[i].path, NULL, &tensor[i], err);
    return status;
}

static cal_status read_bundle(bundle *b, cal_arena *arena, const cal_file *file, cal_error *err) {
    *b = (bundle){.array = cal_arena_alloc(arena, ARRAYS_MAX * sizeof *b->array)};
    if (!b->array) return cal_refuse_memory(err, "%s: its arrays", file->name);
    cal_status status = cal_zip_read(&b->zip, arena, file, err);
    for (int i = 0; i < b->zip.count && !status; i++)
        if (ends(b->zip.entry[i].path, "/data.pkl") && b->zip.entry[i].path.length < NAME)
            return read_tensors(b, arena, &b->zip.entry[i], err);
    for (int i = 0; i < b->zip.count && !status; i++) {
        const cal_slice path = b->zip.entry[i].path;
        char name[NAME];
        if (!ends(path, ".npy")) continue;
        snprintf(name, sizeof name, "%.*s", path.length - 4, path.at);
        status = add(b, name, &b->zip.entry[i], NULL, err);
    }
    if (!status && !b->count)
        return cal_fail(err, CAL_FAILED, "%s: there is no array in the archive", file->name);
    return status;
}

// ---- tensors as .npy files

static cal_status bad_tensor(const bundle *b, const cal_pickle_tensor *t, const char *why, cal_error *err) {
    return cal_fail(err, CAL_FAILED, "%s: the tensor '%s' %s", b->zip.name, t->path, why);
}

// Returns true if a storage of `numbers` elements holds all elements of the tensor. Counts the elements in
// *count, with repeated ones; above 2^31 it is a lower bound.
static bool is_inside(uint64_t *count, const cal_pickle_tensor *t, size_t numbers) {
    const int64_t most = (int64_t)1 << 31;
    int64_t last = t->offset, all = 1;
    bool none = false;
    for (int i = 0; i < t->ndim; i++) {
        if (t->dim[i] > most || t->stride[i] > most) return false;
        none |= !t->dim[i];
        last += t->dim[i] ? (t->dim[i] - 1) * t->stride[i] : 0;
        all *= t->dim[i] ? t->dim[i] : 1;
        if (all > most) all = most + 1;
        if (last > most || last < 0) return false;
    }
    *count = none ? 0 : (uint64_t)all;
    return none || (uint64_t)last < numbers;
}

static void gather(uint8_t *to, const cal_pickle_tensor *t, const uint8_t *from, size_t width, size_t count) {
    const bool brain = t->type[0] == 'b' && t->type[1] == 'f'; // the upper half of a float32
    int64_t index[CAL_TENSOR_DIMS] = {0};
    for (size_t i = 0; i < count; i++) {
        int64_t at = t->offset;
        for (int d = 0; d < t->ndim; d++) at += index[d] * t->stride[d];
        memcpy(to + (brain ? 2 : 0), from + (size_t)at * width, width);
        to += brain ? 4 : width;
        for (int d = t->ndim - 1; d >= 0 && ++index[d] == t->dim[d]; d--) index[d] = 0;
    }
}

static cal_status open_tensor(cal_file *out, const bundle *b, cal_arena *arena, const cal_pickle_tensor *t,
                              cal_error *err) {
    char path[2 * NAME];
    const uint8_t *bytes = NULL;
    const cal_zip_entry *found = NULL;
    uint64_t count = 0; // 64 bits, since size_t may have 32
    const bool brain = strcmp(t->type, "bf") == 0;
    const size_t width = brain ? 2 : (size_t)(t->type[1] - '0'), wide = brain ? 4 : width;
    const int length = snprintf(path, sizeof path, "%sdata/%.*s", b->root, CAL_QUOTED(t->key));
    for (int i = 0; i < b->zip.count; i++)
        if (b->zip.entry[i].path.length == length && !memcmp(b->zip.entry[i].path.at, path, (size_t)length))
            found = &b->zip.entry[i];
    if (!found) return bad_tensor(b, t, "has no numbers in the file", err);
    if (!is_inside(&count, t, found->size / width))
        return bad_tensor(b, t, "needs more numbers than there are", err);
    const uint64_t size = count * wide;
    if (size > REPEATED_MAX && size / 2 > found->size)
        return bad_tensor(
            b, t, "repeats numbers (expand) and takes more than 64 MB; save it with .contiguous()", err);
    const cal_status status = cal_zip_open(&bytes, arena, &b->zip, found, err);
    if (status) return status;
    uint8_t *npy = size > SIZE_MAX - HEADER ? NULL : cal_arena_alloc(arena, HEADER + (size_t)size);
    if (!npy) return cal_refuse_memory(err, "%s: the tensor '%s'", b->zip.name, t->path);
    char *text = (char *)npy + 10;
    int at = snprintf(text, HEADER - 10, "{'descr': '%c%s', 'fortran_order': False, 'shape': (",
                      wide == 1 ? '|' : '<', brain ? "f4" : t->type);
    for (int i = 0; i < t->ndim; i++)
        at += snprintf(text + at, (size_t)(HEADER - 10 - at), "%lld, ", (long long)t->dim[i]);
    at += snprintf(text + at, (size_t)(HEADER - 10 - at), "), }");
    memset(text + at, ' ', (size_t)(HEADER - 10 - at));
    text[HEADER - 11] = '\n';
    memcpy(npy, "\x93NUMPY\x01\x00", 8);
    npy[8] = HEADER - 10, npy[9] = 0;
    gather(npy + HEADER, t, bytes, width, (size_t)count);
    *out = (cal_file){.bytes = npy, .size = HEADER + (size_t)size};
    return CAL_OK;
}

static cal_status open_array(cal_file *out, const bundle *b, cal_arena *arena, const array *a,
                             cal_error *err) {
    const size_t length = strlen(b->zip.name) + strlen(a->name) + 6;
    char *name = cal_arena_alloc(arena, length);
    const uint8_t *bytes = NULL;
    if (!name) return cal_refuse_memory(err, "%s: a name", b->zip.name);
    snprintf(name, length, *a->name ? "%s/%s.npy" : "%s", b->zip.name, a->name);
    const cal_status status = a->tensor ? open_tensor(out, b, arena, a->tensor, err)
                                        : cal_zip_open(&bytes, arena, &b->zip, a->entry, err);
    if (!a->tensor) *out = (cal_file){.bytes = bytes, .size = a->entry->size};
    out->name = name;
    return status;
}

// ---- choosing arrays

static const array *choose(bool *several, const bundle *b, part p, content c) {
    const array *found = NULL;
    int rank = 0;
    *several = false;
    for (int i = 0; i < b->count; i++) {
        const array *a = &b->array[i];
        // An array without a part belongs to the test set, unless another one is marked as the test set.
        const int mine = a->content != c ? 0 : a->part == p ? 2 : p == TEST && !a->part;
        if (mine && mine == rank) *several = true;
        if (mine > rank) found = a, rank = mine, *several = false;
    }
    return found;
}

static cal_status refuse(const bundle *b, const char *what, bool several, cal_error *err) {
    char list[240] = "";
    for (int i = 0; i < b->count; i++) {
        const size_t at = strlen(list);
        if (at > sizeof list - 64) {
            snprintf(list + at, sizeof list - at, ", ...");
            break;
        }
        snprintf(list + at, sizeof list - at, "%s%.40s", i ? ", " : "", b->array[i].name);
    }
    return cal_fail(err, CAL_FAILED, "%.80s: %s of its arrays %s %s: %s; give that one as .npy", b->zip.name,
                    several ? "several" : "none", several ? "could be the" : "is named as the", what, list);
}

static cal_status open_one(cal_file *file, cal_arena *arena, part p, content c, const char *what,
                           cal_error *err) {
    bundle b;
    bool several;
    if (file->bytes && file->size && file->bytes[0] == 0x80)
        return cal_fail(
            err, CAL_FAILED,
            "%s: a pickle of Python, which may run code when it is opened: save arrays with numpy.savez, or "
            "tensors with torch.save of PyTorch 1.6 or newer",
            file->name);
    if (!file->bytes || !cal_zip_is(file)) return CAL_OK;
    cal_status status = read_bundle(&b, arena, file, err);
    if (status) return status;
    const array *found = b.count == 1 ? b.array : choose(&several, &b, p, c);
    if (!found || (b.count > 1 && several)) return refuse(&b, what, found != NULL, err);
    return open_array(file, &b, arena, found, err);
}

// Other things are called weights, too. Accepts only weights whose number is that of the samples.
static cal_status fill_weights(const cal_bundle_files *files, const bundle *b, cal_arena *arena,
                               const array *weights, cal_error *err) {
    cal_file file;
    cal_array z, w;
    cal_error none;
    const cal_status status = open_array(&file, b, arena, weights, err);
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
    const array *labels = choose(&several, &b, TEST, LABELS);
    if (!files->labels->bytes && labels && several) return refuse(&b, "labels", true, err);
    if (!files->labels->bytes && labels) status = open_array(files->labels, &b, arena, labels, err);
    const array *z = choose(&several, &b, VAL, OUTPUTS), *y = choose(&other, &b, VAL, LABELS);
    const bool fits = !files->alone && z && y && !several && !other && !files->val_outputs->bytes &&
                      !files->val_labels->bytes;
    if (!status && fits) status = open_array(files->val_outputs, &b, arena, z, err);
    if (!status && fits) status = open_array(files->val_labels, &b, arena, y, err);
    const array *weights = choose(&several, &b, TEST, WEIGHTS);
    if (!status && weights && !several && files->weights && !files->weights->bytes)
        status = fill_weights(files, &b, arena, weights, err);
    const array *ood = choose(&several, &b, OOD, OUTPUTS);
    if (!status && ood && !several && !files->ood->bytes)
        status = open_array(files->ood, &b, arena, ood, err);
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
