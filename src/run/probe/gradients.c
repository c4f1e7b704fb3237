// Probes the gradients of single samples with respect to the last linear layer's weight: their norms.
#include "base/maths/maths.h"
#include "run/probe/probe.h"
#include "run/train/diagnostics.h"

static cal_status size(cal_probe_size *out, const cal_probe_input *in, const cal_choice *choice,
                       cal_error *err) {
    cal_split split;
    cal_status status = cal_probe_first(&split, in, choice, err);
    if (!status && !cal_net_last_weight(in->net))
        status = cal_fail(err, CAL_USAGE, "probe gradients: model %s does not end with a linear layer",
                          in->spec->model.entry->id);
    out->rows = CAL_NORM_BINS;
    out->bytes = (size_t)split.n * (sizeof(double) + (size_t)in->data->k * sizeof(float)) + 4096;
    return status;
}

static cal_status make(cal_table *out, const cal_probe_input *in, const cal_choice *choice, cal_error *err) {
    cal_arena arena = {0};
    cal_split split;
    cal_status status = cal_probe_first(&split, in, choice, err);
    const size_t n = (size_t)split.n;
    float *logits = cal_arena_alloc(&arena, n * (size_t)in->data->k * sizeof *logits);
    double *norm = cal_arena_alloc(&arena, n * sizeof *norm), count[CAL_NORM_BINS] = {0}, mean = 0;
    if (!status && arena.refused) status = cal_refuse_memory(err, "the gradients");
    if (!status) {
        cal_gradient_norms(logits, norm, in->run, &split);
        for (size_t i = 0; i < n; i++) {
            mean += norm[i] / (double)n;
            count[cal_norm_bin(norm[i])]++;
        }
        cal_table_fact(out, "mean", mean);
        cal_table_fact(out, "samples", (double)n);
        out->begin(out->to, CAL_NORM_BINS);
        for (int b = 0; b < CAL_NORM_BINS; b++) {
            const bool last = b + 1 == CAL_NORM_BINS;
            out->row(out->to,
                     (double[]){b ? cal_norm_edge(b - 1) : 0, last ? __builtin_nan("") : cal_norm_edge(b),
                                count[b], count[b] / (double)n});
        }
    }
    cal_arena_free(&arena);
    return status;
}

const cal_probe cal_probe_gradients = {
    .entry = {.id = "gradients",
              .label = "Gradient norms",
              .tex = "\\|\\nabla_W \\ell_i\\|",
              .source = "Mukhoti et al. 2020, Sec. 4: of the last linear layer, for each sample",
              .help = "Histogram of the norms of single samples' gradients of the last layer's weight",
              .params = (const cal_param[]){{.name = "on",
                                             .help = "The samples' set: training, validation or test",
                                             .unit = "",
                                             .type = CAL_CHOICE,
                                             .choices = "val/test/train",
                                             .value = 2,
                                             .max = 2},
                                            CAL_PROBE_SAMPLES(2000),
                                            {0}}},
    .columns = (const cal_column[]){{"low", "Norm from", ""},
                                    {"high", "to", ""},
                                    {"count", "Samples", ""},
                                    {"share", "Share", "%"},
                                    {NULL}},
    .each_label = true,
    .size = size,
    .make = make,
};
