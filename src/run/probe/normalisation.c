// Guesses how another program's network normalises pixels if its file does not say.
#include "run/probe/normalise.h"
#include <string.h>
#include "run/probe/probe.h"
#include "run/train/inspect.h"

static const char *const ids[CAL_NORMALISATIONS] = {"unit", "bytes", "signed", "cifar", "imagenet", "data"};

static cal_status size(cal_probe_size *out, const cal_probe_input *in, const cal_choice *choice,
                       cal_error *err) {
    (void)choice;
    const size_t n = CAL_NORMALISE_SAMPLES, k = (size_t)in->data->k;
    out->rows = CAL_NORMALISATIONS;
    out->bytes = n * (k * sizeof(float) + CAL_NORMALISATIONS * sizeof(double)) + 4096;
    if (cal_data_of(&in->spec->data)->pixels) return CAL_OK;
    return cal_fail(err, CAL_USAGE, "probe normalisation: data %s has no pixels", in->spec->data.entry->id);
}

static void infer(void *context, float *logits, const cal_split *split, int count,
                  const cal_normalisation *with) {
    cal_run *run = context;
    cal_split first = *split;
    float mean[4], sd[4];
    first.n = count;
    cal_normalisation_floats(mean, sd, with);
    cal_run_normalise(run, mean, sd);
    cal_run_outputs(logits, run, &first);
}

static cal_status make(cal_table *out, const cal_probe_input *in, const cal_choice *choice, cal_error *err) {
    (void)choice;
    const cal_dataset *data = in->data;
    cal_normalisation_guess found;
    const cal_normalise_job job = {infer, in->run, data};
    const cal_status status = cal_normalise(&found, &job, err);
    cal_run_normalise(in->run, data->mean, data->sd);
    if (status) return status;
    cal_table_fact(out, "told", found.clear);
    out->begin(out->to, found.count);
    for (int i = 0; i < found.count; i++) {
        const cal_normalisation *way = &found.way[i];
        double cell[] = {0, way->right, way->of, way->nll};
        while (strcmp(ids[(int)cell[0]], way->id) != 0) cell[0]++;
        out->row(out->to, cell);
    }
    return CAL_OK;
}

const cal_probe cal_probe_normalisation = {
    .entry =
        {.id = "normalisation",
         .label = "Normalisation",
         .tex = "x \\mapsto (x - m) / s",
         .source = "The means and standard deviations of CIFAR-10 and ImageNet in PyTorch's examples",
         .help = "Accuracy on the test set with each of the usual normalisations: pixels from 0 to 1 (0), "
                 "0 to 255 (1), -1 to 1 (2), CIFAR-10's mean and standard deviation (3), ImageNet's (4), the "
                 "link's own (5)",
         .params = (const cal_param[]){{0}}},
    .columns = (const cal_column[]){{"way", "Way", ""},
                                    {"right", "Right", "samples"},
                                    {"of", "Of", "samples"},
                                    {"nll", "NLL", "nats"},
                                    {NULL}},
    .size = size,
    .make = make,
};
