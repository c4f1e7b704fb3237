// Writes a report as JSON.
#include "run/report/print/json.h"

void cal_chance_write(cal_text *json, const char *key, cal_resampling chance) {
    if (!chance.floor && !chance.interval) return;
    cal_json_key(json, key);
    cal_json_open(json, '{');
    cal_json_member_integer(json, "floor_draws", chance.floor);
    cal_json_member_integer(json, "interval_draws", chance.interval);
    if (chance.refits) {
        cal_json_member_integer(json, "refits", chance.refits);
    }
    cal_json_member_number(json, "level", 0.95);
    cal_json_close(json, '}');
}

void cal_fit_write(cal_text *json, const cal_fit *fit) {
    for (int i = 0; i < CAL_FOUND_MAX && fit->found[i].name; i++) {
        const cal_found *found = &fit->found[i];
        cal_json_key(json, found->name);
        if (found->count == 1) cal_json_number(json, *found->number);
        else cal_json_numbers(json, found->number, found->count);
    }
    cal_json_member_bool(json, "at_bound", fit->at_bound);
    if (fit->points) {
        cal_json_key(json, "curve");
        cal_json_open(json, '{');
        cal_json_member_numbers(json, "at", fit->at, fit->points);
        cal_json_member_numbers(json, "score", fit->score, fit->points);
        cal_json_close(json, '}');
    }
}

static void write_names(cal_text *json, const char *key, const char *const *name, int count) {
    cal_json_key(json, key);
    cal_json_open(json, '[');
    for (int i = 0; i < count; i++) cal_json_string(json, name[i]);
    cal_json_close(json, ']');
}

// Writes what was read of a table.
static void write_read(cal_text *json, const cal_report_value *r) {
    const cal_columns_read *read = r->read;
    cal_json_key(json, "read");
    cal_json_open(json, '{');
    cal_json_member_string(json, "label", read->label);
    if (read->outputs) write_names(json, "outputs", read->output, read->outputs);
    if (read->predicted) cal_json_member_string(json, "predicted", read->predicted);
    if (read->confidence) cal_json_member_string(json, "confidence", read->confidence);
    cal_json_member_string(json, "kind", r->output_kind);
    if (read->others) write_names(json, "not_read", read->other, read->others);
    if (read->missing) {
        cal_json_member_integer(json, "rows_left_out", read->missing);
        cal_json_member_integer(json, "first_line_left_out", read->first_missing);
    }
    cal_json_close(json, '}');
}

static void write_start(cal_text *json, const cal_report_value *r) {
    const bool many = r->task == CAL_TASK_MULTI_LABEL;
    cal_json_member_integer(json, "schema", 1);
    cal_json_member_string(json, "spec", r->spec);
    cal_json_member_integer(json, "n", r->n);
    cal_json_member_number(json, "k", r->k ? r->k : __builtin_nan(""));
    if (many || r->task == CAL_TASK_BINARY) {
        cal_json_member_string(json, "task", many ? "multilabel" : "binary");
        if (many) {
            cal_json_member_integer(json, "rows", r->samples);
            cal_json_member_integer(json, "labels", r->labels);
        }
        cal_json_member_string(json, "positive", r->positive);
        cal_json_member_number(json, "prevalence", r->prevalence);
    }
    if (r->task == CAL_TASK_QUESTIONS) cal_json_member_string(json, "task", "questions");
    if (r->weighted) {
        cal_json_key(json, "weights");
        cal_json_open(json, '{');
        cal_json_member_string(json, "name", r->weight_name);
        cal_json_member_number(json, "effective", r->effective);
        cal_json_close(json, '}');
    }
    if (r->read) write_read(json, r);
    cal_chance_write(json, "chance", r->figures->chance);
    if (!r->left_out) return;
    write_names(json, "left_out", r->left_out, r->left_out_count);
}

static void write_libraries(cal_text *json, const cal_figures *libraries) {
    cal_json_key(json, "match");
    cal_json_open(json, '{');
    for (int i = 0; cal_libraries[i].name; i++) {
        cal_json_key(json, cal_libraries[i].name);
        cal_figures_write(json, &libraries[i]);
    }
    cal_json_close(json, '}');
}

static void write_comparison(cal_text *json, const cal_comparison *comparison) {
    cal_json_key(json, "against");
    cal_json_open(json, '{');
    cal_json_member_string(json, "name", comparison->name);
    cal_json_member_integer(json, "tested", comparison->tested);
    cal_json_key(json, "metrics");
    cal_json_open(json, '{');
    for (int i = 0; i < comparison->count; i++) {
        const cal_compared_figure *c = &comparison->figure[i];
        cal_json_key(json, c->key);
        cal_json_open(json, '{');
        cal_json_member_number(json, "value", c->value);
        cal_json_member_number(json, "difference", c->difference);
        if (c->tested) {
            cal_json_member_numbers(json, "interval", (double[]){c->low, c->high}, 2);
            cal_json_member_bool(json, "within_noise", c->within_noise);
        }
        if (c->has_p) cal_json_member_number(json, "p_value", c->p);
        cal_json_close(json, '}');
    }
    cal_json_close(json, '}');
    cal_json_close(json, '}');
}

static void write_calibrator(cal_text *json, const cal_calibrator_figures *c) {
    cal_json_key(json, c->calibrator->entry.id);
    cal_json_open(json, '{');
    if (c->left_out) cal_json_member_string(json, "left_out", c->left_out);
    for (int f = 0; f < c->count; f++) {
        const cal_fit_figures *fit = &c->fit[f];
        cal_json_key(json, fit->fit.way);
        cal_json_open(json, '{');
        if (c->calibrator->note) cal_json_member_string(json, "note", c->calibrator->note);
        cal_fit_write(json, &fit->fit);
        cal_json_member_integer(json, "changed", fit->changed);
        cal_json_key(json, "metrics");
        cal_figures_write(json, fit->figures);
        cal_json_close(json, '}');
    }
    cal_json_close(json, '}');
}

static void write_gap(cal_text *json, const cal_gap_figures *gap) {
    cal_json_key(json, "post_processing_gap");
    cal_json_open(json, '{');
    cal_json_member_number(json, "value", gap->value);
    cal_json_member_number(json, "fitted", gap->fitted);
    cal_json_key(json, "temperature");
    cal_json_open(json, '{');
    cal_json_member_number(json, "T", gap->temperature);
    cal_json_member_number(json, "ece", gap->ece);
    cal_json_member_number(json, "smce", gap->smce);
    cal_json_member_number(json, "adaece", gap->adaece);
    cal_json_member_number(json, "cwece", gap->cwece);
    cal_json_close(json, '}');
    cal_json_close(json, '}');
}

static void write_help_cell(cal_text *json, const char *key, const cal_help_cell *c) {
    if (c->value != c->value) return;
    cal_json_key(json, key);
    cal_json_open(json, '{');
    cal_json_member_number(json, "value", c->value);
    if (c->floor == c->floor) cal_json_member_number(json, "floor", c->floor);
    if (c->difference == c->difference) cal_json_member_number(json, "difference", c->difference);
    if (c->low == c->low) {
        cal_json_member_numbers(json, "interval", (double[]){c->low, c->high}, 2);
        cal_json_member_bool(json, "within_noise", c->within_noise);
    }
    cal_json_close(json, '}');
}

static void write_help_name(cal_text *json, const cal_help_row *row) {
    cal_json_member_string(json, "calibrator", row->calibrator);
    cal_json_member_string(json, "way", row->way);
}

// Writes the table of calibrators.
static void write_helps(cal_text *json, const cal_helps *helps) {
    cal_json_key(json, "calibrator_table");
    cal_json_open(json, '{');
    cal_json_member_string(json, "advice", helps->advice);
    cal_json_member_string(json, "score", helps->score < 0 ? NULL : helps->column[helps->score]);
    cal_json_member_integer(json, "tested", helps->tested);
    cal_json_key(json, "advised");
    if (helps->advised > 0) {
        cal_json_open(json, '{');
        write_help_name(json, &helps->row[helps->advised]);
        cal_json_close(json, '}');
    } else cal_json_string(json, NULL);
    cal_json_key(json, "rows");
    cal_json_open(json, '[');
    for (int r = 0; r < helps->rows; r++) {
        const cal_help_row *row = &helps->row[r];
        cal_json_open(json, '{');
        write_help_name(json, row);
        cal_json_member_bool(json, "best", row->best);
        cal_json_member_number(json, "parameters", row->parameters < 0 ? __builtin_nan("") : row->parameters);
        cal_json_member_number(json, "recovered", row->recovered);
        cal_json_key(json, "metrics");
        cal_json_open(json, '{');
        for (int c = 0; c < helps->columns; c++) write_help_cell(json, helps->column[c], &row->cell[c]);
        cal_json_close(json, '}');
        cal_json_close(json, '}');
    }
    cal_json_close(json, ']');
    cal_json_close(json, '}');
}

void cal_report_write(cal_text *json, const cal_report_value *r) {
    write_start(json, r);
    if (r->library) cal_json_member_string(json, "match", r->library->name);
    cal_json_key(json, "metrics");
    cal_figures_write(json, r->figures);
    if (r->libraries) write_libraries(json, r->libraries);
    cal_groups_write(json, "slices", &r->groups, false);
    cal_groups_write(json, "sample_groups", &r->sample_groups, true);
    if (r->against) write_comparison(json, r->against);
    cal_json_member_string(json, "fitted_on", r->fitted_on);
    if (r->fitted_on) cal_chance_write(json, "calibrated_chance", r->calibrated_chance);
    cal_json_key(json, "calibrators");
    cal_json_open(json, '{');
    for (int i = 0; i < r->calibrators; i++) write_calibrator(json, &r->calibrator[i]);
    cal_json_close(json, '}');
    if (r->helps) write_helps(json, r->helps);
    if (r->gap) write_gap(json, r->gap);
}
