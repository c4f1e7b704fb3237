// Writes figures as JSON, also those of groups.
#include "run/report/print/json.h"

static void write_number(cal_text *json, const char *key, double value) {
    cal_json_member_number(json, key, value);
}

static void write_interval(cal_text *json, const char *key, double low, double high) {
    cal_json_member_numbers(json, key, (double[]){low, high}, 2);
}

static void write_bin(cal_text *json, const cal_bin *bin, bool outcomes) {
    // An empty bin has no confidence and no accuracy: null, so that it is not drawn as perfect.
    const double none = __builtin_nan("");
    double low = none, high = none;
    if (bin->count && outcomes && !(bin->weight > 0)) cal_wilson(&low, &high, bin->accuracy, bin->count);
    cal_json_open(json, '{');
    write_number(json, "low", bin->low);
    write_number(json, "high", bin->high);
    cal_json_member_integer(json, "count", bin->count);
    if (bin->weight > 0) write_number(json, "weight", bin->weight);
    write_number(json, "confidence", bin->count ? bin->confidence : none);
    write_number(json, "accuracy", bin->count ? bin->accuracy : none);
    if (outcomes) write_interval(json, "interval", low, high);
    cal_json_close(json, '}');
}

// Writes the draws minus the value, in millionths, so that the same draws of another row can be subtracted.
static void write_draws(cal_text *json, const cal_measured *m, int draws) {
    int count = draws < CAL_DRAWS_REPORTED ? draws : CAL_DRAWS_REPORTED;
    const double most = 1e9;
    for (int d = 0; d < count; d++) {
        double off = m->draw[d] - m->figure.value;
        if (!(off > -most && off < most)) return;
    }
    cal_json_key(json, "draws");
    cal_json_open(json, '[');
    for (int d = 0; d < count; d++) {
        double off = (m->draw[d] - m->figure.value) * 1e6;
        cal_json_integer(json, (int64_t)(off < 0 ? off - 0.5 : off + 0.5));
    }
    cal_json_close(json, ']');
}

static void write_measured(cal_text *json, const cal_measured *m, const char *text, cal_resampling chance) {
    const cal_figure *figure = &m->figure;
    cal_json_open(json, '{');
    cal_json_member_string(json, "text", text);
    write_number(json, "value", figure->value);
    if (chance.floor && m->floor == m->floor) write_number(json, "floor", m->floor);
    if (chance.interval && m->metric->kind != CAL_TEST) write_interval(json, "interval", m->low, m->high);
    if (chance.interval && m->no_interval) cal_json_member_string(json, "note", m->no_interval);
    if (chance.interval && chance.floor && m->floor == m->floor) {
        if (m->truth_high == m->truth_high)
            write_interval(json, "true_interval", m->truth_low, m->truth_high);
        else write_number(json, "true_interval", m->truth_high);
    }
    if (chance.interval && m->metric->kind != CAL_TEST) write_draws(json, m, chance.interval);
    for (int i = 0; i < figure->parts; i++) write_number(json, figure->part[i].name, figure->part[i].value);
    if (figure->note && !(chance.interval && m->no_interval))
        cal_json_member_string(json, "note", figure->note);
    if (figure->curve.points) {
        cal_json_key(json, "curve");
        cal_json_open(json, '{');
        cal_json_member_numbers(json, figure->curve.x_name, figure->curve.x, figure->curve.points);
        cal_json_member_numbers(json, figure->curve.y_name, figure->curve.y, figure->curve.points);
        cal_json_close(json, '}');
    }
    if (figure->band.points) {
        cal_json_key(json, "band");
        cal_json_open(json, '{');
        cal_json_member_numbers(json, figure->curve.x_name, figure->band.x, figure->band.points);
        cal_json_member_numbers(json, "low", figure->band.low, figure->band.points);
        cal_json_member_numbers(json, "high", figure->band.high, figure->band.points);
        cal_json_close(json, '}');
    }
    if (figure->bins) {
        cal_json_member_integer(json, "outside", figure->outside);
        cal_json_key(json, "bins");
        cal_json_open(json, '[');
        // Against the true probabilities, nothing within a bin is random.
        for (int b = 0; b < figure->bins; b++)
            write_bin(json, &figure->bin[b], m->metric->needs != CAL_NEEDS_POSTERIOR);
        cal_json_close(json, ']');
    }
    cal_json_close(json, '}');
}

void cal_figures_write(cal_text *json, const cal_figures *figures) {
    cal_json_open(json, '{');
    for (int i = 0; i < figures->count; i++) {
        cal_json_key(json, figures->key[i]);
        write_measured(json, &figures->measured[i], figures->text[i], figures->chance);
    }
    cal_json_close(json, '}');
}

static void write_means(cal_text *json, const char *key, const cal_mean_figures *means) {
    cal_json_key(json, key);
    cal_json_open(json, '{');
    for (int i = 0; i < means->count; i++) {
        const cal_mean_figure *m = &means->figure[i];
        cal_json_key(json, m->key);
        cal_json_open(json, '{');
        write_number(json, "value", m->value);
        cal_json_member_integer(json, "labels", m->labels);
        if (m->floor == m->floor) write_number(json, "floor", m->floor);
        if (m->low == m->low) write_interval(json, "interval", m->low, m->high);
        cal_json_close(json, '}');
    }
    cal_json_close(json, '}');
}

static void write_group(cal_text *json, const cal_group_figures *group, bool means) {
    cal_json_open(json, '{');
    cal_json_member_string(json, "name", group->name);
    cal_json_member_integer(json, "n", group->n);
    if (means) cal_json_member_integer(json, "rows", group->samples);
    write_number(json, "prevalence", group->prevalence);
    if (group->means.figure) write_means(json, "metrics", &group->means);
    else if (group->figures) {
        cal_json_key(json, "metrics");
        cal_figures_write(json, group->figures);
    } else
        cal_json_member_string(json, "left_out",
                               means ? "fewer than 10 samples of each label" : "fewer than 10 samples");
    cal_json_close(json, '}');
}

void cal_groups_write(cal_text *json, const char *key, const cal_grouped_figures *groups, bool means) {
    const cal_worst_group *worst = &groups->worst;
    if (!groups->by) return;
    cal_json_key(json, key);
    cal_json_open(json, '{');
    cal_json_member_string(json, "by", groups->by);
    cal_json_key(json, "groups");
    cal_json_open(json, '[');
    for (int g = 0; g < groups->count; g++) write_group(json, &groups->group[g], means);
    cal_json_close(json, ']');
    if (groups->macro.figure) write_means(json, "macro", &groups->macro);
    if (worst->name) {
        cal_json_key(json, "worst");
        cal_json_open(json, '{');
        cal_json_member_string(json, "name", worst->name);
        cal_json_member_string(json, "metric", "ece");
        write_number(json, "z", worst->z);
        write_number(json, "p_value", worst->p);
        cal_json_member_integer(json, "searched", worst->searched);
        cal_json_member_integer(json, "draws", worst->draws);
        cal_json_member_bool(json, "by_case", worst->by_case);
        cal_json_close(json, '}');
    }
    cal_json_close(json, '}');
}
