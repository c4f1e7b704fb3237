// Checks results of untrusted machines: trains some of them again, drawn at random, and compares digest
// and figures. Nothing in their folder is trusted.
#include <stdio.h>
#include <string.h>
#include "base/random/random.h"
#include "cli/sweep/sweep.h"

static cal_status load(cal_sweep_result **out, cal_file *file, cal_arena *arena, const char *folder,
                       const char *name, cal_error *err) {
    cal_text path = {0};
    cal_text_add(&path, "%s/%s", folder, name);
    const cal_status status =
        path.refused ? cal_refuse_memory(err, "a path") : cal_sweep_load(out, file, arena, path.data, err);
    file->name = name; // the text of `path` is freed
    cal_text_free(&path);
    return status;
}

// Keeps the names of results that this engine computed and prints a line on stderr for others. Files are read
// again when they are drawn, so that memory does not limit the size of a folder.
static cal_status choose(cal_folder_names *names, const char *folder, cal_error *err) {
    int count = 0;
    cal_status status = CAL_OK;
    for (int i = 0; i < names->count && !status; i++) {
        cal_arena arena = {0};
        cal_file file;
        cal_error why = {.text = ""};
        cal_sweep_result *result;
        status = load(&result, &file, &arena, folder, names->name[i], &why);
        if (status == CAL_MEMORY) *err = why;
        else if (status) cal_remark("calib: %s is left out: %s", names->name[i], why.text);
        else if (!cal_slice_is(result->engine, cal_version()))
            cal_remark("calib: %s is left out: engine %.*s computed it, and this is %s", names->name[i],
                       CAL_QUOTED(result->engine), cal_version());
        else names->name[count++] = names->name[i];
        if (status != CAL_MEMORY) status = CAL_OK;
        cal_arena_free(&arena);
    }
    names->count = count;
    return status;
}

static const cal_sweep_figure *figure_of(const cal_sweep_result *r, cal_slice name) {
    for (int i = 0; i < r->figures; i++)
        if (cal_slice_same(r->figure[i].name, name)) return &r->figure[i];
    return NULL;
}

// Finds the first figure that differs, other than seconds. A figure that only one result has differs.
static bool first_difference(cal_slice *out, const cal_sweep_result *a, const cal_sweep_result *b) {
    for (int i = 0; i < a->figures; i++) {
        const cal_sweep_figure *other = figure_of(b, a->figure[i].name);
        *out = a->figure[i].name;
        if (!cal_slice_is(*out, "seconds") && (!other || !cal_slice_same(other->text, a->figure[i].text)))
            return true;
    }
    for (int i = 0; i < b->figures; i++)
        if (!figure_of(a, *out = b->figure[i].name)) return true;
    return false;
}

static void write_number(cal_text *json, const char *key, const cal_sweep_figure *figure) {
    cal_json_member_number(json, key, figure ? figure->value : __builtin_nan(""));
}

static void compare(cal_text *json, bool *same, const cal_sweep_result *was, const cal_sweep_result *now) {
    cal_slice differs = {NULL, 0};
    const bool figures = first_difference(&differs, was, now);
    *same = !figures && cal_slice_same(was->digest, now->digest) && cal_slice_same(was->failed, now->failed);
    cal_json_member_string(json, "promised", was->digest.at);
    cal_json_member_string(json, "digest", now->digest.at);
    cal_json_member_bool(json, "same", *same);
    if (!figures) return;
    cal_json_member_string(json, "differs", differs.at);
    write_number(json, "was", figure_of(was, differs));
    write_number(json, "is", figure_of(now, differs));
}

typedef struct audit {
    const char *folder, *checks, *by; // checks: null if they cannot be stored
    int same, different, untrained;
    char why[200]; // the first error of one that could not be trained
} audit;

// Stores a check for calib sweep --gather. If that fails, the result is verified anyway.
static void keep(const audit *a, const cal_sweep_result *was, const cal_file *file, bool same) {
    cal_error why = {.text = ""};
    if (a->checks && cal_sweep_check_keep(a->checks, was, file, same, a->by, &why))
        cal_remark("calib: that %s was verified is not kept: %s", file->name, why.text);
}

// Trains a result again. Anyone can write a link that cannot be trained, so an error does not end the others.
static cal_status check(cal_text *json, audit *a, const char *name, const cal_arguments *arguments,
                        cal_error *err) {
    cal_arena arena = {0};
    cal_text made = {0};
    cal_file file;
    cal_error why = {.text = ""};
    cal_sweep_result *was = NULL, *now = NULL;
    bool same = false;
    cal_status status = load(&was, &file, &arena, a->folder, name, &why);
    if (!status) status = cal_sweep_train(&made, was->spec.at, arguments, cal_hardware_threads(), &why);
    if (!status) status = cal_sweep_result_read(&now, &arena, made.data, (size_t)made.length, &why);
    cal_json_open(json, '{');
    cal_json_member_string(json, "file", name);
    if (was) cal_json_member_string(json, "spec", was->spec.at);
    if (!status) {
        compare(json, &same, was, now);
        keep(a, was, &file, same);
        if (same) a->same++;
        else a->different++;
    } else {
        cal_json_member_string(json, "untrained", why.text);
        if (!a->untrained++) snprintf(a->why, sizeof a->why, "%.48s: %.140s", name, why.text);
    }
    cal_json_close(json, '}');
    cal_text_free(&made);
    cal_arena_free(&arena);
    if (status == CAL_MEMORY) return *err = why, status;
    return CAL_OK;
}

// Draws the seed from the system's entropy: the authors of results must not know which are trained again.
static cal_status draw(int *seed, const cal_arguments *arguments, cal_error *err) {
    uint32_t bits = 0;
    cal_status status = CAL_OK;
    if (!cal_argument(arguments, "--seed")) status = cal_system_random(&bits, sizeof bits, err);
    if (status) return status;
    return cal_argument_integer(seed, arguments, "--seed", (int)(bits >> 1), 0, 0x7fffffff, err);
}

static cal_status prepare(audit *a, cal_arguments *arguments, cal_error *err) {
    *a = (audit){.folder = arguments->operand};
    cal_status status = cal_sweep_checks_by(&a->by, arguments, err);
    if (!status) status = cal_sweep_checks_folder(&a->checks, arguments, a->folder, err);
    return status;
}

static void announce(const audit *a, int sample, int results, int seed) {
    if (a->checks) cal_remark("calib: what comes out is kept in %s", a->checks);
    else
        cal_remark(
            "calib: what comes out is not kept: neither XDG_STATE_HOME nor HOME is set; give --checks DIR");
    cal_remark("calib: %d of %d results are trained again, drawn by --seed %d", sample, results, seed);
}

// Sets the error after the report is printed.
static cal_status judge(const audit *a, int sample, cal_error *err) {
    if (a->different)
        return cal_fail(err, CAL_FAILED, "%d of %d results that were trained again came out differently",
                        a->different, sample);
    if (a->untrained)
        return cal_fail(err, CAL_FAILED, "%d of %d results could not be trained again, such as %s",
                        a->untrained, sample, a->why);
    return CAL_OK;
}

cal_status cal_sweep_audit(cal_arguments *arguments, cal_error *err) {
    cal_arena *arena = &arguments->arena;
    cal_folder_names names;
    cal_text json = {0};
    audit a;
    int sample, seed;
    cal_status status = cal_argument_integer(&sample, arguments, "--sample", 1, 1, 1000000, err);
    if (!status) status = draw(&seed, arguments, err);
    if (!status) status = cal_folder_list(&names, arena, arguments->operand, ".json", err);
    if (!status) status = prepare(&a, arguments, err);
    if (status) return status;
    const int all = names.count;
    status = choose(&names, a.folder, err);
    if (!status && !names.count)
        status = cal_fail(err, CAL_FAILED, "%.300s holds no results of a sweep that this engine computed",
                          a.folder);
    int32_t *order = cal_arena_alloc(arena, (size_t)(names.count + 1) * sizeof *order);
    if (!status && !order) status = cal_refuse_memory(err, "%d results", names.count);
    if (status) return status;
    if (sample > names.count) sample = names.count;
    cal_random_order(order, names.count, (uint64_t)seed, CAL_STREAM_RESAMPLE, 0);
    announce(&a, sample, names.count, seed);
    cal_json_open(&json, '{');
    cal_json_member_integer(&json, "results", names.count);
    cal_json_member_integer(&json, "left_out", all - names.count);
    cal_json_member_integer(&json, "seed", seed);
    cal_json_key(&json, "checked");
    cal_json_open(&json, '[');
    for (int i = 0; i < sample && !status; i++)
        status = check(&json, &a, names.name[order[i]], arguments, err);
    cal_json_close(&json, ']');
    cal_json_member_integer(&json, "same", a.same);
    cal_json_member_integer(&json, "different", a.different);
    cal_json_member_integer(&json, "untrained", a.untrained);
    cal_json_close(&json, '}');
    if (!status) status = cal_print_json(&json, err);
    else cal_text_free(&json);
    return status ? status : judge(&a, sample, err);
}
