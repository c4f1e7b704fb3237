// A table on stdout, printed while it is made.
#ifndef CAL_CLI_TABLE_PRINT_H
#define CAL_CLI_TABLE_PRINT_H
#include "run/report/view.h"

typedef enum cal_table_format {
    CAL_TABLE_JSON,
    CAL_TABLE_CSV,
    CAL_TABLE_TEXT,
    CAL_TABLE_MARKDOWN
} cal_table_format;

// False for a word that names none.
bool cal_table_format_parse(cal_table_format *out, const char *word);

// What is said beside the numbers.
typedef struct cal_table_about {
    int columns;
    void (*id)(cal_text *out, const void *of, int column); // of a column, as CSV names it
    void (*head)(cal_text *json, const void *of);          // members in front of "rows", "columns" among them
    const void *of;
} cal_table_about;

typedef struct cal_table_printer {
    cal_table_about about;
    cal_table_format format;
    int *width;        // [columns], of people's text
    cal_text text;     // what is not printed yet
    cal_status status; // of printing
    cal_error error;
} cal_table_printer;

// Makes `table` print; both stay where they are until the end.
void cal_table_print_open(cal_table_printer *out, cal_table *table, cal_table_format format,
                          const cal_table_about *about);
// What comes after the rows; `status` is how the making went.
cal_status cal_table_print_close(cal_table_printer *printer, const cal_table *table, cal_status status,
                                 cal_error *err);

#endif
