// The lab, with threads and files, and helpers for the whole library: buffers and argument checks.
#include "api/handles.h"
#include <string.h>
#include "base/simd_width.h"
#include "run/link/receipt.h"

cal_status cal_need_pointer_of(const void *pointer, const char *function, const char *what, cal_error *err) {
    return pointer ? CAL_OK : cal_fail(err, CAL_USAGE, "%s: %s is null", function, what);
}

cal_status cal_need_def(const void *def, cal_cookie cookie, const char *kind, cal_error *err) {
    if (!def) return cal_fail(err, CAL_USAGE, "the definition is null; begin with cal_default_%s()", kind);
    uint32_t begins;
    memcpy(&begins, def, sizeof begins);
    return begins == (uint32_t)cookie
               ? CAL_OK
               : cal_fail(err, CAL_USAGE, "the definition was not made with cal_default_%s()", kind);
}

cal_status cal_give_text(cal_bytes *out, cal_text *text, cal_status status, cal_error *err) {
    if (!status && !text->data) cal_text_add(text, "%s", "");
    if (!status && text->refused) status = cal_refuse_memory(err, "the answer");
    if (!status) *out = (cal_bytes){text->data, (size_t)text->length};
    else cal_text_free(text);
    return status;
}

cal_status cal_make_handle(void *out, size_t bytes, cal_error *err) {
    void *made = cal_mem_alloc(bytes);
    memcpy(out, &made, sizeof made);
    return made ? CAL_OK : cal_refuse_memory(err, "a handle");
}

cal_label_set cal_label_set_of(const cal_logit_set *set, double temperature) {
    return (cal_label_set){.logits = set->logits,
                           .labels = set->labels,
                           .one = set->labelling == CAL_LABELS_REST,
                           .posterior = set->posterior,
                           .n = set->n,
                           .k = set->k,
                           .temperature = temperature};
}

cal_status cal_check_one_label(cal_labelling labelling, const char *what, cal_error *err) {
    if (labelling == CAL_LABELS_ONE) return CAL_OK;
    return cal_fail(
        err, CAL_USAGE,
        "%s: it is about samples with one label of several classes, and with head=sigmoid each label is by "
        "itself",
        what);
}

cal_status cal_check_logit_set(const cal_logit_set *set, const char *which, cal_error *err) {
    if (set->n < 1) return cal_fail(err, CAL_USAGE, "%s set: n=%d is not at least 1", which, set->n);
    if ((unsigned)set->labelling > CAL_LABELS_REST)
        return cal_fail(err, CAL_USAGE, "%s set: labelling=%d is not a cal_labelling", which,
                        (int)set->labelling);
    if (set->k < 2) return cal_fail(err, CAL_USAGE, "%s set: k=%d is not at least 2", which, set->k);
    if (!set->logits || !set->labels)
        return cal_fail(err, CAL_USAGE, "%s set: its %s are null", which, set->logits ? "labels" : "logits");
    return CAL_OK;
}

void cal_bytes_free(cal_bytes *bytes) {
    if (!bytes) return;
    cal_mem_free(bytes->data);
    *bytes = (cal_bytes){0};
}

const char *cal_version(void) { return CAL_ENGINE; }

int cal_hardware_threads(void) { return cal_threads_available(); }

cal_lab_def cal_default_lab(void) { return (cal_lab_def){.cookie = CAL_COOKIE_LAB}; }

cal_status cal_lab_create(cal_lab **out, const cal_lab_def *def, cal_error *err) {
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = NULL;
    status = cal_need_def(def, CAL_COOKIE_LAB, "lab", err);
    if (status) return status;
    if (def->threads < 0 || def->threads > CAL_LAB_THREADS)
        return cal_fail(err, CAL_USAGE, "lab: threads=%d is not between 0 and %d", def->threads,
                        CAL_LAB_THREADS);
    int threads = def->threads ? def->threads : cal_threads_available();
    if (threads > CAL_LAB_THREADS) threads = CAL_LAB_THREADS;
    status = cal_simd_check(err);
    if (!status) status = cal_make_handle(out, sizeof **out, err);
    if (!status) status = cal_pool_create(&(*out)->pool, threads, err);
    if (status) {
        cal_mem_free(*out);
        *out = NULL;
    }
    return status;
}

void cal_lab_free(cal_lab *lab) {
    if (!lab) return;
    cal_lab_drop_files(lab);
    cal_pool_free(lab->pool);
    cal_mem_free(lab);
}

int cal_lab_threads(const cal_lab *lab) { return lab ? cal_pool_workers(lab->pool) : 0; }

cal_status cal_lab_add_file(cal_lab *lab, const char *name, const void *bytes, size_t size, cal_error *err) {
    cal_status status = cal_need_pointer(lab, "the lab", err);
    if (!status) status = cal_need_pointer(name, "the name", err);
    if (!status && size) status = cal_need_pointer(bytes, "bytes", err);
    if (status) return status;
    const size_t length = strlen(name);
    if (!length || length > 255)
        return cal_fail(err, CAL_USAGE, "files: a name has 1 to 255 bytes, and this one %zu", length);
    for (int i = 0; i < lab->files; i++)
        if (strcmp(lab->file[i].name, name) == 0) {
            lab->file[i].bytes = bytes;
            lab->file[i].size = size;
            return CAL_OK;
        }
    if (lab->files == CAL_LAB_FILES)
        return cal_fail(err, CAL_USAGE, "files: the lab has %d, and takes no more", CAL_LAB_FILES);
    char *copy = cal_mem_alloc(length + 1);
    if (!copy) return cal_refuse_memory(err, "a file's name");
    memcpy(copy, name, length);
    lab->file[lab->files++] = (cal_file){copy, bytes, size};
    return CAL_OK;
}

bool cal_lab_has_file(const cal_lab *lab, const char *name) {
    for (int i = 0; lab && name && i < lab->files; i++)
        if (strcmp(lab->file[i].name, name) == 0) return true;
    return false;
}

void cal_lab_drop_files(cal_lab *lab) {
    while (lab && lab->files) cal_mem_free((void *)lab->file[--lab->files].name);
}
