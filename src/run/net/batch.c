// Fills a plan's inputs with samples, in parallel chunks.
#include "run/net/batch.h"
#include <string.h>
#include "kernel/layout/layout.h"
#include "catalog/training.h"

enum { SAMPLES_PER_CHUNK = 4 };

static void fill_features(float *x, const cal_batch_job *job, int sample) {
    const cal_dataset *d = job->data;
    const float *from = job->split->features + (size_t)sample * d->c * d->h * d->w;
    if (job->image)
        cal_kernel_unflatten(&(cal_env){NULL, NULL}, x, from,
                             &(cal_image_shape){.n = 1, .c = d->c, .h = d->h, .w = d->w});
    else memcpy(x, from, (size_t)d->c * d->h * d->w * sizeof *x);
}

// Fills each sample's k labels: its own in multi-label data, else one class against the rest.
static void fill_labels(const cal_batch_job *job, int i, int sample, bool present) {
    const cal_dataset *d = job->data;
    const size_t k = (size_t)d->k, to = (size_t)i * k;
    for (size_t j = 0; j < k; j++) {
        const int label = !present     ? -1
                          : d->several ? job->split->labels[(size_t)sample * k + j]
                                       : job->split->labels[sample] == (int)j;
        job->labels[to + j] = label == 1;
        job->known[to + j] = label >= 0;
    }
}

static void fill_sample(const cal_batch_job *job, int i) {
    const cal_dataset *d = job->data;
    // The last batch of an evaluation is padded with zeros, which change no other row.
    const bool present = i < job->count;
    int sample = !present ? 0 : job->order ? job->order[job->first + i] : job->first + i;
    if (job->known) fill_labels(job, i, sample, present);
    else if (job->labels) job->labels[i] = present ? job->split->labels[sample] : 0;
    if (!job->x) return;
    size_t floats = job->image ? cal_image_floats(1, d->c, d->h, d->w) : (size_t)d->c * d->h * d->w;
    float *x = job->x + (size_t)i * floats;
    if (!present) {
        memset(x, 0, floats * sizeof *x);
    } else if (job->split->pixels) {
        const cal_spec *spec = job->augment;
        cal_pixel_view view = {0, 0, false};
        if (spec)
            view = cal_augment_of(&spec->augment)
                       ->view((uint64_t)cal_choice_integer(&spec->run, "seed"), job->epoch, sample,
                              &spec->augment);
        cal_kernel_pack_pixels(x, job->image, job->split->pixels + (size_t)sample * d->c * d->h * d->w, d->c,
                               d->h, d->w, job->pixel_table, view);
    } else {
        fill_features(x, job, sample);
    }
}

static void fill_chunk(void *context, int chunk, int worker) {
    (void)worker;
    const cal_batch_job *job = context;
    int end = (chunk + 1) * SAMPLES_PER_CHUNK;
    for (int i = chunk * SAMPLES_PER_CHUNK; i < end && i < job->batch; i++) fill_sample(job, i);
}

void cal_batch_fill(const cal_batch_job *job, cal_pool *pool) {
    cal_batch_job copy = *job;
    cal_pool_run(pool, (job->batch + SAMPLES_PER_CHUNK - 1) / SAMPLES_PER_CHUNK, fill_chunk, &copy);
}
