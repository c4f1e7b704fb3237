// Probes the Hessian of the mean loss, or the Fisher information, at a state. The answer has the trace, the
// outer eigenvalues and the spectral density.
#include "catalog/head/head.h"
#include "run/curvature/curvature.h"
#include "run/probe/probe.h"
#include "run/train/inspect.h"

enum { BATCH_MAX = 128 };

static bool is_fisher(const cal_choice *choice) { return cal_choice_integer(choice, "matrix") == 1; }

// Plans the matrix on `split`, which must outlive it.
static cal_status plan(cal_hessian **out, const cal_split *split, const cal_probe_input *in,
                       const cal_choice *choice, cal_error *err) {
    const cal_run *run = in->run;
    const cal_hessian_request request = {.net = in->net,
                                         .loss = run ? cal_run_last_loss(run) : &in->spec->loss,
                                         .penalty = &in->spec->penalty,
                                         .loss_state = run ? cal_run_loss_state(run) : NULL,
                                         .data = in->data,
                                         .split = split,
                                         .fisher = is_fisher(choice),
                                         .several = cal_head_of(&in->spec->head)->several,
                                         .batch = BATCH_MAX,
                                         .flat = run ? cal_run_weights(run) : NULL,
                                         .precision = CAL_SINGLE,
                                         .pool = run ? cal_run_pool(run) : NULL,
                                         .workers = in->workers};
    return cal_hessian_create(out, &request, err);
}

static cal_status size(cal_probe_size *out, const cal_probe_input *in, const cal_choice *choice,
                       cal_error *err) {
    const int steps = cal_choice_integer(choice, "steps");
    cal_split split;
    cal_hessian *h = NULL;
    cal_status status = cal_probe_first(&split, in, choice, err);
    if (!status && cal_choice_integer(choice, "vectors") == 1)
        status =
            cal_fail(err, CAL_USAGE, "probe curvature: vectors=1 gives no standard error: take at least 2");
    if (!status) status = plan(&h, &split, in, choice, err);
    out->rows = CAL_DENSITY_POINTS;
    if (!status)
        out->bytes = cal_mem_bytes(cal_hessian_block(h)) + cal_hessian_bytes(h) +
                     cal_lanczos_bytes(cal_hessian_size(h), steps) + 4 * cal_hessian_size(h) * sizeof(double);
    cal_hessian_free(h);
    return status;
}

static cal_status make(cal_table *out, const cal_probe_input *in, const cal_choice *choice, cal_error *err) {
    const uint64_t seed = (uint64_t)cal_choice_integer(choice, "seed");
    cal_arena arena = {0};
    cal_split split;
    cal_hessian *h = NULL;
    cal_trace trace;
    cal_lanczos lanczos;
    cal_density density;
    cal_status status = cal_probe_first(&split, in, choice, err);
    if (!status) status = plan(&h, &split, in, choice, err);
    if (!status) status = cal_hessian_place(h, NULL, err);
    const cal_block_range whole = status ? (cal_block_range){.size = 0} : cal_whole_range(h);
    if (!status)
        status = cal_trace_estimate(&trace, h, &whole, cal_choice_integer(choice, "vectors"), seed, err);
    if (!status)
        status = cal_lanczos_run(
            &lanczos, &arena, h, &whole,
            &(cal_lanczos_request){.steps = cal_choice_integer(choice, "steps"), .seed = seed}, err);
    if (!status) {
        cal_density_make(&density, lanczos.value, lanczos.weight, lanczos.steps);
        cal_table_fact(out, "trace", trace.value);
        cal_table_fact(out, "trace_se", trace.error);
        cal_table_fact(out, "eig_max", lanczos.value[lanczos.steps - 1]);
        cal_table_fact(out, "eig_min", lanczos.value[0]);
        if (!is_fisher(choice)) {
            cal_table_fact(out, "loss", cal_hessian_loss(h));
            cal_table_fact(out, "gradient_norm", cal_vector_norm(cal_hessian_gradient(h), whole.size));
        }
        out->begin(out->to, CAL_DENSITY_POINTS);
        for (int i = 0; i < CAL_DENSITY_POINTS; i++)
            out->row(out->to, (double[]){density.at[i], density.value[i]});
    }
    cal_hessian_free(h);
    cal_arena_free(&arena);
    return status;
}

const cal_probe cal_probe_curvature = {
    .entry =
        {.id = "curvature",
         .label = "Curvature",
         .tex = "H = \\nabla^2_\\theta L, \\quad \\mathrm{Tr}\\,H \\approx \\tfrac{1}{m} \\sum_i v_i^T H "
                "v_i",
         .source =
             "Hutchinson 1990; Ghorbani, Krishnan and Xiao 2019: the density of the Ritz values, each a "
             "Gaussian whose standard deviation is 1 % of their range; the Fisher information: Amari 1998",
         .help =
             "The curvature of the loss at the weights: the Hessian's spectrum, trace and outer eigenvalues",
         .params = (const cal_param[]){{.name = "matrix",
                                        .help = "The Hessian of the loss, or the Fisher information of the "
                                                "network's own probabilities, which reads no labels",
                                        .unit = "",
                                        .type = CAL_CHOICE,
                                        .choices = "hessian/fisher",
                                        .max = 1},
                                       {.name = "vectors",
                                        .help = "Probe vectors for the trace",
                                        .unit = "vectors",
                                        .type = CAL_INTEGER,
                                        .value = 8,
                                        .min = 1,
                                        .max = 1000},
                                       {.name = "steps",
                                        .help = "Steps of Lanczos' method for the spectrum",
                                        .unit = "steps",
                                        .type = CAL_INTEGER,
                                        .value = 20,
                                        .min = 1,
                                        .max = 200},
                                       CAL_PROBE_ON,
                                       CAL_PROBE_SAMPLES(128),
                                       CAL_PROBE_SEED("Seed of the random vectors"),
                                       {0}}},
    .columns = (const cal_column[]){{"at", "Eigenvalue", ""}, {"density", "Density", ""}, {NULL}},
    .each_label = true,
    .size = size,
    .make = make,
};
