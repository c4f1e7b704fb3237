// Functions that the page's workers call; web/core/worker/instance.js is the caller.
//
// A call that can fail returns JSON: the result, or {"error": "one sentence"}. The text is valid until the
// next call. Addresses in a result point into the module's memory; each call says how long they are valid.
// Links, files and numbers may be hostile. Addresses and lengths must describe memory of this module.
#ifndef CAL_WASM_API_H
#define CAL_WASM_API_H
#include <stddef.h>
#include <stdint.h>

typedef struct cal_api cal_api;

cal_api *cal_api_open(void); // null if memory is refused
void *cal_api_alloc(size_t bytes);
void cal_api_free(void *memory);
// Returns the error of the last call that failed.
const char *cal_api_error(const cal_api *api);

// Returns what `calib describe` prints.
const char *cal_api_describe(cal_api *api);
// Returns a link's meaning and its run's needs with `workers` threads. The answer is {"spec", "digest",
// "receipt", "address", "promise": {"engine", "data", "weights", "digest", "error", ...} as far as given,
// "page":
// {"view", ...}, "link", "group", "choices": {"data": {"id", "params"}, ...}, "run": {params}, "shape":
// {k,c,h,w}, "need": {...}, "net": {...}, "files": [names]}. As in cal_link_plan_json: "address" is the
// canonical link with its receipt. "link" also has the page's keys. "group" has no seed. "digest" and
// "receipt" are "" if absent.
const char *cal_api_check(cal_api *api, const char *link, size_t length, int workers);
// Returns the files of a link's data, and the links and files of an evaluation and of its test set alone.
// "evaluate" is without training samples. The answer is {"files": [names], "hash": the link's or "",
// "evaluate": {"link", "files"}, "test": {"link", "files"}}.
const char *cal_api_wanted(cal_api *api, const char *link, size_t length);
// Returns the readable parts of a link that cal_api_check refuses (run/link/spec.h: cal_link_recover).
const char *cal_api_recover(cal_api *api, const char *link, size_t length);
// Returns {"link": with its receipt and its checksum}.
const char *cal_api_share(cal_api *api, const char *link, size_t length);
// Compares what one link promises with the result of another (run/link/receipt.h): {"rows", "same", "close"}.
// If one was computed with fused multiply-add, "close" is true within the allowed rounding error.
const char *cal_api_compare(cal_api *api, const char *promised, size_t promised_length, const char *got,
                            size_t got_length);
// Sets one or more places of a link (run/link/place.h): {"link"}. `changes` has places and values in turn,
// each ended by a zero byte: "loss\0focal\0loss.gamma\0002\0".
const char *cal_api_link_set(cal_api *api, const char *link, size_t length, const char *changes, size_t size);
// Sets a place to its default, or removes it if it has none: {"link"}.
const char *cal_api_link_remove(cal_api *api, const char *link, size_t length, const char *place,
                                size_t size);
// Returns {"value": the place's canonical text, "" for none, "given": false for a default}.
const char *cal_api_link_read(cal_api *api, const char *link, size_t length, const char *place, size_t size);
// Parses a choice of a registry, such as "focal:gamma=2" of "loss": {"id", "params": all of them, "given":
// the texts of those that are not the defaults}.
const char *cal_api_choice(cal_api *api, const char *kind, size_t kind_length, const char *text,
                           size_t length);
// Computes a loss of two classes at `points` probabilities of the true class, evenly spaced in (0,1): {"p":
// [], "loss": [], "gradient": []}. The gradient is -dL/dz_y, positive if training raises p.
const char *cal_api_curve(cal_api *api, const char *loss, size_t length, int points);

// Gives the engine a data file. The engine takes ownership of `bytes`, which come from cal_api_alloc. Returns
// {}.
const char *cal_api_file(cal_api *api, const char *name, size_t length, uint8_t *bytes, size_t size);
void cal_api_file_drop(cal_api *api); // drops the last file
void cal_api_files_drop(cal_api *api);
// Loads the link's data set to validate it: {"hash": 64 digits}.
const char *cal_api_load(cal_api *api, const char *link, size_t length);
// Sets the parameters of the link that describe its data set's files (size, classes, ...) from the files:
// {"spec"}.
const char *cal_api_measure(cal_api *api, const char *link, size_t length);
// Returns the temporary memory of loading the data, in addition to the files and the samples
// (catalog/data/data.h): {"bytes"}.
const char *cal_api_loading(cal_api *api, const char *link, size_t length);
// Loads the data set and describes it (run/describe/data.h).
const char *cal_api_data(cal_api *api, const char *link, size_t length);
// Returns samples first to first + count - 1 of split 0 train, 1 val, 2 test: {"n": of the split, "count", k,
// c, h, w, "pixels", "features", "labels", "posterior", "classNames"}. These are addresses or 0, valid until
// the next cal_api_samples. A corruption ("blur:severity=3"; "" for none) is applied to the pixels; it
// requires pictures.
const char *cal_api_samples(cal_api *api, const char *link, size_t length, const char *corruption,
                            size_t size, int split, int first, int count);

// Blends two classes in the picture of sample `index`, `count` times, with these fractions of the second
// (calib_study.h: cal_samples_blend). Returns what cal_api_samples returns, and "logits": the address of the
// blend network's [count,k], or 0. Valid until the next cal_api_blend.
const char *cal_api_blend(cal_api *api, const char *link, size_t length, int split, int index, int first,
                          int second, const double *fraction, int count);
// Sets the network whose logits cal_api_blend returns, a state that cal_api_run_save wrote; size 0: none. The
// engine takes ownership of `state`, which comes from cal_api_alloc. Returns {}.
const char *cal_api_blend_network(cal_api *api, const char *link, size_t length, uint8_t *state, size_t size);
// Computes that network's logits for pictures [n,c,h,w] of its size: {"k", "logits": address of [n,k]}. Valid
// until the next cal_api_outputs or cal_api_blend.
const char *cal_api_outputs(cal_api *api, const uint8_t *pixels, int n, int c, int h, int w);

// Computes metrics of logits [n,k] at a temperature, with their bins: {"metrics": {...}}. posterior may be
// null. With `draws` above 0, calibration errors have noise floors of that many draws. With `headline` only
// the headline figures, fast enough for a slider. `labelling`, here and below, is a cal_labelling: 0 one
// class, 1 multi-label (labels [n,k]), 2 each class against the rest.
const char *cal_api_evaluate(cal_api *api, const float *logits, const int32_t *labels,
                             const double *posterior, int n, int k, int labelling, double temperature,
                             int bins, int draws, int headline);
// Fits temperature scaling: {"temperature": {"by_nll": {"T", "at_bound", "curve": {"at", "score"}}}}. For
// multi-label logits one temperature for all labels.
const char *cal_api_fit(cal_api *api, const float *logits, const int32_t *labels, int n, int k,
                        int labelling);
// Fits a least-squares cubic to points (x, y): {"coefficients", "center", "scale", "residual", "r2"} as in
// base/maths/cubic.h, or {} for fewer than four different x.
const char *cal_api_cubic(cal_api *api, const double *x, const double *y, int count);

// Describes file `number`, counted in the order in which they were given (run/outputs/outputs.h).
const char *cal_api_look(cal_api *api, int number);
// Returns the numbers of an array file: {"type": "f4" or "i4", "shape", "at": address}, valid until the next
// cal_api_array or until the file is dropped.
const char *cal_api_array(cal_api *api, int number);
// Reads a file of several arrays, which it owns from then on; `bytes` come from cal_api_alloc. Returns
// {"arrays": [names]}, in which "" is a file that is one tensor. base/bytes/arrays.h has the formats.
const char *cal_api_unpack(cal_api *api, const char *name, size_t length, uint8_t *bytes, size_t size);
// Returns such an array as a .npy file: {"at": address, "size"}, valid until the next cal_api_unpack(ed).
const char *cal_api_unpacked(cal_api *api, int index);
// Returns what `calib report` prints, for files given before. Options have no dashes and are joined by &;
// files are given by number: "logits=0&labels=1&probs&bins=10&metric=ece:edges=left&metric=nll". Also
// threads=2, which holds for all reports of a module.
const char *cal_api_report(cal_api *api, const char *options, size_t length);
// Formats such a report as `calib report --format` does ("csv", "latex", "markdown", "table"): {"text"}.
const char *cal_api_report_format(cal_api *api, const char *report, size_t length, int format);

// Fits the calibrator of the options, "val-logits=0&val-labels=1&calibrator=temperature:by=nll", and returns
// its file, as `calib fit` writes it.
const char *cal_api_calibrator(cal_api *api, const char *options, size_t length);
// Opens such a file, called json_name in errors, to be applied to a file of outputs called `name`: {}.
// - format: "npy", "npz", "csv" or empty, as the input's;
// - columns: the outputs of a table, or empty;
// - kind: what the user says that the outputs are.
enum { CAL_API_UNKNOWN, CAL_API_PROBABILITIES, CAL_API_LOGITS };
const char *cal_api_apply_open(cal_api *api, const char *json, size_t size, const char *json_name,
                               size_t json_name_length, const char *name, size_t name_length,
                               const char *format, size_t format_length, const char *columns,
                               size_t columns_length, int kind);
// Takes the next bytes of the outputs: {"at": address, "size", "note"} of the bytes to write, valid until the
// next call. After the last ones, note says which rows have no result, or is null.
const char *cal_api_apply_bytes(cal_api *api, const void *bytes, size_t size, int last);
void cal_api_apply_close(cal_api *api);

// Computes the table of a view, "reliability:metric=adaece,bins=10": {"view", "rows", "columns": [{"id",
// "label", "unit"}], "facts": {"value": 0.1, ...}, "cells": address of doubles [columns][rows]}. NaN: no
// value. Cells are valid until the next cal_api_view. posterior, validation and out-of-distribution logits
// may be null.
const char *cal_api_view(cal_api *api, const char *view, size_t length, const float *logits,
                         const int32_t *labels, const double *posterior, int n, int k, int labelling,
                         double temperature, const float *val_logits, const int32_t *val_labels, int val_n,
                         const float *ood_logits, int ood_n);

// Does it for files, by the options of cal_api_report: a table of a binary task, another model (`against`).
const char *cal_api_view_files(cal_api *api, const char *view, size_t view_length, const char *options,
                               size_t length);
// Makes conformal sets of files. `how` has options of `calib sets`: "score=aps&alpha=0.1&by=class&empty=top&
// seed=1&calibrator=temperature". Returns what it prints.
const char *cal_api_sets(cal_api *api, const char *how, size_t how_length, const char *options,
                         size_t length);
// Returns the sets themselves as CSV: {"at": address, "size"}, valid until the next call.
const char *cal_api_sets_csv(cal_api *api, const char *how, size_t how_length, const char *options,
                             size_t length);

// Returns the memory of cal_api_probe with `workers` threads, with its state: {"bytes", "largest"}. Not
// counted are the other_n (or 0) samples of other data.
const char *cal_api_probe_need(cal_api *api, const char *link, size_t link_length, const char *probe,
                               size_t probe_length, int other_n, int workers);
// Runs a probe ("landscape:grid=21") of the network in a state that cal_api_run_save wrote. The module can do
// nothing else afterwards. Returns {"probe", "epoch", "rows", "columns": [{"id", "label", "unit"}], "facts":
// {name: number}, "classes", "cells": address of [columns][rows] doubles}. The last "classes" columns belong
// to one class each. If other_n is not 0, probes other_n samples of other data: pixels [n,c,h,w], or features
// [n,c].
const char *cal_api_probe(cal_api *api, const char *link, size_t link_length, const uint8_t *state,
                          size_t size, const char *probe, size_t probe_length, const uint8_t *pixels,
                          const float *features, int other_n, int c, int h, int w, int workers);

// Examines a network's file, of this lab or of another program. The link supplies what the file does not
// record, and may leave out data= or model=. Returns {"fits", "why": the error or "", "evaluate",
// "proposals", "guesses", "about"}:
// - "evaluate": the given link, or the file's if its length is 0, with the file's network and normalisation;
//   "" if neither names data.
// - "proposals": models that the tensors fit, best first, if the file names no model.
// - "guesses": true if the normalisation of pixels is unknown.
// - "about": see run/weights/weights.h, with the map of the tensors.
const char *cal_api_network(cal_api *api, const char *name, size_t name_length, const uint8_t *bytes,
                            size_t size, const char *link, size_t length);
// Converts a saved state or a file of weights to weights with all metadata. If the temperature is above 0,
// converts to ONNX with logits divided by it. With the text of a calibrator's file (size 0: none), converts
// to ONNX with that calibrator inside. Returns {"at", "size"}, valid until the next such call or save.
const char *cal_api_network_save(cal_api *api, const char *link, size_t length, const uint8_t *bytes,
                                 size_t size, double temperature, const char *calibrator,
                                 size_t calibrator_size);

// Opens the only run of this module: loads the data, starts the threads, allocates all memory. Returns
// {"spec", "hash", "threads", "fused": with fused multiply-add, "n_test", "n_val", "k", "testLabels",
// "valLabels", "testPosterior", "classNames"}. Arrays are addresses or 0, valid as long as the run.
const char *cal_api_run_open(cal_api *api, const char *link, size_t length, int workers);
// Saves the state of the run between two steps (run/train/state.c): {"at": address, "size"}, valid until the
// next save.
const char *cal_api_run_save(cal_api *api);
// Restores a saved state in a run that was just opened. Returns {"step", "over", "fused", "history": [epochs
// as in the report]}. After an error the run cannot be used.
const char *cal_api_run_resume(cal_api *api, const uint8_t *bytes, size_t size);
int cal_api_run_step(cal_api *api);          // a cal_training_event, or -1: see cal_api_error
double cal_api_run_loss(cal_api *api);       // mean over the last mini-batch
const char *cal_api_run_epoch(cal_api *api); // the last epoch as in the report's history
const char *cal_api_run_report(cal_api *api);
const float *cal_api_run_test_logits(cal_api *api); // [n_test,k] of the last evaluation
const float *cal_api_run_val_logits(cal_api *api);

#endif
