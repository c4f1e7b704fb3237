// Tries the usual normalisations of pixels and ranks them by their predictions.
#include "run/probe/normalise.h"
#include "base/maths/maths.h"
#include "base/memory.h"

enum {
    FEW = 100,
    CLOSE = 10
    // FEW: samples of the first round. CLOSE: the second round takes those with at most CLOSE fewer right
    // predictions.
};

static const struct {
    const char *id, *words;
    int channels;
    double mean[3], sd[3];
} usual[] = {
    {"unit", "pixels from 0 to 1", 1, {0}, {1}},
    {"bytes", "pixels from 0 to 255", 1, {0}, {1 / 255.}},
    {"signed", "pixels from -1 to 1", 1, {0.5}, {0.5}},
    {"cifar", "CIFAR-10's mean and standard deviation", 3, {0.4914, 0.4822, 0.4465}, {0.247, 0.2435, 0.2616}},
    {"imagenet", "ImageNet's mean and standard deviation", 3, {0.485, 0.456, 0.406}, {0.229, 0.224, 0.225}}};

static bool same(const cal_normalisation *a, const cal_normalisation *b, int c) {
    for (int i = 0; i < c; i++)
        if ((float)a->mean[i] != (float)b->mean[i] || (float)a->sd[i] != (float)b->sd[i]) return false;
    return true;
}

void cal_normalisation_floats(float mean[4], float sd[4], const cal_normalisation *way) {
    for (int c = 0; c < 4; c++) mean[c] = (float)way->mean[c], sd[c] = (float)way->sd[c];
}

static void list(cal_normalisation_guess *out, const cal_dataset *data) {
    cal_normalisation own = {.id = "data"};
    for (int c = 0; c < 4; c++) own.mean[c] = data->mean[c], own.sd[c] = data->sd[c];
    bool known = false;
    out->count = 0;
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        cal_normalisation *way = &out->way[out->count];
        if (usual[i].channels > 1 && usual[i].channels != data->c) continue;
        *way = (cal_normalisation){.id = usual[i].id};
        for (int c = 0; c < data->c; c++) {
            const int from = usual[i].channels > 1 ? c : 0;
            way->mean[c] = usual[i].mean[from];
            way->sd[c] = usual[i].sd[from];
        }
        known |= same(way, &own, data->c);
        out->count++;
    }
    if (!known) out->way[out->count++] = own;
}

// Writes one loss per sample, [count].
static void measure(cal_normalisation *way, double *losses, float *logits, const cal_normalise_job *job,
                    int count) {
    const cal_split *test = &job->data->test;
    const int k = job->data->k;
    job->infer(job->context, logits, test, count, way);
    way->right = 0, way->of = count, way->nll = 0;
    for (int i = 0; i < count; i++) {
        const float *z = logits + (size_t)i * (size_t)k;
        int best = 0;
        double sum = 0;
        for (int c = 1; c < k; c++) best = z[c] > z[best] ? c : best;
        for (int c = 0; c < k; c++) sum += cal_exp((double)z[c] - z[best]);
        losses[i] = (double)z[best] - z[test->labels[i]] + cal_log(sum);
        way->right += best == test->labels[i];
        way->nll += losses[i] / count;
    }
}

static bool is_before(const cal_normalisation *a, const cal_normalisation *b, bool by_right) {
    if (a->of != b->of) return a->of > b->of; // the second round comes first
    if (by_right && a->right != b->right) return a->right > b->right;
    return a->nll < b->nll || (b->nll != b->nll && a->nll == a->nll); // NaN comes last
}

static void sort(cal_normalisation_guess *out, bool by_right) {
    for (int i = 1; i < out->count; i++) {
        const cal_normalisation moved = out->way[i];
        int j = i;
        for (; j && is_before(&moved, &out->way[j - 1], by_right); j--) out->way[j] = out->way[j - 1];
        out->way[j] = moved;
    }
}

// Returns true if the mean difference exceeds twice its standard error.
static bool differs(const double *a, const double *b, int n) {
    double mean = 0, square = 0;
    for (int i = 0; i < n; i++) mean += (b[i] - a[i]) / n;
    for (int i = 0; i < n; i++) square += (b[i] - a[i] - mean) * (b[i] - a[i] - mean);
    return n > 1 && mean > 0 && mean * mean * n * (n - 1) > 4 * square;
}

cal_status cal_normalise(cal_normalisation_guess *out, const cal_normalise_job *job, cal_error *err) {
    const int n = job->data->test.n, few = n < FEW ? n : FEW,
              many = n < CAL_NORMALISE_SAMPLES ? n : CAL_NORMALISE_SAMPLES;
    cal_arena arena = {0};
    if (job->data->several)
        return cal_fail(
            err, CAL_USAGE,
            "neither the file nor the link says how pixels are normalised, and it is guessed by classes "
            "alone: say mean and std");
    float *logits = cal_arena_alloc(&arena, (size_t)many * (size_t)job->data->k * sizeof *logits);
    double *losses = cal_arena_alloc(&arena, CAL_NORMALISATIONS * (size_t)many * sizeof *losses);
    list(out, job->data);
    out->clear = false;
    if (arena.refused || !many) {
        cal_arena_free(&arena);
        return cal_refuse_memory(err, "trying how pixels are normalised");
    }
    for (int i = 0; i < out->count; i++) measure(&out->way[i], losses, logits, job, few);
    sort(out, true);
    const int least = out->way[0].right - CLOSE;
    int close = 0;
    for (; close < out->count && out->way[close].right >= least; close++)
        measure(&out->way[close], losses + (size_t)close * (size_t)many, logits, job, many);
    int best = 0, second = -1;
    for (int i = 1; i < close; i++)
        if (out->way[i].nll < out->way[best].nll) best = i;
    for (int i = 0; i < close; i++)
        if (i != best && (second < 0 || out->way[i].nll < out->way[second].nll)) second = i;
    out->clear = second < 0 ||
                 differs(losses + (size_t)best * (size_t)many, losses + (size_t)second * (size_t)many, many);
    sort(out, false);
    cal_arena_free(&arena);
    return CAL_OK;
}

static const char *words_of(const char *id) {
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (usual[i].id == id) return usual[i].words;
    return "the data's own mean and standard deviation";
}

void cal_normalisation_guess_print(cal_text *out, const cal_normalisation_guess *found) {
    const cal_normalisation *best = &found->way[0], *next = &found->way[1];
    cal_text_add(out, "with %s %d of %d predictions are right", words_of(best->id), best->right, best->of);
    if (found->count < 2) return;
    cal_text_add(out, ", with %s %d", words_of(next->id), next->right);
    if (next->of != best->of) cal_text_add(out, " of %d", next->of);
    if (!found->clear) cal_text_add(out, ", which is too close to distinguish the two");
}

void cal_normalisation_guess_write(cal_text *json, const cal_normalisation_guess *found) {
    cal_json_open(json, '{');
    cal_json_member_string(json, "by", "guess");
    cal_json_member_bool(json, "told", found->clear);
    cal_json_key(json, "tried");
    cal_json_open(json, '[');
    for (int i = 0; i < found->count; i++) {
        const cal_normalisation *way = &found->way[i];
        cal_json_open(json, '{');
        cal_json_member_string(json, "id", way->id);
        cal_json_member_integer(json, "right", way->right);
        cal_json_member_integer(json, "of", way->of);
        cal_json_member_number(json, "nll", way->nll);
        cal_json_close(json, '}');
    }
    cal_json_close(json, ']');
    cal_json_close(json, '}');
}
