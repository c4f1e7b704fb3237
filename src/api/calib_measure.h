// Measures networks and their outputs: the second part of calib.h, which includes it.
#ifndef CAL_API_CALIB_MEASURE_H
#define CAL_API_CALIB_MEASURE_H
#ifndef CAL_API_CALIB_H
#error "include calib.h, which includes this part"
#endif

#ifdef __cplusplus
extern "C" {
#endif

// ---- reports

// A model's outputs for n samples: logits [n,k], and labels [n]. posterior: [n,k] or null.
typedef struct cal_logit_set {
    const float *logits;
    const int32_t *labels;
    const double *posterior;
    int n, k;
    const double *probabilities; // [n,k], in a report instead of logits; or null
    cal_labelling labelling;     // functions that do not support all of them name theirs
} cal_logit_set;

typedef struct cal_report cal_report;
typedef struct cal_network cal_network;                       // see below
typedef void cal_report_listener(void *context, double done); // called with progress, 0 to 1
// Called before and after a calibrator is fitted, by all its criteria and in all folds.
typedef void cal_fit_listener(void *context, const char *calibrator, bool fitted);

// A file in memory; bytes null: not given.
typedef struct cal_input {
    const char *name; // for errors and notes
    const void *bytes;
    size_t size;
} cal_input;

// Outputs as files: arrays of logits or probabilities [n,k] with labels [n] or one-hot [n,k], or tables
// (.csv). Arrays: .npy, or by name in an .npz or a .pt of torch.save.
typedef struct cal_report_inputs {
    cal_input logits, labels, val_logits, val_labels, ood_logits, csv, val_csv;
    cal_input weights; // [n], for outputs that are arrays; a table has a column named weight
    cal_input against; // another model's logits or table, for the same samples: compares the figures
    cal_input
        calibrator_file; // cal_calibration_save wrote it: measured in the place of calibrators fitted here
    cal_input posterior; // [n,k] true probabilities of classes or labels, for outputs that are arrays
    bool probs;          // the files hold probabilities
    bool as_logits;      // the files hold logits, even if they look like probabilities
    bool strict;         // refuses rows without a label or output, and labels to ignore; else leaves them out
    const char *task;    // "binary", "classes" or "multilabel"; null: guessed, with a note
    // By name or number from 1: "label=died,p=risk"; also logit=, group=, case=, weight=, positive=; or null.
    const char *columns;
    const char *label_names; // for multi-label arrays, one a line; null: by number
    const char *normalise;   // divisor of log likelihoods: "none", "characters", "bytes", "tokens"; or null
} cal_report_inputs;

typedef struct cal_report_def {
    uint32_t cookie;
    cal_logit_set test;       // the outputs to measure
    cal_logit_set validation; // the outputs that calibrators are fitted on; n = 0: none, unless fit_on_test
    const float *ood_logits;  // [ood_n,k] of out-of-distribution samples, or null: adds auroc
    int ood_n;
    bool fit_on_test;               // fits calibrators on the set they are measured on, with a note
    const char *fit;                // "cross:5": cross-fits calibrators on the test set in 5 folds; or null
    int bins;                       // 1 to 1000, 15 by default, for metrics without their own bins
    int draws;                      // draws for intervals, 0 (none) to 10000; -1: the default for n
    const char *const *metrics;     // texts such as "ece:bins=10", ended by null; null: all
    const char *const *calibrators; // likewise
    const cal_network *network;     // the network of these logits, described in the report; or null
    const cal_samples *samples;     // the samples it was evaluated on: required with a network
    const char *match;              // a library whose conventions are followed ("netcal", ...), or null
    cal_report_listener *listener;  // or null
    void *context;                  // given to it
    cal_naming naming;              // how errors spell options
    cal_fit_listener *fit_listener; // or null
    void *fit_context;              // given to it
} cal_report_def;
CAL_API cal_report_def cal_default_report(void);

// Options by name, for programs that take them as text. The list has the members of cal_report_inputs and
// the options of cal_report_def, in the order of `calib report --help`.
typedef enum cal_report_option_kind {
    CAL_REPORT_FILE,   // a file
    CAL_REPORT_FLAG,   // true if given
    CAL_REPORT_TEXT,   // a text
    CAL_REPORT_LINES,  // a text, which `calib report` reads from a file
    CAL_REPORT_WHOLE,  // the text of a whole number in [min, max]
    CAL_REPORT_LIST,   // texts, ended by null
    CAL_REPORT_SHARDS, // files for cal_report_shards, which takes no cal_report_inputs
} cal_report_option_kind;
typedef struct cal_report_option {
    const char *name, *value, *help; // "--bins", "M"; value null: a flag
    cal_report_option_kind kind;
    bool input; // a member of cal_report_inputs, else of cal_report_def
    int min, max;
} cal_report_option;
CAL_API const cal_report_option *cal_report_option_at(int index); // from 0; null past the last
typedef struct cal_option_value {
    cal_input file;
    const char *text;
    const char *const *list;
} cal_option_value;
// Sets option `index` to the member of `value` that its kind uses; all stay the caller's. CAL_USAGE: not a
// whole number in its range.
CAL_API cal_status cal_report_set(cal_report_def *def, cal_report_inputs *inputs, int index,
                                  const cal_option_value *value, cal_error *err);

// Arrays are read only during the call. Errors name the option, or the row and column of a wrong value.
CAL_API cal_status cal_report_logits(cal_report **out, cal_lab *lab, const cal_report_def *def,
                                     cal_error *err);
// Reads files; ignores the definition's sets and ood_logits. Errors name the file, or an option.
CAL_API cal_status cal_report_read(cal_report **out, cal_lab *lab, const cal_report_def *def,
                                   const cal_report_inputs *inputs, cal_error *err);
// Reduces outputs larger than memory: takes rows in order, in pieces of any size, and is saved as a file, a
// shard. A report needs only the shards of a set, from any machine. Relative error: none for figures of
// columns, if the shards are in order; 1e-10 for figures of classes; 1e-5 for the temperature of least NLL.
typedef struct cal_reduction cal_reduction;
// Reduces softmax(logits / temperature); the search for the best temperature uses the logits as given.
CAL_API cal_status cal_reduction_create(cal_reduction **out, cal_lab *lab, int classes, double temperature,
                                        cal_error *err);
CAL_API cal_status cal_reduction_add(cal_reduction *r, const cal_logit_set *rows, cal_error *err);
CAL_API cal_status cal_reduction_save(cal_bytes *out, const cal_reduction *r, cal_error *err);
CAL_API void cal_reduction_free(cal_reduction *r);
CAL_API cal_status cal_report_shards(cal_report **out, cal_lab *lab, const cal_report_def *def,
                                     const cal_input *shards, int count, cal_error *err);
// Returns a note for the user on how files were read, a sentence; null past the last.
CAL_API const char *cal_report_note(const cal_report *r, int index);
// Reports on a training's test set with the current weights, with history and digest, as `calib train` does.
CAL_API cal_status cal_report_training(cal_report **out, cal_training *t, cal_error *err);
CAL_API void cal_report_free(cal_report *r);

// Samples by their confidence; means are NaN where count is 0.
typedef struct cal_report_bin {
    double low, high, confidence, accuracy; // edges; means
    int count;
} cal_report_bin;

typedef struct cal_report_metric {
    const char *key;            // its id, or its text if the report has that id more than once
    const char *text;           // "ece:bins=10"
    double value;               // NaN if there is none
    double noise_floor;         // expected for a perfectly calibrated model; NaN if not applicable
    double low, high;           // 95 % interval of the estimate; NaN without draws
    double true_low, true_high; // 95 % interval of the true calibration error; NaN if unknown
    int bins, outside;          // 0 for metrics without bins; samples in no bin
    const cal_report_bin *bin;  // [bins]
    int parts;
    const cal_named_figure *part; // [parts]
} cal_report_metric;

// One fit of a calibrator.
typedef struct cal_report_fit {
    const char *calibrator, *way; // "temperature", "by_nll"
    bool at_bound;                // the optimum is at an end of the search range
    int changed;                  // test samples whose predicted class changed
    int parameters;
    const cal_named_figure *parameter; // [parameters] fitted scalars: "T"
} cal_report_fit;

enum { CAL_REPORT_UNCALIBRATED = -1 };
CAL_API int cal_report_fits(const cal_report *r);
// CAL_USAGE: `index` is out of range. The report owns what it points to.
CAL_API cal_status cal_report_fit_at(cal_report_fit *out, const cal_report *r, int index, cal_error *err);
// The metrics of the outputs as given (fit CAL_REPORT_UNCALIBRATED), or after fit 0 to cal_report_fits - 1.
CAL_API int cal_report_metrics(const cal_report *r, int fit);
CAL_API cal_status cal_report_metric_at(cal_report_metric *out, const cal_report *r, int fit, int index,
                                        cal_error *err);
CAL_API cal_status cal_report_metric_find(cal_report_metric *out, const cal_report *r, int fit,
                                          const char *key, cal_error *err);
// A cell of the table of calibrators; NaN where there is none. The difference is to the first row.
typedef struct cal_report_difference {
    const char *metric; // "brier" (or "binary_brier"), "nll", "ece", "smce", "accuracy", as far as measured
    double value, noise_floor, difference, low, high; // with a 95 % interval
    bool within_noise;                                // corrected for the number of different fits
} cal_report_difference;
typedef struct cal_report_row {
    const char *calibrator, *way;            // null in the first row, of the outputs as given
    bool best, advised;                      // its score is surely the lowest; the advice is to use it
    int parameters, differences;             // number of free parameters, -1 if no number says it
    double recovered;                        // share of the cost of miscalibration that it removes
    const cal_report_difference *difference; // [differences]
} cal_report_row;
CAL_API int cal_report_rows(const cal_report *r); // 0: the report has no such table
CAL_API cal_status cal_report_row_at(cal_report_row *out, const cal_report *r, int index, cal_error *err);
CAL_API const char *cal_report_advice(const cal_report *r); // a sentence: which one to use and why; or null
// Writes the report as `calib report` and `calib train` print it: one line of JSON, ended by a line feed.
CAL_API cal_status cal_report_json(cal_bytes *out, const cal_report *r, cal_error *err);
// format: "table", "csv", "latex" or "markdown".
CAL_API cal_status cal_report_table(cal_bytes *out, const cal_report *r, const char *format, cal_error *err);
// Formats a report's JSON, or copies it with format "json". CAL_FAILED: not a report.
CAL_API cal_status cal_report_json_table(cal_bytes *out, const char *json, size_t size, const char *format,
                                         cal_error *err);

// ---- outputs as files, and their numbers

// Logits or probabilities [n,k], and labels [n] or one-hot [n,k] or none: .npy, or by name in an .npz or .pt.
typedef struct cal_file_outputs_def {
    uint32_t cookie;
    cal_input logits, labels; // the caller's bytes, in place until the outputs are freed
    bool probs, as_logits;    // as in cal_report_inputs; not both
    bool wide;                // also keep double precision
    const char *set;          // set in an .npz or .pt: "val", "ood"; null: the test set
    bool several;             // multi-label: logits are log odds, and labels [n,k] are 1, 0 or -1 (unknown)
    // Ends the sentence that refuses probabilities: what to give. Null: explains how to pass them.
    const char *instead;
    cal_naming naming; // how errors spell options
} cal_file_outputs_def;
CAL_API cal_file_outputs_def cal_default_file_outputs(void);
typedef struct cal_file_outputs cal_file_outputs;
// CAL_FAILED: a file is damaged, or has no such array. CAL_USAGE: they look like probabilities, and neither
// probs nor as_logits is set. Values are checked by cal_logits_check.
CAL_API cal_status cal_file_outputs_read(cal_file_outputs **out, const cal_file_outputs_def *def,
                                         cal_error *err);
CAL_API void cal_file_outputs_free(cal_file_outputs *o);
// Returns the logits, for probabilities their logarithms; labels are null if none were given.
CAL_API cal_logit_set cal_file_outputs_of(const cal_file_outputs *o);
// Returns [n,k] as in the file, probabilities with rows that sum to 1; null unless def.wide.
CAL_API const double *cal_file_outputs_wide(const cal_file_outputs *o);
// Returns a note for the user on how they were read, a sentence; null past the last.
CAL_API const char *cal_file_outputs_note(const cal_file_outputs *o, int index);
// Writes what an array or a table (.csv) holds, for a file of unknown role: {"kind": "npy", "type": "f4",
// "shape": [n,k], "least", "most", "rows_sum_to_1", ...}. CAL_FAILED: it is neither.
CAL_API cal_status cal_input_json(cal_bytes *out, const cal_input *file, cal_error *err);

// The numbers of an array, in its order.
typedef struct cal_number_array {
    int dims, dim[4];
    const float *floats;   // for any floating type; or null
    const int32_t *wholes; // for any integer type; or null
} cal_number_array;
typedef struct cal_file_array cal_file_array;
// The bytes must stay until the array is freed. CAL_FAILED: not an array, or integers beyond 32 bits.
CAL_API cal_status cal_file_array_read(cal_file_array **out, const cal_input *file, cal_error *err);
CAL_API void cal_file_array_free(cal_file_array *a);
CAL_API cal_number_array cal_file_array_of(const cal_file_array *a);

// ---- metrics

// CAL_FAILED names the first row and column that is not finite, or the first label that is not a class.
CAL_API cal_status cal_logits_check(const cal_logit_set *set, cal_error *err);

typedef struct cal_metrics_def {
    uint32_t cookie;
    cal_logit_set test;
    double temperature; // divides the logits; 1
    int bins;           // for metrics that bin, 1 to 1000; 15
    int draws;          // behind noise floors and intervals, 0 (none) to 10000; 0
    bool headline;      // only the metrics that a page shows first, fast enough for a slider
} cal_metrics_def;
CAL_API cal_metrics_def cal_default_metrics(void);
// Writes every metric that the given arrays allow, as in a report: {"ece": {"text", "value", "bins", ...},
// ...}. Arrays are read only during the call.
CAL_API cal_status cal_metrics_json(cal_bytes *out, cal_lab *lab, const cal_metrics_def *def, cal_error *err);

// ---- networks: trained weights

typedef struct cal_network_def {
    uint32_t cookie;
    const char *name; // the file's name for errors, or null
    // safetensors, a saved state, or an ONNX model of this lab; in place until the network is freed
    const void *bytes;
    size_t size;
    // or null: its data= names the network's data; its model= is used if the file names none
    const cal_link *link;
    // These override the file. A link with data= overrides the normalisation, if not the default.
    const char *model;      // "resnet20:shortcut=pad", or null
    int k, c, h, w;         // classes, and sample shape; 0: as in the file
    int means, stds;        // lengths of mean and std, 1 or c; 0: as in the file
    double mean[4], std[4]; // for pixels from 0 to 1
    bool best_fit;          // if the file names no model and several presets fit, take the first
    cal_naming naming;      // how errors spell options
    // the second file of an ONNX model, which holds its numbers; or null
    const char *data_name;
    const void *data;
    size_t data_size;
} cal_network_def;
CAL_API cal_network_def cal_default_network(void);
enum { CAL_NETWORK_DATA_NAME = 200 };
// Finds the name of the file next to an ONNX model that holds its numbers; empty: none. CAL_FAILED: a name
// with a folder, or several files.
CAL_API cal_status cal_network_data_name(char name[CAL_NETWORK_DATA_NAME], const cal_network_def *def,
                                         cal_error *err);
// CAL_FAILED: damaged, or its tensors do not match the model. CAL_USAGE: nothing names the model.
CAL_API cal_status cal_network_open(cal_network **out, const cal_network_def *def, cal_error *err);
// Opens a file even if its tensors do not match the model, and describes it: see `misfit`.
CAL_API cal_status cal_network_examine(cal_network **out, const cal_network_def *def, cal_error *err);
CAL_API void cal_network_free(cal_network *w);

typedef struct cal_network_info {
    const char *model, *layers; // "resnet20", and its layers as text
    const char *link;           // link of the run that trained it, or null
    int k, c, h, w;             // classes, and the shape of a sample
    bool of_data;               // its data is known, so cal_network_link succeeds
    bool pixels, guessed;       // it takes pixels, else features; their normalisation is a guess
    size_t parameters;
    int64_t multiply_adds;   // for one sample
    double temperature;      // divides its logits; 1: no division
    const char *note;        // or null: that only one preset fits a file that names no model
    const char *guess;       // or null: a sentence with the guessed normalisation of pixels
    cal_labelling labelling; // CAL_LABELS_SEVERAL with head=sigmoid, else CAL_LABELS_ONE
    const char *misfit;      // from cal_network_examine: why tensors do not match the model; or null
} cal_network_info;
CAL_API cal_network_info cal_network_about(const cal_network *w);
// Returns the models that fit, best first, if the file names none: "resnet20"; null past the last.
CAL_API const char *cal_network_proposal(const cal_network *w, int index);
// Writes what `calib weights` prints: with every tensor of the file, matched to the network's tensors.
CAL_API cal_status cal_network_json(cal_bytes *out, const cal_network *w, cal_error *err);
// Writes the link to evaluate it with: data, model and normalisation. CAL_USAGE: the data is unknown.
CAL_API cal_status cal_network_link(cal_bytes *out, const cal_network *w, cal_error *err);
// If the normalisation of pixels is a guess (`guessed`), takes the usual one that scores best on the test
// set; `guess` then names it. Otherwise does nothing.
CAL_API cal_status cal_network_normalise(cal_network *w, cal_lab *lab, const cal_samples *s, cal_error *err);
// logits: [n,k] for samples in memory; pixels or features as the network takes them, labels are ignored.
// CAL_USAGE: another shape than the network's.
CAL_API cal_status cal_network_logits(float *logits, const cal_network *w, cal_lab *lab,
                                      const cal_sample_set *samples, cal_error *err);
// Writes safetensors, or, with a temperature above 0 that divides logits, ONNX.
CAL_API cal_status cal_network_save(cal_bytes *out, const cal_network *w, double temperature, cal_error *err);

// ---- tables: views of outputs, and probes of networks

typedef struct cal_result_column {
    const char *id, *label, *unit; // "%" of fractions that are shown as percent, "nats", "" of pure numbers
} cal_result_column;

typedef struct cal_result_info {
    const char *choice; // "reliability:metric=adaece"
    int rows, columns, facts;
    const cal_result_column *column; // [columns]
    const double *cell;              // [rows,columns], or [columns,rows] by request; NaN if there is none
    const cal_named_figure *fact;    // [facts] numbers for the whole table
    // For a probe:
    const char *link; // the run of the state; else null
    int epoch;        // epoch of the state
    int classes;      // the last `classes` columns belong to one class each
} cal_result_info;

typedef struct cal_result cal_result;
typedef void cal_result_listener(void *context, int done, int rows); // called after every row
CAL_API void cal_result_free(cal_result *r);
CAL_API cal_result_info cal_result_about(const cal_result *r); // valid until the table is freed

typedef struct cal_view_def {
    uint32_t cookie;
    const char *view; // "confusion", "reliability:metric=adaece,bins=10"
    cal_logit_set test;
    cal_logit_set validation; // for views of temperatures; or n = 0
    const float *ood_logits;  // [ood_n,k] of out-of-distribution samples, or null
    int ood_n;
    double temperature; // divides the logits; 1
    bool by_column;     // cells column by column
} cal_view_def;
CAL_API cal_view_def cal_default_view(void);
// Arrays are read only during the call. CAL_USAGE: no such view, or it needs more than is given.
CAL_API cal_status cal_view_table(cal_result **out, const cal_view_def *def, cal_error *err);
// Does it for files as a report reads them, a table of a binary task too; ignores the definition's sets. A
// view that compares models takes inputs->against.
CAL_API cal_status cal_view_read(cal_result **out, cal_lab *lab, const cal_view_def *def,
                                 const cal_report_inputs *inputs, cal_naming naming, cal_error *err);
// Returns a note for the user on how files were read, a sentence; null past the last.
CAL_API const char *cal_result_note(const cal_result *r, int index);

typedef struct cal_probe_def {
    uint32_t cookie;
    const char *probe;    // "landscape:grid=21"
    const cal_link *link; // link of the run that saved the state
    const void *state;    // from cal_training_save or cal_training_weights; read only during the call
    size_t state_size;
    const char *state_name; // the state's file name for errors, or null
    // Or null: samples of other data for "logits", with labels of other classes, or null.
    const cal_sample_set *other;
    bool keep_link;                // as in cal_training_def
    bool by_column;                // cells column by column
    void (*loaded)(void *context); // as in cal_training_def; or null
    cal_result_listener *listener; // or null
    void *context;                 // given to both
} cal_probe_def;
CAL_API cal_probe_def cal_default_probe(void);
// Memory of a probe with its run, table and data loading, without `other`.
typedef struct cal_probe_memory {
    size_t bytes;
    char largest[256]; // a sentence that names the layer with the most memory
} cal_probe_memory;
// The lab as in cal_training_plan; reads link, probe and n of `other`. CAL_USAGE: the probe is not allowed.
CAL_API cal_status cal_probe_plan(cal_probe_memory *out, const cal_lab *lab, const cal_probe_def *def,
                                  int threads, cal_error *err);
// Errors as of cal_probe_plan, cal_samples_load and cal_training_create.
CAL_API cal_status cal_probe_table(cal_result **out, cal_lab *lab, const cal_probe_def *def, cal_error *err);

#ifdef __cplusplus
}
#endif
#endif
