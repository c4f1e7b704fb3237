#include "run/link/sum.h"
#include "run/link/link.h"
#include <stdint.h>
#include <string.h>

enum { WHOLE = 6, PART = 2, BITS = 5 };

static const char digits[] = "0123456789abcdefghjkmnpqrstvwxyz";
static const char key[] = "sum=";

// Computes CRC-30/CDMA or CRC-10/ATM by their polynomials.
static uint32_t crc(cal_slice text, int characters) {
    const int bits = characters * BITS;
    const uint32_t polynomial = characters == WHOLE ? 0x2030b9c7 : 0x233, top = (uint32_t)1 << (bits - 1);
    uint32_t sum = top - 1 + top;
    for (int i = 0; i < text.length; i++) {
        sum ^= (uint32_t)(unsigned char)text.at[i] << (bits - 8);
        for (int bit = 0; bit < 8; bit++) sum = sum & top ? (sum ^ top) << 1 ^ polynomial : sum << 1;
    }
    return sum;
}

static void write_crc(char *out, cal_slice text, int characters) {
    const uint32_t sum = crc(text, characters);
    for (int i = 0; i < characters; i++) out[i] = digits[sum >> (characters - 1 - i) * BITS & 31];
}

static bool is_crc(const char *at, cal_slice text, int characters) {
    char mine[WHOLE];
    write_crc(mine, text, characters);
    return memcmp(at, mine, (size_t)characters) == 0;
}

bool cal_link_sum_take(cal_link_sum *out, cal_slice *rest) {
    const int length = sizeof key - 1;
    if (rest->length < length || memcmp(rest->at, key, (size_t)length) != 0) return false;
    cal_slice text = cal_slice_cut(rest, '&');
    text.at += length, text.length -= length;
    bool good = text.length > WHOLE && (text.length - WHOLE) % PART == 0;
    for (int i = 0; good && i < text.length; i++) good = text.at[i] && strchr(digits, text.at[i]);
    *out = (cal_link_sum){text, good ? (text.length - WHOLE) / PART : -1};
    return true;
}

bool cal_link_sum_matches_part(const cal_link_sum *sum, int index, cal_slice part) {
    return index < sum->parts && is_crc(sum->text.at + WHOLE + index * PART, part, PART);
}

cal_slice cal_link_first(cal_slice rest, int count) {
    const char *start = rest.at;
    cal_slice part = {start, 0};
    while (rest.at && count-- > 0) part = cal_slice_cut(&rest, '&');
    return (cal_slice){start, start ? (int)(part.at - start) + part.length : 0};
}

cal_status cal_link_sum_check(const cal_link_sum *sum, cal_slice rest, cal_error *err) {
    if (sum->parts < 0 || !rest.at)
        return cal_fail(err, CAL_USAGE, "link: its checksum, sum=%.*s, is %s", CAL_QUOTED(sum->text),
                        rest.at ? "damaged" : "all that is left of it");
    const bool whole = is_crc(sum->text.at, cal_link_first(rest, sum->parts), WHOLE);
    for (int i = 0; i < sum->parts; i++) {
        if (!rest.at)
            return cal_fail(err, CAL_USAGE,
                            "link: it is cut short: the checksum covers %d parts, and only %d are here",
                            sum->parts, i);
        const cal_slice part = cal_slice_cut(&rest, '&');
        if (cal_link_sum_matches_part(sum, i, part)) continue;
        if (whole)
            return cal_fail(err, CAL_USAGE,
                            "link: its checksum, sum=%.*s, is damaged in the digits for '%.*s'",
                            CAL_QUOTED(sum->text), CAL_QUOTED(part));
        if (!rest.at && i + 1 < sum->parts)
            return cal_fail(err, CAL_USAGE, "link: it is cut short in '%.*s', part %d of %d",
                            CAL_QUOTED(part), i + 1, sum->parts);
        return cal_fail(err, CAL_USAGE, "link: '%.*s' is not what was shared%s: its checksum differs",
                        CAL_QUOTED(part), rest.at ? "" : ", or cut short");
    }
    if (whole) return CAL_OK;
    return cal_fail(err, CAL_USAGE,
                    "link: each part matches the checksum sum=%.*s, but all together do not: the link or the "
                    "checksum was changed",
                    CAL_QUOTED(sum->text));
}

// Runs the shift register back by one bit, which is possible because the polynomial is odd.
static uint32_t back(uint32_t sum) {
    const uint32_t top = (uint32_t)1 << (WHOLE * BITS - 1);
    return sum & 1 ? (sum ^ 0x2030b9c7) >> 1 | top : sum >> 1;
}

static uint32_t read_crc(const char *at) {
    uint32_t sum = 0;
    for (int i = 0; i < WHOLE; i++) sum = sum << BITS | (uint32_t)(strchr(digits, at[i]) - digits);
    return sum;
}

// A CRC is linear. So the difference of the two sums, run back to the one wrong character, has exactly the
// wrong bits of that character.
bool cal_link_sum_correct(const cal_link_sum *sum, char *text, int length) {
    uint32_t difference = crc((cal_slice){text, length}, WHOLE) ^ read_crc(sum->text.at);
    for (int i = length - 1; i >= 0; i--) {
        for (int bit = 0; bit < 8; bit++) difference = back(difference);
        if (difference << (32 - WHOLE * BITS + 8)) continue;
        const char corrected = (char)(text[i] ^ (char)(difference >> (WHOLE * BITS - 8)));
        if (!cal_link_character(corrected)) continue;
        text[i] = corrected;
        return true;
    }
    return false;
}

void cal_link_seal(cal_text *out, cal_slice link) {
    char mine[WHOLE];
    cal_text_add(out, "%s", key);
    write_crc(mine, link, WHOLE);
    cal_text_add_bytes(out, mine, WHOLE);
    for (cal_slice rest = link; rest.at;) {
        write_crc(mine, cal_slice_cut(&rest, '&'), PART);
        cal_text_add_bytes(out, mine, PART);
    }
    cal_text_add(out, "&");
    cal_text_add_bytes(out, link.at, (size_t)link.length);
}
