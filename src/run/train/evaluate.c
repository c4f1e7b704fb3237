// Runs a batch of samples, and evaluates the net on the validation and test sets.
#include "run/train/parts.h"
#include "run/train/trainer.h"
#include <string.h>
#include "catalog/loss/loss.h"

void cal_run_fill(cal_run *run, const cal_program *program, cal_batch_job job) {
    job.data = &run->data;
    job.pixel_table = run->pixel_table;
    job.batch = program->batch;
    job.image = cal_net_takes_image(run->net);
    job.x = cal_plan_data(program->plan, program->x);
    job.labels = cal_plan_data(program->plan, program->labels);
    job.known = cal_plan_data(program->plan, program->known);
    float *weight = cal_plan_data(program->plan, program->sample_weight); // null unless the loss uses it
    for (int i = 0; weight && i < job.batch; i++) weight[i] = i < job.count ? 1 / (float)job.count : 0;
    double *state = cal_plan_data(program->plan, program->state);
    if (state) memcpy(state, run->loss_state, cal_loss_state_size(run->now->loss) * sizeof *state);
    cal_batch_fill(&job, run->pool);
    cal_program_copy_vectors(program, run->net, run->flat);
}

int cal_run_eval_batch(float *logits, cal_run *run, const cal_split *split, int first) {
    const cal_program *eval = &run->now->eval;
    const size_t k = (size_t)run->data.k;
    const int count = split->n - first < eval->batch ? split->n - first : eval->batch;
    cal_run_fill(run, eval, (cal_batch_job){.split = split, .first = first, .count = count});
    cal_plan_run(eval->plan, run->pool);
    memcpy(logits + (size_t)first * k, cal_plan_data(eval->plan, eval->logits),
           (size_t)count * k * sizeof *logits);
    return count;
}

double cal_run_outputs(float *logits, cal_run *run, const cal_split *split) {
    const cal_program *eval = &run->now->eval;
    double loss = 0;
    for (int first = 0; first < split->n; first += eval->batch) {
        const int count = cal_run_eval_batch(logits, run, split, first);
        const float *losses = cal_plan_data(eval->plan, eval->losses);
        for (int i = 0; i < count; i++) loss += losses[i];
    }
    return split->n ? loss / split->n : 0;
}

void cal_run_validate(cal_run *run) { run->val_loss = cal_run_outputs(run->val_logits, run, &run->data.val); }

void cal_run_evaluate(cal_run *run) {
    cal_run_validate(run);
    run->test_loss = cal_run_outputs(run->test_logits, run, &run->data.test);
}
