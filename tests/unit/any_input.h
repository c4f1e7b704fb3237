// Outputs of every finite kind, determined by (seed, number): the inputs of test_any_input.c.
#ifndef ANY_INPUT_H
#define ANY_INPUT_H
#include <float.h>
#include <string.h>
#include "api/calib.h"
#include "base/maths/maths.h"
#include "base/memory.h"
#include "base/random/random.h"
#include "base/text.h"

// A draw's sequence of random numbers.
typedef struct any_source {
    uint64_t seed, number, at;
} any_source;

static inline int any_below(any_source *s, int bound) {
    return cal_random_below(cal_random_bits(s->seed, CAL_STREAM_SUBSET, s->number, s->at++), bound);
}
static inline double any_uniform(any_source *s) {
    return cal_random_uniform(s->seed, CAL_STREAM_SUBSET, s->number, s->at++);
}
static inline double any_normal(any_source *s) {
    return cal_random_normal(s->seed, CAL_STREAM_SUBSET, s->number, s->at++);
}
static inline bool any_one_in(any_source *s, int times) { return any_below(s, times) == 0; }

// ---- numbers

typedef enum any_shape {
    ANY_NORMAL,
    ANY_TIES,    // integers
    ANY_ONE_HOT, // each row has one value that differs
    ANY_EQUAL_ROWS,
    ANY_CONSTANT,
    ANY_WILD, // each number of another magnitude
    ANY_TWO_VALUES,
    ANY_SHAPES
} any_shape;

static inline double any_scale(any_source *s) {
    static const double scales[] = {1e-45, 1e-39, 1e-10, 1,   1,    1,    3,    10,   30,
                                    100,   745,   1e3,   1e6, 1e10, 1e15, 1e20, 1e30, 3e38};
    return scales[any_below(s, sizeof scales / sizeof *scales)];
}

static inline double any_magnitude(any_source *s) { // 1e-45 to 1e38, either sign
    double x = any_uniform(s) - 0.5;
    for (int power = any_below(s, 84) - 45; power; power += power < 0 ? 1 : -1) x *= power < 0 ? 0.1 : 10;
    return x;
}

static inline float any_float(double x) { return x > FLT_MAX ? FLT_MAX : x < -FLT_MAX ? -FLT_MAX : (float)x; }

// out[n,k]
static inline void any_numbers(double *out, any_source *s, int n, int k) {
    const any_shape shape = (any_shape)any_below(s, ANY_SHAPES);
    const double scale = any_scale(s), apart = any_uniform(s);
    for (int i = 0; i < n; i++)
        for (int j = 0, hot = any_below(s, k); j < k; j++) {
            double *to = &out[i * k + j];
            switch (shape) {
            case ANY_TIES: *to = scale * (int)(2 * any_normal(s)); break;
            case ANY_ONE_HOT: *to = scale * (j == hot); break;
            case ANY_EQUAL_ROWS: *to = i ? out[j] : scale * any_normal(s); break;
            case ANY_CONSTANT: *to = scale; break;
            case ANY_WILD: *to = any_magnitude(s); break;
            case ANY_TWO_VALUES: *to = any_uniform(s) < apart ? scale : -scale; break;
            default: *to = scale * any_normal(s); break;
            }
        }
}

// ---- outputs of classes

typedef struct any_set {
    int n, k;
    float *logits;            // [n,k]
    double *p, *posterior;    // [n,k] rows that sum to 1, some with exact zeros and ones
    int32_t *labels, *top;    // [n]; the first largest logit
    double *weight;           // [n] above 0
    int32_t *several, *group; // [n,k] 1, 0 or -1; [n] many of one row
} any_set;

static inline int any_size(any_source *s) {
    static const int sizes[] = {1, 1, 2, 3, 4, 6, 9, 12, 20, 33};
    return sizes[any_below(s, sizeof sizes / sizeof *sizes)];
}

static inline int any_classes(any_source *s) {
    static const int classes[] = {2, 2, 2, 3, 3, 4, 5, 10};
    if (any_one_in(s, 300)) return 5000;
    if (any_one_in(s, 60)) return 257;
    return classes[any_below(s, sizeof classes / sizeof *classes)];
}

// Draws rows that sum to 1: softmax of any numbers, some exactly 0 or 1, or one-hot, or equal.
static inline void any_probabilities(double *p, any_source *s, int n, int k) {
    const int kind = any_below(s, 5);
    any_numbers(p, s, n, k);
    for (int i = 0; i < n; i++) {
        double *row = p + i * k, most = row[0], sum = 0;
        const int hot = any_below(s, k);
        for (int j = 1; j < k; j++) most = row[j] > most ? row[j] : most;
        for (int j = 0; j < k; j++) {
            row[j] = kind == 0 ? j == hot : kind == 1 ? 1 : cal_exp(row[j] - most);
            if (kind == 2 && j != hot && any_one_in(s, 2)) row[j] = 0;
            sum += row[j];
        }
        for (int j = 0; j < k && sum > 0; j++) row[j] /= sum;
        if (!(sum > 0)) row[hot] = 1;
    }
}

static inline void any_labels(any_set *out, any_source *s) {
    const int kind = any_below(s, 6), only = any_below(s, out->k);
    for (int i = 0; i < out->n; i++) {
        const int any = any_below(s, out->k), next = (out->top[i] + 1) % out->k;
        out->labels[i] = kind == 0   ? only
                         : kind == 1 ? out->top[i]
                         : kind == 2 ? next
                         : kind == 3 ? (any_one_in(s, 4) ? any : out->top[i])
                                     : any;
    }
}

static inline any_set any_outputs(cal_arena *arena, any_source *s, int n, int k) {
    const size_t rows = (size_t)n, all = rows * (size_t)k;
    any_set out = {.n = n,
                   .k = k,
                   .logits = cal_arena_alloc(arena, all * sizeof *out.logits),
                   .p = cal_arena_alloc(arena, all * sizeof *out.p),
                   .posterior = cal_arena_alloc(arena, all * sizeof *out.posterior),
                   .labels = cal_arena_alloc(arena, rows * sizeof *out.labels),
                   .top = cal_arena_alloc(arena, rows * sizeof *out.top),
                   .weight = cal_arena_alloc(arena, rows * sizeof *out.weight),
                   .several = cal_arena_alloc(arena, all * sizeof *out.several),
                   .group = cal_arena_alloc(arena, rows * sizeof *out.group)};
    any_numbers(out.p, s, n, k);
    for (size_t i = 0; i < all; i++) out.logits[i] = any_float(out.p[i]);
    for (int i = 0; i < n; i++)
        for (int j = 1; j < k; j++)
            if (out.logits[i * k + j] > out.logits[i * k + out.top[i]]) out.top[i] = j;
    any_probabilities(out.p, s, n, k);
    any_probabilities(out.posterior, s, n, k);
    any_labels(&out, s);
    const int kind = any_below(s, 3), likely = 1 + any_below(s, 4), groups = 1 + any_below(s, 4);
    for (size_t i = 0; i < all; i++)
        out.several[i] = kind == 0 ? 1 : any_one_in(s, 9) ? -1 : any_one_in(s, likely);
    out.several[0] = out.several[0] != 0; // at least one is known
    for (int i = 0; i < n; i++) {
        const double by = any_magnitude(s);
        out.weight[i] = kind == 0 ? 1 : kind == 1 ? 0.5 + any_uniform(s) : by < 0 ? -by : by + 1e-45;
        out.group[i] = kind == 0 ? i : any_below(s, groups);
    }
    return out;
}

// ---- texts of catalog entries

// Draws "ece:bins=1000,norm=max" into out[size]: an entry of the kind with parameters at or between their
// bounds.
static inline void any_choice(char *out, size_t size, any_source *s, const char *kind, const char *id) {
    cal_catalog_info entry;
    cal_text text = {0};
    const char *joined = ":";
    if (id) cal_catalog_find(&entry, kind, id, NULL);
    else cal_catalog_entry(&entry, kind, any_below(s, cal_catalog_count(kind)), NULL);
    cal_text_add(&text, "%s", entry.id);
    for (int i = 0; i < entry.parameters; i++) {
        cal_parameter_info p;
        cal_catalog_parameter(&p, kind, entry.id, i, NULL);
        const bool number = p.type == CAL_PARAMETER_REAL || p.type == CAL_PARAMETER_INTEGER;
        if (!any_one_in(s, 3) || !(number || (p.type == CAL_PARAMETER_CHOICE && !p.kind))) continue;
        cal_text_add(&text, "%s%s=", joined, p.name);
        joined = ",";
        if (number) {
            const int end = any_below(s, 3);
            double x = end == 0 && !p.open_min ? p.min
                       : end == 1              ? p.max
                                               : p.min + (p.max - p.min) * any_uniform(s);
            if (p.whole || p.type == CAL_PARAMETER_INTEGER) x = (double)(int64_t)x;
            if (x == p.min && p.open_min) x = p.max;
            cal_text_add_number(&text, x);
            continue;
        }
        int words = 1;
        for (const char *at = p.words; *at; at++) words += *at == '/';
        const char *word = p.words;
        for (int skip = any_below(s, words); skip; skip--) word = strchr(word, '/') + 1;
        cal_text_add(&text, "%.*s", (int)strcspn(word, "/"), word);
    }
    const size_t length = (size_t)text.length < size ? (size_t)text.length : size - 1;
    memcpy(out, text.data, length);
    out[length] = 0;
    cal_text_free(&text);
}

#endif
