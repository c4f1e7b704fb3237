#include <string.h>
#define JSMN_STATIC
#define JSMN_STRICT
#include <jsmn.h>
#include "base/untrusted.h"
#include "cli/sweep/sweep.h"

enum { TOKENS_MAX = 4096 };

static cal_status bad(const char *why, cal_error *err) {
    return cal_fail(err, CAL_FAILED, "not the result of a sweep's point: %s", why);
}

static cal_slice word_of(const char *json, const jsmntok_t *token) {
    return (cal_slice){json + token->start, token->end - token->start};
}

static cal_status read_text(cal_slice *out, cal_arena *arena, cal_slice quoted, cal_error *err) {
    if (cal_json_unescape(out, arena, quoted)) return CAL_OK;
    return arena->refused ? cal_refuse_memory(err, "a text") : bad("a text in it is not JSON string", err);
}

// Reads names and numbers of the object at token[at].
static cal_status read_figures(cal_sweep_result *out, cal_arena *arena, const char *json,
                               const jsmntok_t *token, int at, cal_error *err) {
    const int count = token[at].size;
    out->figure = cal_arena_alloc(arena, (size_t)(count ? count : 1) * sizeof *out->figure);
    if (!out->figure) return cal_refuse_memory(err, "the figures");
    for (int i = 0; i < count; i++) {
        const jsmntok_t *name = &token[at + 1 + 2 * i], *value = name + 1;
        cal_sweep_figure *f = &out->figure[i];
        *f = (cal_sweep_figure){.text = word_of(json, value)};
        const cal_status status = read_text(&f->name, arena, word_of(json, name), err);
        if (status) return status;
        if (name->size != 1 || value->type != JSMN_PRIMITIVE || value->size ||
            f->name.length >= CAL_SWEEP_NAME)
            return bad("its figures are not names with numbers", err);
        if (cal_slice_is(f->text, "null")) f->value = __builtin_nan("");
        else if (!cal_number_parse(&f->value, f->text)) return bad("a figure is not a number", err);
    }
    out->figures = count;
    return CAL_OK;
}

static cal_status read_members(cal_sweep_result *out, cal_arena *arena, const char *json,
                               const jsmntok_t *token, int count, cal_error *err) {
    if (count < 1 || token[0].type != JSMN_OBJECT) return bad("it is not a JSON object", err);
    bool figures = false;
    cal_status status = CAL_OK;
    for (int at = 1, member = 0; member < token[0].size && at + 1 < count && !status; member++) {
        const cal_slice key = word_of(json, &token[at]), value = word_of(json, &token[at + 1]);
        const bool text = token[at + 1].type == JSMN_STRING;
        if (token[at].size != 1) return bad("a value is missing", err);
        if (text && cal_slice_is(key, "spec")) status = read_text(&out->spec, arena, value, err);
        else if (text && cal_slice_is(key, "engine")) status = read_text(&out->engine, arena, value, err);
        else if (text && cal_slice_is(key, "digest")) status = read_text(&out->digest, arena, value, err);
        else if (text && cal_slice_is(key, "failed")) status = read_text(&out->failed, arena, value, err);
        else if (!figures && token[at + 1].type == JSMN_OBJECT && cal_slice_is(key, "figures")) {
            status = read_figures(out, arena, json, token, at + 1, err);
            figures = true;
        }
        const int end = token[at + 1].end;
        for (at += 2; at < count && token[at].start < end;) at++;
    }
    if (status) return status;
    if (!out->spec.at || !out->engine.at || !figures) return bad("it lacks spec, engine or figures", err);
    return CAL_OK;
}

cal_status cal_sweep_result_read(cal_sweep_result **out, cal_arena *arena, const char *json, size_t size,
                                 cal_error *err) {
    jsmn_parser parser;
    jsmn_init(&parser);
    const int wanted = jsmn_parse(&parser, json, size, NULL, 0);
    if (wanted < 0 || wanted > TOKENS_MAX) return bad("it is not JSON", err);
    jsmntok_t *token = cal_arena_alloc(arena, ((size_t)wanted + 1) * sizeof *token);
    cal_sweep_result *result = cal_arena_alloc(arena, sizeof *result);
    if (!token || !result) return cal_refuse_memory(err, "a point");
    *result = (cal_sweep_result){.figures = 0};
    jsmn_init(&parser);
    const int count = jsmn_parse(&parser, json, size, token, (unsigned)wanted + 1);
    cal_status status =
        count < 0 ? bad("it is not JSON", err) : read_members(result, arena, json, token, count, err);
    if (!status) *out = result;
    return status;
}

double cal_sweep_figure_of(const cal_sweep_result *result, cal_slice name) {
    for (int i = 0; i < result->figures; i++) {
        const cal_slice own = result->figure[i].name;
        if (own.length == name.length && memcmp(own.at, name.at, (size_t)name.length) == 0)
            return result->figure[i].value;
    }
    return __builtin_nan("");
}

bool cal_sweep_counts(const cal_sweep *s, int index) {
    return s->point[index].result && s->point[index].check.found != CAL_SWEEP_DIFFERENT;
}

// Returns the value of an axis, if it is a number.
static bool axis_number(double *out, const cal_sweep *s, int axis, int index) {
    const char *value = s->axis[axis].value[cal_sweep_value(s, axis, index)];
    return cal_number_parse(out, (cal_slice){value, (int)strlen(value)});
}

double cal_sweep_figure_at(const cal_sweep *s, int index, cal_slice name) {
    double value;
    for (int a = 0; a < s->axes; a++)
        if (cal_slice_is(name, s->axis[a].place) && axis_number(&value, s, a, index)) return value;
    return s->point[index].result ? cal_sweep_figure_of(s->point[index].result, name) : __builtin_nan("");
}

static void write_values(cal_text *json, const cal_sweep *s, int index) {
    cal_json_key(json, "values");
    cal_json_open(json, '{');
    for (int a = 0; a < s->axes; a++)
        cal_json_member_string(json, s->axis[a].place, s->axis[a].value[cal_sweep_value(s, a, index)]);
    cal_json_close(json, '}');
}

void cal_sweep_write_point(cal_text *json, const cal_sweep *s, int index) {
    const cal_sweep_result *r = s->point[index].result;
    cal_json_open(json, '{');
    cal_json_member_string(json, "spec", r->spec.at);
    cal_json_member_string(json, "engine", r->engine.at);
    if (r->digest.at) cal_json_member_string(json, "digest", r->digest.at);
    if (r->failed.at) cal_json_member_string(json, "failed", r->failed.at);
    cal_json_member_integer(json, "point", index + 1);
    cal_json_member_integer(json, "of", s->total);
    write_values(json, s, index);
    const cal_sweep_check *check = &s->point[index].check;
    if (check->found) {
        cal_json_member_bool(json, "verified", check->found == CAL_SWEEP_SAME);
        cal_json_member_string(json, "verified_by", check->by);
        cal_json_member_string(json, "verified_at", check->at);
    }
    if (!cal_sweep_counts(s, index)) cal_json_member_string(json, "left_out", s->point[index].file);
    cal_json_key(json, "figures");
    cal_json_open(json, '{');
    for (int a = 0; a < s->axes; a++) {
        double value;
        if (axis_number(&value, s, a, index)) cal_json_member_number(json, s->axis[a].place, value);
    }
    for (int i = 0; i < r->figures; i++) {
        cal_json_member_number(json, r->figure[i].name.at, r->figure[i].value);
    }
    cal_json_close(json, '}');
    cal_json_close(json, '}');
}

void cal_sweep_write_missing(cal_text *json, const cal_sweep *s, int index) {
    const cal_sweep_point *point = &s->point[index];
    cal_json_open(json, '{');
    cal_json_member_integer(json, "point", index + 1);
    write_values(json, s, index);
    cal_json_member_string(json, "spec", point->link);
    if (point->other_engine.at) cal_json_member_string(json, "engine", point->other_engine.at);
    cal_json_close(json, '}');
}
