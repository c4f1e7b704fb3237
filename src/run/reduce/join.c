// Joins shards into one report.
#include <limits.h>
#include <string.h>
#include "run/link/spec.h"
#include "run/report/print/json.h"
#include "run/reduce/reduce.h"
#include "catalog/scores/sort.h"

typedef struct joined {
    cal_scores scores;
    cal_class_table table;
    cal_exact_sum likelihood[CAL_REDUCED_SUMS];
    double temperature;
} joined;

static double number(const cal_shard *s, int tensor, size_t i) {
    return cal_safetensor_number(&s->tensor[tensor], i);
}

static void add_rows(joined *out, int32_t *labels, const cal_shard *s, int at) {
    cal_scores *to = &out->scores;
    for (int i = 0; i < s->n; i++) {
        const size_t row = (size_t)i;
        to->confidence[at + i] = number(s, CAL_SHARD_CONFIDENCE, row);
        to->log_p_label[at + i] = number(s, CAL_SHARD_LOG_P, row);
        to->square[at + i] = number(s, CAL_SHARD_SQUARE, row);
        to->predicted[at + i] = (int32_t)number(s, CAL_SHARD_PREDICTED, row);
        labels[at + i] = (int32_t)number(s, CAL_SHARD_LABEL, row);
        to->correct[at + i] = to->predicted[at + i] == labels[at + i];
    }
}

static void add_sums(joined *out, double *sum, double *count, double *right, const cal_shard *s) {
    for (size_t b = 0; b < (size_t)CAL_REDUCED_BINS * (size_t)s->k; b++) {
        sum[b] += number(s, CAL_SHARD_SUM, b), count[b] += number(s, CAL_SHARD_COUNT, b);
        right[b] += number(s, CAL_SHARD_RIGHT, b);
    }
    for (size_t i = 0; i < CAL_REDUCED_SUMS; i++) {
        cal_exact_add(&out->likelihood[i], number(s, CAL_SHARD_LIKELIHOOD, 2 * i));
        out->likelihood[i].low += number(s, CAL_SHARD_LIKELIHOOD, 2 * i + 1);
    }
}

// Merges the shards' bins of every class into `bins` wider ones of equal numbers.
static void fold(cal_bin *table, const double *sum, const double *count, const double *right, int k,
                 int bins) {
    const int each = CAL_REDUCED_BINS / bins;
    for (int j = 0; j < k; j++)
        for (int b = 0; b < bins; b++) {
            double s = 0, n = 0, r = 0;
            for (int i = b * each; i < (b + 1) * each; i++) {
                const size_t at = (size_t)i * (size_t)k + (size_t)j;
                s += sum[at], n += count[at], r += right[at];
            }
            table[(size_t)j * (size_t)bins + (size_t)b] = (cal_bin){.low = (double)b / bins,
                                                                    .high = (double)(b + 1) / bins,
                                                                    .count = (int)n,
                                                                    .confidence = n > 0 ? s / n : 0,
                                                                    .accuracy = n > 0 ? r / n : 0};
        }
}

static cal_status check_alike(const cal_shard *a, const cal_shard *b, cal_error *err) {
    if (a->k != b->k)
        return cal_fail(err, CAL_FAILED, "%s has %d classes, but %s %d", a->name, a->k, b->name, b->k);
    if (a->temperature != b->temperature)
        return cal_fail(err, CAL_FAILED, "%s was reduced at temperature %g, but %s at %g", a->name,
                        a->temperature, b->name, b->temperature);
    return CAL_OK;
}

static cal_status join(joined *out, cal_arena *arena, const cal_shard *shard, int count, int bins,
                       cal_pool *pool, cal_error *err) {
    double rows = 0;
    cal_status status = CAL_OK;
    for (int s = 0; s < count && !status; s++)
        rows += shard[s].n, status = check_alike(&shard[0], &shard[s], err);
    if (!status && rows > INT_MAX / 64)
        status = cal_fail(err, CAL_FAILED, "%.0f rows are more than %d", rows, INT_MAX / 64);
    if (status) return status;
    const size_t n = (size_t)rows, k = (size_t)shard->k, all = CAL_REDUCED_BINS * k;
    int32_t *labels = cal_arena_alloc(arena, n * sizeof *labels);
    double *sum = cal_arena_alloc(arena, 3 * all * sizeof *sum);
    cal_bin *table = cal_arena_alloc(arena, (size_t)bins * k * sizeof *table);
    cal_scores *to = &out->scores;
    *to = (cal_scores){.n = (int)n,
                       .k = (int)k,
                       .how = {.pool = pool},
                       .labels = labels,
                       .temperature = shard->temperature,
                       .columns = true};
    out->temperature = shard->temperature;
    to->confidence = cal_arena_alloc(arena, n * sizeof(double)),
    to->log_p_label = cal_arena_alloc(arena, n * sizeof(double));
    to->square = cal_arena_alloc(arena, n * sizeof(double)),
    to->predicted = cal_arena_alloc(arena, n * sizeof(int32_t));
    to->correct = cal_arena_alloc(arena, n), to->order = cal_arena_alloc(arena, n * sizeof(int32_t));
    if (arena->refused) return cal_refuse_memory(err, "%zu rows", n);
    for (int s = 0, at = 0; s < count; at += shard[s++].n) {
        add_rows(out, labels, &shard[s], at);
        add_sums(out, sum, sum + all, sum + 2 * all, &shard[s]);
    }
    fold(table, sum, sum + all, sum + 2 * all, (int)k, bins);
    out->table = (cal_class_table){arena, bins, CAL_EDGES_RIGHT, table};
    to->classes = &out->table;
    cal_arena own = {0};
    int32_t *scratch = cal_arena_alloc(&own, n * sizeof *scratch);
    if (scratch) cal_sort_order(to->order, scratch, to->confidence, to->n);
    cal_arena_free(&own);
    return scratch ? CAL_OK : cal_refuse_memory(err, "the order of %zu rows", n);
}

// ---- checks of the request

static cal_status check_metric(const char *text, int bins, cal_error *err) {
    cal_choice choice;
    const cal_status status = cal_choice_parse(&choice, "metric", text, strlen(text), err);
    if (status) return status;
    const cal_metric *metric = cal_metric_of(&choice);
    const int given = cal_param_find(choice.entry, "bins");
    if (metric->needs != CAL_NEEDS_CLASSES || given < 0) return CAL_OK;
    const char *of = strstr(text, "bins=");
    const int wanted = of ? (int)choice.value[given].number[0] : bins;
    const int edges = cal_param_find(choice.entry, "edges");
    if (wanted == bins && (edges < 0 || cal_choice_integer(&choice, "edges") == CAL_EDGES_RIGHT))
        return CAL_OK;
    return cal_fail(err, CAL_USAGE,
                    "metric %.60s: shards are joined in the report's %d bins, with edges to the right; give "
                    "--bins for others",
                    text, bins);
}

static cal_status check(const cal_report_options *options, int bins, cal_error *err) {
    if (options->match)
        return cal_fail(err, CAL_USAGE, "report: shards do not have what %s needs; give the outputs",
                        cal_option_name(CAL_OPTION_MATCH, options->naming));
    if ((options->calibrators && options->calibrators[0]) || options->fit_on_test || options->fit)
        return cal_fail(err, CAL_USAGE,
                        "report: calibrators are fitted on outputs; of shards the report gives the "
                        "temperature, which calib reduce "
                        "--temperature applies");
    if (CAL_REDUCED_BINS % bins)
        return cal_fail(
            err, CAL_USAGE,
            "bins=%d does not divide the %d bins of a shard: 1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30 or 60",
            bins, CAL_REDUCED_BINS);
    cal_status status = CAL_OK;
    for (int i = 0; options->metrics && options->metrics[i] && !status; i++)
        status = check_metric(options->metrics[i], bins, err);
    return status;
}

// ---- report

static void write_temperature(cal_text *json, const joined *set) {
    const double n = set->scores.n;
    const cal_reduced_optimum found = cal_reduced_search(set->likelihood, n);
    double at[CAL_REDUCED_POINTS], score[CAL_REDUCED_POINTS];
    for (int i = 0; i < CAL_REDUCED_POINTS; i++) {
        const cal_exact_sum *sum = &set->likelihood[3 * i];
        at[i] = cal_reduced_temperature(i), score[i] = (sum->high + sum->low) / n;
    }
    cal_json_key(json, "temperature");
    cal_json_open(json, '{');
    cal_json_member_number(json, "reduced_at", set->temperature);
    cal_json_member_number(json, "T", found.T);
    cal_json_member_number(json, "nll", found.nll);
    cal_json_member_bool(json, "at_bound", found.at_bound);
    cal_json_key(json, "curve");
    cal_json_open(json, '{');
    cal_json_member_numbers(json, "at", at, CAL_REDUCED_POINTS);
    cal_json_member_numbers(json, "score", score, CAL_REDUCED_POINTS);
    cal_json_close(json, '}');
    cal_json_close(json, '}');
}

static void write(cal_text *json, const cal_report_value *report, const joined *set, const cal_shard *shard,
                  int count) {
    cal_json_open(json, '{');
    cal_json_member_integer(json, "schema", 1);
    cal_json_member_string(json, "spec", NULL);
    cal_json_member_integer(json, "n", report->n);
    cal_json_member_integer(json, "k", report->k);
    cal_json_key(json, "shards");
    cal_json_open(json, '[');
    for (int s = 0; s < count; s++) {
        cal_json_open(json, '{');
        cal_json_member_string(json, "name", shard[s].name);
        cal_json_member_integer(json, "n", shard[s].n);
        cal_json_close(json, '}');
    }
    cal_json_close(json, ']');
    cal_chance_write(json, "chance", report->figures->chance);
    cal_json_key(json, "metrics");
    cal_figures_write(json, report->figures);
    cal_json_member_string(json, "fitted_on", NULL);
    cal_json_key(json, "calibrators");
    cal_json_open(json, '{');
    cal_json_close(json, '}');
    write_temperature(json, set);
}

cal_status cal_report_of_shards(cal_report_value *out, cal_text *json, const cal_file *files, int count,
                                const cal_report_options *options, cal_error *err) {
    const int bins = options->bins ? options->bins : 15;
    cal_arena arena = {0};
    joined set = {0};
    cal_shard *shard = cal_arena_alloc(&arena, (size_t)count * sizeof *shard);
    cal_status status = shard ? check(options, bins, err) : cal_refuse_memory(err, "%d shards", count);
    for (int s = 0; s < count && !status; s++) {
        status = cal_shard_read(&shard[s], &arena, &files[s], err);
        for (int before = 0; before < s && !status; before++)
            if (files[before].size == files[s].size &&
                memcmp(files[before].bytes, files[s].bytes, files[s].size) == 0)
                status = cal_fail(err, CAL_USAGE, "%s and %s are the same shard; give each once",
                                  files[before].name, files[s].name);
    }
    if (!status) status = join(&set, &arena, shard, count, bins, options->pool, err);
    if (!status) {
        const int draws =
            options->draws < 0 ? cal_resampling_default(set.scores.n, set.scores.k).interval : options->draws;
        cal_metric_request metrics = {.metric = options->metrics,
                                      .bins = bins,
                                      .strict = true,
                                      .progress = options->progress,
                                      .chance = {(draws + 1) / 2, draws}};
        while (options->metrics && options->metrics[metrics.count]) metrics.count++;
        cal_figures *figures = cal_arena_alloc(&out->arena, sizeof *figures);
        if (!figures) status = cal_refuse_memory(err, "the report");
        if (!status) status = cal_figures_make(figures, &out->arena, &set.scores, &metrics, err);
        out->n = set.scores.n, out->k = set.scores.k, out->figures = figures;
        if (!status) write(json, out, &set, shard, count);
        if (!status && options->notes) cal_notes_write(json, options->notes);
        if (!status) cal_json_close(json, '}');
    }
    cal_arena_free(&arena);
    return status;
}
