// A model's outputs as files.
#ifndef CAL_CLI_OUTPUTS_INPUT_H
#define CAL_CLI_OUTPUTS_INPUT_H
#include "cli/cli.h"

// Reads the files as `like` says; *out is null where the first is. `labels` may be null. The files' bytes lie in the
// arguments' arena, and what was read is to be freed.
cal_status cal_outputs_input(cal_file_outputs **out, cal_arguments *arguments, const char *logits,
                             const char *labels, const cal_file_outputs_def *like, cal_error *err);
// What the outputs are: `several` labels by themselves with --head sigmoid.
#define CAL_HEAD_OPTION                                                                                      \
    {"--head", "softmax|sigmoid", "What the outputs are: of classes (softmax), or of labels by themselves",  \
     false}
cal_status cal_head_input(bool *several, const cal_arguments *arguments, cal_error *err);
// Says on stderr what was found of them, a line each.
void cal_outputs_say(const cal_file_outputs *outputs);

#endif
