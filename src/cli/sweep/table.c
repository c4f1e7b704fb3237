// Writes a sweep as Markdown or LaTeX, a row for each group.
#include <stdio.h>
#include <string.h>
#include "base/untrusted.h"
#include "cli/sweep/sweep.h"

enum { COLUMNS = 16 };

static const char *const preset[] = {"test.error", "test.nll", "test.ece", "post.ece"};

static cal_slice slice_of(const char *text) { return (cal_slice){text, (int)strlen(text)}; }

// Lists the figures that a table shows; returns how many.
static int columns_of(cal_slice out[COLUMNS], const cal_sweep *s) {
    int count = 0;
    const char *text;
    for (int i = 0; count < COLUMNS && (text = cal_argument_next(s->arguments, "--figure", &i));)
        out[count++] = slice_of(text);
    for (int i = 0; i < 4 && !cal_argument(s->arguments, "--figure"); i++) out[count++] = slice_of(preset[i]);
    return count;
}

// Returns 1 if larger figures are better, -1 if smaller ones are, 0 for neither: temperatures, seconds.
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

// True if the group is better than each other one: the intervals of the paired differences exclude zero.
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

// Escapes text; LaTeX makes a dash of two hyphens.
static void write_latex(cal_text *out, const char *text) {
    for (; *text; text++) {
        if (*text == '\\') cal_text_add(out, "\\textbackslash{}");
        else if (strncmp(text, "\xc2\xb1", 2) == 0) cal_text_add(out, "$\\pm$"), text++;
        else if (strncmp(text, "--", 2) == 0) cal_text_add(out, "-{}");
        else if (strchr("~^", *text)) cal_text_add(out, "\\%c{}", *text);
        else cal_text_add(out, strchr("_%&#${}", *text) ? "\\%c" : "%c", *text);
    }
}

static void write_word(cal_text *out, const char *word, bool latex) {
    cal_text safe = {0};
    cal_text_add_printable(&safe, word, strlen(word), "");
    out->refused |= safe.refused;
    if (latex && safe.length) write_latex(out, safe.data);
    for (int i = 0; i < safe.length && !latex; i++)
        cal_text_add(out, safe.data[i] == '|' ? "\\%c" : "%c", safe.data[i]);
    cal_text_free(&safe);
}

static void write_row_end(cal_text *out, bool latex) { cal_text_add(out, latex ? " \\\\\n" : " |\n"); }

static void write_head(cal_text *out, const cal_sweep *s, const cal_slice *column, int columns, bool latex) {
    int words = 0;
    for (int a = 0; a < s->axes; a++) words += !cal_sweep_pooled(s, a);
    if (latex) {
        cal_text_add(out, "\\begin{tabular}{");
        for (int i = 0; i < words; i++) cal_text_add(out, "l");
        for (int i = 0; i <= columns; i++) cal_text_add(out, "r");
        cal_text_add(out, "}\n\\hline\n");
    } else cal_text_add(out, "| ");
    for (int a = 0; a < s->axes; a++) {
        if (cal_sweep_pooled(s, a)) continue;
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

// Writes the notes, in LaTeX inside the table: a comment would not be printed.
static void write_notes(cal_text *out, const cal_sweep *s, const cal_sweep_groups *groups, int columns,
                        bool latex) {
    cal_text notes = {0};
    cal_sweep_notes(&notes, s, groups, true);
    out->refused |= notes.refused;
    int words = 0;
    for (int a = 0; a < s->axes; a++) words += !cal_sweep_pooled(s, a);
    if (latex) cal_text_add(out, "\\hline\n");
    for (char *at = notes.data, *end; at && *at; at = end + 1) {
        end = strchr(at, '\n');
        *end = 0;
        if (latex)
            cal_text_add(out, "\\multicolumn{%d}{p{\\linewidth}}{\\footnotesize ", words + 1 + columns);
        else cal_text_add(out, "\n");
        write_word(out, at, latex);
        cal_text_add(out, latex ? "} \\\\\n" : "\n");
    }
    if (latex) cal_text_add(out, "\\end{tabular}\n");
    cal_text_free(&notes);
}

void cal_sweep_table(cal_text *out, const cal_sweep *s, const cal_sweep_groups *groups, bool latex) {
    cal_slice column[COLUMNS];
    const int columns = columns_of(column, s);
    write_head(out, s, column, columns, latex);
    for (int g = 0; g < groups->count; g++) {
        const cal_sweep_group *group = &groups->group[g];
        const int there = cal_sweep_units(s, group);
        if (!latex) cal_text_add(out, "| ");
        for (int a = 0; a < s->axes; a++) {
            if (cal_sweep_pooled(s, a)) continue;
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
    write_notes(out, s, groups, columns, latex);
}
