// What a run needs: its sizes, its plans, its memory.
#include "run/train/parts.h"
#include "catalog/loss/loss.h"
#include "catalog/training.h"
#include <string.h>

enum { EVAL_BATCH = 128 };

int cal_run_number(const cal_spec *spec, const char *name) { return cal_choice_integer(&spec->run, name); }
int cal_run_slots(const cal_spec *spec) { return ((const cal_optimizer *)spec->optimizer.entry)->slots; }
static int largest(int a, int b) { return a > b ? a : b; }

void cal_run_sizes(cal_sizes *s, const cal_spec *spec) {
    const cal_data *entry = (const cal_data *)spec->data.entry; // cal_data begins with its cal_entry
    cal_data_shape(&s->k, &s->c, &s->h, &s->w, &spec->data);
    s->pixels = entry->pixels;
    s->train = cal_choice_integer(&spec->data, "train");
    s->val = cal_choice_integer(&spec->data, "val");
    s->test = cal_choice_integer(&spec->data, "test");
    s->batch = cal_run_number(spec, "batch");
    if (s->batch > s->train) s->batch = s->train;
    if (s->batch < 1) s->batch = 1; // nothing to train, and still a network to look at
    s->tail = s->train % s->batch;
    s->eval_batch = largest(s->val, s->test);
    if (s->eval_batch > EVAL_BATCH) s->eval_batch = EVAL_BATCH;
    if (s->eval_batch < 1) s->eval_batch = 1;
}

cal_status cal_run_check(const cal_spec *spec, cal_use use, const cal_sizes *s, cal_error *err) {
    const cal_augment *augment = (const cal_augment *)spec->augment.entry; // begins with its cal_entry
    if (use == CAL_RUN_TRAIN && !s->train)
        return cal_fail(err, CAL_USAGE, "data %s: train=0 leaves nothing to train on: say train=1 at least",
                        spec->data.entry->id);
    cal_status status = cal_run_check_loss(spec, s, err);
    if (!status) status = cal_run_check_probe(spec, s, err);
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
        status = cal_program_create(&phase->train, r->net, spec, loss, s->batch, CAL_TRAINS, r->workers, err);
    if (!status && trains && s->tail)
        status = cal_program_create(&phase->tail, r->net, spec, loss, s->tail, CAL_TRAINS, r->workers, err);
    if (!status)
        status = cal_program_create(&phase->eval, r->net, spec, loss, s->eval_batch,
                                    diagnoses ? CAL_DIAGNOSES : CAL_EVALUATES, r->workers, err);
    return status || !trains ? status : cal_run_plan_probe(&phase->hessian, r, loss, err);
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

static size_t overhead_bytes(const cal_program *program) {
    return program->plan ? cal_plan_overhead(program->plan) : 0;
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

size_t cal_run_overhead(const cal_phase phase[CAL_PHASES_MAX]) {
    size_t bytes = 0;
    for (const cal_phase *p = phase; p < phase + CAL_PHASES_MAX; p++)
        bytes += overhead_bytes(&p->train) + overhead_bytes(&p->tail) + overhead_bytes(&p->eval) +
                 cal_run_probe_bytes(p->hessian);
    return bytes;
}

// What the figures of an epoch and the report take for a while: at most, since nobody measures it before.
static size_t report_bytes(const cal_sizes *s, const cal_spec *spec, int threads) {
    // Bytes of JSON, which are there thrice while the text grows: of an epoch, of a bin and of a figure.
    // Reported are the test set, and it once more after each way of each calibrator.
    enum { EPOCH_TEXT = 1280, BIN_TEXT = 256, BINNED = 6, FIGURE_TEXT = 256, SETS = 11, GROWING = 3 };
    // Bytes of a row: the columns of cal_scores and the order they are sorted into; what is drawn of it in a
    // block, and what one draw takes; its sums of the temperature grid, and what one temperature takes.
    enum { COLUMNS = 48, BLOCK = 32 * 4 + 16, DRAW = 80, SUMS = 208, SCAN = 32 };
    // Bytes of a bin of a class: before and after a calibrator, being counted, in a block of draws.
    enum { BIN = 2 * 40 + 16 + 32 * 8 };
    // Bytes a thread takes whatever the set is: the cells of a temperature, the mesh of a smooth error.
    enum { THREAD = 1 << 19, BATCH = 1 << 18 };
    size_t bins = (size_t)cal_run_number(spec, "bins"), metrics = 0, workers = (size_t)threads;
    size_t k = (size_t)s->k, train = (size_t)s->train, val = (size_t)s->val, test = (size_t)s->test;
    while (cal_metrics[metrics]) metrics++;
    size_t draws = test * (BLOCK + workers * DRAW), grid = val * (SUMS + workers * SCAN);
    size_t rows = (2 * test + val) * COLUMNS + (draws > grid ? draws : grid), epoch = train * 2 * COLUMNS;
    size_t text = (size_t)cal_run_number(spec, "epochs") * EPOCH_TEXT +
                  SETS * (bins * BINNED * BIN_TEXT + metrics * FIGURE_TEXT);
    return (rows > epoch ? rows : epoch) + k * bins * BIN + workers * (THREAD + k * 8) + BATCH + k * 512 +
           GROWING * text;
}

// What training takes, and looking does not.
static size_t training_bytes(const cal_spec *spec, const cal_sizes *s, const cal_net *net, int workers) {
    const size_t weights = cal_net_parameters(net) + cal_net_statistics(net);
    return (size_t)(s->train + s->val + s->test) * (size_t)s->k * 4 +
           weights * (size_t)(cal_run_slots(spec) + cal_run_keeps_best(spec)) * 4 +
           (size_t)cal_run_number(spec, "epochs") * cal_history_width(cal_history_columns(0)) *
               sizeof(double) +
           report_bytes(s, spec, workers) + cal_diagnosis_bytes(spec, s->train, s->val, s->test, s->k);
}

cal_status cal_run_need(cal_need *out, const cal_spec *spec, cal_use use, int workers, cal_error *err) {
    cal_sizes s;
    cal_net *net = NULL;
    cal_phase phase[CAL_PHASES_MAX] = {{.loss = NULL}};
    memset(out, 0, sizeof *out);
    cal_run_sizes(&s, spec);
    const cal_dataset data = {.k = s.k, .c = s.c, .h = s.h, .w = s.w, .val = {.n = s.val}};
    cal_status status = cal_run_check(spec, use, &s, err);
    if (!status) status = cal_net_from_choice(&net, &spec->model, s.k, s.c, s.h, s.w, err);
    const cal_phase_request request = {
        .net = net, .spec = spec, .sizes = &s, .data = &data, .workers = workers};
    if (!status) status = cal_run_plan(phase, &request, err);
    if (!status) {
        size_t samples = (size_t)s.train + s.val + s.test,
               sample = (size_t)s.c * s.h * s.w * (s.pixels ? 1 : 4);
        size_t weights = cal_net_parameters(net) + cal_net_statistics(net);
        size_t epochs = (size_t)cal_run_number(spec, "epochs");
        out->bytes = (size_t)s.c * 1024 + cal_run_block(phase) + cal_run_overhead(phase) +
                     samples * (sample + 12 + (size_t)s.k * 8) + weights * 4 +
                     (cal_run_loss_rows(spec, (int)epochs) + cal_run_loss_state_max(spec)) * sizeof(double);
        if (use == CAL_RUN_TRAIN) out->bytes += training_bytes(spec, &s, net, workers);
        cal_net_describe_largest(out->largest, net, s.batch);
        out->parameters = cal_net_parameters(net);
        out->multiply_adds = cal_net_multiply_adds(net);
        out->steps_per_epoch = (s.train + s.batch - 1) / s.batch;
        out->steps = out->steps_per_epoch * cal_run_number(spec, "epochs");
        out->state = cal_state_bytes(net, spec, &s);
    }
    cal_run_unplan(phase);
    cal_net_free(net);
    return status;
}
