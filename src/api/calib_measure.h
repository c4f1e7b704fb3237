// What can be measured of a network and of its outputs: the second part of calib.h, which includes it.
#ifndef CAL_API_CALIB_MEASURE_H
#define CAL_API_CALIB_MEASURE_H
#include "calib.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- reports

// What a model said to n samples: logits [n,k] and the right classes [n]. posterior [n,k] or null.
typedef struct cal_logit_set {
    const float *logits;
    const int32_t *labels;
    const double *posterior;
    int n, k;
    const double *probabilities; // [n,k], of a report, in the place of logits; or null
    cal_labelling labelling;     // where not all are taken, it is said what is
} cal_logit_set;

typedef struct cal_report cal_report;
typedef struct cal_network cal_network;                       // see below
typedef void cal_report_listener(void *context, double done); // hears how far it is, 0 to 1

// A file in memory; bytes null: it is not given.
typedef struct cal_input {
    const char *name; // for errors and notes
    const void *bytes;
    size_t size;
} cal_input;

// Outputs as files: arrays (.npy, or several in an .npz or a .pt of torch.save, by their names) of logits or
// probabilities [n,k] and labels [n] or one-hot [n,k], or tables (.csv) of predictions or of outputs, with their labels.
typedef struct cal_report_inputs {
    cal_input logits, labels, val_logits, val_labels, ood_logits, csv, val_csv;
    cal_input weights;   // [n] of the samples whose outputs are arrays; a table has a column named weight
    cal_input against;   // another model's logits or table, of the same samples: figures are compared with it
    cal_input posterior; // [n,k] true probabilities of the classes, or of each label, where arrays have them
    bool probs;          // they hold probabilities
    bool as_logits;      // they hold logits, even where these look like probabilities
    const char *task;    // "binary", "classes" or "multilabel"; null: as the files look, said in a note
    // Which columns of a table are the label and the probability of one class, a binary task: "label=died,p=risk", by
    // names or numbers from 1; also logit=, group=, case=, weight=, positive=. Null: guessed, and said in a note.
    const char *columns;
    const char *label_names; // of several labels in arrays, one a line; null: by number
} cal_report_inputs;

typedef struct cal_report_def {
    uint32_t cookie;
    cal_logit_set test;       // what is measured
    cal_logit_set validation; // what calibrators are fitted on; n = 0: there are none, unless fit_on_test
    const float *ood_logits;  // [ood_n,k] of out-of-distribution samples, or null: adds auroc
    int ood_n;
    bool fit_on_test;               // fits calibrators on what they are measured on, and says so
    int bins;                       // of metrics that bin and do not say it, 1 to 1000; 15
    int draws;                      // behind an interval, 0 (none) to 10000; -1: as many as usual for n
    const char *const *metrics;     // texts such as "ece:bins=10", ended by null; null: all
    const char *const *calibrators; // as well
    const cal_network *network;     // whose logits these are, or null: the report says what is known of it,
    const cal_samples *samples;     // and that it was evaluated on these, which then have to be given
    const char *match;              // a library whose conventions are followed ("netcal", ...), or null
    cal_report_listener *listener;  // or null
    void *context;                  // given to it
} cal_report_def;
CAL_API cal_report_def cal_default_report(void);
// Arrays are read during the call alone. CAL_USAGE and CAL_FAILED name the option, or the row and column that
// is not finite or no class.
CAL_API cal_status cal_report_logits(cal_report **out, cal_lab *lab, const cal_report_def *def,
                                     cal_error *err);
// The same of files; the definition's sets and ood_logits are not looked at. Errors name the file, or what is missing
// as a field: "inputs.csv".
CAL_API cal_status cal_report_read(cal_report **out, cal_lab *lab, const cal_report_def *def,
                                   const cal_report_inputs *inputs, cal_error *err);
// Outputs that fit into no memory: a reduction takes their rows in order, in any pieces, and becomes a file, a shard. Of a set's shards,
// reduced anywhere, cal_report_shards makes the report: figures of columns as those of the outputs to the last bit where the shards are in
// their order, those of classes within 1e-10, and the temperature of least negative log-likelihood within 1e-5, each relative.
typedef struct cal_reduction cal_reduction;
// Of the softmax of logits divided by `temperature`; the search for the best one is of the logits as they are.
CAL_API cal_status cal_reduction_create(cal_reduction **out, cal_lab *lab, int classes, double temperature,
                                        cal_error *err);
CAL_API cal_status cal_reduction_add(cal_reduction *r, const cal_logit_set *rows, cal_error *err);
CAL_API cal_status cal_reduction_save(cal_bytes *out, const cal_reduction *r, cal_error *err);
CAL_API void cal_reduction_free(cal_reduction *r);
CAL_API cal_status cal_report_shards(cal_report **out, cal_lab *lab, const cal_report_def *def,
                                     const cal_input *shards, int count, cal_error *err);
// What its user should know of how files were read, a sentence each; null past the last one.
CAL_API const char *cal_report_note(const cal_report *r, int index);
// On the test set of a training with the weights as they are, with history and digest: what `calib train` prints.
CAL_API cal_status cal_report_training(cal_report **out, cal_training *t, cal_error *err);
CAL_API void cal_report_free(cal_report *r);

// Samples by their confidence; means are NaN where count is 0.
typedef struct cal_report_bin {
    double low, high, confidence, accuracy; // edges; means
    int count;
} cal_report_bin;

typedef struct cal_report_metric {
    const char *key;            // its id, or its text where the report has that id more than once
    const char *text;           // "ece:bins=10"
    double value;               // NaN where it has none
    double noise_floor;         // what a perfectly calibrated model would get; NaN where that is no question
    double low, high;           // 95 %, the spread of the estimate; NaN without draws
    double true_low, true_high; // 95 %, of the true error of calibration; NaN where none is known
    int bins, outside;          // 0 for metrics that do not bin; samples in no bin
    const cal_report_bin *bin;  // [bins]
    int parts;
    const cal_named_figure *part; // [parts]
} cal_report_metric;

// One way in which a calibrator was fitted.
typedef struct cal_report_fit {
    const char *calibrator, *way; // "temperature", "by_nll"
    bool at_bound;                // it ran into the end of its range
    int changed;                  // samples of the test set whose predicted class is another one
    int parameters;
    const cal_named_figure *parameter; // [parameters] single numbers that it found: "T"
} cal_report_fit;

enum { CAL_REPORT_UNCALIBRATED = -1 };
CAL_API int cal_report_fits(const cal_report *r);
// CAL_USAGE: there is no fit `index`. What it points to is the report's.
CAL_API cal_status cal_report_fit_at(cal_report_fit *out, const cal_report *r, int index, cal_error *err);
// The metrics of the outputs as they are (fit CAL_REPORT_UNCALIBRATED), or after fit 0 to cal_report_fits - 1.
CAL_API int cal_report_metrics(const cal_report *r, int fit);
CAL_API cal_status cal_report_metric_at(cal_report_metric *out, const cal_report *r, int fit, int index,
                                        cal_error *err);
CAL_API cal_status cal_report_metric_find(cal_report_metric *out, const cal_report *r, int fit,
                                          const char *key, cal_error *err);
// The report as `calib report` and `calib train` print it: a JSON object on one line, ended by a line feed.
CAL_API cal_status cal_report_json(cal_bytes *out, const cal_report *r, cal_error *err);
// format: "table", "csv", "latex" or "markdown".
CAL_API cal_status cal_report_table(cal_bytes *out, const cal_report *r, const char *format, cal_error *err);
// The same of a report's JSON, or with "json" that JSON. CAL_FAILED: it is no report.
CAL_API cal_status cal_report_json_table(cal_bytes *out, const char *json, size_t size, const char *format,
                                         cal_error *err);

// ---- outputs as files, and their numbers

// Logits or probabilities [n,k] and labels, [n] or one-hot [n,k], which may be missing: .npy, or in an .npz or .pt by their names.
typedef struct cal_file_outputs_def {
    uint32_t cookie;
    cal_input logits, labels; // the bytes are the caller's, in place until what was read of them is freed
    bool probs, as_logits;    // as in cal_report_inputs; not both
    bool wide;                // asks for double precision too
    const char *set;          // whose arrays of an .npz or .pt: "val", "ood"; null: the test set's
    bool several; // each label by itself: logits are log odds, and labels [n,k] are 1, 0 or -1 (unknown)
    // For a caller who takes no probabilities, what to give: ends the sentence that refuses them. Null: how they are taken.
    const char *instead;
} cal_file_outputs_def;
CAL_API cal_file_outputs_def cal_default_file_outputs(void);
typedef struct cal_file_outputs cal_file_outputs;
// CAL_FAILED: a file is damaged, or no such array; CAL_USAGE: they look like probabilities, and nobody says what they
// are. Logits that are no numbers, and labels beyond the classes, are found by who uses them (cal_logits_check).
CAL_API cal_status cal_file_outputs_read(cal_file_outputs **out, const cal_file_outputs_def *def,
                                         cal_error *err);
CAL_API void cal_file_outputs_free(cal_file_outputs *o);
// The logits, of probabilities their logarithms; labels null where none were given.
CAL_API cal_logit_set cal_file_outputs_of(const cal_file_outputs *o);
// [n,k] as the file has them, of probabilities these themselves with rows that sum to 1; null unless def.wide.
CAL_API const double *cal_file_outputs_wide(const cal_file_outputs *o);
// What its user should know of how they were read, a sentence each; null past the last one.
CAL_API const char *cal_file_outputs_note(const cal_file_outputs *o, int index);
// What a file holds, an array or a table (.csv), before anybody says what it is, as JSON: {"kind": "npy", "type": "f4",
// "shape": [n,k], "least", "most", "rows_sum_to_1", ...}. CAL_FAILED: it is neither.
CAL_API cal_status cal_input_json(cal_bytes *out, const cal_input *file, cal_error *err);

// The numbers of an array, in its order.
typedef struct cal_number_array {
    int dims, dim[4];
    const float *floats;   // of any floating type; or null
    const int32_t *wholes; // of any whole type; or null
} cal_number_array;
typedef struct cal_file_array cal_file_array;
// The file's bytes are the caller's, in place until the array is freed. CAL_FAILED: it is no array, or it holds whole
// numbers beyond 32 bits.
CAL_API cal_status cal_file_array_read(cal_file_array **out, const cal_input *file, cal_error *err);
CAL_API void cal_file_array_free(cal_file_array *a);
CAL_API cal_number_array cal_file_array_of(const cal_file_array *a);

// ---- metrics

// CAL_FAILED names the first row and column that is not finite, or the first label that is no class.
CAL_API cal_status cal_logits_check(const cal_logit_set *set, cal_error *err);

typedef struct cal_metrics_def {
    uint32_t cookie;
    cal_logit_set test;
    double temperature; // that the logits are divided by; 1
    int bins;           // of metrics that bin, 1 to 1000; 15
    int draws;          // behind noise floors and intervals, 0 (none) to 10000; 0
    bool headline;      // only the metrics that a page shows first, fast enough for a slider
} cal_metrics_def;
CAL_API cal_metrics_def cal_default_metrics(void);
// Every metric that needs no more than is given, as in a report: {"ece": {"text", "value", "bins", ...}, ...}. Arrays
// are read during the call alone.
CAL_API cal_status cal_metrics_json(cal_bytes *out, cal_lab *lab, const cal_metrics_def *def, cal_error *err);

// ---- calibrators

typedef struct cal_calibration cal_calibration;
typedef struct cal_calibration_def {
    uint32_t cookie;
    const char *calibrator;  // "temperature", "spline:knots=8"
    cal_logit_set fitted_on; // of the validation set; read during the call alone
} cal_calibration_def;
CAL_API cal_calibration_def cal_default_calibration(void);
// Fits it in every way that it knows; of several labels a sample one map for all labels, as a report does. CAL_FAILED: too
// few samples. CAL_USAGE: a calibrator of the predicted class alone, and several labels.
CAL_API cal_status cal_calibration_fit(cal_calibration **out, cal_lab *lab, const cal_calibration_def *def,
                                       cal_error *err);
CAL_API void cal_calibration_free(cal_calibration *c);
CAL_API int cal_calibration_ways(const cal_calibration *c);
CAL_API const char *cal_calibration_way(const cal_calibration *c, int way); // "by_nll"; null past the last
// What a way found by name ("T"): fills value[0..most) and returns how many numbers there are; 0: no such name.
CAL_API int cal_calibration_found(double *value, int most, const cal_calibration *c, int way,
                                  const char *name);
// All that a way found, as in a report: {"T": 1.4, "at_bound": false, "curve": {"at", "score"}}.
CAL_API cal_status cal_calibration_json(cal_bytes *out, const cal_calibration *c, int way, cal_error *err);
// Calibrated outputs of logits [n,k], k as it was fitted on: probabilities [n,k], confidence [n] of the predicted class,
// and predicted [n]; each may be null. CAL_USAGE: probabilities of a calibrator that gives confidences alone. Of several
// labels a sample probabilities [n,k] that each is present, and nothing else.
CAL_API cal_status cal_calibration_apply(double *probabilities, double *confidence, int32_t *predicted,
                                         const cal_calibration *c, int way, const float *logits, int n,
                                         cal_error *err);

// ---- losses

typedef struct cal_loss_def {
    uint32_t cookie;
    const char *loss;      // "focal:gamma=3", "ce&penalty=entropy:alpha=0.1"
    const double *logits;  // [n,k]
    const int32_t *labels; // [n], or as `labelling` says
    int n, k;
    cal_labelling labelling;  // of several labels a sample the loss is what head=sigmoid trains with
    cal_logit_set validation; // what a loss that learns from validation (adafocal) sees first; or n = 0
} cal_loss_def;
CAL_API cal_loss_def cal_default_loss(void);
typedef struct cal_loss_info {
    const char *id;  // "focal"
    bool validation; // it learns from validation
} cal_loss_info;
// CAL_USAGE: no such loss, or one that has no value from logits alone.
CAL_API cal_status cal_loss_about(cal_loss_info *out, const char *loss, cal_error *err);
// The mean loss, and the gradient [n,k] of that mean with respect to the logits, in double; gradient may be null.
// state, if not null, becomes a JSON object of what the loss knows of the run; empty where it has no state.
CAL_API cal_status cal_loss_value(double *mean, double *gradient, cal_bytes *state, const cal_loss_def *def,
                                  cal_error *err);

// ---- networks: trained weights

typedef struct cal_network_def {
    uint32_t cookie;
    const char *name; // of the file, for errors; or null
    // safetensors, a saved state, or an ONNX model of this lab; the caller's, in place until the network is freed
    const void *bytes;
    size_t size;
    const char *link; // or null: its data= is what the network is of; its model=, where the file says none
    // What is said here goes before what the file says (a link with data= says how pixels are normalised itself,
    // where they are not its defaults):
    const char *model;      // "resnet20:shortcut=pad", or null
    int k, c, h, w;         // classes, and shape of a sample; 0: as in the file
    int means, stds;        // how many numbers the two below have, one or one a channel; 0: as in the file
    double mean[4], std[4]; // of pixels from 0 to 1
    bool best_fit;          // of several presets that fit a file which says no model, take the first
} cal_network_def;
CAL_API cal_network_def cal_default_network(void);
// CAL_FAILED: damaged, or its tensors are not those of the model; CAL_USAGE: nobody says which model it is.
CAL_API cal_status cal_network_open(cal_network **out, const cal_network_def *def, cal_error *err);
// The same, but where the file's tensors are not those of the model, what was found of it is given: see `misfit`.
CAL_API cal_status cal_network_examine(cal_network **out, const cal_network_def *def, cal_error *err);
CAL_API void cal_network_free(cal_network *w);

typedef struct cal_network_info {
    const char *model, *layers; // "resnet20", and its layers as text
    const char *link;           // of the run that made it, or null
    int k, c, h, w;             // classes, and the shape of a sample
    bool of_data;               // somebody says which data it is of, so that cal_network_link has an answer
    bool pixels, guessed;       // it takes pixels, else features; nobody says how they are normalised
    size_t parameters;
    int64_t multiply_adds;   // of one sample
    double temperature;      // that its logits are divided by; 1: by none
    const char *note;        // or null: that only one preset fits the tensors of a file that says no model
    const char *guess;       // or null: which normalisation of pixels was guessed, as a sentence
    cal_labelling labelling; // CAL_LABELS_SEVERAL with head=sigmoid, else CAL_LABELS_ONE
    const char *misfit;      // of cal_network_examine: why its tensors are not those of the model; or null
} cal_network_info;
CAL_API cal_network_info cal_network_about(const cal_network *w);
// The models that its tensors fit, the best first, where the file says none: "resnet20"; null past the last one.
CAL_API const char *cal_network_proposal(const cal_network *w, int index);
// What `calib weights` prints: with every tensor of the file, and which of the network's it is.
CAL_API cal_status cal_network_json(cal_bytes *out, const cal_network *w, cal_error *err);
// The link to evaluate it with: its data, its model, and how its pixels are normalised. CAL_USAGE: nobody names data.
CAL_API cal_status cal_network_link(cal_bytes *out, const cal_network *w, cal_error *err);
// Where nobody says how pixels are normalised (`guessed`), takes that of the usual ways with which it is best at the
// test set; `guess` says which. Otherwise nothing happens.
CAL_API cal_status cal_network_normalise(cal_network *w, cal_lab *lab, const cal_samples *s, cal_error *err);
// logits [n,k] of samples in memory; pixels or features as the network takes them, labels are not looked at.
// CAL_USAGE: another shape than the network's.
CAL_API cal_status cal_network_logits(float *logits, const cal_network *w, cal_lab *lab,
                                      const cal_sample_set *samples, cal_error *err);
// As a file: safetensors, or, with a temperature above 0 that logits are divided by, ONNX.
CAL_API cal_status cal_network_save(cal_bytes *out, const cal_network *w, double temperature, cal_error *err);

// ---- tables: views of outputs, and probes of networks

typedef struct cal_result_column {
    const char *id, *label, *unit; // "%" of fractions that are shown as percent, "nats", "" of pure numbers
} cal_result_column;

typedef struct cal_result_info {
    const char *choice; // "reliability:metric=adaece"
    int rows, columns, facts;
    const cal_result_column *column; // [columns]
    const double *cell;           // [rows,columns], or [columns,rows] if asked for; NaN where there is none
    const cal_named_figure *fact; // [facts] numbers that belong to the whole table
    // Of a probe:
    const char *link; // of the run that the state is of; else null
    int epoch;        // of the state
    int classes;      // so many of the last columns belong to a class each
} cal_result_info;

typedef struct cal_result cal_result;
typedef void cal_result_listener(void *context, int done, int rows); // hears of every row
CAL_API void cal_result_free(cal_result *r);
CAL_API cal_result_info cal_result_about(const cal_result *r); // valid until the table is freed

typedef struct cal_view_def {
    uint32_t cookie;
    const char *view; // "confusion", "reliability:metric=adaece,bins=10"
    cal_logit_set test;
    cal_logit_set validation; // that views of temperatures need; or n = 0
    const float *ood_logits;  // [ood_n,k] of out-of-distribution samples, or null
    int ood_n;
    double temperature; // that the logits are divided by; 1
    bool by_column;     // cells column by column
} cal_view_def;
CAL_API cal_view_def cal_default_view(void);
// Arrays are read during the call alone. CAL_USAGE: no such view, or it needs more than is given.
CAL_API cal_status cal_view_table(cal_result **out, const cal_view_def *def, cal_error *err);

typedef struct cal_probe_def {
    uint32_t cookie;
    const char *probe; // "landscape:grid=21"
    const char *link;  // of the run that the state is of
    const void *state; // what cal_training_save or cal_training_weights made; read during the call alone
    size_t state_size;
    const char *state_name; // of its file, for errors; or null
    // Or null: samples of other data that "logits" is of, whose labels may be of other classes, or null.
    const cal_sample_set *other;
    bool keep_link;                // as in cal_training_def
    bool by_column;                // cells column by column
    void (*loaded)(void *context); // as in cal_training_def; or null
    cal_result_listener *listener; // or null
    void *context;                 // given to both
} cal_probe_def;
CAL_API cal_probe_def cal_default_probe(void);
// The memory that a probe takes, its run, its table and the loading of its data included, `other` not.
typedef struct cal_probe_memory {
    size_t bytes;
    char largest[256]; // which layer takes most of it, as a sentence
} cal_probe_memory;
// The lab as in cal_training_plan; of the definition the link, the probe, and n of `other`. CAL_USAGE: the link does not
// allow the probe.
CAL_API cal_status cal_probe_plan(cal_probe_memory *out, const cal_lab *lab, const cal_probe_def *def,
                                  int threads, cal_error *err);
// Errors as of cal_probe_plan, cal_samples_load and cal_training_create.
CAL_API cal_status cal_probe_table(cal_result **out, cal_lab *lab, const cal_probe_def *def, cal_error *err);

// ---- other samples than the link's: corrupted pictures, other data

// The pixels [n,c,h,w] of samples, corrupted ("blur:severity=3"). CAL_FAILED: they have none.
CAL_API cal_status cal_corrupt_pixels(uint8_t *pixels, const cal_sample_set *samples, const char *corruption,
                                      cal_error *err);
// logits [n,k] of a training with the weights as they are, of samples of the shape of its own; their labels
// are not read.
CAL_API cal_status cal_training_outputs(float *logits, cal_training *t, const cal_sample_set *samples,
                                        cal_error *err);
typedef struct cal_ood_def {
    const char *const *corruptions; // texts, ended by null; or null for none
    const cal_sample_set
        *other; // other data's samples, of the shape of the training's; labels are not read; or null
    const char *other_name; // what the JSON calls them
    int bins;
} cal_ood_def;
CAL_API cal_ood_def cal_default_ood(void); // 15 bins
// What `calib ood` prints: metrics of the last evaluation's test set, clean and after each of the corruptions, and how
// well the second sets can be distinguished from it. CAL_FAILED: the data has no pictures to corrupt.
CAL_API cal_status cal_training_ood_json(cal_bytes *out, cal_training *t, const cal_ood_def *def,
                                         cal_error *err);
// The same of corruptions alone.
CAL_API cal_status cal_training_shift_json(cal_bytes *out, cal_training *t, const char *const *corruptions,
                                           int bins, cal_error *err);

#ifdef __cplusplus
}
#endif
#endif
