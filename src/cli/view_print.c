#include "cli/view_print.h"
#include <string.h>
#include "cli/cli.h"

enum { CHUNK = 1 << 16 };

bool cal_view_format_parse(cal_view_format *out, const char *word) {
    static const char *const words[] = {"json", "csv", "table", "markdown"};
    for (int i = 0; i < 4; i++)
        if (strcmp(words[i], word) == 0) return *out = (cal_view_format)i, true;
    return false;
}

static const cal_column *columns_of(const cal_view_printer *p) {
    return ((const cal_view *)p->request->choice->entry)->columns;
}

// The first error stays; what is printed is forgotten.
static void flush(cal_view_printer *p) {
    if (!p->status) p->status = cal_print_text(&p->text, &p->error);
    p->text.length = 0;
}

static int width_of(const cal_column *column) {
    int length = (int)strlen(column->id);
    return length > 12 ? length : 12; // "-1.23457e-05"
}

static void write_start(cal_view_printer *p) {
    cal_text *json = &p->text, view = {0};
    const cal_view_request *r = p->request;
    cal_choice_write(&view, r->choice);
    cal_json_open(json, '{');
    cal_json_key(json, "view");
    cal_json_string(json, view.data);
    if (p->link) {
        cal_json_key(json, "spec");
        cal_json_string(json, p->link);
    }
    cal_json_key(json, "n");
    cal_json_integer(json, r->n);
    cal_json_key(json, "k");
    cal_json_integer(json, r->k);
    cal_json_key(json, "temperature");
    cal_json_number(json, r->temperature);
    cal_json_key(json, "columns");
    cal_view_write_columns(json, (const cal_view *)r->choice->entry);
    cal_json_key(json, "rows");
    cal_json_open(json, '[');
    json->refused |= view.refused;
    cal_text_free(&view);
}

static void begin(void *to, int rows) {
    (void)rows;
    cal_view_printer *p = to;
    const cal_column *column = columns_of(p);
    p->columns = cal_view_columns((const cal_view *)p->request->choice->entry);
    if (p->format == CAL_VIEW_JSON) {
        write_start(p);
        return;
    }
    const char *between = p->format == CAL_VIEW_CSV ? "," : p->format == CAL_VIEW_TABLE ? "  " : " | ";
    if (p->format == CAL_VIEW_MARKDOWN) cal_text_add(&p->text, "| ");
    for (int c = 0; c < p->columns; c++)
        cal_text_add(&p->text, "%s%*s", c ? between : "",
                     p->format == CAL_VIEW_TABLE ? width_of(&column[c]) : 0, column[c].id);
    cal_text_add(&p->text, p->format == CAL_VIEW_MARKDOWN ? " |\n|" : "\n");
    for (int c = 0; p->format == CAL_VIEW_MARKDOWN && c < p->columns; c++)
        cal_text_add(&p->text, c + 1 < p->columns ? "---:|" : "---:|\n");
}

// CSV as exact as JSON; what is read by people has six digits.
static void row(void *to, const double *cell) {
    cal_view_printer *p = to;
    if (p->format == CAL_VIEW_JSON) cal_json_numbers(&p->text, cell, p->columns);
    if (p->format == CAL_VIEW_MARKDOWN) cal_text_add(&p->text, "| ");
    for (int c = 0; p->format != CAL_VIEW_JSON && c < p->columns; c++) {
        bool known = cell[c] == cell[c];
        if (p->format == CAL_VIEW_CSV) {
            if (c) cal_text_add(&p->text, ",");
            if (known) cal_text_add_number(&p->text, cell[c]);
            continue;
        }
        int width = p->format == CAL_VIEW_TABLE ? width_of(&columns_of(p)[c]) : 0;
        if (c) cal_text_add(&p->text, p->format == CAL_VIEW_TABLE ? "  " : " | ");
        if (known) cal_text_add(&p->text, "%*.6g", width, cell[c]);
        else cal_text_add(&p->text, "%*s", width, "-");
    }
    if (p->format != CAL_VIEW_JSON) cal_text_add(&p->text, p->format == CAL_VIEW_MARKDOWN ? " |\n" : "\n");
    if (p->text.length > CHUNK) flush(p);
}

void cal_view_print_open(cal_view_printer *out, cal_table *table, const cal_view_request *request,
                         cal_view_format format, const char *link) {
    *out = (cal_view_printer){.request = request, .link = link, .format = format};
    *table = (cal_table){.begin = begin, .row = row, .to = out};
}

cal_status cal_view_print_close(cal_view_printer *p, const cal_table *table, cal_status status,
                                cal_error *err) {
    if (!status) {
        if (p->format == CAL_VIEW_JSON) {
            cal_json_close(&p->text, ']');
            cal_json_key(&p->text, "facts");
            cal_view_write_facts(&p->text, table);
            cal_json_close(&p->text, '}');
            cal_text_add(&p->text, "\n");
        }
        for (int i = 0; p->format >= CAL_VIEW_TABLE && i < table->facts; i++) {
            double value = table->fact[i].value;
            cal_text_add(&p->text, i ? ", %s " : "\n%s ", table->fact[i].name);
            if (value == value) cal_text_add(&p->text, "%.6g", value);
            else cal_text_add(&p->text, "-");
        }
        if (p->format >= CAL_VIEW_TABLE && table->facts) cal_text_add(&p->text, "\n");
        flush(p);
        status = p->status;
        if (status && err) *err = p->error;
    }
    cal_text_free(&p->text);
    return status;
}
