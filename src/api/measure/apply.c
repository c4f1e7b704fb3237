// Applies calibrations to files of outputs, in pieces.
#include "api/handles.h"
#include <string.h>
#include "run/calibration/stream.h"

struct cal_apply {
    cal_apply_stream stream;
    cal_text out; // the latest output; the next call uses its memory again
};

cal_apply_def cal_default_apply(void) { return (cal_apply_def){.cookie = CAL_COOKIE_APPLY}; }

static cal_status read_format(cal_apply_format *out, const char *text, cal_error *err) {
    static const char *const formats[] = {
        [CAL_APPLY_NPY] = "npy", [CAL_APPLY_NPZ] = "npz", [CAL_APPLY_CSV] = "csv"};
    *out = CAL_APPLY_AS_INPUT;
    if (!text) return CAL_OK;
    for (int i = CAL_APPLY_NPY; i <= CAL_APPLY_CSV; i++)
        if (strcmp(text, formats[i]) == 0) return *out = (cal_apply_format)i, CAL_OK;
    return cal_fail(err, CAL_USAGE, "%.48s is not one of npy, npz and csv", text);
}

cal_status cal_apply_open(cal_apply **out, const cal_apply_def *def, cal_error *err) {
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = NULL;
    status = cal_need_def(def, CAL_COOKIE_APPLY, "apply", err);
    if (!status) status = cal_need_pointer(def->calibration, "the calibration", err);
    if (!status) status = cal_need_pointer(def->name, "the file's name", err);
    if (status) return status;
    const cal_calibration *c = def->calibration;
    cal_apply_options options = {.source = {.fitted = &c->fitted,
                                            .way = def->way,
                                            .pool = c->pool,
                                            .name = def->name,
                                            .kind = def->probs       ? CAL_OUTPUT_PROBABILITIES
                                                    : def->as_logits ? CAL_OUTPUT_LOGITS
                                                                     : CAL_OUTPUT_UNKNOWN,
                                            .naming = def->naming,
                                            .intervals = def->intervals},
                                 .groups = cal_file_of(&def->groups),
                                 .single = def->single,
                                 .columns = def->columns};
    if (def->way < 0 || def->way >= c->fitted.ways)
        return cal_fail(err, CAL_USAGE, "calibrator %s: way %d is not between 0 and %d",
                        c->fitted.calibrator->entry.id, def->way, c->fitted.ways - 1);
    if (def->intervals && (!c->fitted.calibrator->interval || c->fitted.groups))
        return c->fitted.groups ? cal_fail(err, CAL_USAGE, "a calibrator with groups has no intervals")
                                : cal_fail(err, CAL_USAGE, "calibrator %s has no intervals",
                                           c->fitted.calibrator->entry.id);
    status = read_format(&options.format, def->format, err);
    if (!status) status = cal_make_handle(out, sizeof **out, err);
    if (status) return status;
    cal_apply_begin(&(*out)->stream, &options);
    if (!(*out)->stream.arena.refused) return CAL_OK;
    cal_apply_free(*out);
    *out = NULL;
    return cal_refuse_memory(err, "the calibrator");
}

cal_status cal_apply_bytes(cal_bytes *out, cal_apply *a, const void *bytes, size_t size, bool last,
                           cal_error *err) {
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = (cal_bytes){0};
    status = cal_need_pointer(a, "the application", err);
    if (!status && size) status = cal_need_pointer(bytes, "the bytes", err);
    if (status) return status;
    a->out.length = 0;
    status = cal_apply_take(&a->out, &a->stream, bytes, size, last, err);
    if (!status) *out = (cal_bytes){a->out.data, (size_t)a->out.length};
    return status;
}

cal_status cal_apply_note(cal_bytes *out, const cal_apply *a, cal_error *err) {
    cal_text text = {0};
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = (cal_bytes){0};
    status = cal_need_pointer(a, "the application", err);
    if (!status) cal_apply_write_note(&text, &a->stream);
    return cal_give_text(out, &text, status, err);
}

void cal_apply_free(cal_apply *a) {
    if (!a) return;
    cal_apply_end(&a->stream);
    cal_text_free(&a->out);
    cal_mem_free(a);
}
