// The C library as a program sees it: metrics of logits, a cubic, a calibrator's result as JSON, and their
// misuse.
#include "api_check.h"
#include "base/maths/maths.h"

static cal_lab *lab;
static const float logits[4][2] = {{2, 0}, {0, 1}, {3, 1}, {0, 2}};
static const int32_t labels[4] = {0, 1, 1, 1};

static cal_logit_set rows(void) {
    return (cal_logit_set){.logits = &logits[0][0], .labels = labels, .n = 4, .k = 2};
}

static void test_metrics(void) {
    cal_metrics_def def = cal_default_metrics();
    cal_bytes json;
    def.test = rows();
    GOOD(cal_metrics_json(&json, lab, &def, &err));
    CHECK(strstr(json.data, "\"error\":{\"text\":\"error\",\"value\":0.25}") != NULL);
    CHECK(strstr(json.data, "\"smce\"") && !strstr(json.data, "\"floor\""));
    cal_bytes_free(&json);
    def.headline = true, def.draws = 5, def.bins = 3, def.temperature = 2;
    GOOD(cal_metrics_json(&json, lab, &def, &err));
    CHECK(strstr(json.data, "\"text\":\"ece:bins=3\"") && strstr(json.data, "\"floor\"") &&
          !strstr(json.data, "\"smce\""));
    cal_bytes_free(&json);
    def.bins = 0;
    REFUSED(cal_metrics_json(&json, lab, &def, &err), CAL_USAGE, "bins=0 is not between 1 and 1000");
    CHECK(!json.data);
    def.bins = 15, def.draws = -1;
    REFUSED(cal_metrics_json(&json, lab, &def, &err), CAL_USAGE, "draws=-1 is not between 0 and 10000");
    def.draws = 0, def.temperature = 0;
    REFUSED(cal_metrics_json(&json, lab, &def, &err), CAL_USAGE, "temperature 0 is not a positive number");
    def.temperature = 1, def.test.k = 1;
    REFUSED(cal_metrics_json(&json, lab, &def, &err), CAL_FAILED,
            "logits: 1 column; at least 2 classes are needed");
    def.test.labels = NULL;
    REFUSED(cal_metrics_json(&json, lab, &def, &err), CAL_USAGE, "cal_logits_check: labels is null");
    REFUSED(cal_metrics_json(&json, NULL, &def, &err), CAL_USAGE, "cal_metrics_json: the lab is null");
    def.cookie = 0;
    REFUSED(cal_metrics_json(&json, lab, &def, &err), CAL_USAGE,
            "the definition was not made with cal_default_metrics()");
}

static void test_calibration(void) {
    cal_calibration_def def = cal_default_calibration();
    cal_calibration *c;
    cal_bytes json;
    def.calibrator = "temperature", def.fitted_on = rows();
    GOOD(cal_calibration_fit(&c, lab, &def, &err));
    GOOD(cal_calibration_json(&json, c, 0, &err));
    CHECK(strncmp(json.data, "{\"T\":", 5) == 0 && strstr(json.data, "\"curve\""));
    cal_bytes_free(&json);
    CHECK(cal_calibration_json(&json, c, 99, &err) == CAL_USAGE && !json.data);
    CHECK(strncmp(err.text, "calibrator temperature: way 99 is not between 0 and ", 52) == 0);
    REFUSED(cal_calibration_json(&json, NULL, 0, &err), CAL_USAGE,
            "cal_calibration_json: the calibration is null");
    cal_calibration_free(c);
}

// The whole length of a list is returned, and the numbers that fit are written. ETS has three weights.
static void test_found_list(void) {
    cal_calibration_def def = cal_default_calibration();
    cal_calibration *c;
    def.calibrator = "ets", def.fitted_on = rows();
    GOOD(cal_calibration_fit(&c, lab, &def, &err));
    double all[4] = {-1, -1, -1, -1};
    CHECK(cal_calibration_found(all, 4, c, 0, "weights") == 3 && all[3] == -1);
    CHECK_NEAR(all[0] + all[1] + all[2], 1, 1e-12);
    for (int most = 0; most < 4; most++) {
        double some[4] = {-1, -1, -1, -1};
        CHECK(cal_calibration_found(some, most, c, 0, "weights") == 3);
        for (int i = 0; i < 4; i++) CHECK(some[i] == (i < most ? all[i] : -1));
    }
    CHECK(cal_calibration_found(NULL, 4, c, 0, "weights") == 3);
    CHECK(cal_calibration_found(all, 4, c, cal_calibration_ways(c), "weights") == 0);
    cal_calibration_free(c);
}

// Fits one temperature for all known labels, and applies it to logits.
static void test_labels_calibration(void) {
    static const float z[6][2] = {{4, -4}, {3, 2}, {-3, -4}, {5, 3}, {-2, 4}, {4, -5}};
    static const int32_t y[6][2] = {{1, 0}, {0, 1}, {0, 1}, {1, -1}, {1, 1}, {1, 0}};
    cal_calibration_def def = cal_default_calibration();
    cal_calibration *c;
    double T, p[6][2], confidence[6], slope = 0;
    int way = 0;
    def.calibrator = "temperature";
    def.fitted_on = (cal_logit_set){
        .logits = &z[0][0], .labels = &y[0][0], .n = 6, .k = 2, .labelling = CAL_LABELS_SEVERAL};
    GOOD(cal_calibration_fit(&c, lab, &def, &err));
    while (strcmp(cal_calibration_way(c, way), "by_nll") != 0) way++;
    CHECK(cal_calibration_found(&T, 1, c, way, "T") == 1 && T > 1 && T < 10);
    GOOD(cal_calibration_apply(&p[0][0], NULL, NULL, c, way, &z[0][0], 6, &err));
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 2; j++) {
            CHECK_NEAR(p[i][j], 1 / (1 + cal_exp(-(double)z[i][j] / T)), 1e-7); // fitted to floats
            if (y[i][j] >= 0) slope += (p[i][j] - y[i][j]) * (double)z[i][j];
        }
    CHECK_NEAR(slope, 0, 1e-5); // at the maximum of the likelihood
    REFUSED(cal_calibration_apply(&p[0][0], confidence, NULL, c, way, &z[0][0], 6, &err), CAL_USAGE,
            "calibration: multi-label data has probabilities only");
    cal_calibration_free(c);
    def.calibrator = "spline";
    CHECK(cal_calibration_fit(&c, lab, &def, &err) == CAL_USAGE && !c);
}

static void test_report(void) {
    static const char *const metrics[] = {"error", NULL};
    cal_report_def def = cal_default_report();
    cal_report *report;
    cal_bytes json, own, table;
    def.test = rows(), def.metrics = metrics, def.draws = 0;
    GOOD(cal_report_logits(&report, lab, &def, &err));
    GOOD(cal_report_json(&json, report, &err));
    GOOD(cal_report_table(&own, report, "csv", &err));
    GOOD(cal_report_json_table(&table, json.data, json.size, "csv", &err));
    CHECK_TEXT(table.data, own.data);
    cal_bytes_free(&table);
    REFUSED(cal_report_json_table(&table, json.data, json.size, "pdf", &err), CAL_USAGE,
            "format pdf is not json, table, csv, latex or markdown");
    CHECK(cal_report_json_table(&table, "{", 1, "csv", &err) == CAL_FAILED && err.text[0] && !table.data);
    REFUSED(cal_report_json_table(&table, NULL, 0, "csv", &err), CAL_USAGE,
            "cal_report_json_table: the report is null");
    cal_bytes_free(&own);
    cal_bytes_free(&json);
    cal_report_free(report);
}

int main(void) {
    cal_lab_def def = cal_default_lab();
    def.threads = 2;
    GOOD(cal_lab_create(&lab, &def, &err));
    test_metrics();
    test_calibration();
    test_found_list();
    test_labels_calibration();
    test_report();
    cal_lab_free(lab);
    return CHECK_DONE();
}
