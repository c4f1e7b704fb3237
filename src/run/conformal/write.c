// Writes conformal sets and their figures.
#include "run/conformal/conformal.h"
#include <string.h>
#include "base/bytes/npy.h"
#include "run/link/link.h"

static const char *const by_names[] = {
    [CAL_SETS_BY_NONE] = NULL, [CAL_SETS_BY_CLASS] = "class", [CAL_SETS_BY_GROUP] = "group"};

// ---- JSON

static void write_choice(cal_text *json, const cal_sets_value *v) {
    cal_json_member_choice(json, "score", &v->score);
    cal_json_member_number(json, "alpha", v->alpha);
    cal_json_member_number(json, "target", 1 - v->alpha);
    cal_json_member_integer(json, "seed", (int64_t)v->seed);
    cal_json_member_string(json, "by", by_names[v->by]);
    cal_json_member_string(json, "empty", v->top ? "top" : "allow");
    cal_json_member_string(json, "calibrator", *v->calibrator ? v->calibrator : NULL);
    cal_json_member_string(json, "way", *v->way ? v->way : NULL);
    cal_json_member_string(json, "calibrator_file", v->file);
    cal_json_member_number(json, "temperature", v->temperature);
    cal_json_key(json, "penalty");
    if (!v->penalty.kreg) return cal_json_string(json, NULL);
    cal_json_open(json, '{');
    cal_json_member_number(json, "lambda", v->penalty.lambda);
    cal_json_member_integer(json, "kreg", v->penalty.kreg);
    cal_json_member_bool(json, "chosen", v->chosen);
    cal_json_close(json, '}');
}

static double share(int64_t count, int64_t of) { return of ? (double)count / (double)of : __builtin_nan(""); }

static void write_part(cal_text *json, const cal_sets_part *part) {
    cal_json_member_integer(json, "n", part->n);
    cal_json_member_number(json, "coverage", share(part->covered, part->n));
}

static void write_size(cal_text *json, const cal_sets_part *part) {
    cal_json_member_number(json, "size", share(part->labels, part->n));
}

static void write_quantiles(cal_text *json, const cal_sets_value *v) {
    cal_json_key(json, "quantiles");
    cal_json_open(json, '[');
    for (int g = 0; g < v->quantiles; g++) {
        const cal_sets_quantile *q = &v->quantile[g];
        cal_json_open(json, '{');
        cal_json_member_string(json, "name", q->name);
        cal_json_member_integer(json, "validation", q->calibrated);
        cal_json_member_integer(json, "rank", q->rank);
        cal_json_member_number(json, "quantile", q->quantile);
        cal_json_member_integer(json, "n", q->n);
        cal_json_member_number(json, "coverage", share(q->covered, q->n));
        cal_json_member_number(json, "expected", q->expected);
        cal_json_member_numbers(json, "band", (double[]){q->low, q->high}, 2);
        cal_json_close(json, '}');
    }
    cal_json_close(json, ']');
}

static void write_sizes(cal_text *json, const cal_sets_value *v) {
    cal_json_key(json, "size");
    cal_json_open(json, '{');
    cal_json_member_number(json, "mean", share(v->all.labels, v->n));
    cal_json_member_number(json, "median", v->median);
    cal_json_member_number(json, "empty", share(v->size[0].n, v->n));
    cal_json_member_number(json, "single", share(v->single.n, v->n));
    cal_json_member_number(json, "single_right", share(v->single.covered, v->single.n));
    cal_json_close(json, '}');
    cal_json_key(json, "sizes");
    cal_json_open(json, '[');
    for (int size = 0; size <= v->k; size++) {
        if (!v->size[size].n) continue;
        cal_json_open(json, '{');
        cal_json_member_integer(json, "size", size);
        write_part(json, &v->size[size]);
        cal_json_close(json, '}');
    }
    cal_json_close(json, ']');
}

static void write_classes(cal_text *json, const cal_sets_value *v) {
    cal_json_key(json, "classes");
    cal_json_open(json, '[');
    for (int j = 0; j < v->k; j++) {
        if (!v->of_class[j].n) continue;
        cal_json_open(json, '{');
        cal_json_member_integer(json, "class", j);
        cal_json_member_string(json, "name", v->class_name ? v->class_name[j] : NULL);
        write_part(json, &v->of_class[j]);
        write_size(json, &v->of_class[j]);
        cal_json_close(json, '}');
    }
    cal_json_close(json, ']');
    cal_json_member_number(json, "sscv", v->sscv);
    cal_json_member_number(json, "covgap", v->covgap);
}

static void write_truth(cal_text *json, const cal_sets_value *v) {
    cal_json_key(json, "difficulty");
    cal_json_open(json, '[');
    for (int d = 0; d < v->difficulties; d++) {
        cal_json_open(json, '{');
        cal_json_member_number(json, "from", v->difficulty[d].from);
        cal_json_member_number(json, "to", v->difficulty[d].to);
        write_part(json, &v->difficulty[d]);
        write_size(json, &v->difficulty[d]);
        cal_json_close(json, '}');
    }
    cal_json_close(json, ']');
    cal_json_key(json, "truth");
    if (v->true_coverage != v->true_coverage) return cal_json_string(json, NULL);
    cal_json_open(json, '{');
    cal_json_member_number(json, "coverage", v->true_coverage);
    cal_json_member_number(json, "smallest_size", v->smallest);
    cal_json_close(json, '}');
}

static void write_warning(cal_text *json, const char *before, const char *middle, const char *after) {
    cal_text sentence = {0};
    cal_text_add(&sentence, "%s%s%s", before, middle, after);
    cal_json_string(json, sentence.data ? sentence.data : "");
    cal_text_free(&sentence);
}

static void write_warnings(cal_text *json, const cal_sets_value *v, const cal_notes *notes) {
    const bool lac = !v->random && !cal_conformity_of(&v->score)->random;
    cal_json_key(json, "warnings");
    cal_json_open(json, '[');
    if (v->seen)
        write_warning(json, "", v->seen,
                      " used the validation set before, so the promise does not hold exactly");
    if (!v->random && !lac)
        cal_json_string(json, "without random numbers, sets are larger, and equal scores raise the coverage");
    if (v->top && v->size[0].n == 0)
        cal_json_string(json, "empty sets got the most probable class, which can only raise the coverage");
    for (int i = 0; notes && i < notes->count; i++) cal_json_string(json, notes->note[i].text);
    cal_json_close(json, ']');
}

void cal_sets_write(cal_text *json, const cal_sets_value *v, const cal_notes *notes) {
    cal_json_open(json, '{');
    write_choice(json, v);
    cal_json_key(json, "validation");
    cal_json_open(json, '{');
    cal_json_member_integer(json, "n", v->validation);
    cal_json_member_integer(json, "first_half", v->first_half);
    cal_json_close(json, '}');
    cal_json_member_integer(json, "n", v->n);
    cal_json_member_integer(json, "k", v->k);
    cal_json_member_number(json, "coverage", share(v->all.covered, v->n));
    write_quantiles(json, v);
    write_sizes(json, v);
    write_classes(json, v);
    write_truth(json, v);
    write_warnings(json, v, notes);
    cal_json_close(json, '}');
}

// ---- sets

static void write_csv(cal_text *out, const cal_sets_value *v) {
    cal_text_add(out, "row,label,size,covered,set\n");
    for (int i = 0; i < v->n; i++) {
        const char *between = "";
        cal_text_add(out, "%d,%d,%d,%d,", i, (int)v->labels[i], (int)v->sets.size[i],
                     cal_label_sets_have(&v->sets, i, v->labels[i]));
        for (int j = 0; j < v->k; j++) {
            if (!cal_label_sets_have(&v->sets, i, j)) continue;
            cal_text_add(out, "%s%d", between, j);
            between = " ";
        }
        cal_text_add(out, "\n");
    }
}

static void write_npy(cal_text *out, const cal_sets_value *v) {
    uint8_t piece[256];
    int filled = 0;
    cal_npy_write_head(out, "u1", (int[]){v->n, v->k}, 2);
    for (int i = 0; i < v->n; i++)
        for (int j = 0; j < v->k; j++) {
            piece[filled++] = cal_label_sets_have(&v->sets, i, j);
            if (filled < (int)sizeof piece && !(i == v->n - 1 && j == v->k - 1)) continue;
            cal_text_add_bytes(out, (const char *)piece, (size_t)filled);
            filled = 0;
        }
}

cal_status cal_sets_write_as(cal_text *out, const cal_sets_value *v, const char *format, cal_error *err) {
    if (strcmp(format, "csv") == 0) return write_csv(out, v), CAL_OK;
    if (strcmp(format, "npy") == 0) return write_npy(out, v), CAL_OK;
    return cal_fail(err, CAL_USAGE, "sets are written as .npy or .csv, not as %.40s", format);
}
