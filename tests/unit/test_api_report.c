// The C library as a program sees it: reports, calibrators and losses of logits in memory, and their misuse.
#include <string.h>
#include "api_check.h"
#include "base/text.h"

static cal_lab *lab;

enum { N = 90, K = 3 };
static float logits[N][K];
static double wide[N][K];
static int32_t labels[N];

static void make_logits(void) {
    for (int i = 0; i < N; i++) {
        labels[i] = i % K;
        for (int j = 0; j < K; j++)
            wide[i][j] = logits[i][j] = (float)(i * 7 % 11) / 4 + (j == (i % 4 ? i : i + 1) % K ? 3 : 0);
    }
}

static cal_logit_set rows(int first, int n) {
    return (cal_logit_set){.logits = &logits[first][0], .labels = &labels[first], .n = n, .k = K};
}

static void hear(void *context, double done) {
    double *last = context;
    CHECK(done >= *last && done <= 1);
    *last = done;
}

// Writes each end of a fit: "-temperature +temperature ".
static void note_fit(void *context, const char *calibrator, bool fitted) {
    cal_text *all = context;
    cal_text_add(all, "%c%s ", fitted ? '+' : '-', calibrator);
}

// Checks requested metrics in their order, out-of-distribution samples, and progress.
static void test_requested_report(void) {
    static const char *const metrics[] = {"ece:bins=5", "ece:bins=20", "auroc", NULL};
    static const char *const calibrators[] = {"temperature", NULL};
    cal_report_def def = cal_default_report();
    cal_report *report;
    cal_report_metric m;
    cal_report_fit fit;
    double done = 0;
    cal_text fits = {0};
    def.fit_listener = note_fit, def.fit_context = &fits;
    def.test = rows(0, 60), def.fit_on_test = true, def.ood_logits = &logits[60][0], def.ood_n = 30;
    def.metrics = metrics, def.calibrators = calibrators, def.listener = hear, def.context = &done;
    GOOD(cal_report_logits(&report, lab, &def, &err));
    CHECK_TEXT(fits.data, "-temperature +temperature ");
    cal_text_free(&fits);
    CHECK(done > 0.9 && cal_report_metrics(report, CAL_REPORT_UNCALIBRATED) == 3);
    GOOD(cal_report_metric_at(&m, report, CAL_REPORT_UNCALIBRATED, 1, &err));
    CHECK_TEXT(m.key, "ece:bins=20");
    CHECK(m.bins == 20);
    GOOD(cal_report_metric_find(&m, report, CAL_REPORT_UNCALIBRATED, "auroc", &err));
    CHECK(m.value >= 0 && m.value <= 1 && m.bins == 0);
    for (int i = 0; i < cal_report_fits(report); i++) {
        GOOD(cal_report_fit_at(&fit, report, i, &err));
        CHECK_TEXT(fit.calibrator, "temperature");
        CHECK_TEXT(fit.parameter[0].name, "T");
        CHECK(fit.changed == 0);
    }
    cal_report_free(report);
    def.ood_n = 0;
    REFUSED(cal_report_logits(&report, lab, &def, &err), CAL_USAGE,
            "report: ood_n=0 does not go with ood_logits");
    def.ood_logits = NULL, def.match = "magic", def.metrics = NULL;
    CHECK(cal_report_logits(&report, lab, &def, &err) == CAL_USAGE && strstr(err.text, "magic is not"));
}

// Checks the table of calibrators: a row without one, then a row per fit.
static void test_rows(const cal_report *report) {
    cal_report_row row;
    cal_report_fit fit;
    CHECK(cal_report_rows(report) == cal_report_fits(report) + 1 && cal_report_advice(report)[0]);
    GOOD(cal_report_row_at(&row, report, 0, &err));
    CHECK(!row.calibrator && !row.way && row.parameters == 0 && row.differences == 5);
    const cal_report_difference none = row.difference[1];
    CHECK_TEXT(none.metric, "nll");
    for (int i = 0; i < cal_report_fits(report); i++) {
        GOOD(cal_report_row_at(&row, report, i + 1, &err));
        GOOD(cal_report_fit_at(&fit, report, i, &err));
        CHECK_TEXT(row.calibrator, fit.calibrator);
        CHECK_TEXT(row.way, fit.way);
        const cal_report_difference d = row.difference[1];
        if (d.value - d.value == 0) CHECK_NEAR(d.difference, d.value - none.value, 1e-15);
    }
    CHECK(cal_report_row_at(&row, report, cal_report_rows(report), &err) == CAL_USAGE);
    CHECK(strstr(err.text, "report: there is no row"));
}

static void test_report(void) {
    cal_report_def def = cal_default_report();
    cal_report *report;
    cal_report_metric m, again;
    cal_report_fit fit;
    cal_bytes text;
    def.test = rows(0, 60), def.validation = rows(60, 30), def.bins = 10;
    GOOD(cal_report_logits(&report, lab, &def, &err));
    GOOD(cal_report_metric_find(&m, report, CAL_REPORT_UNCALIBRATED, "ece", &err));
    CHECK(m.bins == 10 && m.value >= m.low && m.value <= m.high && m.noise_floor >= 0);
    int count = 0;
    for (int b = 0; b < m.bins; b++) {
        count += m.bin[b].count;
        CHECK(m.bin[b].count ? m.bin[b].confidence >= m.bin[b].low
                             : m.bin[b].confidence != m.bin[b].confidence);
    }
    CHECK(count == 60 && m.outside == 0);
    GOOD(cal_report_metric_find(&m, report, CAL_REPORT_UNCALIBRATED, "error", &err));
    CHECK_NEAR(m.value, 0.25, 1e-15);
    CHECK(cal_report_fits(report) >= 6);
    for (int i = 0; i < cal_report_fits(report); i++) { // also the ways that agree with an earlier one
        GOOD(cal_report_fit_at(&fit, report, i, &err));
        CHECK(fit.calibrator[0] && fit.way[0] && cal_report_metrics(report, i) > 5);
        GOOD(cal_report_metric_find(&again, report, i, "error", &err));
    }
    test_rows(report);
    REFUSED(cal_report_metric_find(&m, report, CAL_REPORT_UNCALIBRATED, "auroc", &err), CAL_USAGE,
            "report: it has no metric 'auroc' there");
    CHECK(cal_report_metric_at(&m, report, 1000, 0, &err) == CAL_USAGE);
    GOOD(cal_report_json(&text, report, &err));
    CHECK(text.data[0] == '{' && text.data[text.size - 1] == '\n');
    cal_bytes_free(&text);
    GOOD(cal_report_table(&text, report, "markdown", &err));
    CHECK(text.data[0] == '|');
    cal_bytes_free(&text);
    REFUSED(cal_report_table(&text, report, "html", &err), CAL_USAGE,
            "format html is not json, table, csv, latex or markdown");
    cal_report_free(report);

    def.draws = 0;
    def.validation = (cal_logit_set){0};
    GOOD(cal_report_logits(&report, lab, &def, &err));
    GOOD(cal_report_metric_find(&m, report, CAL_REPORT_UNCALIBRATED, "ece", &err));
    CHECK(m.low != m.low && m.noise_floor != m.noise_floor && m.true_high != m.true_high);
    CHECK(cal_report_fits(report) == 0);
    cal_report_free(report);
}

static void test_misused_report(void) {
    cal_report_def def = cal_default_report(), empty = {0};
    cal_report *report;
    cal_report_metric m;
    const float kept = logits[4][1];
    REFUSED(cal_report_logits(&report, lab, &empty, &err), CAL_USAGE,
            "the definition was not made with cal_default_report()");
    REFUSED(cal_report_logits(&report, lab, &def, &err), CAL_USAGE, "test set: n=0 is not at least 1");
    def.test = rows(0, 60);
    logits[4][1] = __builtin_nanf("");
    REFUSED(cal_report_logits(&report, lab, &def, &err), CAL_FAILED,
            "logits: row 4, column 1 is not a number");
    CHECK(!report);
    logits[4][1] = kept;
    labels[5] = 3;
    CHECK(cal_report_logits(&report, lab, &def, &err) == CAL_FAILED &&
          strstr(err.text, "labels: row 5 is 3"));
    labels[5] = 2;
    def.test.labels = NULL;
    REFUSED(cal_report_logits(&report, lab, &def, &err), CAL_USAGE, "test set: its labels are null");
    def.test = def.validation = rows(0, 30), def.validation.k = 2;
    REFUSED(cal_report_logits(&report, lab, &def, &err), CAL_USAGE,
            "validation logits have 2 classes, test logits 3");
    def.validation = def.test;
    REFUSED(cal_report_logits(&report, lab, &def, &err), CAL_USAGE,
            "the validation logits are the test logits: a calibrator is not measured on the set it was "
            "fitted on, "
            "unless fit_on_test asks for it instead");
    def.validation = (cal_logit_set){0}, def.bins = 0;
    REFUSED(cal_report_logits(&report, lab, &def, &err), CAL_USAGE, "bins=0 is not between 1 and 1000");
    REFUSED(cal_report_training(&report, NULL, &err), CAL_USAGE, "cal_report_training: the training is null");
    REFUSED(cal_report_metric_at(&m, NULL, 0, 0, &err), CAL_USAGE,
            "cal_report_metric_at: the report is null");
    CHECK(cal_report_fits(NULL) == 0 && cal_report_metrics(NULL, 0) == 0);
    cal_report_free(NULL);
}

// Reads files in memory, and probabilities instead of logits.
static void test_inputs(void) {
    static const char table[] = "label,pred,conf\n0,0,0.9\n1,1,0.8\n1,0,0.6\n0,0,0.7\n2,2,0.95\n";
    static const double p[4][2] = {{0.9, 0.1}, {0.4, 0.6}, {0.75, 0.25}, {0.2, 0.8}};
    static const int32_t classes[] = {0, 1, 1, 1};
    static const char *const metrics[] = {"error", NULL};
    cal_report_def def = cal_default_report();
    cal_report_inputs inputs = {.csv = {"t.csv", table, sizeof table - 1}};
    cal_report *report;
    cal_report_metric m;
    def.metrics = metrics, def.draws = 0;
    GOOD(cal_report_read(&report, lab, &def, &inputs, &err));
    GOOD(cal_report_metric_find(&m, report, CAL_REPORT_UNCALIBRATED, "error", &err));
    CHECK_NEAR(m.value, 0.2, 1e-15);
    CHECK_TEXT(
        cal_report_note(report, 0),
        "t.csv: read as predictions: label is the label, pred the predicted class, conf its confidence");
    CHECK(!cal_report_note(report, 1) && !cal_report_note(report, -1) && !cal_report_note(NULL, 0));
    cal_report_free(report);

    inputs.probs = true;
    REFUSED(cal_report_read(&report, lab, &def, &inputs, &err), CAL_USAGE,
            "report: inputs.csv of predictions does not allow inputs.probs");
    CHECK(!report);
    inputs = (cal_report_inputs){.logits = {"l.npy", table, sizeof table - 1}};
    REFUSED(cal_report_read(&report, lab, &def, &inputs, &err), CAL_USAGE, "inputs.labels is missing");
    inputs.labels = inputs.logits;
    REFUSED(cal_report_read(&report, lab, &def, &inputs, &err), CAL_FAILED,
            "l.npy: not a .npy file: save the array with numpy.save");
    REFUSED(cal_report_read(&report, lab, &def, NULL, &err), CAL_USAGE, "cal_report_read: inputs is null");
    def.match = "nobody", def.metrics = NULL;
    REFUSED(cal_report_read(&report, lab, &def, &inputs, &err), CAL_USAGE,
            "def.match nobody is not one of focal_calibration, netcal, torchmetrics, caltrain, relplot, "
            "verified_calibration, fcl, torch_uncertainty, pycalib or all");
    def.match = NULL, def.metrics = metrics;

    def.test = (cal_logit_set){.probabilities = &p[0][0], .labels = classes, .n = 4, .k = 2};
    GOOD(cal_report_logits(&report, lab, &def, &err));
    GOOD(cal_report_metric_find(&m, report, CAL_REPORT_UNCALIBRATED, "error", &err));
    CHECK_NEAR(m.value, 0.25, 1e-15);
    cal_report_free(report);
    static const double wrong[2][2] = {{0.9, 0.3}, {0.5, 0.5}};
    def.test.probabilities = &wrong[0][0], def.test.n = 2;
    CHECK(cal_report_logits(&report, lab, &def, &err) == CAL_FAILED && !report);
    def.test = rows(0, 30),
    def.validation = (cal_logit_set){.probabilities = &p[0][0], .labels = classes, .n = 4, .k = K};
    REFUSED(cal_report_logits(&report, lab, &def, &err), CAL_USAGE,
            "report: one set has logits, and the other one probabilities");
}

// A report on a network describes the network.
static void test_network_report(void) {
    static const char link[] = "data=moons:train=40,val=20,test=30&model=mlp:hidden=4&epochs=1&batch=20";
    cal_training_def train = cal_default_training();
    cal_network_def net = cal_default_network();
    cal_report_def def = cal_default_report();
    cal_training *t;
    cal_network *network;
    cal_samples *samples;
    cal_report *report;
    cal_bytes weights, json;
    float outputs[30][2];
    train.link = link_of(link);
    GOOD(cal_training_create(&t, lab, &train, &err));
    GOOD(cal_training_weights(&weights, t, &err));
    cal_training_free(t);
    net.bytes = weights.data, net.size = weights.size;
    GOOD(cal_network_open(&network, &net, &err));
    GOOD(cal_samples_load(&samples, lab, link_of(link), &err));
    const cal_sample_set test = cal_samples_of(samples, CAL_SET_TEST);
    GOOD(cal_network_logits(&outputs[0][0], network, lab, &test, &err));
    def.test = (cal_logit_set){.logits = &outputs[0][0],
                               .labels = test.labels,
                               .posterior = test.posterior,
                               .n = test.n,
                               .k = test.k};
    def.draws = 0, def.network = network;
    REFUSED(cal_report_logits(&report, lab, &def, &err), CAL_USAGE,
            "report: samples are null, and the network was evaluated on them");
    def.samples = samples;
    GOOD(cal_report_logits(&report, lab, &def, &err));
    GOOD(cal_report_json(&json, report, &err));
    CHECK(strstr(json.data, "\"weights\":{\"model\":\"mlp:hidden=4\"") != NULL);
    CHECK(strstr(json.data, "\"spec\":\"v=1&data=moons:train=40") != NULL);
    cal_bytes_free(&json);
    cal_bytes_free(&weights);
    cal_report_free(report);
    cal_samples_free(samples);
    cal_network_free(network);
}

static void test_calibration(void) {
    cal_calibration_def def = cal_default_calibration(), empty = {0};
    cal_calibration *c;
    double T = 0, p[N][K], confidence[N], list[1];
    int32_t predicted[N];
    int way = 0;
    def.calibrator = "temperature", def.fitted_on = rows(0, N);
    GOOD(cal_calibration_fit(&c, lab, &def, &err));
    while (cal_calibration_way(c, way) && strcmp(cal_calibration_way(c, way), "by_nll")) way++;
    CHECK(way < cal_calibration_ways(c) && !cal_calibration_way(c, cal_calibration_ways(c)));
    CHECK(cal_calibration_found(&T, 1, c, way, "T") == 1 && T > 0);
    CHECK(cal_calibration_found(list, 1, c, way, "colour") == 0);
    GOOD(cal_calibration_apply(&p[0][0], confidence, predicted, c, way, &logits[0][0], N, &err));
    for (int i = 0; i < N; i++) { // softmax(z / T), by its ratios
        CHECK_NEAR(p[i][0] + p[i][1] + p[i][2], 1, 1e-12);
        CHECK_NEAR(confidence[i], p[i][predicted[i]], 1e-15);
        for (int j = 0; j < K; j++)
            if (wide[i][j] == wide[i][0]) CHECK_NEAR(p[i][j], p[i][0], 1e-15);
    }
    CHECK(cal_calibration_apply(&p[0][0], NULL, NULL, c, 99, &logits[0][0], N, &err) == CAL_USAGE);
    cal_calibration_free(c);
    def.calibrator = "histogram";
    GOOD(cal_calibration_fit(&c, lab, &def, &err));
    GOOD(cal_calibration_apply(NULL, confidence, NULL, c, 0, &logits[0][0], N, &err));
    cal_calibration_free(c);
    def.calibrator = "magic";
    CHECK(cal_calibration_fit(&c, lab, &def, &err) == CAL_USAGE && !c && err.text[0]);
    CHECK(cal_calibration_fit(&c, lab, &empty, &err) == CAL_USAGE);
    CHECK(cal_calibration_apply(NULL, NULL, NULL, NULL, 0, &logits[0][0], N, &err) == CAL_USAGE);
    cal_calibration_free(NULL);
}

static void test_loss(void) {
    cal_loss_def def = cal_default_loss();
    double mean, moved, gradient[N][K];
    cal_bytes state;
    def.loss = "focal:gamma=2", def.logits = &wide[0][0], def.labels = labels, def.n = N, def.k = K;
    GOOD(cal_loss_value(&mean, &gradient[0][0], &state, &def, &err));
    CHECK_TEXT(state.data, "");
    cal_bytes_free(&state);
    const double step = 1e-5;
    wide[3][1] += step;
    GOOD(cal_loss_value(&moved, NULL, NULL, &def, &err));
    wide[3][1] -= step;
    CHECK_NEAR((moved - mean) / step, gradient[3][1], 1e-6);
    def.loss = "adafocal", def.validation = rows(0, 30);
    GOOD(cal_loss_value(&mean, NULL, &state, &def, &err));
    CHECK(state.data[0] == '{');
    cal_bytes_free(&state);
    def.loss = "ce";
    REFUSED(cal_loss_value(&mean, NULL, NULL, &def, &err), CAL_USAGE,
            "the validation set: loss ce learns nothing from validation");
    def.validation = (cal_logit_set){0};
    wide[2][0] = __builtin_inf();
    REFUSED(cal_loss_value(&mean, NULL, NULL, &def, &err), CAL_FAILED,
            "logits: row 2, column 0 is inf, which is not finite");
    wide[2][0] = logits[2][0];
    def.cookie++;
    CHECK(cal_loss_value(&mean, NULL, NULL, &def, &err) == CAL_USAGE);
}

// ---- cases found with arbitrary finite outputs (test_any_input.c)

// Label smoothing by 1 makes every class equally right: labels are not read. With two classes the loss is
// -(log q + log(1 - q)) / 2.
static void test_loss_ignoring_labels(void) {
    static const double z[2] = {0, 1.0986122886681098}; // q = 3/4
    static const int32_t label[1] = {0};
    cal_loss_def def = cal_default_loss();
    double mean, gradient[2];
    def.loss = "ls:eps=1", def.logits = z, def.labels = label, def.n = 1, def.k = 2;
    GOOD(cal_loss_value(&mean, gradient, NULL, &def, &err));
    CHECK_NEAR(mean, 0.83698821678583, 1e-12);
    CHECK_NEAR(gradient[0], -0.25, 1e-14);
    CHECK_NEAR(gradient[1], 0.25, 1e-14);
}

static cal_report *read_table(const char *table, const char *metric) {
    const cal_report_inputs inputs = {
        .csv = {"t.csv", table, strlen(table)}, .against = {"t.csv", table, strlen(table)}, .task = "binary"};
    const char *const metrics[] = {metric, NULL};
    cal_report_def def = cal_default_report();
    cal_report *report;
    def.metrics = metrics;
    GOOD(cal_report_read(&report, lab, &def, &inputs, &err));
    return report;
}

static void test_undefined_figures(void) {
    cal_report_metric m;
    cal_bytes json;
    // Many draws of seven rows have a single outcome, and no calibration-in-the-large.
    static const char seven[] = "label,p\n1,0.9\n1,0.2\n1,0.4\n0,0.1\n1,1\n0,0\n0,0.7\n";
    cal_report *report = read_table(seven, "citl");
    GOOD(cal_report_metric_at(&m, report, CAL_REPORT_UNCALIBRATED, 0, &err));
    CHECK_NEAR(m.value, 0.8691, 1e-4);
    CHECK(m.low != m.low && m.high != m.high);
    cal_report_free(report);
    // An event with predicted probability 0: a note next to the infinite statistic counts such events.
    report = read_table("label,p\n1,0\n1,0.2\n1,0.4\n0,0.1\n1,1\n0,0\n0,0.7\n", "hosmer_lemeshow");
    GOOD(cal_report_metric_at(&m, report, CAL_REPORT_UNCALIBRATED, 0, &err));
    CHECK(m.value == __builtin_inf() && m.parts == 3 && m.part[1].value == 0 && m.part[2].value == 1);
    CHECK_TEXT(m.part[2].name, "impossible");
    cal_report_free(report);
    // A model does not differ from itself: every flip of the signs gives the same distance.
    report = read_table(seven, "binary_brier");
    GOOD(cal_report_json(&json, report, &err));
    CHECK(strstr(json.data, "\"p_value\":1}"));
    cal_bytes_free(&json);
    cal_report_free(report);
    // Predicted exactly as often as it happens: the rest of the score is rounding, and not below 0.
    cal_text eight_of_nine = {0};
    cal_text_add(&eight_of_nine, "label,p\n0,0\n0,0\n0,0\n0,0\n0,0\n0,0\n0,0\n0,0\n0,0.8888888888888888\n");
    for (int i = 0; i < 8; i++) cal_text_add(&eight_of_nine, "1,0.8888888888888888\n");
    report = read_table(eight_of_nine.data, "corp");
    GOOD(cal_report_metric_at(&m, report, CAL_REPORT_UNCALIBRATED, 0, &err));
    CHECK(m.value >= 0 && m.low >= 0 && m.high >= m.low);
    cal_text_free(&eight_of_nine);
    cal_report_free(report);
}

// Reads "key":[low,high] of the first figure of a report.
static void read_interval(double out[2], const char *json, const char *key) {
    const char *at = strstr(json, key);
    CHECK(at && sscanf(at + strlen(key), ":[%lf,%lf]", &out[0], &out[1]) == 2);
}

// The numbers of a figure are those of its JSON.
static void test_intervals_of_a_figure(void) {
    double interval[2], truth[2];
    cal_report_metric m;
    cal_text table = {0};
    cal_bytes json;
    cal_text_add(&table, "label,p\n");
    for (int i = 0; i < 80; i++) cal_text_add(&table, "%d,%.4f\n", i * 7 % 5 < 2, (i * 37 % 80 + 0.5) / 80);
    cal_report *report = read_table(table.data, "ece");
    GOOD(cal_report_metric_at(&m, report, CAL_REPORT_UNCALIBRATED, 0, &err));
    GOOD(cal_report_json(&json, report, &err));
    const char *figure = strstr(json.data, "\"ece\"");
    read_interval(interval, figure, "\"interval\"");
    read_interval(truth, figure, "\"true_interval\"");
    CHECK(interval[0] < interval[1] && truth[0] < truth[1] && interval[0] != truth[0] &&
          interval[1] != truth[1]);
    CHECK_NEAR(m.low, interval[0], 1e-12);
    CHECK_NEAR(m.high, interval[1], 1e-12);
    CHECK_NEAR(m.true_low, truth[0], 1e-12);
    CHECK_NEAR(m.true_high, truth[1], 1e-12);
    cal_bytes_free(&json);
    cal_text_free(&table);
    cal_report_free(report);
}

// A reduction's rows have the classes it was made for.
static void test_reduction_of_other_classes(void) {
    static const float z[] = {1, 2, 3, 4, 5, 6};
    static const int32_t y[] = {1, 0, 1};
    cal_logit_set set = {.logits = z, .labels = y, .n = 2, .k = 3};
    cal_reduction *r;
    cal_bytes shard;
    GOOD(cal_reduction_create(&r, lab, 2, 1, &err));
    REFUSED(cal_reduction_add(r, &set, &err), CAL_USAGE, "rows have 3 classes, and those before 2");
    REFUSED(cal_reduction_save(&shard, r, &err), CAL_FAILED, "a shard needs at least one row");
    set.n = 3, set.k = 2;
    GOOD(cal_reduction_add(r, &set, &err));
    cal_reduction_free(r);
}

// A shard accepts log likelihoods beyond float.
static void test_enormous_shard(void) {
    static const float z[] = {3e38f, -3e38f, 1, 2};
    static const int32_t y[] = {1, 0};
    const cal_logit_set set = {.logits = z, .labels = y, .n = 2, .k = 2};
    cal_report_def def = cal_default_report();
    cal_reduction *r;
    cal_report *report;
    cal_bytes shard;
    def.draws = 0;
    GOOD(cal_reduction_create(&r, lab, 2, 1, &err));
    GOOD(cal_reduction_add(r, &set, &err));
    GOOD(cal_reduction_save(&shard, r, &err));
    const cal_input input = {"a", shard.data, shard.size};
    GOOD(cal_report_shards(&report, lab, &def, &input, 1, &err));
    cal_report_free(report), cal_reduction_free(r), cal_bytes_free(&shard);
}

int main(void) {
    cal_lab_def def = cal_default_lab();
    def.threads = 2;
    GOOD(cal_lab_create(&lab, &def, &err));
    make_logits();
    test_report();
    test_requested_report();
    test_misused_report();
    test_inputs();
    test_network_report();
    test_calibration();
    test_loss();
    test_loss_ignoring_labels();
    test_undefined_figures();
    test_intervals_of_a_figure();
    test_reduction_of_other_classes();
    test_enormous_shard();
    cal_lab_free(lab);
    return CHECK_DONE();
}
