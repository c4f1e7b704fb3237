// A report as a value: all figures of one set of outputs, before and after calibrators. It owns its memory,
// so that it outlives the outputs and the request.
#ifndef CAL_RUN_REPORT_VALUE_H
#define CAL_RUN_REPORT_VALUE_H
#include "catalog/calibrator/calibrator.h"
#include "run/outputs/outputs.h"
#include "run/report/figures.h"
#include "run/report/match.h"

// A figure's mean over labels with equal weights (macro mean).
typedef struct cal_mean_figure {
    const char *key;
    double value;
    int labels;       // number of labels with a finite figure
    double floor;     // NaN unless each of them has one
    double low, high; // 95 % interval, or NaN
} cal_mean_figure;

typedef struct cal_mean_figures {
    int count;
    cal_mean_figure *figure; // [count]; null if no label was measured
} cal_mean_figures;

// A group of samples, measured separately.
typedef struct cal_group_figures {
    const char *name;
    int n;                      // rows
    int samples;                // groups of multi-label samples: their number
    double prevalence;          // NaN unless the task is binary
    const cal_figures *figures; // null: too few samples, or groups of multi-label samples
    cal_mean_figures means;     // groups of multi-label samples: means over the labels
} cal_group_figures;

// The group whose ECE is furthest above its floor (groups/outlier.h).
typedef struct cal_worst_group {
    const char *name; // null: fewer than two groups were searched
    double z, p;      // distance in standard deviations of the floor's draws; p value of the search
    int searched, draws;
    bool by_case; // rows of one case share their draws
} cal_worst_group;

typedef struct cal_grouped_figures {
    const char *by; // the columns' names; null: no groups
    int count;
    cal_group_figures *group; // [count]
    cal_mean_figures macro;   // means over groups that are labels
    cal_worst_group worst;
} cal_grouped_figures;

// A figure of another model of the same samples (against.h).
typedef struct cal_compared_figure {
    const char *key;
    double value;      // the other model's
    double difference; // this model's minus the other's
    bool tested;       // the difference has an interval
    double low, high;  // 95 % interval of the difference alone
    bool within_noise; // corrected for the number of tested figures
    bool has_p;        // a mean over samples has the p value of a sign-flip test
    double p;
} cal_compared_figure;

typedef struct cal_comparison {
    const char *name; // the other model's
    int tested, count;
    cal_compared_figure *figure; // [count]
} cal_comparison;

enum { CAL_HELP_COLUMNS = 5 };

// A figure after a calibrator, and its difference to that of the outputs as given, on the same samples.
typedef struct cal_help_cell {
    double value, floor;          // NaN if there is none
    double difference, low, high; // with a 95 % interval; NaN without
    double p;                     // p value that the figures are equal
    bool within_noise;            // corrected for the number of different fits
} cal_help_cell;

// A row of the table of calibrators; the first is of the outputs as given.
typedef struct cal_help_row {
    const char *calibrator, *way; // null: none
    bool best;                    // surely the lowest score of all rows
    int parameters;               // -1: no number says it
    double risk;                  // mean of (confidence - correct)^2
    // Share of the risk's reduction by isotonic regression of these samples (CORP, Dimitriadis et al. 2021);
    // NaN in the first row, and if that reduces nothing.
    double recovered;
    cal_help_cell cell[CAL_HELP_COLUMNS];
} cal_help_row;

// The table of calibrators (fits/helps.h).
typedef struct cal_helps {
    int columns;
    const char *column[CAL_HELP_COLUMNS]; // keys of its metrics
    int score;                            // column of the score that the advice is about; -1: none
    int tested;                           // number of different fits
    int advised;                          // row of the advice, 0: no calibrator; -1: none can be given
    const char *advice;                   // a sentence, or null
    int rows;
    cal_help_row *row; // [rows]
} cal_helps;

// A fit and its effect on the test set.
typedef struct cal_fit_figures {
    cal_fit fit;                // without its state
    int changed;                // samples whose predicted class changes
    cal_help_row help;          // its row, without names
    const cal_figures *figures; // equal fits share them
} cal_fit_figures;

typedef struct cal_calibrator_figures {
    const cal_calibrator *calibrator;
    const char *left_out; // the reason why a criterion has no fit, or null
    int count;
    cal_fit_figures *fit; // [count]
} cal_calibrator_figures;

// The post-processing gap (fits/fits.h).
typedef struct cal_gap_figures {
    double value, fitted; // reductions of the risk on the test set, and on the set of the fit
    double temperature;
    double ece, smce, adaece, cwece; // reductions by the temperature
} cal_gap_figures;

typedef struct cal_report_value {
    cal_arena arena;  // memory of everything below
    const char *spec; // the link, or null
    cal_task task;
    int n, k;             // k = 0: unknown
    int samples, labels;  // multi-label: numbers of samples, and of labels per sample
    const char *positive; // binary: the positive class
    double prevalence;    // binary: its fraction, by weights
    bool weighted;        // the samples have weights, with this name in the file
    const char *weight_name;
    double effective;             // weighted: effective number of samples (Kish 1965)
    const char *output_kind;      // "logits", "probabilities", "log odds" or "confidence"
    const cal_columns_read *read; // or null
    int left_out_count;
    const char **left_out;        // [left_out_count], ids of metrics that need more than was given; or null
    const cal_library *library;   // the library that is followed, or null
    const cal_figures *figures;   // figures of the test set
    const cal_figures *libraries; // [cal_libraries], figures by each library's definitions; or null
    cal_grouped_figures groups, sample_groups;
    const cal_comparison *against;    // or null
    const char *fitted_on;            // "validation", "test", "cross:5", "file" or null
    cal_resampling calibrated_chance; // draws of the figures after calibrators
    int calibrators;
    cal_calibrator_figures *calibrator; // [calibrators]
    const cal_helps *helps;             // or null: no fit, or none of the table's metrics
    const cal_gap_figures *gap;         // or null
} cal_report_value;

#endif
