// What runs on data from files take, against what cal_run_need said before: of every data set that reads files.
#include "taken.h"
#include "made_files.h"

enum { ARENA_BLOCK = 64 * 1024 }; // names that files hold are planned at their longest, in one such block

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
    "data=table:train=20,val=10,test=10,features=2&model=mlp&epochs=1",
    "data=table:train=20,val=10,test=40,features=2,test_from=file&model=mlp&epochs=1",
    "data=texts:train=20,val=10,test=10,vocabulary=10&model=gpcnn:vocabulary=10&epochs=1",
    "data=texts:train=20,val=9,test=9,vocabulary=9,vectors=glove&model=gpcnn:vocabulary=9,dim=8&epochs=1"};

// Names that files hold.
static size_t names_of(const char *link) {
    return strstr(link, "names=yes") || strstr(link, "table") || strstr(link, "texts") ? ARENA_BLOCK : 0;
}

int main(void) {
    cal_error err = {CAL_OK, ""};
    CHECK(cal_pool_create(&pool, 1, &err) == CAL_OK);
#ifndef SANITIZED
    for (size_t i = 0; i < sizeof links / sizeof *links; i++) check_made(links[i], names_of(links[i]));
#endif
    for (int i = 0; cal_datasets[i]; i++) {
        bool tested = !cal_datasets[i]->needs_files;
        char start[40];
        snprintf(start, sizeof start, "data=%s:", cal_datasets[i]->entry.id);
        for (size_t j = 0; j < sizeof links / sizeof *links; j++)
            tested |= strncmp(links[j], start, strlen(start)) == 0;
        CHECK(tested);
    }
    (void)check_made, (void)names_of, (void)check_link;
    cal_pool_free(pool);
    return CHECK_DONE();
}
