// Computes the diagnostics of an epoch.
#include "run/train/diagnostics.h"
#include <string.h>
#include "base/maths/maths.h"
#include "run/train/parts.h"
#include "catalog/scores/bins.h"
#include "catalog/scores/sort.h"

enum { SETS_OF_BINS = 3 };
_Static_assert(sizeof(cal_diagnosis) % sizeof(double) == 0 && sizeof(cal_diagnosis_bin) % sizeof(double) == 0,
               "a diagnosis has only doubles");

static bool requested(const cal_spec *spec) { return cal_run_number(spec, "diagnostics") == 1; }

int cal_diagnosis_width(const cal_spec *spec) {
    const size_t bins = (size_t)(SETS_OF_BINS * cal_run_number(spec, "bins"));
    return requested(spec)
               ? (int)((sizeof(cal_diagnosis) + bins * sizeof(cal_diagnosis_bin)) / sizeof(double))
               : 0;
}

// ---- one set

static double ratio(double sum, double count) { return count ? sum / count : __builtin_nan(""); }

static void describe_set(cal_diagnosis_set *out, const cal_scores *s, double *p) {
    *out = (cal_diagnosis_set){{0}};
    for (int i = 0; i < s->n; i++) {
        const int wrong = !s->correct[i];
        const float *z = s->logits + (size_t)i * (size_t)s->k;
        double entropy = 0, squares = 0;
        cal_scores_row(p, s, i);
        for (int j = 0; j < s->k; j++) {
            if (p[j] > 0) entropy -= p[j] * cal_log(p[j]);
            squares += (double)z[j] * z[j];
        }
        out->count[wrong]++;
        out->nll[wrong] -= s->log_p_label[i];
        out->entropy[wrong] += entropy;
        out->p_label[wrong] += cal_exp(s->log_p_label[i]);
        out->logit_norm += cal_sqrt(squares);
        out->largest_logit += z[s->predicted[i]];
    }
    for (int wrong = 0; wrong < 2; wrong++) {
        out->nll[wrong] = ratio(out->nll[wrong], out->count[wrong]);
        out->entropy[wrong] = ratio(out->entropy[wrong], out->count[wrong]);
        out->p_label[wrong] = ratio(out->p_label[wrong], out->count[wrong]);
    }
    out->logit_norm = ratio(out->logit_norm, s->n);
    out->largest_logit = ratio(out->largest_logit, s->n);
}

// ---- training set

typedef struct gathered {
    float *logits; // [n,k]
    double *norm;  // [n], norm of each sample's gradient with respect to the last weight, or NaN
} gathered;

static double length_of(const float *x, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) sum += (double)x[i] * x[i];
    return cal_sqrt(sum);
}

void cal_gradient_norms(float *logits, double *norm, struct cal_run *run, const cal_split *split) {
    const cal_program *eval = &run->now->eval;
    const cal_tensor *weight = cal_net_last_weight(run->net);
    const size_t k = (size_t)run->data.k, features = weight ? (size_t)weight->dim[1] : 0;
    for (int first = 0; first < split->n; first += eval->batch) {
        const int count = cal_run_eval_batch(logits, run, split, first);
        // The slope is the gradient of the batch's mean loss. The weight's gradient is its outer product with
        // the features.
        const float *slope = cal_plan_data(eval->plan, eval->slope);
        const float *h = eval->features == CAL_NO_NODE ? NULL : cal_plan_data(eval->plan, eval->features);
        for (int i = 0; i < count; i++)
            norm[first + i] = h && slope ? count * length_of(slope + (size_t)i * k, (int)k) *
                                               length_of(h + (size_t)i * features, (int)features)
                                         : __builtin_nan("");
    }
}

int cal_norm_bin(double norm) {
    const double decades = norm > 0 ? cal_log(norm) / 2.302585092994046 : -100;
    if (decades < -8) return 0;
    const int bin = 1 + (int)((decades + 8) * 4);
    return bin < CAL_NORM_BINS ? bin : CAL_NORM_BINS - 1;
}

double cal_norm_edge(int i) { return cal_exp((i / 4.0 - 8) * 2.302585092994046); }

static void describe_gradients(cal_diagnosis *out, const cal_run *run, const gathered *g) {
    const cal_tensor *weight = cal_net_last_weight(run->net);
    const int n = run->data.train.n;
    out->weight_norm = weight ? length_of(run->flat + weight->offset, (int)weight->size) : __builtin_nan("");
    out->gradient_mean = 0;
    memset(out->gradients, 0, sizeof out->gradients);
    for (int i = 0; i < n; i++) {
        out->gradient_mean += g->norm[i] / n;
        if (weight) out->gradients[cal_norm_bin(g->norm[i])]++;
    }
}

// Updates two numbers per sample: the epoch since which it is right (0 if it is wrong now) and its largest
// logit.
static void learn(cal_run *run, const cal_scores *s, int epoch) {
    float *since = run->learned, *largest = run->learned + s->n;
    for (int i = 0; i < s->n; i++) {
        if (!s->correct[i]) since[i] = 0;
        else if (since[i] == 0) since[i] = (float)(epoch + 1);
        largest[i] = s->logits[(size_t)i * (size_t)s->k + (size_t)s->predicted[i]];
    }
}

// ---- bins

static void take_bins(cal_diagnosis_bin *out, const cal_bin *bin, int bins) {
    for (int b = 0; b < bins; b++) {
        const bool empty = !bin[b].count;
        out[b] = (cal_diagnosis_bin){.low = bin[b].low,
                                     .high = bin[b].high,
                                     .count = bin[b].count,
                                     .confidence = empty ? __builtin_nan("") : bin[b].confidence,
                                     .accuracy = empty ? __builtin_nan("") : bin[b].accuracy};
    }
}

// Returns the last bin whose lower edge is at most x; the first bin for smaller x.
static int bin_below(const cal_diagnosis_bin *bin, int bins, double x) {
    int at = 0;
    for (int b = 1; b < bins; b++)
        if (bin[b].count && bin[b].low <= x) at = b;
    return at;
}

typedef struct sorted {
    double *p_label, *outcome;
    int32_t *order, *scratch;
    cal_bin *bin;
} sorted;

static void describe_bins(cal_diagnosis_bin *out, const cal_scores *val, const cal_scores *train, int bins,
                          const sorted *w) {
    const cal_binning own = {
        .bins = bins, .n = train->n, .confidence = w->p_label, .outcome = w->outcome, .order = w->order};
    cal_diagnosis_bin *common = out + bins;
    for (int b = 0; b < 2 * bins; b++)
        out[b] = (cal_diagnosis_bin){
            .confidence = __builtin_nan(""), .accuracy = __builtin_nan(""), .top = __builtin_nan("")};
    if (val) {
        for (int i = 0; i < val->n; i++) w->outcome[i] = val->correct[i];
        cal_bins_equal_mass(w->bin, &(cal_binning){.bins = bins,
                                                   .n = val->n,
                                                   .confidence = val->confidence,
                                                   .outcome = w->outcome,
                                                   .order = val->order});
        take_bins(out, w->bin, bins);
        memset(w->bin, 0, (size_t)bins * sizeof *w->bin);
        for (int i = 0; i < train->n; i++) {
            cal_bin *bin = &w->bin[bin_below(out, bins, w->p_label[i])];
            bin->count++;
            bin->confidence += w->p_label[i];
            bin->accuracy += train->correct[i];
        }
        for (int b = 0; b < bins; b++) {
            w->bin[b].low = out[b].low, w->bin[b].high = out[b].high;
            if (!w->bin[b].count) continue;
            w->bin[b].confidence /= w->bin[b].count;
            w->bin[b].accuracy /= w->bin[b].count;
        }
        take_bins(common, w->bin, bins);
        for (int i = 0; i < train->n; i++)
            common[bin_below(out, bins, w->p_label[i])].top += train->confidence[i];
        for (int b = 0; b < bins; b++) common[b].top = ratio(common[b].top, common[b].count);
    }
    for (int i = 0; i < train->n; i++) w->outcome[i] = train->correct[i];
    cal_sort_order(w->order, w->scratch, w->p_label, train->n);
    cal_bins_equal_mass(w->bin, &own);
    take_bins(out + 2 * bins, w->bin, bins);
    // The same bins, with the largest probability in place of the outcome.
    for (int i = 0; i < train->n; i++) w->outcome[i] = train->confidence[i];
    cal_bins_equal_mass(w->bin, &own);
    for (int b = 0; b < bins; b++)
        out[2 * bins + b].top = w->bin[b].count ? w->bin[b].accuracy : __builtin_nan("");
}

// ---- epoch

static cal_status score(cal_scores *out, cal_arena *arena, const cal_run *run, const cal_split *split,
                        const float *logits, const char *name, cal_error *err) {
    cal_error why = {CAL_OK, ""};
    if (!split->n) return CAL_OK;
    cal_status status = cal_scores_make_how(out, arena, (cal_scores_options){run->pool, 0}, logits,
                                            split->labels, NULL, split->n, run->data.k, 1, &why);
    return status ? cal_fail(err, status == CAL_MEMORY ? status : CAL_FAILED, "%s set: %s", name, why.text)
                  : CAL_OK;
}

typedef struct workspace {
    double *p; // [k]
    gathered training;
    sorted order;
} workspace;

static void make_room(workspace *w, cal_arena *arena, const cal_spec *spec, size_t train, size_t val,
                      size_t k) {
    w->p = cal_arena_alloc(arena, k * sizeof *w->p);
    w->training.logits = cal_arena_alloc(arena, train * k * sizeof *w->training.logits);
    w->training.norm = cal_arena_alloc(arena, train * sizeof *w->training.norm);
    sorted *s = &w->order;
    s->p_label = cal_arena_alloc(arena, train * sizeof *s->p_label);
    s->outcome = cal_arena_alloc(arena, (train > val ? train : val) * sizeof *s->outcome);
    s->order = cal_arena_alloc(arena, train * sizeof *s->order);
    s->scratch = cal_arena_alloc(arena, train * sizeof *s->scratch);
    s->bin = cal_arena_alloc(arena, (size_t)cal_run_number(spec, "bins") * sizeof *s->bin);
}

size_t cal_diagnosis_bytes(const cal_spec *spec, int train, int val, int test, int k) {
    const int n[] = {train, val, test};
    cal_arena counted = {.counts = true};
    workspace w;
    size_t most = 0;
    if (!requested(spec)) return 0;
    make_room(&w, &counted, spec, (size_t)train, (size_t)val, (size_t)k);
    for (int i = 0; i < 3; i++) {
        if (!n[i]) continue;
        const size_t passing = cal_scores_count(&counted, n[i], k, 0) + counted.taken;
        most = passing > most ? passing : most;
    }
    return most > counted.taken ? most : counted.taken;
}

cal_status cal_diagnose(cal_run *run, int epoch, cal_error *err) {
    const cal_dataset *d = &run->data;
    cal_diagnosis *out =
        (cal_diagnosis *)(run->diagnoses + (size_t)epoch * (size_t)cal_diagnosis_width(&run->spec));
    cal_arena arena = {0};
    workspace w;
    cal_scores train, val, test;
    cal_status status = CAL_OK;
    make_room(&w, &arena, &run->spec, (size_t)d->train.n, (size_t)d->val.n, (size_t)d->k);
    if (arena.refused) status = cal_refuse_memory(err, "an epoch's diagnostics");
    if (!status) cal_gradient_norms(w.training.logits, w.training.norm, run, &d->train);
    if (!status) status = score(&train, &arena, run, &d->train, w.training.logits, "training", err);
    if (!status) status = score(&val, &arena, run, &d->val, run->val_logits, "validation", err);
    if (!status) status = score(&test, &arena, run, &d->test, run->test_logits, "test", err);
    if (!status) {
        describe_set(&out->train, &train, w.p);
        if (d->val.n) describe_set(&out->val, &val, w.p);
        describe_set(&out->test, &test, w.p);
        describe_gradients(out, run, &w.training);
        for (int i = 0; i < train.n; i++) w.order.p_label[i] = cal_exp(train.log_p_label[i]);
        describe_bins((cal_diagnosis_bin *)(out + 1), d->val.n ? &val : NULL, &train,
                      cal_run_number(&run->spec, "bins"), &w.order);
        learn(run, &train, epoch);
    }
    cal_arena_free(&arena);
    return status;
}
