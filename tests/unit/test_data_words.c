// words: the posterior against naive Bayes from the definition, labels against the posterior, words against
// their expected frequencies.
#include "check.h"
#include "base/memory.h"
#include "catalog/data/words/words.h"
#include "data_help.h"

// P(v | y), from the definition.
static double chance(int v, int y, int topics, int vocabulary, double common) {
    double total = 0, own = 0;
    for (int i = 0; i < vocabulary; i++) {
        total += 1.0 / (i + 1);
        if (i % topics == y) own += 1.0 / (i + 1);
    }
    const double q = 1.0 / (v + 1) / total;
    return common * q + (v % topics == y ? (1 - common) * (1.0 / (v + 1)) / own : 0);
}

static void posterior_is_bayes(const char *text, int topics, int vocabulary, double common) {
    cal_dataset d = data_load(text);
    double *table = cal_mem_alloc((size_t)topics * vocabulary * sizeof *table);
    for (int y = 0; y < topics; y++)
        for (int v = 0; v < vocabulary; v++)
            table[y * vocabulary + v] = cal_log(chance(v, y, topics, vocabulary, common));
    CHECK(d.k == topics && d.h == 1 && d.w == 1 && !d.train.pixels);
    for (int i = 0; i < d.train.n; i++) {
        double score[20] = {0}, sum = 0;
        for (int y = 0; y < topics; y++)
            for (int j = 0; j < d.c; j++)
                score[y] += table[y * vocabulary + (int)d.train.features[(size_t)i * d.c + j]];
        for (int y = 0; y < topics; y++) sum += cal_exp(score[y] - score[0]);
        for (int y = 0; y < topics; y++)
            CHECK_NEAR(d.train.posterior[i * topics + y], cal_exp(score[y] - score[0]) / sum, 1e-10);
    }
    cal_mem_free(table);
    cal_dataset_free(&d);
}

static void labels_follow_the_posterior(const char *text, int topics) {
    cal_dataset d = data_load(text);
    for (int y = 0; y < topics; y++)
        for (int slice = 0; slice < 10; slice++)
            CHECK_NEAR(
                data_deviation(&d.train, topics, y, slice / 10.0, slice + 1 == 10 ? 2 : (slice + 1) / 10.0),
                0, 4.5);
    cal_dataset_free(&d);
}

// Checks the frequency of each word in the texts of each topic, within 5 standard deviations.
static void words_follow_their_frequencies(void) {
    enum { TOPICS = 3, VOCABULARY = 100 };
    cal_dataset d = data_load("words:train=20000,val=0,test=1,length=10,vocabulary=100,common=0.6,classes=3");
    static double count[TOPICS][VOCABULARY], texts[TOPICS];
    bool good = true;
    for (int i = 0; i < d.train.n; i++) {
        const int y = d.train.labels[i];
        texts[y] += 1;
        for (int j = 0; j < 10; j++) {
            const float word = d.train.features[(size_t)i * 10 + j];
            good = good && word >= 0 && word < VOCABULARY && word == (float)(int)word;
            count[y][good ? (int)word : 0] += 1;
        }
    }
    CHECK(good);
    for (int y = 0; y < TOPICS; y++) {
        CHECK_NEAR(texts[y] / d.train.n, 1.0 / TOPICS, 5 * 0.471 / cal_sqrt(d.train.n));
        for (int v = 0; v < VOCABULARY; v++) {
            const double p = chance(v, y, TOPICS, VOCABULARY, 0.6), draws = texts[y] * 10;
            CHECK_NEAR(count[y][v], draws * p, 5 * cal_sqrt(draws * p * (1 - p)));
        }
    }
    cal_dataset_free(&d);
}

static void samples_stand_still(void) {
    cal_dataset a = data_load("words:train=10,val=10,test=10"),
                b = data_load("words:train=30,val=20,test=15");
    cal_dataset c = data_load("words:train=10,val=10,test=10,seed=2");
    const size_t bytes = 10 * 40 * sizeof(float);
    CHECK(a.c == 40 && a.k == 4);
    CHECK(memcmp(a.train.features, b.train.features, bytes) == 0);
    CHECK(memcmp(a.test.features, b.test.features, bytes) == 0);
    CHECK(memcmp(a.train.features, c.train.features, bytes) != 0);
    CHECK(memcmp(a.train.features, a.val.features, bytes) != 0);
    CHECK(memcmp(a.test.features, a.val.features, bytes) != 0);
    cal_dataset_free(&a);
    cal_dataset_free(&b);
    cal_dataset_free(&c);
}

static void bounds_are_named(void) {
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"words:vocabulary=99", "vocabulary"},
        {"words:length=1001", "length"},
        {"words:common=0", "common"},
        {"words:classes=21", "classes"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cal_dataset d;
        cal_error err = {0};
        CHECK(data_load_files(&d, cases[i].text, 0, 0, &err) == CAL_USAGE &&
              strstr(err.text, cases[i].error));
    }
    cal_dataset d =
        data_load("words:train=50,val=0,test=1,length=1000,vocabulary=20000,classes=20,common=0.05");
    double sum = 0;
    for (int i = 0; i < 50 * 20; i++) sum += d.train.posterior[i];
    CHECK_NEAR(sum, 50, 1e-12); // without any doubt
    cal_dataset_free(&d);
    d = data_load("words:train=5,val=0,test=1,common=1"); // topics are indistinguishable
    for (int i = 0; i < 20; i++) CHECK_NEAR(d.train.posterior[i], 0.25, 1e-15);
    cal_dataset_free(&d);
}

// 0 is padding and 1 a word without a number. A vocabulary of 4 numbers the two most frequent words, ties in
// alphabetical order.
static void a_vocabulary_has_its_size(void) {
    static const char *const text[] = {"the", "cat", "the", "dog", "The", "cat", "ant", "dog"};
    cal_vocabulary *v = cal_vocabulary_create();
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        CHECK(cal_vocabulary_count(v, (cal_slice){text[i], 3}));
    CHECK(cal_vocabulary_number(v, 4) == 4);
    CHECK(cal_vocabulary_of(v, (cal_slice){"the", 3}) == 2);
    CHECK(cal_vocabulary_of(v, (cal_slice){"cat", 3}) == 3);
    CHECK(cal_vocabulary_of(v, (cal_slice){"dog", 3}) == CAL_WORD_UNKNOWN);
    CHECK(cal_vocabulary_of(v, (cal_slice){"ant", 3}) == CAL_WORD_UNKNOWN);
    CHECK(cal_vocabulary_of(v, (cal_slice){"bee", 3}) == CAL_WORD_UNKNOWN);
    cal_vocabulary_free(v);
}

int main(void) {
    a_vocabulary_has_its_size();
    posterior_is_bayes("words:train=60,val=0,test=1", 4, 1000, 0.85);
    posterior_is_bayes("words:train=40,val=0,test=1,length=25,vocabulary=101,common=0.3,classes=7", 7, 101,
                       0.3);
    labels_follow_the_posterior("words:train=20000,val=0,test=1", 4);
    labels_follow_the_posterior("words:train=20000,val=0,test=1,common=0.95,classes=3,length=20", 3);
    words_follow_their_frequencies();
    samples_stand_still();
    bounds_are_named();
    cal_dataset d = data_load("words:train=20000,val=0,test=1");
    const double error = data_bayes_error(&d.train, 4);
    CHECK(error > 0.1 && error < 0.3);
    cal_dataset_free(&d);
    return CHECK_DONE();
}
