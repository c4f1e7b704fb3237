// A probe looks at a network as a run's state has it, and makes a table: the loss in a plane through
// the weights, the map of what a class was seen by, ... Its entries need a run, so that their registry is not
// one of the catalog's.
#ifndef CAL_RUN_PROBE_KIND_H
#define CAL_RUN_PROBE_KIND_H
#include "catalog/registry/registry.h"
#include "catalog/view/view.h"

struct cal_probe_input; // run/probe/probe.h

// What a probe takes.
typedef struct cal_probe_size {
    size_t bytes; // beside the run that looks, and beside the table
    int rows;     // of the table
} cal_probe_size;

typedef struct cal_probe {
    cal_entry entry;
    const cal_column *columns; // ends at the first without an id
    // Null, or one that stands once for each class after those, with its number behind the id.
    const cal_column *each_class;
    // Nothing is computed; of the run there are the spec, the net and the data's sizes. What the link does
    // not allow is refused here.
    cal_status (*size)(cal_probe_size *out, const struct cal_probe_input *in, const cal_choice *choice,
                       cal_error *err);
    cal_status (*make)(cal_table *out, const struct cal_probe_input *in, const cal_choice *choice,
                       cal_error *err);
} cal_probe;

extern const cal_probe *const cal_probes[];   // ends with null
extern const cal_registry cal_probe_registry; // the same; its kind is "probe"

#endif
