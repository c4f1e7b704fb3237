// A link trained from start to end, with its progress on a terminal: what train, verify and bench
// share.
#ifndef CAL_CLI_SESSION_H
#define CAL_CLI_SESSION_H
#include "cli/cli.h"
#include "run/train/trainer.h"

#define CAL_DATA_OPTION                                                                                      \
    {"--data", "PATH",                                                                                       \
     "A folder or file that the link's data is read from; NAME=PATH if the file is called otherwise", true}
#define CAL_SESSION_OPTIONS                                                                                  \
    CAL_DATA_OPTION,                                                                                         \
        {"--threads", "N", "Threads (as many as there are processors); the result is the same", false}, {    \
        "--init", "W.safetensors", "Start from these weights", false                                         \
    }

typedef struct cal_session {
    cal_spec spec;
    cal_pool *pool;
    cal_run *run;
    bool trained; // its weights are those of a network that was given: there is nothing to train
} cal_session;

// Everything before the first step: the link in arguments->operand, its data, its first weights, which are
// arguments->network's if there is one. Data that
// came from files leaves its hash in the spec, so that the report's link names it.
cal_status cal_session_open(cal_session *out, cal_arguments *arguments, cal_error *err);
// The same run from a saved state, to be looked at alone; as cal_session_open otherwise.
cal_status cal_session_look(cal_session *out, cal_arguments *arguments, const cal_file *state,
                            cal_error *err);
// A link's data, from the files that --data names.
cal_status cal_session_data(cal_dataset *out, cal_spec *spec, cal_arguments *arguments, cal_error *err);
// That for an evaluation, which takes no training samples: as much as the files allow, down to the test set
// alone, which is said on stderr; refused where `val_asked` and validation samples are what is missing.
cal_status cal_session_evaluation_data(cal_dataset *out, cal_spec *spec, bool val_asked,
                                       cal_arguments *arguments, cal_error *err);
// At most `steps` of them; of a network that was given an evaluation alone.
cal_status cal_session_train(cal_session *session, int steps, cal_error *err);
void cal_session_close(cal_session *session);

// Memory that is promised and not there ends a command in its middle: refused before. WASI has what its
// module has, and the plan knows that.
cal_status cal_session_check_memory(size_t bytes, const char *what, const char *advice, cal_error *err);
cal_status cal_session_pool(cal_pool **out, const cal_arguments *arguments, cal_error *err);

#endif
