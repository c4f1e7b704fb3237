// The functions that the page's workers call; web/core/worker/instance.js is the other side.
//
// A call that can fail returns JSON: the result, or {"error": "one sentence"}. The text is valid until the
// next call. Addresses in a result point into the module's memory; each call says how long they are valid.
// Links, files and numbers may be hostile; addresses and lengths must describe memory of this module.
#ifndef CAL_WASM_API_H
#define CAL_WASM_API_H
#include <stddef.h>
#include <stdint.h>

typedef struct cal_api cal_api;

cal_api *cal_api_open(void); // null when memory is refused
void *cal_api_alloc(size_t bytes);
void cal_api_free(void *memory);
// The error of the last call that failed.
const char *cal_api_error(const cal_api *api);

// The output of `calib describe`.
const char *cal_api_describe(cal_api *api);
// {"spec", "digest", "receipt" (both "" if the link promises nothing), "address" (the link with them, for the
//  page's address), "promise": {"engine", "data", "weights", "digest", "error", ...} as far as it is promised,
//  "page": {"view", ...} the page's own keys that the link has, "link" (the address with them), "group" (the
//  canonical link without its seed), "choices": {"data": {"id", "params"}, ...}, "run": {params},
//  "shape": {k,c,h,w}, "need": {...}, "net": {...}, "files": [names]}; "need" is for `workers` threads.
const char *cal_api_check(cal_api *api, const char *link, size_t length, int workers);
// The files of a link's data, and the parts of the link that an evaluation needs, without training samples
// ("evaluate") and also without validation samples ("test"): {"files": [names], "hash": the link's or "",
// "evaluate": {"link", "files"}, "test": {"link", "files"}}.
const char *cal_api_wanted(cal_api *api, const char *link, size_t length);
// The readable parts of a link that cal_api_check refuses (run/link/spec.h: cal_link_recover).
const char *cal_api_recover(cal_api *api, const char *link, size_t length);
// {"link": with its promise and its checksum}.
const char *cal_api_share(cal_api *api, const char *link, size_t length);
// Compares what one link promises with the result of another: {"rows", "same", "close": within what rounding may
// change, where one of the two was computed with fused multiply-add} (run/link/receipt.h).
const char *cal_api_compare(cal_api *api, const char *promised, size_t promised_length, const char *got,
                            size_t got_length);
// The link with one or more places set (run/link/place.h): {"link"}. `changes` are places and values in turn, each
// ended by a zero byte: "loss\0focal\0loss.gamma\0002\0".
const char *cal_api_link_set(cal_api *api, const char *link, size_t length, const char *changes, size_t size);
// The link with the default at a place, or without what has none: {"link"}.
const char *cal_api_link_remove(cal_api *api, const char *link, size_t length, const char *place,
                                size_t size);
// {"value": the place's canonical text, "" for none, "given": false for a default}.
const char *cal_api_link_read(cal_api *api, const char *link, size_t length, const char *place, size_t size);
// "focal:gamma=2" of the registry "loss", or of any other: {"id", "params": all of them, "given": the texts of those
// that are not the defaults}.
const char *cal_api_choice(cal_api *api, const char *kind, size_t kind_length, const char *text,
                           size_t length);
// A loss of two classes at `points` probabilities of the true class, evenly spaced in (0,1):
// {"p": [], "loss": [], "gradient": []}; the gradient is -dL/dz_y, positive where training raises p.
const char *cal_api_curve(cal_api *api, const char *loss, size_t length, int points);

// Gives the engine a data file; it owns `bytes`, which come from cal_api_alloc, from then on. Returns {}.
const char *cal_api_file(cal_api *api, const char *name, size_t length, uint8_t *bytes, size_t size);
void cal_api_file_drop(cal_api *api); // the last one
void cal_api_files_drop(cal_api *api);
// Loads the link's data set to validate it: {"hash": 64 digits}.
const char *cal_api_load(cal_api *api, const char *link, size_t length);
// The link with the parameters that describe its data set's files (size, classes, ...) set from the files:
// {"spec"}.
const char *cal_api_measure(cal_api *api, const char *link, size_t length);
// What loading the data takes for a while beside the files and what it keeps (catalog/data/data.h): {"bytes"}.
const char *cal_api_loading(cal_api *api, const char *link, size_t length);
// Loads the data set and describes it (run/report/data.h).
const char *cal_api_data(cal_api *api, const char *link, size_t length);
// Samples first to first + count - 1 of split 0 train, 1 val, 2 test: {"n": of the split,
// "count", k, c, h, w, "pixels", "features", "labels", "posterior": addresses or 0, valid until
// the next cal_api_samples, "classNames"}. With a corruption ("blur:severity=3"; "" for none), which takes pictures, the
// pixels are corrupted.
const char *cal_api_samples(cal_api *api, const char *link, size_t length, const char *corruption,
                            size_t size, int split, int first, int count);

// Sample `index` of a split with its picture a blend of two classes, `count` times, with these fractions of the second
// (calib_study.h: cal_samples_blend): as cal_api_samples answers, and "logits": the address of those [count,k] of
// the network that was given, or 0. Valid until the next cal_api_blend.
const char *cal_api_blend(cal_api *api, const char *link, size_t length, int split, int index, int first,
                          int second, const double *fraction, int count);
// Gives the network that looks at blends from now on, as a state that cal_api_run_save wrote; size 0: none. The engine
// owns `state`, which comes from cal_api_alloc, from then on. {}.
const char *cal_api_blend_network(cal_api *api, const char *link, size_t length, uint8_t *state, size_t size);

// `labelling`, here and below: 0 one label a sample, 1 several (labels [n,k]), 2 each class against the rest
// (cal_labelling). Metrics of logits [n,k] at a temperature, with their bins: {"metrics": {...}}. posterior may be null.
// With `draws` 0 only the headline figures, fast enough for a slider; otherwise all, with noise floors
// of so many draws.
const char *cal_api_evaluate(cal_api *api, const float *logits, const int32_t *labels,
                             const double *posterior, int n, int k, int labelling, double temperature,
                             int bins, int draws);
// Temperature scaling fitted on these: {"temperature": {"by_nll": {"T",
// "at_bound", "curve": {"at", "score"}}}}. Of several labels one temperature for all.
const char *cal_api_fit(cal_api *api, const float *logits, const int32_t *labels, int n, int k,
                        int labelling);
// The least-squares cubic of points (x, y): {"coefficients", "center", "scale", "residual", "r2"} as in
// run/report/cubic.h, or {} for fewer than four different x.
const char *cal_api_cubic(cal_api *api, const double *x, const double *y, int count);

// Describes file `number`, in the order in which they were given (run/files/outputs.h).
const char *cal_api_look(cal_api *api, int number);
// The numbers of an array file: {"type": "f4" or "i4", "shape", "at": address, valid until the next
// cal_api_array or until the file is dropped}.
const char *cal_api_array(cal_api *api, int number);
// The text that `calib report` prints, on files given before. Options have no dashes and are joined by &,
// files are given by their number: "logits=0&labels=1&probs&bins=10&metric=ece:edges=left&metric=nll".
// threads=2 holds for all reports of a module.
const char *cal_api_report(cal_api *api, const char *options, size_t length);
// Such a text as `calib report --format` prints it ("csv", "latex", "markdown", "table"): {"text"}.
const char *cal_api_report_format(cal_api *api, const char *report, size_t length, int format);

// The table of a view, "reliability:metric=adaece,bins=10": {"view", "rows", "columns": [{"id", "label",
// "unit"}], "facts": {"value": 0.1, ...}, "cells": address of doubles [columns][rows], NaN for no value,
// valid until the next cal_api_view}. posterior, validation and out-of-distribution logits may be null.
const char *cal_api_view(cal_api *api, const char *view, size_t length, const float *logits,
                         const int32_t *labels, const double *posterior, int n, int k, int labelling,
                         double temperature, const float *val_logits, const int32_t *val_labels, int val_n,
                         const float *ood_logits, int ood_n);

// The bytes that cal_api_probe takes with so many threads, including its state: {"bytes", "largest"}; other_n: so many
// samples of other data, which themselves are not counted, or 0.
const char *cal_api_probe_need(cal_api *api, const char *link, size_t link_length, const char *probe,
                               size_t probe_length, int other_n, int workers);
// Runs a probe ("landscape:grid=21") of the network in a state that cal_api_run_save wrote; the module
// can do nothing else afterwards. {"probe", "epoch", "rows", "columns": [{"id", "label", "unit"}],
// "facts": {name: number}, "classes": how many of the last columns belong to one class each, "cells":
// address of [columns][rows] doubles}. With other_n the probe is of so many samples of other data: pixels [n,c,h,w], or
// features [n,c].
const char *cal_api_probe(cal_api *api, const char *link, size_t link_length, const uint8_t *state,
                          size_t size, const char *probe, size_t probe_length, const uint8_t *pixels,
                          const float *features, int other_n, int c, int h, int w, int workers);

// Examines a network's file, of this lab or of another program: {"fits", "why": the error or "", "evaluate":
// the link that was given or (if its length is 0) the file's own, with the file's network and normalisation,
// or "" if neither names data, "proposals": [models that the tensors fit, the best first] if the file says no
// model, "guesses": whether the normalisation of pixels is unknown, "about": run/files/weights.h, with the
// map of the tensors}. The link supplies what the file does not say, and may leave out data= or model=.
const char *cal_api_network(cal_api *api, const char *name, size_t name_length, const uint8_t *bytes,
                            size_t size, const char *link, size_t length);
// Converts a saved state or a file of weights to weights with all metadata or, if the temperature is above 0,
// to ONNX with logits divided by it: {"at", "size"}, valid until the next such call or save.
const char *cal_api_network_save(cal_api *api, const char *link, size_t length, const uint8_t *bytes,
                                 size_t size, double temperature);

// Opens the only run of this module: loads the data, starts the threads, allocates all memory. Returns
// {"spec", "hash", "threads", "fused": with fused multiply-add, "n_test", "n_val", "k", "testLabels", "valLabels", "testPosterior": addresses
// or 0, valid as long as the run, "classNames"}.
const char *cal_api_run_open(cal_api *api, const char *link, size_t length, int workers);
// Saves the state of the run between two steps (run/train/state.c): {"at": address, "size"}, valid
// until the next save.
const char *cal_api_run_save(cal_api *api);
// Restores such a state in a run that was just opened: {"step", "over", "fused", "history": [the epochs' objects of
// the report]}. After an error the run cannot be used.
const char *cal_api_run_resume(cal_api *api, const uint8_t *bytes, size_t size);
int cal_api_run_step(cal_api *api);          // a cal_training_event, or -1: cal_api_error says why
double cal_api_run_loss(cal_api *api);       // of the last mini-batch
const char *cal_api_run_epoch(cal_api *api); // the last epoch's object of the report's history
const char *cal_api_run_report(cal_api *api);
const float *cal_api_run_test_logits(cal_api *api); // [n_test,k] of the last evaluation
const float *cal_api_run_val_logits(cal_api *api);

#endif
