#include <stdio.h>
#include <string.h>
#include "cli/sweep/sweep.h"

static cal_status path_of(cal_text *out, const char *folder, const char *id, cal_error *err) {
    cal_text_add(out, "%s/%s.json", folder, id);
    return out->refused ? cal_refuse_memory(err, "a path") : CAL_OK;
}

// A result of this link and of this engine; of others nothing is taken.
static cal_status take(cal_sweep *s, cal_sweep_point *point, const char *folder, const char *path,
                       cal_error *err) {
    cal_arena *arena = &s->arguments->arena;
    cal_sweep_result *result = NULL;
    cal_file file;
    cal_error why = {.text = ""};
    cal_status status = cal_file_load(&file, arena, path, err);
    if (!status) status = cal_sweep_result_read(&result, arena, (const char *)file.bytes, file.size, &why);
    if (status == CAL_MEMORY) *err = why;
    else if (status == CAL_FAILED && why.text[0]) {
        fprintf(stderr, "calib: %s is left out: %s\n", path, why.text);
        status = CAL_OK;
    } else if (!status && !cal_slice_is(result->spec, point->link))
        fprintf(stderr, "calib: %s is left out: it is of another link, %.*s\n", path,
                CAL_QUOTED(result->spec));
    else if (!status && !cal_slice_is(result->engine, cal_version()))
        point->other_engine = result->engine,
        fprintf(stderr, "calib: %s is left out: engine %.*s computed it, and this is %s\n", path,
                CAL_QUOTED(result->engine), cal_version());
    else if (!status) {
        point->result = result;
        status = cal_sweep_check_read(&point->check, arena, folder, result, &file, err);
    }
    return status;
}

cal_status cal_sweep_take(cal_sweep *s, const char *folder, cal_error *err) {
    cal_status status = CAL_OK;
    for (int i = 0; i < s->total && !status; i++) {
        cal_text path = {0};
        if (s->point[i].result) continue;
        status = path_of(&path, folder, s->point[i].id, err);
        if (!status && cal_file_exists(path.data)) status = take(s, &s->point[i], folder, path.data, err);
        cal_text_free(&path);
    }
    return status;
}

cal_status cal_sweep_keep(const char *folder, const char *id, const cal_text *json, cal_error *err) {
    char name[80];
    snprintf(name, sizeof name, "%s.json", id);
    return cal_file_save(folder, name, json, err);
}
