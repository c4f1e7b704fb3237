#include <string.h>
#define JSMN_STATIC
#define JSMN_STRICT
#include <jsmn.h>
#include "cli/sweep/sweep.h"

enum { TOKENS_MAX = 4096 };

static cal_status bad(const char *why, cal_error *err) {
    return cal_fail(err, CAL_FAILED, "not the result of a sweep's point: %s", why);
}

static cal_slice word_of(const char *json, const jsmntok_t *token) {
    return (cal_slice){json + token->start, token->end - token->start};
}

// Names and numbers of the object at token[at].
static cal_status read_figures(cal_sweep_result *out, cal_arena *arena, const char *json,
                               const jsmntok_t *token, int at, cal_error *err) {
    const int count = token[at].size;
    out->figure = cal_arena_alloc(arena, (size_t)(count ? count : 1) * sizeof *out->figure);
    if (!out->figure) return cal_refuse_memory(err, "the figures");
    for (int i = 0; i < count; i++) {
        const jsmntok_t *name = &token[at + 1 + 2 * i], *value = name + 1;
        cal_sweep_figure *f = &out->figure[i];
        *f = (cal_sweep_figure){.name = word_of(json, name), .text = word_of(json, value)};
        if (name->size != 1 || value->type != JSMN_PRIMITIVE || value->size ||
            f->name.length >= CAL_SWEEP_NAME || memchr(f->name.at, '\\', (size_t)f->name.length))
            return bad("its figures are not names with numbers", err);
        if (cal_slice_is(f->text, "null")) f->value = __builtin_nan("");
        else if (!cal_number_parse(&f->value, f->text)) return bad("a figure is not a number", err);
    }
    out->figures = count;
    return CAL_OK;
}

static cal_status read_members(cal_sweep_result *out, cal_arena *arena, const char *json,
                               const jsmntok_t *token, int count, cal_error *err) {
    if (count < 1 || token[0].type != JSMN_OBJECT) return bad("it is no JSON object", err);
    bool figures = false;
    for (int at = 1, member = 0; member < token[0].size && at + 1 < count; member++) {
        const cal_slice key = word_of(json, &token[at]), value = word_of(json, &token[at + 1]);
        const bool text = token[at + 1].type == JSMN_STRING;
        if (token[at].size != 1) return bad("a value is missing", err);
        if (text && cal_slice_is(key, "spec")) out->spec = value;
        else if (text && cal_slice_is(key, "engine")) out->engine = value;
        else if (text && cal_slice_is(key, "digest")) out->digest = value;
        else if (text && cal_slice_is(key, "failed")) out->failed = value;
        else if (!figures && token[at + 1].type == JSMN_OBJECT && cal_slice_is(key, "figures")) {
            cal_status status = read_figures(out, arena, json, token, at + 1, err);
            if (status) return status;
            figures = true;
        }
        const int end = token[at + 1].end;
        for (at += 2; at < count && token[at].start < end;) at++;
    }
    if (!out->spec.at || !out->engine.at || !figures) return bad("it lacks spec, engine or figures", err);
    return CAL_OK;
}

cal_status cal_sweep_result_read(cal_sweep_result **out, cal_arena *arena, const char *json, size_t size,
                                 cal_error *err) {
    jsmn_parser parser;
    jsmntok_t *token = cal_arena_alloc(arena, TOKENS_MAX * sizeof *token);
    cal_sweep_result *result = cal_arena_alloc(arena, sizeof *result);
    if (!token || !result) return cal_refuse_memory(err, "a point");
    *result = (cal_sweep_result){.figures = 0};
    jsmn_init(&parser);
    const int count = jsmn_parse(&parser, json, size, token, TOKENS_MAX);
    cal_status status =
        count < 0 ? bad("it is no JSON", err) : read_members(result, arena, json, token, count, err);
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

// The value of an axis, if it is a number.
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

static void write_slice(cal_text *json, const char *key, cal_slice text) { // escaped already
    cal_text quoted = {0};
    cal_json_key(json, key);
    cal_text_add(&quoted, "\"%.*s\"", text.length, text.at);
    if (quoted.refused) json->refused = true;
    else cal_json_written(json, quoted.data);
    cal_text_free(&quoted);
}

void cal_sweep_write_point(cal_text *json, const cal_sweep *s, int index) {
    const cal_sweep_result *r = s->point[index].result;
    cal_json_open(json, '{');
    write_slice(json, "spec", r->spec);
    write_slice(json, "engine", r->engine);
    if (r->digest.at) write_slice(json, "digest", r->digest);
    if (r->failed.at) write_slice(json, "failed", r->failed);
    cal_json_member_integer(json, "point", index + 1);
    cal_json_member_integer(json, "of", s->total);
    write_values(json, s, index);
    if (s->point[index].check)
        cal_json_member_bool(json, "verified", s->point[index].check == CAL_SWEEP_SAME);
    cal_json_key(json, "figures");
    cal_json_open(json, '{');
    for (int a = 0; a < s->axes; a++) {
        double value;
        if (axis_number(&value, s, a, index)) cal_json_member_number(json, s->axis[a].place, value);
    }
    for (int i = 0; i < r->figures; i++) {
        char key[CAL_SWEEP_NAME] = "", number[64] = "null";
        memcpy(key, r->figure[i].name.at, (size_t)r->figure[i].name.length);
        if (r->figure[i].text.length < (int)sizeof number)
            memcpy(number, r->figure[i].text.at, (size_t)r->figure[i].text.length + 0),
                number[r->figure[i].text.length] = 0;
        cal_json_key(json, key);
        cal_json_written(json, number);
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
    if (point->other_engine.at) write_slice(json, "engine", point->other_engine);
    cal_json_close(json, '}');
}
