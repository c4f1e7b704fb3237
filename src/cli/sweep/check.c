// Stores the verdicts of `calib verify`: CHECKS/<id of the link>/<SHA-256 of the result's file>.json. The
// files are outside the folder of results, because the authors of the results can write there.
#include <stdlib.h>
#include <string.h>
#include <time.h>
#define JSMN_STATIC
#define JSMN_STRICT
#include <jsmn.h>
#include "base/bytes/sha256.h"
#include "base/untrusted.h"
#include "base/utf8.h"
#include "cli/sweep/sweep.h"

enum { TOKENS = 32 };

// ---- folder and verifier

// Returns $XDG_STATE_HOME/calib/checks, or ~/.local/state/calib/checks (XDG Base Directory Specification).
static cal_status default_folder(const char **out, cal_arena *arena, cal_error *err) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    cal_text path = {0};
    *out = NULL;
    if (state && state[0] == '/') cal_text_add(&path, "%s/calib/checks", state);
    else if (home && home[0] == '/') cal_text_add(&path, "%s/.local/state/calib/checks", home);
    if (path.length) *out = cal_arena_text(arena, path.data, (size_t)path.length);
    const bool refused = path.refused || (path.length && !*out);
    cal_text_free(&path);
    return refused ? cal_refuse_memory(err, "a path") : CAL_OK;
}

cal_status cal_sweep_checks_folder(const char **out, cal_arguments *arguments, const char *results,
                                   cal_error *err) {
    cal_text inner = {0};
    cal_status status = CAL_OK;
    *out = cal_argument(arguments, "--checks");
    if (!*out) status = default_folder(out, &arguments->arena, err);
    if (!status && *out && cal_folder_contains(results, *out))
        status = cal_fail(err, CAL_USAGE,
                          "checks in %.200s are inside of %.100s, where whoever made the results can write "
                          "them: give --checks a folder outside of it",
                          *out, results);
    cal_text_add(&inner, "%s/checks", results);
    if (!status && !inner.refused && cal_file_exists(inner.data))
        cal_remark("calib: %s is not used: whoever made the results can write it; checks are in %s",
                   inner.data, *out ? *out : "the folder of --checks");
    cal_text_free(&inner);
    return status;
}

static bool is_name(const char *text) {
    const size_t length = strlen(text);
    size_t at = 0;
    while (at < length) {
        const int bytes = cal_utf8_printable(text + at, length - at);
        if (!bytes) return false;
        at += (size_t)bytes;
    }
    return length > 0 && length <= CAL_SWEEP_BY;
}

cal_status cal_sweep_checks_by(const char **out, const cal_arguments *arguments, cal_error *err) {
    *out = cal_argument(arguments, "--by");
    if (*out && !is_name(*out))
        return cal_fail(err, CAL_USAGE, "--by '%.64s' is not a name of 1 to %d printable bytes", *out,
                        CAL_SWEEP_BY);
    if (!*out) *out = getenv("USER");
    if (!*out) *out = getenv("LOGNAME");
    if (*out && !is_name(*out)) *out = NULL;
    return CAL_OK;
}

// ---- files

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

// Writes the path of a link's checks, one file for each result that was trained again.
static cal_status folder_of(cal_text *out, const char *checks, const cal_sweep_result *result,
                            cal_error *err) {
    char id[CAL_SWEEP_ID + 1];
    cal_sweep_id(id, result->spec.at, (size_t)result->spec.length);
    cal_text_add(out, "%s/%s", checks, id);
    return out->refused ? cal_refuse_memory(err, "a path") : CAL_OK;
}

cal_status cal_sweep_check_keep(const char *checks, const cal_sweep_result *result, const cal_file *file,
                                bool same, const char *by, cal_error *err) {
    cal_text json = {0}, folder = {0};
    char hex[65], now[32];
    const time_t seconds = time(NULL);
    struct tm utc;
    if (!gmtime_r(&seconds, &utc) || !strftime(now, sizeof now, "%Y-%m-%dT%H:%M:%SZ", &utc))
        return cal_fail(err, CAL_FAILED, "the system's clock has no date");
    hash_of(hex, file->bytes, file->size);
    cal_json_open(&json, '{');
    cal_json_member_string(&json, "spec", result->spec.at);
    cal_json_member_string(&json, "engine", result->engine.at);
    cal_json_member_string(&json, "result", hex);
    cal_json_member_bool(&json, "same", same);
    cal_json_member_string(&json, "by", by);
    cal_json_member_string(&json, "at", now);
    cal_json_close(&json, '}');
    cal_text_add(&json, "\n");
    cal_status status = folder_of(&folder, checks, result, err);
    if (!status) status = cal_folder_make(folder.data, err);
    if (!status) status = cal_sweep_keep(folder.data, hex, &json, err);
    cal_text_free(&folder);
    cal_text_free(&json);
    return status;
}

// Returns the value of a member of a flat object; null if there is none.
static const jsmntok_t *value_of(const char *json, const jsmntok_t *token, int count, const char *key) {
    for (int i = 1; i + 1 < count; i += 2)
        if (cal_slice_is((cal_slice){json + token[i].start, token[i].end - token[i].start}, key))
            return &token[i + 1];
    return NULL;
}

// Returns a string's text; null if it is not a string.
static const char *text_of(cal_arena *arena, const char *json, const jsmntok_t *value) {
    cal_slice text;
    const bool string =
        value && value->type == JSMN_STRING &&
        cal_json_unescape(&text, arena, (cal_slice){json + value->start, value->end - value->start});
    return string ? text.at : NULL;
}

// Returns true and fills *out if the check is of this result.
static bool parse(cal_sweep_check *out, cal_arena *arena, const cal_file *kept,
                  const cal_sweep_result *result, const char *hex) {
    const char *wanted[] = {result->spec.at, result->engine.at, hex}, *json = (const char *)kept->bytes;
    static const char *const key[] = {"spec", "engine", "result"};
    jsmn_parser parser;
    jsmntok_t token[TOKENS];
    jsmn_init(&parser);
    const int count = jsmn_parse(&parser, json, kept->size, token, TOKENS);
    if (count < 1 || token[0].type != JSMN_OBJECT || count != 1 + 2 * token[0].size) return false;
    for (int i = 0; i < 3; i++) {
        const char *text = text_of(arena, json, value_of(json, token, count, key[i]));
        if (!text || strcmp(text, wanted[i]) != 0) return false;
    }
    const jsmntok_t *same = value_of(json, token, count, "same");
    const char *by = text_of(arena, json, value_of(json, token, count, "by")),
               *at = text_of(arena, json, value_of(json, token, count, "at"));
    if (!same || same->type != JSMN_PRIMITIVE || !at || !is_name(at) || (by && !is_name(by))) return false;
    out->found = json[same->start] == 't' ? CAL_SWEEP_SAME : CAL_SWEEP_DIFFERENT;
    out->by = by, out->at = at;
    return true;
}

cal_status cal_sweep_check_read(cal_sweep_check *out, cal_arena *arena, const char *checks,
                                const cal_sweep_result *result, const cal_file *file, cal_error *err) {
    cal_text folder = {0}, path = {0};
    cal_file kept = {.size = 0};
    cal_error why = {.text = "it is damaged"};
    char hex[65];
    *out = (cal_sweep_check){.found = CAL_SWEEP_UNCHECKED};
    hash_of(hex, file->bytes, file->size);
    cal_status status = folder_of(&folder, checks, result, err);
    cal_text_add(&path, "%s/%s.json", status ? "" : folder.data, hex);
    if (!status && path.refused) status = cal_refuse_memory(err, "a path");
    if (!status && cal_file_exists(path.data)) {
        const cal_status read = cal_file_load_untrusted(&kept, arena, path.data, CAL_SWEEP_BYTES, &why);
        if (read == CAL_MEMORY) *err = why, status = read;
        else if (read || !parse(out, arena, &kept, result, hex))
            cal_remark("calib: %s is not used: %s; verify the result again", path.data, why.text);
    } else if (!status) out->changed = cal_file_exists(folder.data);
    cal_text_free(&folder);
    cal_text_free(&path);
    return status;
}
