#include "run/report/part.h"
#include <string.h>
#include "run/report/sets.h"

static void take_cases(cal_report_set *out, int32_t *to, int32_t *number, const cal_report_request *r,
                       const cal_report_part *part) {
    out->cases = to, out->case_count = part->case_count;
    for (int i = 0; i < part->n; i++) {
        const int32_t row = part->row[i];
        if (part->cases) {
            to[i] = part->cases[row];
            continue;
        }
        int32_t *own = &number[r->cases[row]]; // 1 more than that of the part
        if (!*own) *own = ++out->case_count;
        to[i] = *own - 1;
    }
}

cal_status cal_report_part_load(cal_scores *out, cal_arena *arena, const cal_report_request *r,
                                const cal_report_part *part, cal_error *err) {
    const size_t k = (size_t)r->k, n = (size_t)part->n;
    const bool cases = part->cases || r->cases;
    int32_t *labels = cal_arena_alloc(arena, n * sizeof *labels + 1),
            *options = r->options ? cal_arena_alloc(arena, n * sizeof *options + 1) : NULL,
            *of = cases ? cal_arena_alloc(arena, n * sizeof *of + 1) : NULL,
            *number =
                cases && !part->cases ? cal_arena_alloc(arena, (size_t)r->case_count * sizeof *number) : NULL;
    float *logits = r->logits ? cal_arena_alloc(arena, n * k * sizeof *logits + 1) : NULL;
    double *p = r->logits ? NULL : cal_arena_alloc(arena, n * k * sizeof *p + 1),
           *posterior = r->posterior ? cal_arena_alloc(arena, n * k * sizeof *posterior + 1) : NULL,
           *odds = r->odds ? cal_arena_alloc(arena, n * sizeof *odds + 1) : NULL,
           *weight = r->weight ? cal_arena_alloc(arena, n * sizeof *weight + 1) : NULL;
    cal_scores fitted;
    if (arena->refused) return cal_refuse_memory(err, "a group");
    for (size_t i = 0; i < n; i++) {
        const size_t row = (size_t)part->row[i], to = i * k, from = row * k;
        labels[i] = r->labels[row];
        if (options) options[i] = r->options[row];
        if (odds) odds[i] = r->odds[row];
        if (weight) weight[i] = r->weight[row];
        if (logits) memcpy(logits + to, r->logits + from, k * sizeof *logits);
        else memcpy(p + to, r->probabilities + from, k * sizeof *p);
        if (posterior) memcpy(posterior + to, r->posterior + from, k * sizeof *posterior);
    }
    cal_report_set set = {.logits = logits,
                          .probabilities = p,
                          .posterior = posterior,
                          .labels = labels,
                          .n = part->n,
                          .k = r->k,
                          .how = {r->pool, 0, r->positive != NULL, r->options != NULL},
                          .odds = odds,
                          .weight = weight,
                          .options = options};
    if (cases) take_cases(&set, of, number, r, part);
    return cal_report_load(out, &fitted, arena, &set, err);
}

double cal_report_part_rate(const cal_report_request *r, const cal_report_part *part) {
    double happened = 0, all = 0;
    for (int i = 0; i < part->n; i++) {
        const double weight = r->weight ? r->weight[part->row[i]] : 1;
        all += weight, happened += weight * (r->labels[part->row[i]] == 1);
    }
    return all > 0 ? happened / all : __builtin_nan("");
}

void cal_rows_by_group(int32_t *row, int *first, const int32_t *of, int n, int count) {
    for (int g = 0; g <= count; g++) first[g] = 0;
    for (int i = 0; i < n; i++) first[of[i] + 1]++;
    for (int g = 0; g < count; g++) first[g + 1] += first[g];
    for (int i = 0; i < n; i++) row[first[of[i]]++] = i;
    for (int g = count; g > 0; g--) first[g] = first[g - 1];
    first[0] = 0;
}
