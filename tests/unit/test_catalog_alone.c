// Every registry of the catalog, in a program of the floors up to the catalog (see the Makefile). It links
// all their objects and none of higher floors.
#include "check.h"
#include "catalog/registry/registry.h"

static const char *const kinds[] = {"data",       "model",      "head",    "loss",   "penalty",
                                    "optimizer",  "schedule",   "augment", "metric", "calibrator",
                                    "corruption", "conformity", "layer",   "view"};

int main(void) {
    int count = 0;
    for (const cal_registry *r = cal_registries; r->kind; r++, count++) {
        const cal_entry *entry;
        int entries = 0;
        CHECK_TEXT(r->kind, kinds[count]);
        CHECK(cal_registry_find(r->kind) == r);
        for (; (entry = r->entry(entries)); entries++)
            CHECK(cal_registry_entry(r, entry->id, (int)strlen(entry->id)) == entry);
        CHECK(entries > 0);
    }
    CHECK(count == sizeof kinds / sizeof *kinds);
    CHECK(!cal_registry_find("probe")); // defined on a higher floor
    return CHECK_DONE();
}
