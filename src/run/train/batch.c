// Fills a program's inputs with a run's samples.
#include "run/train/parts.h"
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
