// The types that a run's interface (trainer.h) and its structure (parts.h) share.
#ifndef CAL_RUN_TRAIN_RUN_TYPES_H
#define CAL_RUN_TRAIN_RUN_TYPES_H

typedef struct cal_run cal_run;

// CAL_RUN_INSPECT makes a run that only restores a state and computes outputs. It has no optimiser and no
// history, and cannot be stepped, evaluated, saved or reported.
typedef enum cal_use { CAL_RUN_TRAIN, CAL_RUN_INSPECT } cal_use;

// Figures of the Hessian of the validation loss and of its gradient (run/curvature/curvature.h).
typedef struct cal_run_curvature {
    double trace, trace_error;
    double eig_max, max_residual, eig_min, min_residual; // residuals as in cal_lanczos
    double gradient_norm;
} cal_run_curvature;

#endif
