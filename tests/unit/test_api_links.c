// The C library as a program sees it: places of links set together, links and choices as JSON, and their
// misuse.
#include "api_check.h"

static const char small[] = "data=moons:train=40,val=20,test=20&model=mlp:hidden=4&epochs=1&batch=20";

static void test_edited(void) {
    const cal_link_edit edits[] = {
        {"loss", "focal"}, {"loss.gamma", "2"}, {"model", NULL}, {"view", "curves"}};
    cal_bytes link;
    GOOD(cal_link_edited(&link, "model=mlp&seed=3", edits, 4, &err));
    CHECK_TEXT(link.data, "v=1&loss=focal:gamma=2&seed=3&view=curves");
    cal_bytes_free(&link);
    GOOD(cal_link_edited(&link, "seed=3&view=curves", NULL, 0, &err));
    CHECK_TEXT(link.data, "v=1&seed=3&view=curves");
    cal_bytes_free(&link);
    CHECK(cal_link_edited(&link, "", &(cal_link_edit){"nosuch", "1"}, 1, &err) == CAL_USAGE && !link.data);
    REFUSED(cal_link_edited(&link, "", edits, -1, &err), CAL_USAGE, "link: -1 places cannot be changed");
    REFUSED(cal_link_edited(&link, "", NULL, 1, &err), CAL_USAGE, "cal_link_edited: edit is null");
    REFUSED(cal_link_edited(&link, "", &(cal_link_edit){NULL, "1"}, 1, &err), CAL_USAGE,
            "cal_link_edited: a place is null");
    REFUSED(cal_link_edited(&link, NULL, edits, 1, &err), CAL_USAGE, "the link is null");
}

static bool holds(const cal_bytes *json, const char *part) { return strstr(json->data, part) != NULL; }

static void test_plan(void) {
    cal_bytes json;
    char link[128];
    GOOD(cal_link_plan_json(&json, link_of(small), 1, &err));
    CHECK(holds(&json, "\"model\":{\"id\":\"mlp\"") && holds(&json, "\"steps\":2") &&
          holds(&json, "\"shape\":{\"k\":2,\"c\":2,\"h\":1,\"w\":1}") && holds(&json, "\"files\":[]"));
    cal_bytes_free(&json);
    REFUSED(cal_link_plan_json(&json, link_of(small), 65, &err), CAL_USAGE,
            "plan: threads=65 is not between 1 and 64");
    REFUSED(cal_link_plan_json(&json, NULL, 1, &err), CAL_USAGE, "the link is null");
    CHECK(cal_link_plan_json(&json, link_of("data=moons&model=resnet20"), 1, &err) == CAL_USAGE &&
          !json.data);
    REFUSED(cal_link_plan_json(NULL, link_of(small), 1, &err), CAL_USAGE, "cal_link_plan_json: out is null");
    snprintf(link, sizeof link, "data=cifar10:train=20,val=10,test=10&loss=focal");
    GOOD(cal_link_wanted_json(&json, link_of(link), &err));
    CHECK(holds(&json, "\"files\":[\"data_batch_1.bin\"") &&
          holds(&json, "\"test\":{\"link\":\"v=1&data=cifar10:train=0,val=0,test=10\""));
    cal_bytes_free(&json);
    CHECK(cal_link_wanted_json(&json, NULL, &err) == CAL_USAGE && !json.data);
    GOOD(cal_link_recovered_json(&json, "loss=focal&nosuch=1", &err));
    CHECK(holds(&json, "\"link\":\"v=1&loss=focal\"") && holds(&json, "\"text\":\"nosuch=1\""));
    cal_bytes_free(&json);
    GOOD(cal_link_recovered_json(&json, "v=1&data=shapes10:test=20x0,train=200&epochs=3", &err));
    CHECK(holds(&json, "\"link\":\"v=1&data=shapes10:train=200&epochs=3\""));
    CHECK(holds(&json, "\"parts\":[{\"text\":\"test=20x0\",\"why\":\"data shapes10: test=20x0 is not"));
    cal_bytes_free(&json);
    GOOD(cal_link_recovered_json(&json, "data=shapes10:train=200,wings=4,test=x&loss=focal:gamma=y,gamma=2",
                                 &err));
    CHECK(holds(&json, "\"link\":\"v=1&data=shapes10:train=200&loss=focal:gamma=2\""));
    CHECK(holds(&json, "\"text\":\"wings=4\"") && holds(&json, "\"text\":\"test=x\"") &&
          holds(&json, "\"text\":\"gamma=y\""));
    cal_bytes_free(&json);
    GOOD(cal_link_recovered_json(&json, "data=nosuch:test=1&epochs=3", &err));
    CHECK(holds(&json, "\"link\":\"v=1&epochs=3\"") && holds(&json, "\"text\":\"data=nosuch:test=1\""));
    cal_bytes_free(&json);
    REFUSED(cal_link_recovered_json(&json, NULL, &err), CAL_USAGE, "the link is null");
}

static void test_choice(void) {
    cal_bytes json;
    GOOD(cal_catalog_choice_json(&json, "loss", "focal:gamma=2", &err));
    CHECK_TEXT(json.data, "{\"id\":\"focal\",\"params\":{\"gamma\":2},\"given\":{\"gamma\":\"2\"}}");
    cal_bytes_free(&json);
    REFUSED(cal_catalog_choice_json(&json, "nosuch", "focal", &err), CAL_USAGE,
            "choice: there is no registry 'nosuch'");
    CHECK(cal_catalog_choice_json(&json, "loss", "nosuch", &err) == CAL_USAGE && !json.data);
    REFUSED(cal_catalog_choice_json(&json, "loss", NULL, &err), CAL_USAGE,
            "cal_catalog_choice_json: the text is null");
}

int main(void) {
    test_edited();
    test_plan();
    test_choice();
    return CHECK_DONE();
}
