// Internal: the structure of a run, and functions that the files of this folder share.
#ifndef CAL_RUN_TRAIN_PARTS_H
#define CAL_RUN_TRAIN_PARTS_H
#include "run/net/batch.h"
#include "run/curvature/curvature.h"
#include "base/bytes/safetensors.h"
#include "run/net/program.h"
#include "run/report/labels.h"
#include "run/train/run_types.h"
#include "catalog/metric/metric.h"
#include "catalog/training.h"

typedef struct cal_epoch_set { // one set in one epoch
    double loss, confidence;   // means of the run's loss and of the confidence
    double figure[];           // [cal_history.columns]; 0: not recorded; NaN: no value
} cal_epoch_set;

// One row of the history: pointers to its numbers.
typedef struct cal_epoch {
    double *rate; // learning rate of its last step
    cal_epoch_set *train, *val, *test;
    cal_run_curvature *curvature; // zeros unless the run measures it
    double *penalty_trace;        // mean of the steps' estimates of a penalty's trace; 0 without a penalty
} cal_epoch;

// A metric that a resumed state has figures of and this build does not know.
typedef struct cal_unknown_metric {
    const char *name; // in the run's arena
    // false: all figures are 0, since the build that knew the metric did not record it in each epoch
    bool recorded;
} cal_unknown_metric;

// The figures of every epoch. A set's columns are cal_metrics in their order, then `unknown`, then zeros. A
// saved state has the same rows.
typedef struct cal_history {
    double *row; // [epochs][cal_history_width(columns)]; null in a run that only inspects
    int columns;
    cal_unknown_metric *unknown; // [unknowns]
    int unknowns;
} cal_history;

// The parts of a run that depend on the loss: one phase, or two if the run switches to another loss.
enum { CAL_PHASES_MAX = 2 };
typedef struct cal_phase {
    const cal_choice *loss;
    cal_program train, tail, eval; // tail: the last, smaller batch of an epoch, if there is one
    cal_hessian *hessian; // Hessian of the validation loss; null unless the run measures its curvature
} cal_phase;

struct cal_run {
    cal_arena own;
    cal_spec spec;
    cal_use use;
    cal_net *net;
    cal_dataset data;
    cal_pool *pool;
    cal_phase phase[CAL_PHASES_MAX];
    const cal_phase *now;
    void *block;         // shared by all plans
    float *flat, *state; // weights and statistics; the optimiser's state
    float *unperturbed;  // [weights] before the ascent of sharpness-aware minimisation; null without it
    double *partial;     // [cal_run_partials], partial sums of the gradient's norm
    float *pixel_table;  // [c][256], normalised value of each byte
    int32_t *order;      // [train.n], training samples in this epoch's order
    float *train_logits, *val_logits, *test_logits; // [n,k]; train: of the step that last used the sample
    double train_loss, val_loss, test_loss;
    double train_trace;        // mean of the steps' estimates of a penalty's trace
    int steps_per_epoch, step; // step: counted over the whole run
    double rate, loss;         // last step
    cal_watch watch;           // the schedule's memory of past figures
    double *loss_state;        // current state of a loss that has one
    double *loss_states;       // its states at each epoch's evaluation (cal_run_loss_row)
    float *best;               // weights and statistics of best_epoch; null unless they are kept
    int best_epoch;            // by the run's metric, from 0
    bool fused;                // fused multiply-add was used, now or before the run was resumed (base/simd.h)
    bool given;                // started from the weights that its link names
    bool over, lost_patience;  // training has ended; by early stopping
    cal_history history;
    double *diagnoses; // [epochs][cal_diagnosis_width] (run/train/diagnostics.h), or null
    float *learned;    // [2][train.n], epoch since which a sample is right, and its largest logit
};

// ---- need.c

typedef struct cal_sizes {
    int train, val, test, k, c, h, w, batch, eval_batch;
    int tail; // samples in an epoch's last batch, if it is smaller; else 0
    bool pixels;
} cal_sizes;

int cal_run_number(const cal_spec *spec, const char *name); // a whole number among the run's parameters
int cal_run_slots(const cal_spec *spec);                    // floats of optimiser state for each weight
void cal_run_sizes(cal_sizes *s, const cal_spec *spec);
// Refuses entries that are valid separately but not together.
cal_status cal_run_check(const cal_spec *spec, cal_use use, const cal_sizes *s, cal_error *err);
// Plans each phase. Reads only the shape and the sizes of `data`. Zeroes `phase` first; free it even on
// failure.
typedef struct cal_phase_request {
    const cal_net *net;
    const cal_spec *spec;
    cal_use use;
    const cal_sizes *sizes;
    const cal_dataset *data;
    const float *flat;
    const double *loss_state;
    cal_pool *pool; // null: plan only
    int workers;
} cal_phase_request;
cal_status cal_run_plan(cal_phase phase[CAL_PHASES_MAX], const cal_phase_request *request, cal_error *err);
void cal_run_unplan(cal_phase phase[CAL_PHASES_MAX]);
// Returns the bytes of a run's arena. The run has only its spec, use, net, phases and the sizes of its data.
// Afterwards, `run` is not usable.
size_t cal_run_own_bytes(cal_run *run);
// Returns the bytes of the block that all plans share, since one of them runs at a time.
size_t cal_run_block(const cal_phase phase[CAL_PHASES_MAX]);

// ---- update.c

size_t cal_run_partials(const cal_net *net);
void cal_run_clip(cal_run *run, const cal_program *program, double limit);
// Moves the weights by `distance` along the gradient, after copying them to run->unperturbed. Running
// statistics are updated.
void cal_run_ascend(cal_run *run, const cal_program *program, double distance);
// Updates weights and running statistics. After cal_run_ascend it starts from the unperturbed weights and
// leaves the statistics as they are.
void cal_run_update(cal_run *run, const cal_program *program);

// ---- watch.c

bool cal_run_keeps_best(const cal_spec *spec);
// Returns true if the schedule, early stopping or the choice of the best epoch uses a metric, given by its
// index.
bool cal_run_watches(const cal_spec *spec, int metric);
// Returns true if a metric is in the history: one that is marked so, or one that the run watches.
bool cal_run_records(const cal_spec *spec, int metric);
// Refuses runs that watch a figure which they do not have.
cal_status cal_run_check_watch(const cal_spec *spec, const cal_sizes *s, cal_error *err);
// Call this after history[epoch] is written. Updates the schedule, decides whether the run is over, and
// returns true if the epoch is the best so far.
bool cal_run_watch(cal_run *run, int epoch);
// Writes the report's members "ended" and "kept".
void cal_run_write_end(const cal_run *run, cal_text *json);

// ---- curvature.c

cal_status cal_run_check_curvature(const cal_spec *spec, const cal_sizes *s, cal_error *err);
// Plans the products with a phase's Hessian; *out stays null if the run does not measure its curvature.
cal_status cal_run_plan_curvature(cal_hessian **out, const cal_phase_request *request, const cal_choice *loss,
                                  cal_error *err);
size_t cal_run_curvature_bytes(const cal_hessian *h); // temporary bytes of a measurement; 0 for null
// Returns true if the curvature was measured after this finished epoch.
bool cal_run_has_curvature(const cal_run *run, int epoch);
cal_status cal_run_measure_curvature(cal_run_curvature *out, cal_run *run, cal_error *err);
// Writes the member "curvature" of an epoch.
void cal_run_write_curvature(const cal_run_curvature *curvature, cal_text *json);

// ---- loss.c

// Refuses a loss that needs a missing validation set, and a switch after the end of the run.
cal_status cal_run_check_loss(const cal_spec *spec, const cal_sizes *s, cal_error *err);
int cal_run_phase_of(const cal_spec *spec, int epoch); // 0 or 1
// The loss of an epoch (from 0), and its state when that epoch was evaluated.
const cal_choice *cal_run_loss_in(const cal_spec *spec, int epoch);
double *cal_run_loss_row(const cal_run *run, int epoch);
size_t cal_run_loss_rows(const cal_spec *spec, int epochs); // doubles before that row
size_t cal_run_loss_state_max(const cal_spec *spec);        // doubles of the largest state
// Begins or resumes the phase of epoch `epoch`.
void cal_run_enter(cal_run *run, int epoch);
// Returns true if steps with this loss estimate a trace, for a penalty of the loss or of the run.
bool cal_run_traces(const cal_spec *spec, const cal_choice *loss);
// Update the loss's state before and after step run->step, and after an epoch's evaluation.
void cal_run_loss_before(cal_run *run);
cal_status cal_run_loss_after(cal_run *run, cal_error *err);
cal_status cal_run_loss_validated(cal_run *run, cal_error *err);
// Writes a member of an epoch with the loss's state at its evaluation, if the loss has a state.
void cal_run_write_loss_state(const cal_run *run, int epoch, cal_text *json);

// ---- labels.c

bool cal_run_several(const cal_spec *spec); // true if the run's head makes it multi-label
// Refuses a head that does not fit the data, and options that do not fit multi-label data.
cal_status cal_run_check_head(const cal_spec *spec, cal_error *err);
// Returns an upper bound of the temporary bytes for the figures of an epoch and the report.
size_t cal_run_labels_bytes(const cal_sizes *s, const cal_spec *spec, int workers);
// fraction of the known labels that are present
double cal_run_prevalence(const cal_run *run, const cal_split *split);
// Fails with CAL_FAILED if no label of a set is known.
cal_status cal_run_check_labels(const cal_run *run, cal_error *err);
cal_label_set cal_run_label_set(const cal_run *run, const cal_split *split, const float *logits);
// Scores a split's logits [n,k]. A multi-label split becomes a binary task with one row per known label.
cal_status cal_run_score(cal_scores *out, cal_arena *arena, const cal_run *run, const cal_split *split,
                         const float *logits, const double *posterior, cal_error *err);

// ---- evaluate.c

// Fills the program's inputs with job.count samples and the current vectors of the weights. The caller sets
// split, order, first, count, augment and epoch.
void cal_run_fill(cal_run *run, const cal_program *program, cal_batch_job job);
// Runs the eval program on a batch from sample `first` and writes its rows of logits [n,k]. Returns the
// number of samples. The program's other outputs stay those of the batch.
int cal_run_eval_batch(float *logits, cal_run *run, const cal_split *split, int first);
void cal_run_validate(cal_run *run); // evaluates the validation set only

// ---- state.c

// Returns the most bytes that cal_run_save writes, after the last epoch.
size_t cal_state_bytes(const cal_net *net, const cal_spec *spec, const cal_sizes *s);

// ---- columns.c

int cal_metric_count(void); // entries of cal_metrics
// Returns the columns of a set with cal_metrics and `unknowns` more figures.
int cal_history_columns(int unknowns);
size_t cal_history_width(int columns); // doubles of an epoch
cal_epoch cal_history_epoch(const cal_run *run, int epoch);
// Writes the names of the columns, "accuracy/adaece/...".
void cal_history_write_names(cal_text *out, const cal_run *run);
// Takes the history of run->step steps from a saved state. `names` is its metadata word "figures"; `stored`
// is the tensor "history" from cal_safetensors_find, or null in the first epoch. A run that only inspects
// just checks it. A metric that the state lacks becomes NaN, but one that decides the course of the run must
// exist.
cal_status cal_history_take(cal_run *run, const char *names, const cal_safetensor *stored, const char *file,
                            cal_error *err);

// ---- history.c

size_t cal_history_text_bytes(const cal_spec *spec); // upper bound for an epoch's object
// Fills history[epoch] from the logits; CAL_FAILED if they are not finite.
cal_status cal_history_record(cal_run *run, int epoch, cal_error *err);

#endif
