// Floor 5. A view's table on stdout, printed while it is made.
#ifndef CAL_CLI_VIEW_PRINT_H
#define CAL_CLI_VIEW_PRINT_H
#include "run/view.h"

typedef enum cal_view_format {
    CAL_VIEW_JSON,
    CAL_VIEW_CSV,
    CAL_VIEW_TABLE,
    CAL_VIEW_MARKDOWN
} cal_view_format;

// False for a word that names none.
bool cal_view_format_parse(cal_view_format *out, const char *word);

typedef struct cal_view_printer {
    const cal_view_request *request;
    const char *link;
    cal_view_format format;
    int columns;
    cal_text text;     // what is not printed yet
    cal_status status; // of printing
    cal_error error;
} cal_view_printer;

// Makes `table` print; both stay where they are until the end. link may be null.
void cal_view_print_open(cal_view_printer *out, cal_table *table, const cal_view_request *request,
                         cal_view_format format, const char *link);
// What comes after the rows; `status` is how the making went.
cal_status cal_view_print_close(cal_view_printer *printer, const cal_table *table, cal_status status,
                                cal_error *err);

#endif
