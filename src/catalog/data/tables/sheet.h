// Data sets whose samples are rows of one or two tables.
#ifndef CAL_CATALOG_DATA_TABLES_SHEET_H
#define CAL_CATALOG_DATA_TABLES_SHEET_H
#include "catalog/data/tables/rows.h"
#include "catalog/data/subset/records.h"

typedef struct cal_sheets {
    int count; // 1: all splits are drawn from the first; 2: the test set from the second
    cal_sheet sheet[2];
    cal_records records[2];
    cal_arena scratch;
} cal_sheets;

// "table.csv" and, with test_from=file, "table-test.csv".
void cal_sheets_files(char *out, int size, const cal_choice *choice, const char *const names[2]);
// Reads the tables and labels and names the classes; rows of the second may have no other labels than the
// first's, of which there must be out->k. Free with cal_arena_free(&scratch), also after an error.
cal_status cal_sheets_open(cal_sheets *sheets, cal_dataset *out, const cal_choice *choice,
                           const char *const names[2], const cal_file *files, int nfiles, cal_error *err);
// Draws the splits, of features, which are left zero; `source` is the row.
cal_status cal_sheets_draw(cal_dataset *out, const cal_sheets *sheets, const cal_choice *choice,
                           cal_error *err);
cal_slice *cal_sheets_row(cal_sheets *sheets); // room for a row's fields; null when memory is refused
// The sheet that a split of that data set is drawn from.
const cal_sheet *cal_sheets_of(const cal_sheets *sheets, const cal_dataset *data, const cal_split *split);
// Label column, classes and samples as the files have them; *columns with the label's.
cal_status cal_sheets_measure(cal_choice *choice, int *columns, const char *const names[2],
                              const cal_file *files, int nfiles, cal_error *err);

#endif
