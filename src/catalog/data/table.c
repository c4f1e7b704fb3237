// Numbers in a table: table.csv, and with test_from=file table-test.csv. One column is the label; all others
// that the link does not leave out are features.
#include "base/maths/maths.h"
#include "catalog/data/tables/sheet.h"

enum { CLASSES = 2, FEATURES = 4, FEATURES_MAX = 4096, SAMPLES_MAX = 1000000 };

static cal_status row_take(float *features, void *context, const cal_sheet *sheet, int row, cal_slice *field,
                           cal_error *err) {
    (void)context;
    cal_rows csv = sheet->row[row];
    int count;
    const cal_status status = cal_rows_next(field, &count, sheet->fields, &csv, err);
    for (int c = 0; c < sheet->columns && !status; c++) {
        double value;
        if (!cal_sheet_uses(sheet, c)) continue;
        if (!cal_number_parse(&value, field[c]) || !(value > -1e30 && value < 1e30))
            return cal_fail(err, CAL_FAILED,
                            "%s: line %d, column %d: '%.*s' is not a number; omit=%d in the link leaves the "
                            "column out",
                            sheet->name, sheet->row[row].line, c + 1, CAL_QUOTED(field[c]), c + 1);
        *features++ = (float)value;
    }
    return status;
}

// Scales to mean 0 and standard deviation 1 over the training set; a constant feature is only centred.
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
        const double sd = square > 0 ? cal_sqrt(square) : 1;
        for (int s = 0; s < 3; s++)
            for (int i = 0; i < split[s]->n; i++) {
                float *at = split[s]->features + (size_t)i * width + c;
                *at = (float)(((double)*at - mean) / sd);
            }
    }
}

static cal_status fill(cal_dataset *out, const cal_sheets *s, const cal_choice *choice, cal_error *err) {
    const cal_status status = cal_sheets_fill(out, s, row_take, NULL, err);
    if (!status && cal_choice_integer(choice, "scale") == 0) scale(out);
    return status;
}

static const cal_tables tables = {.files = {"table.csv", "table-test.csv"}, .fill = fill};

static const cal_param params[] = {
    CAL_DATA_TRAIN(1000, SAMPLES_MAX),
    CAL_DATA_VAL(200, SAMPLES_MAX),
    CAL_DATA_TEST(200, SAMPLES_MAX),
    CAL_DATA_CLASSES(CLASSES),
    {.name = "features",
     .help = "Number of columns besides the label and those left out",
     .unit = "",
     .type = CAL_INTEGER,
     .value = FEATURES,
     .min = 1,
     .max = FEATURES_MAX},
    CAL_DATA_LABEL,
    CAL_DATA_OMIT,
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
    .tables = &tables,
    .shape = cal_tables_shape,
    .files = cal_tables_files,
    .measure = cal_tables_measure,
    .load = cal_tables_load,
    .keeps = cal_tables_keeps,
    .loading = cal_tables_loading,
};
