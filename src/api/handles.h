// Behind calib.h: the handles, and what its files share. wasm/ may look inside, and what `calib bench` measures.
#ifndef CAL_API_HANDLES_H
#define CAL_API_HANDLES_H
#include "api/calib.h"
#include "base/bytes/file.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/text.h"
#include "catalog/data/data.h"
#include "run/report/labels.h"
#include "run/link/spec.h"
#include "run/train/trainer.h"

// What a definition's cookie is after its cal_default_ function; no two kinds share one.
typedef enum cal_cookie {
    CAL_COOKIE_LAB = 0x0ca11b01,
    CAL_COOKIE_TRAINING,
    CAL_COOKIE_REPORT,
    CAL_COOKIE_CALIBRATION,
    CAL_COOKIE_LOSS,
    CAL_COOKIE_NETWORK,
    CAL_COOKIE_VIEW,
    CAL_COOKIE_PROBE,
    CAL_COOKIE_FILE_OUTPUTS,
    CAL_COOKIE_METRICS,
    CAL_COOKIE_THEORY,
    CAL_COOKIE_ARCHITECTURE,
    CAL_COOKIE_CURVATURE,
    CAL_COOKIE_BLEND,
} cal_cookie;

enum { CAL_LAB_FILES = 128, CAL_LAB_THREADS = 64 };

struct cal_lab {
    cal_pool *pool;
    int files;
    cal_file file[CAL_LAB_FILES]; // the names are ours, the bytes the caller's
};

struct cal_samples {
    cal_spec spec; // with the hash of data from files
    cal_dataset data;
};

struct cal_training {
    cal_lab *lab;
    cal_run *run;
    cal_training_listener *listener;
    void *context;
    cal_training_event event;
    bool stepped; // since it was made
    bool resumed;
    bool trained; // its weights are given, and no step is taken
    cal_text note;
    cal_text held; // the state, as cal_training_state_held wrote it
};

// cal_training_create, and the same for a run that is only looked into.
cal_status cal_training_open(cal_training **out, cal_use use, cal_lab *lab, const cal_training_def *def,
                             cal_error *err);
// The most bytes that loading a link's data takes at one time, beside those of the lab's files; `data` of them it
// keeps. The lab may be null.
size_t cal_loading_bytes(const cal_lab *lab, const cal_spec *spec, size_t data);
// CAL_USAGE where a pointer that `function` needs is null. `what`: "the lab".
cal_status cal_need_pointer(const void *pointer, const char *function, const char *what, cal_error *err);
// CAL_USAGE unless `def` is there and was made with cal_default_`kind`. Its cookie is its first member.
cal_status cal_need_def(const void *def, cal_cookie cookie, const char *kind, cal_error *err);
// Moves a text into `out`, and frees it where `status` says that there is none to give.
cal_status cal_give_text(cal_bytes *out, cal_text *text, cal_status status, cal_error *err);
// A handle of so many bytes, zeroed; cal_mem_free frees it.
cal_status cal_make_handle(void *out, size_t bytes, cal_error *err);
// The link, which must not be null.
cal_status cal_parse_link(cal_spec *out, const char *link, cal_error *err);
// Leaves the hash of data from files in the spec, so that the report's link names it.
void cal_name_data(cal_spec *spec, const cal_dataset *data);
// Loads a link's data and names it so.
cal_status cal_load_data(cal_dataset *out, cal_spec *spec, const cal_lab *lab, cal_error *err);
cal_sample_set cal_show_split(const cal_dataset *data, const cal_split *split);
const cal_split *cal_split_of(const cal_dataset *data, cal_set set);
// A file that was given, or with bytes null one that was not.
cal_file cal_file_of(const cal_input *input);
// Several labels a sample, as the floors below take them; temperature 0 is 1.
cal_label_set cal_label_set_of(const cal_logit_set *set, double temperature);
// Refuses several labels a sample; `what` opens the sentence.
cal_status cal_check_one_label(cal_labelling labelling, const char *what, cal_error *err);
// n >= 1 samples with logits and labels; `which` opens the sentence: "test". Values are looked at where they are used.
cal_status cal_check_logit_set(const cal_logit_set *set, const char *which, cal_error *err);

#endif
