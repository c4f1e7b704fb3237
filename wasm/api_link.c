// Requests about a link that need no data: its meaning, the memory of its run, the curve of its loss.
#include "api.h"
#include "api_internal.h"

const char *cal_api_wanted(cal_api *api, const char *link, size_t length) {
    const cal_link *of;
    cal_bytes json;
    cal_api_begin(api);
    cal_status status = cal_api_link(&of, api, link, length);
    if (!status) status = cal_link_wanted_json(&json, of, &api->error);
    return cal_api_end_json(api, &json, status);
}

const char *cal_api_check(cal_api *api, const char *link, size_t length, int workers) {
    const cal_link *of;
    cal_bytes json;
    cal_api_begin(api);
    cal_status status = cal_api_link(&of, api, link, length);
    if (!status) status = cal_link_plan_json(&json, of, workers < 1 ? 1 : workers, &api->error);
    return cal_api_end_json(api, &json, status);
}

const char *cal_api_recover(cal_api *api, const char *link, size_t length) {
    cal_bytes json;
    cal_api_begin(api);
    const char *text = cal_api_text(api, link, length);
    return cal_api_end_json(api, &json, cal_link_recovered_json(&json, text, &api->error));
}

const char *cal_api_share(cal_api *api, const char *link, size_t length) {
    cal_text *json = cal_api_begin(api);
    const cal_link *of;
    cal_bytes shared = {0};
    cal_status status = cal_api_link(&of, api, link, length);
    if (!status) status = cal_link_shared(&shared, of, &api->error);
    cal_json_open(json, '{');
    cal_json_member_string(json, "link", shared.data);
    cal_json_close(json, '}');
    cal_bytes_free(&shared);
    return cal_api_end(api, status);
}

const char *cal_api_compare(cal_api *api, const char *promised, size_t promised_length, const char *got,
                            size_t got_length) {
    cal_text *json = cal_api_begin(api);
    const cal_link *one;
    cal_link *other = NULL;
    cal_bytes rows;
    bool same;
    cal_status status = cal_api_link(&one, api, promised, promised_length);
    if (!status) status = cal_link_parse(&other, cal_api_text(api, got, got_length), &api->error);
    if (!status) status = cal_link_compare(&same, &rows, one, other, &api->error);
    if (!status) {
        cal_json_open(json, '{');
        cal_api_member_json(json, "rows", &rows);
        cal_json_member_bool(json, "same", same);
        cal_json_member_bool(json, "close", same || !cal_link_reproduced(one, other, NULL));
        cal_json_close(json, '}');
    }
    cal_link_free(other);
    return cal_api_end(api, status);
}

const char *cal_api_choice(cal_api *api, const char *kind, size_t kind_length, const char *text,
                           size_t length) {
    cal_bytes json;
    cal_api_begin(api);
    const char *of = cal_api_text(api, kind, kind_length), *value = cal_api_text(api, text, length);
    return cal_api_end_json(api, &json, cal_catalog_choice_json(&json, of, value, &api->error));
}

// Writes the curve, without the optimum for a loss that couples the samples of a batch: one sample has none.
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
    for (int i = 0; i < n; i++) gradient[i] = -gradient[i]; // positive if training raises p
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
