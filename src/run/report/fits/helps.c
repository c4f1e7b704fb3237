#include "run/report/fits/helps.h"
#include <string.h>
#include "base/maths/maths.h"
#include "base/maths/student.h"
#include "base/text.h"
#include "catalog/scores/binary/isotonic.h"
#include "catalog/scores/binary/tail.h"
#include "run/link/link.h"
#include "run/report/against.h"
#include "run/report/intervals/mean.h"

// The columns: metric, its name in the advice, or null, and the metric of a binary task.
static const struct column {
    const char *id, *score, *binary;
} columns[CAL_HELP_COLUMNS] = {{"brier", "Brier score", "binary_brier"},
                               {"nll", "log loss", NULL},
                               {"ece", NULL, NULL},
                               {"smce", NULL, NULL},
                               {"accuracy", NULL, NULL}};
enum { NLL = 1 };

static int find(const cal_figures *figures, const struct column *column) {
    for (int i = 0; i < figures->count; i++)
        if (strcmp(figures->key[i], column->id) == 0 ||
            (column->binary && strcmp(figures->key[i], column->binary) == 0))
            return i;
    return -1;
}

static bool is_finite(double x) { return x - x == 0; }

static int reported(int draws) { return draws < CAL_DRAWS_REPORTED ? draws : CAL_DRAWS_REPORTED; }

// ---- differences

static double right(const cal_scores *s, int i, const cal_choice *choice) {
    (void)choice;
    return cal_scores_right(s, i);
}

// Returns the term of a figure that is a mean over samples, else null. `rows`: the probabilities are known.
static cal_mean_term *term_of(const cal_metric *metric, bool rows) {
    if (metric->kind == CAL_PROPORTION) return right;
    return metric->needs == CAL_NEEDS_TOP || rows ? metric->term : NULL;
}

// Sets the interval and the p value of a difference with this standard error. Biases enlarge the figure after
// the calibrator, and the one before.
static void set_interval(cal_help_cell *c, double error, int freedom, double after, double before) {
    static const double normal_975 = 1.959963984540054;
    const double reach = cal_student_975(freedom) * error;
    const double beyond = c->difference > 0 ? c->difference - after : -c->difference - before;
    c->low = c->difference - reach - after, c->high = c->difference + reach + before;
    c->p = beyond > 0 ? cal_normal_beyond(beyond * normal_975 / reach) : 1;
}

static void compare_means(cal_help_cell *c, cal_arena *arena, cal_mean_term *term, const char *text,
                          const cal_scores *after, const cal_scores *before, double fits) {
    cal_choice choice;
    cal_error unused;
    const int units = after->clustered ? after->case_count : after->n;
    if (cal_choice_parse(&choice, "metric", text, strlen(text), &unused)) return;
    const double variance = cal_mean_variance(arena, term, &choice, after, before, c->difference);
    if (variance == variance) set_interval(c, cal_sqrt(variance + fits), units - 1, 0, 0);
}

static double bias_of(const cal_measured *m) { return m->floor > 0 ? m->floor : 0; }

static void compare_draws(cal_help_cell *c, const cal_measured *after, const cal_measured *before,
                          int draws) {
    double apart[CAL_DRAWS_REPORTED];
    if (draws < 2) return;
    for (int d = 0; d < draws; d++) apart[d] = after->draw[d] - before->draw[d];
    const double error = cal_moments_of(apart, draws).sd;
    if (is_finite(error)) set_interval(c, error, draws - 1, bias_of(after), bias_of(before));
}

static double risk_of(const cal_scores *s) {
    double sum = 0;
    for (int i = 0; i < s->n; i++) {
        const double off = s->confidence[i] - s->correct[i];
        sum += cal_scores_weight(s, i) * (off * off);
    }
    return sum / cal_scores_total(s);
}

static cal_help_cell cell_of(const cal_figures *figures, int at) {
    const double none = __builtin_nan("");
    cal_help_cell c = {none, none, none, none, none, 1, true};
    if (at < 0) return c;
    const cal_measured *m = &figures->measured[at];
    c.value = m->figure.value;
    if (figures->chance.floor) c.floor = m->floor;
    return c;
}

void cal_helps_measure(cal_help_row *out, cal_arena *arena, const cal_helps_base *base,
                       const cal_scores *after, const cal_figures *figures, const cal_refits *refits) {
    const cal_figures *given = base->figures;
    int draws = reported(given->chance.interval);
    if (reported(figures->chance.interval) < draws) draws = reported(figures->chance.interval);
    out->risk = risk_of(after);
    for (int i = 0; i < CAL_HELP_COLUMNS; i++) {
        const int at = find(figures, &columns[i]), from = find(given, &columns[i]);
        cal_help_cell *c = &out->cell[i];
        *c = cell_of(figures, at);
        if (at < 0 || from < 0) continue;
        const cal_measured *m = &figures->measured[at], *before = &given->measured[from];
        c->difference = c->value - before->figure.value;
        if (!draws || !is_finite(c->difference)) continue;
        cal_mean_term *const term = term_of(m->metric, after->fill || after->columns);
        const double spread = refits ? cal_moments_of(refits->value[at], refits->count).sd : 0;
        if (term)
            compare_means(c, arena, term, figures->text[at], after, base->scores,
                          is_finite(spread) ? spread * spread : 0);
        else compare_draws(c, m, before, draws);
    }
}

// ---- the table

// Returns the lowest risk after a non-decreasing map of these samples' confidences.
static double lowest_risk(cal_arena *arena, const cal_scores *s) {
    cal_isotonic_level *level = cal_arena_alloc(arena, (size_t)s->n * sizeof *level);
    double sum = 0;
    if (!level) return 0;
    const int levels =
        cal_isotonic_pool(level, s->confidence, s->order, NULL, 1, s->correct, s->weight, s->n);
    for (int l = 0; l < levels; l++) {
        const double height = cal_isotonic_height(&level[l]);
        sum += level[l].count * height * (1 - height);
    }
    return sum / cal_scores_total(s);
}

// A row's figures, of which equal fits share one.
typedef struct entry {
    const cal_figures *figures;
    bool first; // no row before has these
} entry;

static void fill_rows(cal_helps *out, entry *of, const cal_report_value *report) {
    for (int i = 0; i < report->calibrators; i++)
        for (int f = 0; f < report->calibrator[i].count; f++) {
            const cal_fit_figures *fit = &report->calibrator[i].fit[f];
            const cal_calibrator *calibrator = report->calibrator[i].calibrator;
            cal_help_row *row = &out->row[out->rows];
            entry *at = &of[out->rows++];
            *row = fit->help;
            row->calibrator = calibrator->entry.id, row->way = fit->fit.way;
            *at = (entry){fit->figures, true};
            for (const entry *before = of; before < at; before++)
                if (before->figures == at->figures) at->first = false;
            out->tested += at->first;
            if (calibrator->parameters) row->parameters = calibrator->parameters(&fit->fit);
            else
                for (int p = 0; p < CAL_FOUND_MAX && fit->fit.found[p].name; p++)
                    row->parameters += fit->fit.found[p].count;
        }
}

// Judges a column's differences. Equal fits count once.
static void judge(cal_helps *helps, const entry *of, cal_difference *scratch, int column) {
    int count = 0;
    for (int r = 1; r < helps->rows; r++) {
        const cal_help_cell *c = &helps->row[r].cell[column];
        if (of[r].first && c->low == c->low)
            scratch[count++] = (cal_difference){.low = c->low, .high = c->high, .p = c->p};
    }
    cal_differences_judge(scratch, count);
    for (int r = 1, used = 0; r < helps->rows; r++) {
        cal_help_cell *c = &helps->row[r].cell[column];
        int same = 0;
        while (of[same].figures != of[r].figures) same++;
        if (same < r) c->within_noise = helps->row[same].cell[column].within_noise;
        else if (c->low == c->low) c->within_noise = scratch[used++].within_noise;
    }
}

// Compares two fits by a score, from draws that share samples and refits.
static cal_difference between(const cal_figures *a, const cal_figures *b, int column) {
    const int draws = reported(a->chance.interval);
    const cal_measured *x = &a->measured[find(a, &columns[column])],
                       *y = &b->measured[find(b, &columns[column])];
    cal_help_cell c = {.difference = x->figure.value - y->figure.value, .p = 1};
    if (!is_finite(c.difference)) return (cal_difference){.low = 1, .high = 1, .p = 0}; // x is infinite
    compare_draws(&c, x, y, draws);
    return (cal_difference){.low = c.low, .high = c.high, .p = c.p};
}

// Returns true if a row is to be advised before another one. A row without a number of parameters comes last.
static bool is_simpler(const cal_help_row *a, const cal_help_row *b, int column) {
    const bool a_nll = strcmp(a->way, "by_nll") == 0, b_nll = strcmp(b->way, "by_nll") == 0;
    if (a->parameters != b->parameters) return (unsigned)a->parameters < (unsigned)b->parameters;
    return a_nll != b_nll ? a_nll : a->cell[column].value < b->cell[column].value;
}

// Marks the best row, and returns the one to advise: 0 if no fit surely lowers the score.
static int choose(cal_helps *helps, const entry *of, cal_difference *scratch, bool *worse) {
    const int column = helps->score;
    int lowest = -1, advised = 0, count = 0;
    for (int r = 1; r < helps->rows; r++) {
        const double score = helps->row[r].cell[column].value;
        if (score == score && (lowest < 0 || score < helps->row[lowest].cell[column].value)) lowest = r;
    }
    if (lowest < 0) return 0;
    const cal_help_cell *low = &helps->row[lowest].cell[column];
    if (low->difference < 0)
        scratch[count++] = (cal_difference){.low = -low->high, .high = -low->low, .p = low->p};
    const bool lowers = count == 1;
    for (int r = 1; r < helps->rows; r++)
        if (of[r].first && of[r].figures != of[lowest].figures &&
            helps->row[r].cell[column].value == helps->row[r].cell[column].value)
            scratch[count++] = between(of[r].figures, of[lowest].figures, column);
    cal_differences_judge(scratch, count);
    bool best = lowers;
    for (int i = 0; i < count; i++) best = best && !scratch[i].within_noise;
    for (int r = 1, used = lowers; r < helps->rows; r++) {
        cal_help_row *row = &helps->row[r];
        const cal_help_cell *c = &row->cell[column];
        int same = 0;
        while (of[same].figures != of[r].figures) same++;
        row->best = best && of[r].figures == of[lowest].figures;
        if (same < r) worse[r] = worse[same];
        else if (c->value != c->value) worse[r] = true;
        else worse[r] = of[r].figures != of[lowest].figures && !scratch[used++].within_noise;
        if (worse[r] || c->within_noise || !(c->difference < 0)) continue;
        if (!advised || is_simpler(row, &helps->row[advised], column)) advised = r;
    }
    return advised;
}

// Returns the number of decimals that show two digits of an interval's width.
static int digits_of(double width) {
    int digits = 2;
    for (double unit = 0.1; digits < 8 && width < unit; unit /= 10) digits++;
    return digits;
}

static void write_advice(cal_text *out, const cal_helps *helps) {
    const char *score = columns[helps->score].score;
    const cal_help_row *row = &helps->row[helps->advised];
    const cal_help_cell *c = &row->cell[helps->score];
    if (helps->advised == 0) {
        cal_text_add(out, "Use no calibrator: none surely lowers the %s.", score);
        return;
    }
    const int digits = digits_of(c->high - c->low);
    cal_text_add(
        out,
        helps->rows == 2
            ? "Use %s %s: the %s falls by %.*f (95 %%: %.*f to %.*f). No other calibrator was compared."
        : row->best
            ? "Use %s %s: the %s falls by %.*f (95 %%: %.*f to %.*f), surely more than by any other one."
            : "Use %s %s: the %s falls by %.*f (95 %%: %.*f to %.*f); nothing else is surely better.",
        row->calibrator, row->way, score, digits, -c->difference, digits, -c->high, digits, -c->low);
}

// Keeps only the columns that were measured.
static void drop_columns(cal_helps *helps, const int *at, const cal_figures *given) {
    int score = -1;
    for (int i = 0; i < CAL_HELP_COLUMNS; i++) {
        if (at[i] < 0) continue;
        if (i == helps->score) score = helps->columns;
        helps->column[helps->columns] = given->measured[at[i]].metric->entry.id;
        for (int r = 0; r < helps->rows; r++) helps->row[r].cell[helps->columns] = helps->row[r].cell[i];
        helps->columns++;
    }
    helps->score = score;
}

static void advise(cal_helps *helps, cal_arena *kept, cal_arena *arena, const cal_report_value *report,
                   const entry *of, cal_difference *scratch) {
    cal_text text = {0};
    bool *worse = cal_arena_alloc(arena, (size_t)helps->rows);
    if (!worse || helps->score < 0) return;
    if (strcmp(report->fitted_on, "test") == 0)
        cal_text_add(&text,
                     "Calibrators look better than they are on the samples that they are fitted on, so "
                     "nothing here says which one helps.");
    else if (report->calibrated_chance.interval > 1) {
        helps->advised = choose(helps, of, scratch, worse);
        write_advice(&text, helps);
    }
    if (text.length && !text.refused) helps->advice = cal_arena_string(kept, text.data);
    kept->refused |= text.refused;
    cal_text_free(&text);
}

cal_status cal_helps_make(cal_report_value *out, const cal_scores *base, cal_error *err) {
    cal_arena *kept = &out->arena, arena = {0};
    const cal_figures *given = out->figures;
    int rows = 1, at[CAL_HELP_COLUMNS], known = 0;
    for (int i = 0; i < out->calibrators; i++) rows += out->calibrator[i].count;
    for (int i = 0; i < CAL_HELP_COLUMNS; i++) known += (at[i] = find(given, &columns[i])) >= 0;
    if (rows < 2 || !known) return CAL_OK;
    cal_helps *helps = cal_arena_alloc(kept, sizeof *helps);
    cal_help_row *row = cal_arena_alloc(kept, (size_t)rows * sizeof *row);
    entry *of = cal_arena_alloc(&arena, (size_t)rows * sizeof *of);
    cal_difference *scratch = cal_arena_alloc(&arena, (size_t)rows * sizeof *scratch);
    const double lowest = lowest_risk(&arena, base);
    if (!kept->refused && !arena.refused) {
        *helps = (cal_helps){.score = -1, .advised = -1, .rows = 1, .row = row};
        row[0].risk = risk_of(base), row[0].recovered = __builtin_nan("");
        of[0] = (entry){given, true};
        for (int i = 0; i < CAL_HELP_COLUMNS; i++) row[0].cell[i] = cell_of(given, at[i]);
        fill_rows(helps, of, out);
        for (int r = 1; r < rows; r++)
            row[r].recovered = row[0].risk > lowest ? (row[0].risk - row[r].risk) / (row[0].risk - lowest)
                                                    : __builtin_nan("");
        for (int i = NLL; i >= 0 && helps->score < 0; i--)
            if (is_finite(row[0].cell[i].value)) helps->score = i;
        for (int i = 0; i < CAL_HELP_COLUMNS; i++) judge(helps, of, scratch, i);
        advise(helps, kept, &arena, out, of, scratch);
        drop_columns(helps, at, given);
        out->helps = helps;
    }
    const bool refused = arena.refused || kept->refused;
    cal_arena_free(&arena);
    return refused ? cal_refuse_memory(err, "the table of calibrators") : CAL_OK;
}
