// Floor 4. Samples into a program's inputs.
#include "kernel/layout.h"
#include "run/trainer_parts.h"
#include "zoo/training.h"
#include <string.h>

enum { SAMPLES_PER_CHUNK = 4 };

static void fill_sample(const cal_batch_job *job, int i) {
    const cal_dataset *d = &job->run->data;
    bool present =
        i < job->count; // an evaluation's last batch is filled up with zeros, which touch nothing else
    int sample = !present ? 0 : job->order ? job->order[job->first + i] : job->first + i;
    size_t floats = job->image ? cal_image_floats(1, d->c, d->h, d->w) : (size_t)d->c * d->h * d->w;
    float *x = job->x + (size_t)i * floats;
    job->labels[i] = present ? job->split->labels[sample] : 0;
    if (!present) {
        memset(x, 0, floats * sizeof *x);
    } else if (job->split->pixels) {
        const cal_spec *spec = &job->run->spec;
        cal_pixel_view view = {0, 0, false};
        if (job->augment)
            view = ((const cal_augment *)spec->augment.entry)
                       ->view((uint64_t)cal_run_number(spec, "seed"), job->epoch, sample, &spec->augment);
        cal_pack_pixels(x, job->image, job->split->pixels + (size_t)sample * d->c * d->h * d->w, d->c, d->h,
                        d->w, job->run->pixel_table, view);
    } else {
        memcpy(x, job->split->features + (size_t)sample * floats, floats * sizeof *x);
    }
}

static void fill_chunk(void *context, int chunk, int lane) {
    (void)lane;
    const cal_batch_job *job = context;
    int end = (chunk + 1) * SAMPLES_PER_CHUNK;
    for (int i = chunk * SAMPLES_PER_CHUNK; i < end && i < job->batch; i++) fill_sample(job, i);
}

void cal_run_fill(cal_run *run, cal_program *program, cal_batch_job job) {
    job.run = run;
    job.batch = program->batch;
    job.image = cal_net_wants_image(run->net);
    job.x = cal_plan_data(program->plan, program->x);
    job.labels = cal_plan_data(program->plan, program->labels);
    float *share = cal_plan_data(program->plan, program->share); // if the loss asks
    for (int i = 0; share && i < job.batch; i++) share[i] = i < job.count ? 1 / (float)job.count : 0;
    cal_pool_run(run->pool, (job.batch + SAMPLES_PER_CHUNK - 1) / SAMPLES_PER_CHUNK, fill_chunk, &job);
    cal_program_copy_vectors(program, run->net, run->flat);
}
