// A run: a spec and its data, trained step by step. The same calls serve the CLI, WASI and the page.
#ifndef CAL_RUN_TRAIN_TRAINER_H
#define CAL_RUN_TRAIN_TRAINER_H
#include "base/parallel.h"
#include "run/net/net.h"
#include "run/link/spec.h"
#include "catalog/data/data.h"
#include "catalog/scores/scores.h"

typedef struct cal_run cal_run;

// A run that only looks is brought to a state and asked for outputs: it has neither optimiser nor history,
// and cannot be stepped, evaluated, saved or reported.
typedef enum cal_use { CAL_RUN_TRAIN, CAL_RUN_INSPECT } cal_use;

// What a run will need, before anything is taken.
typedef struct cal_need {
    size_t bytes;              // everything: data, weights, arenas, kept logits
    char largest[CAL_LARGEST]; // which layer takes most of it, as a sentence
    size_t parameters;
    int64_t multiply_adds; // of one forward pass of one sample
    int steps_per_epoch, steps;
    size_t state; // beside all that: of what cal_run_save writes after an epoch, at most
} cal_need;
cal_status cal_run_need(cal_need *out, const cal_spec *spec, cal_use use, int workers, cal_error *err);

// Takes over `data`. `initial` may be null, or flat[parameters + statistics].
cal_status cal_run_create(cal_run **out, const cal_spec *spec, cal_use use, cal_dataset *data,
                          const float *initial, cal_pool *pool, cal_error *err);
void cal_run_free(cal_run *run);

typedef enum cal_progress { CAL_STEPPED, CAL_EPOCH_ENDED, CAL_RUN_ENDED } cal_progress;
// One mini-batch; after an epoch's last one also the evaluation of validation and test set. At the end of a
// run that keeps its best weights they come back, with their logits. Losses that overflow end the run with
// CAL_FAILED and a sentence; what was reached stays readable.
cal_status cal_run_step(cal_progress *out, cal_run *run, cal_error *err);

bool cal_run_over(const cal_run *run); // every epoch is done, or patience was lost
// A run between two steps as the bytes of a safetensors file (state.c); and the same run, just made, brought
// to where the file's was: what it trains from there are the same bits. A file that is wrong, or of another
// link or other data, is refused; the run is then good for nothing but cal_run_free.
cal_status cal_run_save(cal_text *out, const cal_run *run, cal_error *err);
void cal_weights_write_run(cal_text *out, const cal_run *run); // its weights alone (run/files/weights.h)
size_t cal_run_state_bytes(const cal_run *run); // that cal_run_save writes after an epoch, at most
// Weights alone (run/files/weights.h) are taken, too: they are what the run begins with.
cal_status cal_run_resume(cal_run *run, const cal_file *file, cal_error *err);

// Of the Hessian of the validation loss and of that loss's gradient (run/curvature/curvature.h).
typedef struct cal_run_curvature {
    double trace, trace_error;
    double eig_max, max_residual, eig_min, min_residual; // residuals as in cal_lanczos
    double gradient_norm;
} cal_run_curvature;
// After the last epoch that was done; null before it, and where the run does not probe it.
const cal_run_curvature *cal_run_last_curvature(const cal_run *run);
// Its numbers by the names they have in reports; returns how many.
enum { CAL_RUN_CURVATURE_MEMBERS = 7 };
typedef struct cal_run_curvature_member {
    const char *name;
    double value;
} cal_run_curvature_member;
int cal_run_curvature_members(cal_run_curvature_member *out, const cal_run_curvature *curvature);

int cal_run_steps_done(const cal_run *run);
double cal_run_loss(const cal_run *run); // of the last mini-batch
int cal_run_epochs_done(const cal_run *run);
int cal_run_epoch_steps(const cal_run *run); // in one epoch
const cal_spec *cal_run_spec(const cal_run *run);
const cal_net *cal_run_net(const cal_run *run);
const cal_dataset *cal_run_data(const cal_run *run);
const float *cal_run_weights(const cal_run *run); // flat
// The loss of the last epoch that was done, and what it knew then (catalog/loss/loss.h), as that epoch's figures have
// it.
const cal_choice *cal_run_last_loss(const cal_run *run);
const double *cal_run_loss_state(const cal_run *run);
// Logits of the last evaluation, [n,k]; n in the data's split.
const float *cal_run_test_logits(const cal_run *run);
const float *cal_run_val_logits(const cal_run *run);
void cal_run_evaluate(cal_run *run); // of the weights as they are
// Logits [n,k] of any split of the data's shape, by the weights as they are; returns the mean loss.
double cal_run_outputs(float *logits, cal_run *run, const cal_split *split);
// One object of the report's "history": {"epoch":..,"rate":..,"train":{..},"val":{..},"test":{..}}.
void cal_run_write_epoch(const cal_run *run, int epoch, cal_text *json);
// The whole report (README: Report JSON), with history, digest and, of a run that is over and began as its
// link says, the link to give away.
cal_status cal_run_report(const cal_run *run, cal_text *json, cal_error *err);
// What the weights as they are promise. Fails, like the report, where the test logits are not finite.
cal_status cal_run_receipt(cal_receipt *out, const cal_run *run, cal_error *err);

#endif
