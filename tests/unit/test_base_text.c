// Texts, JSON and error sentences: escaping, numbers that read back, hostile input.
#include "base/text.h"
#include "base/untrusted.h"
#include "base/random/random.h"
#include "base/slice.h"
#include "base/status.h"
#include "base/utf8.h"
#include "check.h"
#include <math.h>
#include <stdlib.h>

static void number_is(double value, const char *wanted) {
    cal_text text = {0};
    cal_text_add_number(&text, value);
    CHECK_TEXT(text.data, wanted);
    cal_text_free(&text);
}

static void test_numbers(void) {
    number_is(0, "0"), number_is(-0.0, "-0"), number_is(1, "1"), number_is(-2000, "-2000");
    number_is(0.1, "0.1"), number_is(1.0 / 3, "0.3333333333333333"),
        number_is(0.1 + 0.2, "0.30000000000000004");
    number_is(1e-5, "1e-5"), number_is(0.0001, "0.0001"), number_is(1e20, "1e20"),
        number_is(1.5e300, "1.5e300");
    number_is(123456789012345678.0, "1.2345678901234568e17"), number_is(1e15, "1e15");
    number_is(0x1p-1074, "5e-324"), number_is(0x1.fffffffffffffp1023, "1.7976931348623157e308");
    number_is(9007199254740993.0, "9007199254740992"), number_is(2e-10, "2e-10"), number_is(0.0532, "0.0532");
    number_is(NAN, "nan"), number_is(INFINITY, "inf"), number_is(-INFINITY, "-inf");
    int wrong = 0;
    for (uint64_t i = 0; i < 20000; i++) {
        uint64_t bits = cal_random_bits(1, CAL_STREAM_DATA, 0, i);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (value - value != 0) continue;
        cal_text text = {0};
        cal_text_add_number(&text, value);
        wrong += strtod(text.data, NULL) != value || strchr(text.data, '+');
        cal_text_free(&text);
    }
    CHECK(wrong == 0);
}

static bool parses(const char *text, double wanted) {
    double value = -1;
    return cal_number_parse(&value, (cal_slice){text, (int)strlen(text)}) && value == wanted;
}

// A decimal number that overflows is not one, since nothing computes with infinities.
static void test_parse(void) {
    CHECK(parses("1e308", 1e308) && parses("-1e308", -1e308) && parses("1e-999", 0) && parses("-0", 0));
    CHECK(parses(".5", 0.5) && parses("5.", 5) && parses("1.5E+2", 150));
    static const char *const wrong[] = {"1e309", "+2", "-1e309", "1e999", "inf", "nan",
                                        "1e",    ".",  "",       "1 ",    "0x1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        double value = -1;
        CHECK(!cal_number_parse(&value, (cal_slice){wrong[i], (int)strlen(wrong[i])}));
    }
}

static void test_text(void) {
    cal_text text = {0};
    for (int i = 0; i < 5000; i++) cal_text_add(&text, "%d,", i % 10);
    CHECK(text.length == 10000 && strlen(text.data) == 10000 && !text.refused);
    cal_text_add_bytes(&text, "a\0b", 3);
    CHECK(text.length == 10003 && text.data[10001] == 0 && text.data[10003] == 0);
    cal_text_free(&text);
    CHECK(!text.data && text.length == 0);
}

static void test_json(void) {
    cal_text json = {0};
    cal_json_open(&json, '{');
    cal_json_key(&json, "a\"b");
    cal_json_string(&json, "line\nfeed \\ tab\t bell\a del\x7f é 😀");
    cal_json_key(&json, "none");
    cal_json_string(&json, NULL);
    cal_json_key(&json, "list");
    cal_json_numbers(&json, (double[]){1, 0.5, NAN, -INFINITY}, 4);
    cal_json_key(&json, "nested");
    cal_json_open(&json, '[');
    cal_json_open(&json, '[');
    cal_json_close(&json, ']');
    cal_json_open(&json, '{');
    cal_json_close(&json, '}');
    cal_json_integer(&json, INT64_MIN);
    cal_json_bool(&json, true);
    cal_json_bool(&json, false);
    cal_json_close(&json, ']');
    cal_json_key(&json, "bad\xff");
    cal_json_string(&json, "\xc0\xaf \xed\xa0\x80 \xf5 \xe2\x82");
    cal_json_close(&json, '}');
    CHECK(json.depth == 0);
    CHECK_TEXT(json.data,
               "{\"a\\\"b\":\"line\\nfeed \\\\ tab\\u0009 bell\\u0007 del\\u007f é 😀\",\"none\":null,"
               "\"list\":[1,0.5,null,null],\"nested\":[[],{},-9223372036854775808,true,false],"
               "\"bad\uFFFD\":\"\uFFFD\uFFFD \uFFFD\uFFFD\uFFFD \uFFFD \uFFFD\uFFFD\"}");
    cal_text_free(&json);
}

static void test_json_members(void) {
    cal_text json = {0};
    cal_json_open(&json, '{');
    cal_json_member_string(&json, "s", "a\"b");
    cal_json_member_number(&json, "x", 0.5);
    cal_json_member_integer(&json, "i", -3);
    cal_json_member_bool(&json, "b", true);
    cal_json_member_numbers(&json, "l", (double[]){1, NAN}, 2);
    cal_json_close(&json, '}');
    CHECK_TEXT(json.data, "{\"s\":\"a\\\"b\",\"x\":0.5,\"i\":-3,\"b\":true,\"l\":[1,null]}");
    cal_text_free(&json);
}

static void test_utf8(void) {
    CHECK(cal_utf8_length("a", 1) == 1 && cal_utf8_length("é", 2) == 2 && cal_utf8_length("€", 3) == 3);
    CHECK(cal_utf8_length("😀", 4) == 4 && cal_utf8_length("😀", 3) == 0 && cal_utf8_length("\x80", 1) == 0);
    CHECK(cal_utf8_length("\xe0\x9f\xbf", 3) == 0 && cal_utf8_length("\xf0\x8f\xbf\xbf", 4) == 0);
    CHECK(cal_utf8_length("\xf4\x90\x80\x80", 4) == 0 && cal_utf8_length("\xf4\x8f\xbf\xbf", 4) == 4);
}

static void test_errors(void) {
    cal_error err = {0};
    CHECK(cal_fail(&err, CAL_USAGE, "loss %s: gamma=%g is above %g", "focal", 200.0, 100.0) == CAL_USAGE);
    CHECK(err.status == CAL_USAGE);
    CHECK_TEXT(err.text, "loss focal: gamma=200 is above 100");
    CHECK(cal_fail(NULL, CAL_FAILED, "nobody listens") == CAL_FAILED);
    cal_fail(&err, CAL_FAILED, "while loading: %s", err.text); // a sentence inside its copy
    CHECK_TEXT(err.text, "while loading: loss focal: gamma=200 is above 100");
    cal_fail(&err, CAL_USAGE, "key %s", "a\nb\x1b[31m\x7f\xff\xc2\x85 é");
    CHECK_TEXT(err.text, "key a?b?[31m??? é");

    char long_text[2000];
    memset(long_text, 'x', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = 0;
    cal_fail(&err, CAL_USAGE, "%s", long_text);
    CHECK(strlen(err.text) == sizeof err.text - 1 && strcmp(err.text + sizeof err.text - 5, "x...") == 0);
    for (size_t i = 0; i + 2 < sizeof long_text; i += 2) memcpy(long_text + i, "é", 2);
    for (int shift = 0; shift < 2; shift++) { // the cut never splits a character
        cal_fail(&err, CAL_USAGE, "%s%s", shift ? "a" : "", long_text);
        CHECK(!strchr(err.text, '?') && strcmp(err.text + strlen(err.text) - 3, "...") == 0);
    }
    CHECK(cal_refuse_memory(&err, "a plan of %d nodes", 3) == CAL_MEMORY && err.status == CAL_MEMORY);
    CHECK_TEXT(err.text, "memory for a plan of 3 nodes was refused");
    cal_refuse_memory(&err, "%s: %d lines", "a: b%s.csv", 7);
    CHECK_TEXT(err.text, "a: b%s.csv: memory for 7 lines was refused");
    CHECK(cal_refuse_memory(NULL, "%s: it", "x") == CAL_MEMORY);
}

static void unescapes(const char *quoted, const char *wanted) {
    cal_arena arena = {0};
    cal_slice text = {NULL, 0};
    const bool good = cal_json_unescape(&text, &arena, (cal_slice){quoted, (int)strlen(quoted)});
    CHECK(good == (wanted != NULL));
    if (good && wanted) CHECK_TEXT(text.at, wanted);
    cal_arena_free(&arena);
}

// RFC 8259, section 7; surrogates as in its example of U+1D11E.
static void test_unescape(void) {
    unescapes("", "");
    unescapes("a\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\u20AC\\uD834\\uDD1E",
              "a\"\\/\b\f\n\r\té€\xf0\x9d\x84\x9e");
    static const char *const wrong[] = {
        "\n",          "\x1b",    "\\",      "\\x",        "\\u12",          "\\u12g4",
        "\\u0000",     "\\ud800", "\\udc00", "\\ud800\\n", "\\ud800\\u0041", "\xff",
        "\xed\xa0\x80"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) unescapes(wrong[i], NULL);
}

static void test_printable(void) {
    static const char text[] = "a\x1b[2J\n\t\xc2\x9b\xc2\xa0\xff\x7f é";
    cal_text out = {0}, json = {0};
    cal_text_add_printable(&out, text, sizeof text - 1, "");
    CHECK_TEXT(out.data, "a?[2J???\xc2\xa0?? é");
    out.length = 0;
    cal_text_add_printable(&out, text, sizeof text - 1, "\n\t");
    CHECK_TEXT(out.data, "a?[2J\n\t?\xc2\xa0?? é");
    cal_json_string(&json, "\xc2\x80\xc2\x9f\xc2\xa0\x7f\x1b");
    CHECK_TEXT(json.data, "\"\\u0080\\u009f\xc2\xa0\\u007f\\u001b\"");
    for (char c = 1; c < 0x20; c++) CHECK(!cal_utf8_printable(&c, 1)); // RFC 8259, section 7
    for (char c = 0x20; c < 0x7f; c++) CHECK(cal_utf8_printable(&c, 1) == 1);
    cal_text_free(&out);
    cal_text_free(&json);
}

int main(void) {
    test_numbers();
    test_parse();
    test_text();
    test_unescape();
    test_printable();
    test_json();
    test_json_members();
    test_utf8();
    test_errors();
    return CHECK_DONE();
}
