// Requests about a link that need no data: its meaning, the memory of its run, the curve of its loss.
#include "api_internal.h"
#include "ad/interpret.h"
#include "base/maths/maths.h"
#include "catalog/penalty/penalty.h"
#include "run/theory/theory.h"

const char *cal_api_wanted(cal_api *api, const char *link, size_t length) {
    cal_bytes json;
    cal_api_begin(api);
    const char *text = cal_api_text(api, link, length);
    return cal_api_end_json(api, &json, cal_link_wanted_json(&json, text, &api->error));
}

const char *cal_api_check(cal_api *api, const char *link, size_t length, int workers) {
    cal_bytes json;
    cal_api_begin(api);
    const char *text = cal_api_text(api, link, length);
    const int threads = workers < 1 ? 1 : workers;
    return cal_api_end_json(api, &json, cal_link_plan_json(&json, text, threads, &api->error));
}

const char *cal_api_recover(cal_api *api, const char *link, size_t length) {
    cal_bytes json;
    cal_api_begin(api);
    const char *text = cal_api_text(api, link, length);
    return cal_api_end_json(api, &json, cal_link_recovered_json(&json, text, &api->error));
}

const char *cal_api_share(cal_api *api, const char *link, size_t length) {
    cal_text *json = cal_api_begin(api);
    cal_bytes shared = {0};
    const cal_status status = cal_link_shared(&shared, cal_api_text(api, link, length), &api->error);
    cal_json_open(json, '{');
    cal_json_member_string(json, "link", shared.data);
    cal_json_close(json, '}');
    cal_bytes_free(&shared);
    return cal_api_end(api, status);
}

const char *cal_api_compare(cal_api *api, const char *promised, size_t promised_length, const char *got,
                            size_t got_length) {
    cal_text *json = cal_api_begin(api);
    const char *one = cal_api_text(api, promised, promised_length),
               *other = cal_api_text(api, got, got_length);
    cal_bytes rows;
    bool same;
    const cal_status status = cal_link_compare(&same, &rows, one, other, &api->error);
    if (!status) {
        cal_json_open(json, '{');
        cal_api_member_json(json, "rows", &rows);
        cal_json_member_bool(json, "same", same);
        cal_json_close(json, '}');
    }
    return cal_api_end(api, status);
}

const char *cal_api_choice(cal_api *api, const char *kind, size_t kind_length, const char *text,
                           size_t length) {
    cal_bytes json;
    cal_api_begin(api);
    const char *of = cal_api_text(api, kind, kind_length), *value = cal_api_text(api, text, length);
    return cal_api_end_json(api, &json, cal_catalog_choice_json(&json, of, value, &api->error));
}

static void json_array(cal_text *json, const char *key, const double *values, int count) {
    cal_json_member_numbers(json, key, values, count);
}

typedef struct curve { // of a batch of one sample
    cal_interpreter *it;
    cal_node logits, labels, loss, slope;
} curve;

// The two logits are log p - log(1 - p) and 0, so that the softmax of the first is p.
// A loss that couples the samples of a batch has no optimum for one sample: the array is left out.
static void write_curve(cal_text *json, cal_arena *arena, const curve *c, const cal_choice *loss_choice,
                        int points) {
    double *p = cal_arena_alloc(arena, (size_t)points * sizeof *p);
    double *loss = cal_arena_alloc(arena, (size_t)points * sizeof *loss);
    double *gradient = cal_arena_alloc(arena, (size_t)points * sizeof *gradient);
    double *factor = cal_arena_alloc(arena, (size_t)points * sizeof *factor);
    if (arena->refused) return;
    for (int i = 0; i < points; i++) {
        double *z = cal_interpreter_values(c->it, c->logits);
        const double *slope = cal_interpreter_values(c->it, c->slope);
        p[i] = (i + 1.0) / (points + 1.0);
        z[0] = cal_log(p[i]) - cal_log1p(-p[i]);
        z[1] = *cal_interpreter_values(c->it, c->labels) = 0;
        cal_interpreter_run(c->it);
        loss[i] = *cal_interpreter_values(c->it, c->loss);
        gradient[i] = slope ? -slope[0] : 0;
        factor[i] = gradient[i] / (1 - p[i]);
    }
    cal_json_open(json, '{');
    json_array(json, "p", p, points);
    json_array(json, "loss", loss, points);
    json_array(json, "gradient", gradient, points);
    json_array(json, "factor", factor, points);
    cal_loss_optimum best;
    cal_error none;
    if (!cal_loss_optimum_find(&best, arena, loss_choice, 2, p, points, &none))
        json_array(json, "optimal", best.q, points);
    cal_json_close(json, '}');
}

const char *cal_api_curve(cal_api *api, const char *loss, size_t length, int points) {
    cal_text *json = cal_api_begin(api);
    cal_choice choice;
    cal_status status = cal_choice_parse(&choice, "loss", loss, length, &api->error);
    if (!status && (points < 2 || points > 4096))
        status = cal_fail(&api->error, CAL_USAGE, "curve: %d points are not between 2 and 4096", points);
    if (status) return cal_api_end(api, status);

    cal_graph g = {0};
    cal_arena arena = {0};
    curve c = {.it = NULL};
    c.logits = cal_graph_input(&g, CAL_MATRIX, (cal_shape){1, 2, 1, 1});
    c.labels = cal_graph_input(&g, CAL_INDEX, (cal_shape){1, 1, 1, 1});
    cal_loss_batch batch = {c.logits, c.labels, .sample_weight = CAL_ABSENT,
                            .state = cal_loss_state_input(&g, &choice)};
    c.loss = cal_objective_build(&g, &batch, &choice, NULL);
    cal_graph_gradient(&g, cal_graph_total(&g, c.loss), &c.logits, 1, &c.slope);
    status =
        cal_interpreter_create(&c.it, &g, (cal_node[]){c.loss, c.slope, c.logits, c.labels}, 4, &api->error);
    if (!status) {
        cal_loss_begin(cal_interpreter_values(c.it, batch.state), &choice);
        write_curve(json, &arena, &c, &choice, points);
    }
    if (!status && arena.refused) status = cal_fail(&api->error, CAL_MEMORY, "curve: memory was refused");
    cal_interpreter_free(c.it);
    cal_arena_free(&arena);
    cal_graph_free(&g);
    return cal_api_end(api, status);
}
