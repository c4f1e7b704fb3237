// A table on stdout, printed while it is computed.
#ifndef CAL_CLI_TABLE_PRINT_H
#define CAL_CLI_TABLE_PRINT_H
#include "run/report/view.h"

typedef enum cal_table_format {
    CAL_TABLE_JSON,
    CAL_TABLE_CSV,
    CAL_TABLE_TEXT,
    CAL_TABLE_MARKDOWN
} cal_table_format;

// False for a word that names no format.
bool cal_table_format_parse(cal_table_format *out, const char *word);

// What is printed beside the numbers.
typedef struct cal_table_about {
    int columns;
    void (*id)(cal_text *out, const void *of, int column); // writes a column's name for CSV
    void (*head)(cal_text *json, const void *of);          // writes the members before "rows", as "columns"
    const void *of;
} cal_table_about;

typedef struct cal_table_printer {
    cal_table_about about;
    cal_table_format format;
    int *width;        // [columns] of tables for readers
    cal_text text;     // not printed yet
    cal_status status; // of printing
    cal_error error;
} cal_table_printer;

// Makes `table` print its rows; both must stay at their addresses until the end.
void cal_table_print_open(cal_table_printer *out, cal_table *table, cal_table_format format,
                          const cal_table_about *about);
// Prints what comes after the rows; `status` is that of computing the table.
cal_status cal_table_print_close(cal_table_printer *printer, const cal_table *table, cal_status status,
                                 cal_error *err);

#endif
