#include <stdio.h>
#include <string.h>
#include "cli/sweep/sweep.h"

enum { COLUMNS = 16 };

static const char *const preset[] = {"test.error", "test.nll", "test.ece", "post.ece"};

bool cal_sweep_format_known(const char *word) {
    static const char *const words[] = {"json", "jsonl", "csv", "markdown", "latex"};
    for (int i = 0; i < 5; i++)
        if (strcmp(words[i], word) == 0) return true;
    return false;
}

static cal_slice slice_of(const char *text) { return (cal_slice){text, (int)strlen(text)}; }

// The figures that a table shows; returns how many.
static int columns_of(cal_slice out[COLUMNS], const cal_sweep *s) {
    int count = 0;
    const char *text;
    for (int i = 0; count < COLUMNS && (text = cal_argument_next(s->arguments, "--figure", &i));)
        out[count++] = slice_of(text);
    for (int i = 0; i < 4 && !cal_argument(s->arguments, "--figure"); i++) out[count++] = slice_of(preset[i]);
    return count;
}

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
        if (s->point[i].result && x[count] - x[count] == 0 && y[count] - y[count] == 0) count++;
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

// All figures of the group's first point that has any.
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
            if (strcmp(s->axis[a].place, "seed") != 0)
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
    cal_text_add(out, "%s", before);
    const bool quoted =
        memchr(text.at, ',', (size_t)text.length) || memchr(text.at, '"', (size_t)text.length);
    if (quoted) cal_text_add(out, "\"");
    for (int i = 0; i < text.length; i++) cal_text_add(out, text.at[i] == '"' ? "\"\"" : "%c", text.at[i]);
    if (quoted) cal_text_add(out, "\"");
}

// The names of all figures, in the order in which they appear first; returns how many.
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
    static const char *const check[] = {"", "true", "false"};
    cal_slice name[256];
    const int names = names_of(name, 256, s);
    cal_text_add(out, "point");
    for (int a = 0; a < s->axes; a++) write_cell(out, ",", slice_of(s->axis[a].place));
    for (int f = 0; f < names; f++) write_cell(out, ",", name[f]);
    cal_text_add(out, ",failed,verified,engine,digest,link,of\n");
    for (int i = 0; i < s->total; i++) {
        const cal_sweep_result *r = s->point[i].result;
        if (!r) continue;
        cal_text_add(out, "%d", i + 1);
        for (int a = 0; a < s->axes; a++)
            write_cell(out, ",", slice_of(s->axis[a].value[cal_sweep_value(s, a, i)]));
        for (int f = 0; f < names; f++) {
            const double value = cal_sweep_figure_of(r, name[f]);
            cal_text_add(out, ",");
            if (value - value == 0) cal_text_add_number(out, value);
        }
        write_cell(out, ",", r->failed.at ? r->failed : slice_of(""));
        write_cell(out, ",", slice_of(check[s->point[i].check]));
        write_cell(out, ",", r->engine);
        write_cell(out, ",", r->digest.at ? r->digest : slice_of(""));
        write_cell(out, ",", r->spec);
        cal_text_add(out, ",%d\n", s->total);
    }
}

// ---- Markdown and LaTeX, a row a group

// 1 where larger figures are better, -1 where smaller ones are, 0 for what is neither: temperatures, seconds.
static int direction_of(cal_slice figure) {
    cal_slice rest = figure;
    const cal_slice set = cal_slice_cut(&rest, '.');
    cal_catalog_info info;
    if (!rest.at || !(cal_slice_is(set, "test") || cal_slice_is(set, "val") || cal_slice_is(set, "post")))
        return 0;
    const cal_slice id = cal_slice_cut(&rest, ':');
    char word[CAL_SWEEP_NAME] = "";
    if (id.length >= (int)sizeof word) return 0;
    memcpy(word, id.at, (size_t)id.length);
    if (cal_catalog_find(&info, "metric", word, NULL)) return 0;
    return info.larger_is_better ? 1 : -1;
}

// Whether the group is better than each other one, by intervals of paired differences that leave out zero.
static bool best(const cal_sweep *s, const cal_sweep_groups *groups, int g, cal_slice figure, int direction) {
    for (int other = 0; other < groups->count; other++) {
        if (other == g) continue;
        const cal_sweep_summary d = cal_sweep_difference(s, &groups->group[g], &groups->group[other], figure);
        if (!(d.n > 1 && direction * d.mean - d.half > 0)) return false;
    }
    return direction && groups->count > 1;
}

static void write_value(cal_text *out, cal_sweep_summary of, bool latex, bool bold, bool difference) {
    char text[96];
    if (!of.n) {
        cal_text_add(out, latex ? "--" : "-");
        return;
    }
    const char *sign = difference && of.mean >= 0 ? "+" : "", *minus = latex && of.mean < 0 ? "$-$" : "";
    const double mean = *minus ? -of.mean : of.mean;
    if (of.n > 1)
        snprintf(text, sizeof text, "%s%s%.4f %s %.4f", sign, minus, mean, latex ? "$\\pm$" : "\xc2\xb1",
                 of.half);
    else snprintf(text, sizeof text, "%s%s%.4f", sign, minus, mean);
    cal_text_add(out, bold ? latex ? "\\textbf{%s}" : "**%s**" : "%s", text);
}

static void write_word(cal_text *out, const char *word, bool latex) {
    for (; *word; word++)
        cal_text_add(out,
                     latex && strchr("_%&#$", *word) ? "\\%c"
                     : !latex && *word == '|'        ? "\\%c"
                                                     : "%c",
                     *word);
}

static void write_row_end(cal_text *out, bool latex) { cal_text_add(out, latex ? " \\\\\n" : " |\n"); }

static void write_head(cal_text *out, const cal_sweep *s, const cal_slice *column, int columns, bool latex) {
    int words = 0;
    for (int a = 0; a < s->axes; a++) words += strcmp(s->axis[a].place, "seed") != 0;
    if (latex) {
        cal_text_add(out, "\\begin{tabular}{");
        for (int i = 0; i < words; i++) cal_text_add(out, "l");
        for (int i = 0; i <= columns; i++) cal_text_add(out, "r");
        cal_text_add(out, "}\n\\hline\n");
    } else cal_text_add(out, "| ");
    for (int a = 0; a < s->axes; a++) {
        if (strcmp(s->axis[a].place, "seed") == 0) continue;
        write_word(out, s->axis[a].place, latex);
        cal_text_add(out, latex ? " & " : " | ");
    }
    cal_text_add(out, "n");
    for (int i = 0; i < columns; i++) {
        char word[CAL_SWEEP_NAME] = "";
        if (column[i].length < (int)sizeof word) memcpy(word, column[i].at, (size_t)column[i].length);
        cal_text_add(out, latex ? " & " : " | ");
        write_word(out, word, latex);
    }
    write_row_end(out, latex);
    if (latex) cal_text_add(out, "\\hline\n");
    for (int i = 0; i < words && !latex; i++) cal_text_add(out, "| --- ");
    for (int i = 0; i <= columns && !latex; i++) cal_text_add(out, "| ---: ");
    if (!latex) cal_text_add(out, "|\n");
}

static void write_table(cal_text *out, const cal_sweep *s, const cal_sweep_groups *groups, bool latex) {
    cal_slice column[COLUMNS];
    const int columns = columns_of(column, s);
    write_head(out, s, column, columns, latex);
    for (int g = 0; g < groups->count; g++) {
        const cal_sweep_group *group = &groups->group[g];
        int there = 0;
        for (int i = 0; i < group->points; i++) there += s->point[group->index[i]].result != NULL;
        if (!latex) cal_text_add(out, "| ");
        for (int a = 0; a < s->axes; a++) {
            if (strcmp(s->axis[a].place, "seed") == 0) continue;
            write_word(out, s->axis[a].value[cal_sweep_value(s, a, group->index[0])], latex);
            cal_text_add(out, latex ? " & " : " | ");
        }
        cal_text_add(out, "%d", there);
        for (int i = 0; i < columns; i++) {
            const int from = groups->against[g];
            cal_text_add(out, latex ? " & " : " | ");
            write_value(out,
                        from < 0 ? cal_sweep_summary_of(s, group, column[i])
                                 : cal_sweep_difference(s, group, &groups->group[from], column[i]),
                        latex, best(s, groups, g, column[i], direction_of(column[i])), from >= 0);
        }
        write_row_end(out, latex);
    }
    if (latex) cal_text_add(out, "\\hline\n\\end{tabular}\n");
}

cal_status cal_sweep_write(cal_text *out, const cal_sweep *s, const char *format, cal_error *err) {
    cal_sweep_groups groups;
    cal_status status = cal_sweep_groups_make(&groups, s, err);
    if (status) return status;
    if (strcmp(format, "json") == 0) status = write_json(out, s, &groups, err);
    else if (strcmp(format, "jsonl") == 0) write_lines(out, s);
    else if (strcmp(format, "csv") == 0) write_csv(out, s);
    else write_table(out, s, &groups, strcmp(format, "latex") == 0);
    return status;
}
