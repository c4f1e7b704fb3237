#include <string.h>
#include "base/untrusted.h"
#include "cli/sweep/sweep.h"

bool cal_sweep_format_known(const char *word) {
    static const char *const words[] = {"json", "jsonl", "csv", "markdown", "latex"};
    for (int i = 0; i < 5; i++)
        if (strcmp(words[i], word) == 0) return true;
    return false;
}

static cal_slice slice_of(const char *text) { return (cal_slice){text, (int)strlen(text)}; }

// ---- JSON

static void write_axes(cal_text *json, const cal_sweep *s) {
    cal_json_key(json, "over");
    cal_json_open(json, '[');
    for (int a = 0; a < s->axes; a++) {
        cal_json_open(json, '{');
        cal_json_member_string(json, "place", s->axis[a].place);
        cal_json_key(json, "values");
        cal_json_open(json, '[');
        for (int i = 0; i < s->axis[a].count; i++) cal_json_string(json, s->axis[a].value[i]);
        cal_json_close(json, ']');
        if (s->axis[a].with != a) cal_json_member_string(json, "with", s->axis[s->axis[a].with].place);
        cal_json_close(json, '}');
    }
    cal_json_close(json, ']');
}

static void write_cubic(cal_text *json, const cal_fitted_cubic *cubic) {
    cal_json_member_numbers(json, "coefficients", cubic->coefficient, 4);
    cal_json_member_number(json, "center", cubic->center);
    cal_json_member_number(json, "scale", cubic->scale);
    cal_json_member_number(json, "residual", cubic->residual);
    cal_json_member_number(json, "r2", cubic->explained);
}

// Fits "X:Y" to the points that have both figures.
static cal_status write_fit(cal_text *json, const cal_sweep *s, const char *text, cal_error *err) {
    const int length = (int)strcspn(text, ":");
    const cal_slice one = {text, length}, other = slice_of(text[length] ? text + length + 1 : "");
    double *x = cal_arena_alloc(&s->arguments->arena, (size_t)s->total * sizeof *x);
    double *y = cal_arena_alloc(&s->arguments->arena, (size_t)s->total * sizeof *y);
    int count = 0;
    cal_fitted_cubic cubic;
    if (!x || !y) return cal_refuse_memory(err, "a fit");
    for (int i = 0; i < s->total; i++) {
        x[count] = cal_sweep_figure_at(s, i, one);
        y[count] = cal_sweep_figure_at(s, i, other);
        if (cal_sweep_counts(s, i) && x[count] - x[count] == 0 && y[count] - y[count] == 0) count++;
    }
    cal_json_open(json, '{');
    cal_json_member_string(json, "fit", text);
    cal_json_member_integer(json, "points", count);
    if (!cal_fit_cubic(&cubic, x, y, count, NULL)) write_cubic(json, &cubic);
    cal_json_close(json, '}');
    return CAL_OK;
}

static void write_summary(cal_text *json, cal_slice name, cal_sweep_summary of) {
    char key[CAL_SWEEP_NAME] = "";
    if (!of.n || name.length >= (int)sizeof key) return;
    memcpy(key, name.at, (size_t)name.length);
    cal_json_key(json, key);
    cal_json_open(json, '{');
    cal_json_member_integer(json, "n", of.n);
    cal_json_member_number(json, "mean", of.mean);
    if (of.n > 1) {
        const double interval[2] = {of.mean - of.half, of.mean + of.half};
        cal_json_member_number(json, "sd", of.sd);
        cal_json_member_numbers(json, "interval", interval, 2);
    }
    cal_json_close(json, '}');
}

// Writes all figures of the group's first point that has any.
static void write_figures(cal_text *json, const char *key, const cal_sweep *s, const cal_sweep_group *group,
                          const cal_sweep_group *from) {
    const cal_sweep_result *names = NULL;
    for (int i = 0; i < group->points && !names; i++) names = s->point[group->index[i]].result;
    cal_json_key(json, key);
    cal_json_open(json, '{');
    for (int i = 0; names && i < names->figures; i++) {
        const cal_slice name = names->figure[i].name;
        write_summary(json, name,
                      from ? cal_sweep_difference(s, group, from, name)
                           : cal_sweep_summary_of(s, group, name));
    }
    cal_json_close(json, '}');
}

static void write_groups(cal_text *json, const cal_sweep *s, const cal_sweep_groups *groups) {
    cal_json_key(json, "groups");
    cal_json_open(json, '[');
    for (int g = 0; g < groups->count; g++) {
        const cal_sweep_group *group = &groups->group[g];
        cal_json_open(json, '{');
        cal_json_key(json, "values");
        cal_json_open(json, '{');
        for (int a = 0; a < s->axes; a++)
            if (!cal_sweep_pooled(s, a))
                cal_json_member_string(json, s->axis[a].place,
                                       s->axis[a].value[cal_sweep_value(s, a, group->index[0])]);
        cal_json_close(json, '}');
        write_figures(json, "figures", s, group, NULL);
        if (groups->against[g] >= 0)
            write_figures(json, "differences", s, group, &groups->group[groups->against[g]]);
        cal_json_close(json, '}');
    }
    cal_json_close(json, ']');
}

static void write_notes(cal_text *json, const cal_sweep *s, const cal_sweep_groups *groups) {
    cal_text notes = {0};
    cal_sweep_notes(&notes, s, groups, false);
    json->refused |= notes.refused;
    cal_json_key(json, "notes");
    cal_json_open(json, '[');
    for (char *at = notes.data, *end; at && *at; at = end + 1) {
        end = strchr(at, '\n');
        *end = 0;
        cal_json_string(json, at);
    }
    cal_json_close(json, ']');
    cal_text_free(&notes);
}

static cal_status write_json(cal_text *json, const cal_sweep *s, const cal_sweep_groups *groups,
                             cal_error *err) {
    cal_status status = CAL_OK;
    const char *text;
    cal_json_open(json, '{');
    write_axes(json, s);
    cal_json_key(json, "points");
    cal_json_open(json, '[');
    for (int i = 0; i < s->total; i++)
        if (s->point[i].result) cal_sweep_write_point(json, s, i);
    cal_json_close(json, ']');
    cal_json_key(json, "missing");
    cal_json_open(json, '[');
    for (int i = 0; i < s->total; i++)
        if (!s->point[i].result) cal_sweep_write_missing(json, s, i);
    cal_json_close(json, ']');
    cal_json_key(json, "fits");
    cal_json_open(json, '[');
    for (int i = 0; !status && (text = cal_argument_next(s->arguments, "--fit", &i));)
        status = write_fit(json, s, text, err);
    cal_json_close(json, ']');
    if (groups->count < s->total) write_groups(json, s, groups);
    write_notes(json, s, groups);
    cal_json_close(json, '}');
    cal_text_add(json, "\n");
    return status;
}

static void write_lines(cal_text *out, const cal_sweep *s) {
    for (int i = 0; i < s->total; i++) {
        cal_text line = {0};
        if (!s->point[i].result) continue;
        cal_sweep_write_point(&line, s, i);
        if (line.refused) out->refused = true;
        else cal_text_add(out, "%s\n", line.data);
        cal_text_free(&line);
    }
}

// ---- CSV, a row a point

static void write_cell(cal_text *out, const char *before, cal_slice text) {
    cal_text safe = {0};
    cal_text_add_printable(&safe, text.at, (size_t)text.length, "");
    out->refused |= safe.refused;
    cal_text_add(out, "%s", before);
    const bool quoted = safe.length && strpbrk(safe.data, ",\"");
    if (quoted) cal_text_add(out, "\"");
    for (int i = 0; i < safe.length; i++)
        cal_text_add(out, safe.data[i] == '"' ? "\"\"" : "%c", safe.data[i]);
    if (quoted) cal_text_add(out, "\"");
    cal_text_free(&safe);
}

static void write_word(cal_text *out, const char *word) { write_cell(out, ",", slice_of(word ? word : "")); }

// Lists the names of all figures, in order of first appearance; returns how many.
static int names_of(cal_slice *out, int most, const cal_sweep *s) {
    int count = 0;
    for (int i = 0; i < s->total; i++) {
        const cal_sweep_result *r = s->point[i].result;
        for (int f = 0; r && f < r->figures; f++) {
            const cal_slice name = r->figure[f].name;
            int at = 0;
            while (at < count &&
                   (out[at].length != name.length || memcmp(out[at].at, name.at, (size_t)name.length) != 0))
                at++;
            if (at == count && count < most) out[count++] = name;
        }
    }
    return count;
}

static void write_csv(cal_text *out, const cal_sweep *s) {
    static const char *const found[] = {"", "true", "false"};
    cal_slice name[256];
    const int names = names_of(name, 256, s);
    cal_text_add(out, "point");
    for (int a = 0; a < s->axes; a++) write_cell(out, ",", slice_of(s->axis[a].place));
    for (int f = 0; f < names; f++) write_cell(out, ",", name[f]);
    cal_text_add(out, ",failed,verified,engine,digest,link,of,verified_by,verified_at,left_out\n");
    for (int i = 0; i < s->total; i++) {
        const cal_sweep_result *r = s->point[i].result;
        const cal_sweep_check *check = &s->point[i].check;
        if (!r) continue;
        cal_text_add(out, "%d", i + 1);
        for (int a = 0; a < s->axes; a++)
            write_cell(out, ",", slice_of(s->axis[a].value[cal_sweep_value(s, a, i)]));
        for (int f = 0; f < names; f++) {
            const double value = cal_sweep_figure_of(r, name[f]);
            cal_text_add(out, ",");
            if (value - value == 0) cal_text_add_number(out, value);
        }
        write_word(out, r->failed.at);
        write_word(out, found[check->found]);
        write_word(out, r->engine.at);
        write_word(out, r->digest.at);
        write_word(out, r->spec.at);
        cal_text_add(out, ",%d", s->total);
        write_word(out, check->by);
        write_word(out, check->at);
        write_word(out, cal_sweep_counts(s, i) ? NULL : s->point[i].file);
        cal_text_add(out, "\n");
    }
}

cal_status cal_sweep_write(cal_text *out, const cal_sweep *s, const char *format, cal_error *err) {
    cal_sweep_groups groups;
    cal_status status = cal_sweep_groups_make(&groups, s, err);
    if (status) return status;
    if (strcmp(format, "json") == 0) status = write_json(out, s, &groups, err);
    else if (strcmp(format, "jsonl") == 0) write_lines(out, s);
    else if (strcmp(format, "csv") == 0) write_csv(out, s);
    else cal_sweep_table(out, s, &groups, strcmp(format, "latex") == 0);
    return status;
}
