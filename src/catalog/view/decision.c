// The decision curve of one class: the worth of acting from a threshold on (Vickers and Elkin 2006). Benefits
// are means over the samples, and have their intervals.
#include "catalog/scores/variance.h"
#include "catalog/view/view.h"

// The samples as a binary task.
typedef struct task {
    int n, cases;
    const double *p, *other;  // [n] probability of the class, and the other model's or null
    const double *truth;      // [n] true probability of the class, or null
    const uint8_t *present;   // [n] the sample is of the class
    const double *weight;     // [n], with sum 1
    const int32_t *case_of;   // [n] or null: every sample is a case
    double prevalence, *sums; // sums: [cases], scratch
} task;

typedef struct estimate {
    double value, low, high;
} estimate;

static double probability_of(const cal_scores *s, int i, int class, double *row) {
    if (s->positive) return class ? s->confidence[i] : 1 - s->confidence[i];
    cal_scores_row(row, s, i);
    return row[class];
}

// Fills p with the probability of a class for the rows from `first` on; of independent labels, those of one.
static void fill(double *p, const cal_scores *s, int first, int n, int class, double *row) {
    for (int i = 0; i < n; i++) p[i] = probability_of(s, first + i, class, row);
}

// Finds the rows of a label.
static int rows_of(int *first, const cal_view_input *in, int label) {
    int n = 0;
    *first = 0;
    for (int i = 0; i < in->scores->n; i++) {
        if (in->label_of[i] != label) continue;
        if (!n++) *first = i;
    }
    return n;
}

static bool read_task(task *out, cal_arena *arena, const cal_view_input *in, int class) {
    const cal_scores *s = in->scores;
    int first = 0, n = s->n;
    if (in->label_of) n = rows_of(&first, in, class), class = 1;
    const size_t size = (size_t)n, k = (size_t)s->k;
    double *row = cal_arena_alloc(arena, k * sizeof *row);
    double *p = cal_arena_alloc(arena, size * sizeof *p), *weight = cal_arena_alloc(arena, size * sizeof *p);
    double *other = in->other ? cal_arena_alloc(arena, size * sizeof *other) : NULL;
    double *truth = s->posterior ? cal_arena_alloc(arena, size * sizeof *truth) : NULL, total = 0;
    uint8_t *present = cal_arena_alloc(arena, size);
    const bool clustered = s->clustered && !in->label_of;
    *out = (task){.n = n, .cases = clustered ? s->case_count : n, .case_of = clustered ? s->cases : NULL};
    out->sums = cal_arena_alloc(arena, (size_t)out->cases * sizeof *out->sums);
    if (arena->refused) return false;
    fill(p, s, first, n, class, row);
    if (other) fill(other, in->other, first, n, class, row);
    for (int i = 0; i < n; i++) {
        const size_t at = (size_t)(first + i);
        present[i] = s->labels[at] == class;
        if (truth) truth[i] = s->posterior[at * k + (size_t)class];
        total += weight[i] = cal_scores_weight(s, first + i);
    }
    for (int i = 0; i < n; i++) weight[i] /= total, out->prevalence += present[i] ? weight[i] : 0;
    out->p = p, out->other = other, out->truth = truth, out->present = present, out->weight = weight;
    return true;
}

// Worth of acting on a sample: 1 for one of the class, minus the threshold's odds for another one.
static double worth(const task *t, int i, double odds) { return t->present[i] ? 1 : -odds; }

// The samples that are acted on: those with a probability from the threshold on, of a model, or all, or none.
typedef enum policy { NOBODY, ALL, MODEL, OTHER } policy;

static bool acts(const task *t, policy of, int i, double threshold) {
    return of == ALL || (of == MODEL && t->p[i] >= threshold) || (of == OTHER && t->other[i] >= threshold);
}

static double term(const task *t, policy a, policy b, int i, double threshold) {
    const int sign = acts(t, a, i, threshold) - acts(t, b, i, threshold);
    return sign ? sign * worth(t, i, threshold / (1 - threshold)) : 0;
}

// The benefit of one policy minus that of another, with a 95 % interval.
static estimate compare(const task *t, policy a, policy b, double threshold) {
    double mean = 0;
    for (int i = 0; i < t->n; i++) mean += t->weight[i] * term(t, a, b, i, threshold);
    for (int c = 0; c < t->cases; c++) t->sums[c] = 0;
    for (int i = 0; i < t->n; i++)
        t->sums[t->case_of ? t->case_of[i] : i] += t->weight[i] * (term(t, a, b, i, threshold) - mean);
    const double reach = cal_units_reach(cal_units_variance(t->sums, t->cases), t->cases);
    return (estimate){mean, mean - reach, mean + reach};
}

// Expected benefit of who knows the true probabilities.
static double best(const task *t, double threshold) {
    const double odds = threshold / (1 - threshold);
    double sum = 0;
    for (int i = 0; i < t->n; i++) {
        const double q = t->truth[i], gain = q - (1 - q) * odds;
        if (gain > 0) sum += t->weight[i] * gain;
    }
    return sum;
}

static void write_row(cal_table *out, const task *t, double threshold) {
    const double none = __builtin_nan("");
    const estimate model = compare(t, MODEL, NOBODY, threshold), all = compare(t, ALL, NOBODY, threshold),
                   gain = compare(t, MODEL, all.value > 0 ? ALL : NOBODY, threshold);
    estimate other = {none, none, none}, difference = other;
    double right = 0, wrong = 0, other_elementary = none;
    for (int i = 0; i < t->n; i++)
        if (t->p[i] >= threshold) *(t->present[i] ? &right : &wrong) += t->weight[i];
    // Ehm et al. 2016, for a probability: the mean elementary score, whose integral is the Brier score. It is
    // 2 (1 - t) (prevalence - net benefit).
    const double elementary = 2 * ((1 - threshold) * (t->prevalence - right) + threshold * wrong);
    if (t->other) {
        other = compare(t, OTHER, NOBODY, threshold), difference = compare(t, MODEL, OTHER, threshold);
        other_elementary = 2 * (1 - threshold) * (t->prevalence - other.value);
    }
    out->row(out->to, (double[]){threshold, model.value, model.low, model.high, all.value, gain.low,
                                 gain.high, right, wrong, t->prevalence - right, 1 - t->prevalence - wrong,
                                 elementary, t->truth ? best(t, threshold) : none, other.value,
                                 difference.value, difference.low, difference.high, other_elementary});
}

static cal_status check(const cal_view_input *in, const cal_choice *choice, cal_error *err) {
    const int class = cal_choice_integer(choice, "class"), count = in->label_of ? in->labels : in->scores->k;
    int first;
    if (class >= count)
        return cal_fail(err, CAL_USAGE, "view decision: class=%d is not from 0 to %d", class, count - 1);
    if (in->label_of && !rows_of(&first, in, class))
        return cal_fail(err, CAL_FAILED, "view decision: label %d is known of no sample", class);
    return CAL_OK;
}

static void build(cal_table *out, cal_arena *arena, const cal_view_input *in, const cal_choice *choice) {
    const int points = cal_choice_integer(choice, "points");
    task t;
    if (!read_task(&t, arena, in, cal_choice_integer(choice, "class"))) return;
    out->begin(out->to, points);
    for (int i = 1; i <= points; i++) write_row(out, &t, i / (points + 1.0));
    cal_table_fact(out, "samples", t.n);
    cal_table_fact(out, "prevalence", t.prevalence);
}

const cal_view cal_view_decision = {
    .entry =
        {.id = "decision",
         .label = "Decision curve",
         .tex = "\\frac{TP}{n} - \\frac{FP}{n}\\,\\frac{t}{1 - t}",
         .source = "Vickers and Elkin 2006; van Calster et al. 2018; Murphy's diagram: Ehm et al. 2016",
         .help = "What acting on one class from a threshold on is worth, compared with acting on all samples "
                 "and on none (which is worth 0), with the four outcomes",
         .params = (const cal_param[]){{.name = "class",
                                        .help = "The class, or the label, that one acts on; of a binary "
                                                "task 1 is the positive class",
                                        .unit = "",
                                        .type = CAL_INTEGER,
                                        .value = 1,
                                        .min = 0,
                                        .max = 99999},
                                       CAL_VIEW_POINTS("Thresholds, evenly spaced between 0 and 1"),
                                       {.name = NULL}}},
    .columns = (const cal_column[]){{"threshold", "Acts from", "%"},
                                    {"net_benefit", "Net benefit", ""},
                                    {"low", "95 % from", ""},
                                    {"high", "95 % to", ""},
                                    {"treat_all", "Net benefit of acting on all", ""},
                                    {"gain_low", "More than the better of all and none, 95 % from", ""},
                                    {"gain_high", "More than the better of all and none, 95 % to", ""},
                                    {"true_positives", "Acted on rightly", "%"},
                                    {"false_positives", "Acted on wrongly", "%"},
                                    {"false_negatives", "Missed", "%"},
                                    {"true_negatives", "Left alone rightly", "%"},
                                    {"elementary", "Elementary score of Murphy's diagram", ""},
                                    {"optimal", "Largest possible net benefit, by the true posterior", ""},
                                    {"other", "Net benefit of the other model", ""},
                                    {"difference", "Difference to it", ""},
                                    {"difference_low", "Difference, 95 % from", ""},
                                    {"difference_high", "Difference, 95 % to", ""},
                                    {"other_elementary", "Elementary score of the other model", ""},
                                    {NULL}},
    .each_label = true,
    .check = check,
    .weighted = true,
    .compares = true,
    .build = build,
};
