// The checksum of a shared link: `sum=` in front of everything else.
//
//   sum = whole *part        whole: 6 characters, each part: 2.
//
// It is written in base 32 (digits and small letters without i, l, o, u). `whole` is a CRC of 30 bits
// (CRC-30/CDMA) over all the text after it. A `part` is a CRC of 10 bits (CRC-10/ATM) over the text between
// two '&'. The sum comes first, so that a link that was cut short lacks parts that the checksum counts. A CRC
// of b bits detects every error burst of up to b bits. So one wrong character is always detected, and its
// part named. Only keys of the page may follow the parts that the checksum covers.
#ifndef CAL_RUN_LINK_SUM_H
#define CAL_RUN_LINK_SUM_H
#include "base/slice.h"
#include "base/status.h"
#include "base/text.h"

typedef struct cal_link_sum {
    cal_slice text; // after "sum="
    int parts;      // number of parts that it covers; -1: the checksum itself is damaged
} cal_link_sum;

// Takes "sum=..." off the front of a link; returns false if there is none.
bool cal_link_sum_take(cal_link_sum *out, cal_slice *rest);
bool cal_link_sum_matches_part(const cal_link_sum *sum, int index, cal_slice part);
// Returns the first `count` parts of a link, or fewer.
cal_slice cal_link_first(cal_slice rest, int count);
// Fails with one sentence about what is wrong with a link that has a checksum.
cal_status cal_link_sum_check(const cal_link_sum *sum, cal_slice rest, cal_error *err);
// Corrects the one wrong character of the text that the checksum covers; returns false if more than one is
// wrong.
bool cal_link_sum_correct(const cal_link_sum *sum, char *text, int length);
// Writes "sum=...&" and the link.
void cal_link_seal(cal_text *out, cal_slice link);

#endif
