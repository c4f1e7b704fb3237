// Returns a report's figures as numbers.
#include "api/report.h"
#include <string.h>

// ---- listing

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
        part[i] = (cal_named_figure){figure->part[i].name, figure->part[i].value};
    return part;
}

static cal_report_metric metric_of(cal_arena *arena, const cal_figures *figures, int at) {
    const cal_measured *m = &figures->measured[at];
    const cal_resampling chance = figures->chance;
    const double none = __builtin_nan("");
    const bool both = chance.floor && chance.interval;
    return (cal_report_metric){.key = figures->key[at],
                               .text = figures->text[at],
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
}

static void take_figures(cal_report_group *out, cal_arena *arena, const cal_figures *figures) {
    cal_report_metric *metric = cal_arena_alloc(arena, (size_t)figures->count * sizeof *metric);
    for (int i = 0; metric && i < figures->count; i++) metric[i] = metric_of(arena, figures, i);
    out->metrics = figures->count;
    out->metric = metric;
}

static cal_report_fit fit_of(cal_arena *arena, const cal_calibrator *calibrator, const cal_fit_figures *f) {
    const cal_found *found = f->fit.found;
    int count = 0;
    cal_named_figure *part = cal_arena_alloc(arena, CAL_FOUND_MAX * sizeof *part);
    for (int i = 0; part && i < CAL_FOUND_MAX && found[i].name; i++)
        if (found[i].count == 1) part[count++] = (cal_named_figure){found[i].name, *found[i].number};
    return (cal_report_fit){.calibrator = calibrator->entry.id,
                            .way = f->fit.way,
                            .at_bound = f->fit.at_bound,
                            .changed = f->changed,
                            .parameters = count,
                            .parameter = part};
}

static void take_calibrator(cal_report_group *out, cal_arena *arena, const cal_calibrator_figures *c) {
    for (int f = 0; f < c->count; f++) {
        int before = 0;
        out[f].fit = fit_of(arena, c->calibrator, &c->fit[f]);
        while (before < f && c->fit[before].figures != c->fit[f].figures) before++;
        if (before == f) take_figures(&out[f], arena, c->fit[f].figures);
        else out[f].metrics = out[before].metrics, out[f].metric = out[before].metric;
    }
}

static void list_table(cal_report *r) {
    const cal_helps *helps = r->value.helps;
    cal_arena *arena = &r->value.arena;
    cal_report_row *table = helps ? cal_arena_alloc(arena, (size_t)helps->rows * sizeof *table) : NULL;
    for (int i = 0; table && i < helps->rows; i++) {
        const cal_help_row *row = &helps->row[i];
        cal_report_difference *to = cal_arena_alloc(arena, (size_t)helps->columns * sizeof *to);
        table[i] = (cal_report_row){.calibrator = row->calibrator,
                                    .way = row->way,
                                    .best = row->best,
                                    .advised = i == helps->advised,
                                    .parameters = row->parameters,
                                    .recovered = row->recovered,
                                    .differences = helps->columns,
                                    .difference = to};
        for (int c = 0; to && c < helps->columns; c++) {
            const cal_help_cell *cell = &row->cell[c];
            to[c] =
                (cal_report_difference){helps->column[c], cell->value, cell->floor,       cell->difference,
                                        cell->low,        cell->high,  cell->within_noise};
        }
    }
    r->table = table;
}

void cal_report_list(cal_report *r) {
    const cal_report_value *v = &r->value;
    cal_arena *arena = &r->value.arena;
    int count = 1;
    for (int i = 0; i < v->calibrators; i++) count += v->calibrator[i].count;
    cal_report_group *group = cal_arena_alloc(arena, (size_t)count * sizeof *group);
    if (!group) return;
    r->group = group, r->groups = count;
    take_figures(group++, arena, v->figures);
    for (int i = 0; i < v->calibrators; group += v->calibrator[i++].count)
        take_calibrator(group, arena, &v->calibrator[i]);
    list_table(r);
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

int cal_report_rows(const cal_report *r) { return r && r->table ? r->value.helps->rows : 0; }

cal_status cal_report_row_at(cal_report_row *out, const cal_report *r, int index, cal_error *err) {
    cal_status status = cal_need_pointer(out, "out", err);
    if (!status) status = cal_need_pointer(r, "the report", err);
    if (status) return status;
    if (index < 0 || index >= cal_report_rows(r))
        return cal_fail(err, CAL_USAGE, "report: there is no row %d; its table of calibrators has %d", index,
                        cal_report_rows(r));
    *out = r->table[index];
    return CAL_OK;
}

const char *cal_report_advice(const cal_report *r) {
    return cal_report_rows(r) ? r->value.helps->advice : NULL;
}
