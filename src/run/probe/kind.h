// A probe examines the network of a run's state and makes a table: the loss in a plane through the weights,
// the Grad-CAM map of a class, ... Its entries need a run, so their registry is not one of the catalog's; they
// are files of src/run/probe/.
#ifndef CAL_RUN_PROBE_KIND_H
#define CAL_RUN_PROBE_KIND_H
#include "catalog/registry/registry.h"
#include "catalog/view/view.h"

struct cal_probe_input; // run/probe/probe.h

// The size of a probe.
typedef struct cal_probe_size {
    size_t bytes; // memory in addition to the run and to the table
    int rows;     // of the table
} cal_probe_size;

typedef struct cal_probe {
    cal_entry entry;
    const cal_column *columns; // up to the first without an id
    // Null, or a column that follows once for each class, with the class appended to its id.
    const cal_column *each_class;
    bool each_label;  // it is of labels by themselves (catalog/head/head.h), too
    bool takes_other; // it can be of other data's samples instead of the run's own
    // Computes the size, and refuses what the link does not allow. Of the run there are only the spec, the
    // net and the data's sizes.
    cal_status (*size)(cal_probe_size *out, const struct cal_probe_input *in, const cal_choice *choice,
                       cal_error *err);
    cal_status (*make)(cal_table *out, const struct cal_probe_input *in, const cal_choice *choice,
                       cal_error *err);
} cal_probe;

CAL_REGISTRY(cal_probe, cal_probes)
extern const cal_registry cal_probe_registry; // the same entries; its kind is "probe"

#endif
