// Helpers for tests of the C library: they check a call's status with its sentence.
#ifndef CAL_TESTS_API_CHECK_H
#define CAL_TESTS_API_CHECK_H
#include "api/calib.h"
#include "check.h"
#include "link_of.h"

static cal_error err;

#define REFUSED(call, wanted_status, wanted_text)                                                            \
    do {                                                                                                     \
        err = (cal_error){0};                                                                                \
        CHECK((call) == (wanted_status));                                                                    \
        CHECK_TEXT(err.text, wanted_text);                                                                   \
    } while (0)
#define GOOD(call)                                                                                           \
    do {                                                                                                     \
        err = (cal_error){0};                                                                                \
        CHECK((call) == CAL_OK);                                                                             \
        CHECK_TEXT(err.text, "");                                                                            \
    } while (0)

#endif
