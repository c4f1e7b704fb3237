// Requests about a link that need no data: its meaning, the memory of its run, the curve of its loss.
#include "api_internal.h"
#include <string.h>
#include "run/link/evaluation.h"
#include "run/link/link.h"
#include "run/link/place.h"

// Numbers as numbers, all other values as in a link, like "default" in describe.
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
    cal_json_close(json, '}');
}

// The page's own keys, and the link with them.
static void write_page(cal_text *json, const cal_spec *spec, const char *link, size_t length) {
    cal_page page;
    cal_text address = {0}, value = {0};
    cal_page_read(&page, link, length);
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

// The link that runs share which differ in their seed alone.
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
static cal_status write_check(cal_text *json, const cal_spec *spec, const char *link, size_t length,
                              int workers, cal_error *err) {
    int k, c, h, w;
    cal_need need;
    cal_net *net = NULL;
    cal_data_shape(&k, &c, &h, &w, &spec->data);
    cal_status status = cal_net_from_choice(&net, &spec->model, k, c, h, w, err);
    if (!status) status = cal_run_need(&need, spec, CAL_RUN_TRAIN, workers, err);
    if (!status && json) {
        cal_json_open(json, '{');
        write_spec(json, spec);
        write_page(json, spec, link, length);
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

// The parts of a link that an evaluation needs, data and network: the others may need training samples, which
// an evaluation leaves out.
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

const char *cal_api_wanted(cal_api *api, const char *link, size_t length) {
    cal_text *json = cal_api_begin(api);
    cal_spec spec;
    const cal_status status = cal_spec_parse(&spec, link, length, &api->error);
    if (status) return cal_api_end(api, status);
    cal_json_open(json, '{');
    write_files(json, &spec.data);
    cal_json_member_string(json, "hash", spec.data.hex);
    cal_json_key(json, "evaluate");
    write_evaluation(json, &spec, false);
    cal_json_key(json, "test");
    write_evaluation(json, &spec, true);
    cal_json_close(json, '}');
    return cal_api_end(api, CAL_OK);
}

const char *cal_api_check(cal_api *api, const char *link, size_t length, int workers) {
    cal_text *json = cal_api_begin(api);
    cal_spec spec;
    cal_status status = cal_spec_parse(&spec, link, length, &api->error);
    if (!status) status = write_check(json, &spec, link, length, workers < 1 ? 1 : workers, &api->error);
    return cal_api_end(api, status);
}

static cal_status check_plan(const cal_spec *spec, cal_error *err) {
    return write_check(NULL, spec, NULL, 0, 1, err);
}

const char *cal_api_recover(cal_api *api, const char *link, size_t length) {
    cal_link_recover(cal_api_begin(api), link, length, check_plan);
    return cal_api_end(api, CAL_OK);
}

const char *cal_api_share(cal_api *api, const char *link, size_t length) {
    cal_text *json = cal_api_begin(api), shared = {0};
    cal_spec spec;
    cal_status status = cal_spec_parse(&spec, link, length, &api->error);
    if (!status) {
        cal_spec_share(&shared, &spec, &spec.promise);
        cal_json_open(json, '{');
        cal_json_member_string(json, "link", shared.data);
        cal_json_close(json, '}');
        json->refused |= shared.refused;
        cal_text_free(&shared);
    }
    return cal_api_end(api, status);
}

const char *cal_api_compare(cal_api *api, const char *promised, size_t promised_length, const char *got,
                            size_t got_length) {
    cal_text *json = cal_api_begin(api);
    cal_spec a, b;
    cal_status status = cal_spec_parse(&a, promised, promised_length, &api->error);
    if (!status) status = cal_spec_parse(&b, got, got_length, &api->error);
    if (!status) {
        cal_json_open(json, '{');
        cal_json_key(json, "rows");
        const bool same = cal_receipt_compare(json, &a.promise, &b.promise);
        cal_json_member_bool(json, "same", same);
        cal_json_close(json, '}');
    }
    return cal_api_end(api, status);
}

const char *cal_api_choice(cal_api *api, const char *kind, size_t kind_length, const char *text,
                           size_t length) {
    cal_text *json = cal_api_begin(api), value = {0};
    char name[32] = "";
    cal_choice choice, usual;
    if (kind_length < sizeof name) memcpy(name, kind, kind_length);
    if (!cal_registry_find(name))
        return cal_api_end(api, cal_fail(&api->error, CAL_USAGE, "choice: there is no registry '%s'", name));
    cal_status status = cal_choice_parse(&choice, name, text, length, &api->error);
    if (status) return cal_api_end(api, status);
    cal_choice_default(&usual, choice.entry);
    cal_json_open(json, '{');
    cal_json_member_string(json, "id", choice.entry->id);
    cal_json_key(json, "params");
    write_params(json, &choice);
    cal_json_key(json, "given");
    cal_json_open(json, '{');
    for (int i = 0; choice.entry->params && choice.entry->params[i].name; i++) {
        if (cal_choice_param_equal(&choice, &usual, i)) continue;
        value.length = 0;
        cal_text_add(&value, "%s", "");
        cal_choice_write_value(&value, &choice, i);
        cal_json_member_string(json, choice.entry->params[i].name, value.data);
    }
    cal_json_close(json, '}');
    cal_json_close(json, '}');
    json->refused |= value.refused;
    cal_text_free(&value);
    return cal_api_end(api, CAL_OK);
}

// A loss that couples the samples of a batch has no optimum for one sample: the array is left out.
static cal_status write_curve(cal_text *json, cal_arena *arena, cal_theory_def *def, cal_error *err) {
    const int n = def->n;
    double *p = cal_arena_alloc(arena, (size_t)n * sizeof *p);
    double *loss = cal_arena_alloc(arena, (size_t)n * sizeof *loss);
    double *gradient = cal_arena_alloc(arena, (size_t)n * sizeof *gradient);
    double *factor = cal_arena_alloc(arena, (size_t)n * sizeof *factor);
    double *optimal = cal_arena_alloc(arena, (size_t)n * sizeof *optimal);
    if (arena->refused) return cal_fail(err, CAL_MEMORY, "curve: memory was refused");
    for (int i = 0; i < n; i++) p[i] = (i + 1.0) / (n + 1.0);
    def->p = p;
    cal_status status = cal_theory_curve(loss, gradient, factor, NULL, def, err);
    if (status) return status;
    for (int i = 0; i < n; i++) gradient[i] = -gradient[i]; // positive where training raises p
    cal_json_open(json, '{');
    cal_json_member_numbers(json, "p", p, n);
    cal_json_member_numbers(json, "loss", loss, n);
    cal_json_member_numbers(json, "gradient", gradient, n);
    cal_json_member_numbers(json, "factor", factor, n);
    if (!cal_theory_optimum(optimal, NULL, NULL, def, NULL))
        cal_json_member_numbers(json, "optimal", optimal, n);
    cal_json_close(json, '}');
    return CAL_OK;
}

const char *cal_api_curve(cal_api *api, const char *loss, size_t length, int points) {
    cal_text *json = cal_api_begin(api);
    cal_arena arena = {0};
    cal_theory_def def = cal_default_theory();
    def.loss = cal_api_text(api, loss, length), def.n = points, def.single = true;
    cal_status status = cal_catalog_check("loss", def.loss, &api->error);
    if (!status && (points < 2 || points > 4096))
        status = cal_fail(&api->error, CAL_USAGE, "curve: %d points are not between 2 and 4096", points);
    if (!status) status = write_curve(json, &arena, &def, &api->error);
    cal_arena_free(&arena);
    return cal_api_end(api, status);
}
