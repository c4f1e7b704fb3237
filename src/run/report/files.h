// The report on files in memory: what is read of them and what may be asked, for `calib report` and
// for the page alike.
#ifndef CAL_RUN_REPORT_FILES_H
#define CAL_RUN_REPORT_FILES_H
#include "base/parallel.h"
#include "run/files/safetensors.h"
#include "run/files/outputs.h"
#include "run/report/report.h"

enum { CAL_REPORT_LIST_MAX = 64 };

// What is not given has no bytes. Either logits and labels, or tables: of predictions, or of outputs with
// their labels.
typedef struct cal_report_files {
    cal_file logits, labels, val_logits, val_labels, ood_logits, csv, val_csv;
} cal_report_files;

typedef struct cal_report_options {
    bool probabilities; // the files hold them, not logits
    bool as_logits;     // they hold logits, even if those look like probabilities
    cal_notes *notes;   // gets those of the report, or null
    bool fit_on_test;
    cal_pool *pool;                                  // for its loops; null: one thread
    const char *match;                               // a library, "all", or null
    cal_share share;                                 // how far it is
    int bins;                                        // 0: 15
    int draws;                                       // behind an interval; -1: as many as usual
    const char *metric[CAL_REPORT_LIST_MAX + 1];     // texts up to a null; none: all
    const char *calibrator[CAL_REPORT_LIST_MAX + 1]; // as above
} cal_report_options;

// The whole report, an object, with what was made of the files under "notes". Errors name the file.
cal_status cal_report_of_files(cal_text *json, const cal_report_files *files,
                               const cal_report_options *options, cal_error *err);

// The same of outputs in memory: what cal_report_write is asked then, but for `spec` and `posterior`.
// `validation` may be null.
cal_status cal_report_of_outputs(cal_report_request *request, const cal_outputs *test,
                                 const cal_outputs *validation, const cal_report_options *options,
                                 cal_error *err);

#endif
