// Shared parts of the commands of `calib`. Each command is one file of src/cli/command, found by the build.
//
// Results go to stdout, as JSON; an error is one line on stderr. Exit status: 0; 1 if the work failed or
// its result differs from what the link promises; 2 for an invalid request.
#ifndef CAL_CLI_CLI_H
#define CAL_CLI_CLI_H
#include <stdio.h>
#include "api/calib.h"
#include "base/bytes/npy.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/text.h"

typedef struct cal_option {
    const char *name;  // "--logits"
    const char *value; // its argument, as the help shows it; null for a switch
    const char *help;
    bool repeats;  // may be given several times; a value that ends in "..." takes the words after it, too
    bool required; // must be given, with any other options
    // Instead of all others: gives option `index` of those that the row stands for; false past the last.
    bool (*options)(struct cal_option *out, int index);
} cal_option;

typedef struct cal_given {
    const char *option;
    const char *value; // "" for a switch
} cal_given;

enum { CAL_GIVEN_MAX = 1024 };

// The command line after the command's name, checked against its table.
typedef struct cal_arguments {
    const char *operand; // the first positional argument, or null
    const char *second;  // the one after it
    const char *network; // path of a trained network, whose link has replaced it as operand
    int count;
    cal_given given[CAL_GIVEN_MAX];
    int threads;     // used without --threads; 0: one per processor
    cal_arena arena; // memory that lives as long as the command
} cal_arguments;

// The parts of `calib --help`, in their order.
typedef enum cal_command_group {
    CAL_GROUP_TRAIN,
    CAL_GROUP_MEASURE,
    CAL_GROUP_LOOK,
    CAL_GROUP_SHARE,
    CAL_GROUP_MACHINE,
    CAL_GROUPS
} cal_command_group;

// One file in src/cli/command defines one of them, `cal_command_<file>`.
typedef struct cal_command {
    const char *name, *operand, *summary; // an operand in brackets may be left out
    const char *second;                   // a second operand, or null
    cal_command_group group;
    int rank;                  // its place in the group, from 1
    const cal_option *options; // up to the first without a name
    cal_status (*run)(cal_arguments *arguments, cal_error *err);
} cal_command;

const cal_command *cal_command_find(const char *name); // null if there is none
// The commands by group, rank and name: the one after `last`, or the first; null past the last one.
const cal_command *cal_command_after(const cal_command *last);
const char *cal_group_title(cal_command_group group); // "Train"

// Lists a command's options; begins with {command->options}.
typedef struct cal_option_list {
    const cal_option *row;
    int index;
    cal_option now;
} cal_option_list;
bool cal_option_next(cal_option_list *list); // false past the last

cal_status cal_arguments_read(cal_arguments *out, const cal_command *command, int count, char **argument,
                              cal_error *err);
const char *cal_argument(const cal_arguments *arguments, const char *option); // null if not given
// The values of an option that repeats: each call gives the next one, and null at the end. *at begins with 0.
const char *cal_argument_next(const cal_arguments *arguments, const char *option, int *at);
// The first of `options`, which ends with a null, that is given; or null.
const char *cal_argument_any(const cal_arguments *arguments, const char *const *options);
cal_status cal_argument_required(const char **out, const cal_arguments *arguments, const char *option,
                                 cal_error *err);
cal_status cal_argument_integer(int *out, const cal_arguments *arguments, const char *option, int preset,
                                int min, int max, cal_error *err);
// A sample's size, "3x32x32".
cal_status cal_argument_size(int *c, int *h, int *w, const char *option, const char *text, cal_error *err);
// The text of a registry value: what follows "model=", or all of it.
const char *cal_argument_value(const char *kind, const char *text);
// Replaces operands that are files with a link by that link.
cal_status cal_operands_load(cal_arguments *arguments, const cal_command *command, cal_error *err);
void cal_help_print(const cal_command *command); // on stdout

// Files. Errors name the path and the system's reason.
cal_status cal_file_load(cal_file *out, cal_arena *arena, const char *path, cal_error *err);
// Loads an entry of an untrusted folder: a regular file of at most `most` bytes. Refuses symbolic links and
// never blocks on a pipe. The error is only the reason; the caller names the entry.
cal_status cal_file_load_untrusted(cal_file *out, cal_arena *arena, const char *path, size_t most,
                                   cal_error *err);
// Refuses a file that is larger than memory; `advice` ends the sentence.
cal_status cal_file_fits(const char *path, const char *advice, cal_error *err);
// A file that is written next to its path and then renamed, so that a process that is killed leaves the old
// file. Several commands may write to one folder.
typedef struct cal_draft {
    FILE *file; // to write to
    cal_text name;
    const char *path;
    bool drafted;
} cal_draft;
cal_status cal_draft_open(cal_draft *out, const char *path, cal_error *err); // "-" is the standard output
// Puts the file in its place, unless `status` is an error, which removes the draft. Returns `status`, or an
// error of writing.
cal_status cal_draft_close(cal_draft *draft, cal_status status, cal_error *err);
// Writes a file completely or not at all. In a folder, which may be untrusted, it replaces an entry of this
// name, even a symbolic link or a pipe. If `folder` is null, `name` is a path and is written through.
cal_status cal_file_save(const char *folder, const char *name, const cal_text *bytes, cal_error *err);
cal_status cal_bytes_save(const char *folder, const char *name, const cal_bytes *bytes, cal_error *err);
cal_status cal_folder_make(const char *path, cal_error *err);
// Names in a folder with this ending, sorted.
typedef struct cal_folder_names {
    const char **name;
    int count;
} cal_folder_names;
cal_status cal_folder_list(cal_folder_names *out, cal_arena *arena, const char *path, const char *ending,
                           cal_error *err);
bool cal_is_folder(const char *path);
bool cal_file_exists(const char *path);     // any kind, even a dangling symbolic link
bool cal_file_is_regular(const char *path); // or a symbolic link to a regular file
// True if `path` is `folder` or is inside it, also if it does not exist yet.
bool cal_folder_contains(const char *folder, const char *path);

// Prints to stdout, with '?' for control characters other than line feeds and tabs.
cal_status cal_print_text(const cal_text *text, cal_error *err);
cal_status cal_print_bytes(const cal_bytes *bytes, cal_error *err);
cal_status cal_print_line(const cal_bytes *bytes, cal_error *err); // ended by a line feed
cal_status cal_print_json(cal_text *json, cal_error *err); // prints one line to stdout and frees the text

// Options of commands that read outputs.
#define CAL_AS_LOGITS_OPTION {.options = cal_option_as_logits}
#define CAL_PROBS_OPTIONS    {.options = cal_option_probs}, CAL_AS_LOGITS_OPTION
bool cal_option_as_logits(cal_option *out, int index);
bool cal_option_probs(cal_option *out, int index);
// Writes data[dim[0],...] to folder/set_what.npy; `type` as of cal_npy_write.
cal_status cal_array_save(const char *folder, const char *set, const char *what, const char *type,
                          const void *data, const int *dim, int ndim, cal_error *err);
// Saves, for a set called "test", "test_logits.npy" [n,k] and "test_labels.npy" [n].
cal_status cal_outputs_save(const char *folder, const char *set, const float *logits,
                            const cal_sample_set *samples, cal_error *err);

// Prints a line on stderr, with '?' for control characters; the caller writes "calib: " if the line needs it.
void cal_remark(const char *format, ...) __attribute__((format(printf, 1, 2)));

double cal_seconds(void); // reads a monotonic clock
// Fills *out with at most 256 unpredictable bytes from the system.
cal_status cal_system_random(void *out, size_t bytes, cal_error *err);

#endif
