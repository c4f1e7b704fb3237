// The sizes that `measure` proposes for files can be loaded, even for few samples. If it cannot propose any,
// or the data set has no `measure`, the error says why.
#include "check.h"
#include "made_files.h"
#include "run/link/spec.h"

static bool sentence(const char *text) {
    return strlen(text) > 20 && !strstr(text, "%") && strchr(text, ' ');
}

static cal_choice parse(const char *text) {
    cal_choice choice;
    cal_error err = {CAL_OK, ""};
    cal_choice_parse(&choice, "data", text, strlen(text), &err);
    CHECK_TEXT(err.text, "");
    return choice;
}

// True if files of n records can be loaded with the text that `measure` makes of this one.
static bool loads(const char *text, made_files *made, cal_choice *choice) {
    cal_error err = {CAL_OK, ""};
    cal_dataset data = {0};
    const cal_file *files = made_list(made);
    *choice = parse(text);
    cal_status status = cal_data_measure(choice, files, made->count, &err);
    if (status) {
        CHECK(sentence(err.text));
        return false;
    }
    status = cal_data_load(&data, choice, files, made->count, &err);
    if (status && cal_data_of(choice)->measure) printf("%s: %s\n", text, err.text);
    CHECK(!status || (!cal_data_of(choice)->measure && sentence(err.text)));
    if (!status) {
        const bool trains = cal_choice_integer(choice, "train") > 0;
        CHECK(data.test.n > 0 && (data.train.n > 0) == trains);
    }
    cal_dataset_free(&data);
    return !status;
}

static const char *const ways[] = {"", "take=balanced", "take=random", "take=first"};
static const char *const sizes[] = {"", "train=1,val=1000,test=1", "train=1,val=0,test=1000",
                                    "train=0,val=0"};

static void check_few(const cal_data *data, int n) {
    const bool both = cal_param_find(&data->entry, "test_from") >= 0 && data->measure;
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++)
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
            for (int apart = 0; apart <= both; apart++) {
                char text[128];
                const double least = data->entry.params[cal_param_find(&data->entry, "train")].min;
                if ((s == 3 && least > 0) || (w == 1 && data->several)) continue;
                snprintf(text, sizeof text, "%s:%s%s%s%s%s", data->entry.id, ways[w], *ways[w] ? "," : "",
                         sizes[s], *sizes[s] ? "," : "", apart ? "test_from=file" : "");
                size_t end = strlen(text);
                while (text[end - 1] == ',' || text[end - 1] == ':') text[--end] = 0;
                cal_choice choice = parse(text);
                made_files made = made_for(&choice, n);
                const bool good = loads(text, &made, &choice);
                if (data->measure && n >= 6 && !good) printf("%s of %d records is refused\n", text, n);
                CHECK(good || !data->measure || n < 6);
                made_free(&made);
            }
}

static void six_rows_make_three_sets(void) {
    cal_choice choice = parse("table");
    made_files made = made_for(&choice, 6);
    CHECK(loads("table", &made, &choice));
    CHECK(cal_choice_integer(&choice, "train") == 5 && cal_choice_integer(&choice, "val") == 0 &&
          cal_choice_integer(&choice, "test") == 1);
    made_free(&made);
}

static void one_picture_is_refused(void) {
    cal_error err = {CAL_OK, ""};
    cal_choice choice = parse("images");
    made_files made = made_for(&choice, 1);
    CHECK(cal_data_measure(&choice, made_list(&made), made.count, &err) == CAL_FAILED);
    CHECK_TEXT(err.text,
               "images.npy: 1 sample, but a training set and a test set need one each: add samples, "
               "or say test_from=file");
    made_free(&made);
}

// Equal class shares are impossible if one class is empty: the records are drawn at random.
static void a_missing_class(void) {
    cal_choice choice = parse("mnist");
    made_files made = made_for(&choice, 10);
    for (int f = 0; f < made.count; f++)
        if (strstr(made.name[f], "labels")) memset((uint8_t *)made.file[f].bytes + 8, 3, 10);
    CHECK(loads("mnist", &made, &choice));
    CHECK(cal_choice_integer(&choice, "take") == 1 && cal_choice_integer(&choice, "classes") == 4 &&
          cal_choice_integer(&choice, "train") + cal_choice_integer(&choice, "val") == 10);
    made_free(&made);
}

// Classes of different sizes give equal shares of the smallest, and one more to the first ones.
static void uneven_classes(void) {
    cal_choice choice = parse("mnist");
    made_files made = made_for(&choice, 10);
    for (int f = 0; f < made.count; f++)
        for (int i = 0; strstr(made.name[f], "labels") && i < 10; i++)
            ((uint8_t *)made.file[f].bytes)[8 + i] = i < 7 ? 0 : i < 9 ? 1 : 2; // 7, 2 and 1 pictures
    CHECK(loads("mnist", &made, &choice));
    CHECK(cal_choice_integer(&choice, "take") == 0 && cal_choice_integer(&choice, "test") == 5);
    CHECK(cal_choice_integer(&choice, "train") + cal_choice_integer(&choice, "val") == 5);
    made_free(&made);
}

int main(void) {
    static const int few[] = {1, 2, 3, 6, 10};
    for (int i = 0; cal_datasets[i]; i++)
        for (size_t n = 0; cal_datasets[i]->needs_files && n < sizeof few / sizeof *few; n++)
            check_few(cal_datasets[i], few[n]);
    six_rows_make_three_sets();
    one_picture_is_refused();
    a_missing_class();
    uneven_classes();
    return CHECK_DONE();
}
