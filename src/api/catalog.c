// Lists a link's choices as structures and as JSON.
#include "api/handles.h"
#include <string.h>
#include "run/describe/describe.h"
#include "run/link/link.h"
#include "catalog/metric/metric.h"
#include "catalog/registry/registry.h"

const char *cal_catalog_kind(int index) {
    int count = 0;
    while (cal_registries[count].kind) count++;
    return index >= 0 && index < count ? cal_registries[index].kind : NULL;
}

int cal_catalog_count(const char *kind) {
    const cal_registry *registry = kind ? cal_registry_find(kind) : NULL;
    int count = 0;
    while (registry && registry->entry(count)) count++;
    return count;
}

static cal_status find_kind(const cal_registry **out, const char *kind, const char *function,
                            cal_error *err) {
    cal_status status = cal_need_pointer_of(kind, function, "the kind", err);
    if (status) return status;
    *out = cal_registry_find(kind);
    return *out ? CAL_OK : cal_fail(err, CAL_USAGE, "catalog: there is no kind '%.48s'", kind);
}

static cal_status find_entry(const cal_entry **out, const char *kind, const char *id, const char *function,
                             cal_error *err) {
    const cal_registry *registry;
    cal_status status = find_kind(&registry, kind, function, err);
    if (!status) status = cal_need_pointer_of(id, function, "the id", err);
    if (status) return status;
    *out = cal_registry_entry(registry, id, (int)strnlen(id, CAL_TEXT_MAX));
    return *out ? CAL_OK : cal_fail(err, CAL_USAGE, "catalog: there is no %s '%.48s'", kind, id);
}

static int count_params(const cal_entry *entry) {
    int count = 0;
    while (entry->params && entry->params[count].name) count++;
    return count;
}

static bool larger_is_better(const cal_entry *entry) {
    for (int i = 0; cal_metrics[i]; i++)
        if (&cal_metrics[i]->entry == entry) return cal_metrics[i]->larger_is_better;
    return false;
}

static cal_catalog_info show(const cal_entry *entry) {
    return (cal_catalog_info){.id = entry->id,
                              .label = entry->label,
                              .tex = entry->tex ? entry->tex : "",
                              .source = entry->source ? entry->source : "",
                              .help = entry->help ? entry->help : "",
                              .parameters = count_params(entry),
                              .larger_is_better = larger_is_better(entry)};
}

cal_status cal_catalog_entry(cal_catalog_info *out, const char *kind, int index, cal_error *err) {
    const cal_registry *registry;
    cal_status status = cal_need_pointer(out, "out", err);
    if (!status) status = find_kind(&registry, kind, __func__, err);
    if (status) return status;
    const int count = cal_catalog_count(kind);
    if (index < 0 || index >= count)
        return cal_fail(err, CAL_USAGE, "catalog: %s %d is not between 0 and %d", kind, index, count - 1);
    *out = show(registry->entry(index));
    return CAL_OK;
}

cal_status cal_catalog_find(cal_catalog_info *out, const char *kind, const char *id, cal_error *err) {
    const cal_entry *entry;
    cal_status status = cal_need_pointer(out, "out", err);
    if (!status) status = find_entry(&entry, kind, id, __func__, err);
    if (!status) *out = show(entry);
    return status;
}

static const cal_parameter_type types[] = {
    [CAL_REAL] = CAL_PARAMETER_REAL,   [CAL_INTEGER] = CAL_PARAMETER_INTEGER,
    [CAL_LIST] = CAL_PARAMETER_LIST,   [CAL_CHOICE] = CAL_PARAMETER_CHOICE,
    [CAL_HEX] = CAL_PARAMETER_HEX,     [CAL_SWITCH] = CAL_PARAMETER_SWITCH,
    [CAL_WORDS] = CAL_PARAMETER_WORDS,
};

cal_status cal_catalog_parameter(cal_parameter_info *out, const char *kind, const char *id, int index,
                                 cal_error *err) {
    const cal_entry *entry = &cal_run_entry;
    cal_status status = cal_need_pointer(out, "out", err);
    if (!status && !(kind && strcmp(kind, "run") == 0)) status = find_entry(&entry, kind, id, __func__, err);
    if (status) return status;
    const int count = count_params(entry);
    if (index < 0 || index >= count)
        return cal_fail(err, CAL_USAGE, "catalog: %s %s has %d parameters, and none at %d", kind,
                        id ? id : "", count, index);
    const cal_param *param = &entry->params[index];
    *out = (cal_parameter_info){.name = param->name,
                                .help = param->help,
                                .unit = param->unit ? param->unit : "",
                                .type = types[param->type],
                                .value = param->value,
                                .min = param->min,
                                .max = param->max,
                                .open_min = param->open_min,
                                .whole = param->type == CAL_INTEGER || param->whole,
                                .preset = param->preset,
                                .words = param->choices,
                                .kind = param->kind};
    return CAL_OK;
}

static cal_status parse(cal_choice *out, const char *kind, const char *text, cal_error *err) {
    const cal_registry *registry;
    cal_status status = find_kind(&registry, kind, __func__, err);
    if (!status) status = cal_need_pointer_of(text, "cal_catalog_check", "the text", err);
    return status ? status : cal_choice_parse_in(out, registry, text, strlen(text), err);
}

cal_status cal_catalog_check(const char *kind, const char *text, cal_error *err) {
    cal_choice choice;
    return parse(&choice, kind, text, err);
}

cal_status cal_catalog_canonical(cal_bytes *out, const char *kind, const char *text, cal_error *err) {
    cal_choice choice;
    cal_text canonical = {0};
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = (cal_bytes){0};
    status = parse(&choice, kind, text, err);
    if (!status) cal_choice_write(&canonical, &choice);
    return cal_give_text(out, &canonical, status, err);
}

cal_status cal_catalog_json(cal_bytes *out, cal_error *err) {
    cal_text json = {0};
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    cal_describe(&json);
    return cal_give_text(out, &json, CAL_OK, err);
}
