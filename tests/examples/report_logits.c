// Reports on logits in memory, before and after temperature scaling:
//
//   cc report_logits.c $(pkg-config --cflags --libs calib)
//   ./a.out [test.f4 test.i4 val.f4 val.i4 k]
//
// The files hold only logits [n,k], float32, and labels [n], int32, in the machine's byte order.
// Without files it invents an overconfident model of three classes.
#include <calib.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct outputs {
    float *logits;
    int32_t *labels;
    int n, k;
} outputs;

// ---- input

// Returns a number in [0,1) from a fixed sequence (Numerical Recipes' generator).
static double next_number(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state / 4294967296.0;
}

// Makes logits of 6 or so for one class, which is right in two of three samples.
static bool make_outputs(outputs *out, int n, uint32_t seed) {
    *out = (outputs){malloc((size_t)n * 3 * sizeof(float)), malloc((size_t)n * sizeof(int32_t)), n, 3};
    if (!out->logits || !out->labels) return false;
    for (int i = 0; i < n; i++) {
        int says = (int)(3 * next_number(&seed));
        bool right = next_number(&seed) < 0.67;
        for (int j = 0; j < 3; j++)
            out->logits[3 * i + j] = (float)((j == says ? 6 : 0) + 2 * next_number(&seed));
        out->labels[i] = right ? says : (says + 1) % 3;
    }
    return true;
}

static void *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    char *bytes = NULL;
    long length = -1;
    if (file && fseek(file, 0, SEEK_END) == 0) length = ftell(file);
    if (length > 0 && fseek(file, 0, SEEK_SET) == 0) bytes = malloc((size_t)length);
    if (bytes && fread(bytes, 1, (size_t)length, file) != (size_t)length) free(bytes), bytes = NULL;
    if (file) fclose(file);
    *size = bytes ? (size_t)length : 0;
    return bytes;
}

static bool read_outputs(outputs *out, const char *logits, const char *labels, int k) {
    size_t size, rows;
    *out = (outputs){.logits = read_file(logits, &size), .labels = read_file(labels, &rows), .k = k};
    out->n = (int)(rows / sizeof(int32_t));
    return out->logits && out->labels && k > 0 && size == (size_t)out->n * (size_t)k * sizeof(float);
}

static cal_logit_set set_of(const outputs *o) {
    return (cal_logit_set){.logits = o->logits, .labels = o->labels, .n = o->n, .k = o->k};
}

// ---- the report

static cal_status print_metrics(const cal_report *report, int fit, cal_error *err) {
    for (int i = 0; i < cal_report_metrics(report, fit); i++) {
        cal_report_metric m;
        cal_status status = cal_report_metric_at(&m, report, fit, i, err);
        if (status) return status;
        printf("  %s %.17g [%.17g, %.17g]\n", m.key, m.value, m.low, m.high);
    }
    return CAL_OK;
}

static cal_status print_report(const cal_report *report, cal_error *err) {
    printf("as they are\n");
    cal_status status = print_metrics(report, CAL_REPORT_UNCALIBRATED, err);
    for (int i = 0; i < cal_report_fits(report) && !status; i++) {
        cal_report_fit fit;
        status = cal_report_fit_at(&fit, report, i, err);
        if (status) break;
        printf("%s %s", fit.calibrator, fit.way);
        for (int p = 0; p < fit.parameters; p++)
            printf(" %s=%.17g", fit.parameter[p].name, fit.parameter[p].value);
        printf("\n");
        status = print_metrics(report, i, err);
    }
    return status;
}

static cal_status report_on(cal_lab *lab, const outputs *test, const outputs *validation, cal_error *err) {
    static const char *const calibrators[] = {"temperature", NULL};
    cal_report_def def = cal_default_report();
    cal_report *report;
    def.test = set_of(test);
    def.validation = set_of(validation);
    def.calibrators = calibrators;
    cal_status status = cal_report_logits(&report, lab, &def, err);
    if (!status) status = print_report(report, err);
    cal_report_free(report);
    return status;
}

// Uses a fitted temperature as a program would: for the probabilities of its next sample.
static cal_status calibrate(cal_lab *lab, const outputs *test, const outputs *validation, cal_error *err) {
    cal_calibration_def def = cal_default_calibration();
    cal_calibration *calibration;
    double confidence;
    def.calibrator = "temperature";
    def.fitted_on = set_of(validation);
    cal_status status = cal_calibration_fit(&calibration, lab, &def, err);
    if (!status)
        status = cal_calibration_apply(NULL, &confidence, NULL, calibration, 0, test->logits, 1, err);
    if (!status)
        printf("the first sample, calibrated %s: %.17g\n", cal_calibration_way(calibration, 0), confidence);
    cal_calibration_free(calibration);
    return status;
}

int main(int count, char **argument) {
    outputs test, validation;
    cal_lab_def def = cal_default_lab();
    cal_lab *lab = NULL;
    cal_error err = {0};
    const bool files = count == 6;
    if (files ? !read_outputs(&test, argument[1], argument[2], atoi(argument[5])) ||
                    !read_outputs(&validation, argument[3], argument[4], atoi(argument[5]))
              : count != 1 || !make_outputs(&test, 1000, 1) || !make_outputs(&validation, 500, 2)) {
        fprintf(stderr, "usage: %s [test.f4 test.i4 val.f4 val.i4 k]\n", argument[0]);
        return 2;
    }
    cal_status status = cal_lab_create(&lab, &def, &err);
    if (!status) status = report_on(lab, &test, &validation, &err);
    if (!status) status = calibrate(lab, &test, &validation, &err);
    if (status) fprintf(stderr, "%s: %s\n", argument[0], err.text);
    cal_lab_free(lab);
    free(test.logits), free(test.labels), free(validation.logits), free(validation.labels);
    return status ? EXIT_FAILURE : EXIT_SUCCESS;
}
