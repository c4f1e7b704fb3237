// Inside a run: what the trainer's files share, and history.c reads.
#ifndef CAL_RUN_TRAIN_PARTS_H
#define CAL_RUN_TRAIN_PARTS_H
#include "run/net/batch.h"
#include "run/curvature/curvature.h"
#include "run/files/safetensors.h"
#include "run/train/diagnostics.h"
#include "run/net/program.h"
#include "run/train/trainer.h"
#include "catalog/metric/metric.h"
#include "catalog/training.h"

typedef struct cal_epoch_set { // one set in one epoch
    double loss, confidence;   // mean of the run's loss, mean top confidence
    double figure[];           // [cal_history.columns]; 0 where it is not recorded, NaN without a value
} cal_epoch_set;

// One row of the history: the places of its numbers.
typedef struct cal_epoch {
    double *rate; // learning rate of its last step
    cal_epoch_set *train, *val, *test;
    cal_run_curvature *curvature; // zeros unless the run probes it
    double *penalty_trace;        // mean of what the steps estimated for a penalty; 0 without one
} cal_epoch;

// A metric that a resumed state has figures of and this build does not know.
typedef struct cal_unknown_metric {
    const char *name; // in the run's arena
    bool recorded;    // else its figures are all 0: the build that knew it did not record it in each epoch
} cal_unknown_metric;

// What every epoch has reached. The columns of a set are cal_metrics in their order, then `unknown`, then
// zeros. A saved state has the rows as they stand here.
typedef struct cal_history {
    double *row; // [epochs][cal_history_width(columns)]; null where the run only looks
    int columns;
    cal_unknown_metric *unknown; // [unknowns]
    int unknowns;
} cal_history;

// A run has one, or two where its loss is switched: what depends on the loss.
enum { CAL_PHASES_MAX = 2 };
typedef struct cal_phase {
    const cal_choice *loss;
    cal_program train, tail, eval; // tail: the last, smaller batch of an epoch, if there is one
    cal_hessian *hessian;          // of the validation loss; null unless the run probes its curvature
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
    float *flat, *state;                            // weights and statistics; optimiser
    double *partial;                                // [cal_run_partials], of the gradient's norm
    float *pixel_table;                             // [c][256], what pixels become
    int32_t *order;                                 // of the training samples in this epoch
    float *train_logits, *val_logits, *test_logits; // [n,k]; of training: as each sample was last trained on
    double train_loss, val_loss, test_loss;
    double train_trace;        // mean of the steps' estimates, where a penalty makes them
    int steps_per_epoch, step; // of the whole run
    double rate, loss;         // of the last step
    cal_watch watch;           // what the schedule has seen
    double *loss_state;        // of a loss that has one, and as it was when each epoch was evaluated
    double *loss_states;       // (cal_run_loss_row)
    float *best;               // weights and statistics of best_epoch; null unless they are kept
    int best_epoch;            // by the run's figure, from 0
    bool given;                // its weights are those that its link begins with, or come after them
    bool over, lost_patience;  // nothing is trained any more; since nothing got better
    cal_history history;
    double *diagnoses; // [epochs][cal_diagnosis_width], and
    float *learned;    // [2][train.n], as run/train/diagnostics.h has them; null unless the run asks
};

// ---- trainer_need.c

typedef struct cal_sizes {
    int train, val, test, k, c, h, w, batch, eval_batch;
    int tail; // samples in an epoch's last batch, if it is smaller; else 0
    bool pixels;
} cal_sizes;

int cal_run_number(const cal_spec *spec, const char *name); // a whole number among the run's parameters
int cal_run_slots(const cal_spec *spec);                    // floats of optimiser state for each weight
void cal_run_sizes(cal_sizes *s, const cal_spec *spec);
// Entries that are good by themselves and make no sense together.
cal_status cal_run_check(const cal_spec *spec, cal_use use, const cal_sizes *s, cal_error *err);
// Plans each phase; of `data` only the shape and the sizes are looked at. `phase` is zeroed, and is to be
// freed whatever comes back.
typedef struct cal_phase_request {
    const cal_net *net;
    const cal_spec *spec;
    cal_use use;
    const cal_sizes *sizes;
    const cal_dataset *data;
    const float *flat;
    const double *loss_state;
    cal_pool *pool; // or null, where only the need is asked for
    int workers;
} cal_phase_request;
cal_status cal_run_plan(cal_phase phase[CAL_PHASES_MAX], const cal_phase_request *request, cal_error *err);
void cal_run_unplan(cal_phase phase[CAL_PHASES_MAX]);
// Bytes of the block that all plans share, since one of them runs at a time; and of what they take beside it.
size_t cal_run_block(const cal_phase phase[CAL_PHASES_MAX]);
size_t cal_run_overhead(const cal_phase phase[CAL_PHASES_MAX]);

// ---- trainer_batch.c

// Puts job.count samples into the program's inputs, and the vectors among the weights too. The caller sets
// split, order, first, count, augment and epoch.
void cal_run_fill(cal_run *run, const cal_program *program, cal_batch_job job);

// ---- trainer_update.c

size_t cal_run_partials(const cal_net *net);
void cal_run_clip(cal_run *run, const cal_program *program, double limit);
void cal_run_update(cal_run *run, const cal_program *program);

// ---- trainer_watch.c

bool cal_run_keeps_best(const cal_spec *spec);
// Whether the schedule, the patience or the choice of the best epoch looks at a metric, by its index.
bool cal_run_watches(const cal_spec *spec, int metric);
// Whether it is in the history: those marked so, and what the run looks at.
bool cal_run_records(const cal_spec *spec, int metric);
// The figures that are watched exist.
cal_status cal_run_check_watch(const cal_spec *spec, const cal_sizes *s, cal_error *err);
// After history[epoch] is written: steers the schedule, finds out whether the run is over, and returns
// whether the epoch is the best so far.
bool cal_run_watch(cal_run *run, int epoch);
// The report's members "ended" and "kept".
void cal_run_write_end(const cal_run *run, cal_text *json);

// ---- trainer_curvature.c

cal_status cal_run_check_probe(const cal_spec *spec, const cal_sizes *s, cal_error *err);
// Plans the products with a phase's Hessian. Leaves null where the run does not probe.
cal_status cal_run_plan_probe(cal_hessian **out, const cal_phase_request *request, const cal_choice *loss,
                              cal_error *err);
size_t cal_run_probe_bytes(const cal_hessian *h); // beside the block; 0 for null
// Is the curvature looked at after this epoch, one of those that the run has behind it?
bool cal_run_probed(const cal_run *run, int epoch);
cal_status cal_run_probe(cal_run_curvature *out, cal_run *run, cal_error *err);
// The member "curvature" of an epoch.
void cal_run_write_probe(const cal_run_curvature *curvature, cal_text *json);

// ---- trainer_loss.c

// A loss that looks at the validation set has one, and a switch lies inside of the run.
cal_status cal_run_check_loss(const cal_spec *spec, const cal_sizes *s, cal_error *err);
int cal_run_phase_of(const cal_spec *spec, int epoch); // 0 or 1
// The loss of the epoch (from 0), and where its state is kept as the epoch was evaluated with it.
const cal_choice *cal_run_loss_in(const cal_spec *spec, int epoch);
double *cal_run_loss_row(const cal_run *run, int epoch);
size_t cal_run_loss_rows(const cal_spec *spec, int epochs); // numbers before that row
size_t cal_run_loss_state_max(const cal_spec *spec);        // numbers of the largest state
// The phase of epoch `epoch` begins, or is gone on with.
void cal_run_enter(cal_run *run, int epoch);
// Whether steps with it estimate a trace, for a penalty of its own or the run's.
bool cal_run_traces(const cal_spec *spec, const cal_choice *loss);
// Before and after step run->step of the whole run, and after an epoch's evaluation.
void cal_run_loss_before(cal_run *run);
cal_status cal_run_loss_after(cal_run *run, cal_error *err);
cal_status cal_run_loss_validated(cal_run *run, cal_error *err);
// A member of an epoch: the state as its sets were evaluated with it. Nothing where the loss has none.
void cal_run_write_loss_state(const cal_run *run, int epoch, cal_text *json);

// ---- trainer_evaluate.c

// Runs the eval program on a batch from sample `first` on, whose logits go into their rows of logits [n,k];
// returns how many samples it has. The program's other results are those of the batch.
int cal_run_eval_batch(float *logits, cal_run *run, const cal_split *split, int first);
void cal_run_validate(cal_run *run); // of the validation set alone

// ---- state.c

// What cal_run_save writes after the last epoch, at most.
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
// "history" as cal_stored_find left it, or null in the first epoch. Of a run that only looks it is checked
// alone. A metric that the state lacks is NaN; one that decides what becomes of the run has to be there.
cal_status cal_history_take(cal_run *run, const char *names, const cal_stored *stored, const char *file,
                            cal_error *err);

// ---- history.c

// Fills history[epoch] from the logits; CAL_FAILED if they are not finite.
cal_status cal_history_record(cal_run *run, int epoch, cal_error *err);

#endif
