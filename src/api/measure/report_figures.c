// Records a report's figures and returns them as numbers.
#include "api/report.h"
#include <string.h>
#include "catalog/calibrator/calibrator.h"
#include "run/link/link.h"

// ---- recording

static const char *copy_text(cal_arena *arena, const char *text) {
    return text ? cal_arena_text(arena, text, strlen(text)) : NULL;
}

static const cal_report_bin *copy_bins(cal_arena *arena, const cal_figure *figure) {
    const double none = __builtin_nan("");
    cal_report_bin *bin = cal_arena_alloc(arena, (size_t)figure->bins * sizeof *bin);
    for (int i = 0; bin && i < figure->bins; i++) {
        const cal_bin *b = &figure->bin[i];
        bin[i] = (cal_report_bin){b->low, b->high, b->count ? b->confidence : none,
                                  b->count ? b->accuracy : none, b->count};
    }
    return bin;
}

static const cal_named_figure *copy_parts(cal_arena *arena, const cal_figure *figure) {
    cal_named_figure *part = cal_arena_alloc(arena, (size_t)figure->parts * sizeof *part);
    for (int i = 0; part && i < figure->parts; i++)
        part[i] = (cal_named_figure){copy_text(arena, figure->part[i].name), figure->part[i].value};
    return part;
}

static cal_report_metric copy_metric(cal_arena *arena, const char *key, const cal_measured *m,
                                     cal_resampling chance) {
    const double none = __builtin_nan("");
    const bool both = chance.floor && chance.interval;
    cal_text text = {0};
    cal_choice_write(&text, &m->choice);
    arena->refused |= text.refused;
    cal_report_metric out = {.key = copy_text(arena, key),
                             .text = copy_text(arena, text.data),
                             .value = m->figure.value,
                             .noise_floor = chance.floor ? m->floor : none,
                             .low = chance.interval ? m->low : none,
                             .high = chance.interval ? m->high : none,
                             .true_low = both ? m->truth_low : none,
                             .true_high = both ? m->truth_high : none,
                             .bins = m->figure.bins,
                             .outside = m->figure.outside,
                             .bin = m->figure.bins ? copy_bins(arena, &m->figure) : NULL,
                             .parts = m->figure.parts,
                             .part = m->figure.parts ? copy_parts(arena, &m->figure) : NULL};
    cal_text_free(&text);
    return out;
}

static void copy_fit(cal_report_fit *out, cal_arena *arena, const cal_figures_origin *origin) {
    const cal_found *found = origin->fit->found;
    int count = 0;
    *out = (cal_report_fit){.calibrator = origin->calibrator->entry.id,
                            .way = copy_text(arena, origin->fit->way),
                            .at_bound = origin->fit->at_bound,
                            .changed = origin->changed};
    cal_named_figure *part = cal_arena_alloc(arena, CAL_FOUND_MAX * sizeof *part);
    for (int i = 0; part && i < CAL_FOUND_MAX && found[i].name; i++)
        if (found[i].count == 1)
            part[count++] = (cal_named_figure){copy_text(arena, found[i].name), *found[i].number};
    out->parameters = count;
    out->parameter = part;
}

cal_status cal_report_take(void *report, const cal_figures_origin *origin, const cal_figures *figures,
                           cal_resampling chance, cal_error *err) {
    cal_report *r = report;
    cal_report_group *group = cal_mem_grow(r->group, &r->capacity, r->groups + 1, sizeof *r->group);
    if (!group) return cal_refuse_memory(err, "the report");
    r->group = group;
    cal_report_group *g = &group[r->groups];
    *g = (cal_report_group){.metrics = 0};
    if (origin->fit) copy_fit(&g->fit, &r->arena, origin);
    for (int i = r->groups - 1; !figures && i > 0; i--)
        if (group[i].fit.calibrator == g->fit.calibrator && strcmp(group[i].fit.way, origin->same_as) == 0) {
            g->metrics = group[i].metrics;
            g->metric = group[i].metric;
            break;
        }
    if (figures) {
        cal_report_metric *metric = cal_arena_alloc(&r->arena, (size_t)figures->count * sizeof *metric);
        for (int i = 0; metric && i < figures->count; i++)
            metric[i] = copy_metric(&r->arena, figures->key[i], &figures->measured[i], chance);
        g->metrics = figures->count;
        g->metric = metric;
    }
    r->groups++;
    return r->arena.refused ? cal_refuse_memory(err, "the report") : CAL_OK;
}

// ---- access

int cal_report_fits(const cal_report *r) { return r && r->groups ? r->groups - 1 : 0; }

cal_status cal_report_fit_at(cal_report_fit *out, const cal_report *r, int index, cal_error *err) {
    cal_status status = cal_need_pointer(out, "out", err);
    if (!status) status = cal_need_pointer(r, "the report", err);
    if (status) return status;
    if (index < 0 || index >= cal_report_fits(r))
        return cal_fail(err, CAL_USAGE, "report: there is no fit %d; it has %d", index, cal_report_fits(r));
    *out = r->group[index + 1].fit;
    return CAL_OK;
}

static const cal_report_group *group_of(const cal_report *r, int fit) {
    return r && r->groups && fit >= CAL_REPORT_UNCALIBRATED && fit < cal_report_fits(r) ? &r->group[fit + 1]
                                                                                        : NULL;
}

int cal_report_metrics(const cal_report *r, int fit) {
    const cal_report_group *group = group_of(r, fit);
    return group ? group->metrics : 0;
}

static cal_status look(const cal_report_group **out, const void *place, const cal_report *r, int fit,
                       const char *function, cal_error *err) {
    cal_status status = cal_need_pointer_of(place, function, "out", err);
    if (!status) status = cal_need_pointer_of(r, function, "the report", err);
    if (status) return status;
    *out = group_of(r, fit);
    return *out ? CAL_OK
                : cal_fail(err, CAL_USAGE, "report: there is no fit %d; it has %d", fit, cal_report_fits(r));
}

cal_status cal_report_metric_at(cal_report_metric *out, const cal_report *r, int fit, int index,
                                cal_error *err) {
    const cal_report_group *group;
    cal_status status = look(&group, out, r, fit, __func__, err);
    if (status) return status;
    if (index < 0 || index >= group->metrics)
        return cal_fail(err, CAL_USAGE, "report: there is no metric %d; it has %d", index, group->metrics);
    *out = group->metric[index];
    return CAL_OK;
}

cal_status cal_report_metric_find(cal_report_metric *out, const cal_report *r, int fit, const char *key,
                                  cal_error *err) {
    const cal_report_group *group;
    cal_status status = look(&group, out, r, fit, __func__, err);
    if (!status) status = cal_need_pointer(key, "the key", err);
    if (status) return status;
    for (int i = 0; i < group->metrics; i++)
        if (strcmp(group->metric[i].key, key) == 0) return *out = group->metric[i], CAL_OK;
    return cal_fail(err, CAL_USAGE, "report: it has no metric '%.48s' there", key);
}
