// Compares memory of runs on data from files with the prediction of cal_run_need, for every data set that
// reads files.
#include "taken.h"
#include "made_files.h"

enum { ARENA_BLOCK = 64 * 1024 }; // names in files are planned at their longest, in one such block

static void check_made(const char *link, size_t names) {
    static cal_spec spec;
    cal_error err = {CAL_OK, ""};
    const cal_status status = cal_spec_parse(&spec, link, strlen(link), &err);
    CHECK_TEXT(err.text, "");
    if (status) return;
    made_files made = made_for(&spec.data, 40);
    check_files(link, made_list(&made), made.count, names, CAL_RUN_TRAIN, false);
    check_files(link, made_list(&made), made.count, names, CAL_RUN_INSPECT, false);
    made_free(&made);
}

// Checks the peak memory of loading. It is planned to the byte, except for names and the rows of tables,
// which are counted before any is read.
static void check_loading(const char *link, int n, size_t above) {
    static cal_spec spec;
    cal_error err = {CAL_OK, ""};
    cal_dataset data = {0};
    CHECK(!cal_spec_parse(&spec, link, strlen(link), &err));
    made_files made = {.count = 0};
    if (cal_data_of(&spec.data)->needs_files) made = made_for(&spec.data, n);
    const size_t before = live, width = strstr(link, "vectors=glove") ? MADE_VECTOR : 0;
    const size_t planned =
        cal_data_bytes(&spec.data, (int)width) + cal_data_loading(&spec.data, made_list(&made), made.count);
    CHECK(live == before);
    peak = live;
    CHECK(!cal_data_load(&data, &spec.data, made_list(&made), made.count, &err));
    CHECK_TEXT(err.text, "");
    const size_t taken = peak - before;
    const bool good = planned >= taken && planned <= taken + above;
    if (!good || getenv("SHOW"))
        printf("loading %s of %d records: %zu of %zu, %zu kept\n", link, n, taken, planned,
               cal_data_bytes(&spec.data, (int)width));
    CHECK(good);
    cal_dataset_free(&data);
    made_free(&made);
}

static const char *const links[] = {
    "data=cifar10:train=20,val=10,test=10,size=8&model=logistic&epochs=1",
    "data=cifar10:train=60,val=10,test=30,posterior=cifar10h&model=lenet&epochs=1",
    "data=cifar10:train=6,val=2,test=2,only=3/5,labels=worse,size=8&model=logistic&epochs=1",
    "data=cifar10:train=20,val=10,test=10,test_from=cifar10.1-v4,size=8&model=logistic&epochs=1",
    "data=cifar10:train=20,val=10,test=5,test_from=cifar10-c,take=random,size=8&model=logistic&epochs=1",
    "data=cifar100:train=20,val=10,test=10,take=random&model=lenet&epochs=1",
    "data=cifar100:train=20,val=10,test=10,take=first,labels=coarse,size=8&model=logistic&epochs=1",
    "data=mnist:train=20,val=10,test=10&model=lenet&epochs=1",
    "data=mnist:train=20,val=0,test=10,classes=200,take=random&model=logistic&epochs=1",
    "data=svhn:train=20,val=10,test=20&model=logistic&epochs=1",
    "data=images:train=20,val=10,test=10,classes=3,size=8&model=logistic&epochs=1",
    "data=images:train=20,val=10,test=10,classes=3,size=8,names=yes,test_from=file&model=logistic&epochs=1",
    "data=tagged:train=20,val=10,test=10,labels=3,channels=3,size=8&head=sigmoid&model=logistic&epochs=1",
    "data=tagged:train=20,val=9,test=9,labels=3,channels=3,size=8,test_from=file&head=sigmoid&model=mlp",
    "data=table:train=20,val=10,test=10,features=2&model=mlp&epochs=1",
    "data=table:train=20,val=10,test=40,features=2,test_from=file&model=mlp&epochs=1",
    "data=texts:train=20,val=10,test=10,vocabulary=10&model=gpcnn:vocabulary=10&epochs=1",
    "data=texts:train=20,val=9,test=9,vocabulary=9,vectors=glove&model=gpcnn:vocabulary=9,dim=8&epochs=1"};

// Returns the bytes of names in files.
static size_t names_of(const char *link) {
    return strstr(link, "names=yes") || strstr(link, "table") || strstr(link, "texts") ||
                   strstr(link, "tagged")
               ? ARENA_BLOCK
               : 0;
}

int main(void) {
    cal_error err = {CAL_OK, ""};
    CHECK(cal_pool_create(&pool, 1, &err) == CAL_OK);
#ifndef SANITIZED
    for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
        if (!CHECK_SOME(2, (long)i)) continue;
        check_made(links[i], names_of(links[i]));
        check_loading(links[i], 40, 2 * names_of(links[i]));
        if (!strstr(links[i], "texts")) check_loading(links[i], 2000, 2 * names_of(links[i]));
    }
    check_loading("data=texts:train=1980,val=10,test=10,vectors=glove", 2000, 2 * ARENA_BLOCK);
    check_loading("data=shapes10", 0, 0);
    check_loading("data=words", 0, 0);
    check_loading("data=moons", 0, 0);
    check_loading("data=gaussians", 0, 0);
#endif
    for (int i = 0; cal_datasets[i]; i++) {
        bool tested = !cal_datasets[i]->needs_files;
        char start[40];
        snprintf(start, sizeof start, "data=%s:", cal_datasets[i]->entry.id);
        for (size_t j = 0; j < sizeof links / sizeof *links; j++)
            tested |= strncmp(links[j], start, strlen(start)) == 0;
        CHECK(tested);
    }
    (void)check_made, (void)check_loading, (void)names_of, (void)check_link;
    cal_pool_free(pool);
    return CHECK_DONE();
}
