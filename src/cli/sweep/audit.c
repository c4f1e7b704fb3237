// Results of machines that one does not control: some of them, drawn at random, are trained again, and digest and figures compared.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "base/random.h"
#include "cli/sweep/sweep.h"

typedef struct kept {
    cal_file file;
    cal_sweep_result *result;
} kept;

// Those of this engine, by the names of their files; others are told on stderr.
static cal_status read_all(kept *out, int *count, const cal_folder_names *names, const char *folder,
                           cal_arena *arena, cal_error *err) {
    cal_status status = CAL_OK;
    for (int i = 0; i < names->count && !status; i++) {
        cal_text path = {0};
        cal_file file;
        cal_error why = {.text = ""};
        cal_sweep_result *result;
        cal_text_add(&path, "%s/%s", folder, names->name[i]);
        status =
            path.refused ? cal_refuse_memory(err, "a path") : cal_file_load(&file, arena, path.data, err);
        cal_text_free(&path);
        if (status) return status;
        file.name = names->name[i];
        status = cal_sweep_result_read(&result, arena, (const char *)file.bytes, file.size, &why);
        if (status == CAL_MEMORY) return *err = why, status;
        if (status) fprintf(stderr, "calib: %s is left out: %s\n", names->name[i], why.text);
        else if (!cal_slice_is(result->engine, cal_version()))
            fprintf(stderr, "calib: %s is left out: engine %.*s computed it, and this is %s\n",
                    names->name[i], CAL_QUOTED(result->engine), cal_version());
        else out[(*count)++] = (kept){file, result};
        status = CAL_OK;
    }
    return status;
}

static bool equal(cal_slice a, cal_slice b) {
    return a.length == b.length && (!a.length || memcmp(a.at, b.at, (size_t)a.length) == 0);
}

static const cal_sweep_figure *figure_of(const cal_sweep_result *r, cal_slice name) {
    for (int i = 0; i < r->figures; i++)
        if (equal(r->figure[i].name, name)) return &r->figure[i];
    return NULL;
}

// The first figure in which they differ, but for the seconds; what only one of them has differs, too.
static bool first_difference(cal_slice *out, const cal_sweep_result *a, const cal_sweep_result *b) {
    for (int i = 0; i < a->figures; i++) {
        const cal_sweep_figure *other = figure_of(b, a->figure[i].name);
        *out = a->figure[i].name;
        if (!cal_slice_is(*out, "seconds") && (!other || !equal(other->text, a->figure[i].text))) return true;
    }
    for (int i = 0; i < b->figures; i++)
        if (!figure_of(a, *out = b->figure[i].name)) return true;
    return false;
}

static void write_word(cal_text *json, const char *key, cal_slice word) {
    char text[512] = "";
    if (word.at && word.length < (int)sizeof text) memcpy(text, word.at, (size_t)word.length);
    cal_json_member_string(json, key, word.at ? text : NULL);
}

static void write_number(cal_text *json, const char *key, const cal_sweep_figure *figure) {
    cal_json_member_number(json, key, figure ? figure->value : __builtin_nan(""));
}

// Trains one again. *same: its digest and all of its figures came out as they were.
static cal_status check(cal_text *json, bool *same, const kept *was, const cal_arguments *arguments,
                        cal_arena *arena, cal_error *err) {
    cal_text made = {0};
    cal_sweep_result *now = NULL;
    cal_slice differs = {NULL, 0};
    const char *link = cal_arena_text(arena, was->result->spec.at, (size_t)was->result->spec.length);
    if (!link) return cal_refuse_memory(err, "a link");
    cal_status status = cal_sweep_train(&made, link, arguments, cal_hardware_threads(), err);
    if (!status) status = cal_sweep_result_read(&now, arena, made.data, (size_t)made.length, err);
    if (!status) {
        const bool figures = first_difference(&differs, was->result, now);
        *same =
            !figures && equal(was->result->digest, now->digest) && equal(was->result->failed, now->failed);
        cal_json_open(json, '{');
        cal_json_member_string(json, "file", was->file.name);
        cal_json_member_string(json, "spec", link);
        write_word(json, "promised", was->result->digest);
        write_word(json, "digest", now->digest);
        cal_json_member_bool(json, "same", *same);
        if (figures) {
            write_word(json, "differs", differs);
            write_number(json, "was", figure_of(was->result, differs));
            write_number(json, "is", figure_of(now, differs));
        }
        cal_json_close(json, '}');
    }
    cal_text_free(&made);
    return status;
}

// For calib sweep --gather. A folder that cannot be written to is verified all the same.
static void keep(const char *folder, const kept *was, bool same) {
    cal_error why = {.text = ""};
    if (cal_sweep_check_keep(folder, was->result, &was->file, same, &why))
        fprintf(stderr, "calib: that %s was verified is not kept: %s\n", was->file.name, why.text);
}

static cal_status draw(int *seed, const cal_arguments *arguments, cal_error *err) {
    const int preset = (int)((uint32_t)(1e9 * cal_seconds() + 7919.0 * (double)time(NULL)) & 0x7fffffff);
    return cal_argument_integer(seed, arguments, "--seed", preset, 0, 0x7fffffff, err);
}

cal_status cal_sweep_audit(cal_arguments *arguments, cal_error *err) {
    cal_arena *arena = &arguments->arena;
    const char *folder = arguments->operand;
    cal_folder_names names;
    cal_text json = {0};
    int sample, seed, count = 0, wrong = 0;
    cal_status status = cal_argument_integer(&sample, arguments, "--sample", 1, 1, 1000000, err);
    if (!status) status = draw(&seed, arguments, err);
    if (!status) status = cal_folder_list(&names, arena, folder, ".json", err);
    if (status) return status;
    kept *all = cal_arena_alloc(arena, (size_t)(names.count + 1) * sizeof *all);
    int32_t *order = cal_arena_alloc(arena, (size_t)(names.count + 1) * sizeof *order);
    if (!all || !order) return cal_refuse_memory(err, "%d results", names.count);
    status = read_all(all, &count, &names, folder, arena, err);
    if (!status && !count)
        status =
            cal_fail(err, CAL_FAILED, "%.300s holds no results of a sweep that this engine computed", folder);
    if (status) return status;
    if (sample > count) sample = count;
    cal_random_order(order, count, (uint64_t)seed, CAL_STREAM_RESAMPLE, 0);
    fprintf(stderr, "calib: %d of %d results are trained again, drawn by --seed %d\n", sample, count, seed);
    cal_json_open(&json, '{');
    cal_json_member_integer(&json, "results", count);
    cal_json_member_integer(&json, "left_out", names.count - count);
    cal_json_member_integer(&json, "seed", seed);
    cal_json_key(&json, "checked");
    cal_json_open(&json, '[');
    for (int i = 0; i < sample && !status; i++) {
        bool same = false;
        status = check(&json, &same, &all[order[i]], arguments, arena, err);
        if (!status) keep(folder, &all[order[i]], same);
        wrong += !same;
    }
    cal_json_close(&json, ']');
    cal_json_member_integer(&json, "same", sample - wrong);
    cal_json_member_integer(&json, "different", wrong);
    cal_json_close(&json, '}');
    if (!status) status = cal_print_json(&json, err);
    else cal_text_free(&json);
    if (!status && wrong)
        status = cal_fail(err, CAL_FAILED, "%d of %d results that were trained again came out differently",
                          wrong, sample);
    return status;
}
