// Takes a first row of numbers for the names of classes.
#include <string.h>
#include "run/tables/columns/classes.h"

// Returns true if a column has only numbers of the first row, as a label of the classes 3, 5, 7 has.
static bool has_numbers_of(const cal_frame *f, int column, const bool *seen, int most) {
    for (int i = 1; i < f->n; i++) {
        double value;
        const cal_slice cell = cal_frame_cell(f, i, column);
        if (!cal_number_parse(&value, cell) || value < 0 || value > most || value != (double)(int)value ||
            !seen[(int)value])
            return false;
    }
    return true;
}

void cal_frame_take_names(cal_frame *f) {
    enum { ROOM = CAL_FRAME_COLUMNS + 1 };
    bool seen[ROOM] = {false}, named = false;
    int numbers = 0, most = 0, labels = 0;
    if (f->named || f->n < 2) return;
    for (int c = 0; c < f->columns; c++) {
        const cal_slice name = cal_frame_cell(f, 0, c);
        double value;
        if (!cal_number_parse(&value, name)) {
            // "true" and "y" name labels, but are labels in a first row of data.
            labels += cal_csv_column_kind_of(name) == CAL_COLUMN_LABEL && cal_word_meaning(name) == 0;
            continue;
        }
        if (value < 0 || value >= ROOM || value != (double)(int)value || seen[(int)value]) return;
        seen[(int)value] = true;
        most = (int)value > most ? (int)value : most;
        numbers++;
    }
    for (int c = 0; c < f->columns && !named; c++) {
        double value;
        const cal_slice name = cal_frame_cell(f, 0, c);
        named = name.length && !cal_number_parse(&value, name) && has_numbers_of(f, c, seen, most);
    }
    const bool counted = labels == 1 && most + 1 - !seen[0] == numbers;
    if (numbers < 2 || !(counted || named)) return;
    memcpy(f->head, f->cell, (size_t)f->columns * sizeof *f->head);
    f->cell += f->columns, f->line++, f->n--;
    f->named = true;
}
