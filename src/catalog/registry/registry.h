// A uniform interface to all registries of the catalog, for describe, the link and the command line. A higher
// folder may define another registry (run/probe/kind.h); readers of its choices supply it.
#ifndef CAL_CATALOG_REGISTRY_H
#define CAL_CATALOG_REGISTRY_H
#include "catalog/entry.h"

typedef struct cal_registry {
    const char *kind;                     // "loss": the key of a link
    const cal_entry *(*entry)(int index); // null after the last one
} cal_registry;

// data, model, head, loss, penalty, optimizer, schedule, augment, metric, calibrator, corruption, conformity,
// layer, view; ends with a null kind.
extern const cal_registry cal_registries[];

// Null if the kind or the entry does not exist.
const cal_registry *cal_registry_find(const char *kind);
const cal_entry *cal_registry_entry(const cal_registry *registry, const char *id, int length);

#endif
