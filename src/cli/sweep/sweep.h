// A sweep: a link with every combination of values of its axes. Each is a point, a run of its own, whose result is a line of JSON
// that can be made anywhere and joined with the others later.
#ifndef CAL_CLI_SWEEP_SWEEP_H
#define CAL_CLI_SWEEP_SWEEP_H
#include "base/slice.h"
#include "cli/session.h"

enum { CAL_SWEEP_AXES = 8, CAL_SWEEP_NAME = 48, CAL_SWEEP_ID = 16 };

typedef struct cal_sweep_axis {
    char place[CAL_SWEEP_NAME]; // "loss.gamma"
    const char **value;         // [count]
    int count;
    int with; // the axis that it moves with; its own index where it moves by itself
} cal_sweep_axis;

typedef struct cal_sweep_figure {
    cal_slice name, text; // "test.ece", and the number as it was written
    double value;
} cal_sweep_figure;

// What became of a point.
typedef struct cal_sweep_result {
    cal_slice spec, engine, digest;
    cal_slice failed; // the error of a loss that overflowed; else its `at` is null
    cal_sweep_figure *figure;
    int figures;
} cal_sweep_result;

// What `calib verify` found when it trained a point again.
typedef enum cal_sweep_check { CAL_SWEEP_UNCHECKED, CAL_SWEEP_SAME, CAL_SWEEP_DIFFERENT } cal_sweep_check;

typedef struct cal_sweep_point {
    const char *link;          // canonical, without the hash of data from files
    char id[CAL_SWEEP_ID + 1]; // the beginning of the link's SHA-256: the name of its file
    cal_sweep_result *result;  // null until there is one
    cal_sweep_check check;     // of the result
    cal_slice other_engine;    // that computed what was left out; null where there was no such file
} cal_sweep_point;

typedef struct cal_sweep {
    cal_arguments *arguments;
    cal_sweep_axis axis[CAL_SWEEP_AXES];
    int axes, total;        // total: number of points
    cal_sweep_point *point; // [total]; the last axis varies fastest
} cal_sweep;

// ---- axes.c

// What --over, --with and --seeds ask for; every link is checked before anything is trained.
cal_status cal_sweep_read(cal_sweep *out, cal_arguments *arguments, cal_error *err);
int cal_sweep_value(const cal_sweep *sweep, int axis, int index); // which of the axis' values the point has
// "loss=ce seed=2", the values of a point.
void cal_sweep_name(cal_text *out, const cal_sweep *sweep, int index);
// A line a point: its number from 1, its values, its link, with tabs between.
void cal_sweep_list(cal_text *out, const cal_sweep *sweep);

// ---- point.c

// Trains a link and writes its result. A loss that overflows is a result, too.
cal_status cal_sweep_train(cal_text *json, const char *link, const cal_arguments *arguments, int threads,
                           cal_error *err);

// What a link takes on one core, in seconds of its processor, and how long its result is.
typedef struct cal_sweep_cost {
    double start, epoch, report; // loading and preparing, training its epochs, measuring
    int bytes;
} cal_sweep_cost;
cal_status cal_sweep_time(cal_sweep_cost *out, const char *link, const cal_arguments *arguments,
                          cal_error *err);

// ---- result.c

// *out, in the arena, with what `json` says, which stays where it is. CAL_FAILED: it is no result.
cal_status cal_sweep_result_read(cal_sweep_result **out, cal_arena *arena, const char *json, size_t size,
                                 cal_error *err);
// NaN where the result has no such figure.
double cal_sweep_figure_of(const cal_sweep_result *result, cal_slice name);
// The same of a point, whose axes with numbers are figures, too.
double cal_sweep_figure_at(const cal_sweep *sweep, int index, cal_slice name);
// Writes the object of a point that has a result.
void cal_sweep_write_point(cal_text *json, const cal_sweep *sweep, int index);
// And of one that has none: its place, and the engine that computed what was left out.
void cal_sweep_write_missing(cal_text *json, const cal_sweep *sweep, int index);

// ---- folder.c

// Takes the results that lie in a folder. What is damaged, or of another version of the engine, is left, and told
// on stderr.
cal_status cal_sweep_take(cal_sweep *sweep, const char *folder, cal_error *err);
// Puts the result of a point into a folder, whole or not at all.
cal_status cal_sweep_keep(const char *folder, const char *id, const cal_text *json, cal_error *err);

// ---- side.c

// Makes the results that there are not yet, `jobs` at a time, and puts each into the folder, if there is one, as it ends.
cal_status cal_sweep_make(cal_sweep *sweep, const char *folder, cal_error *err);

// ---- check.c

void cal_sweep_id(char out[CAL_SWEEP_ID + 1], const char *link, size_t length);
// Keeps in a folder of results how one of them came out when it was trained again.
cal_status cal_sweep_check_keep(const char *folder, const cal_sweep_result *result, const cal_file *file,
                                bool same, cal_error *err);
// What the folder says of this very file, to the byte; of one that was changed since then, nothing.
cal_status cal_sweep_check_read(cal_sweep_check *out, cal_arena *arena, const char *folder,
                                const cal_sweep_result *result, const cal_file *file, cal_error *err);

// ---- audit.c

// `calib verify --sample N DIR`: trains some of a folder's results again and prints how they came out.
cal_status cal_sweep_audit(cal_arguments *arguments, cal_error *err);

// ---- plan.c

// `calib sweep --plan`: what the points take, by one epoch that is measured, and how they are spread over cores.
cal_status cal_sweep_plan(cal_sweep *sweep, cal_error *err);

// ---- groups.c

// Of points that differ in their seed alone.
typedef struct cal_sweep_summary {
    int n;
    double mean, sd; // over the seeds; sd with n - 1
    double half;     // of the 95 % interval of the mean by Student's t; NaN for fewer than two
} cal_sweep_summary;

typedef struct cal_sweep_group {
    const int *index; // [points] of its points
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
// Of the differences between points of the same place in both groups: the same seed.
cal_sweep_summary cal_sweep_difference(const cal_sweep *sweep, const cal_sweep_group *group,
                                       const cal_sweep_group *from, cal_slice figure);
double cal_student_975(int freedom); // the quantile of Student's t at 0.975

// ---- write.c

// False for a word that names no format: json, jsonl, csv, markdown, latex.
bool cal_sweep_format_known(const char *word);
cal_status cal_sweep_write(cal_text *out, const cal_sweep *sweep, const char *format, cal_error *err);

#endif
