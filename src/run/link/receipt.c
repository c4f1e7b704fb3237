#include "run/link/receipt.h"
#include <stddef.h>
#include <string.h>
#include "base/maths/maths.h"

const char *const cal_receipt_figures[CAL_RECEIPT_FIGURES] = {"error", "nll", "brier", "ece", "mce"};

static const struct {
    const char *name;
    size_t offset;
} hashes[] = {
    {"data", offsetof(cal_receipt, data)},
    {"weights", offsetof(cal_receipt, weights)},
    {"digest", offsetof(cal_receipt, digest)},
};
enum { HASHES = sizeof hashes / sizeof *hashes };
static const double TOLERATED = 4; // standard deviations

static const char *hash_of(const cal_receipt *receipt, int i) {
    return (const char *)receipt + hashes[i].offset;
}

void cal_receipt_clear(cal_receipt *out) {
    *out = (cal_receipt){.engine = ""};
    for (int i = 0; i < CAL_RECEIPT_FIGURES; i++) out->figure[i] = __builtin_nan("");
}

static const char fused[] = "-fused";
enum { FUSED = sizeof fused - 1 };

static cal_status read_engine(cal_receipt *out, cal_slice text, cal_error *err) {
    out->fused = text.length > FUSED && memcmp(text.at + text.length - FUSED, fused, FUSED) == 0;
    if (out->fused) text.length -= FUSED;
    bool good = text.length > 0 && text.length < (int)sizeof out->engine;
    for (int i = 0; good && i < text.length; i++)
        good = (text.at[i] >= '0' && text.at[i] <= '9') || text.at[i] == '.';
    if (!good)
        return cal_fail(
            err, CAL_USAGE,
            "receipt=%.*s: the engine's version must be digits and dots, as in 1.1.0 or 1.1.0-fused",
            CAL_QUOTED(text));
    memcpy(out->engine, text.at, (size_t)text.length);
    return CAL_OK;
}

cal_status cal_hex16_read(char out[CAL_HEX16], const char *name, cal_slice text, cal_error *err) {
    bool good = text.length == CAL_HEX16 - 1;
    for (int i = 0; good && i < text.length; i++) {
        char c = text.at[i];
        good = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    }
    if (!good)
        return cal_fail(err, CAL_USAGE, "%s=%.*s is not 16 lower-case hexadecimal digits", name,
                        CAL_QUOTED(text));
    memcpy(out, text.at, CAL_HEX16 - 1);
    out[CAL_HEX16 - 1] = 0;
    return CAL_OK;
}

static cal_status read_member(cal_receipt *out, cal_slice name, cal_slice value, cal_error *err) {
    for (int i = 0; i < HASHES; i++) {
        char *place = (char *)out + hashes[i].offset;
        if (!cal_slice_is(name, hashes[i].name)) continue;
        if (*place) return cal_fail(err, CAL_USAGE, "receipt: %s is given twice", hashes[i].name);
        return cal_hex16_read(place, hashes[i].name, value, err);
    }
    for (int i = 0; i < CAL_RECEIPT_FIGURES; i++) {
        double *place = &out->figure[i];
        if (!cal_slice_is(name, cal_receipt_figures[i])) continue;
        if (*place == *place)
            return cal_fail(err, CAL_USAGE, "receipt: %s is given twice", cal_receipt_figures[i]);
        if (cal_number_parse(place, value)) return CAL_OK;
        return cal_fail(err, CAL_USAGE, "receipt: %s=%.*s is not a number", cal_receipt_figures[i],
                        CAL_QUOTED(value));
    }
    return cal_fail(err, CAL_USAGE,
                    "receipt: no '%.*s'; its parts are data, weights, digest, error, nll, brier, ece and mce",
                    CAL_QUOTED(name));
}

cal_status cal_receipt_read(cal_receipt *out, const char *text, int length, cal_error *err) {
    cal_slice rest = {text, length}, engine = cal_slice_cut(&rest, ':');
    cal_receipt_clear(out);
    cal_status status = read_engine(out, engine, err);
    while (!status && rest.at) {
        cal_slice value = cal_slice_cut(&rest, ','), name = cal_slice_cut(&value, '=');
        if (!value.at) return cal_fail(err, CAL_USAGE, "receipt: '%.*s' has no value", CAL_QUOTED(name));
        status = read_member(out, name, value, err);
    }
    const char *missing = NULL;
    for (int i = 0; i < HASHES && !missing; i++)
        if (!*hash_of(out, i)) missing = hashes[i].name;
    for (int i = 0; i < CAL_RECEIPT_FIGURES && !missing; i++)
        if (out->figure[i] != out->figure[i]) missing = cal_receipt_figures[i];
    if (status || !missing) return status;
    return cal_fail(err, CAL_USAGE, "receipt: %s is missing; the receipt was cut short", missing);
}

void cal_receipt_write(cal_text *out, const cal_receipt *receipt) {
    cal_text_add(out, "%s%s", receipt->engine, receipt->fused ? fused : "");
    for (int i = 0; i < HASHES; i++)
        cal_text_add(out, "%c%s=%s", i ? ',' : ':', hashes[i].name, hash_of(receipt, i));
    for (int i = 0; i < CAL_RECEIPT_FIGURES; i++) {
        cal_text_add(out, ",%s=", cal_receipt_figures[i]);
        cal_text_add_number(out, receipt->figure[i]);
    }
}

// ---- comparing

static bool is_promised(const cal_receipt *promised, int figure) {
    return promised->figure[figure] == promised->figure[figure];
}

// Two trainings that have diverged answer differently for some samples. A mean over n samples then has a
// difference with standard deviation at most sqrt(2 variance / n). The variance is the largest for a mean m:
// m (1 - m) for errors in [0, 1], and m (2 - m) for Brier scores in [0, 2]. The ECE is a mean of confidence
// less errors. NLL has no bound; measured, its standard deviation is below 2 m. The tolerance is TOLERATED
// standard deviations. The mce is not compared, since a bin with few samples decides it.
double cal_receipt_tolerance(int i, const cal_receipt *promised, const cal_receipt *got, int test) {
    enum { ERROR, NLL, BRIER, ECE };
    const int of = i == ECE ? ERROR : i;
    const double mean = (promised->figure[of] + got->figure[of]) / 2;
    const double variance = of == ERROR   ? mean * (1 - mean)
                            : of == NLL   ? 4 * mean * mean
                            : of == BRIER ? mean * (2 - mean)
                                          : __builtin_nan("");
    return TOLERATED * (variance > 0 ? cal_sqrt(2 * variance / (test > 0 ? test : 1)) : variance * 0);
}

static void open_row(cal_text *json, const char *what) {
    cal_json_open(json, '{');
    cal_json_member_string(json, "what", what);
    cal_json_key(json, "promised");
}

static bool close_row(cal_text *json, bool same) {
    cal_json_member_bool(json, "same", same);
    cal_json_close(json, '}');
    return same;
}

static bool text_row(cal_text *json, const char *what, const char *promised, const char *got) {
    bool same = strcmp(promised, got) == 0;
    if (!json) return same;
    open_row(json, what);
    cal_json_string(json, promised);
    cal_json_member_string(json, "got", got);
    return close_row(json, same);
}

// within: below 0 if only an equal number counts as the same.
static bool number_row(cal_text *json, const char *what, double promised, double got, double within) {
    const double apart = promised > got ? promised - got : got - promised;
    bool same = promised == got || apart <= within;
    if (!json) return same;
    open_row(json, what);
    cal_json_number(json, promised);
    cal_json_member_number(json, "got", got);
    if (within >= 0) cal_json_member_number(json, "within", within);
    return close_row(json, same);
}

static bool engine_row(cal_text *json, const cal_receipt *promised, const cal_receipt *got) {
    cal_text a = {0}, b = {0};
    cal_text_add(&a, "%s%s", promised->engine, promised->fused ? fused : "");
    cal_text_add(&b, "%s%s", got->engine, got->fused ? fused : "");
    bool same = text_row(json, "engine", a.data ? a.data : "", b.data ? b.data : "");
    cal_text_free(&a);
    cal_text_free(&b);
    return same;
}

cal_receipt_agreement cal_receipt_compare(cal_text *json, const cal_receipt *promised, const cal_receipt *got,
                                          int test) {
    const bool bits = !promised->fused && !got->fused;
    bool same = true;
    int figures = 0;
    if (json) cal_json_open(json, '[');
    if (promised->engine[0]) engine_row(json, promised, got);
    for (int i = 0; i < HASHES; i++)
        if (*hash_of(promised, i) && (bits || hashes[i].offset == offsetof(cal_receipt, data)))
            same &= text_row(json, hashes[i].name, hash_of(promised, i), hash_of(got, i));
    for (int i = 0; i < CAL_RECEIPT_FIGURES; i++) {
        const double within = bits ? -1 : cal_receipt_tolerance(i, promised, got, test);
        if (!is_promised(promised, i) || within != within) continue;
        same &= number_row(json, cal_receipt_figures[i], promised->figure[i], got->figure[i], within);
        figures++;
    }
    if (json) cal_json_close(json, ']');
    if (bits) return same ? CAL_RECEIPT_SAME : CAL_RECEIPT_DIFFERS;
    return same && figures ? CAL_RECEIPT_CLOSE : CAL_RECEIPT_DIFFERS; // a digest alone promises bits
}

// Returns true if figure `i` differs.
static bool is_other(int i, const cal_receipt *promised, const cal_receipt *got, bool bits, int test) {
    const double within = bits ? -1 : cal_receipt_tolerance(i, promised, got, test);
    return is_promised(promised, i) && within == within &&
           !number_row(NULL, "", promised->figure[i], got->figure[i], within);
}

cal_status cal_receipt_differs(const cal_receipt *promised, const cal_receipt *got, int test,
                               cal_error *err) {
    const bool bits = !promised->fused && !got->fused;
    cal_text first = {0}, others = {0};
    for (int i = 0; i < CAL_RECEIPT_FIGURES; i++) {
        if (!is_other(i, promised, got, bits, test)) continue;
        if (first.length) cal_text_add(&others, ", %s", cal_receipt_figures[i]);
        else {
            cal_text_add(&first, "%s ", cal_receipt_figures[i]);
            cal_text_add_number(&first, promised->figure[i]);
            cal_text_add(&first, ", but this run gave ");
            cal_text_add_number(&first, got->figure[i]);
        }
    }
    for (int i = 0; i < HASHES; i++) {
        if (!*hash_of(promised, i) || strcmp(hash_of(promised, i), hash_of(got, i)) == 0) continue;
        if (!bits && is_promised(promised, 0) && hashes[i].offset != offsetof(cal_receipt, data)) continue;
        if (first.length) cal_text_add(&others, ", %s", hashes[i].name);
        else
            cal_text_add(&first, "%s %s, but this run gave %s", hashes[i].name, hash_of(promised, i),
                         hash_of(got, i));
    }
    const bool other = promised->engine[0] && strcmp(promised->engine, got->engine) != 0;
    cal_status status = cal_fail(
        err, CAL_FAILED, "the link promises %s%s%s%s%s%s%s%s", first.length ? first.data : "the same",
        others.length ? "; different too: " : "", others.length ? others.data + 2 : "",
        other ? "; it was made by engine " : "", other ? promised->engine : "", other ? ", and this is " : "",
        other ? got->engine : "",
        bits
            ? ""
            : "; one of the two was computed with fused multiply-add, and they are farther apart than usual");
    if (first.refused || others.refused) status = cal_fail(err, CAL_MEMORY, "memory was refused");
    cal_text_free(&first);
    cal_text_free(&others);
    return status;
}
