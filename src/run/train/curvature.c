// Measures the curvature of the validation loss after each epoch of a run, if its link sets curvature above
// 0.
#include "run/train/parts.h"
#include "run/train/trainer.h"
#include <string.h>

// Limit on the steps of Lanczos' method. It stops earlier when the outer eigenvalues are known to this
// relative accuracy.
enum { STEPS = 30, BATCH_MAX = 128 };
static const double tolerance = 1e-3;

static int probes_of(const cal_spec *spec) { return cal_run_number(spec, "curvature"); }

cal_status cal_run_check_curvature(const cal_spec *spec, const cal_sizes *s, cal_error *err) {
    if (!probes_of(spec)) return CAL_OK;
    if (probes_of(spec) == 1)
        return cal_fail(err, CAL_USAGE, "curvature=1 gives no standard error: take at least 2");
    if (s->val) return CAL_OK;
    return cal_fail(err, CAL_USAGE,
                    "curvature needs a validation set, but data %s has val=0: set val above 0, or take "
                    "curvature=0",
                    spec->data.entry->id);
}

cal_status cal_run_plan_curvature(cal_hessian **out, const cal_phase_request *r, const cal_choice *loss,
                                  cal_error *err) {
    *out = NULL;
    if (!probes_of(r->spec)) return CAL_OK;
    const cal_hessian_request request = {.net = r->net,
                                         .loss = loss,
                                         .penalty = &r->spec->penalty,
                                         .loss_state = r->loss_state,
                                         .data = r->data,
                                         .split = &r->data->val,
                                         .several = cal_run_several(r->spec),
                                         .batch = r->sizes->batch < BATCH_MAX ? r->sizes->batch : BATCH_MAX,
                                         .flat = r->flat,
                                         .precision = CAL_SINGLE,
                                         .pool = r->pool,
                                         .workers = r->workers};
    return cal_hessian_create(out, &request, err);
}

size_t cal_run_curvature_bytes(const cal_hessian *h) {
    return h ? cal_lanczos_bytes(cal_hessian_size(h), STEPS) : 0;
}

bool cal_run_has_curvature(const cal_run *run, int epoch) {
    const bool each = cal_run_number(&run->spec, "curvature_at") == 0;
    return run->phase[0].hessian && (each || (run->over && epoch + 1 == cal_run_epochs_done(run)));
}

cal_status cal_run_measure_curvature(cal_run_curvature *out, cal_run *run, cal_error *err) {
    cal_hessian *h = run->now->hessian;
    const uint64_t seed = (uint64_t)cal_run_number(&run->spec, "seed"); // the same vectors in every epoch
    const cal_block_range whole = cal_whole_range(h);
    cal_arena arena = {0};
    cal_trace trace;
    cal_lanczos lanczos;
    cal_status status = cal_trace_estimate(&trace, h, &whole, probes_of(&run->spec), seed, err);
    if (!status)
        status = cal_lanczos_run(&lanczos, &arena, h, &whole,
                                 &(cal_lanczos_request){.steps = STEPS, .tolerance = tolerance, .seed = seed},
                                 err);
    if (!status) {
        out->trace = trace.value;
        out->trace_error = trace.error;
        out->eig_max = lanczos.value[lanczos.steps - 1];
        out->max_residual = lanczos.residual[lanczos.steps - 1];
        out->eig_min = lanczos.value[0];
        out->min_residual = lanczos.residual[0];
        out->gradient_norm = cal_vector_norm(cal_hessian_gradient(h), whole.size);
    }
    cal_arena_free(&arena);
    return status;
}

const cal_run_curvature *cal_run_last_curvature(const cal_run *run) {
    const int epochs = cal_run_epochs_done(run);
    return epochs && cal_run_has_curvature(run, epochs - 1) ? cal_history_epoch(run, epochs - 1).curvature
                                                            : NULL;
}

int cal_run_curvature_members(cal_run_curvature_member *out, const cal_run_curvature *c) {
    const cal_run_curvature_member members[] = {{"trace", c->trace},
                                                {"trace_se", c->trace_error},
                                                {"eig_max", c->eig_max},
                                                {"residual_max", c->max_residual},
                                                {"eig_min", c->eig_min},
                                                {"residual_min", c->min_residual},
                                                {"gradient_norm", c->gradient_norm}};
    memcpy(out, members, sizeof members);
    return (int)(sizeof members / sizeof *members);
}

void cal_run_write_curvature(const cal_run_curvature *curvature, cal_text *json) {
    cal_run_curvature_member member[CAL_RUN_CURVATURE_MEMBERS];
    const int count = cal_run_curvature_members(member, curvature);
    cal_json_key(json, "curvature");
    cal_json_open(json, '{');
    for (int i = 0; i < count; i++) {
        cal_json_member_number(json, member[i].name, member[i].value);
    }
    cal_json_close(json, '}');
}
