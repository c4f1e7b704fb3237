// Loads a data set from its text, and computes statistics that the data tests share.
#ifndef DATA_HELP_H
#define DATA_HELP_H
#include <string.h>
#include "base/maths/maths.h"
#include "run/link/spec.h"
#include "catalog/data/data.h"

static inline cal_status data_load_files(cal_dataset *out, const char *text, const cal_file *files, int n,
                                         cal_error *err) {
    cal_choice choice;
    *out = (cal_dataset){0};
    const cal_status status = cal_choice_parse(&choice, "data", text, strlen(text), err);
    return status ? status : cal_data_load(out, &choice, files, n, err);
}

// Loads the data set; prints a failure and returns an empty one.
static inline cal_dataset data_load(const char *text) {
    cal_dataset out;
    cal_error err = {0};
    data_load_files(&out, text, 0, 0, &err);
    CHECK_TEXT(err.text, "");
    return out;
}

// Returns the difference of labels from their posterior, in standard deviations. It compares the count of
// class k, among samples whose posterior of k is in [low, high), with its expectation. 0 if there are none.
static inline double data_deviation(const cal_split *split, int classes, int k, double low, double high) {
    double surplus = 0, variance = 0;
    for (int i = 0; i < split->n; i++) {
        const double p = split->posterior[(size_t)i * (size_t)classes + (size_t)k];
        if (p < low || p >= high) continue;
        surplus += (split->labels[i] == k) - p;
        variance += p * (1 - p);
    }
    return variance > 0 ? surplus / cal_sqrt(variance) : surplus;
}

static inline double data_bayes_error(const cal_split *split, int classes) {
    double error = 0;
    for (int i = 0; i < split->n; i++) {
        double top = 0;
        for (int k = 0; k < classes; k++) {
            const double p = split->posterior[(size_t)i * (size_t)classes + (size_t)k];
            top = p > top ? p : top;
        }
        error += 1 - top;
    }
    return error / split->n;
}

#endif
