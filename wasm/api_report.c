// Reports on files, as `calib report` does.
#include <emscripten.h>
#include <string.h>
#include "api.h"
#include "api_internal.h"

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

// Copies a value, and decodes %26 and %25: names may have & and %.
static cal_status take_text(const char **out, cal_api *api, cal_slice value) {
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

// Collects all values of an option, up to a null.
static cal_status take_list(const char *const **out, cal_api *api, const cal_api_request *w, cal_slice name) {
    cal_status status = CAL_OK;
    size_t most = 1, count = 0;
    for (int i = 0; i < w->options.length; i++) most += w->options.at[i] == '=';
    const char **list = cal_arena_alloc(&api->texts, most * sizeof *list);
    if (!list) return cal_refuse_memory(&api->error, "the options");
    for (cal_slice rest = w->options; !status && rest.at;) {
        cal_slice value = cal_slice_cut(&rest, '&'), key = cal_slice_cut(&value, '=');
        if (value.at && cal_slice_same(key, name)) status = take_text(&list[count++], api, value);
    }
    list[count] = NULL;
    *out = list;
    return status;
}

static cal_status take_file(cal_input *out, cal_api *api, const char *name, cal_slice value) {
    int number;
    if (!take_whole(&number, value) || number >= api->files)
        return cal_fail(&api->error, CAL_USAGE, "%s: there is no file with this number", name);
    return cal_api_input(out, api, number);
}

// Takes one option; value.at is null without a value.
static cal_status take_option(cal_api_request *w, cal_api *api, cal_slice key, cal_slice value) {
    const cal_report_option *o;
    cal_option_value given = {.text = NULL};
    cal_status status = CAL_OK;
    if (cal_slice_is(key, "threads") && value.at && take_whole(&w->threads, value) && w->threads > 0)
        return CAL_OK;
    for (int i = 0; (o = cal_report_option_at(i)); i++) {
        if (!cal_slice_is(key, o->name + 2) || !value.at != !o->value || o->kind == CAL_REPORT_SHARDS)
            continue;
        if (o->kind == CAL_REPORT_FILE) status = take_file(&given.file, api, o->name + 2, value);
        else if (o->kind == CAL_REPORT_LIST) status = take_list(&given.list, api, w, key);
        else if (value.at) status = take_text(&given.text, api, value);
        return status ? status : cal_report_set(&w->def, &w->inputs, i, &given, &api->error);
    }
    return cal_fail(&api->error, CAL_USAGE, "report: '%.*s' is not an option, or not with this value",
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

// Reports the start or the end of a fit to the module's `onFit`, with the address of the calibrator's id.
EM_JS(void, report_fit, (const char *calibrator, int fitted), {
    if (Module['onFit']) Module['onFit'](calibrator >>> 0, !!fitted);
})

static void tell_fit(void *to, const char *calibrator, bool fitted) {
    (void)to;
    report_fit(calibrator, fitted);
}

cal_status cal_api_read_options(cal_api_request *out, cal_api *api, const char *options, size_t length) {
    cal_status status = CAL_OK;
    *out = (cal_api_request){.def = cal_default_report(), .options = {options, (int)length}, .threads = 1};
    out->def.naming = CAL_NAMES_PAGE;
    if (length > 65536) return cal_fail(&api->error, CAL_USAGE, "report: its options are too long");
    for (cal_slice rest = out->options; !status && rest.at && length;) {
        cal_slice value = cal_slice_cut(&rest, '&'), key = cal_slice_cut(&value, '=');
        status = take_option(out, api, key, value);
    }
    return status;
}

const char *cal_api_report(cal_api *api, const char *options, size_t length) {
    cal_api_request w;
    cal_report *report = NULL;
    cal_bytes json;
    cal_api_begin(api);
    cal_status status = cal_api_read_options(&w, api, options, length);
    w.def.listener = tell, w.def.fit_listener = tell_fit;
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
