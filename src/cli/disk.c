#define _GNU_SOURCE // stat, mkdir, clock_gettime, O_NOFOLLOW, getentropy
// Files, the clock and the system's random bytes.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "cli/cli.h"

static cal_status failed(cal_error *err, const char *path) {
    return cal_fail(err, CAL_FAILED, "%.300s: %s", path, strerror(errno));
}

static const char *last_part(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// Reads to the end without measuring first: the path may be a pipe.
static cal_status read_all(cal_text *out, FILE *file, const char *path, cal_error *err) {
    static char piece[65536];
    size_t count;
    while ((count = fread(piece, 1, sizeof piece, file)) > 0) {
        cal_text_add_bytes(out, piece, count);
        if (out->refused && count >= (size_t)(INT_MAX - out->length))
            return cal_fail(err, CAL_FAILED,
                            "%.300s: more than 2.1 GB came, and no more is read as a whole; calib reduce "
                            "reads outputs of "
                            "any size as they come, from a pipe, too",
                            path);
        if (out->refused)
            return cal_refuse_memory(err, "%.300s: a file of more than %d bytes", path, out->length);
    }
    return ferror(file) ? failed(err, path) : CAL_OK;
}

// Reads a file of known size without a second copy. Returns false and reads nothing if the size is unknown,
// as for a pipe, or wrong.
static bool read_sized(cal_file *out, cal_arena *arena, FILE *file) {
    struct stat about;
    if (fstat(fileno(file), &about) != 0 || !S_ISREG(about.st_mode) || about.st_size <= 0 ||
        about.st_size > INT_MAX)
        return false;
    size_t size = (size_t)about.st_size;
    char *bytes = cal_arena_alloc(arena, size + 1);
    if (bytes && fread(bytes, 1, size, file) == size && fgetc(file) == EOF && !ferror(file)) {
        *out = (cal_file){out->name, (const uint8_t *)bytes, size};
        return true;
    }
    rewind(file);
    return false;
}

cal_status cal_file_load(cal_file *out, cal_arena *arena, const char *path, cal_error *err) {
    FILE *file = fopen(path, "rb");
    if (!file) return failed(err, path);
    *out = (cal_file){.name = last_part(path)};
    if (read_sized(out, arena, file)) {
        fclose(file);
        return CAL_OK;
    }
    if (arena->refused) {
        fclose(file);
        return cal_refuse_memory(err, "%.300s: the file", path);
    }
    cal_text text = {0};
    cal_status status = read_all(&text, file, path, err);
    fclose(file);
    if (!status) {
        char *bytes = cal_arena_alloc(arena, (size_t)text.length + 1);
        if (!bytes) status = cal_refuse_memory(err, "%.300s: %d bytes", path, text.length);
        else if (text.length) memcpy(bytes, text.data, (size_t)text.length);
        *out = (cal_file){last_part(path), (const uint8_t *)bytes, (size_t)text.length};
    }
    cal_text_free(&text);
    return status;
}

// O_NONBLOCK: opening a pipe without a writer would wait.
cal_status cal_file_load_untrusted(cal_file *out, cal_arena *arena, const char *path, size_t most,
                                   cal_error *err) {
    struct stat about;
    size_t size = 0;
    *out = (cal_file){.name = last_part(path)};
    const int at = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    if (at < 0 && errno == ELOOP)
        return cal_fail(err, CAL_FAILED, "it is a symbolic link, which is not followed");
    if (at < 0) return cal_fail(err, CAL_FAILED, "%s", strerror(errno));
    cal_status status = CAL_OK;
    if (fstat(at, &about) != 0 || !S_ISREG(about.st_mode))
        status = cal_fail(err, CAL_FAILED, "it is not a regular file");
    else if (about.st_size > (off_t)most)
        status = cal_fail(err, CAL_FAILED, "it has %.0f bytes, and at most %.0f are read",
                          (double)about.st_size, (double)most);
    uint8_t *bytes = status ? NULL : cal_arena_alloc(arena, (size_t)about.st_size + 1);
    if (!status && !bytes) status = cal_refuse_memory(err, "%.0f bytes", (double)about.st_size);
    while (!status && size < (size_t)about.st_size) {
        const ssize_t count = read(at, bytes + size, (size_t)about.st_size - size);
        if (count > 0) size += (size_t)count;
        else if (count == 0) break; // the file became shorter
        else if (errno != EINTR) status = cal_fail(err, CAL_FAILED, "%s", strerror(errno));
    }
    close(at);
    if (!status) *out = (cal_file){out->name, bytes, size};
    return status;
}

cal_status cal_file_fits(const char *path, const char *advice, cal_error *err) {
    struct stat about;
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode)) return CAL_OK; // the reader reports the error
#ifdef _SC_PHYS_PAGES
    const double there = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
#else
    const double there = 4294967296.0; // address space of a WebAssembly module
#endif
    if (there <= 0 || (double)about.st_size < there) return CAL_OK;
    return cal_fail(err, CAL_MEMORY, "%.200s has %.1f GB, and there are %.1f GB of memory: %s", path,
                    1e-9 * (double)about.st_size, 1e-9 * there, advice);
}

// Creates a new file next to `path`; null if that fails. O_EXCL does not follow a symbolic link with its
// name.
static FILE *open_draft(cal_text *name, const char *path) {
    for (int i = 0; i < 16; i++) {
        name->length = 0;
        cal_text_add(name, "%s.%.0f.part", path, 1e9 * cal_seconds());
        if (name->refused) return NULL;
        const int at = open(name->data, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (at >= 0) return fdopen(at, "wb");
        if (errno != EEXIST) return NULL;
    }
    return NULL;
}

// An entry of a folder is always replaced, never followed: it may be another user's symbolic link. A path
// that the user gave may be a pipe, a link or a device, and is written through.
static cal_status open_written(cal_draft *out, const char *path, bool entry, cal_error *err) {
    struct stat about;
    const bool replaced = entry || lstat(path, &about) != 0 || S_ISREG(about.st_mode);
    *out = (cal_draft){.path = path};
    out->file = replaced ? open_draft(&out->name, path) : NULL;
    out->drafted = out->file != NULL;
    if (!out->file && !entry) out->file = fopen(path, "wb");
    if (out->file) return CAL_OK;
    cal_text_free(&out->name);
    return failed(err, path);
}

cal_status cal_draft_open(cal_draft *out, const char *path, cal_error *err) {
    if (strcmp(path, "-") != 0) return open_written(out, path, false, err);
    *out = (cal_draft){.path = path, .file = stdout};
    return CAL_OK;
}

cal_status cal_draft_close(cal_draft *draft, cal_status status, cal_error *err) {
    bool good = fflush(draft->file) == 0;
    if (good && draft->drafted) good = fsync(fileno(draft->file)) == 0;
    if (draft->file != stdout && fclose(draft->file) != 0) good = false;
    if (good && !status && draft->drafted) good = rename(draft->name.data, draft->path) == 0;
    if (!status && !good) status = failed(err, draft->path);
    if (draft->drafted && status) remove(draft->name.data);
    cal_text_free(&draft->name);
    return status;
}

static cal_status write_whole(const char *path, const char *bytes, size_t size, bool entry, cal_error *err) {
    cal_draft draft;
    cal_status status = open_written(&draft, path, entry, err);
    if (status) return status;
    if (fwrite(bytes, 1, size, draft.file) < size) status = failed(err, path);
    return cal_draft_close(&draft, status, err);
}

static cal_status write_file(const char *folder, const char *name, const char *bytes, size_t size,
                             cal_error *err) {
    cal_text path = {0};
    if (folder) cal_text_add(&path, "%s/", folder);
    cal_text_add(&path, "%s", name);
    const cal_status status = path.refused ? cal_refuse_memory(err, "%s: writing it", name)
                                           : write_whole(path.data, bytes, size, folder, err);
    cal_text_free(&path);
    return status;
}

cal_status cal_file_save(const char *folder, const char *name, const cal_text *bytes, cal_error *err) {
    if (bytes->refused) return cal_refuse_memory(err, "%s: writing it", name);
    return write_file(folder, name, bytes->data, (size_t)bytes->length, err);
}

cal_status cal_bytes_save(const char *folder, const char *name, const cal_bytes *bytes, cal_error *err) {
    return write_file(folder, name, bytes->data, bytes->size, err);
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

cal_status cal_folder_list(cal_folder_names *out, cal_arena *arena, const char *path, const char *ending,
                           cal_error *err) {
    DIR *folder = opendir(path);
    const char **name = NULL;
    int capacity = 0;
    bool refused = false;
    *out = (cal_folder_names){0};
    if (!folder) return failed(err, path);
    for (const struct dirent *entry; !refused && (entry = readdir(folder));) {
        const size_t length = strlen(entry->d_name), tail = strlen(ending);
        if (entry->d_name[0] == '.' || length <= tail || strcmp(entry->d_name + length - tail, ending) != 0)
            continue;
        const char **larger = cal_mem_grow(name, &capacity, out->count + 1, sizeof *name);
        refused = !larger;
        if (larger)
            name = larger, name[out->count] = cal_arena_text(arena, entry->d_name, length),
            refused = !name[out->count++];
    }
    closedir(folder);
    if (!refused && out->count) {
        out->name = cal_arena_alloc(arena, (size_t)out->count * sizeof *name);
        if (out->name) memcpy(out->name, name, (size_t)out->count * sizeof *name);
        else refused = true;
    }
    cal_mem_free(name);
    if (refused) return cal_refuse_memory(err, "the names in %.300s", path);
    if (out->count) qsort(out->name, (size_t)out->count, sizeof *out->name, by_name);
    return CAL_OK;
}

bool cal_is_folder(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

bool cal_file_exists(const char *path) {
    struct stat about;
    return lstat(path, &about) == 0;
}

bool cal_file_is_regular(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

bool cal_folder_contains(const char *folder, const char *path) {
    struct stat outer, at;
    cal_text up = {0};
    bool inside = false;
    if (stat(folder, &outer) != 0) return false;
    cal_text_add(&up, "%s", path);
    // A folder that does not exist yet is inside if its nearest existing parent is.
    while (!up.refused && up.length && stat(up.data, &at) != 0 && errno == ENOENT) {
        while (up.length && up.data[up.length - 1] == '/') up.length--;
        while (up.length && up.data[up.length - 1] != '/') up.length--;
        up.data[up.length] = 0;
    }
    if (!up.length) cal_text_add(&up, ".");
    // Climbs to the root, which is its own parent, or to a folder that cannot be read.
    for (ino_t below = 0; !inside && !up.refused && up.length < 4096 && stat(up.data, &at) == 0;) {
        inside = at.st_dev == outer.st_dev && at.st_ino == outer.st_ino;
        if (at.st_ino == below) break;
        below = at.st_ino;
        cal_text_add(&up, "/..");
    }
    cal_text_free(&up);
    return inside;
}

// Makes a folder, and those above it that do not exist yet.
cal_status cal_folder_make(const char *path, cal_error *err) {
    char part[1024];
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof part)
        return cal_fail(err, CAL_USAGE, "'%.48s' is not the name of a folder", path);
    for (size_t i = 1; i <= length; i++) {
        if (path[i] && path[i] != '/') continue;
        memcpy(part, path, i);
        part[i] = 0;
        if (mkdir(part, 0777) == 0) continue;
        int reason = errno; // before stat sets its own
        if (cal_is_folder(part)) continue;
        if (reason == EEXIST) return cal_fail(err, CAL_FAILED, "%.300s is a file, not a folder", part);
        errno = reason;
        return failed(err, part);
    }
    return CAL_OK;
}

cal_status cal_array_save(const char *folder, const char *set, const char *what, const char *type,
                          const void *data, const int *dim, int ndim, cal_error *err) {
    cal_text bytes = {0}, name = {0};
    cal_text_add(&name, "%s_%s.npy", set, what);
    cal_npy_write(&bytes, type, data, dim, ndim);
    bytes.refused |= name.refused;
    cal_status status = cal_file_save(folder, name.refused ? what : name.data, &bytes, err);
    cal_text_free(&bytes);
    cal_text_free(&name);
    return status;
}

cal_status cal_outputs_save(const char *folder, const char *set, const float *logits,
                            const cal_sample_set *samples, cal_error *err) {
    const int dim[] = {samples->n, samples->k};
    cal_status status = cal_array_save(folder, set, "logits", "f4", logits, dim, 2, err);
    const int dims = samples->labelling == CAL_LABELS_SEVERAL ? 2 : 1;
    return status ? status : cal_array_save(folder, set, "labels", "i4", samples->labels, dim, dims, err);
}

double cal_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

cal_status cal_system_random(void *out, size_t bytes, cal_error *err) {
    if (getentropy(out, bytes) == 0) return CAL_OK;
    return cal_fail(err, CAL_FAILED, "the system gives no random numbers: %s", strerror(errno));
}
