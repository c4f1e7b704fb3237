#include "run/report/groups/part.h"
#include <string.h>
#include "run/report/scoring.h"

static void take_cases(cal_outputs *out, int32_t *to, int32_t *number, const cal_outputs *all,
                       const cal_report_part *part) {
    out->cases = to, out->case_count = part->case_count;
    for (int i = 0; i < part->n; i++) {
        const int32_t row = part->row[i];
        if (part->cases) {
            to[i] = part->cases[row];
            continue;
        }
        int32_t *own = &number[all->cases[row]]; // 1 more than that of the part
        if (!*own) *own = ++out->case_count;
        to[i] = *own - 1;
    }
}

// Copies `width` elements of `size` bytes of each row; null if the outputs lack them.
static void *rows_of(cal_arena *arena, const void *from, const cal_report_part *part, size_t width,
                     size_t size) {
    const size_t bytes = width * size;
    char *to = from ? cal_arena_alloc(arena, (size_t)part->n * bytes + 1) : NULL;
    for (int i = 0; to && i < part->n; i++)
        memcpy(to + (size_t)i * bytes, (const char *)from + (size_t)part->row[i] * bytes, bytes);
    return to;
}

cal_status cal_report_part_score(cal_scores *out, cal_arena *arena, const cal_outputs *all,
                                 const cal_report_part *part, cal_pool *pool, cal_error *err) {
    const size_t k = (size_t)all->k;
    const bool cases = part->cases || all->cases;
    int32_t *of = cases ? cal_arena_alloc(arena, (size_t)part->n * sizeof *of + 1) : NULL;
    int32_t *number =
        cases && !part->cases ? cal_arena_alloc(arena, (size_t)all->case_count * sizeof *number) : NULL;
    const float *logits = all->probabilities ? NULL : all->logits;
    cal_outputs rows = {.task = all->task,
                        .n = part->n,
                        .k = all->k,
                        .logits = rows_of(arena, logits, part, k, sizeof *logits),
                        .probabilities = rows_of(arena, all->probabilities, part, k, sizeof(double)),
                        .odds = rows_of(arena, all->odds, part, 1, sizeof(double)),
                        .labels = rows_of(arena, all->labels, part, 1, sizeof(int32_t)),
                        .posterior = rows_of(arena, all->posterior, part, k, sizeof(double)),
                        .options = rows_of(arena, all->options, part, 1, sizeof(int32_t)),
                        .score = rows_of(arena, all->score, part, 1, sizeof(double)),
                        .weight = rows_of(arena, all->weight, part, 1, sizeof(double))};
    cal_scores fitted;
    if (arena->refused) return cal_refuse_memory(err, "a group");
    if (cases) take_cases(&rows, of, number, all, part);
    return cal_outputs_score(out, &fitted, arena, &rows, pool, 0, err);
}

double cal_report_part_rate(const cal_outputs *all, const cal_report_part *part) {
    double happened = 0, total = 0;
    for (int i = 0; i < part->n; i++) {
        const double weight = all->weight ? all->weight[part->row[i]] : 1;
        total += weight, happened += weight * (all->labels[part->row[i]] == 1);
    }
    return total > 0 ? happened / total : __builtin_nan("");
}

void cal_rows_by_group(int32_t *row, int *first, const int32_t *of, int n, int count) {
    for (int g = 0; g <= count; g++) first[g] = 0;
    for (int i = 0; i < n; i++) first[of[i] + 1]++;
    for (int g = 0; g < count; g++) first[g + 1] += first[g];
    for (int i = 0; i < n; i++) row[first[of[i]]++] = i;
    for (int g = count; g > 0; g--) first[g] = first[g - 1];
    first[0] = 0;
}
