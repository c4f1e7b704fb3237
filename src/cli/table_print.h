// Prints tables on stdout.
#ifndef CAL_CLI_TABLE_PRINT_H
#define CAL_CLI_TABLE_PRINT_H
#include "cli/cli.h"

typedef enum cal_table_format {
    CAL_TABLE_JSON,
    CAL_TABLE_CSV,
    CAL_TABLE_TEXT,
    CAL_TABLE_MARKDOWN
} cal_table_format;

// Returns false if the word names no format.
bool cal_table_format_parse(cal_table_format *out, const char *word);

// `head` has the JSON members before "columns", and is freed.
cal_status cal_table_print(cal_text *head, const cal_result *result, cal_table_format format, cal_error *err);

#endif
