// Writes fitted calibrators as JSON, and reads them.
#include <string.h>
#include "base/untrusted.h"
#include "run/calibration/fitted.h"
#include "run/link/link.h"
#include "run/tables/json/objects.h"

static const char FORMAT[] = "calib calibrator";
enum { VERSION = 2, PLAIN = 1, FILE_MAX = 64 << 20, STEPS_MAX = 1 << 16 };

static const char *const tasks[] = {
    [CAL_TASK_CLASSES] = "classes", [CAL_TASK_BINARY] = "binary", [CAL_TASK_MULTI_LABEL] = "multilabel"};
enum { TASKS = sizeof tasks / sizeof *tasks };

// ---- writing

// Starts a new line after each comma between members of the outermost object.
static void break_lines(cal_text *out, const cal_text *json) {
    int depth = 0;
    bool quoted = false;
    for (int i = 0, from = 0; i < json->length; i++) {
        const char c = json->data[i];
        if (quoted && c == '\\') i++;
        else if (c == '"') quoted = !quoted;
        else if (!quoted) depth += (c == '{' || c == '[') - (c == '}' || c == ']');
        const bool last = i + 1 >= json->length;
        if (!last && (quoted || depth != 1 || c != ',')) continue;
        cal_text_add_bytes(out, json->data + from, (size_t)(i + 1 - from));
        cal_text_add(out, last ? "\n" : "\n ");
        from = i + 1;
    }
}

static void write_names(cal_text *json, const char *key, const char *const *name, int count) {
    cal_json_key(json, key);
    cal_json_open(json, '[');
    for (int i = 0; i < count; i++) cal_json_string(json, name[i]);
    cal_json_close(json, ']');
}

static void write_parameters(cal_text *json, const cal_calibrator *calibrator, const cal_fit *fit) {
    cal_arena arena = {0};
    cal_found found[CAL_FOUND_MAX];
    memcpy(found, fit->found, sizeof found);
    if (calibrator->save) calibrator->save(found, &arena, fit);
    json->refused |= arena.refused;
    cal_json_key(json, "parameters");
    cal_json_open(json, '{');
    for (int i = 0; !arena.refused && calibrator->saved[i].name; i++) {
        cal_json_key(json, calibrator->saved[i].name);
        if (calibrator->saved[i].count == 1) cal_json_number(json, *found[i].number);
        else cal_json_numbers(json, found[i].number, found[i].count);
    }
    cal_json_close(json, '}');
    cal_arena_free(&arena);
}

static void write_groups(cal_text *json, const cal_fitted *f) {
    const cal_fitted_groups *g = f->groups;
    cal_json_key(json, "groups");
    cal_json_open(json, '{');
    write_names(json, "by", g->column, g->columns);
    write_names(json, "names", g->name, g->count);
    cal_json_key(json, "n");
    cal_json_numbers(json, g->samples, g->count);
    cal_json_key(json, "steps");
    cal_json_open(json, '[');
    for (int i = 0; i < g->steps; i++) {
        cal_json_open(json, '{');
        cal_json_member_string(json, "group", g->name[g->step[i].group]);
        cal_json_member_number(json, "weight", g->step[i].weight);
        write_parameters(json, f->calibrator, &g->step[i].fit);
        cal_json_close(json, '}');
    }
    cal_json_close(json, ']');
    if (g->largest.n) {
        cal_json_key(json, "remaining");
        cal_json_open(json, '{');
        cal_json_member_string(json, "group", g->name[g->largest.group]);
        cal_json_member_integer(json, "n", g->largest.n);
        cal_json_member_number(json, "difference", g->largest.difference);
        cal_json_member_number(json, "low", g->largest.low);
        cal_json_member_number(json, "high", g->largest.high);
        cal_json_close(json, '}');
    }
    cal_json_close(json, '}');
}

void cal_fitted_write(cal_text *out, const cal_fitted *f, int way) {
    cal_text text = {0}, *json = &text;
    cal_json_open(json, '{');
    cal_json_member_string(json, "format", FORMAT);
    cal_json_member_integer(json, "version", f->groups ? VERSION : PLAIN);
    cal_json_member_string(json, "engine", f->engine);
    cal_json_member_choice(json, "calibrator", &f->choice);
    cal_json_member_string(json, "way", f->fit[way].way);
    cal_json_member_string(json, "task", tasks[f->task]);
    cal_json_member_string(json, "outputs", f->probabilities ? "probabilities" : "logits");
    cal_json_member_integer(json, "k", f->k);
    if (f->positive) cal_json_member_string(json, "positive", f->positive);
    if (f->columns) write_names(json, "columns", f->column, f->columns);
    cal_json_key(json, "fitted_on");
    cal_json_open(json, '{');
    cal_json_member_integer(json, "n", f->n);
    cal_json_member_string(json, "sha256", f->hash);
    cal_json_close(json, '}');
    write_parameters(json, f->calibrator, &f->fit[way]);
    if (f->groups) write_groups(json, f);
    cal_json_close(json, '}');
    break_lines(out, json);
    out->refused |= json->refused;
    cal_text_free(json);
}

// ---- reading

typedef struct reader {
    cal_json_object json;
    const char *file;
} reader;

static cal_status wrong(const reader *r, const char *member, cal_error *err) {
    return cal_fail(err, CAL_FAILED, "%.100s: \"%s\" is missing, or is not as calib fit writes it", r->file,
                    member);
}

// Returns the value's token of a member of the object at token `in`; -1: none.
static int member(const reader *r, int in, const char *key) {
    for (int at = in + 1; at + 1 < r->json.count && r->json.token[at].start < r->json.token[in].end;
         at = cal_json_after(&r->json, at + 1))
        if (r->json.token[at].size == 1 && cal_slice_is(cal_json_text(&r->json, at), key)) return at + 1;
    return -1;
}

static cal_status read_text(const char **out, cal_arena *arena, const reader *r, int in, const char *key,
                            bool needed, cal_error *err) {
    const int at = member(r, in, key);
    cal_slice text;
    *out = NULL;
    if (at < 0 && !needed) return CAL_OK;
    if (at < 0 || r->json.token[at].type != JSMN_STRING ||
        !cal_json_unescape(&text, arena, cal_json_text(&r->json, at)))
        return wrong(r, key, err);
    *out = cal_arena_text(arena, text.at, (size_t)text.length);
    return *out ? CAL_OK : cal_refuse_memory(err, "the calibrator");
}

static cal_status read_whole(int *out, const reader *r, int in, const char *key, int most, cal_error *err) {
    const int at = member(r, in, key);
    double value;
    if (at < 0 || r->json.token[at].type != JSMN_PRIMITIVE ||
        !cal_number_parse(&value, cal_json_text(&r->json, at)) ||
        !(value >= 1 && value <= most && value == (double)(int)value))
        return wrong(r, key, err);
    *out = (int)value;
    return CAL_OK;
}

// Reads a number of a saved list; null is NaN where numbers may be missing.
static bool read_number(double *out, const reader *r, int at, const cal_saved *saved) {
    const cal_slice text = cal_json_text(&r->json, at);
    if (r->json.token[at].type != JSMN_PRIMITIVE) return false;
    *out = __builtin_nan("");
    if (saved->missing && cal_slice_is(text, "null")) return true;
    return cal_number_parse(out, text) && *out >= saved->low && *out <= saved->high;
}

static cal_status read_list(cal_found *out, cal_fitted *f, const reader *r, int in, const cal_saved *saved,
                            cal_error *err) {
    const int at = member(r, in, saved->name), k = f->task == CAL_TASK_CLASSES ? f->k : 2;
    const int64_t need = saved->count == CAL_SAVED_CLASSES  ? k
                         : saved->count == CAL_SAVED_MATRIX ? (int64_t)k * k
                                                            : saved->count;
    if (at < 0) return wrong(r, saved->name, err);
    const bool list = r->json.token[at].type == JSMN_ARRAY;
    const int count = list ? r->json.token[at].size : 1;
    if (list == (saved->count == 1) || (need && count != need) || !count) return wrong(r, saved->name, err);
    double *number = cal_arena_alloc(&f->arena, (size_t)count * sizeof *number);
    if (!number) return cal_refuse_memory(err, "the calibrator");
    for (int i = 0; i < count; i++)
        if (!read_number(&number[i], r, at + list + i, saved)) return wrong(r, saved->name, err);
    *out = (cal_found){saved->name, count, number};
    return CAL_OK;
}

// Reads the parameters of the object at token `of`.
static cal_status read_fit(cal_fit *fit, cal_fitted *f, const reader *r, int of, cal_error *err) {
    const int in = member(r, of, "parameters");
    const cal_calibrator *c = f->calibrator;
    if (in < 0 || r->json.token[in].type != JSMN_OBJECT) return wrong(r, "parameters", err);
    cal_status status = CAL_OK;
    for (int i = 0; !status && c->saved[i].name; i++)
        status = read_list(&fit->found[i], f, r, in, &c->saved[i], err);
    if (!status && c->restore && !c->restore(fit, &f->arena, f->task == CAL_TASK_CLASSES ? f->k : 2))
        status = f->arena.refused ? cal_refuse_memory(err, "the calibrator") : wrong(r, "parameters", err);
    return status;
}

// Reads a list of low to high texts.
static cal_status read_names(const char *const **out, int *names, cal_fitted *f, const reader *r, int in,
                             const char *key, int low, int high, cal_error *err) {
    const int at = member(r, in, key), count = at < 0 ? 0 : r->json.token[at].size;
    if (at < 0 || r->json.token[at].type != JSMN_ARRAY || count < low || count > high)
        return wrong(r, key, err);
    const char **name = cal_arena_alloc(&f->arena, (size_t)count * sizeof *name + 1);
    if (!name) return cal_refuse_memory(err, "the calibrator");
    for (int i = 0; i < count; i++) {
        cal_slice text;
        if (r->json.token[at + 1 + i].type != JSMN_STRING ||
            !cal_json_unescape(&text, &f->arena, cal_json_text(&r->json, at + 1 + i)))
            return wrong(r, key, err);
        name[i] = cal_arena_text(&f->arena, text.at, (size_t)text.length);
        if (!name[i]) return cal_refuse_memory(err, "the calibrator");
    }
    *out = name, *names = count;
    return CAL_OK;
}

static cal_status read_columns(cal_fitted *f, const reader *r, cal_error *err) {
    const int count = f->task == CAL_TASK_BINARY ? 1 : f->k;
    if (member(r, 0, "columns") < 0) return CAL_OK;
    return read_names(&f->column, &f->columns, f, r, 0, "columns", count, count, err);
}

// ---- groups

// Reads the name of a group.
static cal_status read_group(int *out, cal_fitted *f, const reader *r, int in, cal_error *err) {
    const cal_fitted_groups *g = f->groups;
    const char *name;
    const cal_status status = read_text(&name, &f->arena, r, in, "group", true, err);
    if (status) return status;
    for (*out = 0; *out < g->count; ++*out)
        if (strcmp(g->name[*out], name) == 0) return CAL_OK;
    return wrong(r, "group", err);
}

static cal_status read_steps(cal_fitted *f, const reader *r, int in, cal_error *err) {
    static const cal_saved weight = {"weight", 1, 0, 1, false};
    const int at = member(r, in, "steps");
    cal_fitted_groups *g = f->groups;
    if (at < 0 || r->json.token[at].type != JSMN_ARRAY || r->json.token[at].size > STEPS_MAX)
        return wrong(r, "steps", err);
    g->steps = r->json.token[at].size;
    cal_group_step *step = cal_arena_alloc(&f->arena, (size_t)g->steps * sizeof *step + 1);
    if (!step) return cal_refuse_memory(err, "the calibrator");
    g->step = step;
    for (int i = 0, one = at + 1; i < g->steps; i++, one = cal_json_after(&r->json, one)) {
        cal_found found;
        if (r->json.token[one].type != JSMN_OBJECT) return wrong(r, "steps", err);
        cal_status status = read_group(&step[i].group, f, r, one, err);
        if (!status) status = read_list(&found, f, r, one, &weight, err);
        if (!status) status = read_fit(&step[i].fit, f, r, one, err);
        if (status) return status;
        step[i].weight = *found.number;
    }
    return CAL_OK;
}

static cal_status read_remaining(cal_fitted *f, const reader *r, int of, cal_error *err) {
    static const cal_saved saved[] = {
        {"difference", 1, -2, 2, false}, {"low", 1, -1e3, 1e3, false}, {"high", 1, -1e3, 1e3, false}};
    const int in = member(r, of, "remaining");
    cal_group_error *e = &f->groups->largest;
    double *const to[] = {&e->difference, &e->low, &e->high};
    if (in < 0) return CAL_OK;
    if (r->json.token[in].type != JSMN_OBJECT) return wrong(r, "remaining", err);
    cal_status status = read_whole(&e->n, r, in, "n", INT32_MAX, err);
    if (!status) status = read_group(&e->group, f, r, in, err);
    for (int i = 0; i < 3 && !status; i++) {
        cal_found found;
        status = read_list(&found, f, r, in, &saved[i], err);
        if (!status) *to[i] = *found.number;
    }
    return status;
}

static cal_status read_groups(cal_fitted *f, const reader *r, cal_error *err) {
    const int in = member(r, 0, "groups");
    cal_found samples;
    if (in < 0) return CAL_OK;
    cal_fitted_groups *g = f->groups = cal_arena_alloc(&f->arena, sizeof *g);
    if (!g) return cal_refuse_memory(err, "the calibrator");
    if (r->json.token[in].type != JSMN_OBJECT || f->calibrator->top_only) return wrong(r, "groups", err);
    cal_status status = read_names(&g->column, &g->columns, f, r, in, "by", 1, CAL_GROUP_COLUMNS, err);
    if (!status) status = read_names(&g->name, &g->count, f, r, in, "names", 2, 1 << 20, err);
    const cal_saved n = {"n", g->count, 1, INT32_MAX, false};
    if (!status) status = read_list(&samples, f, r, in, &n, err);
    if (!status) g->samples = samples.number, status = read_steps(f, r, in, err);
    if (!status) status = read_remaining(f, r, in, err);
    return status ? status
                  : cal_groups_complete(g, &f->arena, &(cal_group_base){f->calibrator, f->fit[0]}, err);
}

static cal_status read_format(const reader *r, cal_error *err) {
    const int format = member(r, 0, "format");
    int version;
    if (format < 0 || !cal_slice_is(cal_json_text(&r->json, format), FORMAT))
        return cal_fail(err, CAL_FAILED, "%.100s: not a calibrator that calib fit wrote", r->file);
    const cal_status status = read_whole(&version, r, 0, "version", INT32_MAX, err);
    if (status || version <= VERSION) return status;
    return cal_fail(err, CAL_FAILED,
                    "%.100s: written by a newer calib, in version %d of the format; this one "
                    "reads version %d",
                    r->file, version, VERSION);
}

static cal_status read_kind(cal_fitted *f, const reader *r, cal_error *err) {
    const char *text, *outputs, *task;
    cal_status status = read_text(&text, &f->arena, r, 0, "calibrator", true, err);
    if (!status) status = cal_choice_parse(&f->choice, "calibrator", text, strlen(text), err);
    if (!status) status = read_text(&task, &f->arena, r, 0, "task", true, err);
    if (!status) status = read_text(&outputs, &f->arena, r, 0, "outputs", true, err);
    if (!status) status = read_text(&f->positive, &f->arena, r, 0, "positive", false, err);
    if (!status) status = read_whole(&f->k, r, 0, "k", 1 << 17, err);
    if (status) return status;
    f->calibrator = cal_calibrator_of(&f->choice);
    int at = 0;
    while (at < TASKS && strcmp(task, tasks[at]) != 0) at++;
    f->task = (cal_task)at;
    f->probabilities = strcmp(outputs, "probabilities") == 0;
    if (at == TASKS) return wrong(r, "task", err);
    if (!f->probabilities && strcmp(outputs, "logits") != 0) return wrong(r, "outputs", err);
    if (f->task == CAL_TASK_CLASSES ? f->k < 2 || f->calibrator->binary : f->calibrator->top_only)
        return wrong(r, "calibrator", err);
    if (f->task == CAL_TASK_BINARY && f->k != 2) return wrong(r, "k", err);
    return CAL_OK;
}

static cal_status read_origin(cal_fitted *f, const reader *r, cal_error *err) {
    const int in = member(r, 0, "fitted_on");
    const char *hash, *engine;
    if (in < 0 || r->json.token[in].type != JSMN_OBJECT) return wrong(r, "fitted_on", err);
    cal_status status = read_whole(&f->n, r, in, "n", INT32_MAX, err);
    if (!status) status = read_text(&hash, &f->arena, r, in, "sha256", true, err);
    if (!status) status = read_text(&engine, &f->arena, r, 0, "engine", true, err);
    if (status) return status;
    if (strlen(hash) != sizeof f->hash - 1) return wrong(r, "sha256", err);
    if (strlen(engine) >= sizeof f->engine) return wrong(r, "engine", err);
    memcpy(f->hash, hash, sizeof f->hash);
    memcpy(f->engine, engine, strlen(engine) + 1);
    return CAL_OK;
}

cal_status cal_fitted_read(cal_fitted *out, const cal_file *file, cal_error *err) {
    cal_arena tokens = {0};
    reader r = {.file = file->name};
    *out = (cal_fitted){.n = 0};
    if (file->size > FILE_MAX)
        return cal_fail(err, CAL_FAILED, "%.100s: %zu bytes are too many for a calibrator", file->name,
                        file->size);
    cal_status status = cal_json_object_parse(
        &r.json, &tokens, (cal_slice){(const char *)file->bytes, (int)file->size}, 1, err);
    if (!status && !r.json.count)
        status = cal_fail(err, CAL_FAILED, "%.100s: not a JSON object, or cut short", file->name);
    if (!status) status = read_format(&r, err);
    if (!status) status = read_kind(out, &r, err);
    if (!status) status = read_origin(out, &r, err);
    if (!status) status = read_columns(out, &r, err);
    if (!status) status = read_text(&out->fit[0].way, &out->arena, &r, 0, "way", true, err);
    if (!status) status = read_fit(&out->fit[0], out, &r, 0, err);
    if (!status) out->ways = 1, status = read_groups(out, &r, err);
    cal_arena_free(&tokens);
    if (status) cal_fitted_free(out);
    return status;
}
