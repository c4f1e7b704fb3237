// A view is the table behind a plot: rows of numbers computed from logits and labels, such as
// the counts of a confusion matrix.
#ifndef CAL_CATALOG_VIEW_VIEW_H
#define CAL_CATALOG_VIEW_VIEW_H
#include "catalog/entry.h"
#include "catalog/metric/metric.h"

typedef struct cal_column {
    const char *id, *label;
    const char *unit; // "%" for fractions that are shown as percent, "nats", "" for pure numbers
} cal_column;

enum { CAL_COLUMNS_MAX = 16, CAL_FACTS_MAX = 8 };

// The receiver of a table, row by row, so that a large one is never in memory as a whole.
typedef struct cal_table {
    void (*begin)(void *to, int rows);
    void (*row)(void *to, const double *cell); // one number for each column; NaN for none
    void *to;
    int facts; // single numbers that belong to the table
    cal_part fact[CAL_FACTS_MAX];
} cal_table;

void cal_table_fact(cal_table *table, const char *name, double value);

typedef struct cal_view_input {
    const cal_scores *scores;     // of logits, at the requested temperature
    const cal_scores *before;     // the same at temperature 1
    const cal_scores *validation; // at temperature 1, or null
    const cal_metric *metric;     // that the parameter `metric` names, and its figure of the scores
    const cal_figure *figure;
    // Of labels by themselves (head/head.h) all scores are of p against the outcome, a row for each label that is known:
    const int32_t *label_of;                  // [n] the label of each row, label by label; else null
    int labels;                               // of a sample
    const cal_scores *pair, *validation_pair; // of absent and present, at temperature 1; else null
} cal_view_input;

typedef enum cal_view_needs {
    CAL_VIEW_NEEDS_LOGITS, // and labels
    CAL_VIEW_NEEDS_OOD,    // scores->ood too
} cal_view_needs;

typedef struct cal_view {
    cal_entry entry;
    cal_view_needs needs;
    bool each_label;           // it is of labels by themselves (head/head.h), too: of p against the outcome
    const cal_column *columns; // ends at the first without an id
    // Allocates all memory before it begins the table. Memory refused: arena->refused, and no table.
    void (*build)(cal_table *out, cal_arena *arena, const cal_view_input *in, const cal_choice *choice);
} cal_view;

CAL_REGISTRY(cal_view, cal_views)

int cal_view_columns(const cal_view *view);

#endif
