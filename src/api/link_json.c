// Links as JSON: their meaning, the needs of their run, the readable parts of a damaged one.
#include "api/handles.h"
#include <string.h>
#include "run/link/evaluation.h"
#include "run/link/link.h"
#include "run/link/place.h"

// Writes numbers as numbers, all other values as in a link, like "default" in describe.
static void write_value(cal_text *json, const cal_choice *choice, int index) {
    const cal_param *param = &choice->entry->params[index];
    if (param->type == CAL_REAL || param->type == CAL_INTEGER) {
        cal_json_number(json, choice->value[index].number[0]);
        return;
    }
    cal_text text = {0};
    cal_choice_write_value(&text, choice, index);
    cal_json_string(json, text.data ? text.data : "");
    json->refused |= text.refused;
    cal_text_free(&text);
}

static void write_params(cal_text *json, const cal_choice *choice) {
    cal_json_open(json, '{');
    for (int i = 0; choice->entry->params && choice->entry->params[i].name; i++) {
        cal_json_key(json, choice->entry->params[i].name);
        write_value(json, choice, i);
    }
    cal_json_close(json, '}');
}

static void write_choice(cal_text *json, const char *kind, const cal_choice *choice) {
    cal_json_key(json, kind);
    cal_json_open(json, '{');
    cal_json_member_string(json, "id", choice->entry->id);
    cal_json_key(json, "params");
    write_params(json, choice);
    cal_json_close(json, '}');
}

static void write_promise(cal_text *json, const cal_receipt *promise) {
    const struct {
        const char *key, *text;
    } texts[] = {{"engine", promise->engine},
                 {"data", promise->data},
                 {"weights", promise->weights},
                 {"digest", promise->digest}};
    cal_json_key(json, "promise");
    cal_json_open(json, '{');
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (*texts[i].text) cal_json_member_string(json, texts[i].key, texts[i].text);
    for (int i = 0; i < CAL_RECEIPT_FIGURES; i++)
        if (promise->figure[i] == promise->figure[i])
            cal_json_member_number(json, cal_receipt_figures[i], promise->figure[i]);
    if (promise->engine[0]) cal_json_member_bool(json, "fused", promise->fused);
    cal_json_close(json, '}');
}

// Writes the page's keys, and the link with them.
static void write_page(cal_text *json, const cal_spec *spec, const char *link) {
    cal_page page;
    cal_text address = {0}, value = {0};
    cal_page_read(&page, link, strlen(link));
    cal_json_key(json, "page");
    cal_json_open(json, '{');
    for (int i = 0; i < page.count; i++) {
        value.length = 0;
        cal_text_add_bytes(&value, page.entry[i].value.at, (size_t)page.entry[i].value.length);
        cal_json_member_string(json, page.entry[i].key, value.data);
    }
    cal_json_close(json, '}');
    cal_page_address(&address, spec, &page);
    cal_json_member_string(json, "link", address.data);
    json->refused |= address.refused || value.refused;
    cal_text_free(&address);
    cal_text_free(&value);
}

// Writes the link without its seed, shared by runs that differ only in it.
static void write_group(cal_text *json, const cal_spec *spec) {
    cal_text canonical = {0}, group = {0};
    cal_spec_write(&canonical, spec);
    if (!canonical.refused)
        cal_link_change(&group, canonical.data, (size_t)canonical.length, &(cal_change){.place = {"seed", 4}},
                        1, NULL);
    cal_json_member_string(json, "group", group.data);
    json->refused |= canonical.refused || group.refused;
    cal_text_free(&canonical);
    cal_text_free(&group);
}

static void write_spec(cal_text *json, const cal_spec *spec) {
    cal_json_member_spec(json, "spec", spec);
    cal_json_member_string(json, "digest", spec->promise.digest);
    cal_json_member_string(json, "from", spec->from);
    cal_text promise = {0}, address = {0};
    if (spec->promise.engine[0]) cal_receipt_write(&promise, &spec->promise);
    cal_json_member_string(json, "receipt", promise.data ? promise.data : "");
    cal_spec_address(&address, spec);
    cal_json_member_string(json, "address", address.data);
    json->refused |= promise.refused || address.refused;
    cal_text_free(&promise);
    cal_text_free(&address);
    write_promise(json, &spec->promise);
    write_group(json, spec);
    cal_json_key(json, "choices");
    cal_json_open(json, '{');
    write_choice(json, "data", &spec->data);
    write_choice(json, "model", &spec->model);
    write_choice(json, "head", &spec->head);
    write_choice(json, "loss", &spec->loss);
    write_choice(json, "penalty", &spec->penalty);
    write_choice(json, "optimizer", &spec->optimizer);
    write_choice(json, "schedule", &spec->schedule);
    write_choice(json, "augment", &spec->augment);
    cal_json_close(json, '}');
    cal_json_key(json, "run");
    write_params(json, &spec->run);
}

static void write_need(cal_text *json, const cal_need *need) {
    cal_json_key(json, "need");
    cal_json_open(json, '{');
    cal_json_member_number(json, "bytes", (double)need->bytes);
    cal_json_member_string(json, "largest", need->largest);
    cal_json_member_number(json, "state", (double)need->state);
    cal_json_member_number(json, "parameters", (double)need->parameters);
    cal_json_member_number(json, "multiply_adds", (double)need->multiply_adds);
    cal_json_member_number(json, "steps_per_epoch", need->steps_per_epoch);
    cal_json_member_number(json, "steps", need->steps);
    cal_json_close(json, '}');
}

static void write_shape(cal_text *json, int k, int c, int h, int w) {
    cal_json_key(json, "shape");
    cal_json_open(json, '{');
    cal_json_member_number(json, "k", k);
    cal_json_member_number(json, "c", c);
    cal_json_member_number(json, "h", h);
    cal_json_member_number(json, "w", w);
    cal_json_close(json, '}');
}

static void write_files(cal_text *json, const cal_choice *choice) {
    char names[CAL_TEXT_MAX];
    cal_evaluation_files(names, choice);
    cal_json_key(json, "files");
    cal_json_open(json, '[');
    for (char *rest = names, *name; *rest;) {
        name = rest;
        rest += strcspn(rest, "/");
        if (*rest) *rest++ = 0;
        cal_json_string(json, name);
    }
    cal_json_close(json, ']');
}

// Plans the run of a link, whose text is `link`; writes the plan if `json` is not null.
static cal_status write_plan(cal_text *json, const cal_spec *spec, const char *link, int threads,
                             cal_error *err) {
    int k, c, h, w;
    cal_need need;
    cal_net *net = NULL;
    cal_data_shape(&k, &c, &h, &w, &spec->data);
    cal_status status = cal_net_from_choice(&net, &spec->model, k, c, h, w, err);
    if (!status) status = cal_run_need(&need, spec, CAL_RUN_TRAIN, threads, err);
    if (!status && json) {
        cal_json_open(json, '{');
        write_spec(json, spec);
        write_page(json, spec, link);
        write_shape(json, k, c, h, w);
        write_need(json, &need);
        cal_json_key(json, "net");
        cal_net_describe(net, json);
        write_files(json, &spec->data);
        cal_json_close(json, '}');
    }
    cal_net_free(net);
    return status;
}

// Writes only the parts of a link that an evaluation needs, data and network. The others may need training
// samples, which an evaluation leaves out.
static void write_evaluation(cal_text *json, const cal_spec *spec, bool alone) {
    cal_spec narrow = *spec;
    cal_text link = {0};
    if (cal_evaluation_narrow(&narrow.data, alone) && !cal_choice_integer(&narrow.data, "val")) {
        const cal_choice data = narrow.data;
        cal_spec_default(&narrow);
        narrow.data = data;
        narrow.model = spec->model;
    }
    cal_spec_write(&link, &narrow);
    cal_json_open(json, '{');
    cal_json_member_string(json, "link", link.data);
    write_files(json, &narrow.data);
    cal_json_close(json, '}');
    json->refused |= link.refused;
    cal_text_free(&link);
}

static cal_status begin(cal_bytes *out, const char *text, const char *function, cal_error *err) {
    cal_status status = cal_need_pointer_of(out, function, "out", err);
    if (status) return status;
    *out = (cal_bytes){0};
    return text ? CAL_OK : cal_fail(err, CAL_USAGE, "the link is null");
}

cal_status cal_link_plan_json(cal_bytes *out, const cal_link *link, int threads, cal_error *err) {
    cal_text json = {0};
    cal_status status = begin(out, link ? link->text.data : NULL, __func__, err);
    if (!status && (threads < 1 || threads > CAL_LAB_THREADS))
        status =
            cal_fail(err, CAL_USAGE, "plan: threads=%d is not between 1 and %d", threads, CAL_LAB_THREADS);
    if (status) return status;
    return cal_give_text(out, &json, write_plan(&json, &link->spec, link->text.data, threads, err), err);
}

cal_status cal_link_wanted_json(cal_bytes *out, const cal_link *link, cal_error *err) {
    cal_text json = {0};
    const cal_status status = begin(out, link ? link->text.data : NULL, __func__, err);
    if (status) return status;
    cal_json_open(&json, '{');
    write_files(&json, &link->spec.data);
    cal_json_member_string(&json, "hash", link->spec.data.hex);
    cal_json_key(&json, "evaluate");
    write_evaluation(&json, &link->spec, false);
    cal_json_key(&json, "test");
    write_evaluation(&json, &link->spec, true);
    cal_json_close(&json, '}');
    return cal_give_text(out, &json, CAL_OK, err);
}

static cal_status check_plan(const cal_spec *spec, cal_error *err) {
    return write_plan(NULL, spec, NULL, 1, err);
}

cal_status cal_link_recovered_json(cal_bytes *out, const char *link, cal_error *err) {
    cal_text json = {0};
    cal_status status = begin(out, link, "cal_link_recovered_json", err);
    if (status) return status;
    cal_link_recover(&json, link, strlen(link), check_plan);
    return cal_give_text(out, &json, CAL_OK, err);
}

static void write_given(cal_text *json, const cal_choice *choice) {
    cal_choice usual;
    cal_text value = {0};
    cal_choice_default(&usual, choice->entry);
    cal_json_open(json, '{');
    for (int i = 0; choice->entry->params && choice->entry->params[i].name; i++) {
        if (cal_choice_param_equal(choice, &usual, i)) continue;
        value.length = 0;
        cal_text_add(&value, "%s", "");
        cal_choice_write_value(&value, choice, i);
        cal_json_member_string(json, choice->entry->params[i].name, value.data);
    }
    cal_json_close(json, '}');
    json->refused |= value.refused;
    cal_text_free(&value);
}

cal_status cal_catalog_choice_json(cal_bytes *out, const char *kind, const char *text, cal_error *err) {
    cal_text json = {0};
    cal_choice choice;
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = (cal_bytes){0};
    status = cal_need_pointer(kind, "the kind", err);
    if (!status) status = cal_need_pointer(text, "the text", err);
    if (!status && !cal_registry_find(kind))
        status = cal_fail(err, CAL_USAGE, "choice: there is no registry '%.48s'", kind);
    if (!status) status = cal_choice_parse(&choice, kind, text, strlen(text), err);
    if (status) return status;
    cal_json_open(&json, '{');
    cal_json_member_string(&json, "id", choice.entry->id);
    cal_json_key(&json, "params");
    write_params(&json, &choice);
    cal_json_key(&json, "given");
    write_given(&json, &choice);
    cal_json_close(&json, '}');
    return cal_give_text(out, &json, CAL_OK, err);
}
