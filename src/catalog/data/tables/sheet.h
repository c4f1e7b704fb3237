// Data sets whose samples are rows of one or two tables.
#ifndef CAL_CATALOG_DATA_TABLES_SHEET_H
#define CAL_CATALOG_DATA_TABLES_SHEET_H
#include "catalog/data/tables/rows.h"
#include "catalog/data/subset/records.h"

// Its cal_data has `tables` and the functions below. If the link has the parameter `features`, every column
// but the label is a feature, and `measure` sets it; else a sample has `length` numbers.

typedef struct cal_sheets {
    int count; // 1: all splits are drawn from the first; 2: the test set is drawn from the second
    cal_sheet sheet[2];
    cal_records records[2];
    cal_slice *field;        // room for the fields of a row
    const cal_file *vectors; // null: not requested
    cal_arena scratch;
} cal_sheets;

typedef struct cal_tables {
    const char *files[2]; // "table.csv" and, with test_from=file, "table-test.csv"
    const char *vectors;  // "glove.txt", needed with vectors=glove; null
    // Fills the features of the splits, which are zero so far.
    cal_status (*fill)(cal_dataset *out, const cal_sheets *sheets, const cal_choice *choice, cal_error *err);
    // Upper bound of the bytes that it allocates temporarily, with this first table. Null: none.
    size_t (*loading)(const cal_choice *choice, const cal_file *table);
} cal_tables;

void cal_tables_shape(int *k, int *c, int *h, int *w, const cal_choice *choice);
void cal_tables_files(char *out, int size, const cal_choice *choice);
// Sets label column, classes, features and samples from the files.
cal_status cal_tables_measure(cal_choice *choice, const cal_file *files, int nfiles, cal_error *err);
void cal_tables_keeps(cal_dataset *counted, const cal_choice *choice, int width);
size_t cal_tables_loading(const cal_choice *choice, const cal_file *files, int nfiles);
// Reads the tables and labels, names the classes and draws the splits, whose `source` is the row. Rows of the
// second table must have labels of the first, of which there must be out->k.
cal_status cal_tables_load(cal_dataset *out, const cal_choice *choice, const cal_file *files, int nfiles,
                           cal_error *err);

// For `fill`: calls `take` for every sample of the splits; it sets features [out->c] from a row.
typedef cal_status cal_row_take(float *features, void *context, const cal_sheet *sheet, int row,
                                cal_slice *field, cal_error *err);
cal_status cal_sheets_fill(cal_dataset *out, const cal_sheets *sheets, cal_row_take *take, void *context,
                           cal_error *err);

#endif
