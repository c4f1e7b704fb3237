// Texts whose topic has a known posterior: the assumption of naive Bayes, made true.
//
// Word v has the frequency q(v) proportional to 1 / (v + 1), as in natural language (Zipf's law). Every k-th
// word belongs to topic v mod k. A text of topic y takes each word from the whole language with probability
// m, else from the words of its topic. Both follow q. With Q_y the topic's fraction of q
//
//     P(v | y) = q(v) (m + (1 - m) [v mod k = y] / Q_y).
//
// As q(v) and m are the same for all topics, only the words' topics matter. With n_y words of topic y
//
//     P(y | x) is proportional to (1 + (1 - m) / (m Q_y))^n_y.
//
// The label is the topic that the text was drawn for: given the text it has exactly that distribution.
#include "base/maths/maths.h"
#include "base/memory.h"
#include "catalog/data/shared/splits.h"

enum { TOPIC, WORDS }; // latents: from WORDS on two per word; never renumber
enum { TOPICS_MAX = 20, LENGTH_MAX = 1000, VOCABULARY_MAX = 20000 };
_Static_assert(WORDS + 2 * LENGTH_MAX <= CAL_SAMPLE_LATENTS, "a text's draws");

typedef struct language {
    int topics, length, vocabulary;
    double common;               // m
    double *whole;               // [vocabulary] cumulative sums of q
    double *own;                 // the same among the words of the word's topic
    double fraction[TOPICS_MAX]; // Q_y
    double weight[TOPICS_MAX];   // log of the factor by which a word of topic y multiplies y's odds
} language;

static void language_start(language *l) {
    double total = 0;
    for (int v = 0; v < l->vocabulary; v++) total += 1.0 / (v + 1);
    for (int v = 0; v < l->vocabulary; v++) {
        const double q = 1 / ((v + 1) * total);
        l->whole[v] = q + (v ? l->whole[v - 1] : 0);
        l->own[v] = l->fraction[v % l->topics] += q;
    }
    for (int y = 0; y < l->topics; y++)
        l->weight[y] = cal_log(1 + (1 - l->common) / (l->common * l->fraction[y]));
}

// Index of the first of `count` sums, `step` apart, above u times the last.
static int drawn(const double *sums, int count, int step, double u) {
    const double target = u * sums[(count - 1) * step];
    int low = 0, high = count - 1;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (sums[middle * step] > target) high = middle;
        else low = middle + 1;
    }
    return low;
}

static void sample_make(void *context, const cal_split *split, int row, const cal_sample *at) {
    const language *l = context;
    const int k = l->topics, topic = (int)(cal_sample_uniform(at, TOPIC) * k);
    const int own = (l->vocabulary - topic + k - 1) / k;
    float *words = split->features + (size_t)row * (size_t)l->length;
    double *posterior = split->posterior + (size_t)row * (size_t)k, top = 0,
           sum = 0; // the posterior is zero so far
    for (int i = 0; i < l->length; i++) {
        const double u = cal_sample_uniform(at, WORDS + 2 * i + 1);
        const bool common = cal_sample_uniform(at, WORDS + 2 * i) < l->common;
        const int word =
            common ? drawn(l->whole, l->vocabulary, 1, u) : topic + k * drawn(l->own + topic, own, k, u);
        words[i] = (float)word;
        posterior[word % k] += l->weight[word % k];
    }
    for (int y = 0; y < k; y++) top = posterior[y] > top ? posterior[y] : top;
    for (int y = 0; y < k; y++) sum += posterior[y] = cal_exp(posterior[y] - top);
    for (int y = 0; y < k; y++) posterior[y] /= sum;
    split->labels[row] = topic;
}

static void shape(int *k, int *c, int *h, int *w, const cal_choice *choice) {
    *k = cal_choice_integer(choice, "classes");
    *c = cal_choice_integer(choice, "length");
    *h = *w = 1;
}

static const char *const class_names[TOPICS_MAX] = {
    "topic 1",  "topic 2",  "topic 3",  "topic 4",  "topic 5",  "topic 6",  "topic 7",
    "topic 8",  "topic 9",  "topic 10", "topic 11", "topic 12", "topic 13", "topic 14",
    "topic 15", "topic 16", "topic 17", "topic 18", "topic 19", "topic 20"};

static size_t sums_size(const cal_choice *choice) {
    return (size_t)cal_choice_integer(choice, "vocabulary") * 2 * sizeof(double);
}

static cal_status load(cal_dataset *out, const cal_choice *choice, const cal_file *files, int nfiles,
                       cal_error *err) {
    (void)files, (void)nfiles;
    out->class_names = class_names;
    cal_status status = cal_data_begin(out, choice, false, true, err);
    if (status) return status;
    language l = {.topics = out->k,
                  .length = out->c,
                  .vocabulary = cal_choice_integer(choice, "vocabulary"),
                  .common = cal_choice_number(choice, "common")};
    double *sums = cal_mem_alloc(sums_size(choice));
    if (!sums) return cal_refuse_memory(err, "data words: a vocabulary");
    l.whole = sums;
    l.own = sums + l.vocabulary;
    language_start(&l);
    status = cal_data_generate(out, choice, sample_make, &l, err);
    cal_mem_free(sums);
    return status;
}

static size_t loading(const cal_choice *choice, const cal_file *files, int nfiles) {
    (void)files, (void)nfiles;
    return cal_mem_bytes(sums_size(choice));
}

static const cal_param params[] = {
    CAL_DATA_TRAIN(1000, 100000),
    CAL_DATA_VAL(500, 100000),
    CAL_DATA_TEST(1000, 100000),
    {.name = "length",
     .help = "Words per text",
     .unit = "words",
     .type = CAL_INTEGER,
     .value = 40,
     .min = 1,
     .max = LENGTH_MAX},
    {.name = "vocabulary",
     .help = "Size of the vocabulary; a training set shows few of the rare words",
     .unit = "words",
     .type = CAL_INTEGER,
     .value = 1000,
     .min = 100,
     .max = VOCABULARY_MAX},
    {.name = "common",
     .help = "Fraction of a text's words drawn from the whole vocabulary instead of its topic: the larger, "
             "the harder the task",
     .unit = "",
     .type = CAL_REAL,
     .value = 0.85,
     .min = 0.05,
     .max = 1},
    {.name = "classes",
     .help = "Number of topics",
     .unit = "",
     .type = CAL_INTEGER,
     .value = 4,
     .min = 2,
     .max = TOPICS_MAX},
    CAL_DATA_LABEL_NOISE,
    CAL_DATA_IMBALANCE,
    CAL_DATA_SEED("Seed of the texts: sample i depends on the seed and i alone"),
    {0},
};

const cal_data cal_data_words = {
    .entry = {.id = "words",
              .label = "Texts of known topics",
              .tex = "P(y\\mid x)\\propto\\left(1+\\frac{1-m}{m\\,Q_y}\\right)^{n_y(x)}",
              .source =
                  "Made here: unigram mixtures under Zipf's law, for which naive Bayes is exact (McCallum "
                  "and Nigam 1998)",
              .help = "Random texts whose words come from the whole vocabulary or from the text's topic; for "
                      "networks that begin with an embedding",
              .params = params},
    .k = 4,
    .c = 40,
    .h = 1,
    .w = 1,
    .truth = true,
    .shape = shape,
    .load = load,
    .loading = loading,
};
