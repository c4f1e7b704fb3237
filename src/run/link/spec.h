// The link: one text that is the CLI argument, the URL fragment, the cache key and a test's name.
//
//   data=shapes10:train=2000&model=cnn-s&loss=focal:gamma=3&epochs=20&seed=1
//
// This folder owns its grammar, defaults, bounds and canonical form. Keys are:
// - v, the version of the grammar;
// - the registries: data, model, head, loss, penalty, optimizer, schedule, augment;
// - the run's own parameters: epochs, batch, seed, ... (cal_run_entry);
// - from: the first 16 hexadecimal digits of the SHA-256 of a file with the initial weights;
// - digest, or a whole receipt: the result that the link promises (run/link/receipt.h);
// - the page's own keys, which are checked, listed and dropped.
// A leading '#' or '?', and an address up to its '#', are ignored. An unknown, repeated, malformed or
// out-of-range value is an error that names the key, the value and what is allowed. A shared link begins with
// a checksum over all of it (run/link/sum.h).
#ifndef CAL_RUN_SPEC_H
#define CAL_RUN_SPEC_H
#include <stdint.h>
#include "base/text.h"
#include "run/link/link.h"
#include "run/link/receipt.h"

enum {
    CAL_PAGE_VALUE_MAX = 12288, // characters of a value that only the page reads: a whole exercise
    CAL_PAGE_KEYS = 7,
};

typedef struct cal_spec {
    cal_choice data, model, head, loss, penalty, optimizer, schedule, augment;
    int switch_after; // epochs with `loss` before `then` replaces it; 0: no switch
    cal_choice then;
    cal_choice run;       // epochs, batch, seed, bins, ...: of the entry cal_run_entry
    char from[CAL_HEX16]; // hash of the file with the initial weights; empty: drawn from the seed
    cal_receipt promise;  // the result that the link promises; may be partial
    bool sealed;          // the link began with a checksum
} cal_spec;

extern const cal_entry cal_run_entry;
// The page's own keys, null-terminated: checked for length and alphabet, then dropped (run/link/place.h keeps
// them).
extern const char *const cal_page_keys[CAL_PAGE_KEYS + 1];

void cal_spec_default(cal_spec *out);
cal_status cal_spec_parse(cal_spec *out, const char *link, size_t length, cal_error *err);
// Checks constraints between parameters, after they were set one by one.
cal_status cal_spec_check_choices(const cal_spec *spec, cal_error *err);
// Writes the canonical link, without its promise: `v=1`, then only values other than the defaults, keys
// in a fixed order, numbers in their shortest form.
void cal_spec_write(cal_text *out, const cal_spec *spec);
void cal_json_member_spec(cal_text *json, const char *key, const cal_spec *spec); // the same as a string
// Writes the link to share: the canonical one with its promise, if any, and its checksum in front.
void cal_spec_share(cal_text *out, const cal_spec *spec, const cal_receipt *promise);
// Writes the same for the page's address: without a checksum unless the parsed link had one.
void cal_spec_address(cal_text *out, const cal_spec *spec);
// Writes what can be read of a link that cal_spec_parse refuses, as an object:
// - "link": the canonical link of all intact parts, "" if there are none;
// - "parts": [{"text", "why"}], the damaged parts;
// - "missing": the number of missing parts, according to the checksum;
// - "mended": the link as it was shared if one character is wrong, else "".
// `check` is a further test of the spec, or null; links that fail it are not offered.
typedef cal_status cal_spec_check(const cal_spec *spec, cal_error *err);
void cal_link_recover(cal_text *json, const char *link, size_t length, cal_spec_check *check);
// Writes the canonical link of everything that has an effect in the first `epochs` epochs. Two runs with the
// same text are identical until then.
void cal_spec_write_until(cal_text *out, const cal_spec *spec, int epochs);

// Parses the objective alone, "focal:gamma=3&penalty=entropy:alpha=0.1"; the penalty and "loss=" are
// optional.
cal_status cal_objective_parse(cal_choice *loss, cal_choice *penalty, const char *text, cal_error *err);

// ---- for this folder: the parts of a link

// The meaning of a link's key.
typedef enum cal_key_kind {
    CAL_KEY_UNKNOWN,
    CAL_KEY_VERSION,
    CAL_KEY_DIGEST,
    CAL_KEY_RECEIPT,
    CAL_KEY_FROM,
    CAL_KEY_CHOICE, // an entry of a registry
    CAL_KEY_RUN,    // a parameter of the run
    CAL_KEY_PAGE,   // a key that only the page reads
} cal_key_kind;
typedef struct cal_key {
    cal_key_kind kind;
    // CAL_KEY_CHOICE: among a spec's choices; CAL_KEY_RUN: among the run's parameters; CAL_KEY_PAGE: in
    // cal_page_keys
    int index;
} cal_key;
cal_key cal_key_find(cal_slice name);
cal_status cal_key_unknown(cal_slice name, cal_error *err); // fails with the error for an unknown key
// Reads the value of a key, which is not empty; the alphabet has been checked.
cal_status cal_key_read(cal_spec *out, cal_key key, cal_slice value, cal_error *err);
// Returns the choice of a CAL_KEY_CHOICE, and its registry's key in *kind.
cal_choice *cal_spec_choice(cal_spec *spec, int index, const char **kind);

// Reads one part of a link into the spec. `seen` has a bit for each key that was read. `counted`: the
// checksum covers this part; only keys of the page may follow the parts that it covers.
cal_status cal_spec_read_part(cal_spec *out, uint64_t *seen, cal_slice part, bool counted, cal_error *err);

#endif
