// Label noise, class imbalance and subsets of classes, for every data set.
#include "base/maths/maths.h"
#include "catalog/data/shared/splits.h"

// ---- imbalance

static bool has(const cal_choice *choice, const char *param) {
    return cal_param_find(choice->entry, param) >= 0;
}

bool cal_data_imbalanced(const cal_choice *choice) {
    return has(choice, "imbalance") && cal_choice_number(choice, "imbalance") > 1;
}

static double class_weight(int c, int k, const cal_choice *choice) {
    const double ratio = cal_choice_number(choice, "imbalance");
    if (cal_choice_integer(choice, "imbalance_kind") == 1) return c < (k + 1) / 2 ? 1 : 1 / ratio;
    return cal_pow(ratio, -(double)c / (k - 1));
}

void cal_data_quota(int quota[CAL_CLASSES_MAX], int k, int n, const cal_choice *choice) {
    double fraction[CAL_CLASSES_MAX], sum = 0;
    int left = n;
    for (int c = 0; c < k; c++) sum += fraction[c] = class_weight(c, k, choice);
    for (int c = 0; c < k; c++) {
        fraction[c] *= n / sum;
        quota[c] = (int)fraction[c];
        fraction[c] -= quota[c];
        left -= quota[c];
    }
    while (left-- > 0) {
        int most = 0;
        for (int c = 1; c < k; c++)
            if (fraction[c] > fraction[most]) most = c;
        quota[most]++;
        fraction[most] = -1;
    }
}

// ---- label noise

// Changes the posterior to that of labels which are replaced with probability `wrong`.
static void mix_posterior(double *p, int k, double wrong, bool pair) {
    double before = p[k - 1];
    for (int c = 0; c < k; c++) {
        const double clean = p[c], others = pair ? before : (1 - clean) / (k - 1);
        p[c] = (1 - wrong) * clean + wrong * others;
        before = clean;
    }
}

static void noise_split(cal_split *split, int k, int number, const cal_choice *choice) {
    const double wrong = cal_choice_number(choice, "label_noise");
    const bool pair = cal_choice_integer(choice, "label_noise_kind") == 1;
    const uint64_t seed = (uint64_t)cal_choice_number(choice, "seed"), step = (uint64_t)number;
    for (int i = 0; i < split->n; i++) {
        const uint64_t draw = 2 * (uint64_t)split->source[i];
        if (split->posterior) mix_posterior(split->posterior + (size_t)i * (size_t)k, k, wrong, pair);
        if (cal_random_uniform(seed, CAL_STREAM_LABELS, step, draw) >= wrong) continue;
        const uint64_t bits = cal_random_bits(seed, CAL_STREAM_LABELS, step, draw + 1);
        split->labels[i] = (split->labels[i] + 1 + (pair ? 0 : cal_random_below(bits, k - 1))) % k;
    }
}

void cal_data_noise_posterior(double *posterior, int k, int n, const cal_choice *choice) {
    const double wrong = cal_choice_number(choice, "label_noise");
    if (wrong == 0 || cal_choice_integer(choice, "label_noise_on") == 0) return;
    for (int i = 0; i < n; i++)
        mix_posterior(posterior + (size_t)i * (size_t)k, k, wrong,
                      cal_choice_integer(choice, "label_noise_kind") == 1);
}

void cal_data_noise_labels(cal_dataset *data, const cal_choice *choice) {
    if (!has(choice, "label_noise") || cal_choice_number(choice, "label_noise") == 0) return;
    noise_split(&data->train, data->k, CAL_SAMPLE_TRAIN, choice);
    if (cal_choice_integer(choice, "label_noise_on") == 0) return;
    noise_split(&data->val, data->k, CAL_SAMPLE_VAL, choice);
    noise_split(&data->test, data->k, CAL_SAMPLE_TEST, choice);
}

// ---- subsets of the classes

cal_status cal_data_only(int *count, int class_of[CAL_CLASSES_MAX], const cal_choice *choice,
                         cal_error *err) {
    const cal_value *only = cal_choice_value(choice, "only");
    *count = only->count;
    for (int i = 0; i < only->count; i++) {
        class_of[i] = (int)only->number[i];
        if (i && class_of[i] <= class_of[i - 1])
            return cal_fail(err, CAL_USAGE,
                            "data %s: only has %d after %d; name each class once, in ascending order",
                            choice->entry->id, class_of[i], class_of[i - 1]);
    }
    if (only->count != 1) return CAL_OK;
    return cal_fail(err, CAL_USAGE, "data %s: only=%d leaves one class; at least two are needed",
                    choice->entry->id, class_of[0]);
}

const char *const *cal_data_names(cal_dataset *data, const char *const *all, const int *class_of, int count) {
    const char **names = cal_arena_alloc(&data->arena, (size_t)count * sizeof *names);
    for (int i = 0; names && i < count; i++) names[i] = all[class_of[i]];
    return names;
}
