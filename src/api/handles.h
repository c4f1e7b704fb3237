// Definitions of the handles of calib.h, and helpers that its files share. wasm/ and `calib bench` may look
// inside.
#ifndef CAL_API_HANDLES_H
#define CAL_API_HANDLES_H
#include "api/calib.h"
#include "base/bytes/file.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/text.h"
#include "catalog/data/data.h"
#include "run/calibration/fitted.h"
#include "run/report/labels.h"
#include "run/link/spec.h"
#include "run/train/trainer.h"

// Cookies that cal_default_ functions set; each kind of definition has another.
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
    CAL_COOKIE_APPLY,
    CAL_COOKIE_SETS,
} cal_cookie;

enum { CAL_LAB_FILES = 128, CAL_LAB_THREADS = 64 };

struct cal_lab {
    cal_pool *pool;
    int files;
    cal_file file[CAL_LAB_FILES]; // the names are copies, the bytes the caller's
};

struct cal_link {
    cal_spec spec;
    cal_text text; // as given
    // Its most recent plan. Functions that take the link as constant keep it, too.
    bool planned;
    cal_use use;
    int workers;
    cal_need need;
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
    bool stepped; // since creation
    bool resumed;
    bool trained; // its weights are given, and no step is taken
    cal_text note;
    cal_text held; // the state, as cal_training_state_held wrote it
};

struct cal_calibration {
    cal_pool *pool;
    cal_fitted fitted;
    cal_notes notes; // on how files were read
};

// Opens a run as cal_training_create does; `use` also allows one that is only inspected. Errors name
// `function`.
cal_status cal_training_open(cal_training **out, cal_use use, cal_lab *lab, const cal_training_def *def,
                             const char *function, cal_error *err);
// Returns the peak memory of loading a link's data, in addition to the lab's files; `data` bytes of it stay
// in use. The lab may be null.
size_t cal_loading_bytes(const cal_lab *lab, const cal_spec *spec, size_t data);
// Returns CAL_USAGE if a pointer that `function` needs is null. `what`: "the lab".
cal_status cal_need_pointer_of(const void *pointer, const char *function, const char *what, cal_error *err);
// Passes the name of the enclosing function, which must be one of calib.h.
#define cal_need_pointer(pointer, what, err) cal_need_pointer_of(pointer, __func__, what, err)
// Returns CAL_USAGE unless `def` is not null and was made with cal_default_`kind`. Its cookie is its first
// member.
cal_status cal_need_def(const void *def, cal_cookie cookie, const char *kind, cal_error *err);
// Moves a text into `out`, or frees it if `status` is an error.
cal_status cal_give_text(cal_bytes *out, cal_text *text, cal_status status, cal_error *err);
// Allocates a zeroed handle; cal_mem_free frees it.
cal_status cal_make_handle(void *out, size_t bytes, cal_error *err);
// Returns CAL_USAGE if the link is null.
cal_status cal_need_link(const cal_link *link, cal_error *err);
// Plans a run of the link, or returns the plan that it has.
cal_status cal_plan_link(cal_need *out, const cal_link *link, cal_use use, int workers, cal_error *err);
// Makes a link of a spec.
cal_status cal_make_link(cal_link **out, const cal_spec *spec, cal_error *err);
// Copies the hash of data from files into the spec, so that the report's link names it.
void cal_name_data(cal_spec *spec, const cal_dataset *data);
// Loads a link's data and names its hash in the spec.
cal_status cal_load_data(cal_dataset *out, cal_spec *spec, const cal_lab *lab, cal_error *err);
// Loads the data of a spec as samples.
cal_status cal_load_samples(cal_samples **out, const cal_lab *lab, const cal_spec *spec, cal_error *err);
cal_sample_set cal_show_split(const cal_dataset *data, const cal_split *split);
const cal_split *cal_split_of(const cal_dataset *data, cal_set set);
// Returns the file, or an empty one if bytes is null.
cal_file cal_file_of(const cal_input *input);
// Returns multi-label outputs as lower layers take them; temperature 0 means 1.
cal_label_set cal_label_set_of(const cal_logit_set *set, double temperature);
// Refuses multi-label outputs; `what` starts the sentence.
cal_status cal_check_one_label(cal_labelling labelling, const char *what, cal_error *err);
// Requires n >= 1 samples with logits and labels; `which` starts the sentence: "test". Does not check values.
cal_status cal_check_logit_set(const cal_logit_set *set, const char *which, cal_error *err);

#endif
