// Bounds the memory of a report.
#include "run/report/report.h"

// Metrics that have bins, and those that also are headlines.
enum { BINNED = 6, BINNED_HEADLINES = 3 };

// Returns true if the task has a calibrator, classes or multi-label rows, and it is not left to a request.
static bool has(const cal_report_size *s, const cal_calibrator *calibrator) {
    if (cal_calibrator_is_by_name(calibrator, s->val_n, s->k)) return false;
    return s->labels ? !calibrator->top_only : !calibrator->binary;
}

// Returns the number of sets of figures: of the test set, and after each fit.
static size_t sets_of(const cal_report_size *s) {
    size_t sets = 1;
    for (int i = 0; s->val_n && cal_calibrators[i]; i++)
        if (has(s, cal_calibrators[i]))
            sets += cal_calibrators[i] == &cal_calibrator_temperature ? 4
                    : cal_calibrators[i]->binary                      ? 2
                                                                      : 1;
    return sets;
}

static size_t metrics_of(const cal_report_size *s) {
    size_t metrics = 0;
    for (int i = 0; cal_metrics[i]; i++)
        metrics += cal_metrics[i]->needs != (s->labels ? CAL_NEEDS_CLASSES : CAL_NEEDS_BINARY);
    return metrics;
}

// Returns the bytes of all figures, if one and a bin have these. A label has headline metrics alone.
static size_t all_bytes(const cal_report_size *s, size_t figure, size_t bin) {
    size_t headlines = 0;
    for (int i = 0; cal_metrics[i]; i++) headlines += cal_metrics[i]->headline;
    return sets_of(s) * (metrics_of(s) * figure + (size_t)s->bins * BINNED * bin) +
           (size_t)s->labels * (headlines * figure + (size_t)s->bins * BINNED_HEADLINES * bin);
}

// Returns the bytes of the reliability curve and its band (catalog/metric/corp.c). Each level of an isotonic
// regression of n outcomes has another fraction, so that there are fewer than n^(2/3) + n^(1/3) levels.
static size_t curve_bytes(int n) {
    enum { BAND = 1 << 12 };
    size_t root = 1;
    while (root * root * root < (size_t)n) root++;
    return 4 * root * (root + 1) * sizeof(double) + BAND;
}

// Returns the bytes of the value. Blocks of its arena may have a quarter of free space.
static size_t value_bytes(const cal_report_size *s) {
    enum { TEXTS = 3 * 64, BLOCK = 1 << 16 };
    const size_t figure = sizeof(cal_measured) + CAL_DRAWS_REPORTED * sizeof(double) + TEXTS;
    // A fit's row of the table of calibrators is kept with the fit and in the table.
    size_t bytes = all_bytes(s, figure, sizeof(cal_bin)) + sets_of(s) * 3 * sizeof(cal_help_row);
    if (s->labels)
        bytes += sets_of(s) * curve_bytes(s->n) + (size_t)s->labels * curve_bytes(s->n / s->labels);
    for (int i = 0; s->val_n && cal_calibrators[i]; i++) {
        cal_choice choice;
        cal_arena kept = {.counts = true};
        if (!has(s, cal_calibrators[i])) continue;
        cal_choice_with_bins(&choice, &cal_calibrators[i]->entry, s->bins);
        cal_calibrators[i]->counts(&kept, &choice, s->val_n, s->k, s->workers);
        bytes += kept.used;
    }
    return bytes / 4 * 5 + BLOCK;
}

// Returns the bytes of JSON while it grows by doubling, when the old and the new text exist.
static size_t text_bytes(const cal_report_size *s, size_t other) {
    enum {
        FIGURE = 768,
        BIN = 256,
        ROW = 1024
    }; // a figure with its draws; a row of the table of calibrators
    const size_t length = other + all_bytes(s, FIGURE, BIN) + sets_of(s) * ROW;
    size_t capacity = 1;
    while (capacity <= length) capacity *= 2;
    return capacity + capacity / 2;
}

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }

// Returns the bytes of a fit on a random half, and of the test set's figures after it, on one thread.
static size_t refit_bytes(const cal_report_size *s, const cal_choice *choice, size_t figures) {
    const int half = (s->val_n + 1) / 2;
    cal_arena fit = {.counts = true};
    size_t kept, passing;
    cal_scores_bytes(&kept, &passing, half, s->k, 0);
    const size_t own = cal_calibrator_of(choice)->counts(&fit, choice, half, s->k, 1);
    return kept + (size_t)half * ((size_t)s->k + 1) * sizeof(float) + (size_t)s->val_n * 6 + fit.taken +
           larger(own, figures);
}

// Returns the bytes of the largest calibrator: its fits, plus the largest of making them, refits, and the
// figures after them.
static size_t fits_bytes(const cal_report_size *s, size_t figures, size_t refit_figures) {
    size_t most = 0;
    for (int i = 0; cal_calibrators[i]; i++) {
        cal_choice choice;
        cal_arena kept = {.counts = true};
        if (!has(s, cal_calibrators[i])) continue;
        cal_choice_with_bins(&choice, &cal_calibrators[i]->entry, s->bins);
        const size_t own = cal_calibrators[i]->counts(&kept, &choice, s->val_n, s->k, s->workers),
                     refits = (size_t)s->workers * refit_bytes(s, &choice, refit_figures);
        most = larger(most, kept.taken + larger(own, larger(refits, figures)));
    }
    return most;
}

size_t cal_report_bytes(const cal_report_size *s, size_t other) {
    const size_t workers = (size_t)s->workers;
    const cal_resampling chance = cal_resampling_default(s->n, s->k);
    const size_t metrics = metrics_of(s);
    size_t test, val, making, making_val;
    cal_scores_bytes(&test, &making, s->n, s->k, s->bins);
    cal_scores_bytes(&val, &making_val, s->val_n, s->k, 0);
    const size_t figures = metrics * (sizeof(cal_measured) + sizeof(cal_choice) +
                                      (size_t)(chance.interval + chance.floor) * sizeof(double) +
                                      (size_t)s->bins * sizeof(cal_bin));
    const size_t drawing =
        cal_chance_bytes(s->n, s->k, (int)metrics, s->workers) + workers * cal_metric_row_bytes(s->n);
    const size_t classes =
        // cwece: 32 draws and the value
        (size_t)s->k * (size_t)s->bins * sizeof(double) * 33;
    size_t passing = drawing + test + making;
    if (s->val_n) passing = val + fits_bytes(s, passing, test + making + cal_metric_row_bytes(s->n));
    // The scores are freed before the text is written.
    return value_bytes(s) + larger(test + making_val + 2 * figures + classes + passing, text_bytes(s, other));
}
