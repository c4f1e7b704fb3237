// The link: how it is read and written back, and the texts of refusals.
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include "check.h"
#include "run/link/link.h"
#include "run/link/spec.h"
#include "catalog/penalty/penalty.h"
#include "catalog/registry/registry.h"
#include "run/probe/kind.h"

static cal_spec spec;
static cal_error err;

static cal_status parse(const char *link) {
    err = (cal_error){0};
    return cal_spec_parse(&spec, link, strlen(link), &err);
}

// Returns the canonical form of a link, or its error.
static const char *canonical(const char *link) {
    static char out[4096];
    cal_text text = {0};
    if (parse(link)) return err.text;
    cal_spec_write(&text, &spec);
    snprintf(out, sizeof out, "%s", text.data);
    cal_text_free(&text);
    return out;
}

static void test_defaults(void) {
    CHECK_TEXT(canonical(""), "v=1");
    CHECK_TEXT(canonical("#"), "v=1");
    CHECK_TEXT(canonical("?v=1"), "v=1");
    CHECK_TEXT(canonical("http://127.0.0.1:8000/lab/#seed=7"), "v=1&seed=7");
    CHECK_TEXT(canonical("https://example.org/#"), "v=1");
    CHECK(strcmp(spec.data.entry->id, "shapes10") == 0);
    CHECK(cal_choice_integer(&spec.run, "epochs") == 20);
    CHECK(cal_choice_integer(&spec.run, "bins") == 15);
    CHECK(spec.promise.digest[0] == 0);
    // Values equal to the default are not written.
    CHECK_TEXT(canonical("seed=1&batch=128&data=shapes10&loss=ce&model=mlp"), "v=1");
}

static void test_canonical_form(void) {
    CHECK_TEXT(canonical("seed=7&epochs=3&loss=focal:gamma=2&data=shapes10:test=50,train=100&model=cnn-s"),
               "v=1&data=shapes10:train=100,test=50&model=cnn-s&loss=focal:gamma=2&epochs=3&seed=7");
    CHECK_TEXT(canonical("loss=focal:gamma=3.0"), "v=1&loss=focal");
    CHECK_TEXT(canonical("loss=focal:gamma=25e-1"), "v=1&loss=focal:gamma=2.5");
    CHECK_TEXT(canonical("loss=focal:gamma=-0"), "v=1&loss=focal:gamma=0");
    CHECK_TEXT(canonical("optimizer=sgd:lr=0.00001"), "v=1&optimizer=sgd:lr=1e-5");
    CHECK_TEXT(canonical("model=mlp:hidden=256/128"), "v=1&model=mlp:hidden=256/128");
    CHECK_TEXT(canonical("data=cifar10:hash=ABCDEF0123456789,batches=1/2"),
               "v=1&data=cifar10:batches=1/2,hash=abcdef0123456789");
    CHECK_TEXT(canonical("model=layers:c32-bn-relu-r(c32-bn)-gap-fc,shortcut=pad"),
               "v=1&model=layers:c32-bn-relu-r(c32-bn)-gap-fc,shortcut=pad");
    CHECK_TEXT(canonical("epochs=1e2"), "v=1&epochs=100");
    CHECK_TEXT(canonical("run=1&view=split&exercise=a-b_c"), "v=1");
    CHECK_TEXT(canonical("switch=7e0:focal:gamma=3.0&epochs=30"), "v=1&epochs=30&switch=7:focal");
    CHECK_TEXT(canonical("switch=12:adafocal:bins=5,gammas=1/2/3/4/5"),
               "v=1&switch=12:adafocal:bins=5,gammas=1/2/3/4/5");
    CHECK_TEXT(canonical("switch=none"), "v=1");
    CHECK(spec.switch_after == 0);
    // Escapes are decoded: mail and chat programs add them.
    CHECK_TEXT(canonical("data%3Dshapes10%3Atrain%3D100%2Ctest=50%26seed=7"),
               "v=1&data=shapes10:train=100,test=50&seed=7");
}

// Reading a written link gives the same, for any choice of numbers.
static void test_round_trip(void) {
    for (int i = 1; i <= 300; i++) {
        char link[256], first[512];
        double lr = 0.0001 + 0.9 / i, gamma = 20.0 / i;
        snprintf(link, sizeof link, "optimizer=sgd:lr=%.17g&loss=focal:gamma=%.17g&seed=%d&epochs=%d", lr,
                 gamma, i * 7919, i);
        snprintf(first, sizeof first, "%s", canonical(link));
        CHECK(cal_choice_number(&spec.optimizer, "lr") == lr);
        CHECK(cal_choice_number(&spec.loss, "gamma") == gamma);
        CHECK_TEXT(canonical(first), first);
    }
}

static void test_digest(void) {
    CHECK(parse("seed=3&digest=0123456789abcdef") == CAL_OK);
    CHECK_TEXT(spec.promise.digest, "0123456789abcdef");
    CHECK_TEXT(canonical("seed=3&digest=0123456789abcdef"), "v=1&seed=3");
    CHECK_TEXT(canonical("digest=0123456789abcde"),
               "digest=0123456789abcde is not 16 lower-case hexadecimal digits");
    CHECK_TEXT(canonical("digest=0123456789ABCDEF"),
               "digest=0123456789ABCDEF is not 16 lower-case hexadecimal digits");
}

// Compares the error; a '*' at the end stands for the rest, which grows with the registries.
static void check_sentence(const char *wanted) {
    size_t length = strlen(wanted);
    if (wanted[length - 1] != '*') CHECK_TEXT(err.text, wanted);
    else if (strncmp(err.text, wanted, length - 1) != 0) CHECK_TEXT(err.text, wanted);
    else CHECK(strlen(err.text) > length);
}

static void test_refusals(void) {
    static const struct {
        const char *link, *error;
    } cases[] = {
        {"sed=1", "link: no key 'sed'; the keys are data, model, head, loss, penalty, optimizer, schedule, "
                  "augment, epochs, "
                  "batch, seed, *"},
        {"v=2", "link: v=2 is a version that this lab does not know; it knows v=1: a newer lab made the "
                "link, or it is damaged"},
        {"epochs=0", "epochs=0 is not a whole number from 1 to 10000"},
        {"batch=4097", "batch=4097 is not a whole number from 1 to 4096"},
        {"epochs=1.5", "epochs=1.5 is not a whole number from 1 to 10000"},
        {"seed=1e999", "seed=1e999 is not a whole number from 0 to 2147483647"},
        {"seed=nan", "seed=nan is not a whole number from 0 to 2147483647"},
        {"seed=inf", "seed=inf is not a whole number from 0 to 2147483647"},
        {"seed=0x10", "seed=0x10 is not a whole number from 0 to 2147483647"},
        {"seed=1,5", "seed=1,5 is not a whole number from 0 to 2147483647"},
        {"seed=1.2.3", "seed=1.2.3 is not a whole number from 0 to 2147483647"},
        {"seed=+1", "seed=+1 is not a whole number from 0 to 2147483647"},
        {"seed=1e", "seed=1e is not a whole number from 0 to 2147483647"},
        {"seed=.", "seed=. is not a whole number from 0 to 2147483647"},
        {"seed=1&seed=1", "seed is given twice"},
        {"v=1&v=1", "v is given twice"},
        {"from=0123456789abcdef&from=0123456789abcdef", "from is given twice"},
        {"seed", "seed has no value; write seed=..."},
        {"seed=", "seed has no value; write seed=..."},
        {"seed=1&", "link: a part is empty, or has no key before '='"},
        {"&seed=1", "link: a part is empty, or has no key before '='"},
        {"=1", "link: a part is empty, or has no key before '='"},
        {"loss=foc", "loss: no 'foc'; there are *"},
        {"loss=focall", "loss: no 'focall'; there are *"},
        {"loss=", "loss has no value; write loss=..."},
        {"loss=focal:gamma=200", "loss focal: gamma=200 is not a number from 0 to 20"},
        {"loss=focal:gamma=-1", "loss focal: gamma=-1 is not a number from 0 to 20"},
        {"loss=focal:gama=2", "loss focal: no parameter 'gama'; it has gamma"},
        {"loss=focal:gamma", "loss focal: gamma has no value; write gamma=..."},
        {"loss=focal:", "loss focal: no parameter ''; it has gamma"},
        {"loss=focal:gamma=2,gamma=2", "loss focal: gamma is given twice"},
        {"loss=ce:x=1", "loss ce: no parameter 'x'; it has none"},
        {"model=mlp:hidden=256//128", "model mlp: hidden= is not a whole number from 1 to 4096"},
        {"model=mlp:hidden=1.5", "model mlp: hidden=1.5 is not a whole number from 1 to 4096"},
        {"data=cifar10:hash=xyz", "data cifar10: hash=xyz is not 1 to 16 hexadecimal digits"},
        {"data=cifar10:hash=00112233445566778",
         "data cifar10: hash=00112233445566778 is not 1 to 16 hexadecimal digits"},
        {"model=layers:fc,shortcut=maybe", "model layers: shortcut=maybe is not one of projection/pad"},
        {"seed=1 ", "link: character 7 (byte 0x20) is not allowed in a link"},
        {"seed=\"1\"", "link: character 6, '\"', is not allowed in a link"},
        {"seed=%31%0A", "link: character 9 (byte 0x0a) is not allowed in a link"},
        {"seed=%3", "link: character 6 is '%' without two hexadecimal digits after it"},
        {"seed=%2531", "link: character 6, '%', is not allowed in a link"},
        {"loss=f\xc3\xb6kal", "link: character 7 (byte 0xc3) is not allowed in a link"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK(parse(cases[i].link) == CAL_USAGE);
        CHECK(err.status == CAL_USAGE);
        check_sentence(cases[i].error);
    }
}

// The switch from one loss to another.
static void test_switch(void) {
    CHECK_TEXT(canonical("switch=focal"), "switch=focal is not an epoch and a loss: write "
                                          "switch=10:focal:gamma=3, or switch=none");
    CHECK_TEXT(canonical("switch=3:"), "switch=3: is not an epoch and a loss: write "
                                       "switch=10:focal:gamma=3, or switch=none");
    CHECK_TEXT(canonical("switch=0:focal"), "switch=0:focal: the epoch is not a whole number from 1 to 9999");
    CHECK_TEXT(canonical("switch=1e9:focal"),
               "switch=1e9:focal: the epoch is not a whole number from 1 to 9999");
    CHECK_TEXT(canonical("switch=1.5:focal"),
               "switch=1.5:focal: the epoch is not a whole number from 1 to 9999");
    CHECK_TEXT(canonical("switch=5:focal:gamma=50"),
               "switch: loss focal: gamma=50 is not a number from 0 to 20");
    CHECK_TEXT(canonical("switch=1:ce&switch=2:ce"), "switch is given twice");
    cal_text until = {0};
    CHECK(parse("switch=3:focal&seed=2") == CAL_OK);
    cal_spec_write_until(&until, &spec, 3);
    CHECK_TEXT(until.data, "v=1&seed=2");
    cal_spec_write_until(&until, &spec, 4);
    CHECK_TEXT(until.data, "v=1&seed=2v=1&seed=2&switch=3:focal");
    cal_text_free(&until);
}

// The status is the same without an error to fill in, and long messages stay one readable line.
static void test_hostile_sizes(void) {
    size_t size = 100000;
    char *link = malloc(size + 1);
    memset(link, 'a', size);
    link[size] = 0;
    CHECK_TEXT(canonical(link), "link: 100000 characters are too many; at most 16384 are allowed");
    CHECK(cal_spec_parse(&spec, link, size, NULL) == CAL_USAGE);
    CHECK(cal_spec_parse(&spec, link, CAL_LINK_MAX, &err) == CAL_USAGE);
    CHECK(strstr(err.text, "link: no key 'aaaa") == err.text);
    memcpy(link, "view=", 5);
    CHECK(cal_spec_parse(&spec, link, 5 + CAL_PAGE_VALUE_MAX, &err) == CAL_OK);
    CHECK(cal_spec_parse(&spec, link, 6 + CAL_PAGE_VALUE_MAX, &err) == CAL_USAGE);
    memcpy(link, "model=layers:", 13);
    CHECK(cal_spec_parse(&spec, link, 13 + CAL_TEXT_MAX - 1, &err) == CAL_OK);
    CHECK(strlen(spec.model.words) == CAL_TEXT_MAX - 1);
    CHECK(cal_spec_parse(&spec, link, 13 + CAL_TEXT_MAX, &err) == CAL_USAGE);
    memcpy(link, "model=mlp:hidden=", 17);
    for (int i = 0; i < 33; i++) memcpy(link + 17 + 2 * i, "1/", 2);
    CHECK(cal_spec_parse(&spec, link, 17 + 65, &err) == CAL_USAGE);
    CHECK_TEXT(err.text, "model mlp: hidden has more than 32 numbers: give fewer");
    free(link);
}

static void test_one_choice(void) {
    cal_choice choice;
    CHECK(cal_choice_parse(&choice, "loss", "focal:gamma=2", 13, &err) == CAL_OK);
    CHECK(cal_choice_number(&choice, "gamma") == 2);
    CHECK(cal_choice_parse(&choice, "metric", "ece:bins=20", 11, &err) == CAL_OK);
    CHECK(cal_choice_integer(&choice, "bins") == 20);
    CHECK(cal_choice_parse(&choice, "loss", "ce&seed=1", 9, &err) == CAL_USAGE);
    CHECK_TEXT(err.text, "loss: '&' is not allowed here; give one loss by itself");
}

static bool takes(cal_choice *choice, int index, double number) {
    char text[64];
    snprintf(text, sizeof text, "%.17g", number);
    return cal_choice_set(choice, index, (cal_slice){text, strlen(text)}, "", &err) == CAL_OK;
}

// A number may be at either bound, unless the lower one is open, and not beyond.
static void check_bounds(const cal_choice *defaults, int index) {
    const cal_param *p = &defaults->entry->params[index];
    const bool whole = p->type == CAL_INTEGER || p->whole;
    cal_choice choice = *defaults;
    CHECK(takes(&choice, index, p->max) && choice.value[index].number[0] == p->max);
    CHECK(!takes(&choice, index, whole ? p->max + 1 : nextafter(p->max, INFINITY)));
    CHECK(takes(&choice, index, p->min) == !p->open_min);
    CHECK(takes(&choice, index, whole ? p->min + 1 : nextafter(p->min, INFINITY)) || p->min == p->max);
    CHECK(!takes(&choice, index, whole ? p->min - 1 : nextafter(p->min, -INFINITY)));
}

// Checks the rules of the link, describe and the page for every entry of a registry.
static void test_registry(const cal_registry *r) {
    const cal_entry *entry;
    int entries = 0;
    for (; (entry = r->entry(entries)); entries++) {
        cal_choice choice, again;
        cal_text text = {0};
        int hex = 0, count = 0;
        CHECK(entry->id && entry->label && entry->tex && entry->source && entry->help);
        CHECK(entry->label[0] && entry->help[0]);
        for (const char *c = entry->id; *c; c++) CHECK(cal_link_character(*c) && !strchr(":,/=&()+%", *c));
        for (const cal_param *p = entry->params; p && p->name; p++, count++) {
            CHECK(p->help && p->help[0]);
            CHECK(p->type != CAL_WORDS || count == 0);
            CHECK(p->type != CAL_CHOICE || (p->choices ? p->choices[0] : p->kind && p->kind[0]));
            if (p->type == CAL_REAL || p->type == CAL_INTEGER) {
                // a layer's required number may have a default out of bounds
                CHECK((p->min <= p->value || strcmp(r->kind, "layer") == 0) && p->value <= p->max);
                CHECK(!(p->open_min && p->value == p->min));
            }
            hex += p->type == CAL_HEX;
        }
        CHECK(count <= CAL_PARAM_MAX && hex <= 1);
        // The defaults can be written, and read as they are.
        cal_choice_default(&choice, entry);
        for (int i = 0; i < count; i++)
            if (entry->params[i].type <= CAL_LIST) check_bounds(&choice, i);
        cal_choice_write(&text, &choice);
        CHECK_TEXT(text.data, entry->id);
        CHECK(cal_choice_parse_in(&again, r, text.data, (size_t)text.length, &err) == CAL_OK);
        CHECK(cal_choice_equal(&choice, &again));
        cal_text_free(&text);
    }
    CHECK(entries > 0);
}

static void test_registries(void) {
    for (const cal_registry *r = cal_registries; r->kind; r++) test_registry(r);
    test_registry(&cal_probe_registry);
}

static jmp_buf aborted;
static void on_abort(int signal) {
    (void)signal;
    longjmp(aborted, 1);
}

// A choice returns the descriptor of its entry; another kind's is null.
static void test_descriptors(void) {
    cal_choice choice;
    for (int i = 0; cal_losses[i]; i++) {
        cal_choice_default(&choice, &cal_losses[i]->entry);
        CHECK(cal_loss_of(&choice) == cal_losses[i]);
    }
    volatile bool refused = true;
    void (*before)(int) = signal(SIGABRT, on_abort);
    if (!setjmp(aborted)) {
        cal_penalty_of(&choice);
        refused = false;
    }
    signal(SIGABRT, before);
    CHECK(refused);
}

int main(void) {
    test_defaults();
    test_canonical_form();
    test_switch();
    test_round_trip();
    test_digest();
    test_refusals();
    test_hostile_sizes();
    test_one_choice();
    test_registries();
    test_descriptors();
    return CHECK_DONE();
}
