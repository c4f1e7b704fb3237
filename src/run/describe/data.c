#include "run/describe/data.h"
#include <string.h>
#include "run/link/link.h"
#include "catalog/data/subset/duplicates.h"
#include "catalog/data/shared/splits.h"

static void integer(cal_text *json, const char *key, int value) { cal_json_member_integer(json, key, value); }

static void write_data(cal_text *json, const cal_choice *choice, const cal_dataset *data) {
    cal_choice named = *choice;
    cal_text text = {0};
    if (cal_data_of(choice)->needs_files) {
        memcpy(named.hex, data->hash, 16);
        named.hex[16] = 0;
    }
    cal_choice_write(&text, &named);
    cal_json_member_string(json, "data", text.data);
    json->refused |= text.refused;
    cal_text_free(&text);
}

static void write_counts(cal_text *json, const char *key, const int *count, int k) {
    cal_json_key(json, key);
    cal_json_open(json, '[');
    for (int c = 0; c < k; c++) cal_json_integer(json, count[c]);
    cal_json_close(json, ']');
}

static void write_split(cal_text *json, const char *name, const cal_split *split, const cal_dataset *d) {
    int count[CAL_CLASSES_MAX] = {0}, unknown[CAL_CLASSES_MAX] = {0};
    for (int i = 0; i < split->n; i++) {
        if (!d->several) count[split->labels[i]]++;
        for (int c = 0; d->several && c < d->k; c++) {
            const int label = split->labels[(size_t)i * (size_t)d->k + (size_t)c];
            count[c] += label == 1, unknown[c] += label < 0;
        }
    }
    cal_json_key(json, name);
    cal_json_open(json, '{');
    integer(json, "n", split->n);
    write_counts(json, "counts", count, d->k);
    if (d->several) write_counts(json, "unknown", unknown, d->k);
    cal_json_close(json, '}');
}

cal_status cal_data_report(cal_text *json, const cal_choice *choice, const cal_dataset *d, double near,
                           cal_error *err) {
    const struct {
        const char *name;
        const cal_split *of, *in;
    } pair[] = {{"test_in_train", &d->test, &d->train},
                {"val_in_train", &d->val, &d->train},
                {"test_in_val", &d->test, &d->val}};
    cal_json_open(json, '{');
    write_data(json, choice, d);
    cal_json_member_string(json, "hash", d->hash);
    integer(json, "k", d->k), integer(json, "c", d->c), integer(json, "h", d->h), integer(json, "w", d->w);
    cal_json_key(json, "classes");
    cal_json_open(json, '[');
    for (int c = 0; c < d->k; c++) cal_json_string(json, d->class_names[c]);
    cal_json_close(json, ']');
    cal_json_key(json, "splits");
    cal_json_open(json, '{');
    write_split(json, "train", &d->train, d);
    write_split(json, "val", &d->val, d);
    write_split(json, "test", &d->test, d);
    cal_json_close(json, '}');
    cal_json_member_number(json, "near", near);
    cal_json_key(json, "duplicates");
    cal_json_open(json, '{');
    for (int i = 0; i < 3; i++) {
        cal_duplicates found;
        const cal_status status = cal_duplicates_count(&found, d, pair[i].of, pair[i].in, near, err);
        if (status) return status;
        cal_json_key(json, pair[i].name);
        cal_json_open(json, '{');
        integer(json, "exact", found.exact);
        integer(json, "near", found.near);
        integer(json, "other_label", found.other_label);
        cal_json_close(json, '}');
    }
    cal_json_close(json, '}');
    cal_json_close(json, '}');
    return CAL_OK;
}
