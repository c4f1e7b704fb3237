// A session: a link trained from start to end, with its progress on a terminal. Used by train, verify, sweep
// and others.
#ifndef CAL_CLI_SESSION_H
#define CAL_CLI_SESSION_H
#include "cli/cli.h"
#include "cli/progress.h"

#define CAL_DATA_OPTION                                                                                      \
    {"--data", "PATH", "Folder or file with the link's data; NAME=PATH for a file that has another name",    \
     true}
#define CAL_SESSION_OPTIONS                                                                                  \
    CAL_DATA_OPTION,                                                                                         \
        {"--threads", "N", "Threads (default: one per processor); the result is the same", false}, {         \
        "--init", "W.safetensors", "Start from these weights", false                                         \
    }

// Must not move while it is open.
typedef struct cal_session {
    cal_lab *lab;
    cal_training *training;
    cal_link *given; // the link of arguments->operand
    cal_bytes link;  // canonical, with the hash of data from files
    cal_link_info about;
    cal_progress_bar bar;
    cal_arena files; // holds the lab's files; freed once the data is loaded
} cal_session;

// Prepares everything before the first step: the link in arguments->operand, its data, and its initial
// weights. Weights of arguments->network, if there is one, count as trained.
cal_status cal_session_open(cal_session *out, cal_arguments *arguments, cal_error *err);
// Gives the lab the files that --data names and the link needs. `files` holds them and must outlive the lab's
// use.
cal_status cal_session_files(cal_lab *lab, cal_arena *files, const cal_link *link,
                             const cal_arguments *arguments, cal_error *err);
// Gives the lab files for an evaluation, which needs no training samples. If not all are there, sets *out,
// which the caller frees, to the link reduced to what the files allow, at least its test set. Else *out is
// null. Prints a remark on what is left out. Fails if `val_required` and the files for validation samples are
// missing.
cal_status cal_session_evaluation_files(cal_link **out, cal_lab *lab, cal_arena *files, const cal_link *link,
                                        bool val_required, const cal_arguments *arguments, cal_error *err);
// Other data, whose test set is out-of-distribution for a network.
#define CAL_OTHER_OPTIONS                                                                                    \
    {"--other", "LINK", "Other data, whose test set is out-of-distribution: data=svhn", false}, {            \
        "--other-data", "PATH", "Folder or file with the other data, as --data has the link's", true         \
    }
typedef struct cal_other_data {
    cal_samples *samples; // null if there is none
    cal_sample_set test;  // its test set
    cal_bytes link;       // canonical
} cal_other_data;
// Loads what --other and --other-data name; from files, only the test set.
cal_status cal_session_other(cal_other_data *out, cal_arguments *arguments, cal_error *err);
void cal_session_other_free(cal_other_data *other);
// Refuses samples whose shape is not that of `own`.
cal_status cal_session_other_fits(const cal_sample_set *other, const cal_sample_set *own, cal_error *err);
// Trains at most `steps` steps, 0: to the end; only evaluates a trained network.
cal_status cal_session_train(cal_session *session, int steps, cal_error *err);
// Trains up to --epoch; without it, to the end.
cal_status cal_session_train_epochs(cal_session *session, const cal_arguments *arguments, cal_error *err);
// Finds the set of this name, train, val or test, and requires samples.
cal_status cal_session_set(cal_set *out, const cal_training *training, const char *name, cal_error *err);
// Returns a set's outputs as last evaluated; valid as long as the training.
cal_logit_set cal_session_outputs(const cal_training *training, cal_set set);
void cal_session_close(cal_session *session);

// Refuses work that needs more memory than the machine has: overcommitted memory would end the command in the
// middle. Under WASI the module's memory is the limit, which planning respects.
cal_status cal_session_check_memory(size_t bytes, const char *what, const char *advice, cal_error *err);
// Creates a lab with --threads threads.
cal_status cal_session_lab(cal_lab **out, const cal_arguments *arguments, cal_error *err);

#endif
