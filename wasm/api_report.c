// Reports on files, as `calib report` does.
#include <emscripten.h>
#include <string.h>
#include "api.h"
#include "api_internal.h"
#include "base/slice.h"

const char *cal_api_look(cal_api *api, int number) {
    cal_input file;
    cal_bytes json;
    cal_api_begin(api);
    cal_status status = cal_api_input(&file, api, number);
    if (!status) status = cal_input_json(&json, &file, &api->error);
    return cal_api_end_json(api, &json, status);
}

const char *cal_api_array(cal_api *api, int number) {
    cal_text *json = cal_api_begin(api);
    cal_input file;
    cal_file_array_free(api->array);
    api->array = NULL;
    cal_status status = cal_api_input(&file, api, number);
    if (!status) status = cal_file_array_read(&api->array, &file, &api->error);
    if (status) return cal_api_end(api, status);
    const cal_number_array a = cal_file_array_of(api->array);
    cal_json_open(json, '{');
    cal_json_member_string(json, "type", a.wholes ? "i4" : "f4");
    cal_json_key(json, "shape");
    cal_json_open(json, '[');
    for (int i = 0; i < a.dims; i++) cal_json_integer(json, a.dim[i]);
    cal_json_close(json, ']');
    cal_api_member_address(json, "at", a.wholes ? (const void *)a.wholes : a.floats);
    cal_json_close(json, '}');
    return cal_api_end(api, CAL_OK);
}

static bool take_whole(int *out, cal_slice text) {
    double value;
    if (!cal_number_parse(&value, text) || !(value >= 0 && value <= 1e6) || value != (int)value) return false;
    *out = (int)value;
    return true;
}

enum { LIST_MAX = 64 };

typedef struct wanted {
    cal_report_inputs inputs;
    cal_report_def def;
    const char *metric[LIST_MAX + 1], *calibrator[LIST_MAX + 1]; // ended by a null
    int threads;
} wanted;

static cal_status add_text(const char **list, cal_api *api, cal_slice text) {
    int count = 0;
    while (list[count]) count++;
    if (count == LIST_MAX)
        return cal_fail(&api->error, CAL_USAGE, "more than %d metrics or calibrators", LIST_MAX);
    list[count] = cal_arena_text(&api->texts, text.at, (size_t)text.length);
    return list[count] ? CAL_OK : cal_refuse_memory(&api->error, "the options");
}

// Decodes %26 and %25: names may have & and %.
static cal_status take_names(const char **out, cal_api *api, cal_slice value) {
    char *text = cal_arena_text(&api->texts, value.at, (size_t)value.length);
    if (!text) return cal_refuse_memory(&api->error, "the options");
    char *to = text;
    for (const char *from = text; *from; to++) {
        const bool and = !strncmp(from, "%26", 3), percent = !strncmp(from, "%25", 3);
        *to = and ? '&' : percent ? '%' : *from;
        from += and || percent ? 3 : 1;
    }
    *to = 0;
    *out = text;
    return CAL_OK;
}

// Takes one option; value.at is null without a value.
static cal_status take_option(wanted *w, cal_api *api, cal_slice key, cal_slice value) {
    const struct {
        const char *key;
        cal_input *file;
    } files[] = {
        {"logits", &w->inputs.logits},         {"labels", &w->inputs.labels},
        {"val-logits", &w->inputs.val_logits}, {"val-labels", &w->inputs.val_labels},
        {"ood-logits", &w->inputs.ood_logits}, {"csv", &w->inputs.csv},
        {"val-csv", &w->inputs.val_csv},       {"against", &w->inputs.against},
        {"weights", &w->inputs.weights},       {"posterior", &w->inputs.posterior},
    };
    int number;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (!cal_slice_is(key, files[i].key)) continue;
        if (!value.at || !take_whole(&number, value) || number >= api->files)
            return cal_fail(&api->error, CAL_USAGE, "%s: there is no file with this number", files[i].key);
        return cal_api_input(files[i].file, api, number);
    }
    if (!value.at && cal_slice_is(key, "probs")) return w->inputs.probs = true, CAL_OK;
    if (!value.at && cal_slice_is(key, "as-logits")) return w->inputs.as_logits = true, CAL_OK;
    if (!value.at && cal_slice_is(key, "fit-on-test")) return w->def.fit_on_test = true, CAL_OK;
    if (value.at && cal_slice_is(key, "bins") && take_whole(&w->def.bins, value)) return CAL_OK;
    if (value.at && cal_slice_is(key, "draws") && take_whole(&w->def.draws, value)) return CAL_OK;
    if (value.at && cal_slice_is(key, "threads") && take_whole(&w->threads, value) && w->threads > 0)
        return CAL_OK;
    if (value.at && cal_slice_is(key, "metric")) return add_text(w->metric, api, value);
    if (value.at && cal_slice_is(key, "calibrator")) return add_text(w->calibrator, api, value);
    if (value.at && cal_slice_is(key, "columns")) return take_names(&w->inputs.columns, api, value);
    if (value.at && cal_slice_is(key, "label-names")) return take_names(&w->inputs.label_names, api, value);
    if (value.at && cal_slice_is(key, "task")) {
        w->inputs.task = cal_arena_text(&api->texts, value.at, (size_t)value.length);
        return w->inputs.task ? CAL_OK : cal_refuse_memory(&api->error, "the options");
    }
    if (value.at && cal_slice_is(key, "match")) {
        w->def.match = cal_arena_text(&api->texts, value.at, (size_t)value.length);
        return w->def.match ? CAL_OK : cal_refuse_memory(&api->error, "the options");
    }
    return cal_fail(&api->error, CAL_USAGE, "report: '%.*s' is no option, or not with such a value",
                    CAL_QUOTED(key));
}

// Reports the finished fraction of a report to the module's `onProgress`.
EM_JS(void, report_progress, (double fraction), {
    if (Module['onProgress']) Module['onProgress'](fraction);
})

static void tell(void *to, double fraction) {
    (void)to;
    report_progress(fraction);
}

const char *cal_api_report(cal_api *api, const char *options, size_t length) {
    wanted w = {.def = cal_default_report(), .threads = 1};
    cal_report *report = NULL;
    cal_bytes json;
    cal_status status = CAL_OK;
    cal_api_begin(api);
    w.def.listener = tell, w.def.naming = CAL_NAMES_PAGE;
    if (length > 65536) status = cal_fail(&api->error, CAL_USAGE, "report: its options are too long");
    for (cal_slice rest = {options, (int)length}; !status && rest.at && length;) {
        cal_slice value = cal_slice_cut(&rest, '&'), key = cal_slice_cut(&value, '=');
        status = take_option(&w, api, key, value);
    }
    if (*w.metric) w.def.metrics = w.metric;
    if (*w.calibrator) w.def.calibrators = w.calibrator;
    if (!status && w.threads > 1 && !api->crew)
        status = cal_api_crew(api, w.threads); // kept for the next report
    if (!status)
        status =
            cal_report_read(&report, w.threads > 1 ? api->crew : api->lab, &w.def, &w.inputs, &api->error);
    if (!status) status = cal_report_json(&json, report, &api->error);
    cal_report_free(report);
    return cal_api_end_json(api, &json, status);
}

const char *cal_api_report_format(cal_api *api, const char *report, size_t length, int format) {
    static const char *const formats[] = {"json", "table", "csv", "latex", "markdown"};
    cal_text *json = cal_api_begin(api);
    cal_bytes table = {0};
    cal_status status = CAL_OK;
    if (format < 0 || format >= (int)(sizeof formats / sizeof *formats))
        status = cal_fail(&api->error, CAL_USAGE, "there is no format %d", format);
    if (!status) status = cal_report_json_table(&table, report, length, formats[format], &api->error);
    if (!status) {
        cal_json_open(json, '{');
        cal_json_member_string(json, "text", table.data);
        cal_json_close(json, '}');
    }
    cal_bytes_free(&table);
    return cal_api_end(api, status);
}
