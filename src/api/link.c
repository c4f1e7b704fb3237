// Links as texts: a summary, the value at a place, their receipts, the files they need.
#include "api/handles.h"
#include <string.h>
#include "run/weights/weights.h"
#include "run/link/evaluation.h"
#include "run/link/file.h"
#include "run/link/place.h"

static cal_status begin_text(cal_bytes *out, const char *text, cal_error *err) {
    if (!out) return cal_fail(err, CAL_USAGE, "link: the place for the answer is null");
    *out = (cal_bytes){0};
    return text ? CAL_OK : cal_fail(err, CAL_USAGE, "the link is null");
}

static cal_status begin(cal_bytes *out, const cal_link *link, cal_error *err) {
    return begin_text(out, link ? link->text.data : NULL, err);
}

// ---- handles

cal_status cal_need_link(const cal_link *link, cal_error *err) {
    return link ? CAL_OK : cal_fail(err, CAL_USAGE, "the link is null");
}

static cal_status make(cal_link **out, const cal_spec *spec, const char *text, cal_error *err) {
    cal_status status = cal_make_handle(out, sizeof **out, err);
    if (status) return status;
    (*out)->spec = *spec;
    if (text) cal_text_add(&(*out)->text, "%s", text);
    else cal_spec_write(&(*out)->text, spec);
    if (!(*out)->text.refused) return CAL_OK;
    cal_link_free(*out);
    *out = NULL;
    return cal_refuse_memory(err, "the link");
}

cal_status cal_make_link(cal_link **out, const cal_spec *spec, cal_error *err) {
    return make(out, spec, NULL, err);
}

cal_status cal_link_parse(cal_link **out, const char *text, cal_error *err) {
    cal_spec spec;
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = NULL;
    if (!text) return cal_fail(err, CAL_USAGE, "the link is null");
    status = cal_spec_parse(&spec, text, strlen(text), err);
    return status ? status : make(out, &spec, text, err);
}

void cal_link_free(cal_link *link) {
    if (!link) return;
    cal_text_free(&link->text);
    cal_mem_free(link);
}

cal_status cal_plan_link(cal_need *out, const cal_link *link, cal_use use, int workers, cal_error *err) {
    cal_link *kept = (cal_link *)link; // no handle is constant
    if (!link->planned || link->use != use || link->workers != workers) {
        const cal_status status = cal_run_need(&kept->need, &link->spec, use, workers, err);
        kept->planned = !status, kept->use = use, kept->workers = workers;
        if (status) return status;
    }
    *out = link->need;
    return CAL_OK;
}

// ---- contents

cal_link_info cal_link_about(const cal_link *link) {
    if (!link) return (cal_link_info){.data = NULL};
    const cal_spec *spec = &link->spec;
    cal_link_info out = {.data = spec->data.entry->id,
                         .model = spec->model.entry->id,
                         .needs_files = cal_data_of(&spec->data)->needs_files,
                         .train = cal_choice_integer(&spec->data, "train"),
                         .validation = cal_choice_integer(&spec->data, "val"),
                         .test = cal_choice_integer(&spec->data, "test"),
                         .epochs = cal_choice_integer(&spec->run, "epochs"),
                         .batch = cal_choice_integer(&spec->run, "batch"),
                         .bins = cal_choice_integer(&spec->run, "bins")};
    _Static_assert(sizeof out.from == CAL_HEX16, "as many digits as in a link");
    memcpy(out.from, spec->from, sizeof out.from);
    memcpy(out.promised, spec->promise.digest, sizeof out.promised);
    return out;
}

cal_status cal_link_canonical(cal_bytes *out, const cal_link *link, cal_error *err) {
    cal_text text = {0};
    const cal_status status = begin(out, link, err);
    if (status) return status;
    cal_spec_write(&text, &link->spec);
    return cal_give_text(out, &text, CAL_OK, err);
}

cal_status cal_link_shared(cal_bytes *out, const cal_link *link, cal_error *err) {
    cal_text text = {0};
    const cal_status status = begin(out, link, err);
    if (status) return status;
    cal_spec_share(&text, &link->spec, &link->spec.promise);
    return cal_give_text(out, &text, CAL_OK, err);
}

cal_status cal_link_files(cal_bytes *out, const cal_link *link, cal_error *err) {
    char names[CAL_TEXT_MAX];
    cal_text text = {0};
    const cal_status status = begin(out, link, err);
    if (status) return status;
    cal_evaluation_files(names, &link->spec.data);
    for (char *slash = names; (slash = strchr(slash, '/'));) *slash = '\n';
    cal_text_add(&text, "%s", names);
    return cal_give_text(out, &text, CAL_OK, err);
}

cal_status cal_link_measured(cal_link **out, const cal_lab *lab, const cal_link *link, cal_error *err) {
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = NULL;
    status = cal_need_link(link, err);
    if (!status) status = cal_need_pointer(lab, "the lab", err);
    if (status) return status;
    cal_spec spec = link->spec;
    status = cal_data_measure(&spec.data, lab->file, lab->files, err);
    return status ? status : cal_make_link(out, &spec, err);
}

cal_status cal_link_evaluated(cal_link **out, const cal_link *link, bool alone, cal_error *err) {
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = NULL;
    status = cal_need_link(link, err);
    if (status) return status;
    cal_spec spec = link->spec;
    cal_evaluation_narrow(&spec.data, alone);
    return cal_make_link(out, &spec, err);
}

cal_status cal_link_file(cal_bytes *out, const cal_link *link, cal_error *err) {
    cal_text file = {0};
    const cal_status status = begin(out, link, err);
    if (status) return status;
    cal_link_file_write(&file, link->text.data);
    return cal_give_text(out, &file, CAL_OK, err);
}

static int test_of(const cal_spec *spec) { return cal_choice_integer(&spec->data, "test"); }

cal_status cal_link_compare(bool *same, cal_bytes *why, const cal_link *promised, const cal_link *got,
                            cal_error *err) {
    cal_text rows = {0};
    cal_status status = cal_need_pointer(same, "same", err);
    if (why) *why = (cal_bytes){0};
    if (!status) status = cal_need_link(promised, err);
    if (!status) status = cal_need_link(got, err);
    if (status) return status;
    const cal_receipt *a = &promised->spec.promise, *b = &got->spec.promise;
    *same = cal_receipt_compare(&rows, a, b, test_of(&got->spec)) == CAL_RECEIPT_SAME;
    if (why) return cal_give_text(why, &rows, CAL_OK, err);
    cal_text_free(&rows);
    return CAL_OK;
}

cal_status cal_link_reproduced(const cal_link *promised, const cal_link *got, cal_error *err) {
    cal_status status = cal_need_link(promised, err);
    if (!status) status = cal_need_link(got, err);
    if (status) return status;
    const cal_receipt *a = &promised->spec.promise, *b = &got->spec.promise;
    const int test = test_of(&got->spec);
    return cal_receipt_compare(NULL, a, b, test) ? CAL_OK : cal_receipt_differs(a, b, test, err);
}

// ---- texts

// Returns enough of a text to decide whether it is too long.
static cal_slice slice_of(const char *text) {
    return (cal_slice){text, (int)strnlen(text, CAL_LINK_MAX + 1)};
}

cal_status cal_link_edited(cal_bytes *out, const char *link, const cal_link_edit *edit, int count,
                           cal_error *err) {
    cal_text text = {0};
    cal_arena arena = {0};
    cal_status status = begin_text(out, link, err);
    if (!status && count < 0) status = cal_fail(err, CAL_USAGE, "link: %d places cannot be changed", count);
    if (!status && count) status = cal_need_pointer(edit, "edit", err);
    cal_change *change = status ? NULL : cal_arena_alloc(&arena, (size_t)count * sizeof *change);
    if (!status && !change) status = cal_refuse_memory(err, "the link");
    for (int i = 0; i < count && !status; i++) {
        status = cal_need_pointer(edit[i].place, "a place", err);
        if (!status) change[i].place = slice_of(edit[i].place);
        if (!status && edit[i].value) change[i].value = slice_of(edit[i].value);
    }
    if (!status) status = cal_link_change(&text, link, strlen(link), change, count, err);
    cal_arena_free(&arena);
    return cal_give_text(out, &text, status, err);
}

cal_status cal_link_with(cal_bytes *out, const char *link, const char *place, const char *value,
                         cal_error *err) {
    cal_status status = begin_text(out, link, err);
    if (!status) status = cal_need_pointer(place, "the place", err);
    if (!status) status = cal_need_pointer(value, "the value", err);
    return status ? status : cal_link_edited(out, link, &(cal_link_edit){place, value}, 1, err);
}

cal_status cal_link_reset(cal_bytes *out, const char *link, const char *place, cal_error *err) {
    cal_status status = begin_text(out, link, err);
    if (!status) status = cal_need_pointer(place, "the place", err);
    return status ? status : cal_link_edited(out, link, &(cal_link_edit){place, NULL}, 1, err);
}

cal_status cal_link_value(cal_bytes *out, bool *given, const char *link, const char *place, cal_error *err) {
    cal_text text = {0};
    bool is_given = false;
    cal_status status = begin_text(out, link, err);
    if (given) *given = false;
    if (!status) status = cal_need_pointer(place, "the place", err);
    if (status) return status;
    status = cal_link_look_up(&text, &is_given, link, strlen(link), slice_of(place), err);
    if (given && !status) *given = is_given;
    return cal_give_text(out, &text, status, err);
}

cal_status cal_link_from_file(cal_bytes *out, const char *name, const void *bytes, size_t size,
                              cal_error *err) {
    const cal_file file = {name ? name : "the file", bytes, size};
    cal_arena arena = {0};
    cal_weights_about about = {.link = NULL};
    cal_slice link = {NULL, 0};
    cal_text text = {0};
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = (cal_bytes){0};
    if (size) status = cal_need_pointer(bytes, "bytes", err);
    // A safetensors file begins with a length, whose last byte is zero, and a brace. JSON has no zero bytes.
    const bool stored = !status && size > 8 && !file.bytes[7] && file.bytes[8] == '{';
    if (!status && stored) status = cal_weights_inspect(&about, &arena, &file, err);
    else if (!status) status = cal_link_file_read(&link, &arena, &file, err);
    if (!status && about.link) cal_text_add(&text, "%s", about.link);
    if (!status && link.at) cal_text_add_bytes(&text, link.at, (size_t)link.length);
    cal_arena_free(&arena);
    return cal_give_text(out, &text, status, err);
}
