// Numbers in a table: table.csv, and with test_from=file table-test.csv. One column is the
// label, all others are features.
#include "base/maths/maths.h"
#include "catalog/data/tables/sheet.h"

enum { CLASSES = 2, FEATURES = 4, FEATURES_MAX = 4096, SAMPLES_MAX = 1000000 };

static const char *const names[2] = {"table.csv", "table-test.csv"};

static void needed(char *out, int size, const cal_choice *choice) {
    cal_sheets_files(out, size, choice, names);
}

static cal_status row_read(float *out, const cal_sheet *sheet, int row, cal_slice *field, cal_error *err) {
    cal_rows csv = sheet->row[row];
    int count;
    const cal_status status = cal_rows_next(field, &count, sheet->columns, &csv, err);
    for (int c = 0; c < count && !status; c++) {
        double value;
        if (c == sheet->label) continue;
        if (!cal_number_parse(&value, field[c]) || !(value > -1e30 && value < 1e30))
            return cal_fail(err, CAL_FAILED, "%s: line %d, column %d: '%.*s' is not a number", sheet->name,
                            sheet->row[row].line, c + 1, CAL_QUOTED(field[c]));
        *out++ = (float)value;
    }
    return status;
}

static cal_status split_fill(cal_dataset *out, cal_split *split, cal_sheets *s, cal_slice *field,
                             cal_error *err) {
    cal_status status = CAL_OK;
    for (int i = 0; i < split->n && !status; i++)
        status = row_read(split->features + (size_t)i * (size_t)out->c, cal_sheets_of(s, out, split),
                          split->source[i], field, err);
    return status;
}

// To mean 0 and deviation 1 over the training set; a feature that does not vary there is only centred.
static void scale(cal_dataset *out) {
    cal_split *const split[] = {&out->train, &out->val, &out->test};
    const size_t width = (size_t)out->c;
    for (size_t c = 0; c < width; c++) {
        double mean = 0, square = 0;
        const int n = out->train.n;
        for (int i = 0; i < n; i++) mean += (double)out->train.features[(size_t)i * width + c] / n;
        for (int i = 0; i < n; i++) {
            const double far = (double)out->train.features[(size_t)i * width + c] - mean;
            square += far * far / n;
        }
        const double deviation = square > 0 ? cal_sqrt(square) : 1;
        for (int s = 0; s < 3; s++)
            for (int i = 0; i < split[s]->n; i++) {
                float *at = split[s]->features + (size_t)i * width + c;
                *at = (float)(((double)*at - mean) / deviation);
            }
    }
}

static cal_status load(cal_dataset *out, const cal_choice *choice, const cal_file *files, int nfiles,
                       cal_error *err) {
    cal_sheets s;
    cal_status status = cal_sheets_open(&s, out, choice, names, files, nfiles, err);
    if (!status && s.sheet[0].columns != out->c + 1)
        status = cal_fail(err, CAL_FAILED, "%s: %d columns, one of them the label; the link says features=%d",
                          names[0], s.sheet[0].columns, out->c);
    cal_slice *field = status ? NULL : cal_sheets_row(&s);
    if (!status && !field) status = cal_fail(err, CAL_MEMORY, "data table: memory for a row was refused");
    if (!status) status = cal_sheets_draw(out, &s, choice, err);
    if (!status) status = split_fill(out, &out->train, &s, field, err);
    if (!status) status = split_fill(out, &out->val, &s, field, err);
    if (!status) status = split_fill(out, &out->test, &s, field, err);
    if (!status && cal_choice_integer(choice, "scale") == 0) scale(out);
    cal_arena_free(&s.scratch);
    return status;
}

static cal_status measure(cal_choice *choice, const cal_file *files, int nfiles, cal_error *err) {
    int columns = 0;
    const cal_status status = cal_sheets_measure(choice, &columns, names, files, nfiles, err);
    if (!status) cal_choice_put(choice, "features", columns - 1);
    return status;
}

static void shape(int *k, int *c, int *h, int *w, const cal_choice *choice) {
    *k = cal_choice_integer(choice, "classes");
    *c = cal_choice_integer(choice, "features");
    *h = *w = 1;
}

static const cal_param params[] = {
    CAL_DATA_TRAIN(1000, SAMPLES_MAX),
    CAL_DATA_VAL(200, SAMPLES_MAX),
    CAL_DATA_TEST(200, SAMPLES_MAX),
    CAL_DATA_CLASSES(CLASSES),
    {.name = "features",
     .help = "Number of columns besides the label",
     .unit = "",
     .type = CAL_INTEGER,
     .value = FEATURES,
     .min = 1,
     .max = FEATURES_MAX},
    CAL_DATA_LABEL,
    CAL_DATA_HEADER,
    {.name = "scale",
     .help = "Whether each feature is standardised to mean 0 and standard deviation 1 over the training set",
     .unit = "",
     .type = CAL_CHOICE,
     .choices = "yes/no",
     .max = 1},
    CAL_DATA_TEST_FROM("table-test.csv"),
    CAL_DATA_TAKE(CAL_TAKE_RANDOM),
    CAL_DATA_LABEL_NOISE,
    CAL_DATA_IMBALANCE,
    CAL_DATA_SEED("Seed of the rows that are drawn and of the labels that are replaced"),
    CAL_DATA_HASH,
    {0},
};

const cal_data cal_data_table = {
    .entry = {.id = "table",
              .label = "Your table",
              .tex = "",
              .source = "Comma-separated values (RFC 4180), or with semicolons or tabs",
              .help = "Your own rows of numbers with labels, as a .csv file",
              .params = params},
    .k = CLASSES,
    .c = FEATURES,
    .h = 1,
    .w = 1,
    .needs_files = true,
    .shape = shape,
    .files = needed,
    .measure = measure,
    .load = load,
};
