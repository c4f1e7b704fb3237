// Writes the notes that readers of a sweep's means need, in every format that has means.
#include <string.h>
#include "cli/sweep/sweep.h"

enum { LISTED = 10 };

static bool has_intervals(const cal_sweep *s, const cal_sweep_groups *groups) {
    for (int g = 0; g < groups->count; g++)
        if (cal_sweep_units(s, &groups->group[g]) > 1) return true;
    return false;
}

static void note_intervals(cal_text *out, const cal_sweep *s, bool table) {
    const bool data = cal_sweep_axis_of(s, "data.seed") >= 0;
    cal_text_add(out, "%s of Student's t are over ",
                 table ? "Intervals (95 %, \xc2\xb1 half)" : "Intervals (95 %)");
    if (data)
        cal_text_add(
            out, "draws of the data (data.seed), n of them; points that share one count as their mean.\n");
    else
        cal_text_add(
            out, "training seeds on one shared test set: they leave out how figures vary between draws of "
                 "the data. To include that, add --over data.seed=1/2/3.\n");
    if (table)
        cal_text_add(out,
                     "Bold: better than every other row%s, where the interval of each paired difference "
                     "leaves out 0, not corrected for the number of rows.\n",
                     data ? "" : " on this test set");
}

static void note_different(cal_text *out, const cal_sweep *s) {
    int different = 0;
    for (int i = 0; i < s->total; i++) {
        const cal_sweep_point *point = &s->point[i];
        if (!point->result || cal_sweep_counts(s, i) || ++different > LISTED) continue;
        cal_text_add(
            out,
            "Left out of means, differences and fits: %s (point %d), which came out differently when %s "
            "trained it again on %s.\n",
            point->file, i + 1, point->check.by ? point->check.by : "somebody", point->check.at);
    }
    if (different > LISTED)
        cal_text_add(out, "%d more results are left out for the same reason.\n", different - LISTED);
}

static bool differ(const char *a, const char *b) { return a && b ? strcmp(a, b) != 0 : a != b; }

static void note_verified(cal_text *out, const cal_sweep *s) {
    const cal_sweep_check *last = NULL; // the latest
    int results = 0, same = 0;
    bool several = false;
    for (int i = 0; i < s->total; i++) {
        const cal_sweep_check *check = &s->point[i].check;
        results += s->point[i].result != NULL;
        if (check->found != CAL_SWEEP_SAME) continue;
        same++;
        several |= last && differ(last->by, check->by);
        if (!last || strcmp(last->at, check->at) < 0) last = check;
    }
    if (same)
        cal_text_add(
            out, "%d of %d results were trained again and came out the same, the last by %s%s on %s.\n", same,
            results, last->by ? last->by : "somebody", several ? " (others by others)" : "", last->at);
}

void cal_sweep_notes(cal_text *out, const cal_sweep *s, const cal_sweep_groups *groups, bool table) {
    if (has_intervals(s, groups)) note_intervals(out, s, table);
    note_different(out, s);
    note_verified(out, s);
}
