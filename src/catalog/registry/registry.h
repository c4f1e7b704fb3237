// All registries of the catalog seen alike: what describe, the link and the command line walk through.
// A floor above may hold a registry of its own (run/probe/kind.h): whoever reads a choice of it brings it along.
#ifndef CAL_CATALOG_REGISTRY_H
#define CAL_CATALOG_REGISTRY_H
#include "catalog/entry.h"

typedef struct cal_registry {
    const char *kind;                     // "loss": the key of a link
    const cal_entry *(*entry)(int index); // null past the last one
} cal_registry;

// data, model, head, loss, penalty, optimizer, schedule, augment, metric, calibrator, corruption,
// layer, view; ends with a null kind.
extern const cal_registry cal_registries[];

// Null if there is no such kind, or no such entry.
const cal_registry *cal_registry_find(const char *kind);
const cal_entry *cal_registry_entry(const cal_registry *registry, const char *id, int length);

#endif
