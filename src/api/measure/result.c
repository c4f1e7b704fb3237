#include "api/result.h"
#include <string.h>

static void begin(void *to, int rows) {
    cal_result *r = to;
    r->info.rows = rows;
    r->cell = cal_arena_alloc(&r->arena, ((size_t)rows * (size_t)r->info.columns + 1) * sizeof *r->cell);
}

static void row(void *to, const double *cell) {
    cal_result *r = to;
    const size_t columns = (size_t)r->info.columns, rows = (size_t)r->info.rows, at = (size_t)r->at;
    const bool there = r->cell && at < rows;
    if (there && r->by_column)
        for (size_t i = 0; i < columns; i++) r->cell[i * rows + at] = cell[i];
    else if (there) memcpy(r->cell + at * columns, cell, columns * sizeof *cell);
    r->at++;
    if (r->listener) r->listener(r->context, r->at, r->info.rows);
}

const char *cal_result_keep(cal_result *r, cal_text *text) {
    const char *kept = text->data ? cal_arena_text(&r->arena, text->data, (size_t)text->length) : "";
    r->arena.refused |= text->refused;
    cal_text_free(text);
    return kept;
}

void cal_result_take_choice(cal_result *r, const cal_choice *choice) {
    cal_text text = {0};
    cal_choice_write(&text, choice);
    r->info.choice = cal_result_keep(r, &text);
}

cal_result_column *cal_result_columns(cal_result *r, int count) {
    cal_result_column *column = cal_arena_alloc(&r->arena, (size_t)count * sizeof *column + 1);
    r->info.columns = count;
    r->info.column = column;
    return column;
}

cal_status cal_result_end(cal_result **out, const cal_table *table, cal_status status, cal_error *err) {
    cal_result *r = *out;
    if (!status) {
        cal_named_figure *fact = cal_arena_alloc(&r->arena, sizeof(cal_named_figure[CAL_FACTS_MAX]));
        for (int i = 0; fact && i < table->facts; i++) {
            const char *name = cal_arena_text(&r->arena, table->fact[i].name, strlen(table->fact[i].name));
            fact[i] = (cal_named_figure){name, table->fact[i].value};
        }
        r->info.facts = table->facts;
        r->info.fact = fact;
        r->info.cell = r->cell;
        if (r->arena.refused) status = cal_refuse_memory(err, "the table");
    }
    if (!status) return CAL_OK;
    cal_result_free(r);
    *out = NULL;
    return status;
}

void cal_result_free(cal_result *r) {
    if (!r) return;
    cal_arena_free(&r->arena);
    cal_mem_free(r);
}

cal_result_info cal_result_about(const cal_result *r) { return r ? r->info : (cal_result_info){0}; }

cal_table cal_result_table(cal_result *r) { return (cal_table){.begin = begin, .row = row, .to = r}; }

const char *cal_result_note(const cal_result *r, int index) {
    return r && index >= 0 && index < r->notes.count ? r->notes.note[index].text : NULL;
}
