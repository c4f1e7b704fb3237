// Internal. The structure of a run, and what the files of this folder share.
#ifndef CAL_RUN_TRAIN_PARTS_H
#define CAL_RUN_TRAIN_PARTS_H
#include "run/net/batch.h"
#include "run/curvature/curvature.h"
#include "base/bytes/safetensors.h"
#include "run/train/diagnostics.h"
#include "run/net/program.h"
#include "run/report/labels.h"
#include "run/train/trainer.h"
#include "catalog/metric/metric.h"
#include "catalog/training.h"

typedef struct cal_epoch_set { // one set in one epoch
    double loss, confidence;   // means of the run's loss and of the confidence
    double figure[];           // [cal_history.columns]; 0 where it is not recorded, NaN without a value
} cal_epoch_set;

// One row of the history: the places of its numbers.
typedef struct cal_epoch {
    double *rate; // learning rate of its last step
    cal_epoch_set *train, *val, *test;
    cal_run_curvature *curvature; // zeros unless the run measures it
    double *penalty_trace;        // mean of the steps' estimates of a penalty's trace; 0 without one
} cal_epoch;

// A metric that a resumed state has figures of and this build does not know.
typedef struct cal_unknown_metric {
    const char *name; // in the run's arena
    bool recorded;    // else its figures are all 0: the build that knew it did not record it in each epoch
} cal_unknown_metric;

// What every epoch has reached. The columns of a set are cal_metrics in their order, then `unknown`, then
// zeros. A saved state has the rows as they stand here.
typedef struct cal_history {
    double *row; // [epochs][cal_history_width(columns)]; null in a run that only inspects
    int columns;
    cal_unknown_metric *unknown; // [unknowns]
    int unknowns;
} cal_history;

// What depends on the loss: a run has one phase, or two if it switches to another loss.
enum { CAL_PHASES_MAX = 2 };
typedef struct cal_phase {
    const cal_choice *loss;
    cal_program train, tail, eval; // tail: the last, smaller batch of an epoch, if there is one
    cal_hessian *hessian;          // of the validation loss; null unless the run measures its curvature
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
    void *block;                                    // shared by all plans
    float *flat, *state;                            // weights and statistics; the optimiser's state
    double *partial;                                // [cal_run_partials], of the gradient's norm
    float *pixel_table;                             // [c][256], the normalised value of each byte
    int32_t *order;                                 // [train.n] the training samples of this epoch
    float *train_logits, *val_logits, *test_logits; // [n,k]; train: of the step that last used the sample
    double train_loss, val_loss, test_loss;
    double train_trace;        // mean of the steps' estimates of a penalty's trace
    int steps_per_epoch, step; // of the whole run
    double rate, loss;         // of the last step
    cal_watch watch;           // the schedule's memory of past figures
    double *loss_state;        // the current state of a loss that has one
    double *loss_states;       // its states when each epoch was evaluated (cal_run_loss_row)
    float *best;               // weights and statistics of best_epoch; null unless they are kept
    int best_epoch;            // by the run's metric, from 0
    bool fused; // with fused multiply-add, all of it or before it was resumed here (base/simd.h)
    bool given; // it started from the weights that its link names
    bool over, lost_patience; // training has ended; by early stopping
    cal_history history;
    double *diagnoses; // [epochs][cal_diagnosis_width] (run/train/diagnostics.h), null without them
    float *learned;    // [2][train.n] epoch since which a sample is right, and its largest logit
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
// Refuses entries that are valid by themselves but not together.
cal_status cal_run_check(const cal_spec *spec, cal_use use, const cal_sizes *s, cal_error *err);
// Plans each phase; of `data` only the shape and the sizes are read. `phase` is zeroed first, and has to be
// freed even on failure.
typedef struct cal_phase_request {
    const cal_net *net;
    const cal_spec *spec;
    cal_use use;
    const cal_sizes *sizes;
    const cal_dataset *data;
    const float *flat;
    const double *loss_state;
    cal_pool *pool; // or null to plan only
    int workers;
} cal_phase_request;
cal_status cal_run_plan(cal_phase phase[CAL_PHASES_MAX], const cal_phase_request *request, cal_error *err);
void cal_run_unplan(cal_phase phase[CAL_PHASES_MAX]);
// What the arena of a run takes that has its spec, use, net, phases and data (of that the sizes alone), and
// nothing else; `run` is good for nothing after it.
size_t cal_run_own_bytes(cal_run *run);
// Bytes of the block that all plans share, since one of them runs at a time.
size_t cal_run_block(const cal_phase phase[CAL_PHASES_MAX]);

// ---- batch.c

// Fills the program's inputs with job.count samples and the current vectors of the weights. The caller sets
// split, order, first, count, augment and epoch.
void cal_run_fill(cal_run *run, const cal_program *program, cal_batch_job job);

// ---- update.c

size_t cal_run_partials(const cal_net *net);
void cal_run_clip(cal_run *run, const cal_program *program, double limit);
void cal_run_update(cal_run *run, const cal_program *program);

// ---- watch.c

bool cal_run_keeps_best(const cal_spec *spec);
// Whether the schedule, early stopping or the choice of the best epoch uses a metric, given by its index.
bool cal_run_watches(const cal_spec *spec, int metric);
// Whether a metric is in the history: those that are marked so, and those that the run watches.
bool cal_run_records(const cal_spec *spec, int metric);
// Refuses runs that watch a figure which they do not have.
cal_status cal_run_check_watch(const cal_spec *spec, const cal_sizes *s, cal_error *err);
// To be called after history[epoch] is written: updates the schedule, decides whether the run is over, and
// returns whether the epoch is the best so far.
bool cal_run_watch(cal_run *run, int epoch);
// Writes the report's members "ended" and "kept".
void cal_run_write_end(const cal_run *run, cal_text *json);

// ---- curvature.c

cal_status cal_run_check_curvature(const cal_spec *spec, const cal_sizes *s, cal_error *err);
// Plans the products with a phase's Hessian; *out stays null if the run does not measure its curvature.
cal_status cal_run_plan_curvature(cal_hessian **out, const cal_phase_request *request, const cal_choice *loss,
                                  cal_error *err);
size_t cal_run_curvature_bytes(const cal_hessian *h); // while it measures the curvature; 0 for null
// Whether the curvature was measured after this epoch, which the run has finished.
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
// Whether steps with this loss estimate a trace, for a penalty of its own or of the run.
bool cal_run_traces(const cal_spec *spec, const cal_choice *loss);
// Update the loss's state before and after step run->step, and after an epoch's evaluation.
void cal_run_loss_before(cal_run *run);
cal_status cal_run_loss_after(cal_run *run, cal_error *err);
cal_status cal_run_loss_validated(cal_run *run, cal_error *err);
// Writes a member of an epoch with the loss's state at its evaluation, if the loss has a state.
void cal_run_write_loss_state(const cal_run *run, int epoch, cal_text *json);

// ---- labels.c

bool cal_run_several(const cal_spec *spec); // whether a sample has several labels, by the run's head
// Refuses a head that does not go with the data, and what does not go with several labels.
cal_status cal_run_check_head(const cal_spec *spec, cal_error *err);
// What the figures of an epoch and the report take for a while, at most.
size_t cal_run_labels_bytes(const cal_sizes *s, const cal_spec *spec, int workers);
double cal_run_prevalence(const cal_run *run, const cal_split *split); // of the known labels
// CAL_FAILED where nobody knows any label of a set.
cal_status cal_run_check_labels(const cal_run *run, cal_error *err);
cal_label_set cal_run_label_set(const cal_run *run, const cal_split *split, const float *logits);
// The scores of a split's logits [n,k]; of several labels those of a binary task with a row for each label that is known.
cal_status cal_run_score(cal_scores *out, cal_arena *arena, const cal_run *run, const cal_split *split,
                         const float *logits, const double *posterior, cal_error *err);

// ---- evaluate.c

// Runs the eval program on a batch from sample `first` on, whose logits go into their rows of logits [n,k];
// returns how many samples it has. The program's other results are those of the batch.
int cal_run_eval_batch(float *logits, cal_run *run, const cal_split *split, int first);
void cal_run_validate(cal_run *run); // evaluates the validation set only

// ---- state.c

// The most bytes that cal_run_save writes, after the last epoch.
size_t cal_state_bytes(const cal_net *net, const cal_spec *spec, const cal_sizes *s);

// ---- columns.c

int cal_metric_count(void); // entries of cal_metrics
// Columns of a set that has `unknowns` figures beside those of cal_metrics.
int cal_history_columns(int unknowns);
size_t cal_history_width(int columns); // doubles of an epoch
cal_epoch cal_history_epoch(const cal_run *run, int epoch);
// The names of the columns, "accuracy/adaece/...".
void cal_history_write_names(cal_text *out, const cal_run *run);
// Takes the history of run->step steps from a saved state: its metadata word "figures", and the tensor
// "history" as cal_safetensors_find left it, or null in the first epoch. Of a run that only inspects it is checked
// alone. A metric that the state lacks is NaN; one that decides what becomes of the run has to be there.
cal_status cal_history_take(cal_run *run, const char *names, const cal_safetensor *stored, const char *file,
                            cal_error *err);

// ---- history.c

size_t cal_history_text_bytes(const cal_spec *spec); // of an epoch's object, at most
// Fills history[epoch] from the logits; CAL_FAILED if they are not finite.
cal_status cal_history_record(cal_run *run, int epoch, cal_error *err);

#endif
