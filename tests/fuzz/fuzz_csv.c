// Tables of predictions and of outputs: any bytes are read within their bounds or refused in one sentence
// that names the file and the line.
#include <stdlib.h>
#include <string.h>
#include "run/files/csv.h"

static void must(int good) {
    if (!good) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    cal_arena arena = {0};
    cal_predictions p;
    cal_error err = {0};
    cal_file file = {"f.csv", data, size};
    cal_status status = cal_csv_read(&p, &arena, &file, &err);
    if (status) must(status == CAL_FAILED && strncmp(err.text, "f.csv: ", 7) == 0 && !strchr(err.text, '\n'));
    else {
        must(p.n > 0);
        for (int i = 0; i < p.n; i++)
            must(p.confidence[i] >= 0 && p.confidence[i] <= 1 && p.labels[i] >= 0 && p.predicted[i] >= 0);
    }
    cal_outputs z;
    status = cal_csv_outputs(&z, &arena, &file, CAL_WIDTH_BOTH, &err);
    if (status) must(status == CAL_FAILED && strncmp(err.text, "f.csv: ", 7) == 0 && !strchr(err.text, '\n'));
    else {
        must(z.n > 0 && z.k >= 2);
        for (int i = 0; i < z.n; i++) must(z.labels[i] >= 0 && z.labels[i] < z.k);
        for (int i = 0; i < z.n * z.k; i++) must(z.logits[i] == (float)z.wide[i]);
    }
    cal_arena_free(&arena);
    return 0;
}
