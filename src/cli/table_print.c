#include "cli/table_print.h"
#include <string.h>

enum { CHUNK = 1 << 16, WIDTH = 12 }; // "-1.23457e-05"

bool cal_table_format_parse(cal_table_format *out, const char *word) {
    static const char *const words[] = {"json", "csv", "table", "markdown"};
    for (int i = 0; i < 4; i++)
        if (strcmp(words[i], word) == 0) return *out = (cal_table_format)i, true;
    return false;
}

static int width_of(const cal_result_info *t, int column) {
    const int length = (int)strlen(t->column[column].id);
    return length > WIDTH ? length : WIDTH;
}

// ---- JSON

static void write_columns(cal_text *json, const cal_result_info *t) {
    cal_json_key(json, "columns");
    cal_json_open(json, '[');
    for (int c = 0; c < t->columns; c++) {
        cal_json_open(json, '{');
        cal_json_member_string(json, "id", t->column[c].id);
        cal_json_member_string(json, "label", t->column[c].label);
        cal_json_member_string(json, "unit", t->column[c].unit);
        cal_json_close(json, '}');
    }
    cal_json_close(json, ']');
}

static void write_facts(cal_text *json, const cal_result_info *t) {
    cal_json_key(json, "facts");
    cal_json_open(json, '{');
    for (int i = 0; i < t->facts; i++) cal_json_member_number(json, t->fact[i].name, t->fact[i].value);
    cal_json_close(json, '}');
}

// ---- tables

static void write_heads(cal_text *out, const cal_result_info *t, cal_table_format format) {
    const char *between = format == CAL_TABLE_CSV ? "," : format == CAL_TABLE_TEXT ? "  " : " | ";
    if (format == CAL_TABLE_MARKDOWN) cal_text_add(out, "| ");
    for (int c = 0; c < t->columns; c++)
        cal_text_add(out, "%s%*s", c ? between : "", format == CAL_TABLE_TEXT ? width_of(t, c) : 0,
                     t->column[c].id);
    cal_text_add(out, format == CAL_TABLE_MARKDOWN ? " |\n|" : "\n");
    for (int c = 0; format == CAL_TABLE_MARKDOWN && c < t->columns; c++)
        cal_text_add(out, c + 1 < t->columns ? "---:|" : "---:|\n");
}

// Writes a row with all digits in CSV and JSON, and with six in tables for readers.
static void write_row(cal_text *out, const cal_result_info *t, const double *cell, cal_table_format format) {
    if (format == CAL_TABLE_JSON) {
        cal_json_numbers(out, cell, t->columns);
        return;
    }
    if (format == CAL_TABLE_MARKDOWN) cal_text_add(out, "| ");
    for (int c = 0; c < t->columns; c++) {
        bool known = cell[c] == cell[c];
        if (format == CAL_TABLE_CSV) {
            if (c) cal_text_add(out, ",");
            if (known) cal_text_add_number(out, cell[c]);
            continue;
        }
        int width = format == CAL_TABLE_TEXT ? width_of(t, c) : 0;
        if (c) cal_text_add(out, format == CAL_TABLE_TEXT ? "  " : " | ");
        if (known) cal_text_add(out, "%*.6g", width, cell[c]);
        else cal_text_add(out, "%*s", width, "-");
    }
    cal_text_add(out, format == CAL_TABLE_MARKDOWN ? " |\n" : "\n");
}

static void write_tail(cal_text *out, const cal_result_info *t) {
    for (int i = 0; i < t->facts; i++) {
        double value = t->fact[i].value;
        cal_text_add(out, i ? ", %s " : "\n%s ", t->fact[i].name);
        if (value == value) cal_text_add(out, "%.6g", value);
        else cal_text_add(out, "-");
    }
    if (t->facts) cal_text_add(out, "\n");
}

cal_status cal_table_print(cal_text *out, const cal_result *result, cal_table_format format, cal_error *err) {
    const cal_result_info t = cal_result_about(result);
    cal_status status = CAL_OK;
    if (format == CAL_TABLE_JSON) {
        write_columns(out, &t);
        cal_json_key(out, "rows");
        cal_json_open(out, '[');
    } else {
        cal_text_free(out);
        write_heads(out, &t, format);
    }
    for (int i = 0; i < t.rows && !status; i++) {
        write_row(out, &t, t.cell + (size_t)i * (size_t)t.columns, format);
        if (out->length <= CHUNK) continue;
        status = cal_print_text(out, err);
        out->length = 0;
    }
    if (format == CAL_TABLE_JSON) {
        cal_json_close(out, ']');
        write_facts(out, &t);
        cal_json_close(out, '}');
        cal_text_add(out, "\n");
    } else if (format >= CAL_TABLE_TEXT) write_tail(out, &t);
    if (!status) status = cal_print_text(out, err);
    cal_text_free(out);
    return status;
}
