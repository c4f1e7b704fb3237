// Parses links for tests.
#ifndef CAL_TESTS_LINK_OF_H
#define CAL_TESTS_LINK_OF_H
#include "api/calib.h"

// Returns a handle that lives until 32 others are parsed; null if the link is wrong.
static inline const cal_link *link_of(const char *text) {
    static cal_link *kept[32];
    static int turn;
    cal_link **at = &kept[turn++ % 32];
    cal_link_free(*at);
    *at = NULL;
    cal_link_parse(at, text, NULL);
    return *at;
}

#endif
