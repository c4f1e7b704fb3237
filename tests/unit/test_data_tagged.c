// tagged: pictures keep their labels through the draw, from a table and from an array; errors in a table name
// its line.
#include "check.h"
#include "data_help.h"
#include "made_files.h"

enum { N = 12, K = 3, SIDE = 2, AREA = SIDE * SIDE };

static const int32_t label[N * K] = {1, 0, -1, 0, 0, 1, 1,  1, 1, -1, -1, -1, 0, 1, 0, 1, 0, 0,
                                     0, 0, 0,  1, 1, 0, -1, 0, 1, 1,  -1, 0,  0, 0, 1, 0, 1, 1};

// Makes picture i grey with the value 20 i.
static void pictures_write(cal_text *out, int n) {
    float *value = malloc((size_t)n * AREA * sizeof *value);
    for (int i = 0; i < n * AREA; i++) value[i] = (float)(20 * (i / AREA)) / 255;
    cal_npy_write(out, "f4", value, (int[]){n, SIDE, SIDE}, 3);
    free(value);
}

static void table_write(cal_text *out, const char *head) {
    cal_text_add(out, "%s\n", head);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < K; j++) {
            const int value = label[i * K + j];
            // Unknown labels: -1, -1.0 and empty.
            cal_text_add(out, "%s%s",
                         value < 0 ? (const char *[]){"-1", "", "-1.0"}[j]
                         : value   ? "1"
                                   : "0.0",
                         j + 1 < K ? "," : "\n");
        }
}

static cal_file file_of(const char *name, const cal_text *text) {
    return (cal_file){name, (const uint8_t *)text->data, (size_t)text->length};
}

static void labels_follow_their_pictures(void) {
    cal_text x = {0}, table = {0}, array = {0};
    cal_error err = {CAL_OK, ""};
    cal_dataset d, other;
    pictures_write(&x, N), table_write(&table, "Mass,\"a, b\",Nodule");
    cal_npy_write(&array, "i4", label, (int[]){N, K}, 2);
    const cal_file files[] = {file_of("images.npy", &x), file_of("images-labels.csv", &table),
                              file_of("images-labels.npy", &array)};
    CHECK(!data_load_files(&d, "tagged:train=6,val=3,test=3,labels=3,size=2", files, 2, &err));
    CHECK_TEXT(err.text, "");
    CHECK(d.several && d.k == K && cal_data_labels(&d) == K);
    CHECK_TEXT(d.class_names[1], "a, b");
    const cal_split *const splits[] = {&d.train, &d.val, &d.test};
    bool seen[N] = {false};
    for (int s = 0; s < 3; s++)
        for (int i = 0; i < splits[s]->n; i++) {
            const int from = splits[s]->source[i];
            CHECK(!seen[from] && splits[s]->pixels[i * AREA] == 20 * from);
            seen[from] = true;
            for (int j = 0; j < K; j++) CHECK(splits[s]->labels[i * K + j] == label[from * K + j]);
        }
    CHECK(d.train.n == 6 && d.val.n == 3 && d.test.n == 3);
    CHECK(!data_load_files(&other, "tagged:train=6,val=3,test=3,labels=3,size=2,labels_from=npy", files, 3,
                           &err));
    CHECK_TEXT(other.hash, d.hash);
    CHECK_TEXT(other.class_names[2], "2");
    cal_dataset_free(&d), cal_dataset_free(&other);
    cal_text_free(&x), cal_text_free(&table), cal_text_free(&array);
}

static const struct {
    const char *text, *error;
} tables[] = {
    {"0,1,1\n1,0,0\n",
     "images-labels.csv: the first line has '0' where the name of a label belongs: begin the table with a "
     "line of names"},
    {"a,b,a\n0,1,1\n1,0,0\n", "images-labels.csv: columns 1 and 3 are both named 'a'"},
    {"a,,c\n0,1,1\n1,0,0\n", "images-labels.csv: column 2 has no name in the first line"},
    {"a\n1\n0\n", "images-labels.csv: 1 labels a picture, not 2 to 256"},
    {"", "data tagged: images-labels.csv is empty"},
    {"\n \n", "images-labels.csv: 0 labels a picture, not 2 to 256"},
    {"a,b,c\n0,1,1\n", "images-labels.csv: 1 rows of labels, but there are 2 pictures"},
    {"a,b,c\n0,1,1\n0,1,1\n0,1,1\n", "images-labels.csv: 3 rows of labels, but there are 2 pictures"},
    {"a,b,c\n0,1\n1,0,0\n", "images-labels.csv: line 2: 2 fields, but the first row has 3"},
    {"a,b,c\n0,1,1,1\n1,0,0\n", "images-labels.csv: line 2: 4 fields, but the first row has 3"},
    {"a,b,c\n0,1,1\n1,nan,0\n",
     "images-labels.csv: line 3, label 'b': 'nan' is not 1 (present), 0 (absent), -1 or empty (unknown)"},
    {"a,b,c\n0,1,2\n1,0,0\n",
     "images-labels.csv: line 2, label 'c': '2' is not 1 (present), 0 (absent), -1 or empty (unknown)"},
    {"a,b,c\n0,1,0.5\n1,0,0\n",
     "images-labels.csv: line 2, label 'c': '0.5' is not 1 (present), 0 (absent), -1 or empty (unknown)"},
    {"a,b,c\n0,1,1e300\n1,0,0\n",
     "images-labels.csv: line 2, label 'c': '1e300' is not 1 (present), 0 (absent), -1 or empty (unknown)"},
    {"a,b,c\n0,1,\"1\n1,0,0\n", "images-labels.csv: line 2: a quote is not closed"},
    {"a,b\n0,1\n1,0\n", "images-labels.csv: 2 labels a picture, but the link says labels=3"},
};

static void wrong_tables_are_refused(void) {
    cal_text x = {0}, many = {0};
    cal_dataset d;
    pictures_write(&x, 2);
    cal_file files[] = {file_of("images.npy", &x), {0}};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        cal_error err = {CAL_OK, ""};
        files[1] = (cal_file){"images-labels.csv", (const uint8_t *)tables[i].text, strlen(tables[i].text)};
        CHECK(data_load_files(&d, "tagged:train=1,val=0,test=1,labels=3,size=2", files, 2, &err) ==
              CAL_FAILED);
        CHECK_TEXT(err.text, tables[i].error);
    }
    cal_error err = {CAL_OK, ""};
    for (int i = 0; i < 257; i++) cal_text_add(&many, "%sx%d", i ? "," : "", i);
    files[1] = file_of("images-labels.csv", &many);
    CHECK(data_load_files(&d, "tagged:train=1,val=0,test=1", files, 2, &err) == CAL_FAILED);
    CHECK_TEXT(err.text, "images-labels.csv: line 1: more than 256 fields");
    cal_text_free(&x), cal_text_free(&many);
}

static void wrong_arrays_are_refused(void) {
    static const struct {
        int32_t value[6];
        int dim[2], ndim;
        const char *error;
    } arrays[] = {
        {{0, 1, 2, 0, 0, 0},
         {2, 3},
         2,
         "images-labels.npy: row 0, column 2 is 2, not 1 (present), 0 (absent) or -1 (unknown)"},
        {{0, 1, 1, 0, -2, 0},
         {2, 3},
         2,
         "images-labels.npy: row 1, column 1 is -2, not 1 (present), 0 (absent) or -1 (unknown)"},
        {{0}, {3, 2}, 2, "images-labels.npy: not of shape [2, labels], one row of labels for each picture"},
        {{0}, {2, 1}, 1, "images-labels.npy: not of shape [2, labels], one row of labels for each picture"},
        {{0}, {2, 1}, 2, "images-labels.npy: 1 labels a picture, not 2 to 256"},
    };
    cal_text x = {0};
    cal_dataset d;
    pictures_write(&x, 2);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        cal_text y = {0};
        cal_error err = {CAL_OK, ""};
        cal_npy_write(&y, "i4", arrays[i].value, arrays[i].dim, arrays[i].ndim);
        const cal_file files[] = {file_of("images.npy", &x), file_of("images-labels.npy", &y)};
        CHECK(data_load_files(&d, "tagged:train=1,val=0,test=1,labels=3,size=2,labels_from=npy", files, 2,
                              &err) == CAL_FAILED);
        CHECK_TEXT(err.text, arrays[i].error);
        cal_text_free(&y);
    }
    cal_text_free(&x);
}

// A separate test set has the labels of the training set, by name and in their order.
static void a_test_set_has_the_same_labels(void) {
    static const char test[] = "a,c,b\n0,1,1\n1,0,0\n", good[] = "a,b,c\n0,1,1\n1,0,0\n";
    cal_text x = {0};
    cal_error err = {CAL_OK, ""};
    cal_dataset d;
    pictures_write(&x, 2);
    cal_file files[] = {file_of("images.npy", &x),
                        file_of("images-test.npy", &x),
                        {"images-labels.csv", (const uint8_t *)good, strlen(good)},
                        {"images-test-labels.csv", (const uint8_t *)test, strlen(test)}};
    const char *link = "tagged:train=2,val=0,test=2,labels=3,size=2,test_from=file";
    CHECK(data_load_files(&d, link, files, 4, &err) == CAL_FAILED);
    CHECK_TEXT(err.text, "images-test-labels.csv: label 2 is 'c', but that of the training pictures is 'b'");
    files[3].bytes = (const uint8_t *)good;
    CHECK(!data_load_files(&d, link, files, 4, &err));
    CHECK(d.test.labels[2] == 1 && d.test.labels[3] == 1 && d.train.labels[1] == 1);
    cal_dataset_free(&d);
    // The test set alone needs no training files.
    CHECK(!data_load_files(&d, "tagged:train=0,val=0,test=2,labels=3,size=2,test_from=file",
                           (cal_file[]){files[1], files[3]}, 2, &err));
    CHECK_TEXT(d.class_names[2], "c");
    cal_dataset_free(&d);
    cal_text_free(&x);
}

int main(void) {
    labels_follow_their_pictures();
    wrong_tables_are_refused();
    wrong_arrays_are_refused();
    a_test_set_has_the_same_labels();
    return CHECK_DONE();
}
