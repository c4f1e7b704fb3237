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
#include "catalog/entry.h"
#include "catalog/registry/registry.h"

enum { CAL_LINK_MAX = 16384 }; // characters; longer links are refused

// Decodes %XX and checks the alphabet. `out` has room for `length` characters.
cal_status cal_link_decode(char *out, cal_slice *decoded, const char *link, size_t length, cal_error *err);
bool cal_link_character(char c);
// Skips a page's address in front of a link, up to its '#', and a leading '#' or '?'.
void cal_link_skip_address(const char **link, size_t *length);
// Returns word `index` of a CAL_CHOICE parameter; `at` is null past the last one.
cal_slice cal_param_word(const cal_param *param, int index);

// Sets parameter `index` from text. An error begins with `where`: "loss focal: ", or "" for the run's own
// parameters.
cal_status cal_choice_set(cal_choice *choice, int index, cal_slice text, const char *where, cal_error *err);
// Reads a choice such as "focal:gamma=3" from a registry; the alphabet has been checked.
cal_status cal_choice_read(cal_choice *out, const cal_registry *registry, cal_slice text, cal_error *err);
// Parses a single registry value, as `--model`, `calib loss TEXT` and tests use it: "focal:gamma=3". `kind`
// is a registry's key: "data", "model", "head", "loss", "penalty", "metric", "calibrator", "optimizer",
// "schedule", "augment".
cal_status cal_choice_parse(cal_choice *out, const char *kind, const char *text, size_t length,
                            cal_error *err);
// Parses a value of any registry, also of one that is not in the catalog.
cal_status cal_choice_parse_in(cal_choice *out, const cal_registry *registry, const char *text, size_t length,
                               cal_error *err);
void cal_choice_default(cal_choice *out, const cal_entry *entry);
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

#endif
