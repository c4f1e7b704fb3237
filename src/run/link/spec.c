#include "run/link/spec.h"
#include <assert.h>
#include <limits.h>
#include <stddef.h>
#include <string.h>
#include "run/link/sum.h"

static const cal_param run_params[] = {
    {.name = "epochs",
     .help = "Passes over the training set",
     .unit = "passes",
     .type = CAL_INTEGER,
     .value = 20,
     .min = 1,
     .max = 10000},
    {.name = "batch",
     .help = "Mini-batch size: samples in one step of the optimiser",
     .unit = "samples",
     .type = CAL_INTEGER,
     .value = 128,
     .min = 1,
     .max = 4096},
    {.name = "seed",
     .help = "Seed of all random numbers of the run",
     .unit = "",
     .type = CAL_INTEGER,
     .value = 1,
     .min = 0,
     .max = 2147483647},
    {.name = "switch",
     .help = "Switches to another loss after an epoch: with 10:focal:gamma=3 the first 10 epochs are those "
             "of the run without it",
     .unit = "epochs",
     .type = CAL_SWITCH,
     .kind = "loss",
     .preset = "none",
     .min = 1,
     .max = 9999},
    {.name = "init",
     .help = "Initialisation of the weights: PyTorch's defaults, or He or Xavier with zero biases",
     .unit = "",
     .type = CAL_CHOICE,
     .choices = "pytorch/he-normal/he-uniform/xavier-normal/xavier-uniform",
     .max = 4},
    {.name = "reduction",
     .help = "Reduction of a mini-batch's losses: their mean or their sum",
     .unit = "",
     .type = CAL_CHOICE,
     .choices = "mean/sum",
     .max = 1},
    {.name = "clip",
     .help = "Gradient clipping: largest norm of a step's whole gradient; 0 does not clip",
     .unit = "",
     .type = CAL_REAL,
     .value = 0,
     .min = 0,
     .max = 1e6},
    {.name = "sam",
     .help = "Sharpness-aware minimisation: distance of the point where a step's gradient is taken, uphill "
             "from the weights; 0 takes it at the weights",
     .unit = "",
     .type = CAL_REAL,
     .value = 0,
     .min = 0,
     .max = 100},
    {.name = "by",
     .help = "Metric of the validation set that decides which epoch is best, for patience and keep",
     .unit = "",
     .type = CAL_CHOICE,
     .choices = "loss",
     .kind = "metric"},
    {.name = "patience",
     .help = "Early stopping: the run ends after this many epochs in a row without a new best; 0 never stops",
     .unit = "epochs",
     .type = CAL_INTEGER,
     .value = 0,
     .min = 0,
     .max = 10000},
    {.name = "keep",
     .help = "Which weights the run ends with: those of the last epoch, or of the best",
     .unit = "",
     .type = CAL_CHOICE,
     .choices = "last/best",
     .max = 1},
    {.name = "bins",
     .help = "Confidence bins of the calibration metrics",
     .unit = "bins",
     .type = CAL_INTEGER,
     .value = 15,
     .min = 1,
     .max = 1000},
    {.name = "curvature",
     .help = "Probe vectors for the curvature of the validation loss after each epoch; 0 leaves it out",
     .unit = "vectors",
     .type = CAL_INTEGER,
     .value = 0,
     .min = 0,
     .max = 1000},
    {.name = "curvature_at",
     .help = "After which epochs the curvature is measured: each, or only the last",
     .unit = "",
     .type = CAL_CHOICE,
     .choices = "each/last",
     .max = 1},
    {.name = "diagnostics",
     .help =
         "Whether each epoch records diagnostics: right and wrong samples apart, norms, gradients and bins",
     .unit = "",
     .type = CAL_CHOICE,
     .choices = "no/yes",
     .max = 1},
    {.name = NULL},
};

const cal_entry cal_run_entry = {
    .id = "run",
    .label = "Run",
    .tex = "",
    .source = "",
    .help = "The run's own parameters",
    .params = run_params,
};

// The registries that a link chooses from, in canonical order, each with the entry that is its default.
static const struct part {
    const char *kind, *preset;
    size_t offset;
} parts[] = {
    {"data", "shapes10", offsetof(cal_spec, data)},       {"model", "mlp", offsetof(cal_spec, model)},
    {"head", "softmax", offsetof(cal_spec, head)},        {"loss", "ce", offsetof(cal_spec, loss)},
    {"penalty", "none", offsetof(cal_spec, penalty)},     {"optimizer", "sgd", offsetof(cal_spec, optimizer)},
    {"schedule", "cosine", offsetof(cal_spec, schedule)}, {"augment", "none", offsetof(cal_spec, augment)},
};
enum { PARTS = sizeof parts / sizeof parts[0], RUN_PARAMS = sizeof run_params / sizeof run_params[0] - 1 };

const char *const cal_page_keys[CAL_PAGE_KEYS + 1] = {"run",      "threads", "fast", "view",
                                                      "exercise", "embed",   "lang"};

static cal_choice *choice_at(cal_spec *spec, int part) {
    return (cal_choice *)((char *)spec + parts[part].offset);
}

static const cal_choice *choice_in(const cal_spec *spec, int part) {
    return (const cal_choice *)((const char *)spec + parts[part].offset);
}

cal_choice *cal_spec_choice(cal_spec *spec, int index, const char **kind) {
    *kind = parts[index].kind;
    return choice_at(spec, index);
}

cal_status cal_spec_check_choices(const cal_spec *spec, cal_error *err) {
    cal_status status = CAL_OK;
    for (int i = 0; i < PARTS && !status; i++) {
        const cal_choice *choice = choice_in(spec, i);
        if (choice->entry->check) status = choice->entry->check(choice, err);
    }
    return status;
}

void cal_spec_default(cal_spec *out) {
    memset(out, 0, sizeof *out);
    for (int i = 0; i < PARTS; i++) {
        const char *preset = parts[i].preset;
        const cal_entry *entry =
            cal_registry_entry(cal_registry_find(parts[i].kind), preset, (int)strlen(preset));
        assert(entry);
        cal_choice_default(choice_at(out, i), entry);
    }
    cal_choice_default(&out->run, &cal_run_entry);
    cal_receipt_clear(&out->promise);
}

static cal_status read_version(cal_slice value, cal_error *err) {
    if (cal_slice_is(value, "1")) return CAL_OK;
    return cal_fail(
        err, CAL_USAGE,
        "link: v=%.*s is a version that this lab does not know; it knows v=1: a newer lab made the link, "
        "or it is damaged",
        CAL_QUOTED(value));
}

cal_status cal_key_unknown(cal_slice name, cal_error *err) {
    cal_text known = {0};
    for (int i = 0; i < PARTS; i++) cal_text_add(&known, "%s, ", parts[i].kind);
    for (int i = 0; i < RUN_PARAMS; i++) cal_text_add(&known, "%s, ", run_params[i].name);
    cal_status status = cal_fail(
        err, CAL_USAGE, "link: no key '%.*s'; the keys are %sfrom, digest, receipt, v and the page's own",
        CAL_QUOTED(name), known.data ? known.data : "");
    cal_text_free(&known);
    return status;
}

cal_key cal_key_find(cal_slice name) {
    static const char *const alone[] = {
        [CAL_KEY_VERSION] = "v",
        [CAL_KEY_DIGEST] = "digest",
        [CAL_KEY_RECEIPT] = "receipt",
        [CAL_KEY_FROM] = "from",
    };
    for (int i = CAL_KEY_VERSION; i <= CAL_KEY_FROM; i++)
        if (cal_slice_is(name, alone[i])) return (cal_key){(cal_key_kind)i, 0};
    for (int i = 0; i < PARTS; i++)
        if (cal_slice_is(name, parts[i].kind)) return (cal_key){CAL_KEY_CHOICE, i};
    for (int i = 0; i < RUN_PARAMS; i++)
        if (cal_slice_is(name, run_params[i].name)) return (cal_key){CAL_KEY_RUN, i};
    for (int i = 0; cal_page_keys[i]; i++)
        if (cal_slice_is(name, cal_page_keys[i])) return (cal_key){CAL_KEY_PAGE, i};
    return (cal_key){CAL_KEY_UNKNOWN, 0};
}

// Returns the bit of a key in `seen`; every key has a different one.
static int bit_of(cal_key key) {
    if (key.kind < CAL_KEY_CHOICE) return (int)key.kind;
    const int before = key.kind == CAL_KEY_CHOICE ? 0 : key.kind == CAL_KEY_RUN ? PARTS : PARTS + RUN_PARAMS;
    return CAL_KEY_CHOICE + before + key.index;
}

static cal_status read_switch(cal_spec *out, int index, cal_slice value, cal_error *err) {
    const cal_param *param = &run_params[index];
    cal_slice loss = value, epoch = cal_slice_cut(&loss, ':');
    double after = 0;
    if (cal_slice_is(value, param->preset)) {
        out->switch_after = 0;
        return cal_choice_set(&out->run, index, value, "", err);
    }
    if (!loss.at || !loss.length || !cal_number_parse(&after, epoch))
        return cal_fail(err, CAL_USAGE,
                        "switch=%.*s is not an epoch and a loss: write switch=10:focal:gamma=3, or "
                        "switch=none",
                        CAL_QUOTED(value));
    if (after < param->min || after > param->max || after != (int)after)
        return cal_fail(err, CAL_USAGE, "switch=%.*s: the epoch is not a whole number from %g to %g",
                        CAL_QUOTED(value), param->min, param->max);
    cal_error why = {CAL_OK, ""};
    cal_status status = cal_choice_read(&out->then, cal_registry_find(param->kind), loss, &why);
    if (status) return cal_fail(err, status, "switch: %s", why.text);
    cal_text canonical = {0};
    out->switch_after = (int)after;
    cal_text_add(&canonical, "%d:", out->switch_after);
    cal_choice_write(&canonical, &out->then);
    status = canonical.refused
                 ? cal_refuse_memory(err, "the link")
                 : cal_choice_set(&out->run, index, (cal_slice){canonical.data, canonical.length},
                                  "switch: ", err);
    cal_text_free(&canonical);
    return status;
}

cal_status cal_key_read(cal_spec *out, cal_key key, cal_slice value, cal_error *err) {
    const char *const page_key = key.kind == CAL_KEY_PAGE ? cal_page_keys[key.index] : "";
    switch (key.kind) {
    case CAL_KEY_UNKNOWN: break;
    case CAL_KEY_VERSION: return read_version(value, err);
    case CAL_KEY_DIGEST:
    case CAL_KEY_RECEIPT:
        if (out->promise.digest[0])
            return cal_fail(err, CAL_USAGE,
                            "link: digest and receipt both promise a result; give one of them");
        if (key.kind == CAL_KEY_DIGEST) return cal_hex16_read(out->promise.digest, "digest", value, err);
        return cal_receipt_read(&out->promise, value.at, value.length, err);
    case CAL_KEY_FROM: return cal_hex16_read(out->from, "from", value, err);
    case CAL_KEY_CHOICE:
        return cal_choice_read(choice_at(out, key.index), cal_registry_find(parts[key.index].kind), value,
                               err);
    case CAL_KEY_RUN:
        if (run_params[key.index].type == CAL_SWITCH) return read_switch(out, key.index, value, err);
        return cal_choice_set(&out->run, key.index, value, "", err);
    case CAL_KEY_PAGE:
        if (value.length <= CAL_PAGE_VALUE_MAX) return CAL_OK;
        return cal_fail(err, CAL_USAGE, "%s: %d characters are too many; at most %d are allowed", page_key,
                        value.length, CAL_PAGE_VALUE_MAX);
    }
    assert(!"no such key");
    return CAL_USAGE;
}

// Sets the key's bit in `seen`.
cal_status cal_spec_read_part(cal_spec *out, uint64_t *seen, cal_slice part, bool counted, cal_error *err) {
    cal_slice value = part, name = cal_slice_cut(&value, '=');
    if (!name.length) return cal_fail(err, CAL_USAGE, "link: a part is empty, or has no key before '='");
    const cal_key key = cal_key_find(name);
    if (key.kind == CAL_KEY_UNKNOWN) return cal_key_unknown(name, err);
    if (!value.at || !value.length)
        return cal_fail(err, CAL_USAGE, "%.*s has no value; write %.*s=...", CAL_QUOTED(name),
                        CAL_QUOTED(name));
    if (*seen >> bit_of(key) & 1) return cal_fail(err, CAL_USAGE, "%.*s is given twice", CAL_QUOTED(name));
    if (!counted && key.kind != CAL_KEY_PAGE)
        return cal_fail(err, CAL_USAGE,
                        "link: '%.*s' was added after the link was shared: the checksum does not cover it",
                        CAL_QUOTED(part));
    *seen |= (uint64_t)1 << bit_of(key);
    return cal_key_read(out, key, value, err);
}

// Checks the version before anything else, since a newer lab may give the rest of the link another meaning.
static cal_status check_version(cal_slice rest, cal_error *err) {
    while (rest.at) {
        cal_slice value = cal_slice_cut(&rest, '&'), key = cal_slice_cut(&value, '=');
        if (value.at && value.length && cal_slice_is(key, "v")) return read_version(value, err);
    }
    return CAL_OK;
}

cal_status cal_spec_parse(cal_spec *out, const char *link, size_t length, cal_error *err) {
    char copy[CAL_LINK_MAX];
    cal_slice rest;
    cal_link_sum sum;
    cal_spec_default(out);
    cal_link_skip_address(&link, &length);
    cal_status status = cal_link_decode(copy, &rest, link, length, err);
    if (!status && rest.length) status = check_version(rest, err);
    const bool sealed = out->sealed = !status && cal_link_sum_take(&sum, &rest);
    if (sealed) status = cal_link_sum_check(&sum, rest, err);
    uint64_t seen = 0;
    for (int i = 0; !status && rest.at && (rest.length || i); i++)
        status = cal_spec_read_part(out, &seen, cal_slice_cut(&rest, '&'), !sealed || i < sum.parts, err);
    return status;
}

cal_status cal_objective_parse(cal_choice *loss, cal_choice *penalty, const char *text, cal_error *err) {
    static const char mark[] = "&penalty=", key[] = "loss=";
    if (strncmp(text, key, sizeof key - 1) == 0) text += sizeof key - 1;
    const char *rest = strstr(text, mark), *other = rest ? rest + sizeof mark - 1 : "none";
    cal_status status =
        cal_choice_parse(loss, "loss", text, rest ? (size_t)(rest - text) : strlen(text), err);
    return status ? status : cal_choice_parse(penalty, "penalty", other, strlen(other), err);
}

void cal_spec_write(cal_text *out, const cal_spec *spec) { cal_spec_write_until(out, spec, INT_MAX); }

void cal_json_member_spec(cal_text *json, const char *key, const cal_spec *spec) {
    cal_text link = {0};
    cal_spec_write(&link, spec);
    cal_json_member_string(json, key, link.data);
    json->refused |= link.refused;
    cal_text_free(&link);
}

void cal_spec_write_until(cal_text *out, const cal_spec *spec, int epochs) {
    cal_spec preset;
    cal_spec_default(&preset);
    cal_text_add(out, "v=1");
    for (int i = 0; i < PARTS; i++) {
        if (cal_choice_equal(choice_in(spec, i), choice_in(&preset, i))) continue;
        cal_text_add(out, "&%s=", parts[i].kind);
        cal_choice_write(out, choice_in(spec, i));
    }
    for (int i = 0; i < RUN_PARAMS; i++) {
        if (cal_choice_param_equal(&spec->run, &preset.run, i)) continue;
        if (run_params[i].type == CAL_SWITCH && spec->switch_after >= epochs) continue;
        cal_text_add(out, "&");
        cal_choice_write_param(out, &spec->run, i);
    }
    if (spec->from[0]) cal_text_add(out, "&from=%s", spec->from);
}

static void write_promise(cal_text *out, const cal_receipt *promise) {
    if (promise->engine[0]) {
        cal_text_add(out, "&receipt=");
        cal_receipt_write(out, promise);
    } else if (promise->digest[0]) cal_text_add(out, "&digest=%s", promise->digest);
}

void cal_spec_address(cal_text *out, const cal_spec *spec) {
    if (spec->sealed) {
        cal_spec_share(out, spec, &spec->promise);
        return;
    }
    cal_spec_write(out, spec);
    write_promise(out, &spec->promise);
}

void cal_spec_share(cal_text *out, const cal_spec *spec, const cal_receipt *promise) {
    cal_text link = {0};
    cal_spec_write(&link, spec);
    write_promise(&link, promise);
    if (link.refused) out->refused = true;
    else cal_link_seal(out, (cal_slice){link.data, link.length});
    cal_text_free(&link);
}
