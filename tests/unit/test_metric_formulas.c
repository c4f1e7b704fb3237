// Metrics with fast algorithms, against slow evaluations of their definitions.
#include <string.h>
#include "base/maths/maths.h"
#include "base/random/random.h"
#include "check.h"
#include "run/report/figures.h"
#include "run/link/spec.h"
#include "catalog/scores/bins.h"
#include "catalog/scores/sort.h"

enum { N = 60, K = 4 };
static cal_arena arena;
static cal_error err;

static double uniform(int set, int i) {
    return cal_random_uniform(1, CAL_STREAM_DATA, (uint64_t)set, (uint64_t)i);
}

// Confidences that are multiples of 1/steps, so that many are equal; correct at different rates.
typedef struct sample {
    int n;
    double confidence[N];
    uint8_t correct[N];
    int32_t order[N], scratch[N];
    cal_scores scores;
} sample;

static void draw(sample *s, int set, int n, int steps) {
    s->n = n;
    for (int i = 0; i < n; i++) {
        s->confidence[i] =
            cal_random_below(cal_random_bits(2, CAL_STREAM_DATA, (uint64_t)set, (uint64_t)i), steps + 1) /
            (double)steps;
        double bias = set % 3 == 0 ? s->confidence[i] : set % 3 == 1 ? 0.5 : 1 - s->confidence[i] / 2;
        s->correct[i] = uniform(set, i) < bias;
    }
    cal_sort_order(s->order, s->scratch, s->confidence, n);
    s->scores =
        (cal_scores){.n = n, .confidence = s->confidence, .correct = s->correct, .order = s->order, .k = 2};
}

static cal_figure figure_of(const cal_scores *scores, const char *text) {
    cal_choice choice;
    cal_figure figure;
    CHECK(cal_choice_parse(&choice, "metric", text, strlen(text), &err) == CAL_OK);
    cal_metric_of(&choice)->compute(&figure, &arena, scores, &choice);
    return figure;
}

static double value_of(const cal_scores *scores, const char *text) { return figure_of(scores, text).value; }

// Constraints on differences have corners on the grid of the confidences. So the best test function with
// values on that grid is the best one overall.
static double smooth_by_grid(const sample *s, int steps) {
    enum { MOST = 33 };
    double best[MOST], next[MOST], largest = -1;
    int width = 2 * steps + 1, before = 0;
    for (int v = 0; v < width; v++) best[v] = 0;
    for (int at = 0; at < s->n; at++) {
        int i = s->order[at], here = (int)(s->confidence[i] * steps + 0.5), reach = here - before;
        for (int v = 0; v < width; v++) {
            next[v] = -1e9;
            for (int u = v - reach; u <= v + reach; u++)
                if (u >= 0 && u < width && best[u] > next[v]) next[v] = best[u];
            next[v] += ((double)v / steps - 1) * (s->correct[i] - s->confidence[i]) / s->n;
        }
        memcpy(best, next, sizeof best);
        before = here;
    }
    for (int v = 0; v < width; v++)
        if (best[v] > largest) largest = best[v];
    return largest;
}

static void test_smce(void) {
    static sample s;
    for (int set = 0; set < 300; set++) {
        int steps = 1 + set % 16;
        draw(&s, set, 1 + set % N, steps);
        CHECK_NEAR(value_of(&s.scores, "smce"), smooth_by_grid(&s, steps), 1e-14);
    }
}

static void test_mmce_and_ks(void) {
    static sample s;
    for (int set = 0; set < 40; set++) {
        draw(&s, set, 1 + set, set % 2 ? 10 : 1 << 20);
        double square = 0, largest = 0, sum = 0;
        for (int i = 0; i < s.n; i++) {
            for (int j = 0; j < s.n; j++)
                square += (s.confidence[i] - s.correct[i]) * (s.confidence[j] - s.correct[j]) *
                          cal_exp(-__builtin_fabs(s.confidence[i] - s.confidence[j]) / 0.4) / (s.n * s.n);
            sum = 0; // all samples up to this confidence
            for (int j = 0; j < s.n; j++)
                if (s.confidence[j] <= s.confidence[i]) sum += (s.confidence[j] - s.correct[j]) / s.n;
            if (__builtin_fabs(sum) > largest) largest = __builtin_fabs(sum);
        }
        CHECK_NEAR(value_of(&s.scores, "mmce"), cal_sqrt(square), 1e-13);
        CHECK_NEAR(value_of(&s.scores, "mmce:form=squared"), square, 1e-14);
        CHECK_NEAR(value_of(&s.scores, "ks"), largest, 1e-14);
    }
}

// Returns the fraction of right samples among those of the same confidence.
static double shared_outcome(const sample *s, int i) {
    int count = 0, right = 0;
    for (int j = 0; j < s->n; j++)
        if (s->confidence[j] == s->confidence[i]) count++, right += s->correct[j];
    return (double)right / count;
}

// Finds the number of bins by trying one after the other on all samples.
static int sweep_slowly(const sample *s, const char *edges) {
    double outcome[N];
    for (int i = 0; i < s->n; i++) outcome[i] = shared_outcome(s, i);
    for (int bins = 2; bins < s->n; bins++) {
        int count[N] = {0};
        double right[N] = {0};
        for (int at = 0; at < s->n; at++) {
            int i = s->order[at], b = 0;
            if (strcmp(edges, "ceil") == 0) b = at * bins / s->n;
            else if (strcmp(edges, "width") == 0) b = (int)(s->confidence[i] * bins);
            else
                for (int end = s->n / bins + (s->n % bins > 0); at >= end; b++)
                    end += s->n / bins + (b + 1 < s->n % bins);
            if (b > bins - 1) b = bins - 1;
            count[b]++, right[b] += outcome[i];
        }
        double last = 0;
        for (int b = 0; b < bins; b++) {
            if (count[b] && right[b] / count[b] < last - 1e-13) return bins - 1;
            if (count[b]) last = right[b] / count[b];
        }
    }
    return s->n > 2 ? s->n - 1 : 1;
}

static void test_sweep(void) {
    static sample s;
    const char *const edges[] = {"mass", "width", "ceil"};
    for (int set = 0; set < 300; set++) {
        draw(&s, set, 1 + set % N, set % 4 ? 8 : 1 << 20);
        if (set % 5 == 0) // accuracy that rises: many bins
            for (int at = 0; at < s.n; at++) s.correct[s.order[at]] = at * 2 > s.n - set % 7;
        if (set % 10 == 0) s.correct[s.order[s.n - 1]] = 0;
        for (int e = 0; e < 3; e++) {
            char text[32] = "ece_sweep:edges=";
            strcat(text, edges[e]);
            cal_figure figure = figure_of(&s.scores, text);
            CHECK(figure.parts == 1 && figure.part[0].value == sweep_slowly(&s, edges[e]));
        }
    }
}

// Sums each sample's Gaussian, with its mirror images, in the middle of every step: no mesh and no cut. The
// density of the samples, smoothed in the same way, must have the mass 1.
static double smooth_ece_slowly(const sample *s, double sigma, double *mass) {
    double sum = 0, density = 0;
    int steps = (int)(600 / sigma);
    for (int e = 0; e < steps; e++) {
        double t = (e + 0.5) / steps, residual = 0;
        for (int i = 0; i < s->n; i++)
            for (int image = -2; image <= 2; image++)
                for (int mirrored = -1; mirrored <= 1; mirrored += 2) {
                    double d = (t - mirrored * s->confidence[i] - 2 * image) / sigma;
                    if (d > 9 || d < -9) continue;
                    double g = cal_exp(-d * d / 2) / (2.50662827463100050 * sigma * s->n * steps);
                    residual += g * (s->confidence[i] - s->correct[i]);
                    density += g;
                }
        sum += __builtin_fabs(residual);
    }
    *mass = density;
    return sum;
}

static void test_smece(void) {
    static sample s;
    double mass;
    for (int set = 0; set < 9; set++) {
        draw(&s, set, set < 6 ? 20 + set : set - 5,
             set % 2 ? 1 << 20 : 8); // 8: also confidences of 0 and 1
        CHECK_NEAR(value_of(&s.scores, "smece:sigma=0.1"), smooth_ece_slowly(&s, 0.1, &mass), 1e-6);
        CHECK_NEAR(mass, 1, 1e-9);
        CHECK_NEAR(value_of(&s.scores, "smece:sigma=0.02"), smooth_ece_slowly(&s, 0.02, &mass), 1e-6);
        cal_figure found = figure_of(&s.scores, "smece");
        CHECK_NEAR(found.value, found.part[0].value, 1e-7); // fixed point
        CHECK_NEAR(found.value, smooth_ece_slowly(&s, found.value, &mass), 1e-6);
        s.scores.is_draw = true;
        CHECK_NEAR(value_of(&s.scores, "smece"), found.value, 0.01 * found.value);
        s.scores.is_draw = false;
        double relplot = value_of(&s.scores, "smece:kernel=relplot");
        CHECK_NEAR(relplot, figure_of(&s.scores, "smece:kernel=relplot").part[0].value, 2.0 / 1024);
        s.scores.is_draw = true;
        CHECK_NEAR(value_of(&s.scores, "smece:kernel=relplot"), relplot, 0.01 * relplot);
    }
    // The mass at the ends is kept, and a perfectly calibrated set has error 0.
    const struct {
        double confidence;
        int right;
        double wanted;
    } alone[] = {{1, 0, 1}, {0, 1, 1}, {1, 1, 0}, {0, 0, 0}, {0.25, 1, 0.75}};
    for (int a = 0; a < 5; a++) {
        draw(&s, 0, 1, 8);
        s.confidence[0] = alone[a].confidence, s.correct[0] = (uint8_t)alone[a].right;
        CHECK_NEAR(value_of(&s.scores, "smece"), alone[a].wanted, 1e-9);
        CHECK_NEAR(value_of(&s.scores, "smece:sigma=0.0001"), alone[a].wanted, 1e-9);
        CHECK_NEAR(value_of(&s.scores, "smece:sigma=1"), alone[a].wanted, 1e-9);
    }
}

// For a draw of many samples the mesh represents them.
static void test_smece_of_many(void) {
    enum { MANY = 5000 };
    double *confidence = cal_arena_alloc(&arena, MANY * sizeof *confidence);
    uint8_t *correct = cal_arena_alloc(&arena, MANY);
    int32_t *order = cal_arena_alloc(&arena, 2 * MANY * sizeof *order);
    for (int set = 0; set < 4; set++) {
        for (int i = 0; i < MANY; i++) {
            double u = uniform(set, 2 * i);
            confidence[i] = set % 2 ? 1 - u * u * u * u * u * u : u;
            correct[i] = uniform(set, 2 * i + 1) < confidence[i] - (set / 2) * 0.05;
        }
        cal_sort_order(order, order + MANY, confidence, MANY);
        cal_scores scores = {.n = MANY, .confidence = confidence, .correct = correct, .order = order, .k = 2};
        double value = value_of(&scores, "smece");
        scores.is_draw = true;
        CHECK_NEAR(value_of(&scores, "smece"), value, 0.01 * value);
    }
}

// Draws by Box and Muller.
static double normal(int set, int i) {
    double u = 1 - uniform(set, 2 * i), v = uniform(set, 2 * i + 1);
    return cal_sqrt(-2 * cal_log(u)) * cal_cos(6.283185307179586 * v);
}

// Implements Kumar, Liang and Ma's algorithm directly, with many resamples: the figure minus the mean excess
// of the resamples.
static void test_debiased(void) {
    enum { RESAMPLES = 20000 };
    static sample s;
    for (int set = 0; set < 6; set++) {
        draw(&s, set, N, 1 << 20);
        cal_figure ece = figure_of(&s.scores, "ece:bins=5"),
                   found = figure_of(&s.scores, "ece_debias_l1:bins=5");
        double mean = 0;
        for (int r = 0; r < RESAMPLES; r++)
            for (int b = 0; b < 5; b++) {
                const cal_bin *bin = &ece.bin[b];
                if (!bin->count) continue;
                double sd = cal_sqrt(bin->accuracy * (1 - bin->accuracy) / bin->count);
                double redrawn = bin->accuracy + sd * normal(100 + set, r * 5 + b);
                mean += __builtin_fabs(bin->confidence - redrawn) * bin->count / N / RESAMPLES;
            }
        double wanted = 2 * ece.value - mean;
        CHECK_NEAR(found.part[0].value, wanted, 1e-3);
        CHECK(found.value == (found.part[0].value > 0 ? found.part[0].value : 0));
        CHECK(found.value <= ece.value);
        CHECK_TEXT(found.part[0].name, "signed");
    }
}

// Orders the same rows differently, many of them with equal confidences.
static void test_order_of_tied_rows(void) {
    static const char *const texts[] = {
        "ks",        "adaece",     "adaece:edges=floor",         "adaece:edges=ceil",
        "ece_sweep", "ece_debias", "ece_sweep:edges=ceil,norm=2"};
    static sample s, turned;
    for (int set = 0; set < 60; set++) {
        const int n = 5 + set % (N - 4);
        draw(&s, set, n, 2 + set % 9);
        turned = s;
        for (int i = 0; i < n; i++)
            turned.confidence[i] = s.confidence[n - 1 - i], turned.correct[i] = s.correct[n - 1 - i];
        cal_sort_order(turned.order, turned.scratch, turned.confidence, n);
        turned.scores.confidence = turned.confidence, turned.scores.correct = turned.correct;
        turned.scores.order = turned.order;
        for (size_t m = 0; m < sizeof texts / sizeof *texts; m++)
            CHECK_NEAR(value_of(&turned.scores, texts[m]), value_of(&s.scores, texts[m]), 1e-13);
        const cal_figure bins = figure_of(&s.scores, "adaece:bins=4");
        for (int b = 0, at = 0; b < 4; b++) {
            double accuracy = 0;
            for (int end = at + bins.bin[b].count; at < end; at++)
                accuracy += shared_outcome(&s, s.order[at]) / bins.bin[b].count;
            CHECK_NEAR(bins.bin[b].accuracy, accuracy, 1e-13);
        }
    }
}

static void test_equal_mass_edges(void) {
    // For ten samples in four bins numpy.quantile's edges are 0.325, 0.55, 0.775; Mukhoti's 0.35, 0.6, 0.85.
    static sample s;
    s.n = 10;
    for (int i = 0; i < 10; i++) s.confidence[i] = (i + 1) / 10.0, s.correct[i] = i % 2;
    cal_sort_order(s.order, s.scratch, s.confidence, 10);
    s.scores =
        (cal_scores){.n = 10, .confidence = s.confidence, .correct = s.correct, .order = s.order, .k = 2};
    const struct {
        const char *text;
        int count[4], outside;
    } wanted[] = {{"adaece:bins=4", {3, 3, 2, 2}, 0},
                  {"adaece:bins=4,edges=floor", {2, 3, 2, 3}, 0},
                  {"adaece:bins=4,edges=ceil", {3, 2, 3, 2}, 0},
                  {"adaece:bins=4,edges=mukhoti", {2, 3, 2, 2}, 1},
                  {"adaece:bins=4,edges=quantile", {3, 2, 2, 3}, 0},
                  {"adaece:bins=4,edges=ties", {3, 3, 2, 2}, 0}};
    for (size_t w = 0; w < sizeof wanted / sizeof *wanted; w++) {
        cal_figure figure = figure_of(&s.scores, wanted[w].text);
        CHECK(figure.bins == 4 && figure.outside == wanted[w].outside);
        for (int b = 0; b < 4; b++) CHECK(figure.bin[b].count == wanted[w].count[b]);
    }
    for (int i = 1; i < 8; i++) s.confidence[i] = 0.5; // 0.1, seven times 0.5, 0.9, 1
    cal_figure tied = figure_of(&s.scores, "adaece:bins=4,edges=ties");
    CHECK(tied.bins == 3 && tied.bin[0].count == 8 && tied.bin[1].count == 0 && tied.bin[2].count == 2);
    cal_figure single = figure_of(&s.scores, "adaece:bins=40,edges=ties");
    CHECK(single.bins == 5 && single.bin[1].count == 7 && single.bin[2].count == 0);
}

// ---- all classes

static float logits[N * K];
static int32_t labels[N];

static cal_scores classes(void) {
    cal_scores scores;
    for (int i = 0; i < N * K; i++) logits[i] = (float)(4 * uniform(9, i));
    for (int i = 0; i < N; i++) labels[i] = (int32_t)(uniform(10, i) * (K - 1)); // never the last one
    CHECK(cal_scores_make(&scores, &arena, logits, labels, NULL, N, K, 1, &err) == CAL_OK);
    return scores;
}

static double class_error(const cal_scores *s, int j, int bins) {
    double sum = 0;
    for (int b = 0; b < bins; b++) {
        double gap = 0, p[K];
        for (int i = 0; i < s->n; i++) {
            cal_scores_row(p, s, i);
            if (p[j] > (double)b / bins && p[j] <= (double)(b + 1) / bins) gap += p[j] - (s->labels[i] == j);
        }
        sum += __builtin_fabs(gap) / s->n;
    }
    return sum;
}

static void test_classes(void) {
    cal_scores s = classes();
    double sum = 0;
    for (int j = 0; j < K; j++) sum += class_error(&s, j, 15);
    CHECK_NEAR(value_of(&s, "cwece"), sum / K, 1e-14);
    CHECK_NEAR(value_of(&s, "cwece:over=sum"), sum, 1e-14);
    sum -= class_error(&s, K - 1, 15);
    CHECK_NEAR(value_of(&s, "cwece:classes=seen"), sum / (K - 1), 1e-14);
    // A cache of other bins is not used.
    CHECK_NEAR(
        value_of(&s, "cwece:bins=3"),
        (class_error(&s, 0, 3) + class_error(&s, 1, 3) + class_error(&s, 2, 3) + class_error(&s, 3, 3)) / K,
        1e-14);

    // With one bin, `within` has all of the confidences' spread and their correlation with the labels.
    cal_choice choice;
    const char *text = "brier:bins=1";
    CHECK(cal_choice_parse(&choice, "metric", text, strlen(text), &err) == CAL_OK);
    cal_figure figure = figure_of(&s, text);
    cal_metric_of(&choice)->detail(&figure, &arena, &s, &choice);
    double calibration = 0, refinement = 0;
    for (int j = 0; j < K; j++) {
        double p[K], confidence = 0, share = 0;
        for (int i = 0; i < N; i++) {
            cal_scores_row(p, &s, i);
            confidence += p[j] / N, share += (s.labels[i] == j) / (double)N;
        }
        calibration += (confidence - share) * (confidence - share), refinement += share * (1 - share);
    }
    CHECK_TEXT(figure.part[0].name, "calibration");
    CHECK_NEAR(figure.part[0].value, calibration, 1e-14);
    CHECK_NEAR(figure.part[1].value, refinement, 1e-14);
    CHECK_NEAR(figure.part[0].value + figure.part[1].value + figure.part[2].value, figure.value, 1e-14);
    CHECK_NEAR(value_of(&s, "brier:scale=per-class") * K, figure.value, 1e-14);
    CHECK_NEAR(value_of(&s, "brier:scale=half") * 2, figure.value, 1e-14);
}

// Many draws at once equal each of them alone: over all classes, over those that the set has, and by the
// predicted class.
static void check_draws(const char *text, int most) {
    enum { DRAWS = 3 };
    static uint8_t weight[N * DRAWS], correct[4 * N];
    static int32_t label[N * DRAWS], drawn_labels[4 * N], from[4 * N], predicted[4 * N];
    static double confidence[4 * N];
    const bool by_predicted = strstr(text, "of=predicted");
    cal_scores s = classes();
    cal_choice choice;
    double value[DRAWS];
    CHECK(cal_choice_parse(&choice, "metric", text, strlen(text), &err) == CAL_OK);
    const cal_metric *metric = cal_metric_of(&choice);
    for (int i = 0; i < N * DRAWS; i++) weight[i] = (uint8_t)(4 * uniform(11, i));
    for (int i = 0; i < N * DRAWS; i++) label[i] = (int32_t)(most * uniform(12, i));
    metric->draws(value, &arena, &s, &choice, &(cal_draws){.count = DRAWS, .label = label});
    for (int d = 0; d < DRAWS; d++) {
        cal_scores drawn = s;
        for (int i = 0; i < N; i++)
            drawn_labels[i] = label[i * DRAWS + d], correct[i] = drawn_labels[i] == s.predicted[i];
        drawn.labels = drawn_labels, drawn.correct = correct, drawn.classes = NULL;
        CHECK_NEAR(value[d], value_of(&drawn, text), 1e-14);
    }
    metric->draws(value, &arena, &s, &choice, &(cal_draws){.count = DRAWS, .weight = weight});
    for (int d = 0; d < DRAWS; d++) {
        cal_scores drawn = s;
        drawn.n = 0;
        for (int i = 0; i < N; i++)
            for (int times = weight[i * DRAWS + d]; times > 0; times--) {
                confidence[drawn.n] = s.confidence[i], predicted[drawn.n] = s.predicted[i];
                correct[drawn.n] = s.correct[i], from[drawn.n] = i;
                drawn_labels[drawn.n++] = labels[i];
            }
        drawn.confidence = confidence, drawn.predicted = predicted, drawn.correct = correct;
        drawn.from = from, drawn.labels = drawn_labels, drawn.classes = NULL;
        // The draws of a bootstrap have n samples; these do not.
        if (by_predicted) CHECK_NEAR(value[d], value_of(&drawn, text), 1e-12);
        else // Sums of cwece are divided by the whole set's n, means of cwcorp by that of the draw.
            CHECK_NEAR(value[d] * (strncmp(text, "cwcorp", 6) ? N : drawn.n),
                       value_of(&drawn, text) * drawn.n, 1e-12);
    }
}

static void test_blockwise_draws(void) {
    check_draws("cwece", K), check_draws("cwece:over=sum", K), check_draws("cwece:of=predicted", K);
    check_draws("cwcorp", K), check_draws("cwcorp:score=log", K);
    check_draws("cwece:classes=seen", K - 1); // no draw of labels has a class that the set lacks
}

static void check_gaps(const char *text, double size, double variance, double square) {
    cal_scores s = classes();
    cal_choice choice;
    cal_gap *gap, sum = {0};
    CHECK(cal_choice_parse(&choice, "metric", text, strlen(text), &err) == CAL_OK);
    const int gaps = cal_metric_of(&choice)->gaps(&gap, &arena, &s, &choice);
    for (int g = 0; g < gaps; g++) {
        sum.residual += __builtin_fabs(gap[g].residual), sum.size += gap[g].size;
        sum.variance += gap[g].variance, sum.square += gap[g].square;
    }
    CHECK_NEAR(sum.residual, value_of(&s, text), 1e-13);
    CHECK_NEAR(sum.size, size, 1e-13);
    CHECK_NEAR(sum.variance, variance, 1e-13);
    CHECK_NEAR(sum.square, square, 1e-13);
}

// By predicted class, a sample counts as 1 / (predictions of its class) of the class's error, and a class as
// 1 / K of the mean. The gaps of an interval have these units, too.
static void test_by_predicted_class(void) {
    enum { BINS = 15 };
    cal_scores s = classes();
    double error[K] = {0}, count[K] = {0}, size = 0, variance = 0, square = 0, sum = 0;
    for (int i = 0; i < N; i++) count[s.predicted[i]]++;
    for (int j = 0; j < K; j++) {
        for (int b = 0; b < BINS; b++) {
            double gap = 0;
            for (int i = 0; i < N; i++)
                if (s.predicted[i] == j && s.confidence[i] > (double)b / BINS &&
                    s.confidence[i] <= (b + 1.0) / BINS)
                    gap += s.confidence[i] - (s.labels[i] == j);
            error[j] += __builtin_fabs(gap) / count[j];
        }
        CHECK(count[j] > 0);
        size += 1, square += 1 / count[j], sum += error[j];
    }
    for (int i = 0; i < N; i++) {
        const double p = s.confidence[i], unit = 1 / count[s.predicted[i]];
        variance += p * (1 - p) * unit * unit;
    }
    CHECK_NEAR(value_of(&s, "cwece:of=predicted"), sum / K, 1e-14);
    CHECK_NEAR(value_of(&s, "cwece:of=predicted,over=sum"), sum, 1e-14);
    check_gaps("cwece:of=predicted", size / K, variance / K / K, square / K / K);
    check_gaps("cwece:of=predicted,over=sum", size, variance, square);
    // Over all classes, a sample counts as 1 / N of each.
    variance = 0;
    for (int i = 0; i < N; i++) {
        double p[K];
        cal_scores_row(p, &s, i);
        for (int j = 0; j < K; j++) variance += p[j] * (1 - p[j]) / N / N;
    }
    check_gaps("cwece", 1, variance / K / K, 1.0 / N / K);
    check_gaps("cwece:over=sum", K, variance, (double)K / N);
}

// Two classes: bins of [1/2, 1] against 1/2 + 1/2M to 1 - 1/2M, which is 1 for a single bin.
static void test_midpoints(void) {
    const double confidence[] = {0.5, 0.6, 0.75, 0.9, 1};
    const uint8_t correct[] = {1, 0, 1, 1, 1};
    const cal_scores scores = {.n = 5, .confidence = confidence, .correct = correct, .k = 2};
    CHECK_NEAR(value_of(&scores, "ece:bins=1,against=midpoint"), 0.2, 1e-15);
    // [0.5, 0.75) against 0.75 and [0.75, 1] against 0.75; then 1 has its own bin.
    CHECK_NEAR(value_of(&scores, "ece:bins=2,edges=left,against=midpoint"), 0.25, 1e-15);
    CHECK_NEAR(value_of(&scores, "ece:bins=2,against=midpoint"), (3 * (0.75 - 2.0 / 3) + 2 * 0.25) / 5,
               1e-15);
    CHECK_NEAR(value_of(&scores, "ece:bins=2,edges=torchmetrics,against=midpoint"), 0.2, 1e-15);
    CHECK_NEAR(value_of(&scores, "ece:bins=2,norm=max,against=midpoint"), 0.25, 1e-15);
}

int main(void) {
    test_midpoints();
    test_smce();
    test_mmce_and_ks();
    test_sweep();
    test_debiased();
    test_smece();
    test_smece_of_many();
    test_order_of_tied_rows();
    test_equal_mass_edges();
    test_classes();
    test_blockwise_draws();
    test_by_predicted_class();
    cal_arena_free(&arena);
    return CHECK_DONE();
}
