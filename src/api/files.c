// Outputs of models as files, and checks of their numbers.
#include "api/handles.h"
#include "catalog/scores/scores.h"
#include "run/files/outputs.h"

struct cal_file_outputs {
    cal_arena arena;
    cal_outputs read;
    bool wide; // was asked for
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
    if (!status) status = cal_need_pointer(def->logits.bytes, "cal_file_outputs_read", "def.logits", err);
    if (!status && def->probs && def->as_logits)
        status = cal_fail(err, CAL_USAGE, "def.probs and def.as_logits exclude each other; give one");
    return status;
}

cal_status cal_file_outputs_read(cal_file_outputs **out, const cal_file_outputs_def *def, cal_error *err) {
    cal_status status = cal_need_pointer(out, "cal_file_outputs_read", "out", err);
    if (status) return status;
    *out = NULL;
    status = check(def, err);
    if (!status) status = cal_make_handle(out, sizeof **out, err);
    if (status) return status;
    cal_file_outputs *o = *out;
    const cal_outputs_options reading = {.width = def->wide ? CAL_WIDTH_BOTH : CAL_WIDTH_SINGLE,
                                         .said = def->probs       ? CAL_OUTPUT_PROBABILITIES
                                                 : def->as_logits ? CAL_OUTPUT_LOGITS
                                                                  : CAL_OUTPUT_UNKNOWN,
                                         .otherwise = def->instead,
                                         .notes = &o->notes};
    const cal_file logits = cal_file_of(&def->logits), labels = cal_file_of(&def->labels);
    o->wide = def->wide;
    status = cal_outputs_read(&o->read, &o->arena, &logits, labels.bytes ? &labels : NULL, &reading, err);
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
    return (cal_logit_set){
        .logits = o->read.logits, .labels = o->read.labels, .n = o->read.n, .k = o->read.k};
}

const double *cal_file_outputs_wide(const cal_file_outputs *o) { return o && o->wide ? o->read.wide : NULL; }

const char *cal_file_outputs_note(const cal_file_outputs *o, int index) {
    return o && index >= 0 && index < o->notes.count ? o->notes.note[index].text : NULL;
}

cal_status cal_logits_check(const cal_logit_set *set, cal_error *err) {
    cal_status status = cal_need_pointer(set, "cal_logits_check", "the set", err);
    if (!status && set->n > 0) status = cal_need_pointer(set->logits, "cal_logits_check", "logits", err);
    if (!status && set->n > 0) status = cal_need_pointer(set->labels, "cal_logits_check", "labels", err);
    return status ? status : cal_scores_check(set->logits, set->labels, set->n, set->k, err);
}
