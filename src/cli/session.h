// A session: a link trained from start to end, with its progress on a terminal. Used by train,
// verify, bench and others.
#ifndef CAL_CLI_SESSION_H
#define CAL_CLI_SESSION_H
#include "cli/cli.h"
#include "run/train/trainer.h"

#define CAL_DATA_OPTION                                                                                      \
    {"--data", "PATH", "Folder or file with the link's data; NAME=PATH for a file that has another name",    \
     true}
#define CAL_SESSION_OPTIONS                                                                                  \
    CAL_DATA_OPTION,                                                                                         \
        {"--threads", "N", "Threads (as many as there are processors); the result is the same", false}, {    \
        "--init", "W.safetensors", "Start from these weights", false                                         \
    }

typedef struct cal_session {
    cal_spec spec;
    cal_pool *pool;
    cal_run *run;
    bool trained; // a trained network was given: there is nothing to train
} cal_session;

// Prepares everything before the first step: the link in arguments->operand, its data, and its initial
// weights, or those of arguments->network if there is one. Sets the hash of data from files in the spec, so
// that the report's link names it.
cal_status cal_session_open(cal_session *out, cal_arguments *arguments, cal_error *err);
// Like cal_session_open, for a run of CAL_RUN_INSPECT at a saved state.
cal_status cal_session_inspect(cal_session *out, cal_arguments *arguments, const cal_file *state,
                               cal_error *err);
// Loads a link's data, from the files that --data names.
cal_status cal_session_data(cal_dataset *out, cal_spec *spec, cal_arguments *arguments, cal_error *err);
// The same for an evaluation, which needs no training samples: loads as much as the given files allow, at
// least the test set, and says on stderr what is left out. Fails if `val_asked` and the files for validation
// samples are missing.
cal_status cal_session_evaluation_data(cal_dataset *out, cal_spec *spec, bool val_asked,
                                       cal_arguments *arguments, cal_error *err);
// Trains at most `steps` steps; only evaluates a trained network.
cal_status cal_session_train(cal_session *session, int steps, cal_error *err);
// To the end, with the logits of both sets; a run that was resumed at its end is evaluated alone.
cal_status cal_session_finish(cal_session *session, cal_error *err);
// As many epochs as --epoch says; without it all of them.
cal_status cal_session_train_epochs(cal_session *session, const cal_arguments *arguments, cal_error *err);
void cal_session_close(cal_session *session);

// Refuses work that needs more memory than the machine has, since overcommitted memory would end the command
// in its middle. Under WASI the module's memory is the limit, which planning respects.
cal_status cal_session_check_memory(size_t bytes, const char *what, const char *advice, cal_error *err);
cal_status cal_session_pool(cal_pool **out, const cal_arguments *arguments, cal_error *err);

#endif
