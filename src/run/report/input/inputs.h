// The files and options that a report is made from.
#ifndef CAL_RUN_REPORT_INPUT_INPUTS_H
#define CAL_RUN_REPORT_INPUT_INPUTS_H
#include "base/bytes/safetensors.h"
#include "base/parallel.h"
#include "run/outputs/outputs.h"
#include "run/report/figures.h"

enum { CAL_REPORT_LIST_MAX = 64 }; // most metrics, and most calibrators

// The files; a missing file has no bytes. Give either logits and labels, or tables of predictions or of
// outputs with their labels.
typedef struct cal_report_files {
#define OPTION(...)
#define OPTION_FILE(holder, member, ...) cal_file member;
#include "run/outputs/report_options.inc"
} cal_report_files;

// All other options as report_options.inc has them, and what the caller provides.
typedef struct cal_report_options {
#define OPTION(...)
#define OPTION_FLAG(holder, member, ...)  bool member;
#define OPTION_TEXT(holder, member, ...)  const char *member; // null: not given
#define OPTION_LINES                      OPTION_TEXT
#define OPTION_WHOLE(holder, member, ...) int member;
#define OPTION_LIST(holder, member, ...)  const char *const *member; // null: all
#include "run/outputs/report_options.inc"
    const struct cal_ready_fit *ready; // the calibrator of a file (run/report/request.h), or null
    cal_naming naming;                 // how errors spell options
    cal_notes *notes;                  // receives the notes, or null
    cal_pool *pool;                    // null: one thread
    cal_progress_range progress;       // receives the progress
    cal_fit_watch fitting;             // is notified of fits
} cal_report_options;

#endif
