// Places of a link: every key is set, removed and read; and the effect of a change on the rest of the link.
#include "check.h"
#include "catalog/registry/registry.h"
#include "run/link/link.h"
#include "run/link/place.h"

#define HASH "0123456789abcdef"
#define RECEIPT                                                                                              \
    "1.0.0:data=" HASH ",weights=" HASH                                                                      \
    ",digest=fedcba9876543210,error=0.25,nll=0.5,brier=0.4,ece=0.1,mce=0.3"

static cal_error err;

static cal_slice slice(const char *text) { return (cal_slice){text, text ? (int)strlen(text) : 0}; }

// Returns the link with one place changed, or the error; value null: removed.
static const char *with(const char *link, const char *place, const char *value) {
    static char out[2][4096];
    static int turn;
    cal_text text = {0};
    const cal_change change = {slice(place), slice(value)};
    char *const answer = out[turn ^= 1];
    err = (cal_error){0};
    cal_status status = cal_link_change(&text, link, strlen(link), &change, 1, &err);
    snprintf(answer, sizeof *out, "%s", status ? err.text : text.data);
    cal_text_free(&text);
    return answer;
}

static const char *reset(const char *link, const char *place) { return with(link, place, NULL); }

// Returns a value, with a '!' in front if the link gives it; or the error.
static const char *value_of(const char *link, const char *place) {
    static char out[4096];
    cal_text text = {0};
    bool given = false;
    err = (cal_error){0};
    cal_status status = cal_link_look_up(&text, &given, link, strlen(link), slice(place), &err);
    snprintf(out, sizeof out, "%s%s", given ? "!" : "", status ? err.text : text.data);
    cal_text_free(&text);
    return out;
}

static void test_set(void) {
    CHECK_TEXT(with("", "epochs", "4"), "v=1&epochs=4");
    CHECK_TEXT(with("loss=focal", "loss.gamma", "2.0"), "v=1&loss=focal:gamma=2");
    CHECK_TEXT(with("loss=focal:gamma=2", "loss", "focal"), "v=1&loss=focal");
    CHECK_TEXT(with("loss=focal:gamma=2", "loss.gamma", "3"), "v=1&loss=focal");
    CHECK_TEXT(with("seed=3", "loss", "focal:gamma=1"), "v=1&loss=focal:gamma=1&seed=3");
    CHECK_TEXT(with("", "model.hidden", "64/32"), "v=1&model=mlp:hidden=64/32");
    CHECK_TEXT(with("data=moons", "model", "layers:fc8-relu-fc"), "v=1&data=moons&model=layers:fc8-relu-fc");
    CHECK_TEXT(with("model=layers:fc,shortcut=pad", "model.text", "gap-fc"),
               "v=1&model=layers:gap-fc,shortcut=pad");
    CHECK_TEXT(with("data=cifar10", "data.hash", "ABCDEF"), "v=1&data=cifar10:hash=abcdef");
    CHECK_TEXT(with("epochs=30", "switch", "7e0:focal:gamma=3"), "v=1&epochs=30&switch=7:focal");
    CHECK_TEXT(with("switch=7:focal", "switch", "none"), "v=1");
    CHECK_TEXT(with("", "by", "ece"), "v=1&by=ece");
    CHECK_TEXT(with("", "from", HASH), "v=1&from=" HASH);
    CHECK_TEXT(with("", "v", "1"), "v=1");
    CHECK_TEXT(with("https://lab.example/#loss%3Dfocal", "seed", "2"), "v=1&loss=focal&seed=2");
}

static void test_remove(void) {
    CHECK_TEXT(reset("loss=focal:gamma=2&seed=3", "loss"), "v=1&seed=3");
    CHECK_TEXT(reset("loss=focal:gamma=2&seed=3", "loss.gamma"), "v=1&loss=focal&seed=3");
    CHECK_TEXT(reset("loss=focal:gamma=2&seed=3", "seed"), "v=1&loss=focal:gamma=2");
    CHECK_TEXT(reset("seed=3", "penalty"), "v=1&seed=3");
    CHECK_TEXT(reset("model=mlp:hidden=64", "model.hidden"), "v=1");
    CHECK_TEXT(reset("model=layers:fc,shortcut=pad", "model.shortcut"), "v=1&model=layers:fc");
    CHECK_TEXT(reset("data=cifar10:hash=abc", "data.hash"), "v=1&data=cifar10");
    CHECK_TEXT(reset("switch=7:focal", "switch"), "v=1");
    CHECK_TEXT(reset("from=" HASH, "from"), "v=1");
    CHECK_TEXT(reset("seed=2", "v"), "v=1&seed=2");
}

static void test_read(void) {
    CHECK_TEXT(value_of("loss=focal:gamma=25e-1", "loss"), "!focal:gamma=2.5");
    CHECK_TEXT(value_of("loss=focal:gamma=25e-1", "loss.gamma"), "!2.5");
    CHECK_TEXT(value_of("loss=focal", "loss.gamma"), "3");
    CHECK_TEXT(value_of("loss=focal", "loss"), "!focal");
    CHECK_TEXT(value_of("loss=ce", "loss"), "ce");
    CHECK_TEXT(value_of("", "model.hidden"), "100");
    CHECK_TEXT(value_of("model=mlp:hidden=64/32", "model.hidden"), "!64/32");
    CHECK_TEXT(value_of("model=layers:fc,shortcut=pad", "model.text"), "!fc");
    CHECK_TEXT(value_of("data=cifar10", "data.hash"), "");
    CHECK_TEXT(value_of("epochs=1e1", "epochs"), "!10");
    CHECK_TEXT(value_of("epochs=2e1", "epochs"), "20");
    CHECK_TEXT(value_of("switch=5:focal", "switch"), "!5:focal");
    CHECK_TEXT(value_of("", "switch"), "none");
    CHECK_TEXT(value_of("from=" HASH, "from"), "!" HASH);
    CHECK_TEXT(value_of("", "from"), "");
    CHECK_TEXT(value_of("", "v"), "!1");
    CHECK_TEXT(value_of("view=curves", "view"), "!curves");
    CHECK_TEXT(value_of("view=curves", "threads"), "");
}

// Keys of the page stay in their order, and do not change the receipt.
static void test_page(void) {
    char sealed[1024], longer[1200];
    CHECK_TEXT(with("view=curves&seed=2&threads=2", "seed", "3"), "v=1&seed=3&view=curves&threads=2");
    CHECK_TEXT(with("view=curves&threads=2", "view", "pictures"), "v=1&threads=2&view=pictures");
    CHECK_TEXT(reset("view=curves&threads=2", "view"), "v=1&threads=2");
    CHECK_TEXT(reset("threads=2", "view"), "v=1&threads=2");
    CHECK_TEXT(with("digest=" HASH, "view", "curves"), "v=1&digest=" HASH "&view=curves");
    cal_spec spec;
    cal_text text = {0};
    CHECK(!cal_spec_parse(&spec, "seed=2&receipt=" RECEIPT, strlen("seed=2&receipt=" RECEIPT), &err));
    cal_spec_share(&text, &spec, &spec.promise);
    snprintf(sealed, sizeof sealed, "%s", text.data);
    cal_text_free(&text);
    snprintf(longer, sizeof longer, "%s&view=curves", sealed);
    CHECK_TEXT(with(sealed, "view", "curves"), longer);
    CHECK_TEXT(reset(longer, "view"), sealed);
    CHECK_TEXT(with(longer, "seed", "3"), "v=1&seed=3&view=curves");
    CHECK_TEXT(reset(longer, "receipt"), "v=1&seed=2&view=curves");
}

static void test_promise(void) {
    CHECK_TEXT(with("seed=2&digest=" HASH, "seed", "3"), "v=1&seed=3");
    CHECK_TEXT(with("seed=2&digest=" HASH, "from", HASH), "v=1&seed=2&from=" HASH);
    CHECK_TEXT(reset("seed=2&digest=" HASH, "digest"), "v=1&seed=2");
    CHECK_TEXT(reset("seed=2&receipt=" RECEIPT, "digest"), "v=1&seed=2");
    CHECK_TEXT(with("seed=2&digest=" HASH, "receipt", RECEIPT), "v=1&seed=2&receipt=" RECEIPT);
    CHECK_TEXT(with("seed=2&receipt=" RECEIPT, "digest", HASH), "v=1&seed=2&digest=" HASH);
    CHECK_TEXT(value_of("receipt=" RECEIPT, "receipt"), "!" RECEIPT);
    CHECK_TEXT(value_of("receipt=" RECEIPT, "digest"), "!fedcba9876543210");
    CHECK_TEXT(value_of("digest=" HASH, "receipt"), "");
}

static void test_refusals(void) {
    static const struct {
        const char *link, *place, *value, *error;
    } cases[] = {
        {"sed=1", "seed", "1", "link: no key 'sed'; *"},
        {"", "sed", "1", "link: no key 'sed'; the keys are data, *"},
        {"", "", "1", "link: no key ''; *"},
        {"", "sum", "1", "link: no key 'sum'; *"},
        {"loss=focal", "loss.gama", "1", "loss.gama: loss focal has no such parameter"},
        {"loss=ce", "loss.gamma", "1", "loss.gamma: loss ce has no such parameter"},
        {"", "seed.x", "1", "seed.x: seed has no parameters"},
        {"", "view.x", "1", "view.x: view has no parameters"},
        {"loss=focal", "loss.gamma", "200", "loss focal: gamma=200 is not a number from 0 to 20"},
        {"loss=focal", "loss.gamma", "2&seed=9",
         "loss.gamma: character 2 of the value (byte 0x26) is not allowed there"},
        {"loss=focal", "loss.gamma", "2,3",
         "loss.gamma: character 2 of the value (byte 0x2c) is not allowed there"},
        {"", "view", "a&seed=9", "view: character 2 of the value (byte 0x26) is not allowed there"},
        {"", "seed", "1 ", "seed: character 2 of the value (byte 0x20) is not allowed there"},
        {"", "seed", "", "seed has no value"},
        {"", "epochs", "0", "epochs=0 is not a whole number from 1 to 10000"},
        {"", "loss", "focall", "loss: no 'focall'; *"},
        {"", "v", "2", "link: v=2 is a version that this lab does not know; *"},
        {"", "from", "abc", "from=abc is not 16 lower-case hexadecimal digits"},
        {"", "receipt", "1.0", "receipt: data is missing; *"},
        {"", "s\x01", "1", "link: character 2 of a place (byte 0x01) is not allowed there"},
        {"loss=focal-schedule:gammas=3/1,at=0.5", "loss.at", "0.5/0.8",
         "loss focal-schedule: 2 gammas for 2 changes (at); *"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *got = with(cases[i].link, cases[i].place, cases[i].value), *wanted = cases[i].error;
        const size_t length = strlen(wanted);
        CHECK(err.status == CAL_USAGE);
        if (wanted[length - 1] != '*') CHECK_TEXT(got, wanted);
        else if (strncmp(got, wanted, length - 1) != 0) CHECK_TEXT(got, wanted);
    }
    CHECK_TEXT(reset("loss=ce", "loss.gamma"), "loss.gamma: loss ce has no such parameter");
    CHECK_TEXT(value_of("loss=ce", "loss.gamma"), "loss.gamma: loss ce has no such parameter");
    CHECK_TEXT(value_of("", "nothing"), with("", "nothing", "1"));
}

// A choice comes before its parameters; rules on several values are checked when all are set.
static void test_several(void) {
    const cal_change changes[] = {{slice("loss"), slice("focal-schedule")},
                                  {slice("loss.at"), slice("0.2/0.4/0.6")},
                                  {slice("loss.gammas"), slice("4/3/2/1")},
                                  {slice("seed"), {NULL, 0}},
                                  {slice("view"), slice("gammas")}};
    cal_text text = {0};
    const char link[] = "seed=4&epochs=2";
    CHECK(!cal_link_change(&text, link, strlen(link), changes, 5, &err));
    CHECK_TEXT(text.data, "v=1&loss=focal-schedule:gammas=4/3/2/1,at=0.2/0.4/0.6&epochs=2&view=gammas");
    cal_text_free(&text);
    CHECK(cal_link_change(&text, link, strlen(link), changes, 2, &err) == CAL_USAGE);
    cal_text_free(&text);
}

static void test_length(void) {
    static char value[CAL_LINK_MAX + 2], link[CAL_LINK_MAX + 1];
    memset(value, 'x', sizeof value - 1);
    CHECK_TEXT(with("", "exercise", value), "exercise: a value of more than 16384 characters is not allowed");
    value[CAL_PAGE_VALUE_MAX + 1] = 0;
    CHECK_TEXT(with("", "exercise", value),
               "exercise: 12289 characters are too many; at most 12288 are allowed");
    value[CAL_PAGE_VALUE_MAX] = 0;
    snprintf(link, sizeof link, "exercise=%s", value);
    value[4100] = 0;
    CHECK_TEXT(with(link, "view", value), "link: 16407 characters are too many; at most 16384 are allowed");
}

// Every parameter of every choice, and of the run: its default is set, read and removed.
static void test_every_place(void) {
    static const char *const kinds[] = {"data",    "model",     "head",     "loss",
                                        "penalty", "optimizer", "schedule", "augment"};
    int places = 0;
    for (int k = 0; k < 8; k++) {
        const cal_registry *registry = cal_registry_find(kinds[k]);
        const cal_entry *entry;
        for (int e = 0; (entry = registry->entry(e)); e++) {
            char link[4096];
            snprintf(link, sizeof link, "%s", with("", kinds[k], entry->id));
            for (int i = 0; entry->params && entry->params[i].name; i++, places++) {
                char place[100], usual[2048];
                snprintf(place, sizeof place, "%s.%s", kinds[k], entry->params[i].name);
                snprintf(usual, sizeof usual, "%s", value_of(link, place));
                CHECK(usual[0] != '!' && !err.status);
                if (usual[0]) CHECK_TEXT(with(link, place, usual), link);
                CHECK_TEXT(reset(link, place), link);
            }
        }
    }
    for (int i = 0; cal_run_entry.params[i].name; i++, places++) {
        const char *const place = cal_run_entry.params[i].name;
        char usual[200];
        snprintf(usual, sizeof usual, "%s", value_of("", place));
        CHECK(usual[0] && usual[0] != '!');
        CHECK_TEXT(with("", place, usual), "v=1");
        CHECK_TEXT(reset("", place), "v=1");
    }
    CHECK(places > 100);
}

int main(void) {
    test_set();
    test_remove();
    test_read();
    test_page();
    test_promise();
    test_refusals();
    test_several();
    test_length();
    test_every_place();
    return CHECK_DONE();
}
