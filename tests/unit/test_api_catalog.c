// The C library's links as texts, and its catalog, as a program sees them.
#include "api_check.h"

static const char small[] = "data=moons:train=60,val=20,test=20&model=mlp:hidden=8&epochs=3&batch=20";

static void test_links(void) {
    cal_bytes text;
    cal_link *link;
    bool same;
    GOOD(cal_link_canonical(&text, link_of("loss=focal:gamma=3.0&epochs=4"), &err));
    CHECK_TEXT(text.data, "v=1&loss=focal&epochs=4");
    CHECK(text.size == strlen(text.data));
    cal_bytes_free(&text);
    CHECK(!text.data && !text.size);
    GOOD(cal_link_with(&text, "loss=focal", "loss.gamma", "2", &err));
    CHECK_TEXT(text.data, "v=1&loss=focal:gamma=2");
    cal_bytes_free(&text);
    GOOD(cal_link_with(&text, "loss=focal&view=curves", "view", "pictures", &err));
    CHECK_TEXT(text.data, "v=1&loss=focal&view=pictures");
    cal_bytes_free(&text);
    GOOD(cal_link_reset(&text, "loss=focal:gamma=2&view=curves", "loss.gamma", &err));
    CHECK_TEXT(text.data, "v=1&loss=focal&view=curves");
    cal_bytes_free(&text);
    GOOD(cal_link_value(&text, &same, "loss=focal:gamma=2.0", "loss.gamma", &err));
    CHECK_TEXT(text.data, "2");
    CHECK(same);
    cal_bytes_free(&text);
    GOOD(cal_link_value(&text, NULL, "", "from", &err));
    CHECK_TEXT(text.data, "");
    cal_bytes_free(&text);
    REFUSED(cal_link_with(&text, "loss=ce", "loss.gamma", "2", &err), CAL_USAGE,
            "loss.gamma: loss ce has no such parameter");
    REFUSED(cal_link_with(&text, "", "loss", NULL, &err), CAL_USAGE, "cal_link_with: the value is null");
    REFUSED(cal_link_reset(&text, "seed=x", "loss", &err), CAL_USAGE,
            "seed=x is not a whole number from 0 to 2147483647");
    REFUSED(cal_link_reset(&text, "", NULL, &err), CAL_USAGE, "cal_link_reset: the place is null");
    REFUSED(cal_link_value(&text, &same, NULL, "loss", &err), CAL_USAGE, "the link is null");
    REFUSED(cal_link_value(NULL, &same, "", "loss", &err), CAL_USAGE,
            "link: the place for the answer is null");
    CHECK(!text.data && !same);
    GOOD(cal_link_files(&text, link_of("data=mnist:train=10"), &err));
    CHECK(strstr(text.data, "train-images-idx3-ubyte\n") != NULL);
    cal_bytes_free(&text);
    GOOD(cal_link_files(&text, link_of(small), &err));
    CHECK_TEXT(text.data, "");
    cal_bytes_free(&text);
    GOOD(cal_link_shared(&text, link_of(small), &err));
    CHECK(strncmp(text.data, "sum=", 4) == 0);
    GOOD(cal_link_compare(&same, NULL, link_of(text.data), link_of(small), &err));
    CHECK(same); // neither has a receipt
    cal_bytes_free(&text);
    REFUSED(cal_link_parse(&link, "loss=focal:gamma=200", &err), CAL_USAGE,
            "loss focal: gamma=200 is not a number from 0 to 20");
    CHECK(!link);
    REFUSED(cal_link_parse(&link, NULL, &err), CAL_USAGE, "the link is null");
    REFUSED(cal_link_parse(NULL, small, &err), CAL_USAGE, "cal_link_parse: out is null");
    REFUSED(cal_link_canonical(&text, NULL, &err), CAL_USAGE, "the link is null");
    CHECK(!text.data && cal_link_parse(&link, "loss=none", NULL) == CAL_USAGE); // the error is optional
    cal_link_free(NULL);
    cal_bytes_free(NULL);
}

static void test_link_about(void) {
    cal_link_info about = cal_link_about(link_of(small));
    cal_bytes text;
    cal_link *narrow;
    CHECK_TEXT(about.data, "moons");
    CHECK_TEXT(about.model, "mlp");
    CHECK(!about.needs_files && about.train == 60 && about.validation == 20 && about.test == 20);
    CHECK(about.epochs == 3 && about.batch == 20 && about.bins == 15 && !about.from[0] && !about.promised[0]);
    about = cal_link_about(link_of("data=cifar10&from=0123456789abcdef&digest=fedcba9876543210"));
    CHECK_TEXT(about.from, "0123456789abcdef");
    CHECK_TEXT(about.promised, "fedcba9876543210");
    CHECK(about.needs_files);
    CHECK(!cal_link_about(NULL).data);
    GOOD(cal_link_evaluated(&narrow, link_of("data=cifar10:train=50,val=10,test=20"), true, &err));
    GOOD(cal_link_canonical(&text, narrow, &err));
    CHECK_TEXT(text.data, "v=1&data=cifar10:train=0,val=0,test=20");
    cal_bytes_free(&text);
    cal_link_free(narrow);
    GOOD(cal_link_evaluated(&narrow, link_of(small), true, &err)); // generated: nothing to leave out
    CHECK(cal_link_about(narrow).train == 60);
    cal_link_free(narrow);
    REFUSED(cal_link_evaluated(&narrow, NULL, true, &err), CAL_USAGE, "the link is null");
    CHECK(!narrow);
    const cal_link *promised = link_of("digest=0123456789abcdef"), *got = link_of("digest=fedcba9876543210");
    REFUSED(cal_link_reproduced(promised, got, &err), CAL_FAILED,
            "the link promises digest 0123456789abcdef, but this run gave fedcba9876543210");
    GOOD(cal_link_reproduced(link_of(small), link_of(small), &err));
}

// Reads a link from a file, a report, weights, and other files.
static void test_catalog(void) {
    cal_catalog_info entry;
    cal_parameter_info param;
    cal_bytes json;
    int kinds = 0, described = 0;
    for (const char *kind; (kind = cal_catalog_kind(kinds)); kinds++)
        for (int i = 0; i < cal_catalog_count(kind); i++, described++) {
            GOOD(cal_catalog_entry(&entry, kind, i, &err));
            CHECK(entry.id[0] && entry.label[0]);
            for (int p = 0; p < entry.parameters; p++)
                GOOD(cal_catalog_parameter(&param, kind, entry.id, p, &err));
        }
    CHECK(kinds > 10 && described > 80);
    GOOD(cal_catalog_find(&entry, "loss", "focal", &err));
    GOOD(cal_catalog_parameter(&param, "loss", "focal", 0, &err));
    CHECK_TEXT(param.name, "gamma");
    CHECK(param.type == CAL_PARAMETER_REAL && param.max == 20);
    GOOD(cal_catalog_parameter(&param, "run", NULL, 0, &err));
    CHECK_TEXT(param.name, "epochs");
    REFUSED(cal_catalog_find(&entry, "loss", "nll", &err), CAL_USAGE, "catalog: there is no loss 'nll'");
    REFUSED(cal_catalog_entry(&entry, "colour", 0, &err), CAL_USAGE, "catalog: there is no kind 'colour'");
    CHECK(cal_catalog_count("colour") == 0 && cal_catalog_count(NULL) == 0 && !cal_catalog_kind(-1));
    static const char *const metrics[] = {"error", "ece", "nll", "brier", "accuracy", "auroc", "roc_auc"};
    for (int i = 0; i < 7; i++) {
        GOOD(cal_catalog_find(&entry, "metric", metrics[i], &err));
        CHECK(entry.larger_is_better == (i >= 4));
    }
    GOOD(cal_catalog_json(&json, &err));
    CHECK(json.data[0] == '{');
    cal_bytes_free(&json);
}

static void test_whole_numbers(void) {
    static const struct {
        const char *kind, *id, *name;
        cal_parameter_type type;
        bool whole;
    } wanted[] = {{"metric", "ece", "bins", CAL_PARAMETER_INTEGER, true},
                  {"loss", "focal", "gamma", CAL_PARAMETER_REAL, false},
                  {"model", "mlp", "hidden", CAL_PARAMETER_LIST, true},
                  {"loss", "adafocal", "gammas", CAL_PARAMETER_LIST, false}};
    for (size_t w = 0; w < sizeof wanted / sizeof *wanted; w++) {
        cal_parameter_info about;
        int i = 0;
        do GOOD(cal_catalog_parameter(&about, wanted[w].kind, wanted[w].id, i++, &err));
        while (!err.status && strcmp(about.name, wanted[w].name) != 0);
        CHECK(about.type == wanted[w].type && about.whole == wanted[w].whole);
    }
}

int main(void) {
    test_links();
    test_whole_numbers();
    test_link_about();
    test_catalog();
    return CHECK_DONE();
}
