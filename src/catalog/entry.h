// The common part of all registry entries, and the values that a link gives their parameters.
//
// An entry is one C file in the folder of its kind, named as its id. For example, src/catalog/loss/focal.c
// defines `const cal_loss cal_loss_focal`. Hyphens in ids become underscores in symbols. The build lists the
// folder in build/gen/<kind>.inc. So a new entry is one new file, and `describe`, the link, the CLI, the
// page, the tests and the docs find it there.
#ifndef CAL_CATALOG_ENTRY_H
#define CAL_CATALOG_ENTRY_H
#include <assert.h>
#include <stdbool.h>
#include "base/status.h"

enum { CAL_PARAM_MAX = 24, CAL_LIST_MAX = 32, CAL_TEXT_MAX = 1024 };

typedef enum cal_param_type {
    CAL_REAL,    // a number in [min, max]
    CAL_INTEGER, // a whole number in [min, max]
    CAL_LIST,    // numbers in [min, max], joined by '/': 256/256; `preset` is its default
    // one of the words in `choices`, or after them an id of the registry `kind`, given by name; its value is
    // the word's index
    CAL_CHOICE,
    CAL_HEX,    // up to 16 hexadecimal digits (part of a SHA-256), default none
    CAL_SWITCH, // "none", or an epoch in [min, max] and an entry of the registry `kind`: 10:focal:gamma=3
    CAL_WORDS,  // free text in the link's alphabet, given positionally (layers:...); at most one, the first
} cal_param_type;

typedef struct cal_param {
    const char *name, *help, *unit; // unit: "images", "of the run", "" for pure numbers
    cal_param_type type;
    double value, min, max; // default and bounds, inclusive
    const char *choices;    // "constant/cosine/step", for CAL_CHOICE; null: only ids of `kind`
    const char *kind;       // "metric": a CAL_CHOICE continues with this registry's ids; null: none
    // default of a CAL_LIST, CAL_SWITCH or CAL_WORDS as written in a link, or of a CAL_CHOICE
    const char *preset;
    bool whole;    // CAL_LIST: whole numbers only
    bool open_min; // the lower bound is excluded
} cal_param;

struct cal_choice;

typedef struct cal_entry {
    const char *id;          // as in a link: "focal"
    const char *label;       // "Focal loss"
    const char *tex;         // formula for KaTeX, or ""
    const char *source;      // paper and equation, or the origin of the definition
    const char *help;        // one sentence, plain words
    const cal_param *params; // ended by one without a name; null: none
    // Checks that the bounds of single parameters cannot express; null: none.
    cal_status (*check)(const struct cal_choice *choice, cal_error *err);
} cal_entry;

typedef struct cal_value {
    int count; // numbers given: 1, or a list's length
    double number[CAL_LIST_MAX];
} cal_value;

// A chosen entry with a value for each of its parameters, in the order of entry->params.
typedef struct cal_choice {
    const cal_entry *entry;
    cal_value value[CAL_PARAM_MAX];
    char words[CAL_TEXT_MAX]; // its CAL_WORDS or CAL_SWITCH parameter (at most one), or empty
    char hex[17];             // its CAL_HEX parameter (at most one), or empty
} cal_choice;

// Index in the entry's params; -1 if the entry has no such parameter.
int cal_param_find(const cal_entry *entry, const char *param);
// By name, which must be one of the entry's (asserted).
const cal_value *cal_choice_value(const cal_choice *choice, const char *param);
double cal_choice_number(const cal_choice *choice, const char *param);
int cal_choice_integer(const cal_choice *choice, const char *param);

// Declares a registry's table of descriptors, which ends with null, and `type`_of, which returns the
// descriptor of a choice. A choice of another kind is a programmer's error (asserted).
#define CAL_REGISTRY(type, table)                                                                            \
    extern const type *const table[];                                                                        \
    static inline const type *type##_of(const cal_choice *choice) {                                          \
        int i = 0;                                                                                           \
        while (table[i] && &table[i]->entry != choice->entry) i++;                                           \
        assert(table[i]);                                                                                    \
        return table[i];                                                                                     \
    }

#endif
