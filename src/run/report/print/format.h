// The forms in which a report is printed.
#ifndef CAL_RUN_REPORT_PRINT_FORMAT_H
#define CAL_RUN_REPORT_PRINT_FORMAT_H

typedef enum cal_format { CAL_JSON, CAL_TABLE, CAL_CSV, CAL_LATEX, CAL_MARKDOWN } cal_format;

#endif
