// A sweep: a link with every combination of values of its axes. Each combination is a point, a separate run.
// Its result is a line of JSON. Any machine can compute it, and `--gather` joins the results.
#ifndef CAL_CLI_SWEEP_SWEEP_H
#define CAL_CLI_SWEEP_SWEEP_H
#include "base/slice.h"
#include "cli/session.h"

enum {
    CAL_SWEEP_AXES = 8,
    CAL_SWEEP_NAME = 48,
    CAL_SWEEP_ID = 16,
    CAL_SWEEP_BYTES = 1 << 17, // limit for a result's file; typical: a few kB
    CAL_SWEEP_BY = 64          // bytes of a verifier's name
};

typedef struct cal_sweep_axis {
    char place[CAL_SWEEP_NAME]; // "loss.gamma"
    const char **value;         // [count]
    int count;
    int with; // the axis that it moves with; its own index if it is independent
} cal_sweep_axis;

typedef struct cal_sweep_figure {
    cal_slice name, text; // "test.ece", and the number as it was written
    double value;
} cal_sweep_figure;

// The result of a point. Texts are decoded and zero-terminated, and may hold any character of Unicode.
typedef struct cal_sweep_result {
    cal_slice spec, engine, digest;
    cal_slice failed; // the error of a loss that overflowed; else its `at` is null
    cal_sweep_figure *figure;
    int figures;
} cal_sweep_result;

// The verdict of `calib verify` after it trained a point again.
typedef enum cal_sweep_found { CAL_SWEEP_UNCHECKED, CAL_SWEEP_SAME, CAL_SWEEP_DIFFERENT } cal_sweep_found;

typedef struct cal_sweep_check {
    cal_sweep_found found;
    const char *by; // the verifier's name; null: unknown
    const char *at; // when, "2026-11-28T05:13:47Z"; null: unchecked
    bool changed;   // unchecked, but another file of this link was verified
} cal_sweep_check;

typedef struct cal_sweep_point {
    const char *link;          // canonical, without the hash of data from files
    char id[CAL_SWEEP_ID + 1]; // the beginning of the link's SHA-256: the name of its file
    cal_sweep_result *result;  // null until there is one
    const char *file;          // file of the result; null: it was trained now
    cal_sweep_check check;     // the check of the result
    cal_slice other_engine;    // version of a result that was left out; null: none was
} cal_sweep_point;

typedef struct cal_sweep {
    cal_arguments *arguments;
    cal_sweep_axis axis[CAL_SWEEP_AXES];
    int axes, total;        // total: number of points
    cal_sweep_point *point; // [total]; the last axis varies fastest
} cal_sweep;

// ---- axes.c

// Reads --over, --with and --seeds. Every link is checked before anything is trained.
cal_status cal_sweep_read(cal_sweep *out, cal_arguments *arguments, cal_error *err);
int cal_sweep_value(const cal_sweep *sweep, int axis, int index); // index of the point's value on the axis
// Writes the values of a point: "loss=ce seed=2".
void cal_sweep_name(cal_text *out, const cal_sweep *sweep, int index);
// Writes a line for each point: its number from 1, its values and its link, separated by tabs.
void cal_sweep_list(cal_text *out, const cal_sweep *sweep);

// ---- point.c

// Trains a link and writes its result. A loss that overflows also has a result.
cal_status cal_sweep_train(cal_text *json, const char *link, const cal_arguments *arguments, int threads,
                           cal_error *err);

// CPU seconds of a link on one core, and bytes of its result.
typedef struct cal_sweep_cost {
    double start, epoch, report; // loading and preparing, training its epochs, measuring
    int bytes;
} cal_sweep_cost;
cal_status cal_sweep_time(cal_sweep_cost *out, const char *link, const cal_arguments *arguments,
                          cal_error *err);

// ---- result.c

// Parses a result into the arena; *out points into `json`. CAL_FAILED: it is not a result.
cal_status cal_sweep_result_read(cal_sweep_result **out, cal_arena *arena, const char *json, size_t size,
                                 cal_error *err);
// Returns NaN if the result has no such figure.
double cal_sweep_figure_of(const cal_sweep_result *result, cal_slice name);
// True if the point has a result that means include. Results that failed verification are left out.
bool cal_sweep_counts(const cal_sweep *sweep, int index);
// Returns a point's figure; axes with numbers are figures, too.
double cal_sweep_figure_at(const cal_sweep *sweep, int index, cal_slice name);
// Writes the object of a point that has a result.
void cal_sweep_write_point(cal_text *json, const cal_sweep *sweep, int index);
// Writes the object of a point without a result: its place, and the engine of a result that was left out.
void cal_sweep_write_missing(cal_text *json, const cal_sweep *sweep, int index);

// ---- folder.c

// Takes the results in an untrusted folder. Skips damaged files, other kinds of entries and results of other
// engine versions, each with a line on stderr. `checks`: the folder of checks, or null.
cal_status cal_sweep_take(cal_sweep *sweep, const char *folder, const char *checks, cal_error *err);
// Reads one result. CAL_FAILED, with the reason, for anything else.
cal_status cal_sweep_load(cal_sweep_result **out, cal_file *file, cal_arena *arena, const char *path,
                          cal_error *err);
// Writes the result of a point into a folder, completely or not at all.
cal_status cal_sweep_keep(const char *folder, const char *id, const cal_text *json, cal_error *err);

// ---- side.c

// Computes the missing results, `jobs` at a time. Writes each into the folder, if there is one, as it ends.
cal_status cal_sweep_make(cal_sweep *sweep, const char *folder, cal_error *err);

// ---- check.c

void cal_sweep_id(char out[CAL_SWEEP_ID + 1], const char *link, size_t length);
// Finds the folder of checks: --checks, or calib/checks in the user's state; *out is null if neither is
// known. Refuses a folder inside `results`, which is untrusted, and prints a remark if `results` has one.
cal_status cal_sweep_checks_folder(const char **out, cal_arguments *arguments, const char *results,
                                   cal_error *err);
// Returns the name of --by, or the user's; null if there is none.
cal_status cal_sweep_checks_by(const char **out, const cal_arguments *arguments, cal_error *err);
// Stores in `checks` that retraining gave the same result, or another one; `file` is the result's.
cal_status cal_sweep_check_keep(const char *checks, const cal_sweep_result *result, const cal_file *file,
                                bool same, const char *by, cal_error *err);
// Reads the check of exactly this file. A file that changed since counts as unchecked.
cal_status cal_sweep_check_read(cal_sweep_check *out, cal_arena *arena, const char *checks,
                                const cal_sweep_result *result, const cal_file *file, cal_error *err);

// ---- audit.c

// `calib verify --sample N DIR`: trains some of a folder's results again and prints the comparison.
cal_status cal_sweep_audit(cal_arguments *arguments, cal_error *err);

// ---- plan.c

// `calib sweep --plan`: estimates the points' cost from one measured epoch, and spreads them over cores.
cal_status cal_sweep_plan(cal_sweep *sweep, cal_error *err);

// ---- groups.c

// A summary of points that differ only in their seeds: `seed`, and `data.seed` if it is an axis. Points with
// the same data.seed share their data, so they count as one observation, their mean.
typedef struct cal_sweep_summary {
    int n;
    double mean, sd; // over the observations; sd with n - 1
    double half;     // half width of the mean's 95 % interval by Student's t; NaN if n < 2
} cal_sweep_summary;

typedef struct cal_sweep_group {
    const int *index; // [points] indices of its points
    int points;
} cal_sweep_group;

typedef struct cal_sweep_groups {
    cal_sweep_group *group;
    int count;
    int *against; // [count] the group of --against that it is compared with, or -1
} cal_sweep_groups;

cal_status cal_sweep_groups_make(cal_sweep_groups *out, const cal_sweep *sweep, cal_error *err);
cal_sweep_summary cal_sweep_summary_of(const cal_sweep *sweep, const cal_sweep_group *group,
                                       cal_slice figure);
// Summarises the differences between points at the same position in both groups: the same seeds.
cal_sweep_summary cal_sweep_difference(const cal_sweep *sweep, const cal_sweep_group *group,
                                       const cal_sweep_group *from, cal_slice figure);
// Returns the axis of a place, or -1.
int cal_sweep_axis_of(const cal_sweep *sweep, const char *place);
// True if an axis has seeds or moves with one: groups pool all of its values.
bool cal_sweep_pooled(const cal_sweep *sweep, int axis);
// Counts the observations of a group that have results.
int cal_sweep_units(const cal_sweep *sweep, const cal_sweep_group *group);

// ---- notes.c

// Writes sentences, each ended by a line feed, on the coverage of intervals, omitted results, and the number
// of verified ones.
void cal_sweep_notes(cal_text *out, const cal_sweep *sweep, const cal_sweep_groups *groups, bool table);

// ---- table.c

void cal_sweep_table(cal_text *out, const cal_sweep *sweep, const cal_sweep_groups *groups, bool latex);

// ---- write.c

// Returns false for a word that is not a format: json, jsonl, csv, markdown, latex.
bool cal_sweep_format_known(const char *word);
cal_status cal_sweep_write(cal_text *out, const cal_sweep *sweep, const char *format, cal_error *err);

#endif
