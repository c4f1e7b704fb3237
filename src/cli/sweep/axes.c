#include <string.h>
#include "cli/sweep/sweep.h"

enum { VALUES = 200, POINTS_MAX = 10000, SEEDS_MAX = 1000 };

static cal_status add_axis(cal_sweep *s, cal_error *err) {
    if (s->axes == CAL_SWEEP_AXES)
        return cal_fail(err, CAL_USAGE, "--over, --with and --seeds are given more than %d times",
                        CAL_SWEEP_AXES);
    s->axis[s->axes] = (cal_sweep_axis){.with = s->axes};
    s->axes++;
    return CAL_OK;
}

// Reads "loss.gamma=0/1/3".
static cal_status read_values(cal_sweep_axis *out, cal_arena *arena, const char *option, const char *text,
                              cal_error *err) {
    const char *equals = strchr(text, '='), *at = equals ? equals + 1 : "";
    const size_t length = equals ? (size_t)(equals - text) : 0;
    if (!length || length >= CAL_SWEEP_NAME || !*at)
        return cal_fail(err, CAL_USAGE, "%s %.48s is not a parameter with values, as in loss.gamma=0/1/3",
                        option, text);
    memcpy(out->place, text, length);
    out->value = cal_arena_alloc(arena, VALUES * sizeof *out->value);
    for (;;) {
        if (out->count == VALUES)
            return cal_fail(err, CAL_USAGE, "%s %s has more than %d values", option, out->place, VALUES);
        const size_t size = strcspn(at, "/");
        const char *value = cal_arena_text(arena, at, size);
        if (!value || !out->value) return cal_refuse_memory(err, "a value");
        out->value[out->count++] = value;
        if (!at[size]) return CAL_OK;
        at += size + 1;
    }
}

// Reads an axis; one of --with moves with the axis before it.
static cal_status read_axis(cal_sweep *s, const char *option, const char *text, cal_error *err) {
    const bool zipped = strcmp(option, "--with") == 0;
    const int before = s->axes - 1;
    cal_status status = add_axis(s, err);
    if (!status) status = read_values(&s->axis[before + 1], &s->arguments->arena, option, text, err);
    if (status || !zipped) return status;
    if (before < 0)
        return cal_fail(err, CAL_USAGE, "--with %s follows no --over, with whose values its own go along",
                        s->axis[0].place);
    const cal_sweep_axis *first = &s->axis[s->axis[before].with];
    s->axis[before + 1].with = s->axis[before].with;
    if (s->axis[before + 1].count != first->count)
        return cal_fail(err, CAL_USAGE, "--with %s has %d value%s, and --over %s has %d: give as many",
                        s->axis[before + 1].place, s->axis[before + 1].count,
                        s->axis[before + 1].count == 1 ? "" : "s", first->place, first->count);
    return CAL_OK;
}

static cal_status read_seeds(cal_sweep *s, cal_error *err) {
    int seeds = 0;
    cal_status status = cal_argument_integer(&seeds, s->arguments, "--seeds", 0, 1, SEEDS_MAX, err);
    if (status || !seeds) return status;
    for (int a = 0; a < s->axes; a++)
        if (strcmp(s->axis[a].place, "seed") == 0)
            return cal_fail(err, CAL_USAGE, "--seeds and --over seed exclude each other; give one");
    status = add_axis(s, err);
    if (status) return status;
    cal_sweep_axis *axis = &s->axis[s->axes - 1];
    memcpy(axis->place, "seed", sizeof "seed");
    axis->value = cal_arena_alloc(&s->arguments->arena, (size_t)seeds * sizeof *axis->value);
    if (!axis->value) return cal_refuse_memory(err, "%d seeds", seeds);
    for (; axis->count < seeds; axis->count++) {
        cal_text text = {0};
        cal_text_add(&text, "%d", axis->count + 1);
        const char *kept =
            text.refused ? NULL : cal_arena_text(&s->arguments->arena, text.data, (size_t)text.length);
        cal_text_free(&text);
        if (!kept) return cal_refuse_memory(err, "%d seeds", seeds);
        axis->value[axis->count] = kept;
    }
    return CAL_OK;
}

int cal_sweep_value(const cal_sweep *s, int axis, int index) {
    const int own = s->axis[axis].with;
    int rest = index;
    for (int a = s->axes - 1; a > own; a--)
        if (s->axis[a].with == a) rest /= s->axis[a].count;
    return rest % s->axis[own].count;
}

static cal_status canonical(cal_bytes *out, const char *text, cal_error *err) {
    cal_link *link;
    *out = (cal_bytes){0};
    cal_status status = cal_link_parse(&link, text, err);
    if (!status) status = cal_link_canonical(out, link, err);
    cal_link_free(link);
    return status;
}

static cal_status link_of(cal_bytes *out, const cal_sweep *s, int index, cal_error *err) {
    cal_status status = canonical(out, s->arguments->operand, err);
    for (int a = 0; a < s->axes && !status; a++) { // in order: a loss before its parameters
        cal_bytes before = *out;
        status = cal_link_with(out, before.data, s->axis[a].place,
                               s->axis[a].value[cal_sweep_value(s, a, index)], err);
        cal_bytes_free(&before);
    }
    return status;
}

static cal_status make_point(cal_sweep_point *out, const cal_sweep *s, int index, cal_error *err) {
    cal_bytes link = {0};
    cal_status status = link_of(&link, s, index, err);
    if (!status) {
        cal_sweep_id(out->id, link.data, link.size);
        out->link = cal_arena_text(&s->arguments->arena, link.data, link.size);
        if (!out->link) status = cal_refuse_memory(err, "%d points", s->total);
    }
    cal_bytes_free(&link);
    return status;
}

cal_status cal_sweep_read(cal_sweep *s, cal_arguments *arguments, cal_error *err) {
    cal_bytes link = {0};
    *s = (cal_sweep){.arguments = arguments, .total = 1};
    cal_status status = canonical(&link, arguments->operand, err);
    cal_bytes_free(&link);
    for (int i = 0; i < arguments->count && !status; i++) {
        const cal_given *given = &arguments->given[i];
        if (strcmp(given->option, "--over") == 0 || strcmp(given->option, "--with") == 0)
            status = read_axis(s, given->option, given->value, err);
    }
    if (!status) status = read_seeds(s, err);
    if (status) return status;
    for (int a = 0; a < s->axes; a++) {
        if (s->axis[a].with != a) continue;
        if (s->total > POINTS_MAX / s->axis[a].count)
            return cal_fail(err, CAL_USAGE, "more than %d points are too many: give fewer values",
                            POINTS_MAX);
        s->total *= s->axis[a].count;
    }
    s->point = cal_arena_alloc(&arguments->arena, (size_t)s->total * sizeof *s->point);
    if (!s->point) return cal_refuse_memory(err, "%d points", s->total);
    for (int i = 0; i < s->total && !status; i++) {
        s->point[i] = (cal_sweep_point){.link = NULL};
        status = make_point(&s->point[i], s, i, err);
    }
    return status;
}

void cal_sweep_name(cal_text *out, const cal_sweep *s, int index) {
    for (int a = 0; a < s->axes; a++)
        cal_text_add(out, "%s%s=%s", a ? " " : "", s->axis[a].place,
                     s->axis[a].value[cal_sweep_value(s, a, index)]);
}

void cal_sweep_list(cal_text *out, const cal_sweep *s) {
    for (int i = 0; i < s->total; i++) {
        cal_text_add(out, "%d\t", i + 1);
        cal_sweep_name(out, s, i);
        cal_text_add(out, "\t%s\n", s->point[i].link);
    }
}
