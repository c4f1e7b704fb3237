#include "catalog/registry/registry.h"
#include <stddef.h>
#include <string.h>
#include "catalog/calibrator/calibrator.h"
#include "catalog/conformity/conformity.h"
#include "catalog/corruption/corruption.h"
#include "catalog/data/data.h"
#include "catalog/head/head.h"
#include "catalog/layer/layer.h"
#include "catalog/loss/loss.h"
#include "catalog/metric/metric.h"
#include "catalog/model/model.h"
#include "catalog/penalty/penalty.h"
#include "catalog/training.h"
#include "catalog/view/view.h"

#define CAL_TYPE    cal_data
#define CAL_ENTRIES cal_datasets
#define CAL_FIRST   data_entry
#define CAL_LIST    "data.inc"
#include "catalog/registry/table.inc"

#define CAL_TYPE    cal_layer_kind
#define CAL_ENTRIES cal_layer_kinds
#define CAL_FIRST   layer_entry
#define CAL_LIST    "layer.inc"
#include "catalog/registry/table.inc"

#define CAL_TYPE    cal_model
#define CAL_ENTRIES cal_models
#define CAL_FIRST   model_entry
#define CAL_LIST    "model.inc"
#include "catalog/registry/table.inc"

#define CAL_TYPE    cal_head
#define CAL_ENTRIES cal_heads
#define CAL_FIRST   head_entry
#define CAL_LIST    "head.inc"
#include "catalog/registry/table.inc"

#define CAL_TYPE    cal_loss
#define CAL_ENTRIES cal_losses
#define CAL_FIRST   loss_entry
#define CAL_LIST    "loss.inc"
#include "catalog/registry/table.inc"

#define CAL_TYPE    cal_penalty
#define CAL_ENTRIES cal_penalties
#define CAL_FIRST   penalty_entry
#define CAL_LIST    "penalty.inc"
#include "catalog/registry/table.inc"

#define CAL_TYPE    cal_optimizer
#define CAL_ENTRIES cal_optimizers
#define CAL_FIRST   optimizer_entry
#define CAL_LIST    "optimizer.inc"
#include "catalog/registry/table.inc"

#define CAL_TYPE    cal_schedule
#define CAL_ENTRIES cal_schedules
#define CAL_FIRST   schedule_entry
#define CAL_LIST    "schedule.inc"
#include "catalog/registry/table.inc"

#define CAL_TYPE    cal_augment
#define CAL_ENTRIES cal_augments
#define CAL_FIRST   augment_entry
#define CAL_LIST    "augment.inc"
#include "catalog/registry/table.inc"

#define CAL_TYPE    cal_metric
#define CAL_ENTRIES cal_metrics
#define CAL_FIRST   metric_entry
#define CAL_LIST    "metric.inc"
#include "catalog/registry/table.inc"

#define CAL_TYPE    cal_calibrator
#define CAL_ENTRIES cal_calibrators
#define CAL_FIRST   calibrator_entry
#define CAL_LIST    "calibrator.inc"
#include "catalog/registry/table.inc"

#define CAL_TYPE    cal_corruption
#define CAL_ENTRIES cal_corruptions
#define CAL_FIRST   corruption_entry
#define CAL_LIST    "corruption.inc"
#include "catalog/registry/table.inc"

#define CAL_TYPE    cal_conformity
#define CAL_ENTRIES cal_conformities
#define CAL_FIRST   conformity_entry
#define CAL_LIST    "conformity.inc"
#include "catalog/registry/table.inc"

#define CAL_TYPE    cal_view
#define CAL_ENTRIES cal_views
#define CAL_FIRST   view_entry
#define CAL_LIST    "view.inc"
#include "catalog/registry/table.inc"

const cal_registry cal_registries[] = {
    {"data", data_entry},
    {"model", model_entry},
    {"head", head_entry},
    {"loss", loss_entry},
    {"penalty", penalty_entry},
    {"optimizer", optimizer_entry},
    {"schedule", schedule_entry},
    {"augment", augment_entry},
    {"metric", metric_entry},
    {"calibrator", calibrator_entry},
    {"corruption", corruption_entry},
    {"conformity", conformity_entry},
    {"layer", layer_entry},
    {"view", view_entry},
    {NULL, NULL},
};

const cal_registry *cal_registry_find(const char *kind) {
    for (const cal_registry *r = cal_registries; r->kind; r++)
        if (strcmp(r->kind, kind) == 0) return r;
    return NULL;
}

const cal_entry *cal_registry_entry(const cal_registry *registry, const char *id, int length) {
    const cal_entry *entry;
    for (int i = 0; (entry = registry->entry(i)); i++)
        if (strlen(entry->id) == (size_t)length && memcmp(entry->id, id, (size_t)length) == 0) return entry;
    return NULL;
}
