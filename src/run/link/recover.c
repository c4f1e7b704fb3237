// Recovers the readable parts of a link that is damaged, cut short, or from a newer version. The page offers
// the result to the reader and never opens it automatically.
#include <string.h>
#include "run/link/spec.h"
#include "run/link/sum.h"

// Decodes %XX if that gives a character of a link. Other characters stay, and make their part unreadable.
static int decode(char *out, const char *link, size_t length) {
    int count = 0;
    for (size_t i = 0; i < length; i++) {
        cal_slice one;
        const size_t left = length - i, step = link[i] == '%' && left > 2 ? 3 : 1;
        if (!cal_link_decode(out + count, &one, link + i, step, NULL)) i += step - 1;
        else out[count] = link[i];
        count++;
    }
    return count;
}

static cal_status check_characters(cal_slice part, cal_error *err) {
    for (int i = 0; i < part.length; i++)
        if (!cal_link_character(part.at[i]))
            return cal_fail(err, CAL_USAGE, "its character %d is not allowed in a link", i + 1);
    return CAL_OK;
}

static void add_part(cal_text *json, cal_slice part, const char *why) {
    enum { SHOWN = 200 };
    cal_text copy = {0};
    cal_text_add_bytes(&copy, part.at, (size_t)(part.length < SHOWN ? part.length : SHOWN));
    cal_json_open(json, '{');
    cal_json_member_string(json, "text", copy.data ? copy.data : "");
    cal_json_member_string(json, "why", why);
    cal_json_close(json, '}');
    json->refused |= copy.refused;
    cal_text_free(&copy);
}

// Reads a choice without its invalid parameters, and lists these in `json`, which may be null. Returns false
// if the choice itself is unreadable.
static bool read_intact_params(cal_text *json, cal_spec *spec, uint64_t *seen, cal_slice part) {
    enum { PARAMS = 64 }; // bounds the time for a hostile link
    const cal_spec before = *spec;
    const uint64_t seen_before = *seen;
    char text[CAL_LINK_MAX];
    cal_slice rest = part, kept = {text, 0};
    char separator = ':';
    const cal_slice head = cal_slice_cut(&rest, ':');
    memcpy(text, head.at, (size_t)head.length);
    kept.length = head.length;
    int commas = 0;
    for (int i = 0; i < rest.length; i++) commas += rest.at[i] == ',';
    if (!rest.at || commas >= PARAMS || cal_spec_read_part(spec, seen, kept, true, NULL)) return false;
    while (rest.at) {
        const cal_slice piece = cal_slice_cut(&rest, ',');
        cal_error why = {CAL_OK, ""};
        cal_spec attempt = before;
        uint64_t attempt_seen = seen_before;
        text[kept.length] = separator;
        memcpy(text + kept.length + 1, piece.at, (size_t)piece.length);
        const cal_slice longer = {text, kept.length + 1 + piece.length};
        if (!cal_spec_read_part(&attempt, &attempt_seen, longer, true, &why)) {
            kept = longer;
            separator = ',';
            *spec = attempt;
        } else if (json) add_part(json, piece, why.text);
    }
    return true;
}

// Reads the intact parts except part `skip` into `spec`, and returns their number. Lists the others in
// `json`, which may be null.
static int read_parts(cal_text *json, cal_spec *spec, const cal_link_sum *sum, cal_slice rest, int skip) {
    uint64_t seen = 0;
    int whole = 0;
    cal_spec_default(spec);
    for (int i = 0; rest.at && (rest.length || i); i++) {
        const cal_slice part = cal_slice_cut(&rest, '&');
        if (i == skip) continue;
        const cal_spec before = *spec;
        const uint64_t seen_before = seen;
        cal_error why = {CAL_OK, ""};
        const bool counted = !sum || sum->parts < 0 || i < sum->parts;
        cal_status status = check_characters(part, &why);
        if (!status && sum && counted && sum->parts > 0 && !cal_link_sum_matches_part(sum, i, part))
            status = cal_fail(&why, CAL_USAGE, "its checksum differs");
        const bool legible = !status && counted;
        if (!status) status = cal_spec_read_part(spec, &seen, part, counted, &why);
        bool kept = !status;
        if (status) {
            *spec = before;
            seen = seen_before;
            kept = legible && read_intact_params(json, spec, &seen, part);
        }
        if (!kept) {
            *spec = before;
            if (json) add_part(json, part, why.text);
        } else if (!cal_slice_is(part, "v=1")) whole++;
    }
    return whole;
}

// Parts that are valid separately may be invalid together (a loss and a data set, say). Then leaves out the
// last part without which the others pass `check`.
static int read_what_goes(cal_text *json, cal_spec *spec, const cal_link_sum *sum, cal_slice rest, int parts,
                          cal_spec_check *check) {
    cal_error why = {CAL_OK, ""};
    int whole = read_parts(json, spec, sum, rest, -1);
    if (!whole || !check || !check(spec, &why)) return whole;
    for (int skip = parts - 1; skip >= 0; skip--) {
        whole = read_parts(NULL, spec, sum, rest, skip);
        if (!whole || check(spec, NULL)) continue;
        cal_slice part = {NULL, 0};
        for (int i = 0; i <= skip; i++) part = cal_slice_cut(&rest, '&');
        add_part(json, part, why.text);
        return whole;
    }
    return 0;
}

// Returns true if `sealed`, the link with a new checksum, differs from the original text in exactly one
// character.
static bool is_one_off(const cal_text *sealed, const cal_link_sum *sum, cal_slice all) {
    const char *at = sealed->data + 4; // skips "sum="
    int off = sealed->length != 4 + sum->text.length + 1 + all.length ? 2 : 0;
    for (int i = 0; off < 2 && i < sum->text.length; i++) off += at[i] != sum->text.at[i];
    at += sum->text.length + 1;
    for (int i = 0; off < 2 && i < all.length; i++) off += at[i] != all.at[i];
    return off == 1;
}

// Writes the link as it was shared if exactly one character of it is wrong, in the checksum or after it.
static void correct(cal_text *out, const cal_link_sum *sum, cal_slice rest) {
    char text[CAL_LINK_MAX];
    cal_spec spec;
    const cal_slice all = cal_link_first(rest, sum->parts);
    if (sum->parts <= 0 || !rest.at) return;
    memcpy(text, all.at, (size_t)all.length);
    for (int attempt = 0; attempt < 2; attempt++) {
        if (attempt && !cal_link_sum_correct(sum, text, all.length)) return;
        cal_link_seal(out, (cal_slice){text, all.length});
        if (out->refused) return;
        if (is_one_off(out, sum, all) && !cal_spec_parse(&spec, out->data, (size_t)out->length, NULL)) return;
        cal_text_free(out);
    }
}

void cal_link_recover(cal_text *json, const char *link, size_t length, cal_spec_check *check) {
    char copy[CAL_LINK_MAX];
    cal_link_sum sum;
    cal_spec spec;
    cal_text canonical = {0}, corrected = {0};
    cal_link_skip_address(&link, &length);
    cal_slice rest = {copy, decode(copy, link, length < CAL_LINK_MAX ? length : CAL_LINK_MAX)};
    const bool sealed = cal_link_sum_take(&sum, &rest);
    const int there = rest.at ? 1 : 0;
    int parts = there;
    for (int i = 0; i < rest.length; i++) parts += rest.at[i] == '&';
    cal_json_open(json, '{');
    cal_json_key(json, "parts");
    cal_json_open(json, '[');
    if (sealed && sum.parts < 0) add_part(json, sum.text, "the checksum is damaged");
    const int whole = there ? read_what_goes(json, &spec, sealed ? &sum : NULL, rest, parts, check) : 0;
    cal_json_close(json, ']');
    cal_json_member_integer(json, "missing", sealed && sum.parts > parts ? sum.parts - parts : 0);
    if (whole) cal_spec_write(&canonical, &spec);
    if (sealed) correct(&corrected, &sum, rest);
    cal_json_member_string(json, "link", canonical.data ? canonical.data : "");
    cal_json_member_string(json, "mended", corrected.data ? corrected.data : "");
    cal_json_close(json, '}');
    json->refused |= canonical.refused || corrected.refused;
    cal_text_free(&canonical);
    cal_text_free(&corrected);
}
