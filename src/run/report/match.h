// Other libraries' conventions, as texts of this lab's metrics.
#ifndef CAL_RUN_REPORT_MATCH_H
#define CAL_RUN_REPORT_MATCH_H

enum { CAL_MATCH_METRICS = 12 };

typedef struct cal_library {
    const char *name, *source;
    const char *differs; // its differences from the lab, in one or two sentences for a reader
    const char *metric[CAL_MATCH_METRICS]; // the metrics that it computes, up to a null
} cal_library;

extern const cal_library cal_libraries[]; // ends without a name
const cal_library *cal_library_find(const char *name);

#endif
