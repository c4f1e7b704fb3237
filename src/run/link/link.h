// The pieces of a link's grammar; other folders use spec.h, and run/link/sum.h describes the checksum.
//
//   link   = [ '#' | '?' ] [ 'sum=' check '&' ] entry *( '&' entry )
//   entry  = key '=' value
//   choice = id [ ':' part *( ',' part ) ]
//   part   = name '=' value | words
//   list   = number *( '/' number )
//
// The value of a registry's key is a choice. Words are a part only if the entry takes them, and only first.
// A link has only characters that a URL fragment need not escape. Mail and chat programs escape them anyway,
// so %XX is decoded first.
#ifndef CAL_RUN_LINK_H
#define CAL_RUN_LINK_H
#include "base/slice.h"
#include "base/text.h"
#include "run/link/spec.h"

// Decodes %XX and checks the alphabet. `out` has room for `length` characters.
cal_status cal_link_decode(char *out, cal_slice *decoded, const char *link, size_t length, cal_error *err);
bool cal_link_character(char c);
// Skips a page's address in front of a link, up to its '#', and a leading '#' or '?'.
void cal_link_skip_address(const char **link, size_t *length);
// Reads 16 lower-case hexadecimal digits; an error begins with `name`.
cal_status cal_hex16_read(char out[CAL_HEX16], const char *name, cal_slice text, cal_error *err);

// Returns word `index` of a CAL_CHOICE parameter; `at` is null past the last one.
cal_slice cal_param_word(const cal_param *param, int index);

// Sets parameter `index` from text. An error begins with `where`: "loss focal: ", or "" for the run's own
// parameters.
cal_status cal_choice_set(cal_choice *choice, int index, cal_slice text, const char *where, cal_error *err);
// Reads a choice such as "focal:gamma=3" from a registry; the alphabet has been checked.
cal_status cal_choice_read(cal_choice *out, const cal_registry *registry, cal_slice text, cal_error *err);
bool cal_choice_equal(const cal_choice *a, const cal_choice *b);
bool cal_choice_param_equal(const cal_choice *a, const cal_choice *b, int index);
// Writes "focal:gamma=3", with the parameters that differ from the entry's defaults.
void cal_choice_write(cal_text *out, const cal_choice *choice);
// the same as a string
void cal_json_member_choice(cal_text *json, const char *key, const cal_choice *choice);
// "gamma=3"; words without a name
void cal_choice_write_param(cal_text *out, const cal_choice *choice, int index);
void cal_choice_write_value(cal_text *out, const cal_choice *choice, int index); // "3"
// Copies a parameter from a choice of the same entry.
void cal_choice_copy_param(cal_choice *out, const cal_choice *from, int index);
// Writes "loss focal: ", which opens errors about a parameter of that entry.
enum { CAL_CHOICE_WHERE = 80 };
void cal_choice_where(char out[CAL_CHOICE_WHERE], const char *kind, const cal_entry *entry);

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
