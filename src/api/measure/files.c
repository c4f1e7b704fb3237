// Reads models' outputs and arrays from files.
#include "api/handles.h"
#include <string.h>
#include "base/bytes/npy.h"
#include "base/bytes/zip.h"
#include "run/outputs/bundle.h"
#include "run/outputs/outputs.h"
#include "run/tables/inspect.h"

struct cal_file_outputs {
    cal_arena arena;
    cal_outputs read;
    bool wide, several; // as requested
    cal_notes notes;
};

cal_file cal_file_of(const cal_input *input) {
    return (cal_file){input->name ? input->name : "a file", input->bytes, input->size};
}

cal_file_outputs_def cal_default_file_outputs(void) {
    return (cal_file_outputs_def){.cookie = CAL_COOKIE_FILE_OUTPUTS};
}

static cal_status check(const cal_file_outputs_def *def, cal_error *err) {
    cal_status status = cal_need_def(def, CAL_COOKIE_FILE_OUTPUTS, "file_outputs", err);
    if (!status) status = cal_need_pointer_of(def->logits.bytes, "cal_file_outputs_read", "def.logits", err);
    if (!status && def->probs && def->as_logits)
        status = cal_fail(err, CAL_USAGE, "def.probs and def.as_logits exclude each other; give one");
    return status;
}

// Reads multi-label labels, one for each output.
static cal_status read_several(cal_outputs *out, cal_arena *arena, const cal_file *file, cal_error *err) {
    cal_array a;
    cal_status status = cal_npy_read(&a, file, err);
    if (!status && (a.ndim != 2 || a.dim[0] != out->n || a.dim[1] != out->k))
        return cal_fail(err, CAL_FAILED, "%s: multi-label labels are an array [%d, %d], like the outputs",
                        file->name, out->n, out->k);
    int32_t *labels = NULL;
    if (!status) status = cal_npy_labels(&labels, arena, &a, file->name, err);
    for (size_t i = 0; !status && i < a.count; i++)
        if (labels[i] < -1 || labels[i] > 1)
            return cal_fail(err, CAL_FAILED, "%s: row %zu, column %zu is %d; a label is 0, 1 or -1 (unknown)",
                            file->name, i / (size_t)out->k, i % (size_t)out->k, (int)labels[i]);
    out->labels = labels;
    return status;
}

// Extracts a set's arrays from a file with several; if no labels are given, they are in the same file.
static cal_status open_bundles(cal_file *logits, cal_file *labels, cal_arena *arena, const char *set,
                               cal_error *err) {
    cal_file none[5] = {{0}};
    const bool val = set && strcmp(set, "val") == 0, ood = set && strcmp(set, "ood") == 0;
    if (val && !labels->bytes && cal_zip_is(logits)) *labels = *logits;
    const cal_bundle_files files = {.outputs = val || ood ? &none[0] : logits,
                                    .labels = val || ood ? &none[1] : labels,
                                    .val_outputs = val ? logits : &none[2],
                                    .val_labels = val ? labels : &none[3],
                                    .ood = ood ? logits : &none[4],
                                    .against = &none[0],
                                    .alone = true};
    return cal_bundle_open(&files, arena, err);
}

cal_status cal_file_outputs_read(cal_file_outputs **out, const cal_file_outputs_def *def, cal_error *err) {
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = NULL;
    status = check(def, err);
    if (!status) status = cal_make_handle(out, sizeof **out, err);
    if (status) return status;
    cal_file_outputs *o = *out;
    const cal_outputs_options reading = {.width = def->wide ? CAL_WIDTH_BOTH : CAL_WIDTH_SINGLE,
                                         .kind = def->probs                       ? CAL_OUTPUT_PROBABILITIES
                                                 : def->as_logits || def->several ? CAL_OUTPUT_LOGITS
                                                                                  : CAL_OUTPUT_UNKNOWN,
                                         .naming = def->naming,
                                         .otherwise = def->instead,
                                         .notes = &o->notes};
    cal_file logits = cal_file_of(&def->logits), labels = cal_file_of(&def->labels);
    o->wide = def->wide, o->several = def->several;
    status = open_bundles(&logits, &labels, &o->arena, def->set, err);
    if (!status)
        status = cal_outputs_read(&o->read, &o->arena, &logits,
                                  labels.bytes && !def->several ? &labels : NULL, &reading, err);
    if (!status && labels.bytes && def->several) status = read_several(&o->read, &o->arena, &labels, err);
    if (status) {
        cal_file_outputs_free(o);
        *out = NULL;
    }
    return status;
}

void cal_file_outputs_free(cal_file_outputs *o) {
    if (!o) return;
    cal_arena_free(&o->arena);
    cal_mem_free(o);
}

cal_logit_set cal_file_outputs_of(const cal_file_outputs *o) {
    if (!o) return (cal_logit_set){0};
    return (cal_logit_set){.logits = o->read.logits,
                           .labels = o->read.labels,
                           .n = o->read.n,
                           .k = o->read.k,
                           .labelling = o->several && o->read.labels ? CAL_LABELS_SEVERAL : CAL_LABELS_ONE};
}

const double *cal_file_outputs_wide(const cal_file_outputs *o) {
    if (!o || !o->wide) return NULL;
    return o->read.probabilities ? o->read.probabilities : o->read.wide;
}

const char *cal_file_outputs_note(const cal_file_outputs *o, int index) {
    return o && index >= 0 && index < o->notes.count ? o->notes.note[index].text : NULL;
}

cal_status cal_input_json(cal_bytes *out, const cal_input *file, cal_error *err) {
    cal_text json = {0};
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = (cal_bytes){0};
    status = cal_need_pointer(file, "the file", err);
    if (!status && file->size) status = cal_need_pointer(file->bytes, "bytes", err);
    if (status) return status;
    const cal_file given = cal_file_of(file);
    return cal_give_text(out, &json, cal_file_inspect(&json, &given, err), err);
}

// ---- arrays

struct cal_file_array {
    cal_arena arena;
    cal_number_array numbers;
};

static cal_status read_array(cal_file_array *a, const cal_file *file, cal_error *err) {
    cal_array array;
    float *floats = NULL;
    int32_t *wholes = NULL;
    cal_status status = cal_npy_read(&array, file, err);
    if (status) return status;
    status = array.type[0] == 'f' ? cal_npy_floats(&floats, &a->arena, &array, file->name, err)
                                  : cal_npy_labels(&wholes, &a->arena, &array, file->name, err);
    a->numbers = (cal_number_array){.dims = array.ndim, .floats = floats, .wholes = wholes};
    memcpy(a->numbers.dim, array.dim, sizeof array.dim);
    return status;
}

cal_status cal_file_array_read(cal_file_array **out, const cal_input *file, cal_error *err) {
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = NULL;
    status = cal_need_pointer(file, "the file", err);
    if (!status && file->size) status = cal_need_pointer(file->bytes, "bytes", err);
    if (!status) status = cal_make_handle(out, sizeof **out, err);
    if (status) return status;
    const cal_file given = cal_file_of(file);
    status = read_array(*out, &given, err);
    if (status) {
        cal_file_array_free(*out);
        *out = NULL;
    }
    return status;
}

void cal_file_array_free(cal_file_array *a) {
    if (!a) return;
    cal_arena_free(&a->arena);
    cal_mem_free(a);
}

cal_number_array cal_file_array_of(const cal_file_array *a) { return a ? a->numbers : (cal_number_array){0}; }
