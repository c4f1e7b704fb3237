// Functions that can fail return a cal_status and leave one sentence in a cal_error.
//
// The sentence names the thing, its value and the bound ("loss focal: gamma=200 is above 100"). It ends
// without a full stop and has no line breaks. So the CLI can print it on one line, and the page can show it
// unchanged.
#ifndef CAL_BASE_STATUS_H
#define CAL_BASE_STATUS_H

#ifndef CAL_STATUS_DEFINED // api/calib.h, which includes nothing, defines the same
#define CAL_STATUS_DEFINED
typedef enum cal_status {
    CAL_OK = 0,
    CAL_FAILED = 1, // the work failed, or its result differs from what was promised (CLI exit status 1)
    CAL_USAGE = 2,  // the request makes no sense (CLI exit status 2)
    CAL_MEMORY = 3, // memory was refused (CLI exit status 1); nothing that existed before is lost
} cal_status;

typedef struct cal_error {
    cal_status status;
    char text[480];
} cal_error;
#endif

// Formats the sentence into *err (may be null) and returns `status`. Never allocates. Control characters and
// invalid UTF-8 in the arguments become '?', so that hostile input cannot forge lines.
cal_status cal_fail(cal_error *err, cal_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Returns CAL_MEMORY with "WHERE: memory for WHAT was refused". `format` is WHAT alone ("a plan of %d nodes")
// or both ("%s: %d lines"): everything after its first ": ", if there is one, is WHAT.
cal_status cal_refuse_memory(cal_error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
