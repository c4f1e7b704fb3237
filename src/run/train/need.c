// Plans a run: its sizes, its programs, its memory.
#include "run/report/report.h"
#include "run/train/diagnostics.h"
#include "run/train/inspect.h"
#include "run/train/parts.h"
#include "run/train/trainer.h"
#include "catalog/loss/loss.h"
#include "catalog/training.h"
#include <string.h>

enum { EVAL_BATCH = 128 };

int cal_run_number(const cal_spec *spec, const char *name) { return cal_choice_integer(&spec->run, name); }
int cal_run_slots(const cal_spec *spec) { return cal_optimizer_of(&spec->optimizer)->slots; }
static int largest(int a, int b) { return a > b ? a : b; }

void cal_run_sizes(cal_sizes *s, const cal_spec *spec) {
    const cal_data *entry = cal_data_of(&spec->data);
    cal_data_shape(&s->k, &s->c, &s->h, &s->w, &spec->data);
    s->pixels = entry->pixels;
    s->train = cal_choice_integer(&spec->data, "train");
    s->val = cal_choice_integer(&spec->data, "val");
    s->test = cal_choice_integer(&spec->data, "test");
    s->batch = cal_run_number(spec, "batch");
    if (s->batch > s->train) s->batch = s->train;
    if (s->batch < 1) s->batch = 1; // train=0 still has a network to inspect
    s->tail = s->train % s->batch;
    s->eval_batch = largest(s->val, s->test);
    if (s->eval_batch > EVAL_BATCH) s->eval_batch = EVAL_BATCH;
    if (s->eval_batch < 1) s->eval_batch = 1;
}

cal_status cal_run_check(const cal_spec *spec, cal_use use, const cal_sizes *s, cal_error *err) {
    const cal_augment *augment = cal_augment_of(&spec->augment);
    if (use == CAL_RUN_TRAIN && !s->train)
        return cal_fail(err, CAL_USAGE, "data %s: train=0 leaves nothing to train on: say train=1 at least",
                        spec->data.entry->id);
    cal_status status = cal_run_check_head(spec, err);
    if (!status) status = cal_run_check_loss(spec, s, err);
    if (!status) status = cal_run_check_curvature(spec, s, err);
    if (!status) status = cal_run_check_watch(spec, s, err);
    if (status || s->pixels || !augment->needs_pixels) return status;
    return cal_fail(err, CAL_USAGE, "augment %s needs pictures, and data %s has none: take augment=none",
                    spec->augment.entry->id, spec->data.entry->id);
}

static cal_status plan_phase(cal_phase *phase, const cal_phase_request *r, const cal_choice *loss,
                             cal_error *err) {
    const cal_sizes *s = r->sizes;
    const cal_spec *spec = r->spec;
    const bool trains = r->use == CAL_RUN_TRAIN, diagnoses = !trains || cal_run_number(spec, "diagnostics");
    cal_status status = CAL_OK;
    phase->loss = loss;
    if (trains)
        status = cal_program_create(&phase->train, r->net, spec, loss, s->batch, CAL_PROGRAM_TRAIN,
                                    r->workers, err);
    if (!status && trains && s->tail)
        status =
            cal_program_create(&phase->tail, r->net, spec, loss, s->tail, CAL_PROGRAM_TRAIN, r->workers, err);
    if (!status)
        status = cal_program_create(&phase->eval, r->net, spec, loss, s->eval_batch,
                                    diagnoses ? CAL_PROGRAM_DIAGNOSE : CAL_PROGRAM_EVALUATE, r->workers, err);
    return status || !trains ? status : cal_run_plan_curvature(&phase->hessian, r, loss, err);
}

cal_status cal_run_plan(cal_phase phase[CAL_PHASES_MAX], const cal_phase_request *request, cal_error *err) {
    cal_status status = plan_phase(&phase[0], request, &request->spec->loss, err);
    if (!status && request->spec->switch_after)
        status = plan_phase(&phase[1], request, &request->spec->then, err);
    return status;
}

void cal_run_unplan(cal_phase phase[CAL_PHASES_MAX]) {
    for (cal_phase *p = phase; p < phase + CAL_PHASES_MAX; p++) {
        cal_program_free(&p->train);
        cal_program_free(&p->tail);
        cal_program_free(&p->eval);
        cal_hessian_free(p->hessian);
        *p = (cal_phase){.loss = NULL};
    }
}

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }

static size_t block_bytes(const cal_program *program) {
    return program->plan ? cal_plan_block(program->plan) : 0;
}

size_t cal_run_block(const cal_phase phase[CAL_PHASES_MAX]) {
    size_t bytes = 0;
    for (const cal_phase *p = phase; p < phase + CAL_PHASES_MAX; p++) {
        if (p->hessian) bytes = larger(bytes, cal_hessian_block(p->hessian));
        bytes = larger(bytes, larger(block_bytes(&p->train), block_bytes(&p->tail)));
        bytes = larger(bytes, block_bytes(&p->eval));
    }
    return bytes;
}

// Returns an upper bound of the temporary memory for the figures of an epoch and for the report.
static size_t report_bytes(const cal_sizes *s, const cal_spec *spec, int workers) {
    if (cal_run_several(spec)) return cal_run_labels_bytes(s, spec, workers);
    const int bins = cal_run_number(spec, "bins");
    size_t kept, passing;
    cal_scores_bytes(&kept, &passing, s->train, s->k, 0);
    const size_t figures = kept + passing + cal_metric_row_bytes(s->train),
                 epoch = larger(figures, cal_diagnosis_bytes(spec, s->train, s->val, s->test, s->k)),
                 text = (size_t)cal_run_number(spec, "epochs") * cal_history_text_bytes(spec) +
                        cal_diagnoses_text_bytes(spec, s->train),
                 report =
                     cal_report_bytes(&(cal_report_size){s->test, s->val, s->k, bins, workers, 0}, text) +
                     cal_diagnoses_write_bytes(spec, s->train);
    return larger(epoch, report);
}

static cal_status need_of(cal_need *out, cal_run *run, const cal_sizes *s, int workers, cal_error *err) {
    const cal_spec *spec = &run->spec;
    cal_status status = cal_run_check(spec, run->use, s, err);
    if (!status) status = cal_net_from_choice(&run->net, &spec->model, s->k, s->c, s->h, s->w, err);
    const cal_phase_request request = {
        .net = run->net, .spec = spec, .use = run->use, .sizes = s, .data = &run->data, .workers = workers};
    if (!status) status = cal_run_plan(run->phase, &request, err);
    if (status) return status;
    const cal_net *net = run->net;
    size_t plans = 0, planning = 0, passing = 0; // passing: temporary memory, of the curvature at first
    for (const cal_phase *p = run->phase; p < run->phase + CAL_PHASES_MAX; p++) {
        plans += cal_program_bytes(&p->train) + cal_program_bytes(&p->tail) + cal_program_bytes(&p->eval);
        if (p->hessian) plans += cal_hessian_bytes(p->hessian);
        passing = larger(passing, cal_run_curvature_bytes(p->hessian));
        planning = larger(planning, larger(p->train.planning, larger(p->tail.planning, p->eval.planning)));
    }
    const cal_tensor *table = cal_net_embedding(net);
    out->data = cal_data_bytes(&spec->data, table ? table->dim[1] : 0);
    out->kept = out->data + cal_net_bytes(net) + plans + cal_run_own_bytes(run);
    const size_t block = cal_run_block(run->phase); // allocated only after the programs are planned
    passing = larger(passing, planning > block ? planning - block : 0);
    out->bytes = out->kept + passing;
    if (run->use == CAL_RUN_TRAIN) out->bytes += report_bytes(s, spec, workers);
    cal_net_describe_largest(out->largest, net, s->batch);
    out->parameters = cal_net_parameters(net);
    out->multiply_adds = cal_net_multiply_adds(net);
    out->steps_per_epoch = (s->train + s->batch - 1) / s->batch;
    out->steps = out->steps_per_epoch * cal_run_number(spec, "epochs");
    out->state = cal_state_bytes(net, spec, s);
    return CAL_OK;
}

cal_status cal_run_need(cal_need *out, const cal_spec *spec, cal_use use, int workers, cal_error *err) {
    cal_arena arena = {0};
    cal_sizes s;
    cal_run *run = cal_arena_alloc(&arena, sizeof *run); // planned only
    memset(out, 0, sizeof *out);
    if (!run) return cal_refuse_memory(err, "planning a run");
    cal_run_sizes(&s, spec);
    run->spec = *spec;
    run->use = use;
    run->data = cal_run_data_sizes(spec);
    const cal_status status = need_of(out, run, &s, workers, err);
    cal_run_unplan(run->phase);
    cal_net_free(run->net);
    cal_arena_free(&arena);
    return status;
}
