// Probes of a run's state: their input, their memory, and running them.
#ifndef CAL_RUN_PROBE_PROBE_H
#define CAL_RUN_PROBE_PROBE_H
#include "base/text.h"
#include "run/train/trainer.h"
#include "run/probe/kind.h"

typedef struct cal_probe_input {
    const cal_spec *spec;
    const cal_net *net;
    const cal_dataset *data; // for `size` only k, c, h, w and each split's n
    cal_run *run;            // CAL_RUN_INSPECT, at the weights of the state; null for `size`
    int workers;             // threads to plan for
    const cal_split
        // samples of other data, of the run's shape; null: the run's own; `size` reads only n
        *other;
} cal_probe_input;

// Memory for a probe of this link, including its run and its table, excluding samples of other data.
typedef struct cal_probe_need {
    size_t bytes;
    size_t data;               // as in cal_need
    char largest[CAL_LARGEST]; // as in cal_need
} cal_probe_need;
cal_status cal_probe_needs(cal_probe_need *out, const cal_spec *spec, const cal_choice *probe,
                           const cal_split *other, int workers, cal_error *err);
// Runs a probe. `run` is a CAL_RUN_INSPECT and keeps its weights; `other` is as in cal_probe_input. Labels of
// other data may be of other classes, or null.
cal_status cal_probe_make(cal_table *out, cal_run *run, const cal_choice *probe, const cal_split *other,
                          cal_error *err);

int cal_probe_columns(const cal_probe *probe, int k);
// Writes [{"id", "label", "unit"}, ...]; class_names has k entries.
void cal_probe_write_columns(cal_text *json, const cal_probe *probe, int k, const char *const *class_names);
// Writes the id of a column for CSV: "p3" for class 3.
void cal_probe_write_id(cal_text *out, const cal_probe *probe, int column);

// ---- for probes

#define CAL_PROBE_ON                                                                                         \
    {.name = "on",                                                                                           \
     .help = "The samples' set: validation, test or training",                                               \
     .unit = "",                                                                                             \
     .type = CAL_CHOICE,                                                                                     \
     .choices = "val/test/train",                                                                            \
     .max = 2}
#define CAL_PROBE_SAMPLES(preset)                                                                            \
    {.name = "samples",                                                                                      \
     .help = "Number of samples, from the first",                                                            \
     .unit = "samples",                                                                                      \
     .type = CAL_INTEGER,                                                                                    \
     .value = (preset),                                                                                      \
     .min = 1,                                                                                               \
     .max = 100000}
#define CAL_PROBE_SEED(what)                                                                                 \
    {.name = "seed", .help = what, .unit = "", .type = CAL_INTEGER, .value = 1, .min = 0, .max = 2147483647}
// Finds the split that the parameter `on` names; fails if it is empty.
cal_status cal_probe_split(const cal_split **out, const cal_probe_input *in, const cal_choice *choice,
                           cal_error *err);
// Returns the first `samples` samples of that split, or all if there are fewer.
cal_status cal_probe_first(cal_split *out, const cal_probe_input *in, const cal_choice *choice,
                           cal_error *err);

#endif
