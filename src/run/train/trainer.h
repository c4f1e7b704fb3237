// A run: a spec and its data, trained step by step.
#ifndef CAL_RUN_TRAIN_TRAINER_H
#define CAL_RUN_TRAIN_TRAINER_H
#include "ad/plan.h"
#include "base/parallel.h"
#include "run/net/net.h"
#include "run/link/spec.h"
#include "run/train/run_types.h"
#include "catalog/data/data.h"
#include "catalog/scores/scores.h"

// Sizes of a run, computed before anything is allocated.
typedef struct cal_need {
    size_t bytes;              // total: data, weights, arenas, kept logits, and temporary memory
    size_t kept;               // the part that stays from cal_run_create to cal_run_free
    size_t data;               // the part that the data set keeps; loading needs more (cal_data_loading)
    char largest[CAL_LARGEST]; // a sentence that names the layer which needs most of it
    size_t parameters;
    int64_t multiply_adds; // per forward pass of one sample
    int steps_per_epoch, steps;
    size_t state; // not in `bytes`: the most bytes that cal_run_save writes after an epoch
} cal_need;
cal_status cal_run_need(cal_need *out, const cal_spec *spec, cal_use use, int workers, cal_error *err);

// Creates a run that owns `data` from then on. `initial` is flat[parameters + statistics], or null to draw
// the initial weights.
cal_status cal_run_create(cal_run **out, const cal_spec *spec, cal_use use, cal_dataset *data,
                          const float *initial, cal_pool *pool, cal_error *err);
void cal_run_free(cal_run *run);

typedef enum cal_progress { CAL_STEPPED, CAL_EPOCH_ENDED, CAL_RUN_ENDED } cal_progress;
// Trains one mini-batch; after an epoch's last one it also evaluates the validation and test sets. The last
// step of a run that keeps its best weights restores them, with their logits. A loss that overflows ends the
// run with CAL_FAILED; the results so far stay readable.
cal_status cal_run_step(cal_progress *out, cal_run *run, cal_error *err);

bool cal_run_over(const cal_run *run); // every epoch is done, or early stopping has ended the run
// Writes the state of a run between two steps as a safetensors file (state.c).
cal_status cal_run_save(cal_text *out, const cal_run *run, cal_error *err);
void cal_weights_write_run(cal_text *out, const cal_run *run); // only its weights (run/weights/weights.h)
size_t cal_run_state_bytes(const cal_run *run); // the most that cal_run_save writes after an epoch
// Restores a state in a new run of the same link and data, which then trains the same bits. Also accepts a
// file of weights (weights/weights.h), with which the run then starts. Refuses a file that is invalid or of
// another link or data. After a refusal, the run can only be freed.
cal_status cal_run_resume(cal_run *run, const cal_file *file, cal_error *err);

// Measured after the last finished epoch; null before that, and if the run does not measure it.
const cal_run_curvature *cal_run_last_curvature(const cal_run *run);
// Writes the figures with their names in reports; returns their number.
enum { CAL_RUN_CURVATURE_MEMBERS = 7 };
typedef struct cal_run_curvature_member {
    const char *name;
    double value;
} cal_run_curvature_member;
int cal_run_curvature_members(cal_run_curvature_member *out, const cal_run_curvature *curvature);

cal_plan *cal_run_training_plan(cal_run *run); // plan of a whole batch, to be profiled (ad/profile.h)
int cal_run_steps_done(const cal_run *run);
bool cal_run_fused(const cal_run *run);  // fused multiply-add was used, now or before it was resumed
double cal_run_loss(const cal_run *run); // loss of the last mini-batch
int cal_run_epochs_done(const cal_run *run);
int cal_run_epoch_steps(const cal_run *run); // steps of one epoch
const cal_spec *cal_run_spec(const cal_run *run);
const cal_net *cal_run_net(const cal_run *run);
const cal_dataset *cal_run_data(const cal_run *run);
const float *cal_run_weights(const cal_run *run); // flat[parameters + statistics]
// The loss of the last finished epoch, and its state (catalog/loss/loss.h) when that epoch was evaluated.
const cal_choice *cal_run_last_loss(const cal_run *run);
const double *cal_run_loss_state(const cal_run *run);
// Logits of the last evaluation, [n,k]; n in the data's split.
const float *cal_run_test_logits(const cal_run *run);
const float *cal_run_val_logits(const cal_run *run);
void cal_run_evaluate(cal_run *run); // with the current weights
// Writes the logits [n,k] of any split of the data's shape, with the current weights; returns the mean loss.
double cal_run_outputs(float *logits, cal_run *run, const cal_split *split);
// Writes one object of the report's "history": {"epoch", "rate", "train": {...}, "val": {...}, "test":
// {...}}.
void cal_run_write_epoch(const cal_run *run, int epoch, cal_text *json);
// Writes the whole report (src/reference.md: Report JSON), with history and digest. Adds the link to share if
// the run is over and started as its link says.
cal_status cal_run_report(const cal_run *run, cal_text *json, cal_error *err);
// Does the same, and hands out the figures, which the caller frees.
struct cal_report_value;
cal_status cal_run_report_value(struct cal_report_value *out, const cal_run *run, cal_text *json,
                                cal_error *err);
// Writes the receipt of the current weights, and all 64 digits of its digest. Fails, like the report, if the
// test logits are not finite.
cal_status cal_run_digest(cal_receipt *out, char digest[65], const cal_run *run, cal_error *err);
// Returns a figure of a finished epoch, from 0. `name` is "rate" or, of a set (0 training, 1 validation, 2
// test), "loss", "confidence" or a metric's id. NaN if the history has none.
double cal_run_history_figure(const cal_run *run, int epoch, int set, const char *name);

#endif
