// The files and options that a report is made from.
#ifndef CAL_RUN_REPORT_INPUT_INPUTS_H
#define CAL_RUN_REPORT_INPUT_INPUTS_H
#include "base/bytes/safetensors.h"
#include "base/parallel.h"
#include "run/outputs/outputs.h"
#include "run/report/figures.h"

enum { CAL_REPORT_LIST_MAX = 64 };

// The files; a missing file has no bytes. Give either logits and labels, or tables of predictions or of
// outputs with their labels.
typedef struct cal_report_files {
    cal_file logits, labels, val_logits, val_labels, ood_logits, csv, val_csv;
    cal_file weights;   // [n], weights of the samples, for arrays
    cal_file against;   // another model's outputs of the same samples, in the form of the first
    cal_file posterior; // [n,k], true probabilities of the classes, or of each label, for arrays
} cal_report_files;

typedef struct cal_report_options {
    bool probabilities;      // the files hold probabilities, not logits
    bool as_logits;          // the files hold logits, even if these look like probabilities
    const char *task;        // "binary", "classes", "multilabel", or null: decided by the files
    const char *columns;     // roles of a table's columns (run/tables/binary.h), or null
    const char *label_names; // multi-label arrays: names, one a line; or null
    cal_naming naming;       // how errors spell options
    cal_notes *notes;        // receives the notes, or null
    bool fit_on_test;
    cal_pool *pool;                                  // null: one thread
    const char *match;                               // a library, "all", or null
    cal_progress_range progress;                     // receives the progress
    int bins;                                        // 0: 15
    int draws;                                       // bootstrap draws for an interval; -1: the default
    const char *metric[CAL_REPORT_LIST_MAX + 1];     // texts up to a null; none: all metrics
    const char *calibrator[CAL_REPORT_LIST_MAX + 1]; // texts up to a null; none: all calibrators
} cal_report_options;

#endif
