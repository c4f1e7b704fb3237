#include "catalog/data/subset/records.h"
#include <string.h>

static cal_subset_take take_of(const cal_choice *choice) {
    const int first = cal_data_of(choice)->several ? CAL_TAKE_RANDOM : CAL_TAKE_BALANCED;
    return (cal_subset_take)(first + cal_choice_integer(choice, "take"));
}

cal_status cal_classes_choose(cal_classes *out, int all, const cal_choice *choice, cal_error *err) {
    cal_status status = CAL_OK;
    out->count = 0;
    if (cal_param_find(choice->entry, "only") >= 0)
        status = cal_data_only(&out->count, out->class_of, choice, err);
    if (status) return status;
    for (int c = 0; !out->count && c < all; c++) out->class_of[c] = c;
    if (!out->count) out->count = all;
    for (int c = 0; c < CAL_CLASSES_MAX; c++) out->number_of[c] = -1;
    for (int i = 0; i < out->count; i++) out->number_of[out->class_of[i]] = i;
    if (cal_data_imbalanced(choice) && take_of(choice) != CAL_TAKE_BALANCED)
        return cal_fail(err, CAL_USAGE,
                        "data %s: imbalance sets the sizes of classes, which take=balanced makes equal",
                        choice->entry->id);
    return CAL_OK;
}

cal_status cal_records_open(cal_records *out, cal_arena *scratch, const char *name, int count,
                            const cal_choice *choice, cal_error *err) {
    *out = (cal_records){.name = name, .count = count};
    out->labels = cal_arena_alloc(scratch, (size_t)count);
    out->mark = cal_arena_alloc(scratch, (size_t)count);
    if (!scratch->refused) return CAL_OK;
    return cal_refuse_memory(err, "data %s: labels", choice->entry->id);
}

void cal_records_label(cal_records *records, int record, int label, const cal_classes *classes) {
    const int number = classes->number_of[label];
    records->labels[record] = (uint8_t)(number < 0 ? 0 : number);
    if (number < 0) records->mark[record] = CAL_SUBSET_SKIP;
}

void cal_records_skip(cal_records *records, int record, int source, const cal_value *skip) {
    for (int i = 0; skip && i < skip->count; i++)
        if ((int)skip->number[i] == source) records->mark[record] = CAL_SUBSET_SKIP;
}

static void split_fill(cal_split *split, const cal_records *from, int k, uint8_t mark) {
    const size_t labels = (size_t)k;
    for (int i = 0, row = 0; i < from->count; i++) {
        if (from->mark[i] != mark) continue;
        if (from->several)
            memcpy(split->labels + (size_t)row * labels, from->several + (size_t)i * labels,
                   labels * sizeof *split->labels);
        else split->labels[row] = from->labels[i];
        from->take(split, row++, from, i);
    }
}

static cal_status choose(const cal_records *from, const cal_dataset *data, const cal_subset_part *parts,
                         int nparts, const cal_choice *choice, int step, cal_error *err) {
    const cal_subset_pool pool = {from->labels,      from->count, data->k,
                                  data->class_names, from->name,  take_of(choice)};
    const uint64_t seed = (uint64_t)cal_choice_number(choice, "seed");
    return cal_subset_choose(from->mark, &pool, parts, nparts, seed, (uint64_t)step, err);
}

bool cal_data_test_alone(const cal_choice *choice) {
    return !cal_choice_integer(choice, "train") && !cal_choice_integer(choice, "val");
}

cal_status cal_records_draw(cal_dataset *out, const cal_choice *choice, const cal_records *training,
                            const cal_records *test, bool pixels, cal_error *err) {
    enum { VAL = 1, TRAIN, TEST };
    const int train = cal_choice_integer(choice, "train");
    const bool rare = cal_data_imbalanced(choice);
    int quota[CAL_CLASSES_MAX];
    if (rare) cal_data_quota(quota, out->k, train, choice);
    const cal_subset_part parts[] = {{TEST, cal_choice_integer(choice, "test"), NULL},
                                     {VAL, cal_choice_integer(choice, "val"), NULL},
                                     {TRAIN, train, rare ? quota : NULL}};
    const int apart = test != NULL;
    cal_status status = training ? choose(training, out, parts + apart, 3 - apart, choice, 0, err) : CAL_OK;
    if (!status && test) status = choose(test, out, parts, 1, choice, 1, err);
    if (!status) status = cal_data_begin(out, choice, pixels, false, err);
    if (status) return status;
    if (training) {
        split_fill(&out->train, training, out->k, TRAIN);
        split_fill(&out->val, training, out->k, VAL);
    }
    split_fill(&out->test, test ? test : training, out->k, TEST);
    return CAL_OK;
}

size_t cal_records_loading(cal_dataset *counted, const cal_arena *scratch, const cal_choice *choice, int most,
                           size_t filling) {
    const size_t before = counted->arena.taken, order = cal_subset_bytes(most);
    cal_data_keeps_splits(counted, choice);
    const size_t splits = counted->arena.taken - before, drawing = order > splits ? order - splits : 0;
    return scratch->taken + (drawing > filling ? drawing : filling);
}

// ---- measuring

void cal_choice_put(cal_choice *choice, const char *param, int number) {
    const int i = cal_param_find(choice->entry, param);
    const cal_param *p = &choice->entry->params[i];
    const double value = number < p->min ? p->min : number > p->max ? p->max : number;
    choice->value[i] = (cal_value){.count = 1, .number = {value}};
}

// The largest number of records that parts with equal shares can have together (cal_subset_choose): the first
// classes give one more than the others.
static int in_equal_shares(const cal_class_sizes *sizes) {
    int least = sizes->size[0], c = 0;
    for (int i = 1; i < sizes->k; i++) least = sizes->size[i] < least ? sizes->size[i] : least;
    while (c < sizes->k && sizes->size[c] > least) c++;
    return sizes->k * least + c;
}

// Number of records that can be drawn, of which at least `needed` are. Changes `take` if that requires it.
static int drawable(cal_choice *choice, const cal_class_sizes *sizes, int needed) {
    if (cal_data_imbalanced(choice) || take_of(choice) != CAL_TAKE_BALANCED) return sizes->records;
    const int most = in_equal_shares(sizes);
    if (most >= needed) return most;
    cal_choice_put(choice, "take", CAL_TAKE_RANDOM);
    return sizes->records;
}

cal_status cal_data_cut(cal_choice *choice, const char *file, const cal_class_sizes *sizes,
                        const cal_class_sizes *tests, cal_error *err) {
    const int64_t train = cal_choice_integer(choice, "train"), val = cal_choice_integer(choice, "val"),
                  test = tests ? 0 : cal_choice_integer(choice, "test"), all = train + val + test;
    const int needed = (train > 0) + (test > 0);
    if (sizes->records < needed)
        return cal_fail(err, CAL_FAILED,
                        "%s: %d sample, but a training set and a test set need one each: add samples, or say "
                        "test_from=file",
                        file, sizes->records);
    const int most_tests = tests ? drawable(choice, tests, 1) : 0, most = drawable(choice, sizes, needed);
    if (tests && cal_choice_integer(choice, "test") > most_tests) cal_choice_put(choice, "test", most_tests);
    if (all <= most) return CAL_OK;
    int new_val = (int)(val * most / all), new_test = (int)(test * most / all);
    if (test && (!new_test || !train)) new_test = train ? 1 : most - new_val;
    if (train && new_val + new_test == most) new_val--;
    cal_choice_put(choice, "val", new_val);
    if (!tests) cal_choice_put(choice, "test", new_test);
    if (train) cal_choice_put(choice, "train", most - new_val - new_test);
    return CAL_OK;
}
