// Sets, removes or reads one place of a link, so that no other code has to take a link apart. The places:
// - "epochs", "seed": a parameter of the run;
// - "loss", "data": a whole choice, as "focal:gamma=3";
// - "loss.gamma": a parameter of the chosen entry; of layers, "model.text";
// - "from": the initial weights;
// - "digest", "receipt": the promise of the link, one or the other;
// - "view", "threads": a key of the page.
// The resulting link is canonical, followed by its keys of the page in their order. Changes of only these
// keys keep promise and checksum. Other changes drop the checksum; changes of the trained network drop the
// promise, too.
#ifndef CAL_RUN_LINK_PLACE_H
#define CAL_RUN_LINK_PLACE_H
#include "run/link/spec.h"
#include "base/slice.h"

typedef struct cal_change {
    cal_slice place, value; // value.at null: remove the place
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

// Reads the keys of the page from a link that cal_spec_parse has accepted.
void cal_page_read(cal_page *out, const char *link, size_t length);
// Writes the page's address: cal_spec_address and then the page's keys.
void cal_page_address(cal_text *out, const cal_spec *spec, const cal_page *page);

// Changes `count` places of a link in order: a choice before its parameters. A removed place gets its
// default, or disappears.
cal_status cal_link_change(cal_text *out, const char *link, size_t length, const cal_change *change,
                           int count, cal_error *err);
// Writes the canonical text of a place's value, empty for none. `given`: true if the link that
// cal_link_change writes contains it, so false for a default.
cal_status cal_link_look_up(cal_text *out, bool *given, const char *link, size_t length, cal_slice place,
                            cal_error *err);

#endif
