// The report on files, as of `calib report`.
#include <emscripten.h>
#include "api_internal.h"
#include <string.h>
#include "run/link/link.h"
#include "run/report/files.h"
#include "run/report/table.h"

const char *cal_api_look(cal_api *api, int number) {
    cal_text *json = cal_api_begin(api);
    if (number < 0 || number >= api->files)
        return cal_api_end(api, cal_fail(&api->error, CAL_USAGE, "there is no file %d", number));
    return cal_api_end(api, cal_file_inspect(json, &api->file[number], &api->error));
}

const char *cal_api_array(cal_api *api, int number) {
    cal_text *json = cal_api_begin(api);
    cal_array a;
    float *floats = NULL;
    int32_t *wholes = NULL;
    cal_arena_free(&api->array);
    if (number < 0 || number >= api->files)
        return cal_api_end(api, cal_fail(&api->error, CAL_USAGE, "there is no file %d", number));
    const cal_file *file = &api->file[number];
    cal_status status = cal_npy_read(&a, file, &api->error);
    bool real = !status && a.type[0] == 'f';
    if (!status)
        status = real ? cal_npy_floats(&floats, &api->array, &a, file->name, &api->error)
                      : cal_npy_labels(&wholes, &api->array, &a, file->name, &api->error);
    if (status) return cal_api_end(api, status);
    cal_json_open(json, '{');
    cal_json_member_string(json, "type", real ? "f4" : "i4");
    cal_json_key(json, "shape");
    cal_json_open(json, '[');
    for (int i = 0; i < a.ndim; i++) cal_json_integer(json, a.dim[i]);
    cal_json_close(json, ']');
    cal_api_member_address(json, "at", real ? (const void *)floats : wholes);
    cal_json_close(json, '}');
    return cal_api_end(api, CAL_OK);
}

static bool take_whole(int *out, cal_slice text) {
    double value;
    if (!cal_number_parse(&value, text) || !(value >= 0 && value <= 1e6) || value != (int)value) return false;
    *out = (int)value;
    return true;
}

static cal_status add_text(const char **list, cal_arena *arena, cal_slice text, cal_error *err) {
    int count = 0;
    while (list[count]) count++;
    if (count == CAL_REPORT_LIST_MAX)
        return cal_fail(err, CAL_USAGE, "more than %d metrics or calibrators", CAL_REPORT_LIST_MAX);
    list[count] = cal_arena_text(arena, text.at, (size_t)text.length);
    return list[count] ? CAL_OK : cal_refuse_memory(err, "the options");
}

typedef struct wanted {
    cal_arena arena;
    cal_report_files files;
    cal_report_options options;
    int threads;
} wanted;

// One option; value.at is null without a value.
static cal_status take_option(wanted *w, const cal_api *api, cal_slice key, cal_slice value, cal_error *err) {
    const struct {
        const char *key;
        cal_file *file;
    } files[] = {
        {"logits", &w->files.logits},         {"labels", &w->files.labels},
        {"val-logits", &w->files.val_logits}, {"val-labels", &w->files.val_labels},
        {"ood-logits", &w->files.ood_logits}, {"csv", &w->files.csv},
        {"val-csv", &w->files.val_csv},
    };
    int number;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (!cal_slice_is(key, files[i].key)) continue;
        if (!value.at || !take_whole(&number, value) || number >= api->files)
            return cal_fail(err, CAL_USAGE, "%s is no number of a file", files[i].key);
        *files[i].file = api->file[number];
        return CAL_OK;
    }
    if (!value.at && cal_slice_is(key, "probs")) return w->options.probabilities = true, CAL_OK;
    if (!value.at && cal_slice_is(key, "as-logits")) return w->options.as_logits = true, CAL_OK;
    if (!value.at && cal_slice_is(key, "fit-on-test")) return w->options.fit_on_test = true, CAL_OK;
    if (value.at && cal_slice_is(key, "bins") && take_whole(&w->options.bins, value)) return CAL_OK;
    if (value.at && cal_slice_is(key, "draws") && take_whole(&w->options.draws, value)) return CAL_OK;
    if (value.at && cal_slice_is(key, "threads") && take_whole(&w->threads, value) && w->threads > 0)
        return CAL_OK;
    if (value.at && cal_slice_is(key, "metric")) return add_text(w->options.metric, &w->arena, value, err);
    if (value.at && cal_slice_is(key, "calibrator"))
        return add_text(w->options.calibrator, &w->arena, value, err);
    if (value.at && cal_slice_is(key, "match")) {
        w->options.match = cal_arena_text(&w->arena, value.at, (size_t)value.length);
        return w->options.match ? CAL_OK : cal_refuse_memory(err, "the options");
    }
    return cal_fail(err, CAL_USAGE, "report: '%.*s' is no option, or not with such a value", CAL_QUOTED(key));
}

// Reports the finished fraction of a report to the module's `onProgress`.
EM_JS(void, tell_progress, (double fraction), {
    if (Module['onProgress']) Module['onProgress'](fraction);
})

static void tell(void *to, double fraction) {
    (void)to;
    tell_progress(fraction);
}

const char *cal_api_report(cal_api *api, const char *options, size_t length) {
    cal_text *json = cal_api_begin(api);
    wanted w = {.options = {.draws = -1, .progress = {tell, NULL, 0, 1}}, .threads = 1};
    cal_status status = CAL_OK;
    if (length > 65536) status = cal_fail(&api->error, CAL_USAGE, "report: its options are too long");
    for (cal_slice rest = {options, (int)length}; !status && rest.at && length;) {
        cal_slice value = cal_slice_cut(&rest, '&'), key = cal_slice_cut(&value, '=');
        status = take_option(&w, api, key, value, &api->error);
    }
    if (!status && w.threads > 1 && !api->pool)
        status = cal_pool_create(&api->pool, w.threads, &api->error); // kept for the next report
    w.options.pool = w.threads > 1 ? api->pool : NULL;
    if (!status) status = cal_report_of_files(json, &w.files, &w.options, &api->error);
    if (!status) cal_text_add(json, "\n");
    cal_arena_free(&w.arena);
    return cal_api_end(api, status);
}

const char *cal_api_report_format(cal_api *api, const char *report, size_t length, int format) {
    cal_text *json = cal_api_begin(api);
    cal_text given = {0}, table = {0};
    cal_status status = CAL_OK;
    if (format < CAL_JSON || format > CAL_MARKDOWN)
        status = cal_fail(&api->error, CAL_USAGE, "there is no format %d", format);
    cal_text_add_bytes(&given, report, length);
    if (!status && given.refused) status = cal_refuse_memory(&api->error, "the report");
    if (!status) status = cal_report_format(&table, &given, (cal_format)format, &api->error);
    if (!status) {
        cal_json_open(json, '{');
        cal_json_member_string(json, "text", table.data);
        cal_json_close(json, '}');
    }
    cal_text_free(&given);
    cal_text_free(&table);
    return cal_api_end(api, status);
}
