#include <stdio.h>
#include <string.h>
#include "cli/sweep/sweep.h"

static cal_status path_of(cal_text *out, const char *folder, const char *id, cal_error *err) {
    cal_text_add(out, "%s/%s.json", folder, id);
    return out->refused ? cal_refuse_memory(err, "a path") : CAL_OK;
}

cal_status cal_sweep_load(cal_sweep_result **out, cal_file *file, cal_arena *arena, const char *path,
                          cal_error *err) {
    const cal_status status = cal_file_load_untrusted(file, arena, path, CAL_SWEEP_BYTES, err);
    return status ? status : cal_sweep_result_read(out, arena, (const char *)file->bytes, file->size, err);
}

// Takes a result of this link and this engine; refuses any other.
static cal_status take(cal_sweep *s, cal_sweep_point *point, const char *checks, const char *path,
                       cal_error *err) {
    cal_arena *arena = &s->arguments->arena;
    cal_sweep_result *result = NULL;
    cal_file file;
    cal_error why = {.text = ""};
    cal_status status = cal_sweep_load(&result, &file, arena, path, &why);
    if (status == CAL_MEMORY) return *err = why, status;
    if (status) cal_remark("calib: %s is left out: %s", path, why.text);
    else if (!cal_slice_is(result->spec, point->link))
        cal_remark("calib: %s is left out: it is of another link, %.*s", path, CAL_QUOTED(result->spec));
    else if (!cal_slice_is(result->engine, cal_version())) {
        point->other_engine = result->engine;
        cal_remark("calib: %s is left out: engine %.*s computed it, and this is %s", path,
                   CAL_QUOTED(result->engine), cal_version());
    } else {
        point->result = result;
        point->file = cal_arena_text(arena, path, strlen(path));
        if (!point->file) return cal_refuse_memory(err, "a path");
        return checks ? cal_sweep_check_read(&point->check, arena, checks, result, &file, err) : CAL_OK;
    }
    return CAL_OK;
}

cal_status cal_sweep_take(cal_sweep *s, const char *folder, const char *checks, cal_error *err) {
    cal_status status = CAL_OK;
    const char *first = NULL;
    int changed = 0;
    for (int i = 0; i < s->total && !status; i++) {
        cal_text path = {0};
        if (s->point[i].result) continue;
        status = path_of(&path, folder, s->point[i].id, err);
        if (!status && cal_file_exists(path.data)) status = take(s, &s->point[i], checks, path.data, err);
        cal_text_free(&path);
        if (!s->point[i].check.changed) continue;
        if (!changed++) first = s->point[i].file;
    }
    if (changed)
        cal_remark(
            "calib: %d result%s not verified, such as %s: what was verified of the same link is another file",
            changed, changed == 1 ? " is" : "s are", first);
    return status;
}

cal_status cal_sweep_keep(const char *folder, const char *id, const cal_text *json, cal_error *err) {
    char name[80];
    snprintf(name, sizeof name, "%s.json", id);
    return cal_file_save(folder, name, json, err);
}
