#include "run/calibration/groups.h"
#include <string.h>
#include "run/report/scoring.h"

// ---- names

int cal_groups_find(const cal_fitted_groups *g, int column, cal_slice word) {
    cal_error name;
    (void)cal_fail(&name, CAL_OK, "%.*s", CAL_QUOTED(word));
    if (g->columns > 1) {
        const cal_error alone = name;
        (void)cal_fail(&name, CAL_OK, "%.24s=%.36s", g->column[column], alone.text);
    }
    for (int i = 0; i < g->count; i++)
        if (strcmp(g->name[i], name.text) == 0) return i;
    return -1;
}

void cal_groups_split(cal_text *calibrator, cal_text *columns, const char *text) {
    static const char KEY[] = "group=";
    cal_slice rest = {text, (int)strlen(text)};
    const cal_slice id = cal_slice_cut(&rest, ':');
    int kept = 0;
    cal_text_add(calibrator, "%.*s", id.length, id.at);
    while (rest.at) {
        const cal_slice one = cal_slice_cut(&rest, ',');
        if (one.length > (int)sizeof KEY - 1 && memcmp(one.at, KEY, sizeof KEY - 1) == 0)
            cal_text_add(columns, "%s%.*s", columns->length ? "," : "", one.length, one.at);
        else cal_text_add(calibrator, "%s%.*s", kept++ ? "," : ":", one.length, one.at);
    }
}

// ---- rows

cal_status cal_group_rows_score(cal_scores *out, cal_arena *arena, const double *p, const int32_t *labels,
                                const cal_group_rows *rows, cal_error *err) {
    const size_t n = (size_t)rows->n, k = (size_t)rows->k;
    double *own = cal_arena_alloc(arena, n * k * sizeof *own);
    int32_t *label = cal_arena_alloc(arena, n * sizeof *label);
    cal_scores measured;
    if (arena->refused) return cal_refuse_memory(err, "a group");
    for (size_t i = 0; i < n; i++) {
        memcpy(own + i * k, p + (size_t)rows->row[i] * k, k * sizeof *own);
        if (labels) label[i] = labels[rows->row[i]];
    }
    const cal_outputs o = {.task = rows->binary ? CAL_TASK_BINARY : CAL_TASK_CLASSES,
                           .n = rows->n,
                           .k = rows->k,
                           .probabilities = own,
                           .labels = label};
    return cal_outputs_score(&measured, out, arena, &o, rows->pool, 0, err);
}

cal_status cal_group_rows_calibrate(double *q, const cal_calibrator *calibrator, const cal_fit *fit,
                                    const cal_scores *before, cal_error *err) {
    cal_arena arena = {0};
    cal_scores after;
    const cal_status status = cal_calibrator_apply(&after, &arena, calibrator, fit, before, err);
    const int n = before->n, rows = status ? n : cal_scores_batch(&after);
    for (int first = 0; !status && first < n; first += rows)
        cal_scores_rows(q + (size_t)first * (size_t)before->k, &after, first,
                        n - first < rows ? n - first : rows);
    cal_arena_free(&arena);
    return status;
}

void cal_group_rows_mix(double *p, const double *q, double weight, const cal_group_rows *rows) {
    const size_t k = (size_t)rows->k;
    for (size_t i = 0; i < (size_t)rows->n; i++)
        for (size_t j = 0; j < k; j++) {
            double *to = &p[(size_t)rows->row[i] * k + j];
            *to = weight * q[i * k + j] + (1 - weight) * *to;
        }
}

// ---- steps

static cal_status correct(double *p, int32_t *row, const cal_fitted_groups *g, const cal_group_step *step,
                          const int32_t *of, const cal_scores *before, cal_error *err) {
    const int columns = g->columns;
    cal_group_rows rows = {
        .row = row, .k = before->k, .binary = before->how.binary, .pool = before->how.pool};
    for (int i = 0; i < before->n; i++) {
        bool member = false;
        for (int c = 0; c < columns; c++)
            member |= of[(size_t)i * (size_t)columns + (size_t)c] == step->group;
        if (member) row[rows.n++] = i;
    }
    if (!rows.n) return CAL_OK;
    cal_arena arena = {0};
    cal_scores scores;
    double *q = cal_arena_alloc(&arena, (size_t)rows.n * (size_t)rows.k * sizeof *q);
    cal_status status =
        q ? cal_group_rows_score(&scores, &arena, p, NULL, &rows, err) : cal_refuse_memory(err, "a group");
    if (!status) status = cal_group_rows_calibrate(q, g->base.calibrator, &step->fit, &scores, err);
    if (!status) cal_group_rows_mix(p, q, step->weight, &rows);
    cal_arena_free(&arena);
    return status;
}

static void fill(double *p, const cal_scores *scores, int i) {
    const double *from = scores->source;
    memcpy(p, from + (size_t)i * (size_t)scores->k, (size_t)scores->k * sizeof *p);
}

cal_status cal_groups_apply(cal_scores *out, cal_arena *arena, const cal_fitted_groups *g, const int32_t *of,
                            const cal_scores *before, cal_error *err) {
    double *p = cal_arena_alloc(arena, (size_t)before->n * (size_t)before->k * sizeof *p);
    int32_t *row = cal_arena_alloc(arena, (size_t)before->n * sizeof *row);
    if (arena->refused) return cal_refuse_memory(err, "the calibrated outputs");
    cal_status status = cal_group_rows_calibrate(p, g->base.calibrator, &g->base.common, before, err);
    for (int s = 0; s < g->steps && !status; s++) status = correct(p, row, g, &g->step[s], of, before, err);
    return status ? status
                  : cal_scores_make_filled(out, arena, before->how, fill, p, before->logits, before->labels,
                                           before->posterior, before->n, before->k, err);
}

// ---- reports

// The state of a bound fit.
typedef struct bound {
    const cal_fitted_groups *groups;
    const int32_t *of; // [n,columns]
} bound;

static cal_status apply_bound(cal_scores *out, cal_arena *arena, const cal_fit *fit, const cal_scores *scores,
                              cal_error *err) {
    const bound *b = fit->state;
    return cal_groups_apply(out, arena, b->groups, b->of, scores, err);
}

static int unknown_parameters(const cal_fit *fit) {
    (void)fit;
    return -1;
}

cal_status cal_groups_complete(cal_fitted_groups *g, cal_arena *arena, const cal_group_base *base,
                               cal_error *err) {
    cal_text by = {0};
    for (int c = 0; c < g->columns; c++) cal_text_add(&by, "%s%s", c ? ", " : "", g->column[c]);
    g->by = by.refused ? NULL : cal_arena_string(arena, by.data);
    cal_text_free(&by);
    g->base = *base;
    g->corrected = *base->calibrator;
    g->corrected.apply = apply_bound;
    g->corrected.interval = NULL;
    g->corrected.parameters = unknown_parameters;
    return g->by ? CAL_OK : cal_refuse_memory(err, "the groups");
}

cal_status cal_groups_bind(cal_fit *out, cal_arena *arena, const cal_ready_fit *ready, const cal_outputs *o,
                           cal_error *err) {
    const cal_fitted_groups *g = ready->groups;
    const cal_groups *given = o->task == CAL_TASK_MULTI_LABEL ? &o->sample_groups : &o->groups;
    const size_t n = (size_t)o->n, columns = (size_t)g->columns;
    if (!given->count || strcmp(given->by, g->by) != 0)
        return cal_fail(err, CAL_USAGE,
                        "%.100s: the calibrator corrects groups of %.100s: name these columns of the table, "
                        "columns group=NAME",
                        ready->name, g->by);
    int *known = cal_arena_alloc(arena, (size_t)given->count * sizeof *known);
    int32_t *of = cal_arena_alloc(arena, n * columns * sizeof *of + 1);
    bound *b = cal_arena_alloc(arena, sizeof *b);
    if (arena->refused) return cal_refuse_memory(err, "the groups");
    for (int i = 0; i < given->count; i++) {
        known[i] = g->count - 1;
        while (known[i] >= 0 && strcmp(g->name[known[i]], given->name[i]) != 0) known[i]--;
    }
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < columns; c++) of[i * columns + c] = known[given->of[c * n + i]];
    *b = (bound){g, of};
    *out = g->base.common;
    out->state = b;
    return CAL_OK;
}
