// The link: any bytes are read or refused in one sentence. A link that was read has a canonical form that
// reads back as the same run and is written as the same text. Then a place of it is set, removed and read:
// the place follows a zero byte in the input, and its value another one.
#include <stdlib.h>
#include <string.h>
#include "run/link/link.h"
#include "run/link/place.h"

static void must(int good) {
    if (!good) abort();
}

static void check_error(const cal_error *err, cal_status status) {
    must(status == CAL_USAGE && err->status == CAL_USAGE && err->text[0]);
    for (const char *c = err->text; *c; c++) must((unsigned char)*c >= 32 && *c != 127);
}

static void check_same(const cal_spec *a, const cal_spec *b) {
    must(cal_choice_equal(&a->data, &b->data));
    must(cal_choice_equal(&a->model, &b->model));
    must(cal_choice_equal(&a->loss, &b->loss));
    must(cal_choice_equal(&a->optimizer, &b->optimizer));
    must(cal_choice_equal(&a->schedule, &b->schedule));
    must(cal_choice_equal(&a->augment, &b->augment));
    must(cal_choice_equal(&a->run, &b->run));
    must(a->switch_after == b->switch_after);
    if (a->switch_after) must(cal_choice_equal(&a->then, &b->then));
}

// ---- places

static cal_slice whole(const cal_text *text) { return (cal_slice){text->data, text->length}; }

// Changes a place of the link, or writes nothing; value.at null: removes it.
static cal_status change(cal_text *out, cal_slice link, cal_slice place, cal_slice value) {
    cal_error err = {0};
    cal_status status =
        cal_link_change(out, link.at, (size_t)link.length, &(cal_change){place, value}, 1, &err);
    if (status) {
        check_error(&err, status);
        cal_text_free(out);
    } else must(out->data && !out->refused);
    return status;
}

static cal_status look_up(cal_text *out, bool *given, cal_slice link, cal_slice place) {
    cal_error err = {0};
    cal_status status = cal_link_look_up(out, given, link.at, (size_t)link.length, place, &err);
    if (status) check_error(&err, status);
    return status;
}

static int same_text(const cal_text *a, const cal_text *b) {
    return a->length == b->length && !memcmp(a->data, b->data, (size_t)a->length);
}

// Checks that read(set(link, place, value)) is the canonical value, and that setting that gives the same
// link. Also that remove(set(link, place, value)) is remove(link, place).
static void check_set(cal_slice link, cal_slice place, cal_slice value) {
    cal_text set = {0}, read = {0}, again = {0}, removed = {0}, back = {0};
    bool given;
    if (change(&set, link, place, value)) return;
    must(!look_up(&read, &given, whole(&set), place));
    if (read.length) { // an empty list has no text to set
        must(!change(&again, link, place, whole(&read)));
        must(same_text(&set, &again));
    }
    if (!change(&removed, link, place, (cal_slice){0})) {
        must(!change(&back, whole(&set), place, (cal_slice){0}));
        must(same_text(&removed, &back));
        cal_text_free(&read);
        must(!look_up(&read, &given, whole(&back), place));
        must(!given || cal_slice_is(place, "v"));
    }
    cal_text_free(&set), cal_text_free(&read), cal_text_free(&again);
    cal_text_free(&removed), cal_text_free(&back);
}

// Sets a place of the link to its value again, which changes only the receipt.
static void check_own(cal_slice link, const char *name) {
    const cal_slice place = {name, (int)strlen(name)};
    cal_text read = {0};
    bool given;
    if (!look_up(&read, &given, link, place) && read.length) check_set(link, place, whole(&read));
    cal_text_free(&read);
}

static void check_places(const char *data, size_t size) {
    static const char *const names[] = {
        "data",        "data.train", "data.hash",   "model", "model.hidden", "model.text",   "loss",
        "loss.gamma",  "penalty",    "optimizer",   "v",     "optimizer.lr", "schedule",     "augment",
        "epochs",      "batch",      "seed",        "from",  "switch",       "init",         "by",
        "digest",      "receipt",    "diagnostics", "view",  "threads",      "exercise.x",   "run",
        "loss.gammas", "seed.x",     "exercise",    "embed", "nothing",      "model.hidden."};
    const char *zero = memchr(data, 0, size);
    cal_slice link = {data, (int)(zero ? (size_t)(zero - data) : size)};
    if (size > CAL_LINK_MAX) return;
    if (!zero) {
        check_own(link, names[(size * 7 + (unsigned char)data[0]) % (sizeof names / sizeof *names)]);
        return;
    }
    cal_slice place = {zero + 1, (int)(size - (size_t)link.length - 1)}, value = place;
    place = cal_slice_cut(&value, 0);
    if (value.at) check_set(link, place, value);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static cal_spec spec, again;
    cal_error err = {0};
    if (size) check_places((const char *)data, size);
    cal_status status = cal_spec_parse(&spec, (const char *)data, size, &err);
    cal_text first = {0}, second = {0};
    if (status) {
        check_error(&err, status);
        cal_link_recover(&first, (const char *)data, size, NULL);
        must(!first.refused && first.depth == 0);
        cal_text_free(&first);
        return 0;
    }
    cal_spec_write(&first, &spec);
    must(!first.refused);
    for (int i = 0; i < first.length; i++) must(cal_link_character(first.data[i]));
    must(cal_spec_parse(&again, first.data, (size_t)first.length, &err) == CAL_OK);
    check_same(&spec, &again);
    cal_spec_write(&second, &again);
    must(strcmp(first.data, second.data) == 0);
    cal_text_free(&second);
    cal_spec_share(&second, &spec, &spec.promise);
    must(cal_spec_parse(&again, second.data, (size_t)second.length, &err) == CAL_OK);
    check_same(&spec, &again);
    cal_text_free(&first);
    cal_spec_share(&first, &again, &again.promise);
    must(strcmp(first.data, second.data) == 0);
    cal_text_free(&first);
    cal_text_free(&second);
    return 0;
}
