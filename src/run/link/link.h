// The pieces that a link's grammar is made of; spec.h is what others use.
//
//   link   = [ '#' | '?' ] [ 'sum=' check '&' ] entry *( '&' entry )      the check sum: link_sum.h
//   entry  = key '=' value
//   choice = id [ ':' part *( ',' part ) ]       the value of a registry's key
//   part   = name '=' value | words              words only where the entry takes them, and only first
//   list   = number *( '/' number )
//
// Only characters that a URL fragment needs no escape for; %XX is undone first where it stands for one of
// them, since mail and chat programs put it there.
#ifndef CAL_RUN_LINK_H
#define CAL_RUN_LINK_H
#include "base/slice.h"
#include "base/text.h"
#include "run/link/spec.h"

// Undoes %XX and checks the alphabet. `out` holds at least `length` characters.
cal_status cal_link_decode(char *out, cal_slice *decoded, const char *link, size_t length, cal_error *err);
bool cal_link_character(char c);
// What the page's Share copies is an address: the link is what follows its '#'.
void cal_link_skip_address(const char **link, size_t *length);
// 16 lower-case hexadecimal digits; `name` opens the error.
cal_status cal_hex16_read(char out[CAL_HEX16], const char *name, cal_slice text, cal_error *err);

// Word `index` of a CAL_CHOICE, its `at` null past the last one.
cal_slice cal_param_word(const cal_param *param, int index);

// Sets parameter `index`. `where` opens the error: "loss focal: ", or "" for the run's own numbers.
cal_status cal_choice_set(cal_choice *choice, int index, cal_slice text, const char *where, cal_error *err);
// Text whose alphabet is known to be right.
cal_status cal_choice_read(cal_choice *out, const char *kind, cal_slice text, cal_error *err);
bool cal_choice_equal(const cal_choice *a, const cal_choice *b);
bool cal_choice_param_equal(const cal_choice *a, const cal_choice *b, int index);
// "focal:gamma=3": what differs from the entry's defaults.
void cal_choice_write(cal_text *out, const cal_choice *choice);
void cal_choice_write_param(cal_text *out, const cal_choice *choice, int index);

// One part of a link. `seen` has a bit for each key that was there; behind what a check sum counted only keys
// of the page may stand.
cal_status cal_spec_read_part(cal_spec *out, uint64_t *seen, cal_slice part, bool counted, cal_error *err);

#endif
