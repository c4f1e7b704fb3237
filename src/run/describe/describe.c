// Writes every registry as JSON. The page builds its controls from it, the tests their cases.
#include "run/describe/describe.h"
#include "run/link/spec.h"
#include "run/report/match.h"
#include "run/probe/kind.h"
#include "run/views/view.h"
#include "catalog/calibrator/calibrator.h"
#include "catalog/data/data.h"
#include "catalog/loss/loss.h"
#include "catalog/metric/metric.h"
#include "catalog/model/model.h"
#include "catalog/registry/registry.h"
#include "catalog/view/view.h"
#include <string.h>

static const char *const type_names[] = {
    [CAL_REAL] = "real", [CAL_INTEGER] = "integer", [CAL_LIST] = "list",     [CAL_CHOICE] = "choice",
    [CAL_HEX] = "hex",   [CAL_WORDS] = "words",     [CAL_SWITCH] = "switch",
};

static void slice(cal_text *json, cal_slice value) {
    char copy[CAL_TEXT_MAX];
    int length = value.length < CAL_TEXT_MAX - 1 ? value.length : CAL_TEXT_MAX - 1;
    memcpy(copy, value.at, (size_t)length);
    copy[length] = 0;
    cal_json_string(json, copy);
}

// Writes the default as in a link: a number, or text.
static void write_default(cal_text *json, const cal_param *param) {
    cal_json_key(json, "default");
    if (param->type == CAL_REAL || param->type == CAL_INTEGER) cal_json_number(json, param->value);
    else if (param->type == CAL_CHOICE && !param->preset)
        slice(json, cal_param_word(param, (int)param->value));
    else cal_json_string(json, param->preset ? param->preset : "");
}

static void write_param(cal_text *json, const cal_param *param) {
    const bool numbers = param->type == CAL_REAL || param->type == CAL_INTEGER || param->type == CAL_LIST;
    const bool bounded = numbers || param->type == CAL_SWITCH;
    cal_json_open(json, '{');
    cal_json_member_string(json, "name", param->name);
    cal_json_member_string(json, "type", type_names[param->type]);
    write_default(json, param);
    cal_json_member_number(json, "min",
                           bounded ? param->min : __builtin_nan("")); // null: no bounds
    cal_json_member_number(json, "max", bounded ? param->max : __builtin_nan(""));
    if (numbers) {
        cal_json_member_bool(json, "open_min", param->open_min);
        cal_json_member_bool(json, "whole", param->type == CAL_INTEGER || param->whole);
    }
    if (param->type == CAL_SWITCH) cal_json_member_string(json, "kind", param->kind);
    if (param->type == CAL_CHOICE) {
        cal_json_key(json, "choices");
        cal_json_open(json, '[');
        cal_slice word;
        for (int i = 0; (word = cal_param_word(param, i)).at; i++) slice(json, word);
        cal_json_close(json, ']');
    }
    cal_json_member_string(json, "unit", param->unit ? param->unit : "");
    cal_json_member_string(json, "help", param->help);
    cal_json_close(json, '}');
}

static void write_params(cal_text *json, const cal_param *params) {
    cal_json_open(json, '[');
    for (; params && params->name; params++) write_param(json, params);
    cal_json_close(json, ']');
}

// Writes a member: the parameter with one of its words.
static void write_word(cal_text *json, const cal_param *param, int word) {
    cal_json_key(json, param->name);
    slice(json, cal_param_word(param, word));
}

// Writes the files that a choice of data needs; nothing if they are those of `other`.
static void write_needed(cal_text *json, const cal_choice *choice, const cal_choice *other) {
    char needed[CAL_TEXT_MAX], others[CAL_TEXT_MAX] = "";
    const cal_data *data = cal_data_of(choice);
    data->files(needed, sizeof needed, choice);
    if (other) data->files(others, sizeof others, other);
    if (strcmp(needed, others) == 0) return;
    cal_json_open(json, '{');
    cal_json_key(json, "with");
    cal_json_open(json, '{');
    for (int i = 0; other && choice->entry->params[i].name; i++)
        if (memcmp(&choice->value[i], &other->value[i], sizeof *choice->value))
            write_word(json, &choice->entry->params[i], (int)choice->value[i].number[0]);
    cal_json_close(json, '}');
    cal_json_key(json, "files");
    cal_json_open(json, '[');
    for (const char *at = needed; *at;) {
        const size_t length = strcspn(at, "/");
        slice(json, (cal_slice){at, (int)length});
        at += length + (at[length] == '/');
    }
    cal_json_close(json, ']');
    cal_json_close(json, '}');
}

// Writes the files that a link without parameters needs, and those for each value of a parameter that changes
// them: [{"with": {}, "files": [names]}, {"with": {"test_from": "file"}, "files": [names]}, ...].
static void write_files(cal_text *json, const cal_data *data) {
    cal_choice preset;
    cal_choice_default(&preset, &data->entry);
    cal_json_key(json, "files");
    cal_json_open(json, '[');
    if (data->files) write_needed(json, &preset, NULL);
    for (int i = 0; data->files && data->entry.params[i].name; i++) {
        const cal_param *p = &data->entry.params[i];
        for (int word = 0; p->type == CAL_CHOICE && cal_param_word(p, word).at; word++) {
            cal_choice other = preset;
            other.value[i].number[0] = word;
            write_needed(json, &other, &preset);
        }
    }
    cal_json_close(json, ']');
}

// Writes the members that only one kind has; `entry` is the first member of its descriptor.
static void write_data(cal_text *json, const cal_data *data) {
    cal_choice choice;
    int k, c, h, w;
    cal_choice_default(&choice, &data->entry);
    cal_data_shape(&k, &c, &h, &w, &choice);
    cal_json_member_integer(json, "classes", k);
    cal_json_member_numbers(json, "shape", (double[]){c, h, w}, 3);
    cal_json_member_bool(json, "pixels", data->pixels);
    cal_json_member_bool(json, "several", data->several);
    cal_json_member_bool(json, "needs_files", data->needs_files);
    write_files(json, data);
}

static void write_model(cal_text *json, const cal_model *model) {
    cal_choice choice;
    cal_text layers = {0};
    cal_choice_default(&choice, &model->entry);
    cal_json_member_string(json, "layers", cal_model_write(&layers, &choice, NULL) ? "" : layers.data);
    cal_text_free(&layers);
}

static void write_loss(cal_text *json, const cal_loss *loss) {
    cal_json_member_bool(json, "proper", loss->proper);
    cal_json_member_bool(json, "each_label", loss->each_label);
    cal_json_member_bool(json, "sees_validation", loss->state && loss->state->validated);
    cal_json_member_string(json, "reduces_from", loss->reduces_from);
    cal_json_member_string(json, "reduces_to", loss->reduces_to);
}

static void write_metric(cal_text *json, const cal_metric *metric) {
    static const char *const kinds[] = {[CAL_SCORE] = "score",
                                        [CAL_PROPORTION] = "proportion",
                                        [CAL_CALIBRATION] = "calibration",
                                        [CAL_TEST] = "test"};
    static const char *const needs[] = {
        [CAL_NEEDS_TOP] = "top",       [CAL_NEEDS_ROWS] = "rows",    [CAL_NEEDS_POSTERIOR] = "posterior",
        [CAL_NEEDS_OOD] = "elsewhere", [CAL_NEEDS_CLASSES] = "rows", [CAL_NEEDS_BINARY] = "binary",
        [CAL_NEEDS_ANSWER] = "top"};
    cal_json_member_string(json, "unit", metric->unit ? metric->unit : "");
    cal_json_member_string(json, "kind", kinds[metric->kind]);
    cal_json_member_string(json, "needs", needs[metric->needs]);
    cal_json_member_bool(json, "headline", metric->headline);
    cal_json_member_bool(json, "each_epoch", metric->each_epoch);
    cal_json_member_bool(json, "larger_is_better", metric->larger_is_better);
    cal_json_member_bool(json, "two_sided", metric->two_sided);
}

static void write_calibrator(cal_text *json, const cal_calibrator *calibrator) {
    cal_json_member_bool(json, "top_only", calibrator->top_only);
}

static void write_view(cal_text *json, const cal_view *view) {
    cal_json_member_string(json, "needs", view->needs == CAL_VIEW_NEEDS_OOD ? "elsewhere" : "logits");
    cal_json_key(json, "columns");
    cal_view_write_columns(json, view);
}

// Writes entry i of a kind.
static void write_entry(cal_text *json, const char *kind, int i, const cal_entry *entry) {
    cal_json_open(json, '{');
    cal_json_member_string(json, "id", entry->id);
    cal_json_member_string(json, "label", entry->label);
    cal_json_member_string(json, "tex", entry->tex);
    cal_json_member_string(json, "source", entry->source);
    cal_json_member_string(json, "help", entry->help);
    cal_json_key(json, "params");
    write_params(json, entry->params);
    if (strcmp(kind, "data") == 0) write_data(json, cal_datasets[i]);
    if (strcmp(kind, "model") == 0) write_model(json, cal_models[i]);
    if (strcmp(kind, "loss") == 0) write_loss(json, cal_losses[i]);
    if (strcmp(kind, "metric") == 0) write_metric(json, cal_metrics[i]);
    if (strcmp(kind, "calibrator") == 0) write_calibrator(json, cal_calibrators[i]);
    if (strcmp(kind, "view") == 0) write_view(json, cal_views[i]);
    cal_json_close(json, '}');
}

static void write_libraries(cal_text *json) {
    cal_json_key(json, "library");
    cal_json_open(json, '[');
    for (const cal_library *l = cal_libraries; l->name; l++) {
        cal_json_open(json, '{');
        cal_json_member_string(json, "id", l->name);
        cal_json_member_string(json, "source", l->source);
        cal_json_member_string(json, "help", l->differs);
        cal_json_key(json, "metrics");
        cal_json_open(json, '[');
        for (int i = 0; i < CAL_MATCH_METRICS && l->metric[i]; i++) cal_json_string(json, l->metric[i]);
        cal_json_close(json, ']');
        cal_json_close(json, '}');
    }
    cal_json_close(json, ']');
}

static void write_registry(cal_text *json, const cal_registry *registry) {
    const cal_entry *entry;
    cal_json_key(json, registry->kind);
    cal_json_open(json, '[');
    for (int i = 0; (entry = registry->entry(i)); i++) write_entry(json, registry->kind, i, entry);
    cal_json_close(json, ']');
}

void cal_describe(cal_text *json) {
    cal_spec preset;
    cal_spec_default(&preset);
    cal_json_open(json, '{');
    cal_json_member_integer(json, "version", 1);
    cal_json_member_string(json, "engine", CAL_ENGINE);
    cal_json_key(json, "default");
    cal_json_open(json, '{');
    cal_json_member_string(json, "data", preset.data.entry->id);
    cal_json_member_string(json, "model", preset.model.entry->id);
    cal_json_member_string(json, "head", preset.head.entry->id);
    cal_json_member_string(json, "loss", preset.loss.entry->id);
    cal_json_member_string(json, "penalty", preset.penalty.entry->id);
    cal_json_member_string(json, "optimizer", preset.optimizer.entry->id);
    cal_json_member_string(json, "schedule", preset.schedule.entry->id);
    cal_json_member_string(json, "augment", preset.augment.entry->id);
    cal_json_close(json, '}');
    for (const cal_registry *r = cal_registries; r->kind; r++) write_registry(json, r);
    write_registry(json, &cal_probe_registry);
    write_libraries(json);
    cal_json_key(json, "run");
    write_params(json, cal_run_entry.params);
    cal_json_key(json, "page");
    cal_json_open(json, '[');
    for (int i = 0; cal_page_keys[i]; i++) cal_json_string(json, cal_page_keys[i]);
    cal_json_close(json, ']');
    cal_json_close(json, '}');
}
