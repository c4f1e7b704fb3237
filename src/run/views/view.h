// Computes the table of a view from logits, and passes its rows to the caller.
#ifndef CAL_RUN_VIEWS_VIEW_H
#define CAL_RUN_VIEWS_VIEW_H
#include "base/text.h"
#include "run/link/link.h"
#include "run/report/input/inputs.h"
#include "run/report/labels.h"
#include "catalog/view/view.h"

typedef struct cal_view_request {
    const cal_choice *choice; // an entry of kind "view"
    const float *logits;      // [n,k]
    const int32_t *labels;    // [n]
    const double *posterior;  // [n,k], or null
    int n, k;
    double temperature;
    const cal_label_set
        // multi-label: replaces logits and labels; or null
        *several;
    const cal_label_set *val_several; // the same for validation, or null
    const float *val_logits;          // [val_n,k], or null
    const int32_t *val_labels;
    int val_n;
    const float *ood_logits; // [ood_n,k], out-of-distribution samples, or null
    int ood_n;
} cal_view_request;

// Errors name the row, the parameter, or what the view needs.
cal_status cal_view_make(cal_table *out, const cal_view_request *request, cal_error *err);
// Makes the table of files, as a report reads them. Errors name the file, the option, or what the view needs.
cal_status cal_view_of_files(cal_table *out, const cal_choice *choice, const cal_report_files *files,
                             const cal_report_options *options, cal_error *err);
// Measures the metric that the choice names, if any, and builds the table.
cal_status cal_view_build(cal_table *out, cal_arena *arena, cal_view_input *in, const cal_choice *choice,
                          cal_error *err);

// Writes [{"id", "label", "unit"}, ...].
void cal_view_write_columns(cal_text *json, const cal_view *view);
// Writes {"auroc": 0.9, ...}.
void cal_view_write_facts(cal_text *json, const cal_table *table);

#endif
