// A probe examines the network of a run's state and makes a table, such as the loss in a plane through the
// weights. Its entries need a run, so their registry is not in the catalog; they are files of src/run/probe/.
#ifndef CAL_RUN_PROBE_KIND_H
#define CAL_RUN_PROBE_KIND_H
#include "catalog/registry/registry.h"
#include "catalog/view/view.h"

struct cal_probe_input; // run/probe/probe.h

typedef struct cal_probe_size {
    size_t bytes; // in addition to the run and the table
    int rows;     // rows of the table
} cal_probe_size;

typedef struct cal_probe {
    cal_entry entry;
    const cal_column *columns; // up to the first without an id
    // Null, or a column that follows once for each class, with the class appended to its id.
    const cal_column *each_class;
    bool each_label;  // also accepts multi-label data (catalog/head/head.h)
    bool takes_other; // accepts samples of other data
    // Computes the size, and refuses choices that the link does not allow. The run then has only a
    // spec, a net and the sizes of the data.
    cal_status (*size)(cal_probe_size *out, const struct cal_probe_input *in, const cal_choice *choice,
                       cal_error *err);
    cal_status (*make)(cal_table *out, const struct cal_probe_input *in, const cal_choice *choice,
                       cal_error *err);
} cal_probe;

CAL_REGISTRY(cal_probe, cal_probes)
extern const cal_registry cal_probe_registry; // the same entries, as kind "probe"

#endif
