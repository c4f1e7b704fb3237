#include "catalog/data/shared/files.h"
#include <string.h>

cal_names cal_names_start(char *out, int size) {
    if (size > 0) *out = 0;
    return (cal_names){out, size, 0};
}

void cal_names_add(cal_names *names, const char *name) {
    const int length = (int)strlen(name), start = names->used + (names->used > 0);
    if (start + length + 1 > names->size) return;
    if (names->used) names->out[names->used] = '/';
    memcpy(names->out + start, name, (size_t)length + 1);
    names->used = start + length;
}

cal_status cal_data_file(const cal_file **out, const cal_choice *choice, const char *name,
                         const cal_file *files, int nfiles, cal_error *err) {
    const char *id = choice->entry->id;
    *out = NULL;
    for (int i = 0; i < nfiles; i++) {
        if (strcmp(files[i].name, name)) continue;
        if (*out) return cal_fail(err, CAL_FAILED, "data %s: %s was given twice", id, name);
        *out = &files[i];
    }
    if (!*out) {
        char needed[CAL_TEXT_MAX];
        cal_data_of(choice)->files(needed, sizeof needed, choice);
        return cal_fail(err, CAL_FAILED, "data %s: %s is missing; this link needs %s", id, name, needed);
    }
    if (!(*out)->size) return cal_fail(err, CAL_FAILED, "data %s: %s is empty", id, name);
    return CAL_OK;
}
