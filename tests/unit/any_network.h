// Losses, fits to points and networks for test_any_input.c, whose draws it shares.
#ifndef ANY_NETWORK_H
#define ANY_NETWORK_H
#include "link_of.h"

static void losses(void) {
    char text[128];
    const int k = 2 + below(5), n = any_size(&source);
    const any_set test = any_outputs(&arena, &source, n, k), other = any_outputs(&arena, &source, n, k);
    double *z = cal_arena_alloc(&arena, (size_t)(n * k) * sizeof *z),
           *slope = cal_arena_alloc(&arena, (size_t)(n * k) * sizeof *slope);
    double most = 0, mean = 0, p[4], curve[4][4];
    cal_loss_def def = cal_default_loss();
    for (int i = 0; i < n * k; i++)
        z[i] = test.logits[i], most = z[i] > most ? z[i] : -z[i] > most ? -z[i] : most;
    any_choice(text, sizeof text, &source, "loss", NULL);
    def.loss = text, def.logits = z, def.labels = test.labels, def.n = n, def.k = k;
    cal_loss_info about;
    const bool has = !cal_loss_about(&about, text, NULL);
    if (has && about.validation) def.validation = logits_of(&other);
    forget();
    if (any_drawn("loss", text,
                  any_answered(cal_loss_value(&mean, slope, NULL, &def, &err), &err, !has, text))) {
        bool good = any_is_number(mean), finite = any_is_finite(mean);
        for (int i = 0; i < n * k; i++) {
            good = good && any_is_number(slope[i]), finite = finite && any_is_finite(slope[i]);
            any_take_number(slope[i]);
        }
        any_take_number(mean);
        any_fine(good, "a loss", text);
        any_fine(finite || most > 1e3, "a finite loss", text);
    }
    cal_theory_def theory = cal_default_theory();
    for (int i = 0; i < 4; i++) {
        static const double ends[] = {1e-300, 1e-17, 0.5, 1 - 0x1p-53};
        p[i] = one_in(2) ? ends[i] : 0.001 + 0.998 * any_uniform(&source);
    }
    theory.loss = text, theory.p = p, theory.n = 4, theory.k = 2 + below(9), theory.single = one_in(2);
    forget();
    if (any_answered(cal_theory_curve(curve[0], curve[1], curve[2], curve[3], &theory, &err), &err, true,
                     text))
        for (int i = 0; i < 16; i++) {
            any_take_number(curve[i / 4][i % 4]);
            any_fine(any_is_number(curve[i / 4][i % 4]), "a curve", text);
        }
    theory.n = 1;
    double q, risk;
    bool bound;
    forget();
    if (one_in(8) && any_answered(cal_theory_optimum(&q, &risk, &bound, &theory, &err), &err, true, text)) {
        any_take_number(q), any_take_number(risk);
        any_fine(any_within(q, 0, 1) && any_is_number(risk), "an optimum", text);
    }
}

static void points(void) {
    const int n = 1 + any_size(&source);
    const any_set x = any_outputs(&arena, &source, n, 2);
    double at[64], value[64], weight[64];
    cal_fitted_cubic cubic;
    cal_spectral_density density;
    for (int i = 0; i < n; i++)
        at[i] = x.logits[2 * i], value[i] = x.logits[2 * i + 1], weight[i] = x.weight[i];
    forget();
    if (any_answered(cal_fit_cubic(&cubic, at, value, n, &err), &err, true, "a cubic")) {
        bool good = any_is_finite(cubic.center) && cubic.scale > 0 && any_is_finite(cubic.scale) &&
                    cubic.residual >= 0;
        for (int j = 0; j < 4; j++)
            good = good && any_is_finite(cubic.coefficient[j]), any_take_number(cubic.coefficient[j]);
        any_fine(good && !(cubic.explained > 1 + 1e-9), "a cubic", "its numbers");
    }
    forget();
    if (any_answered(cal_curvature_density(&density, value, one_in(2) ? weight : NULL, n, &err), &err, false,
                     "a density"))
        for (int i = 0; i < CAL_SPECTRUM_POINTS; i++) {
            any_take_number(density.value[i]);
            if (!any_fine(any_is_finite(density.at[i]) && density.value[i] >= 0, "a density", "its numbers"))
                break;
        }
}

// ---- networks

static const char LINK[] = "data=moons:train=16,val=6,test=8&model=mlp:hidden=3&epochs=1&batch=8";
static const char PICTURES[] =
    "data=shapes10:train=8,val=2,test=4&model=layers:c2-relu-gap-fc&epochs=1&batch=8";

static void make_networks(void) {
    for (int i = 0; i < 2; i++) {
        cal_training_def def = cal_default_training();
        cal_training *t;
        def.link = link_of(i ? PICTURES : LINK);
        CHECK(!cal_training_create(&t, lab, &def, &err) && !cal_training_run(t, 0, &err) &&
              !cal_training_weights(i ? &pictures : &network, t, &err));
        cal_training_free(t);
    }
}

// Returns a network's weights, some or all of them replaced by any.
static char *any_weights(const cal_bytes *of) {
    uint64_t head;
    char *file = cal_arena_alloc(&arena, of->size);
    memcpy(file, of->data, of->size);
    memcpy(&head, file, sizeof head);
    const double scale = any_scale(&source);
    const int every = 1 + below(4);
    for (size_t at = 8 + (size_t)head; at + 4 <= of->size; at += 4) {
        const float x = any_float(scale * any_normal(&source));
        if (one_in(every)) memcpy(file + at, &x, sizeof x);
    }
    return file;
}

static void probe_any(const char *text, const char *link, const char *state, size_t size) {
    cal_probe_def probe = cal_default_probe();
    cal_result *table;
    probe.probe = text, probe.link = link_of(link), probe.state = state, probe.state_size = size;
    forget();
    if (any_drawn("probe", text,
                  any_answered(cal_probe_table(&table, lab, &probe, &err), &err, true, text))) {
        const cal_result_info about = cal_result_about(table);
        for (int i = 0; i < about.rows * about.columns; i++) any_take_number(about.cell[i]);
    }
    cal_result_free(table);
}

// Takes any finite weights: if the outputs are then not finite, an error must say so.
static void weights(void) {
    static const char *const probes[] = {
        "logits",           "boundary:grid=5",         "gradients",
        "landscape:grid=3", "landscape:grid=3,axes=2", "curvature:vectors=2,steps=3"};
    static const char *const of_pictures[] = {"normalisation", "gradcam", "logits", "gradients"};
    const char *file = any_weights(&network);
    cal_network_def def = cal_default_network();
    cal_network *net;
    cal_bytes text;
    def.bytes = file, def.size = network.size;
    forget();
    if (any_answered(cal_network_open(&net, &def, &err), &err, true, "a network")) {
        const any_set in = any_outputs(&arena, &source, 4, 2);
        const cal_sample_set samples = {.n = 4, .k = 2, .c = 2, .h = 1, .w = 1, .features = in.logits};
        float logits_out[8];
        for (int onnx = 0; onnx < 2; onnx++) {
            forget();
            if (!any_drawn("export", onnx ? "onnx" : "safetensors",
                           any_answered(cal_network_save(&text, net, onnx ? any_temperature() : 0, &err),
                                        &err, true, "a file")))
                continue;
            any_take(text.data, text.size);
            cal_bytes_free(&text);
        }
        forget();
        if (!any_answered(cal_network_json(&text, net, &err), &err, true, "about a network"))
            text = (cal_bytes){0};
        else any_give_json(&text, "about a network");
        forget();
        any_answered(cal_network_logits(logits_out, net, lab, &samples, &err), &err, true, "its logits");
    }
    cal_network_free(net);

    probe_any(probes[below(sizeof probes / sizeof *probes)], LINK, file, network.size);
    probe_any(of_pictures[below(sizeof of_pictures / sizeof *of_pictures)], PICTURES, any_weights(&pictures),
              pictures.size);

    const double inputs[4] = {any_magnitude(&source), 1, -1, any_normal(&source)};
    const int32_t labels[2] = {0, 1};
    cal_curvature_def curved = cal_default_curvature();
    cal_curvature *c;
    double loss, norm, trace, error;
    curved.weights = (cal_input){"w", file, network.size};
    curved.inputs = inputs, curved.labels = labels, curved.n = 2, curved.c = 2, curved.h = curved.w = 1;
    curved.interpreted = one_in(2);
    forget();
    if (any_answered(cal_curvature_create(&c, lab, &curved, &err), &err, true, "curvature")) {
        if (any_answered(cal_curvature_loss(&loss, NULL, &norm, c, &err), &err, true, "a loss"))
            any_take_number(loss), any_take_number(norm);
        forget();
        if (any_answered(cal_curvature_trace(&trace, &error, c, CAL_CURVATURE_ALL, 2, 1, &err), &err, true,
                         "a trace"))
            any_take_number(trace);
        cal_lanczos_spectrum spectrum;
        forget();
        if (any_answered(cal_curvature_lanczos(&spectrum, c, CAL_CURVATURE_ALL, 3, 1, 0, &err), &err, true,
                         "a spectrum"))
            for (int i = 0; i < spectrum.steps; i++) any_take_number(spectrum.value[i]);
    }
    cal_curvature_free(c);
}

#endif
