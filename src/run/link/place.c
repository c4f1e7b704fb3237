// Sets, removes and reads single places of a link.
#include "run/link/place.h"
#include <string.h>
#include "run/link/sum.h"

// ---- keys of the page

static void add_page(cal_page *page, const char *key, cal_slice value) {
    page->entry[page->count].key = key;
    page->entry[page->count++].value = value;
}

static void remove_page(cal_page *page, const char *key) {
    int kept = 0;
    for (int i = 0; i < page->count; i++)
        if (page->entry[i].key != key) page->entry[kept++] = page->entry[i];
    page->count = kept;
}

void cal_page_read(cal_page *out, const char *link, size_t length) {
    cal_link_sum sum;
    cal_slice rest;
    out->count = 0;
    cal_link_skip_address(&link, &length);
    if (cal_link_decode(out->text, &rest, link, length, NULL)) return;
    cal_link_sum_take(&sum, &rest);
    while (rest.at) {
        cal_slice value = cal_slice_cut(&rest, '&'), name = cal_slice_cut(&value, '=');
        const cal_key key = cal_key_find(name);
        if (key.kind == CAL_KEY_PAGE && out->count < CAL_PAGE_KEYS)
            add_page(out, cal_page_keys[key.index], value);
    }
}

static void write_page(cal_text *out, const cal_page *page) {
    for (int i = 0; i < page->count; i++) {
        cal_text_add(out, "&%s=", page->entry[i].key);
        cal_text_add_bytes(out, page->entry[i].value.at, (size_t)page->entry[i].value.length);
    }
}

void cal_page_address(cal_text *out, const cal_spec *spec, const cal_page *page) {
    cal_spec_address(out, spec);
    write_page(out, page);
}

// ---- places

typedef struct place {
    cal_slice name; // the whole name
    cal_key key;
    cal_choice *choice; // owner of the parameter, or null
    int param;          // parameter index in `choice`
    const char *kind;   // the registry of `choice`, or null
} place;

static cal_status check_name(cal_slice name, cal_error *err) {
    for (int i = 0; i < name.length; i++)
        if (!cal_link_character(name.at[i]))
            return cal_fail(err, CAL_USAGE,
                            "link: character %d of a place (byte 0x%02x) is not allowed there", i + 1,
                            (unsigned)(unsigned char)name.at[i]);
    return CAL_OK;
}

static cal_status find_place(place *out, cal_spec *spec, cal_slice name, cal_error *err) {
    cal_slice param = name, key = cal_slice_cut(&param, '.');
    cal_status status = check_name(name, err);
    if (status) return status;
    *out = (place){.key = cal_key_find(key), .name = name};
    if (out->key.kind == CAL_KEY_UNKNOWN) return cal_key_unknown(key, err);
    if (out->key.kind == CAL_KEY_RUN) out->choice = &spec->run, out->param = out->key.index;
    if (!param.at) return CAL_OK;
    if (out->key.kind != CAL_KEY_CHOICE)
        return cal_fail(err, CAL_USAGE, "%.*s: %.*s has no parameters", CAL_QUOTED(name), CAL_QUOTED(key));
    out->choice = cal_spec_choice(spec, out->key.index, &out->kind);
    const cal_param *params = out->choice->entry->params;
    for (out->param = 0; params && params[out->param].name; out->param++)
        if (cal_slice_is(param, params[out->param].name)) return CAL_OK;
    return cal_fail(err, CAL_USAGE, "%.*s: %s %s has no such parameter", CAL_QUOTED(name), out->kind,
                    out->choice->entry->id);
}

static cal_status check_value(const place *at, cal_slice value, cal_error *err) {
    const bool is_param = at->choice && at->key.kind == CAL_KEY_CHOICE;
    if (value.length > CAL_LINK_MAX)
        return cal_fail(err, CAL_USAGE, "%.*s: a value of more than %d characters is not allowed",
                        CAL_QUOTED(at->name), CAL_LINK_MAX);
    for (int i = 0; i < value.length; i++) {
        const char c = value.at[i];
        if (cal_link_character(c) && c != '&' && !(is_param && c == ',')) continue;
        return cal_fail(err, CAL_USAGE, "%.*s: character %d of the value (byte 0x%02x) is not allowed there",
                        CAL_QUOTED(at->name), i + 1, (unsigned)(unsigned char)c);
    }
    if (value.length) return CAL_OK;
    return cal_fail(err, CAL_USAGE, "%.*s has no value", CAL_QUOTED(at->name));
}

static cal_status set_place(cal_spec *spec, const place *at, cal_slice value, cal_error *err) {
    cal_status status = check_value(at, value, err);
    if (status) return status;
    if (at->key.kind == CAL_KEY_DIGEST || at->key.kind == CAL_KEY_RECEIPT)
        cal_receipt_clear(&spec->promise); // a link has one promise
    if (!at->choice || at->key.kind != CAL_KEY_CHOICE) return cal_key_read(spec, at->key, value, err);
    char where[CAL_CHOICE_WHERE];
    cal_choice_where(where, at->kind, at->choice->entry);
    return cal_choice_set(at->choice, at->param, value, where, err);
}

static void remove_place(cal_spec *spec, const place *at) {
    cal_spec preset;
    const char *kind;
    cal_spec_default(&preset);
    switch (at->key.kind) {
    case CAL_KEY_DIGEST:
    case CAL_KEY_RECEIPT: cal_receipt_clear(&spec->promise); return;
    case CAL_KEY_FROM: spec->from[0] = 0; return;
    case CAL_KEY_CHOICE:
        if (at->choice) {
            cal_choice usual;
            cal_choice_default(&usual, at->choice->entry);
            cal_choice_copy_param(at->choice, &usual, at->param);
        } else *cal_spec_choice(spec, at->key.index, &kind) = *cal_spec_choice(&preset, at->key.index, &kind);
        return;
    case CAL_KEY_RUN:
        cal_choice_copy_param(&spec->run, &preset.run, at->param);
        if (at->choice->entry->params[at->param].type == CAL_SWITCH) spec->switch_after = 0;
        return;
    case CAL_KEY_UNKNOWN:
    case CAL_KEY_VERSION: // there is one
    case CAL_KEY_PAGE: return;
    }
}

// ---- whole links

// Returns true if changing this key may change the trained network.
static bool is_trained(cal_key key) {
    return key.kind == CAL_KEY_FROM || key.kind == CAL_KEY_CHOICE || key.kind == CAL_KEY_RUN;
}

static cal_status change_one(cal_spec *spec, cal_page *page, const cal_change *change, cal_error *err) {
    place at;
    cal_status status = find_place(&at, spec, change->place, err);
    if (!status && change->value.at) status = set_place(spec, &at, change->value, err);
    else if (!status) remove_place(spec, &at);
    if (status) return status;
    if (at.key.kind == CAL_KEY_PAGE) {
        remove_page(page, cal_page_keys[at.key.index]);
        if (change->value.at) add_page(page, cal_page_keys[at.key.index], change->value);
        return CAL_OK;
    }
    spec->sealed = false;
    if (is_trained(at.key)) cal_receipt_clear(&spec->promise);
    return CAL_OK;
}

cal_status cal_link_change(cal_text *out, const char *link, size_t length, const cal_change *change,
                           int count, cal_error *err) {
    cal_spec spec;
    cal_page page;
    cal_status status = cal_spec_parse(&spec, link, length, err);
    if (!status) cal_page_read(&page, link, length);
    for (int i = 0; i < count && !status; i++) status = change_one(&spec, &page, &change[i], err);
    if (!status) status = cal_spec_check_choices(&spec, err);
    if (status) return status;
    cal_page_address(out, &spec, &page);
    if (out->refused) return cal_refuse_memory(err, "the link");
    if (out->length <= CAL_LINK_MAX) return CAL_OK;
    return cal_fail(err, CAL_USAGE, "link: %d characters are too many; at most %d are allowed", out->length,
                    CAL_LINK_MAX);
}

static bool look_up(cal_text *out, cal_spec *spec, const cal_page *page, const place *at) {
    cal_spec preset;
    const char *kind;
    cal_spec_default(&preset);
    switch (at->key.kind) {
    case CAL_KEY_UNKNOWN: return false;
    case CAL_KEY_VERSION: cal_text_add(out, "1"); return true;
    case CAL_KEY_DIGEST: cal_text_add(out, "%s", spec->promise.digest); return spec->promise.digest[0];
    case CAL_KEY_RECEIPT:
        if (spec->promise.engine[0]) cal_receipt_write(out, &spec->promise);
        return spec->promise.engine[0];
    case CAL_KEY_FROM: cal_text_add(out, "%s", spec->from); return spec->from[0];
    case CAL_KEY_CHOICE:
        if (at->choice) {
            cal_choice usual;
            cal_choice_default(&usual, at->choice->entry);
            cal_choice_write_value(out, at->choice, at->param);
            return !cal_choice_param_equal(at->choice, &usual, at->param);
        }
        const cal_choice *chosen = cal_spec_choice(spec, at->key.index, &kind);
        cal_choice_write(out, chosen);
        return !cal_choice_equal(chosen, cal_spec_choice(&preset, at->key.index, &kind));
    case CAL_KEY_RUN:
        cal_choice_write_value(out, &spec->run, at->param);
        return !cal_choice_param_equal(&spec->run, &preset.run, at->param);
    case CAL_KEY_PAGE:
        for (int i = 0; i < page->count; i++) {
            if (page->entry[i].key != cal_page_keys[at->key.index]) continue;
            cal_text_add_bytes(out, page->entry[i].value.at, (size_t)page->entry[i].value.length);
            return true;
        }
        return false;
    }
    return false;
}

cal_status cal_link_look_up(cal_text *out, bool *given, const char *link, size_t length, cal_slice name,
                            cal_error *err) {
    cal_spec spec;
    cal_page page;
    place at;
    cal_status status = cal_spec_parse(&spec, link, length, err);
    if (!status) status = find_place(&at, &spec, name, err);
    if (status) return status;
    cal_page_read(&page, link, length);
    *given = look_up(out, &spec, &page, &at);
    cal_text_add(out, "%s", ""); // an empty text, not none
    return out->refused ? cal_refuse_memory(err, "the value") : CAL_OK;
}
