#include "catalog/scores/certainty/selective.h"
#include "catalog/scores/certainty/roc.h"
#include "catalog/scores/sort.h"

static void fill_confidence(double *out, const cal_scores *s) {
    for (int i = 0; i < s->n; i++) {
        const double c = s->confidence[i];
        out[i] = s->positive && 1 - c > c ? 1 - c : c;
    }
}

static bool fill_margin(double *out, cal_arena *arena, const cal_scores *s) {
    double *p = s->fill ? cal_arena_alloc(arena, (size_t)s->k * sizeof *p) : NULL;
    if (!p) return false;
    for (int i = 0; i < s->n; i++) {
        double first = -1, second = -1;
        cal_scores_row(p, s, i);
        for (int j = 0; j < s->k; j++)
            if (p[j] > first) second = first, first = p[j];
            else if (p[j] > second) second = p[j];
        out[i] = first - second;
    }
    return true;
}

static bool fill_column(double *out, const cal_scores *s) {
    for (int i = 0; s->score && i < s->n; i++) out[i] = s->score[s->from ? s->from[i] : i];
    return s->score;
}

static bool fill(double *out, cal_arena *arena, const cal_scores *s, cal_certainty kind) {
    if (kind == CAL_CERTAINTY_CONFIDENCE) return fill_confidence(out, s), true;
    if (kind == CAL_CERTAINTY_COLUMN) return fill_column(out, s);
    if (kind == CAL_CERTAINTY_MARGIN) return fill_margin(out, arena, s);
    const cal_ood_score uncertain = kind == CAL_CERTAINTY_ENTROPY ? CAL_OOD_ENTROPY : CAL_OOD_ENERGY;
    if ((uncertain == CAL_OOD_ENERGY && !s->logits) || !cal_ood_score_of(out, arena, s, uncertain))
        return false;
    for (int i = 0; i < s->n; i++) out[i] = -out[i];
    return true;
}

bool cal_selective_make(cal_selective *out, cal_arena *arena, const cal_scores *s, cal_certainty kind) {
    const size_t n = (size_t)s->n;
    double *key = cal_arena_alloc(arena, n * sizeof *key);
    int32_t *scratch = cal_arena_alloc(arena, n * sizeof *scratch);
    *out = (cal_selective){.n = s->n};
    out->score = cal_arena_alloc(arena, n * sizeof *out->score);
    out->order = cal_arena_alloc(arena, n * sizeof *out->order);
    out->tied = cal_arena_alloc(arena, n * sizeof *out->tied);
    if (arena->refused || !fill(out->score, arena, s, kind)) return false;
    for (int i = 0; i < s->n; i++) key[i] = -out->score[i];
    cal_sort_order(out->order, scratch, key, s->n);
    for (int at = 0; at < s->n; at++) {
        const int i = out->order[at];
        if (!out->groups || out->tied[out->groups - 1].score != out->score[i])
            out->tied[out->groups++].score = out->score[i];
        cal_tied *group = &out->tied[out->groups - 1];
        group->count++, group->wrong += !cal_scores_right(s, i);
    }
    return true;
}

static cal_certainty certainty_of(const cal_choice *choice) {
    return (cal_certainty)cal_choice_integer(choice, "score");
}

bool cal_selective_of(cal_selective *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    return cal_selective_make(out, arena, s, certainty_of(choice));
}

const char *cal_selective_lacks(const cal_scores *s, const cal_choice *choice) {
    return certainty_of(choice) == CAL_CERTAINTY_COLUMN && !s->score
               ? "a column of the table for score=column: columns score=NAME"
               : NULL;
}

// Let e of m equal scores be wrong: the j-th has met e j / m errors on average.
double cal_selective_aurc(const cal_selective *s) {
    double sum = 0, seen = 0, wrong = 0;
    for (int g = 0; g < s->groups; g++) {
        const double count = s->tied[g].count, errors = s->tied[g].wrong;
        for (double j = 1; j <= count; j++) sum += (wrong + errors * j / count) / (seen + j);
        seen += count, wrong += errors;
    }
    return sum / s->n;
}

// The trapezoids under the number of wrong answers, which is a straight line over equal scores.
double cal_selective_augrc(const cal_selective *s) {
    double sum = 0, wrong = 0;
    for (int g = 0; g < s->groups; g++) {
        sum += s->tied[g].count * (wrong + s->tied[g].wrong / 2.0);
        wrong += s->tied[g].wrong;
    }
    return sum / s->n / s->n;
}

double cal_selective_coverage(const cal_selective *s, double risk) {
    int seen = 0, wrong = 0, most = 0;
    for (int g = 0; g < s->groups; g++) {
        seen += s->tied[g].count, wrong += s->tied[g].wrong;
        if (wrong <= risk * seen) most = seen;
    }
    return (double)most / s->n;
}

int cal_selective_answered(const cal_selective *s, double coverage) {
    const double exact = coverage * s->n, near_whole = 1e-9;
    int wanted = (int)exact;
    wanted += exact - wanted > near_whole;
    return wanted < 1 ? 1 : wanted;
}

double cal_selective_accuracy(const cal_selective *s, double coverage) {
    const int wanted = cal_selective_answered(s, coverage);
    double seen = 0, wrong = 0;
    for (int g = 0; g < s->groups && seen < wanted; g++) {
        const double count = s->tied[g].count, taken = count < wanted - seen ? count : wanted - seen;
        seen += taken, wrong += s->tied[g].wrong * (taken / count);
    }
    return 1 - wrong / seen;
}
