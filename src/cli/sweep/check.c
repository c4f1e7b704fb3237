// What `calib verify` found is kept beside a folder's results, in checks/, a file for each result that was trained again. It names the
// result's file by its SHA-256, so that it says nothing of a file that was changed, or exchanged, afterwards.
#include <stdio.h>
#include <string.h>
#include "base/sha256.h"
#include "cli/sweep/sweep.h"

static void hash_of(char hex[65], const void *bytes, size_t count) {
    cal_sha256 hash;
    cal_sha256_start(&hash);
    cal_sha256_add(&hash, bytes, count);
    cal_sha256_hex(hex, &hash);
}

void cal_sweep_id(char out[CAL_SWEEP_ID + 1], const char *link, size_t length) {
    char hex[65];
    hash_of(hex, link, length);
    memcpy(out, hex, CAL_SWEEP_ID);
    out[CAL_SWEEP_ID] = 0;
}

// Two texts only can be meant, so that a check is compared and not parsed.
static void write(cal_text *json, const cal_sweep_result *result, const cal_file *file, bool same) {
    char hex[65];
    hash_of(hex, file->bytes, file->size);
    cal_text_add(json, "{\"spec\":\"%.*s\",\"engine\":\"%.*s\",\"result\":\"%s\",\"same\":%s}\n",
                 result->spec.length, result->spec.at, result->engine.length, result->engine.at, hex,
                 same ? "true" : "false");
}

static bool is(const cal_text *text, const cal_file *file) {
    return !text->refused && (size_t)text->length == file->size &&
           memcmp(text->data, file->bytes, file->size) == 0;
}

cal_status cal_sweep_check_keep(const char *folder, const cal_sweep_result *result, const cal_file *file,
                                bool same, cal_error *err) {
    cal_text json = {0}, path = {0};
    char id[CAL_SWEEP_ID + 1];
    cal_sweep_id(id, result->spec.at, (size_t)result->spec.length);
    write(&json, result, file, same);
    cal_text_add(&path, "%s/checks", folder);
    cal_status status =
        json.refused || path.refused ? cal_refuse_memory(err, "a check") : cal_folder_make(path.data, err);
    if (!status) status = cal_sweep_keep(path.data, id, &json, err);
    cal_text_free(&path);
    cal_text_free(&json);
    return status;
}

cal_status cal_sweep_check_read(cal_sweep_check *out, cal_arena *arena, const char *folder,
                                const cal_sweep_result *result, const cal_file *file, cal_error *err) {
    cal_text path = {0}, same = {0}, different = {0};
    cal_file kept = {.size = 0};
    char id[CAL_SWEEP_ID + 1];
    cal_sweep_id(id, result->spec.at, (size_t)result->spec.length);
    cal_text_add(&path, "%s/checks/%s.json", folder, id);
    write(&same, result, file, true);
    write(&different, result, file, false);
    const bool refused = path.refused || same.refused || different.refused;
    cal_status status = refused ? cal_refuse_memory(err, "a check") : CAL_OK;
    *out = CAL_SWEEP_UNCHECKED;
    if (!status && cal_file_exists(path.data)) {
        status = cal_file_load(&kept, arena, path.data, err);
        if (!status && is(&same, &kept)) *out = CAL_SWEEP_SAME;
        else if (!status && is(&different, &kept)) *out = CAL_SWEEP_DIFFERENT;
        else if (!status)
            fprintf(stderr, "calib: %s is not used: it is not of the result as it is now; verify it again\n",
                    path.data);
    }
    cal_text_free(&path);
    cal_text_free(&same);
    cal_text_free(&different);
    return status;
}
