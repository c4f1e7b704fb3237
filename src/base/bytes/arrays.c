#include "base/bytes/arrays.h"
#include <stdio.h>
#include <string.h>

// REPEATED_MAX: most bytes of a tensor that needs more than twice its storage
enum { HEADER = 192, REPEATED_MAX = 64000000 };

static cal_status add(cal_arrays *arrays, const char *name, const cal_zip_entry *entry,
                      const cal_pickle_tensor *tensor, cal_error *err) {
    if (arrays->count == CAL_ARRAYS_MAX)
        return cal_fail(err, CAL_FAILED, "%s: it holds more than %d arrays", arrays->zip.name,
                        (int)CAL_ARRAYS_MAX);
    cal_named_array *a = &arrays->array[arrays->count++];
    snprintf(a->name, sizeof a->name, "%s", name);
    a->entry = entry, a->tensor = tensor;
    return CAL_OK;
}

static bool is_path(const cal_zip_entry *entry, const char *path, int length) {
    return entry->path.length == length && !memcmp(entry->path.at, path, (size_t)length);
}

static bool ends(cal_slice path, const char *with) {
    const int length = (int)strlen(with);
    return path.length > length && memcmp(path.at + path.length - length, with, (size_t)length) == 0;
}

// PyTorch 2.1 and newer write the byte order into a file of that name; older ones write no such file.
static cal_status check_order(const cal_arrays *arrays, cal_arena *arena, cal_error *err) {
    char path[2 * CAL_ARRAY_NAME];
    const uint8_t *bytes;
    const int length = snprintf(path, sizeof path, "%sbyteorder", arrays->root);
    for (int i = 0; i < arrays->zip.count; i++) {
        const cal_zip_entry *entry = &arrays->zip.entry[i];
        if (!is_path(entry, path, length)) continue;
        const cal_status status = cal_zip_open(&bytes, arena, &arrays->zip, entry, err);
        if (status) return status;
        if (entry->size != 6 || memcmp(bytes, "little", 6))
            return cal_fail(err, CAL_FAILED, "%s: its numbers are big-endian; little-endian is read",
                            arrays->zip.name);
    }
    return CAL_OK;
}

static cal_status read_tensors(cal_arrays *arrays, cal_arena *arena, const cal_zip_entry *pickle,
                               cal_error *err) {
    const uint8_t *bytes;
    cal_pickle_tensor *tensor = NULL;
    int count = 0;
    cal_status status = cal_zip_open(&bytes, arena, &arrays->zip, pickle, err);
    const cal_file file = {arrays->zip.name, bytes, pickle->size};
    if (!status) status = cal_pickle_tensors(&tensor, &count, arena, &file, err);
    snprintf(arrays->root, sizeof arrays->root, "%.*s", pickle->path.length - (int)strlen("data.pkl"),
             pickle->path.at);
    if (!status) status = check_order(arrays, arena, err);
    for (int i = 0; i < count && !status; i++) status = add(arrays, tensor[i].path, NULL, &tensor[i], err);
    return status;
}

static cal_status read_arrays(cal_arrays *arrays, cal_error *err) {
    cal_status status = CAL_OK;
    for (int i = 0; i < arrays->zip.count && !status; i++) {
        const cal_slice path = arrays->zip.entry[i].path;
        char name[CAL_ARRAY_NAME];
        if (!ends(path, ".npy")) continue;
        snprintf(name, sizeof name, "%.*s", path.length - 4, path.at);
        status = add(arrays, name, &arrays->zip.entry[i], NULL, err);
    }
    return status;
}

cal_status cal_arrays_read(cal_arrays *out, cal_arena *arena, const cal_file *file, cal_error *err) {
    const cal_zip_entry *pickle = NULL;
    if (file->size && file->bytes[0] == 0x80)
        return cal_fail(
            err, CAL_FAILED,
            "%s: a pickle of Python, which may run code when it is opened: save arrays with numpy.savez, or "
            "tensors with torch.save of PyTorch 1.6 or newer",
            file->name);
    *out = (cal_arrays){.array = cal_arena_alloc(arena, CAL_ARRAYS_MAX * sizeof *out->array)};
    if (!out->array) return cal_refuse_memory(err, "%s: its arrays", file->name);
    cal_status status = cal_zip_read(&out->zip, arena, file, err);
    for (int i = 0; i < out->zip.count && !status && !pickle; i++)
        if (ends(out->zip.entry[i].path, "/data.pkl") && out->zip.entry[i].path.length < CAL_ARRAY_NAME)
            pickle = &out->zip.entry[i];
    if (!status) status = pickle ? read_tensors(out, arena, pickle, err) : read_arrays(out, err);
    if (!status && !out->count)
        return cal_fail(err, CAL_FAILED, "%s: there is no array in the archive", file->name);
    return status;
}

// ---- tensors as .npy files

static cal_status bad_tensor(const cal_arrays *arrays, const cal_pickle_tensor *t, const char *why,
                             cal_error *err) {
    return cal_fail(err, CAL_FAILED, "%s: the tensor '%s' %s", arrays->zip.name, t->path, why);
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

// Copies `count` numbers to C order, in the longest contiguous runs. bfloat16 becomes the upper half of a
// float32.
static void gather(uint8_t *to, const cal_pickle_tensor *t, const uint8_t *from, size_t width, size_t count) {
    const bool brain = t->type[0] == 'b' && t->type[1] == 'f';
    int64_t index[CAL_TENSOR_DIMS] = {0};
    size_t run = 1;
    int inner = t->ndim;
    while (!brain && count && inner && (t->stride[inner - 1] == (int64_t)run || t->dim[inner - 1] == 1))
        run *= (size_t)t->dim[--inner];
    for (size_t i = 0; i < count; i += run) {
        int64_t at = t->offset;
        for (int d = 0; d < inner; d++) at += index[d] * t->stride[d];
        memcpy(to + (brain ? 2 : 0), from + (size_t)at * width, run * width);
        to += brain ? 4 : run * width;
        for (int d = inner - 1; d >= 0 && ++index[d] == t->dim[d]; d--) index[d] = 0;
    }
}

// Writes a header of HEADER bytes.
static void write_header(uint8_t *npy, const cal_pickle_tensor *t, const char *type) {
    char *text = (char *)npy + 10;
    int at = snprintf(text, HEADER - 10, "{'descr': '%c%s', 'fortran_order': False, 'shape': (",
                      type[1] == '1' ? '|' : '<', type);
    for (int i = 0; i < t->ndim; i++)
        at += snprintf(text + at, (size_t)(HEADER - 10 - at), i ? ", %lld" : "%lld", (long long)t->dim[i]);
    at += snprintf(text + at, (size_t)(HEADER - 10 - at), t->ndim == 1 ? ",), }" : "), }");
    memset(text + at, ' ', (size_t)(HEADER - 10 - at));
    text[HEADER - 11] = '\n';
    memcpy(npy, "\x93NUMPY\x01\x00", 8);
    npy[8] = HEADER - 10, npy[9] = 0;
}

// Finds an array's bytes in the pickle. Protocol 2 codes a byte as a character: 0x80 to 0xff as two bytes.
static cal_status find_held(const uint8_t **out, size_t *size, const cal_arrays *arrays, cal_arena *arena,
                            const cal_pickle_tensor *t, cal_error *err) {
    const uint8_t *from = (const uint8_t *)t->held.at, *end = from + t->held.length;
    *out = from, *size = (size_t)t->held.length;
    if (!t->coded) return CAL_OK;
    uint8_t *bytes = cal_arena_alloc(arena, *size + 1);
    if (!bytes) return cal_refuse_memory(err, "%s: the tensor '%s'", arrays->zip.name, t->path);
    *out = bytes;
    while (from < end) {
        const bool two = (*from & 0xfe) == 0xc2 && end - from > 1 && (from[1] & 0xc0) == 0x80;
        if (*from >= 0x80 && !two) return bad_tensor(arrays, t, "has characters in place of bytes", err);
        *bytes++ = two ? (uint8_t)(from[0] << 6 | (from[1] & 0x3f)) : *from;
        from += two ? 2 : 1;
    }
    *size = (size_t)(bytes - *out);
    return CAL_OK;
}

// Returns the file with a tensor's numbers; null if there is none.
static const cal_zip_entry *find_storage(const cal_arrays *arrays, const cal_pickle_tensor *t) {
    char path[2 * CAL_ARRAY_NAME];
    const int length = snprintf(path, sizeof path, "%sdata/%.*s", arrays->root, CAL_QUOTED(t->key));
    for (int i = 0; i < arrays->zip.count; i++)
        if (is_path(&arrays->zip.entry[i], path, length)) return &arrays->zip.entry[i];
    return NULL;
}

static cal_status open_tensor(cal_file *out, const cal_arrays *arrays, cal_arena *arena,
                              const cal_pickle_tensor *t, cal_error *err) {
    const uint8_t *bytes = NULL;
    size_t stored = 0;
    uint64_t count = 0; // 64 bits, since size_t may have 32
    const bool brain = strcmp(t->type, "bf") == 0;
    const size_t width = brain ? 2 : (size_t)(t->type[1] - '0'), wide = brain ? 4 : width;
    const cal_zip_entry *storage = t->held.at ? NULL : find_storage(arrays, t);
    if (!t->held.at && !storage) return bad_tensor(arrays, t, "has no numbers in the file", err);
    cal_status status = storage ? CAL_OK : find_held(&bytes, &stored, arrays, arena, t, err);
    if (status) return status;
    if (storage) stored = storage->size;
    if (!is_inside(&count, t, stored / width))
        return bad_tensor(arrays, t, "needs more numbers than there are", err);
    const uint64_t size = count * wide;
    if (size > REPEATED_MAX && size / 2 > stored)
        return bad_tensor(
            arrays, t, "repeats numbers (expand) and takes more than 64 MB; save it with .contiguous()", err);
    if (storage) status = cal_zip_open(&bytes, arena, &arrays->zip, storage, err);
    if (status) return status;
    uint8_t *npy = size > SIZE_MAX - HEADER ? NULL : cal_arena_alloc(arena, HEADER + (size_t)size);
    if (!npy) return cal_refuse_memory(err, "%s: the tensor '%s'", arrays->zip.name, t->path);
    write_header(npy, t, brain ? "f4" : t->type);
    gather(npy + HEADER, t, bytes, width, (size_t)count);
    *out = (cal_file){.bytes = npy, .size = HEADER + (size_t)size};
    return CAL_OK;
}

cal_status cal_arrays_open(cal_file *out, const cal_arrays *arrays, cal_arena *arena,
                           const cal_named_array *array, cal_error *err) {
    const size_t length = strlen(arrays->zip.name) + strlen(array->name) + 6;
    char *name = cal_arena_alloc(arena, length);
    const uint8_t *bytes = NULL;
    if (!name) return cal_refuse_memory(err, "%s: a name", arrays->zip.name);
    snprintf(name, length, *array->name ? "%s/%s.npy" : "%s", arrays->zip.name, array->name);
    const cal_status status = array->tensor ? open_tensor(out, arrays, arena, array->tensor, err)
                                            : cal_zip_open(&bytes, arena, &arrays->zip, array->entry, err);
    if (!array->tensor) *out = (cal_file){.bytes = bytes, .size = array->entry->size};
    out->name = name;
    return status;
}
