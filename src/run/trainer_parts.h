// Floor 4. Inside a run: what trainer.c makes and history.c reads.
#ifndef CAL_RUN_TRAINER_PARTS_H
#define CAL_RUN_TRAINER_PARTS_H
#include "run/program.h"
#include "run/trainer.h"
#include "zoo/metric.h"

enum { CAL_FIGURES_MAX = 32 }; // metrics kept for each epoch

typedef struct cal_epoch_set {      // one set in one epoch
    double loss, confidence;        // mean of the run's loss, mean top confidence
    double figure[CAL_FIGURES_MAX]; // one value for each of cal_metrics, NaN where it has none
} cal_epoch_set;

typedef struct cal_epoch {
    double rate; // learning rate of its last step
    cal_epoch_set train, val, test;
} cal_epoch;

struct cal_run {
    cal_arena own;
    cal_spec spec;
    cal_net *net;
    cal_dataset data;
    cal_pool *pool;
    cal_program train, tail, eval;  // tail: the last, smaller batch of an epoch, if there is one
    void *block;                    // shared by the three plans
    float *flat, *state, *gradient; // weights and statistics; optimiser; one tensor's gradient
    float *pixel_table;             // [c][256], what pixels become
    int32_t *order;                 // of the training samples in this epoch
    float *train_logits, *val_logits, *test_logits; // [n,k]; of training: as each sample was last trained on
    double train_loss, val_loss, test_loss;
    int steps_per_epoch, step; // of the whole run
    double rate, loss;         // of the last step
    cal_epoch *history;        // [epochs]
};

// Fills history[epoch] from the logits; CAL_FAILED if they are not finite.
cal_status cal_history_record(cal_run *run, int epoch, cal_error *err);

#endif
