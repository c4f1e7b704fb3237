// The link: one text that is the CLI argument, the URL fragment, the cache key and a test's name.
//
//   data=shapes10:train=2000&model=cnn-s&loss=focal:gamma=3&epochs=20&seed=1
//
// This file owns its grammar, defaults, bounds and canonical form. Keys: v, the registries (data, model,
// loss, penalty, optimizer, schedule, augment), the run's numbers (epochs, batch, seed, ...; cal_run_params),
// the weights that it begins with where they are in a file (from, the first 16 hexadecimal digits of that
// file's SHA-256), what the run promises (digest, or a whole receipt; run/link/receipt.h), and the page's own
// keys, which are checked, listed and dropped. A leading '#' or '?', and an address up to its '#', are
// ignored. Everything unknown, doubled, malformed or out of range is an error that names the key, the value
// and the bound. A link that was given away begins with a check sum over all of it (run/link/sum.h).
#ifndef CAL_RUN_SPEC_H
#define CAL_RUN_SPEC_H
#include <stdint.h>
#include "base/text.h"
#include "run/link/receipt.h"
#include "catalog/entry.h"

enum {
    CAL_LINK_MAX = 16384,       // characters; longer links are refused unread
    CAL_PAGE_VALUE_MAX = 12288, // of a key that only the page knows: a whole exercise
};

typedef struct cal_spec {
    cal_choice data, model, loss, penalty, optimizer, schedule, augment;
    int switch_after; // so many epochs, `then` is the loss; 0: never
    cal_choice then;
    cal_choice run;       // epochs, batch, seed, bins: entry cal_run_entry
    char from[CAL_HEX16]; // of the file with its first weights; empty: it makes them
    cal_receipt promise;  // what another run of it gave, as far as the link says it
    bool sealed;          // it began with a check sum
} cal_spec;

extern const cal_entry cal_run_entry;
extern const char
    *const cal_page_keys[]; // the page's own: checked for length and alphabet, then dropped; ends with null

void cal_spec_default(cal_spec *out);
cal_status cal_spec_parse(cal_spec *out, const char *link, size_t length, cal_error *err);
// One value of a spec by its place in a link: "epochs", "loss.gamma" for a parameter of the chosen loss, or
// "loss" for a whole entry ("focal:gamma=3").
cal_status cal_spec_set(cal_spec *spec, const char *place, const char *value, size_t length, cal_error *err);
// The canonical link: `v=1`, then only what differs from the defaults, keys in a fixed order, numbers in
// their shortest form. Without what it promises.
void cal_spec_write(cal_text *out, const cal_spec *spec);
// The link to give away: the canonical one with what it promises, if anything, and its check sum in front.
void cal_spec_share(cal_text *out, const cal_spec *spec, const cal_receipt *promise);
// The same, without a check sum unless the link that was read had one: what stands in the page's address.
void cal_spec_address(cal_text *out, const cal_spec *spec);
// What can be read of a link that cal_spec_parse refuses: {"link": the canonical link of all that is whole,
// "" if nothing is, "parts": [{"text", "why"}] that are not, "missing": how many there are no more, "mended":
// the link as it was given away, "" where that is not known: one wrong character in one part is found by
// trying}. `check` is what a spec must pass beside the grammar, or null: what does not pass is not offered.
typedef cal_status cal_spec_check(const cal_spec *spec, cal_error *err);
void cal_link_recover(cal_text *json, const char *link, size_t length, cal_spec_check *check);
// As far as it has had an effect after so many epochs: two runs whose texts are the same are the same until
// then.
void cal_spec_write_until(cal_text *out, const cal_spec *spec, int epochs);

// One registry value by itself, as `--model`, `calib loss TEXT` and tests use it: "focal:gamma=3". `kind` is
// a registry's key: "data", "model", "loss", "penalty", "metric", "calibrator", "optimizer", "schedule",
// "augment".
cal_status cal_choice_parse(cal_choice *out, const char *kind, const char *text, size_t length,
                            cal_error *err);
// What is descended by itself: "focal:gamma=3&penalty=entropy:alpha=0.1", the penalty and "loss=" may be
// missing.
cal_status cal_objective_parse(cal_choice *loss, cal_choice *penalty, const char *text, cal_error *err);
void cal_choice_default(cal_choice *out, const cal_entry *entry);

// Every registry as JSON: {"version":1, "engine":CAL_ENGINE, "default":link ids by kind, "data":[entries],
// "model":[...], ..., "run":[params], "page":[keys]}.
void cal_describe(cal_text *json);

#endif
