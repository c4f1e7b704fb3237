// Any finite outputs, through everything that takes outputs: reports with every metric and calibrator,
// tables, views, shards and losses. Also files of binary, multi-label, soft-label and question tasks, and
// networks with any weights. Nothing crashes, every figure is within its definition's bounds, and every
// refusal has a sentence.
//
//     test_any_input [FIRST COUNT SEED]
//
// It prints a digest of all answers, which is the same in every build, and how many draws of each kind were
// answered.
#include "any_check.h"
#include "base/bytes/npy.h"

static cal_lab *lab;
static cal_error err;
static any_source source;
static cal_arena arena; // memory of a draw
static cal_bytes network, pictures;

static int below(int bound) { return any_below(&source, bound); }
static bool one_in(int times) { return any_one_in(&source, times); }
static void forget(void) { err = (cal_error){CAL_OK, ""}; }

// ---- reports

// Options for all inputs, and the lists that some draws request.
typedef struct option_lists {
    char text[4][128];
    const char *metrics[4], *calibrators[2];
} option_lists;

static cal_report_def any_def(option_lists *to) {
    static const int bins[] = {15, 15, 15, 1, 2, 100, 1000};
    static const char *const libraries[] = {"all", "netcal", "relplot", "torchmetrics", "pycalib"};
    cal_report_def def = cal_default_report();
    def.bins = bins[below(sizeof bins / sizeof *bins)];
    def.draws = below(4) ? below(6) : 24;
    if (one_in(6)) def.match = libraries[below(sizeof libraries / sizeof *libraries)];
    if (one_in(3)) {
        const int count = 1 + below(3);
        for (int i = 0; i < count; i++) {
            any_choice(to->text[i], sizeof to->text[i], &source, "metric", NULL);
            to->metrics[i] = to->text[i];
        }
        to->metrics[count] = NULL, def.metrics = to->metrics, def.match = NULL;
    }
    if (one_in(2)) {
        any_choice(to->text[3], sizeof to->text[3], &source, "calibrator", NULL);
        to->calibrators[0] = to->text[3], to->calibrators[1] = NULL, def.calibrators = to->calibrators;
    }
    return def;
}

static void check_row(const cal_report *r, int index) {
    cal_report_row row;
    any_fine(!cal_report_row_at(&row, r, index, NULL), "a row", "");
    if (index) any_drawn("calibrator", row.calibrator, true);
    for (int i = 0; i < row.differences; i++) any_take_number(row.difference[i].difference);
}

static void check_fit(const cal_report *r, int index) {
    cal_report_fit fit;
    any_fine(!cal_report_fit_at(&fit, r, index, NULL), "a fit", "");
    any_drawn("calibrator", fit.calibrator, true);
    for (int i = 0; i < fit.parameters; i++) {
        const double x = fit.parameter[i].value;
        any_take_number(x);
        any_fine(any_is_finite(x), fit.calibrator, fit.parameter[i].name);
        if (!strcmp(fit.calibrator, "temperature") && !strcmp(fit.parameter[i].name, "T"))
            any_fine(x > 0, "temperature", "T above 0");
    }
}

// n: number of rows of every figure; 0: unknown.
static void check_report(const cal_report *r, int n, bool draws) {
    static const char *const formats[] = {"table", "csv", "latex", "markdown"};
    for (int fit = CAL_REPORT_UNCALIBRATED; fit < cal_report_fits(r); fit++) {
        if (fit >= 0) check_fit(r, fit);
        for (int i = 0; i < cal_report_metrics(r, fit); i++) {
            cal_report_metric m;
            any_fine(!cal_report_metric_at(&m, r, fit, i, NULL), "a metric", "");
            any_check_metric(&m, n, draws);
        }
    }
    for (int i = 0; i < cal_report_rows(r); i++) check_row(r, i);
    cal_bytes text;
    const char *format = formats[below(4)];
    any_fine(any_drawn("export", format, !cal_report_table(&text, r, format, &err)), "a table", err.text);
    any_fine(text.size && !strstr(text.data, "nan"), "a table", "nan");
    any_take(text.data, text.size);
    cal_bytes json, again;
    any_fine(any_drawn("export", "json", !cal_report_json(&json, r, &err)), "the report", err.text);
    // The JSON alone gives the same table.
    any_fine(!cal_report_json_table(&again, json.data, json.size, format, &err) && again.size == text.size &&
                 !memcmp(again.data, text.data, text.size),
             "the same table", format);
    cal_bytes_free(&again), cal_bytes_free(&text);
    any_give_json(&json, "the report");
}

static bool read_files(const cal_report_def *def, const cal_report_inputs *inputs, int n, bool may,
                       const char *what) {
    cal_report *r;
    forget();
    // Some metrics and calibrators requested by name need more than the file has.
    may = may || def->metrics || def->calibrators || def->match;
    const bool read = any_answered(cal_report_read(&r, lab, def, inputs, &err), &err, may, what);
    if (read) check_report(r, n, def->draws > 0);
    cal_report_free(r);
    return read;
}

// ---- outputs in memory

static cal_logit_set logits_of(const any_set *s) {
    return (cal_logit_set){.logits = s->logits, .labels = s->labels, .n = s->n, .k = s->k};
}

static void report_arrays(void) {
    option_lists lists;
    const int k = any_classes(&source), n = k > 10 ? 1 + below(3) : any_size(&source);
    const any_set test = any_outputs(&arena, &source, n, k);
    const any_set other = any_outputs(&arena, &source, one_in(2) ? n : 1 + below(12), k);
    cal_report_def def = any_def(&lists);
    def.test = logits_of(&test);
    if (one_in(3)) def.test.logits = NULL, def.test.probabilities = test.p;
    else if (one_in(4)) def.ood_logits = other.logits, def.ood_n = other.n;
    if (def.test.logits && one_in(4) && k <= 10) {
        def.test.labelling = one_in(2) ? CAL_LABELS_SEVERAL : CAL_LABELS_REST;
        if (def.test.labelling == CAL_LABELS_SEVERAL) def.test.labels = test.several;
        def.ood_logits = NULL, def.ood_n = 0;
    }
    if (one_in(2)) def.test.posterior = test.posterior;
    const int fitted = below(4);
    if (fitted == 0) def.fit_on_test = true;
    else if (fitted > 1) {
        def.validation = logits_of(&other);
        def.validation.labelling = def.test.labelling;
        if (def.test.labelling == CAL_LABELS_SEVERAL) def.validation.labels = other.several;
        if (!def.test.logits) def.validation.logits = NULL, def.validation.probabilities = other.p;
    }
    cal_report *r;
    forget();
    const bool may =
        def.metrics || def.calibrators || def.match || def.test.labelling || def.validation.n == n;
    if (any_answered(cal_report_logits(&r, lab, &def, &err), &err, may, "a report"))
        check_report(r, def.test.labelling ? 0 : n, def.draws > 0);
    cal_report_free(r);
}

static double any_temperature(void) {
    static const double temperatures[] = {1, 1, 0.5, 3, 0.01, 1000, 1e-6, 1e6};
    return temperatures[below(sizeof temperatures / sizeof *temperatures)];
}

static void measure_and_view(void) {
    char text[128];
    const int k = any_classes(&source), n = k > 10 ? 2 : any_size(&source);
    const any_set test = any_outputs(&arena, &source, n, k), other = any_outputs(&arena, &source, n + 1, k);
    cal_metrics_def metrics = cal_default_metrics();
    cal_bytes json;
    metrics.test = logits_of(&test), metrics.test.posterior = one_in(2) ? test.posterior : NULL;
    metrics.temperature = any_temperature(), metrics.draws = below(5), metrics.headline = one_in(2);
    forget();
    if (any_answered(cal_metrics_json(&json, lab, &metrics, &err), &err, false, "metrics"))
        any_give_json(&json, "metrics");

    cal_view_def view = cal_default_view();
    cal_result *table;
    any_choice(text, sizeof text, &source, "view", NULL);
    view.view = text, view.test = metrics.test, view.validation = logits_of(&other);
    view.ood_logits = other.logits, view.ood_n = other.n, view.temperature = metrics.temperature;
    if (k <= 10 && one_in(4)) view.test.labelling = CAL_LABELS_SEVERAL, view.test.labels = test.several;
    forget();
    if (any_drawn("view", text, any_answered(cal_view_table(&table, &view, &err), &err, true, text))) {
        const cal_result_info about = cal_result_about(table);
        for (int i = 0; i < about.rows * about.columns; i++) {
            any_take_number(about.cell[i]);
            if (!any_fine(about.cell[i] != __builtin_inf() && about.cell[i] != -__builtin_inf(), "a cell",
                          text))
                break;
        }
    }
    cal_result_free(table);
}

static void calibrate(void) {
    char text[128];
    const int k = any_classes(&source), n = k > 10 ? 3 : any_size(&source);
    const any_set test = any_outputs(&arena, &source, n, k),
                  other = any_outputs(&arena, &source, n + below(9), k);
    cal_calibration_def def = cal_default_calibration();
    cal_calibration *c;
    any_choice(text, sizeof text, &source, "calibrator", NULL);
    def.calibrator = text, def.fitted_on = logits_of(&other);
    forget();
    const bool fitted = any_drawn("calibrator", text,
                                  any_answered(cal_calibration_fit(&c, lab, &def, &err), &err, true, text));
    double *p = cal_arena_alloc(&arena, (size_t)(n * k) * sizeof *p),
           *sure = cal_arena_alloc(&arena, (size_t)n * sizeof *sure);
    int32_t *top = cal_arena_alloc(&arena, (size_t)n * sizeof *top);
    for (int way = 0; fitted && way < cal_calibration_ways(c); way++) {
        cal_bytes json;
        forget();
        any_fine(!cal_calibration_json(&json, c, way, &err), text, err.text);
        any_give_json(&json, text);
        forget();
        bool rows = any_answered(cal_calibration_apply(p, sure, top, c, way, test.logits, n, &err), &err,
                                 true, text),
             good = true;
        if (!rows)
            any_fine(!cal_calibration_apply(NULL, sure, top, c, way, test.logits, n, &err), text, err.text);
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int j = 0; rows && j < k; j++)
                sum += p[i * k + j], good = good && any_within(p[i * k + j], 0, 1);
            good = good && any_within(sure[i], 0, 1) && top[i] >= 0 && top[i] < k;
            if (rows) good = good && any_within(sum, 1, 1) && any_within(p[i * k + top[i]], sure[i], sure[i]);
            any_take_number(sure[i]);
        }
        any_fine(good, "probabilities", text);
    }
    cal_calibration_free(c);
}

// Reduces in pieces, in any number of shards, and compares the number of right samples with the whole.
static void reduce(void) {
    const int k = any_classes(&source), n = k > 10 ? 3 : 1 + any_size(&source), cut = 1 + below(n - 1);
    const any_set test = any_outputs(&arena, &source, n, k);
    const double temperature = below(3) ? 1 : 0.01 + 99 * any_uniform(&source);
    cal_bytes shard[2] = {{0}, {0}};
    cal_input input[2];
    int right = 0;
    for (int part = 0; part < 2; part++) {
        cal_logit_set rows = logits_of(&test);
        cal_reduction *r;
        rows.n = part ? n - cut : cut;
        if (part) rows.logits += cut * k, rows.labels += cut;
        forget();
        any_fine(!cal_reduction_create(&r, lab, k, temperature, &err), "a reduction", err.text);
        any_fine(!cal_reduction_add(r, &rows, &err), "a reduction", err.text);
        any_fine(any_drawn("export", "shard", !cal_reduction_save(&shard[part], r, &err)), "a shard",
                 err.text);
        input[part] = (cal_input){part ? "b" : "a", shard[part].data, shard[part].size};
        cal_reduction_free(r);
    }
    for (int i = 0; i < n; i++) right += test.top[i] == test.labels[i];
    cal_report_def def = cal_default_report();
    cal_report_metric m;
    cal_report *r;
    def.draws = below(4);
    // The same bytes twice count as a mistake.
    const bool one_alike =
        shard[0].size == shard[1].size && !memcmp(shard[0].data, shard[1].data, shard[0].size);
    forget();
    if (any_answered(cal_report_shards(&r, lab, &def, input, 2, &err), &err, one_alike, "shards")) {
        check_report(r, n, def.draws > 0);
        any_fine(!cal_report_metric_find(&m, r, CAL_REPORT_UNCALIBRATED, "accuracy", NULL) &&
                     any_within(m.value * n, right, right),
                 "shards", "accuracy");
    }
    cal_report_free(r);
    cal_bytes_free(&shard[0]), cal_bytes_free(&shard[1]);
}

// ---- files

static void add_number(cal_text *csv, double x) {
    cal_text_add(csv, ",");
    cal_text_add_number(csv, x);
}

static void binary_table(void) {
    option_lists lists;
    const any_set test = any_outputs(&arena, &source, any_size(&source), 2);
    const bool odds = one_in(3), weights = one_in(3), groups = one_in(3), cases = one_in(3);
    cal_report_def def = any_def(&lists);
    cal_report_inputs inputs = {.task = "binary"};
    cal_text csv = {0};
    if (one_in(2)) def.fit_on_test = true;
    cal_text_add(&csv, "label,%s%s%s%s\n", odds ? "logit" : "p", weights ? ",weight" : "",
                 groups ? ",group" : "", cases ? ",case" : "");
    for (int i = 0; i < test.n; i++) {
        cal_text_add(&csv, "%d", test.labels[i]);
        add_number(&csv, odds ? (double)test.logits[2 * i] : test.p[2 * i + 1]);
        if (weights) add_number(&csv, test.weight[i]);
        if (groups) cal_text_add(&csv, ",g%d", test.group[i]);
        if (cases) cal_text_add(&csv, ",%d", below(4));
        cal_text_add(&csv, "\n");
    }
    inputs.csv = (cal_input){"t.csv", csv.data, (size_t)csv.length};
    inputs.columns = odds ? "label=label,logit=logit,positive=1" : "label=label,p=p,positive=1";
    read_files(&def, &inputs, weights ? 0 : test.n, true, "a binary table");
    cal_text_free(&csv);
}

static void confidences(void) {
    option_lists lists;
    const any_set test = any_outputs(&arena, &source, any_size(&source), 3);
    cal_report_def def = any_def(&lists);
    cal_report_inputs inputs = {.csv = {0}};
    cal_text csv = {0};
    cal_text_add(&csv, "label,pred,conf\n");
    for (int i = 0; i < test.n; i++) {
        cal_text_add(&csv, "%d,%d", test.labels[i], test.top[i]);
        add_number(&csv, test.p[3 * i]);
        cal_text_add(&csv, "\n");
    }
    inputs.csv = (cal_input){"t.csv", csv.data, (size_t)csv.length};
    def.calibrators = NULL;
    read_files(&def, &inputs, test.n, false, "a table of confidences");
    cal_text_free(&csv);
}

// Arrays of independent labels, or class shares.
static void label_arrays(void) {
    option_lists lists;
    const int k = 2 + below(4), n = any_size(&source);
    const any_set test = any_outputs(&arena, &source, n, k), other = any_outputs(&arena, &source, n, k);
    const bool shares = one_in(2), weights = one_in(4);
    double *label = cal_arena_alloc(&arena, (size_t)(n * k) * sizeof *label);
    for (int i = 0; i < n * k; i++) label[i] = shares ? other.p[i] : test.several[i];
    cal_text logits = {0}, labels = {0}, weight = {0};
    const int dim[2] = {n, k};
    const bool probs = one_in(2);
    if (probs) cal_npy_write(&logits, "f8", test.p, dim, 2);
    else cal_npy_write(&logits, "f4", test.logits, dim, 2);
    cal_npy_write(&labels, "f8", label, dim, 2);
    cal_npy_write(&weight, "f8", test.weight, dim, 1);
    cal_report_def def = any_def(&lists);
    cal_report_inputs inputs = {.logits = {"z.npy", logits.data, (size_t)logits.length},
                                .labels = {"y.npy", labels.data, (size_t)labels.length},
                                .probs = probs,
                                .as_logits = !probs,
                                .task = shares ? "classes" : "multilabel"};
    if (weights) inputs.weights = (cal_input){"w.npy", weight.data, (size_t)weight.length};
    def.fit_on_test = one_in(2);
    read_files(&def, &inputs, 0, true, "arrays of labels");
    cal_text_free(&logits), cal_text_free(&labels), cal_text_free(&weight);
}

static void questions(void) {
    option_lists lists;
    const int n = 2 + any_size(&source);
    cal_report_def def = any_def(&lists);
    cal_report_inputs inputs = {.csv = {0}};
    const bool logs = one_in(2);
    cal_text lines = {0};
    for (int i = 0; i < n; i++) {
        const int k = 2 + (i ? below(4) : 3);
        const any_set one = any_outputs(&arena, &source, 1, k);
        cal_text_add(&lines, "{\"%s\":[", logs ? "logprobs" : "probs");
        for (int j = 0; j < k; j++) {
            if (j) cal_text_add(&lines, ",");
            cal_text_add_number(&lines, logs ? (double)one.logits[j] : one.p[j]);
        }
        cal_text_add(&lines, "],\"answer\":%d}\n", below(k));
    }
    inputs.csv = (cal_input){"q.jsonl", lines.data, (size_t)lines.length};
    def.fit_on_test = one_in(2);
    read_files(&def, &inputs, n, true, "questions");
    cal_text_free(&lines);
}

#include "any_network.h"

#include "any_files.h"

// ---- which

static void one_draw(void) {
    static void (*const kinds[])(void) = {
        report_arrays, report_arrays, report_arrays, measure_and_view, calibrate, outputs_alone,
        binary_table,  binary_table,  confidences,   label_arrays,     questions, losses,
        points,        weights,       class_arrays,  class_table,      trained};
    static const char *const names[] = {
        "a report",     "a report",  "a report",          "metrics and a view",
        "a calibrator", "shards",    "a binary table",    "a binary table",
        "confidences",  "labels",    "questions",         "a loss",
        "points",       "a network", "arrays of classes", "a table of classes",
        "a training"};
    const int kind = below(sizeof kinds / sizeof *kinds);
    snprintf(any_now, sizeof any_now, "draw %d of seed %d, %s", (int)source.number, (int)source.seed,
             names[kind]);
    any_drawn("draw", names[kind], true);
    kinds[kind]();
    cal_arena_free(&arena);
}

int main(int argc, char **argv) {
    const long first = argc > 1 ? atol(argv[1]) : 0, count = argc > 2 ? atol(argv[2]) : 40;
    const uint64_t seed = argc > 3 ? (uint64_t)atol(argv[3]) : 1;
    cal_lab_def def = cal_default_lab();
    char hex[65];
    def.threads = 1;
    CHECK(!cal_lab_create(&lab, &def, &err));
    make_networks();
    cal_sha256_start(&any_digest);
    for (long i = first; i < first + count; i++) {
        source = (any_source){seed, (uint64_t)i, 0};
        one_draw();
    }
    cal_bytes_free(&network), cal_bytes_free(&pictures);
    cal_lab_free(lab);
    cal_sha256_hex(hex, &any_digest);
    printf("draws %ld, refused %d, digest %s\n", count, any_refused, hex);
    for (const any_kind *at = any_kinds; argc > 1 && at->name[0]; at++)
        printf("%s: %ld of %ld\n", at->name, at->answered, at->drawn);
    return CHECK_DONE();
}
