// A view is the table behind a plot: rows of numbers computed from logits and labels, such as the counts of a
// confusion matrix.
#ifndef CAL_CATALOG_VIEW_VIEW_H
#define CAL_CATALOG_VIEW_VIEW_H
#include "catalog/entry.h"
#include "catalog/metric/metric.h"

typedef struct cal_column {
    const char *id, *label;
    const char *unit; // "%" for fractions that are shown as percent, "nats", "" for pure numbers
} cal_column;

enum { CAL_COLUMNS_MAX = 20, CAL_FACTS_MAX = 16 };

// The receiver of a table, row by row, so that a large one is never in memory as a whole.
typedef struct cal_table {
    void (*begin)(void *to, int rows);
    void (*row)(void *to, const double *cell); // one number per column; NaN: none
    void *to;
    int facts; // single numbers that belong to the table
    cal_part fact[CAL_FACTS_MAX];
} cal_table;

void cal_table_fact(cal_table *table, const char *name, double value);

typedef struct cal_view_input {
    const cal_scores *scores;     // scores of the logits, at the requested temperature
    const cal_scores *before;     // the same at temperature 1
    const cal_scores *validation; // at temperature 1, or null
    const cal_scores *other;      // another model's scores of the same samples, or null
    const cal_metric *metric;     // the metric in the parameter `metric`, and its figure of the scores
    const cal_figure *figure;
    // For independent labels (head/head.h) all scores are of p against the outcome, one row per known label:
    const int32_t *label_of;                  // [n] the label of each row, label by label; else null
    int labels;                               // labels per sample
    const cal_scores *pair, *validation_pair; // absent and present, at temperature 1; else null
} cal_view_input;

typedef enum cal_view_needs {
    CAL_VIEW_NEEDS_LOGITS, // and labels
    CAL_VIEW_NEEDS_OOD,    // also scores->ood
    CAL_VIEW_NEEDS_TOP,    // for each sample the confidence, and if it is right
} cal_view_needs;

typedef struct cal_view {
    cal_entry entry;
    cal_view_needs needs;
    bool each_label; // also supports independent labels (head/head.h), with scores of p against the outcome
    bool weighted;   // uses the samples' weights; without it a weighted set is refused
    bool compares;   // reads `other`; without it another model is refused
    const cal_column *columns; // ended by one without an id
    // Refuses scores or parameters that `build` cannot use; may be null.
    cal_status (*check)(const cal_view_input *in, const cal_choice *choice, cal_error *err);
    // Allocates all memory before it begins the table. If memory is refused: arena->refused, and no table.
    void (*build)(cal_table *out, cal_arena *arena, const cal_view_input *in, const cal_choice *choice);
} cal_view;

// Parameter of a curve over numbers between 0 and 1, in whole percent by default.
#define CAL_VIEW_POINTS(text)                                                                                \
    {.name = "points", .help = text, .unit = "points", .type = CAL_INTEGER, .value = 99, .min = 1, .max = 999}

CAL_REGISTRY(cal_view, cal_views)

int cal_view_columns(const cal_view *view);

#endif
