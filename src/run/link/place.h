// One place of a link, set, removed or read, so that nobody else has to take a link apart:
//
//   "epochs", "seed"        a parameter of the run
//   "loss", "data"          a whole choice: "focal:gamma=3"
//   "loss.gamma"            a parameter of what the link has chosen; of layers, "model.text"
//   "from"                  the initial weights
//   "digest", "receipt"     what the link promises: one or the other
//   "view", "threads"       a key of the page
//
// A link that comes out is canonical, followed by the page's keys that it had, in their order. Where only keys of
// the page were changed, its promise and checksum stay; otherwise the checksum goes, and with a change of what is
// trained the promise goes too.
#ifndef CAL_RUN_LINK_PLACE_H
#define CAL_RUN_LINK_PLACE_H
#include "run/link/spec.h"
#include "base/slice.h"

typedef struct cal_change {
    cal_slice place, value; // value.at null: the place is removed
} cal_change;

// The keys that only the page reads, with their values.
typedef struct cal_page {
    int count;
    struct {
        const char *key;
        cal_slice value; // in `text`, or the caller's
    } entry[CAL_PAGE_KEYS];
    char text[CAL_LINK_MAX];
} cal_page;

// Of a link that cal_spec_parse has read.
void cal_page_read(cal_page *out, const char *link, size_t length);
// The page's address: cal_spec_address with the page's keys after it.
void cal_page_address(cal_text *out, const cal_spec *spec, const cal_page *page);

// Changes a link in so many places, one after the other: a choice before its parameters. A place that is removed
// gets its default, or is no longer there.
cal_status cal_link_change(cal_text *out, const char *link, size_t length, const cal_change *change,
                           int count, cal_error *err);
// Writes the canonical text of a place's value, empty for none. `given`: whether the link that cal_link_change
// writes holds it, so false for a default.
cal_status cal_link_look_up(cal_text *out, bool *given, const char *link, size_t length, cal_slice place,
                            cal_error *err);

#endif
