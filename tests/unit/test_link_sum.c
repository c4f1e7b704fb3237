// Shared links: receipts, checksums, and recovery of damaged links; and a hundred thousand hostile ones, of
// which a run tries a quarter.
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/random/random.h"
#include "check.h"
#include "run/link/spec.h"
#include "run/link/sum.h"

static cal_spec spec;
static cal_error err;

static const char *const links[] = {
    "v=1",
    "v=1&data=moons:train=100,val=60&model=mlp:hidden=16&epochs=2",
    "v=1&data=shapes10:val=300&model=cnn-s&optimizer=sgd:lr=0.05,decay=0&epochs=80&batch=32",
    "v=1&data=cifar10:batches=1/"
    "2,hash=abcdef0123456789&model=resnet20&penalty=entropy&epochs=3&switch=2:ls:eps=0.1",
    "v=1&data=shapes10:test=50&model=layers:c8-bn-relu-r(c8-bn-relu-c8-bn)-relu-ap2-gap-fc&loss=adafocal:"
    "bins=5&epochs=2",
};
enum { LINKS = sizeof links / sizeof *links };

static const cal_receipt receipt = {.engine = CAL_ENGINE,
                                    .data = "64c43d9c199621bd",
                                    .weights = "c9a772bbf8d4803c",
                                    .digest = "d1b9f3a4352e51c8",
                                    .figure = {0.5, 0.6802541044177811, 0.48847745621564415, 0.207, 0}};

static cal_status parse(const char *link) {
    err = (cal_error){0};
    return cal_spec_parse(&spec, link, strlen(link), &err);
}

static void share(cal_text *out, int i, bool with_receipt) {
    cal_receipt none;
    cal_receipt_clear(&none);
    cal_text_free(out);
    CHECK(parse(links[i]) == CAL_OK);
    cal_spec_share(out, &spec, with_receipt ? &receipt : &none);
    CHECK(!out->refused);
}

// The text of a member of a flat JSON object, up to its next quote.
static const char *member(const char *json, const char *key) {
    static char out[CAL_LINK_MAX];
    char start[64];
    snprintf(start, sizeof start, "\"%s\":\"", key);
    const char *at = strstr(json, start);
    if (!at) return "none";
    at += strlen(start);
    snprintf(out, sizeof out, "%.*s", (int)strcspn(at, "\""), at);
    return out;
}

static const char *recovered(const char *link, const char *key) {
    static cal_text json;
    cal_text_free(&json);
    cal_link_recover(&json, link, strlen(link), NULL);
    CHECK(!json.refused && json.depth == 0);
    return member(json.data, key);
}

static void test_receipt(void) {
    cal_text text = {0}, json = {0};
    cal_receipt again, other = receipt;
    cal_receipt_write(&text, &receipt);
    CHECK(cal_receipt_read(&again, text.data, text.length, &err) == CAL_OK);
    CHECK(memcmp(&again, &receipt, sizeof receipt) == 0);
    CHECK(cal_receipt_compare(&json, &receipt, &again, 50) == CAL_RECEIPT_SAME);
    other.figure[3] = 0.208;
    memcpy(other.weights, "c9a772bbf8d4803d", 16);
    CHECK(!cal_receipt_compare(&json, &receipt, &other, 50));
    cal_receipt_differs(&receipt, &other, 50, &err);
    CHECK_TEXT(err.text, "the link promises ece 0.207, but this run gave 0.208; different too: weights");
    for (int i = 0; i < 3; i++) { // each hash counts separately
        cal_receipt one = receipt;
        char *const hash[] = {one.data, one.weights, one.digest};
        hash[i][0] = hash[i][0] == '0' ? '1' : '0';
        CHECK(cal_receipt_compare(NULL, &receipt, &one, 50) == CAL_RECEIPT_DIFFERS);
    }
    other = receipt;
    memcpy(other.engine, "0.9", 4);
    cal_text_free(&json);
    CHECK(cal_receipt_compare(&json, &other, &receipt, 50) ==
          CAL_RECEIPT_SAME); // a different engine alone does not count
    CHECK(strstr(json.data,
                 "{\"what\":\"engine\",\"promised\":\"0.9\",\"got\":\"" CAL_ENGINE "\",\"same\":false}"));
    other.figure[0] = 0.25;
    cal_receipt_differs(&other, &receipt, 50, &err);
    CHECK_TEXT(err.text,
               "the link promises error 0.25, but this run gave 0.5; it was made by engine 0.9, and this "
               "is " CAL_ENGINE);
    static const char *const wrong[][2] = {
        {"", "receipt=: the engine's version must be digits and dots, as in 1.1.0 or 1.1.0-fused"},
        {"-fused",
         "receipt=-fused: the engine's version must be digits and dots, as in 1.1.0 or 1.1.0-fused"},
        {"x", "receipt=x: the engine's version must be digits and dots, as in 1.1.0 or 1.1.0-fused"},
        {"1.0:", "receipt: '' has no value"},
        {"1.0:ece=0.1", "receipt: data is missing; the receipt was cut short"},
        {"1.0:ece=0.1,ece=0.1", "receipt: ece is given twice"},
        {"1.0:data=0123456789abcdef,data=0123456789abcdef", "receipt: data is given twice"},
        {"1.0:ece=a", "receipt: ece=a is not a number"},
        {"1.0:data=64c43d9c199621b", "data=64c43d9c199621b is not 16 lower-case hexadecimal digits"},
        {"1.0:ace=0.1",
         "receipt: no 'ace'; its parts are data, weights, digest, error, nll, brier, ece and mce"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK(cal_receipt_read(&again, wrong[i][0], (int)strlen(wrong[i][0]), &err) == CAL_USAGE);
        CHECK_TEXT(err.text, wrong[i][1]);
    }
    cal_text_free(&text);
    cal_text_free(&json);
}

static cal_receipt_agreement agreement(const cal_receipt *promised, const cal_receipt *got, int test) {
    cal_text json = {0};
    const cal_receipt_agreement found = cal_receipt_compare(&json, promised, got, test);
    CHECK(found == cal_receipt_compare(NULL, promised, got, test));
    CHECK(found || cal_receipt_differs(promised, got, test, &err) == CAL_FAILED);
    CHECK(!strstr(json.data, "weights") && !strstr(json.data, "digest") && !strstr(json.data, "mce"));
    cal_text_free(&json);
    return found;
}

// With fused multiply-add no result is the same, not even as itself: figures are close or not.
static void test_fused(void) {
    cal_text text = {0};
    cal_receipt fused = receipt, again, none;
    fused.fused = true;
    cal_receipt_write(&text, &fused);
    CHECK(strncmp(text.data, CAL_ENGINE "-fused:data=", sizeof CAL_ENGINE "-fused:data=" - 1) == 0);
    CHECK(cal_receipt_read(&again, text.data, text.length, &err) == CAL_OK);
    CHECK(again.fused);
    CHECK_TEXT(again.engine, CAL_ENGINE);
    CHECK(agreement(&fused, &fused, 50) == CAL_RECEIPT_CLOSE);
    CHECK(agreement(&fused, &receipt, 50) == CAL_RECEIPT_CLOSE);
    CHECK(agreement(&receipt, &fused, 50) == CAL_RECEIPT_CLOSE);
    memcpy(again.weights, "c9a772bbf8d4803d", 16);
    again.figure[4] = 1;
    CHECK(agreement(&receipt, &again, 50) == CAL_RECEIPT_CLOSE);
    memcpy(again.data, "64c43d9c199621be", 16);
    CHECK(agreement(&receipt, &again, 50) == CAL_RECEIPT_DIFFERS);
    CHECK(strstr(err.text, "data 64c43d9c199621bd") && !strstr(err.text, "weights"));

    // For each figure: exactly the tolerance, and a little more; for four times the samples half of it.
    for (int i = 0; i < CAL_RECEIPT_FIGURES; i++) {
        again = fused;
        again.figure[i] += 0.01;
        const double within = cal_receipt_tolerance(i, &receipt, &again, 5000);
        if (i == 4) {
            CHECK(within != within); // the largest gap is not compared
            continue;
        }
        CHECK(within > 0.01 && within < 0.2);
        CHECK_NEAR(cal_receipt_tolerance(i, &receipt, &again, 20000), within / 2, 1e-9);
        again.figure[i] = receipt.figure[i] + within * 0.99;
        CHECK(agreement(&receipt, &again, 5000) == CAL_RECEIPT_CLOSE);
        again.figure[i] = receipt.figure[i] + within * 1.2;
        CHECK(agreement(&receipt, &again, 5000) == CAL_RECEIPT_DIFFERS);
        CHECK(strstr(err.text, cal_receipt_figures[i]) && strstr(err.text, "fused multiply-add"));
    }

    // A digest alone promises bits, which such a run never has; figures that neither has excuse nothing.
    cal_receipt_clear(&none);
    memcpy(none.digest, receipt.digest, sizeof none.digest);
    CHECK(agreement(&none, &fused, 50) == CAL_RECEIPT_DIFFERS);
    again = fused;
    again.figure[0] = 9;
    CHECK(agreement(&again, &receipt, 50) == CAL_RECEIPT_DIFFERS);
    cal_text_free(&text);
}

// The mean over samples in 0..most has the largest variance if each is 0 or `most`. The test draws two such
// means; the tolerance is four standard deviations of their difference.
static void test_tolerance(void) {
    enum { ERROR = 0, BRIER = 2, SAMPLES = 100, PAIRS = 2000 };
    static const struct {
        int figure;
        double most, mean;
    } drawn_of[] = {{ERROR, 1, 0.1}, {ERROR, 1, 0.7}, {BRIER, 2, 0.4}, {BRIER, 2, 1.4}};
    for (size_t c = 0; c < sizeof drawn_of / sizeof *drawn_of; c++) {
        const double most = drawn_of[c].most, mean = drawn_of[c].mean;
        double squares = 0;
        for (uint64_t pair = 0; pair < PAIRS; pair++) {
            int more = 0;
            for (uint64_t i = 0; i < SAMPLES; i++) {
                more += cal_random_uniform(1 + c, CAL_STREAM_PROBE, pair, 2 * i) < mean / most;
                more -= cal_random_uniform(1 + c, CAL_STREAM_PROBE, pair, 2 * i + 1) < mean / most;
            }
            squares += most * more / SAMPLES * (most * more / SAMPLES);
        }
        cal_receipt one = receipt;
        one.figure[drawn_of[c].figure] = mean;
        const double within = cal_receipt_tolerance(drawn_of[c].figure, &one, &one, SAMPLES);
        CHECK_NEAR(within / sqrt(squares / PAIRS), 4, 0.2);
    }
}

static void test_round_trip(void) {
    cal_text link = {0}, again = {0};
    for (int i = 0; i < LINKS; i++) {
        share(&link, i, false);
        CHECK_TEXT(strchr(link.data, '&') + 1, links[i]); // they are canonical
    }
    for (int i = 0; i < LINKS; i++)
        for (int with = 0; with < 2; with++) {
            share(&link, i, with);
            CHECK(link.length < 1500);
            CHECK(parse(link.data) == CAL_OK);
            CHECK(with == (spec.promise.engine[0] != 0));
            cal_text_free(&again);
            cal_spec_share(&again, &spec, &spec.promise);
            CHECK_TEXT(again.data, link.data);
            // Only keys of the page may follow.
            cal_text_free(&again);
            cal_text_add(&again, "http://127.0.0.1/#%s&run=1&threads=2", link.data);
            CHECK(parse(again.data) == CAL_OK);
            cal_text_free(&again);
            cal_text_add(&again, "%s&clip=3", link.data);
            CHECK(parse(again.data) == CAL_USAGE);
            CHECK_TEXT(err.text,
                       "link: 'clip=3' was added after the link was shared: the checksum does not cover it");
        }
    cal_text_free(&link);
    cal_text_free(&again);
}

// One wrong character anywhere is detected and corrected.
static void test_one_character(void) {
    cal_text link = {0};
    for (int i = 0; i < LINKS; i++) {
        share(&link, i, i == 1);
        char copy[2048];
        for (int at = 0; at < link.length; at++)
            for (int c = i == 1 ? 33 : 33 + at % 7; c < 127; c += i == 1 ? 1 : 7) {
                memcpy(copy, link.data, (size_t)link.length + 1);
                if (copy[at] == c) continue;
                copy[at] = (char)c;
                if (at == 0 && (c == '#' || c == '?')) continue; // the same as truncation, below
                CHECK(parse(copy) == CAL_USAGE && err.text[0]);
                // If a digit after "sum=" is replaced by another digit, it can be corrected.
                const bool digits = c >= '0' && c <= '9' && link.data[at] >= '0' && link.data[at] <= '9';
                if (digits && at > 4 && strncmp(strchr(link.data, '&'), "&v=", 3) == 0 &&
                    link.data + at != strchr(link.data, '&') + 3)
                    CHECK_TEXT(recovered(copy, "mended"), link.data);
            }
        for (int length = 1; length < link.length; length++) {
            snprintf(copy, sizeof copy, "%.*s", length, link.data);
            CHECK(parse(copy) == CAL_USAGE);
            snprintf(copy, sizeof copy, "%s", link.data + length);
            const bool bare = strncmp(copy, "v=1", 3) == 0 || strncmp(copy, "&v=1", 4) == 0;
            if (length < 14) CHECK(bare || parse(copy) == CAL_USAGE);
        }
    }
    cal_text_free(&link);
}

static void test_words(void) {
    cal_text link = {0};
    char copy[2048];
    share(&link, 1, false);
    CHECK_TEXT(link.data, "sum=07y1v770fgfww9&v=1&data=moons:train=100,val=60&model=mlp:hidden=16&epochs=2");
    const char *const sum = "sum=07y1v770fgfww9&v=1&data=moons:train=100,val=60&model=mlp:hidden=";
    CHECK(parse(sum) == CAL_USAGE);
    CHECK_TEXT(err.text, "link: it is cut short in 'model=mlp:hidden=', part 3 of 4");
    CHECK_TEXT(recovered(sum, "link"), "v=1&data=moons:train=100,val=60");
    CHECK_TEXT(recovered(sum, "text"), "model=mlp:hidden=");
    CHECK(parse("sum=07y1v770fgfww9&v=1&data=moons:train=100,val=60") == CAL_USAGE);
    CHECK_TEXT(err.text, "link: it is cut short: the checksum covers 4 parts, and only 2 are here");
    CHECK(parse("sum=07y1v770fgfww9") == CAL_USAGE);
    CHECK_TEXT(err.text, "link: its checksum, sum=07y1v770fgfww9, is all that is left of it");
    CHECK_TEXT(recovered("sum=07y1v770fgfww9", "link"), "");
    CHECK(parse("sum=07y1v770fgfww&v=1") == CAL_USAGE);
    CHECK_TEXT(err.text, "link: its checksum, sum=07y1v770fgfww, is damaged");
    CHECK(parse("sum=07&v=1") == CAL_USAGE);
    CHECK_TEXT(err.text, "link: its checksum, sum=07, is damaged");
    // A letter that no checksum has: only the checksum is wrong, and the intact parts of the link are kept.
    snprintf(copy, sizeof copy, "%s", link.data);
    copy[4] = 'u';
    CHECK(parse(copy) == CAL_USAGE);
    CHECK_TEXT(err.text, "link: its checksum, sum=u7y1v770fgfww9, is damaged");
    CHECK_TEXT(recovered(copy, "link"), links[1]);
    snprintf(copy, sizeof copy, "%s", link.data);
    memcpy(strstr(copy, "=100"), "=700", 4);
    CHECK(parse(copy) == CAL_USAGE);
    CHECK_TEXT(err.text, "link: 'data=moons:train=700,val=60' is not what was shared: its checksum differs");
    CHECK_TEXT(recovered(copy, "mended"), link.data);
    CHECK_TEXT(recovered(copy, "link"), "v=1&model=mlp:hidden=16&epochs=2");
    CHECK_TEXT(recovered(copy, "why"), "its checksum differs");
    // A link without a checksum, and one of a newer lab.
    CHECK_TEXT(recovered("epochs=3&loss=vocal&seed=2%zz", "link"), "v=1&epochs=3");
    CHECK_TEXT(recovered("v=2&epochs=3&wings=4", "link"), "v=1&epochs=3");
    CHECK_TEXT(recovered("nonsense", "link"), "");
    CHECK_TEXT(recovered("", "link"), "");
    CHECK(parse("v=2&wings=4") == CAL_USAGE);
    CHECK_TEXT(err.text, "link: v=2 is a version that this lab does not know; it knows v=1: a newer lab made "
                         "the link, or it is damaged");
    CHECK(parse("v=1&sum=07y1v770fgfww9") == CAL_USAGE);
    cal_text_free(&link);
}

// ---- a hundred thousand

#if defined(__SANITIZE_ADDRESS__) || (defined(__has_feature) && __has_feature(address_sanitizer))
enum { HOSTILE = 20000 }; // fewer under a sanitizer, which is slow
#else
enum { HOSTILE = 100000 };
#endif

static uint64_t drawn;
static int draw(int n) { return (int)(cal_random_bits(1, CAL_STREAM_PROBE, 3, drawn++) % (uint64_t)n); }

static int mutate(char *link, int length, int room) {
    static const char usual[] = "0123456789abcdefghijklmnopqrstuvwxyz-._~:,/=&()+%#?";
    const int at = draw(length + 1), kind = draw(6);
    const char c = draw(8) ? usual[draw((int)sizeof usual - 1)] : (char)draw(256);
    if (kind == 0 && length) return at; // truncated
    if (kind == 1 && at < length)
        return memmove(link + at, link + at + 1, (size_t)(length - at - 1)), length - 1;
    if (kind == 2 && length < room) {
        memmove(link + at + 1, link + at, (size_t)(length - at));
        link[at] = c;
        return length + 1;
    }
    if (kind == 3 && length > 8) { // a part repeated at another position
        const int size = 1 + draw(8), from = draw(length - size), to = draw(length - size);
        return memmove(link + to, link + from, (size_t)size), length;
    }
    if (at < length) link[at] = c;
    return length;
}

static void test_hostile(void) {
    static char copy[4096];
    cal_text link[2 * LINKS] = {{0}}, canonical = {0}, json = {0};
    int read = 0, silent = 0, tried = 0;
    for (int i = 0; i < 2 * LINKS; i++) share(&link[i], i / 2, i % 2);
    for (int i = 0; i < HOSTILE; i++) {
        if (!CHECK_SOME(4, i / 1000)) continue;
        if (i % 1000 == 0) drawn = (uint64_t)i * 4096; // more than any case draws
        tried++;
        const int kind = draw(4), from = draw(2 * LINKS);
        int length = 0;
        if (kind == 0) // random characters
            for (const int size = draw(120); length < size; length++)
                copy[length] = (char)(draw(4) ? 33 + draw(94) : draw(256));
        else {
            const char *source = kind == 1 ? links[from / 2] : link[from].data;
            length = (int)strlen(source);
            memcpy(copy, source, (size_t)length);
            for (int times = 1 + draw(3); times > 0; times--) length = mutate(copy, length, 4000);
        }
        err = (cal_error){0};
        const cal_status status = cal_spec_parse(&spec, copy, (size_t)length, &err);
        if (status) {
            CHECK(status == CAL_USAGE && err.text[0]);
            cal_text_free(&json);
            cal_link_recover(&json, copy, (size_t)length, NULL);
            CHECK(!json.refused && json.depth == 0);
            continue;
        }
        read++;
        cal_text_free(&canonical);
        cal_spec_write(&canonical, &spec);
        // A sealed link is read as it was, or not at all; nothing becomes a default unless it means it.
        const bool sealed = length > 4 && memcmp(copy, "sum=", 4) == 0;
        if (kind > 1 && sealed && strcmp(canonical.data, links[from / 2]) != 0) silent++;
    }
    CHECK(silent == 0);
    CHECK(read > tried / 100);
    for (int i = 0; i < 2 * LINKS; i++) cal_text_free(&link[i]);
    cal_text_free(&canonical);
    cal_text_free(&json);
}

int main(void) {
    test_receipt();
    test_fused();
    test_tolerance();
    test_round_trip();
    test_one_character();
    test_words();
    test_hostile();
    return CHECK_DONE();
}
