// Every metric, calibrator and view, and the whole report, on extreme logits: enormous, subnormal, tied, of a
// single class, of three samples. Nothing may crash, read out of bounds or become NaN; probabilities stay
// probabilities.
#include "base/random/random.h"
#include "check.h"
#include "run/link/link.h"
#include "report_text.h"
#include "run/report/print/table.h"
#include "run/views/view.h"
#include "catalog/calibrator/calibrator.h"
#include "catalog/scores/certainty/selective.h"

typedef enum shape { NORMAL, TIES, ONE_HOT, EQUAL, BELOW, SHAPES } shape;
typedef enum labelling { ANY, ONE_CLASS, ALL_RIGHT, ALL_WRONG, LABELLINGS } labelling;

typedef struct set {
    int n, k;
    shape shape;
    labelling labelling;
    double scale;
    uint64_t seed;
    float *logits;
    int32_t *labels;
    double *posterior;
} set;

static cal_error err;
static const float LARGEST = 3.4e38f;
static const set *now; // printed with failures

static bool is_number(double x) { return x == x; }

static bool fine(bool good, const char *what) {
    if (!check_that(good))
        printf("%s: n=%d k=%d shape=%d labels=%d scale=%g seed=%d\n", what, now->n, now->k, now->shape,
               now->labelling, now->scale, (int)now->seed);
    return good;
}

static float logit_of(const set *s, int i, int j) {
    const uint64_t at = (uint64_t)i * 4096 + (uint64_t)j;
    double x = cal_random_normal(s->seed, CAL_STREAM_DATA, 0, at);
    switch (s->shape) {
    case TIES: x = (int)(2 * x); break;
    case ONE_HOT: x = j == (i * 7 + 3) % s->k; break;
    case EQUAL: x = 1; break;
    case BELOW: x = -1 - j % 2; break;
    default: break;
    }
    x *= s->scale;
    return x > LARGEST ? LARGEST : x < -LARGEST ? -LARGEST : (float)x;
}

static int predicted(const set *s, int i) {
    const float *z = s->logits + (size_t)i * (size_t)s->k;
    int best = 0;
    for (int j = 1; j < s->k; j++)
        if (z[j] > z[best]) best = j;
    return best;
}

static void make(set *s, cal_arena *arena) {
    const size_t all = (size_t)s->n * (size_t)s->k;
    s->logits = cal_arena_alloc(arena, all * sizeof *s->logits);
    s->labels = cal_arena_alloc(arena, (size_t)s->n * sizeof *s->labels);
    s->posterior = cal_arena_alloc(arena, all * sizeof *s->posterior);
    for (int i = 0; i < s->n; i++) {
        for (int j = 0; j < s->k; j++) s->logits[i * s->k + j] = logit_of(s, i, j);
        const int any = cal_random_below(cal_random_bits(s->seed, CAL_STREAM_LABELS, 0, (uint64_t)i), s->k);
        const int best = predicted(s, i);
        s->labels[i] = s->labelling == ANY         ? any
                       : s->labelling == ONE_CLASS ? s->k - 1
                       : s->labelling == ALL_RIGHT ? best
                                                   : (best + 1) % s->k;
        // Every other sample's true label is certain.
        for (int j = 0; j < s->k; j++) s->posterior[i * s->k + j] = i % 2 ? j == s->labels[i] : 1.0 / s->k;
    }
}

// ---- scores and figures

static void check_scores(const cal_scores *s, const char *what) {
    cal_arena arena = {0};
    double *p = cal_arena_alloc(&arena, (size_t)s->k * sizeof *p);
    for (int i = 0; i < s->n; i++) {
        double sum = 0, most = 0;
        bool good = s->confidence[i] >= 0 && s->confidence[i] <= 1 + 1e-12 && s->predicted[i] >= 0 &&
                    s->predicted[i] < s->k && s->correct[i] == (s->predicted[i] == s->labels[i]);
        if (s->fill) {
            cal_scores_row(p, s, i);
            for (int j = 0; j < s->k; j++) {
                good = good && p[j] >= 0 && p[j] <= 1 + 1e-12;
                sum += p[j];
                if (p[j] > most) most = p[j];
            }
            good = good && __builtin_fabs(sum - 1) < 1e-12 && s->confidence[i] == most;
            good = good && s->log_p_label[i] <= 1e-12 && is_number(s->square[i]) && s->square[i] <= 2 + 1e-12;
        }
        if (!fine(good, what)) break;
    }
    for (int i = 1; i < s->n; i++)
        if (!fine(s->confidence[s->order[i - 1]] <= s->confidence[s->order[i]], what)) break;
    cal_arena_free(&arena);
}

static void check_figure(const cal_metric *metric, const cal_figure *f, const cal_scores *s,
                         const char *what) {
    // A softmax gives no class probability 0; a calibrator's table or curve may.
    const bool rules_out = strncmp(what, "histogram", 9) == 0 || strncmp(what, "isotonic", 8) == 0;
    // A confidence alone has no distance to the true probabilities of all classes.
    const bool none = strcmp(metric->entry.id, "truth_kl") == 0 && !s->fill;
    double impossible = 0, ruled_out = 0;
    for (int i = 0; s->fill && i < s->n; i++) ruled_out += s->log_p_label[i] == -__builtin_inf();
    for (int i = 0; i < f->parts; i++)
        if (strcmp(f->part[i].name, "impossible") == 0) impossible = f->part[i].value;
    if (strcmp(metric->entry.id, "nll") == 0) fine(impossible == ruled_out, what);
    fine((impossible > 0) == (f->value == __builtin_inf()), what);
    const char *const id = metric->entry.id;
    const bool surprised = !strcmp(id, "nll") || !strcmp(id, "truth_kl") || !strcmp(id, "refinement");
    // Their log scores are infinite where a probability rounds to 0 or 1.
    const bool rounds = impossible > 0 && (!strncmp(id, "corp", 4) || !strcmp(id, "cwcorp"));
    bool good = is_number(f->value) || none;
    if (!none && !(rules_out && surprised) && !rounds) good = good && f->value - f->value == 0;
    int count = f->outside;
    for (int b = 0; b < f->bins; b++) {
        count += f->bin[b].count;
        good = good && is_number(f->bin[b].confidence) && is_number(f->bin[b].accuracy);
    }
    // Without samples of at least 99 % confidence their accuracy is undefined.
    for (int i = 0; i < f->parts; i++)
        good = good && (is_number(f->part[i].value) || strcmp(f->part[i].name, "accuracy") == 0);
    for (int i = 0; i < f->curve.points; i++)
        good = good && is_number(f->curve.x[i]) && is_number(f->curve.y[i]);
    fine(good && (!f->bins || f->bins == 1000 || count == s->n), what);
}

// Takes the defaults, then every word of every choice parameter, then few and many bins.
static bool vary(cal_choice *out, const cal_entry *entry, int at) {
    cal_choice_default(out, entry);
    if (at == 0) return true;
    for (int i = 0; entry->params && entry->params[i].name; i++) {
        const cal_param *param = &entry->params[i];
        if (strcmp(param->name, "bins") == 0) {
            if (at <= 2) return out->value[i].number[0] = at == 1 ? 1 : 1000, true;
            at -= 2;
        }
        if (param->type != CAL_CHOICE) continue;
        for (int word = 0; cal_param_word(param, word).at; word++)
            if (--at == 0) return out->value[i].number[0] = word, true;
    }
    return false;
}

// Returns true if a figure orders samples by a certainty whose inputs these scores lack.
static bool lacks_certainty(const cal_choice *choice, const cal_scores *s) {
    const cal_param certainty = CAL_CERTAINTY_PARAM;
    const int at = cal_param_find(choice->entry, certainty.name);
    if (at < 0 || strcmp(choice->entry->params[at].choices, certainty.choices) != 0) return false;
    const cal_certainty kind = (cal_certainty)choice->value[at].number[0];
    if (kind == CAL_CERTAINTY_COLUMN) return !s->score;
    return kind == CAL_CERTAINTY_ENERGY ? !s->logits : kind != CAL_CERTAINTY_CONFIDENCE && !s->fill;
}

// `all`: with all of their parameters, including slow ones.
static void check_metrics(const cal_scores *s, bool all, const char *what) {
    char where[128];
    for (int m = 0; cal_metrics[m]; m++) {
        const cal_metric *metric = cal_metrics[m];
        cal_choice choice;
        if (!cal_metric_is_known(metric, s) || (!all && strcmp(metric->entry.id, "smece") == 0)) continue;
        for (int at = 0; (all || !at) && vary(&choice, &metric->entry, at); at++) {
            cal_arena arena = {0};
            cal_figure figure;
            if (lacks_certainty(&choice, s)) continue;
            metric->compute(&figure, &arena, s, &choice);
            if (metric->detail) metric->detail(&figure, &arena, s, &choice);
            snprintf(where, sizeof where, "%s, %s (%d)", what, metric->entry.id, at);
            fine(!arena.refused, where);
            check_figure(metric, &figure, s, where);
            cal_arena_free(&arena);
        }
    }
}

static void check_calibrators(const cal_scores *s, const cal_scores *fitted_on, bool all) {
    for (int c = 0; cal_calibrators[c]; c++) {
        cal_arena arena = {0};
        cal_fit fit[CAL_FITS_MAX];
        cal_choice choice;
        const char *id = cal_calibrators[c]->entry.id;
        cal_choice_default(&choice, &cal_calibrators[c]->entry);
        const int fits = cal_calibrators[c]->fit(fit, &arena, fitted_on, &choice);
        fine(!arena.refused, id);
        for (int f = 0; f < fits; f++) {
            cal_scores after;
            bool good = cal_calibrator_apply(&after, &arena, cal_calibrators[c], &fit[f], s, &err) == CAL_OK;
            for (int q = 0; q < CAL_FOUND_MAX && fit[f].found[q].name; q++)
                for (int v = 0; v < fit[f].found[q].count; v++) {
                    const double x = fit[f].found[q].number[v];
                    // An empty bin has no fraction.
                    good = good && (x - x == 0 || strcmp(fit[f].found[q].name, "shares") == 0);
                }
            fine(good, id);
            check_scores(&after, id);
            check_metrics(&after, all, id);
        }
        cal_arena_free(&arena);
    }
}

// ---- the report

// Checks a report on probabilities, which the calibrators take as logits again.
static void check_report(const set *s, const set *validation, const cal_scores *scores) {
    cal_arena arena = {0};
    const size_t all = (size_t)s->n * (size_t)s->k;
    double *p = cal_arena_alloc(&arena, all * sizeof *p);
    for (int i = 0; i < s->n; i++) cal_scores_row(p + (size_t)i * (size_t)s->k, scores, i);
    for (int given = 0; given < 2; given++) {
        const cal_outputs other = {
            .n = validation->n, .k = s->k, .logits = validation->logits, .labels = validation->labels};
        cal_report_request r = {.test = {.n = s->n,
                                         .k = s->k,
                                         .logits = given ? NULL : s->logits,
                                         .probabilities = given ? p : NULL,
                                         .labels = s->labels,
                                         .posterior = given ? NULL : s->posterior},
                                .validation = other,
                                .ood = other,
                                .match = given ? "all" : NULL,
                                .metrics = {.bins = 15, .chance = {2, 3}}};
        cal_text json = {0}, table = {0};
        fine(report_text(&json, &r, &err) == CAL_OK, "report");
        for (int format = CAL_TABLE; format <= CAL_MARKDOWN; format++)
            fine(cal_report_format(&table, &json, (cal_format)format, &err) == CAL_OK, "table");
        fine(table.data && !strstr(table.data, "nan"), "table");
        cal_text_free(&json);
        cal_text_free(&table);
    }
    cal_arena_free(&arena);
}

typedef struct sink {
    int columns, rows, infinite;
} sink;

static void begin(void *to, int rows) { ((sink *)to)->rows = rows; }
static void row(void *to, const double *cell) {
    sink *s = to;
    s->rows--;
    for (int c = 0; c < s->columns; c++) s->infinite += is_number(cell[c]) && cell[c] - cell[c] != 0;
}

static void check_views(const set *s, const set *validation) {
    const double temperatures[] = {1, 0.1, 1e6};
    for (int v = 0; cal_views[v]; v++) {
        cal_choice choice;
        for (int at = 0; vary(&choice, &cal_views[v]->entry, at); at++)
            for (int t = 0; t < (at ? 1 : 3); t++) {
                sink to = {.columns = cal_view_columns(cal_views[v])};
                cal_table table = {.begin = begin, .row = row, .to = &to};
                cal_view_request r = {.choice = &choice,
                                      .logits = s->logits,
                                      .labels = s->labels,
                                      .posterior = s->posterior,
                                      .n = s->n,
                                      .k = s->k,
                                      .temperature = temperatures[t],
                                      .val_logits = validation->logits,
                                      .val_labels = validation->labels,
                                      .val_n = validation->n,
                                      .ood_logits = validation->logits,
                                      .ood_n = validation->n};
                cal_status status = cal_view_make(&table, &r, &err);
                // Some metrics have no bins, which is refused.
                fine(status == CAL_USAGE || (status == CAL_OK && to.rows == 0 && !to.infinite),
                     cal_views[v]->entry.id);
            }
    }
}

// `whole`: with every parameter, every view and the report.
static void check_set(set s, bool whole) {
    cal_arena arena = {0};
    cal_scores scores, fitted_on;
    set validation = s;
    now = &s;
    validation.seed++;
    make(&s, &arena);
    make(&validation, &arena);
    bool good =
        cal_scores_make(&scores, &arena, s.logits, s.labels, s.posterior, s.n, s.k, 1, &err) == CAL_OK;
    good = good && cal_scores_make(&fitted_on, &arena, validation.logits, validation.labels, NULL, s.n, s.k,
                                   1, &err) == CAL_OK;
    if (fine(good, "scores")) {
        scores.ood = &fitted_on;
        check_scores(&scores, "scores");
        check_metrics(&scores, whole, "scores");
        check_calibrators(&scores, &fitted_on, false);
        check_calibrators(&scores, &scores, whole && s.n < 9);
        if (whole) check_views(&s, &validation);
        if (whole) check_report(&s, &validation, &scores);
    }
    cal_arena_free(&arena);
}

static int pick(int set, int what, int of) {
    return cal_random_below(cal_random_bits(1, CAL_STREAM_SUBSET, (uint64_t)set, (uint64_t)what), of);
}

int main(void) {
    static const double scales[] = {1e-45, 1e-39, 1, 100, 1e3, 1e6, 1e12, 1e20, 1e30, 1e38};
    static const int sizes[][2] = {{1, 2}, {2, 3}, {3, 10}, {50, 10}, {40, 2}, {9, 3}};
    enum { SCALES = sizeof scales / sizeof *scales, SIZES = sizeof sizes / sizeof *sizes, SETS = 240 };
    for (int i = 0; i < SETS; i++) {
        if (!CHECK_TURN(3, i)) continue;
        const int *size = sizes[pick(i, 0, SIZES)];
        check_set((set){.n = size[0],
                        .k = size[1],
                        .shape = (shape)pick(i, 1, SHAPES),
                        .labelling = (labelling)pick(i, 2, LABELLINGS),
                        .scale = scales[pick(i, 3, SCALES)],
                        .seed = (uint64_t)i},
                  i % 40 == 0);
    }
    // Probabilities so close to 0 that the slope between two of them overflows a double.
    for (int i = 0; i < 20; i++)
        if (CHECK_TURN(3, i))
            check_set((set){.n = 50, .k = 10, .shape = NORMAL, .scale = 1000, .seed = 1000 + (uint64_t)i},
                      false);
    for (int kind = 0; kind < SHAPES; kind++)
        check_set((set){.n = 1 + kind % 3, .k = 1000, .shape = (shape)kind, .scale = 1e6, .seed = 7},
                  kind == 1);
    return CHECK_DONE();
}
