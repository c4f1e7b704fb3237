// The data of a link, from the files that the command line names.
#include <stdio.h>
#include <string.h>
#include "cli/session.h"
#include "run/link/evaluation.h"

enum { FILES_MAX = 64 };

typedef struct found_files {
    cal_file file[FILES_MAX];
    int count;
} found_files;

static cal_status add_file(found_files *found, cal_arena *arena, const char *path, cal_error *err) {
    if (found->count == FILES_MAX) return cal_fail(err, CAL_USAGE, "--data: more than %d files", FILES_MAX);
    cal_status status = cal_file_load(&found->file[found->count], arena, path, err);
    if (!status) found->count++;
    return status;
}

// From a folder, the files that the link names and the folder has; the data set says which are missing.
static cal_status add_folder(found_files *found, cal_arena *arena, const char *folder, const char *needed,
                             cal_error *err) {
    cal_status status = CAL_OK;
    while (*needed && !status) {
        int length = (int)strcspn(needed, "/");
        cal_text path = {0};
        cal_text_add(&path, "%s/%.*s", folder, length, needed);
        if (path.refused) status = cal_fail(err, CAL_MEMORY, "memory for a file's name was refused");
        else if (cal_file_exists(path.data)) {
            // The path outlives this call: it is what the file is called.
            const char *kept = cal_arena_text(arena, path.data, (size_t)path.length);
            status = kept ? add_file(found, arena, kept, err)
                          : cal_fail(err, CAL_MEMORY, "memory for a file's name was refused");
        }
        cal_text_free(&path);
        needed += length + (needed[length] == '/');
    }
    return status;
}

// "NAME=PATH", where NAME is a file that is needed: the file at PATH under that name. False for other paths.
static bool add_named(cal_status *status, found_files *found, cal_arena *arena, const char *given,
                      const char *needed, cal_error *err) {
    const char *equals = strchr(given, '=');
    const size_t length = equals ? (size_t)(equals - given) : 0;
    bool known = false;
    while (*needed && length) {
        const size_t next = strcspn(needed, "/");
        known |= next == length && !memcmp(needed, given, length);
        needed += next + (needed[next] == '/');
    }
    if (!known) return false;
    *status = add_file(found, arena, equals + 1, err);
    if (*status) return true;
    const char *name = cal_arena_text(arena, given, length);
    if (name) found->file[found->count - 1].name = name;
    else *status = cal_fail(err, CAL_MEMORY, "memory for a file's name was refused");
    return true;
}

// What --data gave of the files that are needed.
static cal_status find_files(found_files *found, cal_arena *arena, const char *needed, const cal_spec *spec,
                             const cal_arguments *arguments, cal_error *err) {
    const cal_data *data = (const cal_data *)spec->data.entry; // its first member
    cal_status status = CAL_OK;
    for (int i = 0; i < arguments->count && !status; i++) {
        if (strcmp(arguments->given[i].option->name, "--data") != 0) continue;
        const char *path = arguments->given[i].value;
        if (!data->needs_files)
            status =
                cal_fail(err, CAL_USAGE, "data %s is made by the lab and reads no --data", data->entry.id);
        else if (!add_named(&status, found, arena, path, needed, err))
            status = cal_is_folder(path) ? add_folder(found, arena, path, needed, err)
                                         : add_file(found, arena, path, err);
    }
    return status;
}

static cal_status load_data(cal_dataset *out, cal_spec *spec, const found_files *found, cal_error *err) {
    const cal_status status = cal_data_load(out, &spec->data, found->file, found->count, err);
    if (!status && ((const cal_data *)spec->data.entry)->needs_files) {
        memcpy(spec->data.hex, out->hash, 16);
        spec->data.hex[16] = 0;
    }
    return status;
}

cal_status cal_session_data(cal_dataset *out, cal_spec *spec, cal_arguments *arguments, cal_error *err) {
    char needed[CAL_TEXT_MAX];
    found_files found = {.count = 0};
    cal_arena arena = {0}; // the files' bytes: only the chosen samples are kept
    cal_evaluation_files(needed, &spec->data);
    if (*needed && !cal_argument(arguments, "--data"))
        return cal_fail(err, CAL_USAGE, "data %s needs %s: give them, or the folder they are in, with --data",
                        spec->data.entry->id, needed);
    cal_status status = find_files(&found, &arena, needed, spec, arguments, err);
    if (!status && cal_argument(arguments, "--measure"))
        status = cal_data_measure(&spec->data, found.file, found.count, err);
    if (!status) status = load_data(out, spec, &found, err);
    cal_arena_free(&arena);
    return status;
}

// Whether all files of a choice were found.
static bool is_whole(const found_files *found, const cal_choice *data) {
    char needed[CAL_TEXT_MAX];
    cal_evaluation_files(needed, data);
    for (const char *name = needed; *name;) {
        const size_t length = strcspn(name, "/");
        bool here = false;
        for (int i = 0; i < found->count; i++)
            here |= strlen(found->file[i].name) == length && !memcmp(found->file[i].name, name, length);
        if (!here) return false;
        name += length + (name[length] == '/');
    }
    return true;
}

// The most that the files allow: all that the link says, no training set, the test set alone. Fewer than that
// are refused with the names of the fewest.
static cal_status narrow(cal_spec *spec, const found_files *found, bool val_asked, cal_error *err) {
    cal_choice without = spec->data, alone = spec->data;
    char files[CAL_TEXT_MAX];
    if (is_whole(found, &spec->data)) return CAL_OK;
    cal_evaluation_narrow(&without, false);
    const int val = cal_choice_integer(&without, "val");
    cal_evaluation_narrow(&alone, true);
    const bool tests = is_whole(found, &alone);
    if (is_whole(found, &without) || !val) {
        spec->data = without;
        return CAL_OK;
    }
    cal_evaluation_files(files, &alone);
    if (tests && val_asked)
        return cal_fail(
            err, CAL_USAGE,
            "data %s: val=%d is drawn from training files, which are not all given: give them, or "
            "say val=0, for which %s will do",
            spec->data.entry->id, val, files);
    if (tests)
        fprintf(
            stderr,
            "calib: of data %s the test set alone is evaluated: the training files, from which validation "
            "samples are drawn, are not all given, so no calibrator is fitted\n",
            spec->data.entry->id);
    spec->data = alone;
    return CAL_OK;
}

cal_status cal_session_evaluation_data(cal_dataset *out, cal_spec *spec, bool val_asked,
                                       cal_arguments *arguments, cal_error *err) {
    char needed[CAL_TEXT_MAX], fewest[CAL_TEXT_MAX];
    cal_choice alone = spec->data;
    found_files found = {.count = 0};
    cal_arena arena = {0};
    cal_evaluation_narrow(&alone, true);
    cal_evaluation_files(needed, &spec->data);
    cal_evaluation_files(fewest, &alone);
    if (!*needed || strcmp(needed, fewest) == 0) return cal_session_data(out, spec, arguments, err);
    if (!cal_argument(arguments, "--data"))
        return cal_fail(
            err, CAL_USAGE,
            "data %s: an evaluation needs %s, and where validation samples are to fit calibrators "
            "the training files too: give them, or the folder they are in, with --data",
            spec->data.entry->id, fewest);
    cal_status status = find_files(&found, &arena, needed, spec, arguments, err);
    if (!status) status = narrow(spec, &found, val_asked, err);
    if (!status) status = load_data(out, spec, &found, err);
    cal_arena_free(&arena);
    return status;
}
