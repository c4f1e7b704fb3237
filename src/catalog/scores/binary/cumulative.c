#include "catalog/scores/binary/cumulative.h"
#include "base/maths/maths.h"
#include "catalog/scores/binary/tail.h"
#include "catalog/scores/binary/columns.h"
#include "catalog/scores/figures.h"
#include "catalog/scores/sort.h"

cal_cumulative cal_cumulative_of(const cal_scores *s) {
    const double total = cal_scores_total(s);
    cal_cumulative c = {0, 0};
    double sum = 0;
    for (int at = 0; at < s->n; at++) {
        const int i = s->order[at];
        sum += cal_scores_weight(s, i) * (s->correct[i] - s->confidence[i]) / total;
        if (at + 1 < s->n && s->confidence[s->order[at + 1]] == s->confidence[i]) continue;
        if (sum < c.lowest) c.lowest = sum;
        if (sum > c.highest) c.highest = sum;
    }
    return c;
}

double cal_cumulative_max(const cal_cumulative *c) {
    return -c->lowest > c->highest ? -c->lowest : c->highest;
}

double cal_cumulative_range(const cal_cumulative *c) { return c->highest - c->lowest; }

double cal_cumulative_sd(const cal_scores *s) {
    double variance = 0;
    for (int i = 0; i < s->n; i++) {
        const double weight = cal_scores_weight(s, i), p = s->confidence[i];
        variance += weight * weight * p * (1 - p);
    }
    return cal_sqrt(variance) / cal_scores_total(s);
}

const cal_cumulative_test cal_cumulative_ks = {cal_cumulative_max, cal_brownian_max_above,
                                               2.2414027273321415};
const cal_cumulative_test cal_cumulative_kuiper = {cal_cumulative_range, cal_brownian_range_above,
                                                   2.4976721610486500};

double cal_cumulative_p(const cal_cumulative_test *test, double value, double sd) {
    if (sd > 0) return test->above(value / sd);
    return value > 0 ? 0 : 1; // all probabilities are 0 or 1, which no outcome may contradict
}

// At the place of the largest true difference the observed one is less than it by more than 1.645 standard
// deviations in 5 of 100 sets. An outcome has a standard deviation of at most 1/2.
static double detectable(double critical, const cal_scores *s) {
    double squares = 0;
    for (int i = 0; i < s->n; i++) squares += cal_scores_weight(s, i) * cal_scores_weight(s, i);
    return critical + 1.6448536269514722 * cal_sqrt(squares) / 2 / cal_scores_total(s);
}

static const char *const dependent = "no p value, since rows of one case are not independent";

void cal_cumulative_parts(cal_figure *out, const cal_cumulative_test *test, const cal_scores *s) {
    const double sd = cal_cumulative_sd(s), critical = test->critical * sd;
    if (s->clustered) {
        cal_figure_part(out, "p_value", __builtin_nan(""));
        out->note = dependent;
        return;
    }
    cal_figure_part(out, "p_value", cal_cumulative_p(test, out->value, sd));
    cal_figure_part(out, "critical", critical);
    cal_figure_part(out, "detectable", detectable(critical, s));
}

// ---- classes

static void test_class(void *context, int j, const cal_scores *column, int worker) {
    const cal_class_tests *c = context;
    (void)worker;
    const cal_cumulative range = cal_cumulative_of(column);
    c->value[j] = c->test->value(&range), c->sd[j] = cal_cumulative_sd(column);
    c->p[j] = cal_cumulative_p(c->test, c->value[j], c->sd[j]);
}

// A p value of 0 is not compared: the statistic in standard deviations is.
static bool is_further(const cal_class_tests *c, int a, int b) {
    return c->value[a] * c->sd[b] > c->value[b] * c->sd[a] || (c->sd[a] == 0 && c->sd[b] > 0 && c->p[a] == 0);
}

// Holm 1979: times the number of classes with at least this p, and at least that of a smaller p.
static bool adjust(cal_class_tests *c, cal_arena *arena, int k) {
    int32_t *order = cal_arena_alloc(arena, 2 * (size_t)k * sizeof *order);
    double most = 0;
    if (!order) return false;
    cal_sort_order(order, order + k, c->p, k);
    for (int at = 0; at < k; at++) {
        const double p = c->p[order[at]] * (k - at);
        if (p > most) most = p;
        c->holm[order[at]] = most < 1 ? most : 1;
    }
    return true;
}

bool cal_class_tests_make(cal_class_tests *out, cal_arena *arena, const cal_cumulative_test *test,
                          const cal_scores *s) {
    double **const columns[] = {&out->value, &out->sd, &out->p, &out->holm};
    *out = (cal_class_tests){.test = test};
    if (!s->fill) return false; // sums over rows alone
    for (size_t c = 0; c < sizeof columns / sizeof *columns; c++)
        *columns[c] = cal_arena_alloc(arena, (size_t)s->k * sizeof(double));
    return !arena->refused && cal_class_columns(arena, s, test_class, out) && adjust(out, arena, s->k);
}

void cal_cumulative_classes(cal_figure *out, cal_arena *arena, const cal_cumulative_test *test,
                            const cal_scores *s) {
    cal_class_tests c;
    const double none = __builtin_nan("");
    *out = (cal_figure){.value = none};
    if (!cal_class_tests_make(&c, arena, test, s)) return;
    int worst = 0, rejected = 0;
    for (int j = 1; j < s->k; j++)
        if (is_further(&c, j, worst)) worst = j;
    for (int j = 0; j < s->k; j++) rejected += c.holm[j] < 0.05;
    out->value = c.value[worst];
    const double p = c.p[worst] * s->k;
    cal_figure_part(out, "p_value", s->clustered ? none : p < 1 ? p : 1);
    cal_figure_part(out, "class", worst);
    if (s->clustered) out->note = dependent;
    else cal_figure_part(out, "rejected", rejected);
}
