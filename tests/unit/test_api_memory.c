// Refuses each allocation of the C library in turn: each call returns CAL_MEMORY with a sentence and no
// handle, or succeeds anyway. The sanitized build checks that nothing leaks or is used half made.
#include <stdlib.h>
#include "check.h"
#include "api/calib.h"
#include "base/bytes/npy.h"

static long allocations, refused; // `refused` is the number of the refused one, from 1; 0: none

// Replaces the C library's allocator, which base/memory.c calls.
void *aligned_alloc(size_t alignment, size_t size) {
    void *memory = NULL;
    if (++allocations == refused || posix_memalign(&memory, alignment, size)) return NULL;
    return memory;
}

static const char small[] = "data=moons:train=40,val=20,test=20&model=mlp:hidden=4&epochs=1&batch=20";
enum { N = 20, K = 2 };
static float logits[N][K];
static double wide[N][K], halves[N][K];
static int32_t labels[N];
static cal_lab *lab;
static cal_bytes weights; // a network's

static cal_logit_set rows(void) {
    return (cal_logit_set){.logits = &logits[0][0], .labels = labels, .n = N, .k = K};
}

// ---- scenes: a status, and everything freed

static cal_status use_lab(cal_error *err) {
    cal_lab_def def = cal_default_lab();
    cal_lab *own;
    cal_bytes text = {0}, more = {0};
    bool same;
    def.threads = 1;
    cal_status status = cal_lab_create(&own, &def, err);
    if (!status) status = cal_lab_add_file(own, "a.bin", small, sizeof small, err);
    cal_link *link = NULL, *shared = NULL, *narrow = NULL;
    if (!status) status = cal_link_parse(&link, small, err);
    if (!status) status = cal_link_shared(&text, link, err);
    if (!status) status = cal_link_parse(&shared, text.data, err);
    if (!status) status = cal_link_compare(&same, &more, shared, link, err);
    cal_bytes_free(&text);
    cal_bytes_free(&more);
    if (!status) status = cal_catalog_json(&text, err);
    if (!status) status = cal_link_with(&more, small, "loss", "focal", err);
    if (!status) status = cal_link_evaluated(&narrow, link, true, err);
    if (!status) status = cal_link_reproduced(link, narrow, err);
    cal_link_free(narrow);
    cal_link_free(shared);
    cal_bytes file = {0}, again = {0};
    if (!status) status = cal_link_file(&file, link, err);
    cal_link_free(link);
    if (!status) status = cal_link_from_file(&again, "f.json", file.data, file.size, err);
    cal_bytes_free(&file);
    cal_bytes_free(&again);
    cal_bytes_free(&text);
    cal_bytes_free(&more);
    if (!status) status = cal_link_reset(&text, small, "model", err);
    if (!status) status = cal_link_value(&more, &same, small, "model", err);
    cal_bytes_free(&text);
    cal_bytes_free(&more);
    cal_lab_free(own);
    return status;
}

static cal_status use_training(cal_error *err) {
    cal_training_def def = cal_default_training();
    cal_training_result result = {0};
    cal_training *t;
    cal_samples *samples = NULL;
    cal_bytes state = {0}, file = {0};
    cal_link *link;
    cal_status status = cal_link_parse(&link, small, err);
    if (status) return status;
    def.link = link;
    status = cal_training_create(&t, lab, &def, err);
    CHECK(!status == !!t);
    if (!status) status = cal_training_run(t, 1, err);
    if (!status) status = cal_training_save(&state, t, err);
    const void *held;
    size_t size;
    if (!status) status = cal_training_state_held(&held, &size, t, err);
    if (!status) status = cal_training_weights(&file, t, err);
    cal_training_free(t);
    if (!status) {
        def.start = state.data, def.start_size = state.size;
        status = cal_training_create(&t, lab, &def, err);
        if (!status) status = cal_training_run(t, 0, err);
        if (!status) status = cal_training_receipt(&result, t, err);
        cal_training_free(t);
    }
    if (!status) {
        def.start = weights.data, def.start_size = weights.size, def.start_as = CAL_START_INITIAL;
        status = cal_training_create(&t, lab, &def, err);
        cal_bytes text = {0};
        if (!status) status = cal_training_link(&text, t, err);
        cal_bytes_free(&text);
        cal_training_free(t);
    }
    if (!status) status = cal_samples_load(&samples, lab, link, err);
    cal_samples_free(samples);
    cal_link_free(link);
    cal_bytes_free(&result.link);
    cal_bytes_free(&state);
    cal_bytes_free(&file);
    return status;
}

static cal_status use_report(cal_error *err) {
    static const char *const metrics[] = {"ece", "nll", "ece:bins=3", NULL}, *const calibrators[] = {
                                                                                 "temperature", "isotonic",
                                                                                 NULL};
    cal_report_def def = cal_default_report();
    cal_report *report;
    cal_bytes text = {0};
    def.test = def.validation = rows();
    def.test.n = N - 1, def.draws = 2, def.metrics = metrics, def.calibrators = calibrators;
    cal_status status = cal_report_logits(&report, lab, &def, err);
    CHECK(!status == !!report);
    if (!status) CHECK(cal_report_metrics(report, cal_report_fits(report) - 1) == 3);
    if (!status) status = cal_report_table(&text, report, "csv", err);
    cal_bytes_free(&text);
    cal_bytes json = {0};
    if (!status) status = cal_report_json(&json, report, err);
    if (!status) status = cal_report_json_table(&text, json.data, json.size, "csv", err);
    cal_bytes_free(&json);
    cal_bytes_free(&text);
    cal_report_free(report);
    return status;
}

static cal_status use_inputs(cal_error *err) {
    static const char table[] = "label,pred,conf\n0,0,0.9\n1,1,0.8\n1,0,0.6\n0,0,0.7\n2,2,0.95\n";
    static const char *const metrics[] = {"error", NULL};
    const cal_report_inputs inputs = {.csv = {"t.csv", table, sizeof table - 1}};
    cal_report_def def = cal_default_report();
    cal_report *report;
    def.metrics = metrics, def.draws = 0;
    cal_status status = cal_report_read(&report, lab, &def, &inputs, err);
    CHECK(!status == !!report);
    cal_report_free(report);
    if (status) return status;
    def.test = rows(), def.test.logits = NULL, def.test.probabilities = &halves[0][0];
    status = cal_report_logits(&report, lab, &def, err);
    cal_report_free(report);
    return status;
}

static cal_text stored; // halves as .npy

static cal_status use_files(cal_error *err) {
    cal_file_outputs_def def = cal_default_file_outputs();
    cal_file_outputs *o;
    def.logits = (cal_input){"p.npy", stored.data, (size_t)stored.length};
    def.probs = def.wide = true;
    cal_status status = cal_file_outputs_read(&o, &def, err);
    CHECK(!status == !!o);
    cal_file_outputs_free(o);
    cal_bytes about = {0};
    cal_file_array *a = NULL;
    if (!status) status = cal_input_json(&about, &def.logits, err);
    if (!status) status = cal_file_array_read(&a, &def.logits, err);
    CHECK(!status == !!a);
    cal_file_array_free(a);
    cal_bytes_free(&about);
    return status;
}

static cal_status use_json(cal_error *err) {
    cal_metrics_def def = cal_default_metrics();
    cal_bytes json = {0};
    def.test = rows(), def.draws = 2, def.headline = true;
    cal_status status = cal_metrics_json(&json, lab, &def, err);
    cal_bytes_free(&json);
    cal_link *link = NULL;
    if (!status) status = cal_link_parse(&link, small, err);
    if (!status) status = cal_link_plan_json(&json, link, 1, err);
    cal_bytes_free(&json);
    if (!status) status = cal_link_wanted_json(&json, link, err);
    cal_bytes_free(&json);
    cal_link_free(link);
    if (!status) status = cal_link_recovered_json(&json, "sum=1&loss=focal&x", err);
    cal_bytes_free(&json);
    if (!status) status = cal_catalog_choice_json(&json, "loss", "focal:gamma=2", err);
    cal_bytes_free(&json);
    return status;
}

static cal_status use_rest(cal_error *err) {
    cal_calibration_def def = cal_default_calibration();
    cal_loss_def loss = cal_default_loss();
    cal_network_def net = cal_default_network();
    cal_calibration *c;
    cal_network *network = NULL;
    cal_bytes text = {0};
    double mean, gradient[N][K], p[N][K];
    const float points[N][2] = {{0}};
    const cal_sample_set samples = {.n = N, .c = 2, .h = 1, .w = 1, .features = &points[0][0]};
    float outputs[N][K];
    def.calibrator = "temperature", def.fitted_on = rows();
    cal_status status = cal_calibration_fit(&c, lab, &def, err);
    if (!status) status = cal_calibration_apply(&p[0][0], NULL, NULL, c, 0, &logits[0][0], N, err);
    if (!status) status = cal_calibration_json(&text, c, 0, err);
    cal_bytes_free(&text);
    cal_calibration_free(c);
    loss.loss = "adafocal", loss.logits = &wide[0][0], loss.labels = labels, loss.n = N, loss.k = K;
    loss.validation = rows();
    if (!status) status = cal_loss_value(&mean, &gradient[0][0], &text, &loss, err);
    cal_bytes_free(&text);
    net.bytes = weights.data, net.size = weights.size;
    if (!status) status = cal_network_open(&network, &net, err);
    if (!status) status = cal_network_logits(&outputs[0][0], network, lab, &samples, err);
    if (!status) status = cal_network_save(&text, network, 2, err);
    cal_bytes_free(&text);
    if (!status) status = cal_network_json(&text, network, err);
    cal_bytes_free(&text);
    if (!status) status = cal_network_link(&text, network, err);
    cal_bytes_free(&text);
    cal_network_free(network);
    return status;
}

static cal_status use_tables(cal_error *err) {
    static const char *const corruptions[] = {"blur", NULL};
    cal_view_def view = cal_default_view();
    cal_probe_def probe = cal_default_probe();
    cal_result *result;
    cal_probe_memory need;
    uint8_t pixel = 7, out;
    const cal_sample_set one = {.n = 1, .k = 2, .c = 1, .h = 1, .w = 1, .pixels = &pixel};
    view.view = "reliability", view.test = rows();
    cal_status status = cal_view_table(&result, &view, err);
    CHECK(!status == !!result);
    cal_result_free(result);
    if (status) return status;
    cal_link *link;
    status = cal_link_parse(&link, small, err);
    probe.probe = "logits", probe.link = link, probe.state = weights.data, probe.state_size = weights.size;
    if (!status) status = cal_probe_plan(&need, lab, &probe, 1, err);
    if (!status) {
        status = cal_probe_table(&result, lab, &probe, err);
        CHECK(!status == !!result);
        cal_result_free(result);
    }
    cal_link_free(link);
    return status ? status : cal_corrupt_pixels(&out, &one, corruptions[0], err);
}

static cal_status use_study(cal_error *err) {
    static const double p[] = {0.3, 0.6};
    cal_theory_def theory = cal_default_theory();
    double number[2];
    cal_bytes text = {0};
    theory.loss = "adafocal", theory.p = p, theory.n = 2;
    cal_status status = cal_theory_curve(number, NULL, NULL, NULL, &theory, err);
    theory.loss = "ce";
    if (!status) status = cal_theory_optimum(number, NULL, NULL, &theory, err);
    if (!status) status = cal_catalog_canonical(&text, "loss", "focal", err);
    cal_bytes_free(&text);
    cal_architecture_def model = cal_default_architecture();
    cal_architecture *a = NULL;
    model.model = "mlp:hidden=4", model.data = "moons", model.batch = 8;
    if (!status) status = cal_architecture_create(&a, &model, err);
    CHECK(!status == !!a);
    if (!status) status = cal_architecture_json(&text, a, err);
    cal_bytes_free(&text);
    cal_architecture_free(a);
    cal_samples *samples = NULL;
    cal_overlap overlap;
    cal_link *link = NULL, *shapes = NULL;
    if (!status) status = cal_link_parse(&link, small, err);
    if (!status) status = cal_samples_first(&samples, lab, link, CAL_SET_TEST, 5, err);
    if (!status) status = cal_samples_overlap(&overlap, samples, CAL_SET_TEST, CAL_SET_TRAIN, 0, err);
    if (!status) status = cal_samples_json(&text, samples, CAL_NEAR_USUAL, err);
    cal_bytes_free(&text);
    cal_samples_free(samples);
    samples = NULL;
    const double fraction[] = {0.25, 0.5};
    cal_blend_def blend = cal_default_blend();
    if (!status) status = cal_link_parse(&shapes, "data=shapes10", err);
    blend.link = shapes, blend.set = CAL_SET_TEST, blend.second = 1, blend.fraction = fraction, blend.n = 2;
    if (!status) status = cal_samples_blend(&samples, &blend, err);
    cal_samples_free(samples);
    cal_link_free(link);
    cal_link_free(shapes);
    return status;
}

static cal_status use_curvature(cal_error *err) {
    cal_curvature_def def = cal_default_curvature();
    cal_training_def train = cal_default_training();
    cal_training *t = NULL;
    cal_curvature *c = NULL;
    cal_hessian_matrix matrix;
    cal_lanczos_spectrum spectrum;
    double number;
    cal_link *link;
    cal_status status = cal_link_parse(&link, small, err);
    train.link = link;
    if (!status) status = cal_training_create(&t, lab, &train, err);
    cal_link_free(link);
    def.training = t, def.set = CAL_SET_TEST;
    if (!status) status = cal_curvature_create(&c, lab, &def, err);
    CHECK(!status == !!c);
    if (!status) status = cal_curvature_loss(&number, NULL, NULL, c, err);
    if (!status) status = cal_curvature_trace(&number, NULL, c, 0, 2, 1, err);
    if (!status) status = cal_curvature_lanczos(&spectrum, c, CAL_CURVATURE_ALL, 3, 1, 0, err);
    if (!status) status = cal_curvature_matrix(&matrix, c, 1, err);
    cal_curvature_free(c);
    cal_training_free(t);
    if (status) return status;
    def = cal_default_curvature(), def.interpreted = true;
    def.weights = (cal_input){"w", weights.data, weights.size};
    def.inputs = &wide[0][0], def.labels = labels, def.n = N, def.c = K, def.h = def.w = 1;
    status = cal_curvature_create(&c, lab, &def, err);
    if (!status) status = cal_curvature_loss(&number, NULL, NULL, c, err);
    cal_curvature_free(c);
    return status;
}

// ---- all of them

static void check_scene(const char *name, cal_status (*use)(cal_error *err), long stride) {
    cal_error err = {0};
    allocations = refused = 0;
    CHECK(use(&err) == CAL_OK);
    CHECK_TEXT(err.text, "");
    const long all = allocations;
    long failed = 0;
    for (long i = 1; i <= all; i += stride) {
        if (all / stride > 40 && !CHECK_TURN(6, i / stride)) continue;
        err = (cal_error){0};
        allocations = 0;
        refused = i;
        const cal_status status = use(&err);
        const bool good = status == CAL_OK || (status == CAL_MEMORY && err.text[0]);
        if (!good) printf("%s: allocation %ld of %ld: status %d, '%s'\n", name, i, all, status, err.text);
        CHECK(good);
        failed += status != CAL_OK;
    }
    refused = 0;
    CHECK(failed > 0);
}

static void make(void) {
    cal_lab_def def = cal_default_lab();
    cal_training_def train = cal_default_training();
    cal_training *t = NULL;
    def.threads = 1;
    cal_link *link;
    CHECK(cal_link_parse(&link, small, NULL) == CAL_OK);
    train.link = link;
    CHECK(cal_lab_create(&lab, &def, NULL) == CAL_OK);
    CHECK(cal_training_create(&t, lab, &train, NULL) == CAL_OK);
    cal_link_free(link);
    CHECK(cal_training_weights(&weights, t, NULL) == CAL_OK);
    cal_training_free(t);
    for (int i = 0; i < N; i++) {
        labels[i] = i % K;
        for (int j = 0; j < K; j++)
            halves[i][j] = 0.5, wide[i][j] = logits[i][j] = (float)((i * 7 + j * 5) % 11) / 4;
    }
    cal_npy_write(&stored, "f8", halves, (int[]){N, K}, 2);
}

int main(void) {
    make();
    check_scene("lab", use_lab, 1);
    check_scene("training", use_training, 1);
    check_scene("report", use_report, 7);
    check_scene("inputs", use_inputs, 1);
    check_scene("files", use_files, 1);
    check_scene("json", use_json, 1);
    check_scene("tables", use_tables, 1);
    check_scene("rest", use_rest, 1);
    check_scene("study", use_study, 1);
    check_scene("curvature", use_curvature, 1);
    cal_text_free(&stored);
    cal_bytes_free(&weights);
    cal_lab_free(lab);
    return CHECK_DONE();
}
