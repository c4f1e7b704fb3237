// Parses, compares and writes a choice: an entry with a value for each of its parameters.
#include <assert.h>
#include <string.h>
#include "run/link/link.h"

static int param_count(const cal_entry *entry) {
    int count = 0;
    while (entry->params && entry->params[count].name) count++;
    return count;
}

static cal_status number_in_bounds(double *out, const cal_param *param, cal_slice text, const char *where,
                                   cal_error *err) {
    const bool whole = param->type == CAL_INTEGER || param->whole;
    const bool inside = cal_number_parse(out, text) && *out <= param->max &&
                        (param->open_min ? *out > param->min : *out >= param->min);
    // The bounds are checked first: within them a number fits an int64.
    if (inside && (!whole || *out == (double)(int64_t)*out)) return CAL_OK;
    return cal_fail(err, CAL_USAGE, "%s%s=%.*s is not a %s %s %.10g %s %.10g", where, param->name,
                    CAL_QUOTED(text), whole ? "whole number" : "number", param->open_min ? "above" : "from",
                    param->min, param->open_min ? "and up to" : "to", param->max);
}

static cal_status read_list(cal_value *out, const cal_param *param, cal_slice text, const char *where,
                            cal_error *err) {
    out->count = 0;
    while (text.at) {
        cal_slice item = cal_slice_cut(&text, '/');
        if (out->count == CAL_LIST_MAX)
            return cal_fail(err, CAL_USAGE, "%s%s has more than %d numbers: give fewer", where, param->name,
                            CAL_LIST_MAX);
        cal_status status = number_in_bounds(&out->number[out->count++], param, item, where, err);
        if (status) return status;
    }
    return CAL_OK;
}

cal_slice cal_param_word(const cal_param *param, int index) {
    cal_slice words = {param->choices, param->choices ? (int)strlen(param->choices) : 0};
    while (words.at) {
        cal_slice word = cal_slice_cut(&words, '/');
        if (index-- == 0) return word;
    }
    const cal_entry *entry = param->kind ? cal_registry_find(param->kind)->entry(index) : NULL;
    return entry ? (cal_slice){entry->id, (int)strlen(entry->id)} : (cal_slice){NULL, 0};
}

static cal_status read_word(cal_value *out, const cal_param *param, cal_slice text, const char *where,
                            cal_error *err) {
    cal_text known = {0};
    cal_slice word;
    for (int i = 0; (word = cal_param_word(param, i)).at; i++) {
        if (word.length == text.length && memcmp(word.at, text.at, (size_t)text.length) == 0) {
            cal_text_free(&known);
            *out = (cal_value){.count = 1, .number = {i}};
            return CAL_OK;
        }
        cal_text_add(&known, i ? "/%.*s" : "%.*s", word.length, word.at);
    }
    cal_status status = cal_fail(err, CAL_USAGE, "%s%s=%.*s is not one of %s", where, param->name,
                                 CAL_QUOTED(text), known.data ? known.data : "its choices");
    cal_text_free(&known);
    return status;
}

static cal_status read_hex(char out[17], const cal_param *param, cal_slice text, const char *where,
                           cal_error *err) {
    bool good = text.length >= 1 && text.length <= 16;
    for (int i = 0; good && i < text.length; i++) {
        char c = text.at[i];
        if (c >= 'A' && c <= 'F') c = (char)(c - 'A' + 'a');
        good = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
        out[i] = c;
    }
    if (!good)
        return cal_fail(err, CAL_USAGE, "%s%s=%.*s is not 1 to 16 hexadecimal digits", where, param->name,
                        CAL_QUOTED(text));
    out[text.length] = 0;
    return CAL_OK;
}

cal_status cal_choice_set(cal_choice *choice, int index, cal_slice text, const char *where, cal_error *err) {
    const cal_param *param = &choice->entry->params[index];
    cal_value *value = &choice->value[index];
    switch (param->type) {
    case CAL_REAL:
    case CAL_INTEGER: value->count = 1; return number_in_bounds(&value->number[0], param, text, where, err);
    case CAL_LIST: return read_list(value, param, text, where, err);
    case CAL_CHOICE: return read_word(value, param, text, where, err);
    case CAL_HEX: value->count = 1; return read_hex(choice->hex, param, text, where, err);
    case CAL_SWITCH: // spec.c has read it
    case CAL_WORDS:
        if (text.length == 0 || text.length >= CAL_TEXT_MAX)
            return cal_fail(err, CAL_USAGE, "%sits %s must have 1 to %d characters, not %d", where,
                            param->name, CAL_TEXT_MAX - 1, text.length);
        memcpy(choice->words, text.at, (size_t)text.length);
        choice->words[text.length] = 0;
        value->count = 1;
        return CAL_OK;
    }
    assert(!"no such type");
    return CAL_USAGE;
}

void cal_choice_default(cal_choice *out, const cal_entry *entry) {
    memset(out, 0, sizeof *out);
    out->entry = entry;
    for (int i = 0; i < param_count(entry); i++) {
        const cal_param *param = &entry->params[i];
        // A list without a preset is empty.
        out->value[i] = (cal_value){.count = param->type != CAL_LIST, .number = {param->value}};
        if (!param->preset) continue;
        cal_slice preset = {param->preset, (int)strlen(param->preset)};
        cal_status status = cal_choice_set(out, i, preset, "", NULL);
        assert(status == CAL_OK), (void)status;
    }
}

static cal_status no_such_entry(const cal_registry *registry, cal_slice id, cal_error *err) {
    char known[320] = "";
    size_t used = 0;
    const cal_entry *entry;
    for (int i = 0; (entry = registry->entry(i)); i++) {
        size_t more = strlen(entry->id) + 2;
        if (used + more >= sizeof known) break;
        if (i) memcpy(known + used, ", ", 2), used += 2;
        memcpy(known + used, entry->id, more - 2), used += more - 2;
        known[used] = 0;
    }
    return cal_fail(err, CAL_USAGE, "%s: no '%.*s'; there %s %s", registry->kind, CAL_QUOTED(id),
                    strchr(known, ',') ? "are" : "is", known[0] ? known : "none");
}

static cal_status no_such_param(const cal_entry *entry, cal_slice name, const char *where, cal_error *err) {
    char known[320] = "";
    size_t used = 0;
    for (int i = 0; i < param_count(entry); i++) {
        if (entry->params[i].type == CAL_WORDS) continue;
        size_t more = strlen(entry->params[i].name) + 2;
        if (used + more >= sizeof known) break;
        if (used) memcpy(known + used, ", ", 2), used += 2;
        memcpy(known + used, entry->params[i].name, more - 2), used += more - 2;
        known[used] = 0;
    }
    if (!known[0])
        return cal_fail(err, CAL_USAGE, "%sno parameter '%.*s'; it has none", where, CAL_QUOTED(name));
    return cal_fail(err, CAL_USAGE, "%sno parameter '%.*s'; it has %s", where, CAL_QUOTED(name), known);
}

static cal_status read_params(cal_choice *out, cal_slice rest, const char *where, cal_error *err) {
    const cal_entry *entry = out->entry;
    bool seen[CAL_PARAM_MAX] = {false};
    int count = param_count(entry);
    assert(count <= CAL_PARAM_MAX);
    if (count && entry->params[0].type == CAL_WORDS) {
        cal_status status = cal_choice_set(out, 0, cal_slice_cut(&rest, ','), where, err);
        if (status) return status;
    }
    while (rest.at) {
        cal_slice value = cal_slice_cut(&rest, ',');
        cal_slice name = cal_slice_cut(&value, '=');
        int i = 0;
        while (i < count &&
               (entry->params[i].type == CAL_WORDS || !cal_slice_is(name, entry->params[i].name)))
            i++;
        if (i == count) return no_such_param(entry, name, where, err);
        if (!value.at)
            return cal_fail(err, CAL_USAGE, "%s%s has no value; write %s=...", where, entry->params[i].name,
                            entry->params[i].name);
        if (seen[i]) return cal_fail(err, CAL_USAGE, "%s%s is given twice", where, entry->params[i].name);
        seen[i] = true;
        cal_status status = cal_choice_set(out, i, value, where, err);
        if (status) return status;
    }
    return CAL_OK;
}

void cal_choice_where(char out[CAL_CHOICE_WHERE], const char *kind, const cal_entry *entry) {
    const size_t kind_length = strlen(kind), id_length = strlen(entry->id);
    assert(kind_length + id_length + 4 <= CAL_CHOICE_WHERE);
    memcpy(out, kind, kind_length);
    out[kind_length] = ' ';
    memcpy(out + kind_length + 1, entry->id, id_length);
    memcpy(out + kind_length + 1 + id_length, ": ", 3);
}

cal_status cal_choice_read(cal_choice *out, const cal_registry *registry, cal_slice text, cal_error *err) {
    cal_slice rest = text, id = cal_slice_cut(&rest, ':');
    const cal_entry *entry = cal_registry_entry(registry, id.at, id.length);
    if (!entry) return no_such_entry(registry, id, err);
    cal_choice_default(out, entry);
    char where[CAL_CHOICE_WHERE];
    cal_choice_where(where, registry->kind, entry);
    if (rest.at) {
        cal_status status = read_params(out, rest, where, err);
        return status || !entry->check ? status : entry->check(out, err);
    }
    if (entry->params && entry->params[0].type == CAL_WORDS && !entry->params[0].preset)
        return cal_fail(err, CAL_USAGE, "%swrite its %s after a colon", where, entry->params[0].name);
    return CAL_OK;
}

cal_status cal_choice_parse_in(cal_choice *out, const cal_registry *registry, const char *text, size_t length,
                               cal_error *err) {
    char copy[CAL_LINK_MAX];
    cal_slice decoded;
    cal_status status = cal_link_decode(copy, &decoded, text, length, err);
    if (status) return status;
    if (memchr(decoded.at, '&', (size_t)decoded.length))
        return cal_fail(err, CAL_USAGE, "%s: '&' is not allowed here; give one %s by itself", registry->kind,
                        registry->kind);
    return cal_choice_read(out, registry, decoded, err);
}

cal_status cal_choice_parse(cal_choice *out, const char *kind, const char *text, size_t length,
                            cal_error *err) {
    const cal_registry *registry = cal_registry_find(kind);
    assert(registry);
    return cal_choice_parse_in(out, registry, text, length, err);
}

bool cal_choice_param_equal(const cal_choice *a, const cal_choice *b, int index) {
    const cal_value *x = &a->value[index], *y = &b->value[index];
    cal_param_type type = a->entry->params[index].type;
    if (type == CAL_WORDS || type == CAL_SWITCH) return strcmp(a->words, b->words) == 0;
    if (type == CAL_HEX) return strcmp(a->hex, b->hex) == 0;
    if (x->count != y->count) return false;
    for (int i = 0; i < x->count; i++)
        if (x->number[i] != y->number[i]) return false;
    return true;
}

bool cal_choice_equal(const cal_choice *a, const cal_choice *b) {
    if (a->entry != b->entry) return false;
    for (int i = 0; i < param_count(a->entry); i++)
        if (!cal_choice_param_equal(a, b, i)) return false;
    return true;
}

void cal_choice_copy_param(cal_choice *out, const cal_choice *from, int index) {
    const cal_param_type type = out->entry->params[index].type;
    out->value[index] = from->value[index];
    if (type == CAL_WORDS || type == CAL_SWITCH) memcpy(out->words, from->words, sizeof out->words);
    if (type == CAL_HEX) memcpy(out->hex, from->hex, sizeof out->hex);
}

void cal_choice_write_param(cal_text *out, const cal_choice *choice, int index) {
    const cal_param *param = &choice->entry->params[index];
    if (param->type != CAL_WORDS) cal_text_add(out, "%s=", param->name);
    cal_choice_write_value(out, choice, index);
}

void cal_choice_write_value(cal_text *out, const cal_choice *choice, int index) {
    const cal_param *param = &choice->entry->params[index];
    const cal_value *value = &choice->value[index];
    if (param->type == CAL_WORDS || param->type == CAL_SWITCH) cal_text_add(out, "%s", choice->words);
    else if (param->type == CAL_HEX) cal_text_add(out, "%s", choice->hex);
    else if (param->type == CAL_CHOICE) {
        cal_slice word = cal_param_word(param, (int)value->number[0]);
        cal_text_add_bytes(out, word.at, (size_t)word.length);
    } else
        for (int i = 0; i < value->count; i++) {
            if (i) cal_text_add(out, "/");
            cal_text_add_number(out, value->number[i]);
        }
}

void cal_choice_write(cal_text *out, const cal_choice *choice) {
    cal_choice preset;
    cal_choice_default(&preset, choice->entry);
    bool any = false, differs = !cal_choice_equal(choice, &preset);
    cal_text_add(out, "%s", choice->entry->id);
    for (int i = 0; differs && i < param_count(choice->entry); i++) {
        // Words are positional: they are written whenever any parameter is.
        if (choice->entry->params[i].type != CAL_WORDS && cal_choice_param_equal(choice, &preset, i))
            continue;
        cal_text_add(out, any ? "," : ":");
        cal_choice_write_param(out, choice, i);
        any = true;
    }
}

void cal_json_member_choice(cal_text *json, const char *key, const cal_choice *choice) {
    cal_text text = {0};
    cal_choice_write(&text, choice);
    cal_json_member_string(json, key, text.data);
    json->refused |= text.refused;
    cal_text_free(&text);
}
