#include "run/report/labels.h"
#include "base/maths/maths.h"
#include "run/report/scoring.h"

static int label_of(const cal_label_set *s, int i, int j) {
    return s->one ? s->labels[i] == j : s->labels[(size_t)i * (size_t)s->k + (size_t)j];
}

static cal_status count(size_t *known, const cal_label_set *s, cal_error *err) {
    *known = 0;
    for (int i = 0; i < s->n; i++)
        for (int j = 0; j < s->k; j++) {
            const float z = s->logits[(size_t)i * (size_t)s->k + (size_t)j];
            if (!(z - z == 0))
                return cal_fail(err, CAL_FAILED, "logits: row %d, column %d is %s", i, j,
                                z != z ? "not a number" : "infinite");
            *known += label_of(s, i, j) >= 0;
        }
    if (!*known) return cal_fail(err, CAL_FAILED, "labels: every label is unknown");
    if (*known > INT32_MAX / 4)
        return cal_fail(err, CAL_FAILED, "labels: more than %d in all", INT32_MAX / 4);
    return CAL_OK;
}

static void take(cal_label_rows *out, cal_arena *arena, size_t n, bool posterior) {
    out->label = cal_arena_alloc(arena, n * sizeof *out->label);
    out->group = cal_arena_alloc(arena, n * sizeof *out->group);
    out->cases = cal_arena_alloc(arena, n * sizeof *out->cases);
    out->p = cal_arena_alloc(arena, 2 * n * sizeof *out->p);
    out->odds = cal_arena_alloc(arena, n * sizeof *out->odds);
    if (posterior) out->posterior = cal_arena_alloc(arena, 2 * n * sizeof *out->posterior);
}

cal_status cal_label_rows_make(cal_label_rows *out, cal_arena *arena, const cal_label_set *s,
                               cal_error *err) {
    size_t known, to = 0;
    *out = (cal_label_rows){.samples = s->n, .labels = s->k};
    const cal_status status = count(&known, s, err);
    if (status) return status;
    take(out, arena, known, s->posterior != NULL);
    if (arena->refused) return cal_refuse_memory(err, "the probabilities of %d samples", s->n);
    out->n = (int)known;
    for (int j = 0; j < s->k; j++)
        for (int i = 0; i < s->n; i++) {
            const size_t at = (size_t)i * (size_t)s->k + (size_t)j;
            const int label = label_of(s, i, j);
            if (label < 0) continue;
            const double z = s->temperature > 0 ? s->logits[at] / s->temperature : (double)s->logits[at];
            out->label[to] = label, out->group[to] = j, out->cases[to] = i;
            out->odds[to] = z;
            out->p[2 * to] = cal_sigmoid(-z), out->p[2 * to + 1] = cal_sigmoid(z);
            if (s->posterior)
                out->posterior[2 * to] = 1 - s->posterior[at], out->posterior[2 * to + 1] = s->posterior[at];
            to++;
        }
    return CAL_OK;
}

cal_outputs cal_label_rows_outputs(const cal_label_rows *rows, const char *const *names) {
    return (cal_outputs){.task = CAL_TASK_MULTI_LABEL,
                         .n = rows->n,
                         .k = 2,
                         .probabilities = rows->p,
                         .odds = rows->odds,
                         .labels = rows->label,
                         .posterior = rows->posterior,
                         .cases = rows->cases,
                         .case_count = rows->samples,
                         .positive = "present",
                         .groups = {.of = rows->group, .by = "label", .name = names, .count = rows->labels},
                         .samples = rows->samples,
                         .labels_each = rows->labels,
                         .label_of = rows->group};
}

cal_status cal_label_rows_score(cal_scores *out, cal_scores *both, cal_arena *arena,
                                const cal_label_rows *rows, cal_pool *pool, cal_error *err) {
    const cal_outputs outputs = cal_label_rows_outputs(rows, NULL);
    return cal_outputs_score(out, both, arena, &outputs, pool, 0, err);
}

size_t cal_label_rows_bytes(int n, int k, bool posterior) {
    cal_arena counted = {.counts = true};
    cal_label_rows rows = {0};
    take(&rows, &counted, (size_t)n * (size_t)k, posterior);
    return counted.taken;
}

size_t cal_label_scores_bytes(int n, int k) {
    size_t kept, passing;
    const size_t rows = (size_t)n * (size_t)k;
    cal_scores_bytes(&kept, &passing, (int)rows, 2, 0);
    // Probabilities and logits, log odds, and the positive class's columns with their sorting.
    return 2 * kept + passing + rows * (2 * sizeof(float) + 2 * sizeof(double) + 4 * sizeof(int32_t) + 1) +
           (size_t)n;
}
