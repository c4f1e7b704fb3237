// The Calibration Lab as a C library: train a network that a link names, measure how far its
// confidence can be trusted, calibrate it. The same bits as the `calib` command and the page give.
//
// - Whatever can fail returns a cal_status and leaves one sentence in *err, which may be null: what was wrong,
//   with its value, and what is allowed. Then no output was written, and handles are null.
// - A handle that a function makes is freed with its `_free`, which takes null. A cal_bytes that a function
//   fills is freed with cal_bytes_free. Nothing else is the caller's to free. What a handle points to is
//   valid until it is freed, or until the call that the comment names.
// - A definition (`_def`) begins as its cal_default_ function returns it; one that does not is refused.
// - A link is a zero-terminated text, "data=shapes10:train=2000&loss=focal:gamma=3&epochs=20&seed=1"; the reference
//   has its grammar. Whatever a link, a file or an array holds is checked: it may come from anywhere.
// - Arrays are row-major without padding: [n,k] has the k numbers of sample 0 first. n samples, k classes; labels
//   are 0 to k - 1; logits are what a network says before softmax. Shares and errors are fractions, never percent.
// - A lab and what is made with it are for one thread at a time, and the lab is freed last. Different labs do
//   not know of each other. There is no global state, and nothing is printed. A call takes up to 512 KB of stack.
#ifndef CAL_API_CALIB_H
#define CAL_API_CALIB_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define CAL_API __attribute__((visibility("default")))
#else
#define CAL_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

// ---- status, texts and bytes

#ifndef CAL_STATUS_DEFINED // base/status.h has the same
#define CAL_STATUS_DEFINED
typedef enum cal_status {
    CAL_OK = 0,
    CAL_FAILED = 1, // the work failed, or its result differs from what was promised (CLI exit status 1)
    CAL_USAGE = 2,  // the request makes no sense (CLI exit status 2)
    CAL_MEMORY = 3, // memory was refused (CLI exit status 1); nothing that existed before is lost
} cal_status;

typedef struct cal_error {
    cal_status status;
    char text[480];
} cal_error;
#endif

// A text, or a file's bytes. Always ended by a zero, which `size` does not count.
typedef struct cal_bytes {
    char *data;
    size_t size;
} cal_bytes;
CAL_API void cal_bytes_free(cal_bytes *buffer); // leaves it empty; takes null

// "1.1.0". Engines of one version give the same bits for the same link.
CAL_API const char *cal_version(void);
CAL_API int cal_hardware_threads(void); // that this machine offers

// ---- lab: threads, and files in memory

typedef struct cal_lab cal_lab;
typedef struct cal_lab_def {
    uint32_t cookie;
    int threads; // 1 to 64; 0 (the default): as many as the machine offers. No result depends on it.
} cal_lab_def;
CAL_API cal_lab_def cal_default_lab(void);
// Starts the threads. CAL_USAGE: threads out of range.
CAL_API cal_status cal_lab_create(cal_lab **out, const cal_lab_def *def, cal_error *err);
CAL_API void cal_lab_free(cal_lab *lab);
CAL_API int cal_lab_threads(const cal_lab *lab);
// A data file that links of this lab find by its name ("data_batch_1.bin"; at most 255 bytes, at most 128
// files). The name is copied; the bytes stay the caller's, and in place until the file is dropped. A later file
// of the same name takes the place of the earlier one.
CAL_API cal_status cal_lab_add_file(cal_lab *lab, const char *name, const void *bytes, size_t size,
                                    cal_error *err);
CAL_API bool cal_lab_has_file(const cal_lab *lab, const char *name);
CAL_API void cal_lab_drop_files(cal_lab *lab);

// ---- links

// What a link says, as far as a program has to know before it runs it.
typedef struct cal_link_info {
    const char *data, *model;    // ids of the catalog
    bool needs_files;            // its data is read from files
    int train, validation, test; // samples
    int epochs, batch, bins;
    char from[17];     // first digits of the SHA-256 of the weights that it starts from, or ""
    char promised[17]; // first digits of the digest that it promises, or ""
} cal_link_info;
CAL_API cal_status cal_link_about(cal_link_info *out, const char *link, cal_error *err);
// The canonical link: only what differs from the defaults, in a fixed order. CAL_USAGE: it cannot be read.
CAL_API cal_status cal_link_canonical(cal_bytes *out, const char *link, cal_error *err);
// The link to give away: canonical, with what it promises if it does, and a checksum in front.
CAL_API cal_status cal_link_shared(cal_bytes *out, const char *link, cal_error *err);
// The canonical link with one value changed, or with its default. place: "epochs", "loss" (value "focal:gamma=3"),
// "loss.gamma", "from", "digest", "receipt", or a key of the page ("view"), which keeps what the link promised.
CAL_API cal_status cal_link_with(cal_bytes *out, const char *link, const char *place, const char *value,
                                 cal_error *err);
CAL_API cal_status cal_link_without(cal_bytes *out, const char *link, const char *place, cal_error *err);
// A place's new value, or null: its default.
typedef struct cal_link_edit {
    const char *place, *value;
} cal_link_edit;
// The same of several places, one after the other: a choice before its parameters.
CAL_API cal_status cal_link_edited(cal_bytes *out, const char *link, const cal_link_edit *edit, int count,
                                   cal_error *err);
// The canonical text of a place's value, "" for none. `given`, if not null: whether it is no default.
CAL_API cal_status cal_link_value(cal_bytes *out, bool *given, const char *link, const char *place,
                                  cal_error *err);
// The names of the files that its data is read from, a line each ("a.bin\nb.bin"); empty where it needs none.
CAL_API cal_status cal_link_files(cal_bytes *out, const char *link, cal_error *err);
// The link with what describes the data's files (size, classes, ...) set to what the lab's files hold.
CAL_API cal_status cal_link_measured(cal_bytes *out, const cal_lab *lab, const char *link, cal_error *err);
// The link with data of which an evaluation needs less than a training: where it is read from files, without training
// samples and, if `alone`, without validation samples, so that the files of these are not needed.
CAL_API cal_status cal_link_evaluated(cal_bytes *out, const char *link, bool alone, cal_error *err);
// The link in a file: of what cal_link_file makes, of a report, or of weights (safetensors); empty where weights do not
// say what trained them. CAL_USAGE and CAL_FAILED: it is none of these, or damaged. name: for errors.
CAL_API cal_status cal_link_from_file(cal_bytes *out, const char *name, const void *bytes, size_t size,
                                      cal_error *err);
// A file with the link, NAME.calib.json, which the page and every command open.
CAL_API cal_status cal_link_file(cal_bytes *out, const char *link, cal_error *err);
// All that a link says and what its run needs with so many threads (1 to 64), for a program that shows it before it runs
// it: {"spec": the canonical link, "digest", "from", "receipt" ("" each where there is none), "address": the canonical
// link with what it promises, "promise": {"engine", "data", "weights", "digest", "error", ...} as far as it does, "group":
// the canonical link without its seed, "choices": {"loss": {"id", "params"}, ...}, "run": {parameters}, "page": {the keys
// that only the page reads}, "link": the address with these, "shape": {"k", "c", "h", "w"}, "need": {"bytes", "largest",
// "state", "parameters", "multiply_adds", "steps_per_epoch", "steps"}, "net": {...}, "files": [names]}. Errors as of
// cal_training_plan.
CAL_API cal_status cal_link_plan_json(cal_bytes *out, const char *link, int threads, cal_error *err);
// The files of its data, and those of its evaluation, without training samples and also without validation samples:
// {"files": [names], "hash", "evaluate": {"link", "files"}, "test": {"link", "files"}}.
CAL_API cal_status cal_link_wanted_json(cal_bytes *out, const char *link, cal_error *err);
// What can be read of a link that cannot be read as a whole, or that no run can be planned of: {"link": the canonical
// link of its intact parts, "parts": [{"text", "why"}] the others, "missing": how many are gone, "mended"}.
CAL_API cal_status cal_link_recovered_json(cal_bytes *out, const char *link, cal_error *err);
// Whether `got` has the result that `promised` promises, to the last bit; `why`, if not null, what was compared as a JSON
// array of {"what", "promised", "got", "same"}. Where one of them was computed with fused multiply-add, `same` is
// false, figures have "within", the difference that rounding may make, and their "same" says whether it is no more.
CAL_API cal_status cal_link_compare(bool *same, cal_bytes *why, const char *promised, const char *got,
                                    cal_error *err);
// CAL_FAILED where it has another result, or one that is farther off than rounding; the sentence has the first difference: "the
// link promises ece 0.1, ...".
CAL_API cal_status cal_link_reproduced(const char *promised, const char *got, cal_error *err);

// ---- catalog: what a link can choose

typedef enum cal_parameter_type {
    CAL_PARAMETER_REAL,    // a number in [min, max]
    CAL_PARAMETER_INTEGER, // a whole number in [min, max]
    CAL_PARAMETER_LIST,    // numbers in [min, max], joined by '/'
    CAL_PARAMETER_CHOICE,  // one word of `words`, or an id of the kind `kind`
    CAL_PARAMETER_HEX,     // up to 16 hexadecimal digits
    CAL_PARAMETER_SWITCH,  // "none", or an epoch and an entry of the kind `kind`: "10:focal:gamma=3"
    CAL_PARAMETER_WORDS,   // free text in the link's alphabet, given without its name
} cal_parameter_type;

typedef struct cal_parameter_info {
    const char *name, *help, *unit; // unit: "" for pure numbers
    cal_parameter_type type;
    double value, min, max; // default and bounds, inclusive unless open_min; of numbers
    bool open_min, whole;   // min itself is not allowed; whole numbers only
    const char *preset;     // the default as text, of what is no single number; or null
    const char *words;      // "constant/cosine/step" of a CHOICE; or null
    const char *kind;       // of a SWITCH, and of a CHOICE that goes on with a kind's ids; or null
} cal_parameter_info;

typedef struct cal_catalog_info {
    const char *id, *label; // "focal", "Focal loss"
    const char *tex;        // formula, or ""
    const char *source;     // paper and equation
    const char *help;       // one sentence
    int parameters;
    bool larger_is_better; // of a metric
} cal_catalog_info;

// The kinds: "data", "model", "loss", "penalty", "optimizer", "schedule", "augment", "metric", "calibrator", ...;
// `index` from 0; null past the last one. All texts of the catalog are the library's and stay valid.
CAL_API const char *cal_catalog_kind(int index);
CAL_API int cal_catalog_count(const char *kind); // entries; 0 for an unknown kind
// CAL_USAGE: no such kind, or no entry at that index (of that id).
CAL_API cal_status cal_catalog_entry(cal_catalog_info *out, const char *kind, int index, cal_error *err);
CAL_API cal_status cal_catalog_find(cal_catalog_info *out, const char *kind, const char *id, cal_error *err);
// Parameter `index` of an entry; of the run's own numbers (epochs, batch, seed, ...) where kind is "run" and id
// null. CAL_USAGE past the last one.
CAL_API cal_status cal_catalog_parameter(cal_parameter_info *out, const char *kind, const char *id, int index,
                                         cal_error *err);
// CAL_USAGE unless text names an entry of the kind, with parameters that it takes: "focal:gamma=3".
CAL_API cal_status cal_catalog_check(const char *kind, const char *text, cal_error *err);
// The same entry as a link has it, without parameters that are the defaults.
CAL_API cal_status cal_catalog_canonical(cal_bytes *out, const char *kind, const char *text, cal_error *err);
// Such a text as JSON: {"id", "params": all of them, "given": the texts of those that are not the defaults}.
CAL_API cal_status cal_catalog_choice_json(cal_bytes *out, const char *kind, const char *text,
                                           cal_error *err);
// All of it as JSON, what `calib describe` prints.
CAL_API cal_status cal_catalog_json(cal_bytes *out, cal_error *err);

// ---- samples: the data of a link

typedef enum cal_set { CAL_SET_TRAIN, CAL_SET_VALIDATION, CAL_SET_TEST } cal_set;

// What a label is.
typedef enum cal_labelling {
    CAL_LABELS_ONE, // one of k classes: labels [n], and logits are those of a softmax
    CAL_LABELS_SEVERAL, // k labels a sample, each 1, 0 or -1 (unknown): labels [n,k], and each logit is a label's log odds
    CAL_LABELS_REST, // one of k classes: labels [n], and each logit is the log odds of its class against the rest
} cal_labelling;

// Where samples lie. Either pixels [n,c,h,w], 0 to 255, or features [n,c] (h and w are 1).
typedef struct cal_sample_set {
    int n, k, c, h, w;
    const uint8_t *pixels; // or null
    const float *features; // or null
    const int32_t *labels; // as `labelling` says
    const double
        *posterior; // [n,k] the true probability of every class, or of each label; null where nobody knows it
    const int32_t *source; // [n] a sample's index in its file or stream, or null
    cal_labelling labelling;
} cal_sample_set;

typedef struct cal_samples cal_samples;
// Generated, or read from the lab's files. CAL_USAGE: the link is wrong; CAL_FAILED: a file is missing or damaged,
// or its data has another hash than the link says.
CAL_API cal_status cal_samples_load(cal_samples **out, const cal_lab *lab, const char *link, cal_error *err);
// Bytes that loading them takes for a while, by the lab's files, beside those and beside what the samples keep. At most; 0
// where a file is missing. CAL_USAGE: the link is wrong.
CAL_API cal_status cal_samples_loading(size_t *bytes, const cal_lab *lab, const char *link, cal_error *err);
CAL_API void cal_samples_free(cal_samples *s);
CAL_API cal_sample_set cal_samples_of(const cal_samples *s, cal_set set); // n = 0: empty
CAL_API const char *cal_samples_hash(const cal_samples *s);               // SHA-256, 64 digits
CAL_API const char *cal_samples_class(const cal_samples *s, int label);   // null out of range

// ---- training

// What a run will take, before anything is taken.
typedef struct cal_training_need {
    size_t bytes; // everything at one time: data, weights, activations, kept logits; or the next, if more
    size_t loading_bytes; // while the data is loaded, before the rest: at most, beside the bytes of its files
    size_t state_bytes;   // beside `bytes`, of what cal_training_save makes, at most
    char largest[256];    // which layer takes most of it, as a sentence
    size_t parameters;    // weights that are trained
    int64_t multiply_adds; // of one forward pass of one sample
    int epochs, steps_per_epoch, steps;
    int k, c, h, w; // classes; shape of a sample
} cal_training_need;
// The lab's files say how much loading them takes; null: they are not there yet, and it is not counted. CAL_USAGE: the
// link is wrong, or its model does not fit its data.
CAL_API cal_status cal_training_plan(cal_training_need *out, const cal_lab *lab, const char *link,
                                     int threads, cal_error *err);

typedef struct cal_training cal_training;
typedef enum cal_training_event { CAL_STEP_DONE, CAL_EPOCH_DONE, CAL_TRAINING_DONE } cal_training_event;

typedef struct cal_training_state {
    cal_training_event event; // the last step's
    int step, steps;          // done, of
    int epoch, epochs;        // done, of
    bool over;                // every epoch is done, or patience was lost
    double loss;              // of the last mini-batch; NaN before the first one
} cal_training_state;

// Hears of every step. False pauses: cal_training_run returns.
typedef bool cal_training_listener(void *context, const cal_training_state *state);

// What a training does with the file that it starts from.
typedef enum cal_start {
    CAL_START_RESUME, // resumes what cal_training_save made of the same link, to the same bits; or begins with weights
                      // whose tensors have the network's names
    CAL_START_INITIAL, // begins with weights, matched by name or by order and shape; the link gets from=...
    CAL_START_LATER,   // none yet: cal_training_resume brings it, and has to where the link says from=...
    CAL_START_TRAINED, // takes weights, matched so, as trained: nothing is left to train, all can be measured
} cal_start;

typedef struct cal_training_def {
    uint32_t cookie;
    const char *link;
    const void *start; // a file in memory (safetensors) to start from, or null; read during the call alone
    size_t start_size;
    const char *start_name; // of that file, for errors; or null
    cal_start start_as;
    bool keep_link; // the link stays as it is given, and does not take up the hash of data from files
    void (*loaded)(void *context);   // or null: called once, when the lab's files are no longer needed
    cal_training_listener *listener; // or null
    void *context;                   // given to it
} cal_training_def;
CAL_API cal_training_def cal_default_training(void);
// Loads the data and takes all memory. Errors as of cal_samples_load and cal_training_plan; CAL_FAILED: `start`
// is of another link, or damaged. CAL_USAGE: the link says from=..., and there is no start.
CAL_API cal_status cal_training_create(cal_training **out, cal_lab *lab, const cal_training_def *def,
                                       cal_error *err);
CAL_API void cal_training_free(cal_training *t);
// What its user should know of the start, one sentence: that tensors were matched by order and shape. Or null.
CAL_API const char *cal_training_note(const cal_training *t);
// The canonical link, which now names the hash of data from files, and of initial weights.
CAL_API cal_status cal_training_link(cal_bytes *out, const cal_training *t, cal_error *err);
// One mini-batch; after an epoch's last one also the evaluation of validation and test set. CAL_FAILED: the loss
// is no longer finite (what was reached stays readable). CAL_USAGE: it is over.
CAL_API cal_status cal_training_step(cal_training_event *event, cal_training *t, cal_error *err);
// At most so many steps, 0: to the end; the listener may pause it. A trained network is evaluated.
CAL_API cal_status cal_training_run(cal_training *t, int steps, cal_error *err);
CAL_API cal_training_state cal_training_now(const cal_training *t);
// The run between two steps as bytes (a safetensors file), for cal_training_def.start.
CAL_API cal_status cal_training_save(cal_bytes *out, const cal_training *t, cal_error *err);
// The same in memory that the training takes once, for all that it will need, and keeps: valid until the next such
// call. NULL, 0 where it failed.
CAL_API cal_status cal_training_state_held(const void **bytes, size_t *size, cal_training *t, cal_error *err);
// Takes up such a state, or weights, right after cal_training_create, as `start` does with CAL_START_RESUME, for who
// reads it when the run has its memory. name: for errors.
// After an error the training can only be freed.
CAL_API cal_status cal_training_resume(cal_training *t, const char *name, const void *bytes, size_t size,
                                       cal_error *err);
// The weights as they are, as safetensors with all that it takes to use them.
CAL_API cal_status cal_training_weights(cal_bytes *out, const cal_training *t, cal_error *err);
// A figure of the history: epoch from 0 to epochs done - 1; name "loss", "confidence" (mean of the top
// one), a metric's id such as "ece", or "rate" (learning rate, of any set). NaN where there is none.
CAL_API double cal_training_figure(const cal_training *t, int epoch, cal_set set, const char *name);
// All of such an epoch, as in the history of a report: {"epoch", "rate", "train": {...}, ...}.
CAL_API cal_status cal_training_epoch_json(cal_bytes *out, const cal_training *t, int epoch, cal_error *err);
typedef struct cal_named_figure { // "trace" of a curvature, "calibration" of the Brier score
    const char *name;
    double value;
} cal_named_figure;
// The curvature after the last epoch, where the link asks for it: fills out[0..most) and returns how many figures
// there are; 0: none was measured.
CAL_API int cal_training_curvature(cal_named_figure *out, int most, const cal_training *t);
// Evaluates validation and test set with the weights as they are: of use in the middle of an epoch.
CAL_API void cal_training_evaluate(cal_training *t);
CAL_API cal_sample_set cal_training_samples(const cal_training *t, cal_set set); // its data
CAL_API const char *cal_training_hash(const cal_training *t);                    // as cal_samples_hash
CAL_API const char *cal_training_class(const cal_training *t, int label);        // as cal_samples_class
// Logits [n,k] of the last evaluation of test or validation set, n and k as of cal_training_samples; null where there
// are none. They change with the next evaluation.
CAL_API const float *cal_training_logits(const cal_training *t, cal_set set);
// Whether any step was computed with fused multiply-add, as the page's fast module does: a result with other bits.
CAL_API bool cal_training_fused(const cal_training *t);
// What the weights as they are promise. CAL_FAILED where logits are not finite.
typedef struct cal_training_result {
    char digest[65], data_hash[65]; // SHA-256: of weights and figures; of the data
    cal_bytes link; // of a training that is over, to give away, with receipt and checksum; to be freed
} cal_training_result;
CAL_API cal_status cal_training_receipt(cal_training_result *out, cal_training *t, cal_error *err);

#ifdef __cplusplus
}
#endif

#include "calib_measure.h"
#include "calib_study.h"
#endif
