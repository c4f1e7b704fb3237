// The link: any bytes are read or refused in one sentence, and what is read has a canonical form that reads
// back as the same run and is written as the same text.
#include <stdlib.h>
#include <string.h>
#include "run/link/link.h"

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static cal_spec spec, again;
    cal_error err = {0};
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
