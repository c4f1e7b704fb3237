// The list of the probes, as the build finds them.
#include "run/probe/kind.h"
#include <stddef.h>

#define CAL_TYPE    cal_probe
#define CAL_ENTRIES cal_probes
#define CAL_FIRST   probe_entry
#define CAL_LIST    "probe.inc"
#include "catalog/registry/table.inc"

const cal_registry cal_probe_registry = {"probe", probe_entry};
