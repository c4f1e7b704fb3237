// The Calibration Lab as a C library: train the network that a link names, measure how far its confidence can
// be trusted, and calibrate it. Results have the same bits as those of the `calib` command and of the page.
//
// - A function that can fail returns a cal_status. On failure it writes one sentence to *err, which may be
//   null: what was wrong, with its value, and what is allowed. It then writes no output and sets handles to
//   null.
// - The caller frees each handle with its `_free`, and each cal_bytes with cal_bytes_free; both take null.
//   The caller frees nothing else. Memory that a handle points to is valid until the handle is freed, or
//   until the call that the comment names.
// - A definition (`_def`) must start as its cal_default_ function returns it; any other is refused.
// - A link is parsed from a zero-terminated text, "data=shapes10:train=2000&loss=focal:gamma=3&epochs=20";
//   the reference has its grammar. Links, files and arrays are checked: they may come from untrusted sources.
// - Arrays are row-major without padding: [n,k] has the k numbers of sample 0 first. There are n samples and
//   k classes; labels are 0 to k - 1; logits are a network's outputs before softmax. Fractions and errors are
//   never percent.
// - Use a lab and the handles made with it from one thread at a time, and free the lab last. Different labs
//   are independent. The library has no global state and prints nothing. A call takes up to 512 KB of stack.
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

// How an error spells an option that a definition holds.
#ifndef CAL_NAMING_DEFINED // run/outputs/option_names.h has the same
#define CAL_NAMING_DEFINED
typedef enum cal_naming {
    CAL_NAMES_FIELDS,  // "inputs.csv": the fields of a program's definitions
    CAL_NAMES_COMMAND, // "--csv": the options of `calib`
    CAL_NAMES_PAGE,    // "--csv": the page has the options of `calib report`, but not those of a network
} cal_naming;
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
    int threads; // 1 to 64; 0 (the default): one for each hardware thread. No result depends on it.
} cal_lab_def;
CAL_API cal_lab_def cal_default_lab(void);
// Starts the threads. CAL_USAGE: threads out of range.
CAL_API cal_status cal_lab_create(cal_lab **out, const cal_lab_def *def, cal_error *err);
CAL_API void cal_lab_free(cal_lab *lab);
CAL_API int cal_lab_threads(const cal_lab *lab);
// Adds a data file that links of this lab find by its name ("data_batch_1.bin"; at most 255 bytes, at most
// 128 files). Copies the name. The bytes stay the caller's and must stay in place until the file is dropped.
// A file of the same name replaces the earlier one.
CAL_API cal_status cal_lab_add_file(cal_lab *lab, const char *name, const void *bytes, size_t size,
                                    cal_error *err);
CAL_API bool cal_lab_has_file(const cal_lab *lab, const char *name);
CAL_API void cal_lab_drop_files(cal_lab *lab);

// ---- links

// A link that is parsed and checked. Functions read it only during the call, and refuse null. It keeps its
// latest plan: use it from one thread at a time.
typedef struct cal_link cal_link;
// CAL_USAGE: the text is not a link.
CAL_API cal_status cal_link_parse(cal_link **out, const char *text, cal_error *err);
CAL_API void cal_link_free(cal_link *link);
// A link in short, for a program that decides whether to run it.
typedef struct cal_link_info {
    const char *data, *model;    // ids of the catalog
    bool needs_files;            // its data is read from files
    int train, validation, test; // samples
    int epochs, batch, bins;
    char from[17];     // first digits of the SHA-256 of the weights that it starts from, or ""
    char promised[17]; // first digits of the digest that it promises, or ""
} cal_link_info;
CAL_API cal_link_info cal_link_about(const cal_link *link); // all zero for null
// Writes the canonical link: only what differs from the defaults, in a fixed order.
CAL_API cal_status cal_link_canonical(cal_bytes *out, const cal_link *link, cal_error *err);
// Writes the link to share: canonical, with its receipt if it has one, and a checksum in front.
CAL_API cal_status cal_link_shared(cal_bytes *out, const cal_link *link, cal_error *err);
// Writes the names of the data's files, one a line ("a.bin\nb.bin"); empty if it needs none.
CAL_API cal_status cal_link_files(cal_bytes *out, const cal_link *link, cal_error *err);
// Makes the link with the data's parameters that describe files (size, classes, ...) set from the lab's
// files.
CAL_API cal_status cal_link_measured(cal_link **out, const cal_lab *lab, const cal_link *link,
                                     cal_error *err);
// Makes the link with the data that an evaluation needs. Data from files loses its training samples and, if
// `alone`, its validation samples, so that their files are not needed.
CAL_API cal_status cal_link_evaluated(cal_link **out, const cal_link *link, bool alone, cal_error *err);
// Writes a file with the link, NAME.calib.json, which the page and every command open.
CAL_API cal_status cal_link_file(cal_bytes *out, const cal_link *link, cal_error *err);
// Writes what a link means and what its run needs with `threads` (1 to 64), for a program to show first.
// Errors as of cal_training_plan. The JSON is {"spec", "digest", "from", "receipt", "address", "promise":
// {"engine", "data", "weights", "digest", "error", ...} as far as given, "group", "choices": {"loss": {"id",
// "params"}, ...}, "run": {parameters}, "page": {keys that only the page reads}, "link", "shape": {"k", "c",
// "h", "w"}, "need": {"bytes", "largest", "state", "parameters", "multiply_adds", "steps_per_epoch",
// "steps"}, "net": {...}, "files": [names]}. The canonical link is "spec", with its receipt "address",
// without its seed "group"; "link" is the address with the page's keys. Absent texts are "".
CAL_API cal_status cal_link_plan_json(cal_bytes *out, const cal_link *link, int threads, cal_error *err);
// Writes the files of a link's data, of its evaluation (no training samples) and of its test set alone:
// {"files": [names], "hash", "evaluate": {"link", "files"}, "test": {"link", "files"}}.
CAL_API cal_status cal_link_wanted_json(cal_bytes *out, const cal_link *link, cal_error *err);
// Sets `same` to true if `got` has the result that `promised` promises, to the last bit. `why`, if not null,
// gets the comparison as a JSON array of {"what", "promised", "got", "same"}. If one was computed with fused
// multiply-add, `same` is false. Figures then have "within", the allowed rounding error, and their "same" is
// true within it.
CAL_API cal_status cal_link_compare(bool *same, cal_bytes *why, const cal_link *promised, const cal_link *got,
                                    cal_error *err);
// CAL_FAILED if the result is another one, or differs by more than rounding. The sentence has the first
// difference: "the link promises ece 0.1, ...".
CAL_API cal_status cal_link_reproduced(const cal_link *promised, const cal_link *got, cal_error *err);

// ---- texts of links, edited or not yet checked

// Write the canonical link with one place changed, or set to its default. Places are "epochs", "loss" (value
// "focal:gamma=3"), "loss.gamma", "from", "digest", "receipt", or a key of the page ("view"). A change of a
// page key keeps the receipt.
CAL_API cal_status cal_link_with(cal_bytes *out, const char *link, const char *place, const char *value,
                                 cal_error *err);
CAL_API cal_status cal_link_reset(cal_bytes *out, const char *link, const char *place, cal_error *err);
// A place's new value; null: its default.
typedef struct cal_link_edit {
    const char *place, *value;
} cal_link_edit;
// Changes several places in sequence; a choice must come before its parameters.
CAL_API cal_status cal_link_edited(cal_bytes *out, const char *link, const cal_link_edit *edit, int count,
                                   cal_error *err);
// Writes the canonical text of a place's value, "" for none. `given`, if not null: true if it differs from
// the default.
CAL_API cal_status cal_link_value(cal_bytes *out, bool *given, const char *link, const char *place,
                                  cal_error *err);
// Writes the link in a file: one that cal_link_file made, a report, or weights (safetensors). Empty if
// weights do not record what trained them. CAL_USAGE and CAL_FAILED: another kind of file, or a damaged one.
// name: for errors.
CAL_API cal_status cal_link_from_file(cal_bytes *out, const char *name, const void *bytes, size_t size,
                                      cal_error *err);
// Writes what is readable of a damaged link, or of one whose run cannot be planned: {"link": the canonical
// link of its intact parts and parameters, "parts": [{"text", "why"}] the others, "missing": how many are
// gone, "mended"}.
CAL_API cal_status cal_link_recovered_json(cal_bytes *out, const char *link, cal_error *err);

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
    double value, min, max; // for numbers: default and bounds, inclusive unless open_min
    bool open_min, whole;   // min itself is not allowed; whole numbers only
    const char *preset;     // default as text, if it is not a single number; else null
    const char *words;      // "constant/cosine/step" of a CHOICE; or null
    const char *kind;       // for a SWITCH, or for a CHOICE that also accepts a kind's ids; else null
} cal_parameter_info;

typedef struct cal_catalog_info {
    const char *id, *label; // "focal", "Focal loss"
    const char *tex;        // formula, or ""
    const char *source;     // paper and equation
    const char *help;       // one sentence
    int parameters;
    bool larger_is_better; // for a metric
} cal_catalog_info;

// Returns kind `index` from 0, null past the last: "data", "model", "loss", "penalty", "optimizer",
// "schedule", "augment", "metric", "calibrator", ... All texts of the catalog belong to the library and stay
// valid.
CAL_API const char *cal_catalog_kind(int index);
CAL_API int cal_catalog_count(const char *kind); // entries; 0 for an unknown kind
// CAL_USAGE: no such kind, or no entry at that index (of that id).
CAL_API cal_status cal_catalog_entry(cal_catalog_info *out, const char *kind, int index, cal_error *err);
CAL_API cal_status cal_catalog_find(cal_catalog_info *out, const char *kind, const char *id, cal_error *err);
// Gets parameter `index` of an entry. Kind "run" with a null id: the run's parameters (epochs, batch, seed,
// ...). CAL_USAGE past the last one.
CAL_API cal_status cal_catalog_parameter(cal_parameter_info *out, const char *kind, const char *id, int index,
                                         cal_error *err);
// Returns CAL_USAGE unless text names an entry of the kind, with valid parameters: "focal:gamma=3".
CAL_API cal_status cal_catalog_check(const char *kind, const char *text, cal_error *err);
// Writes the entry as a link has it, without parameters that are the defaults.
CAL_API cal_status cal_catalog_canonical(cal_bytes *out, const char *kind, const char *text, cal_error *err);
// Writes such a text as JSON: {"id", "params": all of them, "given": the texts of those that are not the
// defaults}.
CAL_API cal_status cal_catalog_choice_json(cal_bytes *out, const char *kind, const char *text,
                                           cal_error *err);
// Writes the catalog as JSON, as `calib describe` prints it.
CAL_API cal_status cal_catalog_json(cal_bytes *out, cal_error *err);

// ---- samples: the data of a link

typedef enum cal_set { CAL_SET_TRAIN, CAL_SET_VALIDATION, CAL_SET_TEST } cal_set;

// The meaning of labels and logits.
typedef enum cal_labelling {
    CAL_LABELS_ONE,     // one of k classes: labels [n], logits for a softmax
    CAL_LABELS_SEVERAL, // multi-label: labels [n,k], each 1, 0 or -1 (unknown); a logit is a label's log odds
    CAL_LABELS_REST,    // one of k classes: labels [n]; a logit is the log odds of its class against the rest
} cal_labelling;

// Arrays of samples: either pixels [n,c,h,w], 0 to 255, or features [n,c] (h and w are 1).
typedef struct cal_sample_set {
    int n, k, c, h, w;
    const uint8_t *pixels;   // or null
    const float *features;   // or null
    const int32_t *labels;   // as `labelling` says
    const double *posterior; // [n,k] true probability of each class or label; null if unknown
    const int32_t *source;   // [n] a sample's index in its file or stream, or null
    cal_labelling labelling;
} cal_sample_set;

typedef struct cal_samples cal_samples;
// Generates the samples, or reads them from the lab's files. CAL_FAILED: a file is missing or damaged, or its
// data has another hash than the link names.
CAL_API cal_status cal_samples_load(cal_samples **out, const cal_lab *lab, const cal_link *link,
                                    cal_error *err);
// Gets an upper bound of the temporary memory of loading, in addition to files and samples. 0 if a file is
// missing.
CAL_API cal_status cal_samples_loading(size_t *bytes, const cal_lab *lab, const cal_link *link,
                                       cal_error *err);
CAL_API void cal_samples_free(cal_samples *s);
CAL_API cal_sample_set cal_samples_of(const cal_samples *s, cal_set set); // n = 0: empty
CAL_API const char *cal_samples_hash(const cal_samples *s);               // SHA-256, 64 digits
CAL_API const char *cal_samples_class(const cal_samples *s, int label);   // null out of range

// ---- training

// A run's memory and work, known before anything is allocated.
typedef struct cal_training_need {
    size_t bytes; // peak of data, weights, activations and kept logits together, or `loading_bytes`, if more
    size_t loading_bytes;  // upper bound while the data is loaded, before the rest, in addition to its files
    size_t state_bytes;    // upper bound of what cal_training_save makes, not part of `bytes`
    char largest[256];     // a sentence that names the layer with the most memory
    size_t parameters;     // weights that are trained
    int64_t multiply_adds; // in one forward pass of one sample
    int epochs, steps_per_epoch, steps;
    int k, c, h, w; // classes; shape of a sample
} cal_training_need;
// Plans a run. Files of the lab determine the memory for loading; with a null lab it is not counted.
// CAL_USAGE: its model does not fit its data.
CAL_API cal_status cal_training_plan(cal_training_need *out, const cal_lab *lab, const cal_link *link,
                                     int threads, cal_error *err);

typedef struct cal_training cal_training;
typedef enum cal_training_event { CAL_STEP_DONE, CAL_EPOCH_DONE, CAL_TRAINING_DONE } cal_training_event;

typedef struct cal_training_state {
    cal_training_event event; // the last step's
    int step, steps;          // done, and in all
    int epoch, epochs;        // done, and in all
    bool over;                // every epoch is done, or early stopping ended it
    double loss;              // mean over the last mini-batch; NaN before the first
} cal_training_state;

// Called after every step. Return false to pause: cal_training_run then returns.
typedef bool cal_training_listener(void *context, const cal_training_state *state);

// How a training uses its start file.
typedef enum cal_start {
    // resume a state saved from the same link, to the same bits; or begin with weights whose tensor names
    // match
    CAL_START_RESUME,
    CAL_START_INITIAL,  // begin with weights, matched by name or by order and shape; the link gets from=...
    CAL_START_DEFERRED, // no file yet: call cal_training_resume, required if the link has from=...
    CAL_START_TRAINED,  // take matched weights as trained: no steps are left, everything can be measured
} cal_start;

typedef struct cal_training_def {
    uint32_t cookie;
    const cal_link *link;
    const void *start; // a file in memory (safetensors) to start from, or null; read only during the call
    size_t start_size;
    const char *start_name; // the file's name for errors, or null
    cal_start start_as;
    bool keep_link;                  // leave the link as given, without adding the hash of data from files
    void (*loaded)(void *context);   // or null: called once, when the lab's files are no longer needed
    cal_training_listener *listener; // or null
    void *context;                   // given to it
} cal_training_def;
CAL_API cal_training_def cal_default_training(void);
// Loads the data and allocates all memory. Errors as of cal_samples_load and cal_training_plan. CAL_FAILED:
// `start` is from another link, or damaged. CAL_USAGE: the link has from=..., and `start` is null.
CAL_API cal_status cal_training_create(cal_training **out, cal_lab *lab, const cal_training_def *def,
                                       cal_error *err);
CAL_API void cal_training_free(cal_training *t);
// Returns a sentence for the user, such as that tensors were matched by order and shape; or null.
CAL_API const char *cal_training_note(const cal_training *t);
// Writes the canonical link, with the hashes of data from files and of initial weights.
CAL_API cal_status cal_training_link(cal_bytes *out, const cal_training *t, cal_error *err);
// Trains one mini-batch; after an epoch's last one, also evaluates validation and test set. CAL_FAILED: the
// loss is not finite (what was reached stays readable). CAL_USAGE: the training is over.
CAL_API cal_status cal_training_step(cal_training_event *event, cal_training *t, cal_error *err);
// Takes at most `steps` steps; 0: to the end. The listener may pause it. Evaluates a trained network.
CAL_API cal_status cal_training_run(cal_training *t, int steps, cal_error *err);
CAL_API cal_training_state cal_training_now(const cal_training *t);
// Saves the run between two steps as a safetensors file, for cal_training_def.start.
CAL_API cal_status cal_training_save(cal_bytes *out, const cal_training *t, cal_error *err);
// Saves to a buffer that the training allocates once, at full size, and keeps. Valid until the next such
// call. Sets NULL and 0 on failure.
CAL_API cal_status cal_training_state_held(const void **bytes, size_t *size, cal_training *t, cal_error *err);
// Loads a state or weights right after cal_training_create, as `start` does with CAL_START_RESUME. So a
// caller can read the file once the run has its memory. Errors use `name`. After an error the training can
// only be freed.
CAL_API cal_status cal_training_resume(cal_training *t, const char *name, const void *bytes, size_t size,
                                       cal_error *err);
// Writes the current weights as safetensors with all that is needed to use them.
CAL_API cal_status cal_training_weights(cal_bytes *out, const cal_training *t, cal_error *err);
// Returns a figure of the history: epoch from 0 to epochs done - 1. Names are "loss", "confidence" (mean of
// the top class), a metric's id such as "ece", or "rate" (learning rate, for any set). NaN if there is none.
CAL_API double cal_training_figure(const cal_training *t, int epoch, cal_set set, const char *name);
// Writes an epoch as in the history of a report: {"epoch", "rate", "train": {...}, ...}.
CAL_API cal_status cal_training_epoch_json(cal_bytes *out, const cal_training *t, int epoch, cal_error *err);
typedef struct cal_named_figure { // "trace" of a curvature, "calibration" of the Brier score
    const char *name;
    double value;
} cal_named_figure;
// Fills out[0..most) with the curvature after the last epoch and returns the number of figures. 0: the link
// asks for none, or none was measured.
CAL_API int cal_training_curvature(cal_named_figure *out, int most, const cal_training *t);
// Evaluates validation and test set with the current weights, for use in the middle of an epoch.
CAL_API void cal_training_evaluate(cal_training *t);
CAL_API cal_sample_set cal_training_samples(const cal_training *t, cal_set set); // the training's data
CAL_API const char *cal_training_hash(const cal_training *t);                    // as cal_samples_hash
CAL_API const char *cal_training_class(const cal_training *t, int label);        // as cal_samples_class
// Returns logits [n,k] of the last evaluation of the test or validation set, or null. Sizes are those of
// cal_training_samples. The next evaluation overwrites them.
CAL_API const float *cal_training_logits(const cal_training *t, cal_set set);
// True if any step used fused multiply-add, as the page's fast module does: the result has other bits.
CAL_API bool cal_training_fused(const cal_training *t);
// A receipt of the current weights. CAL_FAILED: logits are not finite.
typedef struct cal_training_result {
    char digest[65], data_hash[65]; // SHA-256: of weights and figures; of the data
    cal_bytes link; // after the last step: the link to share, with receipt and checksum; the caller frees it
} cal_training_result;
CAL_API cal_status cal_training_receipt(cal_training_result *out, cal_training *t, cal_error *err);

#ifdef __cplusplus
}
#endif

#include "calib_measure.h"
#include "calib_calibrate.h"
#include "calib_decide.h"
#include "calib_study.h"
#endif
