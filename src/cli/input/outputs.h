// Reads a model's outputs from files.
#ifndef CAL_CLI_INPUT_OUTPUTS_H
#define CAL_CLI_INPUT_OUTPUTS_H
#include "cli/cli.h"

// Reads the files as `like` describes. *out is null if `logits` is null; `labels` may be null. The arguments'
// arena holds the files' bytes; the caller frees *out.
cal_status cal_outputs_input(cal_file_outputs **out, cal_arguments *arguments, const char *logits,
                             const char *labels, const cal_file_outputs_def *like, cal_error *err);
// Sets `several` to true, multi-label, for --head sigmoid.
#define CAL_HEAD_OPTION                                                                                      \
    {"--head", "softmax|sigmoid", "Form of the outputs: classes (softmax), or independent labels (sigmoid)", \
     false}
cal_status cal_head_input(bool *several, const cal_arguments *arguments, cal_error *err);
// Prints the notes on how they were read on stderr, one a line.
void cal_outputs_say(const cal_file_outputs *outputs);

#endif
