// The check sum of a link that was given away: `sum=` in front of everything else.
//
//   sum = whole *part        whole: 6 characters, each part: 2
//
// In base 32 (digits and small letters without i, l, o, u), a CRC of 30 bits over all the text behind it and
// one of 10 bits over each of its parts between '&'. It stands in front, so that a link that is cut short
// lacks something that was counted. A CRC finds every damage within as many bits as it has: one wrong
// character is found always, and its part named. Behind the parts that are counted only keys of the page may
// follow.
#ifndef CAL_RUN_LINK_SUM_H
#define CAL_RUN_LINK_SUM_H
#include "run/link/link.h"

typedef struct cal_link_sum {
    cal_slice text; // after "sum="
    int parts;      // how many it is about; -1: it is damaged itself
} cal_link_sum;

// Takes "sum=..." off the front of a link; false where there is none.
bool cal_link_sum_take(cal_link_sum *out, cal_slice *rest);
bool cal_link_sum_has_part(const cal_link_sum *sum, int index, cal_slice part);
// The text of the first `sum->parts` parts.
bool cal_link_sum_has_whole(const cal_link_sum *sum, cal_slice text);
// The first `count` parts of a link, or fewer.
cal_slice cal_link_first(cal_slice rest, int count);
// One sentence about what is wrong with a link that has a check sum.
cal_status cal_link_sum_check(const cal_link_sum *sum, cal_slice rest, cal_error *err);
// Puts one wrong character right in the text that the check sum is about; false where it is not one.
bool cal_link_sum_mend(const cal_link_sum *sum, char *text, int length);
// "sum=...&" and the link.
void cal_link_seal(cal_text *out, cal_slice link);

#endif
