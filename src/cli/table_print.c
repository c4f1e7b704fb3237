#include "cli/table_print.h"
#include <string.h>
#include "base/memory.h"
#include "cli/cli.h"

enum { CHUNK = 1 << 16 };

bool cal_table_format_parse(cal_table_format *out, const char *word) {
    static const char *const words[] = {"json", "csv", "table", "markdown"};
    for (int i = 0; i < 4; i++)
        if (strcmp(words[i], word) == 0) return *out = (cal_table_format)i, true;
    return false;
}

// Prints the text so far and clears it. The first error is kept.
static void flush(cal_table_printer *p) {
    if (!p->status) p->status = cal_print_text(&p->text, &p->error);
    p->text.length = 0;
}

enum { WIDTH = 12 }; // "-1.23457e-05"

static void write_heads(cal_table_printer *p) {
    const char *between = p->format == CAL_TABLE_CSV ? "," : p->format == CAL_TABLE_TEXT ? "  " : " | ";
    if (p->format == CAL_TABLE_MARKDOWN) cal_text_add(&p->text, "| ");
    for (int c = 0; c < p->about.columns; c++) {
        cal_text id = {0};
        p->about.id(&id, p->about.of, c);
        p->text.refused |= id.refused;
        if (p->width) p->width[c] = id.length > WIDTH ? id.length : WIDTH;
        cal_text_add(&p->text, "%s%*s", c ? between : "",
                     p->format == CAL_TABLE_TEXT && p->width ? p->width[c] : 0, id.data ? id.data : "");
        cal_text_free(&id);
    }
    cal_text_add(&p->text, p->format == CAL_TABLE_MARKDOWN ? " |\n|" : "\n");
    for (int c = 0; p->format == CAL_TABLE_MARKDOWN && c < p->about.columns; c++)
        cal_text_add(&p->text, c + 1 < p->about.columns ? "---:|" : "---:|\n");
}

static void begin(void *to, int rows) {
    (void)rows;
    cal_table_printer *p = to;
    if (p->format != CAL_TABLE_JSON) {
        write_heads(p);
        return;
    }
    cal_json_open(&p->text, '{');
    p->about.head(&p->text, p->about.of);
    cal_json_key(&p->text, "rows");
    cal_json_open(&p->text, '[');
}

// CSV has all digits, like JSON; tables for readers have six.
static void row(void *to, const double *cell) {
    cal_table_printer *p = to;
    if (p->format == CAL_TABLE_JSON) cal_json_numbers(&p->text, cell, p->about.columns);
    if (p->format == CAL_TABLE_MARKDOWN) cal_text_add(&p->text, "| ");
    for (int c = 0; p->format != CAL_TABLE_JSON && c < p->about.columns; c++) {
        bool known = cell[c] == cell[c];
        if (p->format == CAL_TABLE_CSV) {
            if (c) cal_text_add(&p->text, ",");
            if (known) cal_text_add_number(&p->text, cell[c]);
            continue;
        }
        int width = p->format == CAL_TABLE_TEXT && p->width ? p->width[c] : 0;
        if (c) cal_text_add(&p->text, p->format == CAL_TABLE_TEXT ? "  " : " | ");
        if (known) cal_text_add(&p->text, "%*.6g", width, cell[c]);
        else cal_text_add(&p->text, "%*s", width, "-");
    }
    if (p->format != CAL_TABLE_JSON) cal_text_add(&p->text, p->format == CAL_TABLE_MARKDOWN ? " |\n" : "\n");
    if (p->text.length > CHUNK) flush(p);
}

void cal_table_print_open(cal_table_printer *out, cal_table *table, cal_table_format format,
                          const cal_table_about *about) {
    *out = (cal_table_printer){.about = *about, .format = format};
    out->width =
        cal_mem_alloc((size_t)about->columns * sizeof *out->width + 1); // refused: nothing is aligned
    *table = (cal_table){.begin = begin, .row = row, .to = out};
}

cal_status cal_table_print_close(cal_table_printer *p, const cal_table *table, cal_status status,
                                 cal_error *err) {
    if (!status) {
        if (p->format == CAL_TABLE_JSON) {
            cal_json_close(&p->text, ']');
            cal_json_key(&p->text, "facts");
            cal_view_write_facts(&p->text, table);
            cal_json_close(&p->text, '}');
            cal_text_add(&p->text, "\n");
        }
        for (int i = 0; p->format >= CAL_TABLE_TEXT && i < table->facts; i++) {
            double value = table->fact[i].value;
            cal_text_add(&p->text, i ? ", %s " : "\n%s ", table->fact[i].name);
            if (value == value) cal_text_add(&p->text, "%.6g", value);
            else cal_text_add(&p->text, "-");
        }
        if (p->format >= CAL_TABLE_TEXT && table->facts) cal_text_add(&p->text, "\n");
        flush(p);
        status = p->status;
        if (status && err) *err = p->error;
    }
    cal_text_free(&p->text);
    cal_mem_free(p->width);
    return status;
}
