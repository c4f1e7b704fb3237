// Probes the logits for a set of samples: clean, corrupted or of other data.
#include "run/probe/probe.h"
#include "catalog/corruption/corruption.h"

// Writes the corruption that the parameters describe; returns false for none.
static bool corruption_of(cal_choice *out, const cal_choice *choice) {
    const int index = cal_choice_integer(choice, "corruption") - 1; // after "none"
    if (index < 0) return false;
    cal_choice_default(out, &cal_corruptions[index]->entry);
    for (int i = 0; out->entry->params[i].name; i++)
        out->value[i].number[0] = cal_choice_number(choice, out->entry->params[i].name);
    return true;
}

// Chooses the split. Other data has only a test set, uncorrupted.
static cal_status choose(const cal_split **out, const cal_probe_input *in, const cal_choice *choice,
                         cal_error *err) {
    enum { TEST = 1 };
    cal_choice corruption;
    if (!in->other) return cal_probe_split(out, in, choice, err);
    *out = in->other;
    if (cal_choice_integer(choice, "on") == TEST && !corruption_of(&corruption, choice)) return CAL_OK;
    return cal_fail(err, CAL_USAGE,
                    "probe logits: other data has a test set alone, as it is: leave out on= and corruption=");
}

static cal_status size(cal_probe_size *out, const cal_probe_input *in, const cal_choice *choice,
                       cal_error *err) {
    const cal_split *split;
    cal_choice corruption;
    const cal_data *data = cal_data_of(&in->spec->data);
    const size_t pixels = (size_t)in->data->h * (size_t)in->data->w;
    cal_status status = choose(&split, in, choice, err);
    const bool corrupted = corruption_of(&corruption, choice);
    if (!status && corrupted && !data->pixels)
        status = cal_fail(err, CAL_USAGE, "probe logits: data %s has no pictures that could be corrupted",
                          data->entry.id);
    out->rows = split->n;
    out->bytes = (size_t)split->n * (size_t)in->data->k * sizeof(float) + 4096;
    if (in->other) out->bytes += (size_t)split->n * sizeof *split->labels + 4096;
    if (corrupted)
        out->bytes += (size_t)split->n * (size_t)in->data->c * pixels + 2 * pixels * sizeof(double) + 4096;
    return status;
}

// Computes the logits and reports the loss. Labels of other data are not classes of the network: label 0
// replaces them, and no loss is reported.
static float *infer(cal_arena *arena, const cal_probe_input *in, const cal_split *split, cal_table *out) {
    cal_split own = *split;
    float *logits = cal_arena_alloc(arena, (size_t)split->n * (size_t)in->data->k * sizeof *logits);
    if (in->other) own.labels = cal_arena_alloc(arena, (size_t)split->n * sizeof *own.labels);
    if (arena->refused) return NULL;
    const double loss = cal_run_outputs(logits, in->run, &own);
    if (!in->other) cal_table_fact(out, "loss", loss);
    return logits;
}

static cal_status make(cal_table *out, const cal_probe_input *in, const cal_choice *choice, cal_error *err) {
    const int k = in->data->k;
    const cal_split *split;
    cal_split changed;
    cal_choice corruption;
    cal_arena arena = {0};
    cal_status status = choose(&split, in, choice, err);
    if (!status && corruption_of(&corruption, choice)) {
        status = cal_split_corrupt(&changed, &arena, in->data, split, &corruption, err);
        split = &changed;
    }
    double *cell = cal_arena_alloc(&arena, (size_t)(k + 2) * sizeof *cell);
    const float *logits = status ? NULL : infer(&arena, in, split, out);
    if (!status && !logits) status = cal_refuse_memory(err, "the logits");
    if (!status) {
        out->begin(out->to, split->n);
        for (int i = 0; i < split->n; i++) {
            cell[0] = i, cell[1] = split->labels ? split->labels[i] : __builtin_nan("");
            for (int c = 0; c < k; c++) cell[2 + c] = logits[(size_t)i * (size_t)k + (size_t)c];
            out->row(out->to, cell);
        }
    }
    cal_arena_free(&arena);
    return status;
}

const cal_probe cal_probe_logits = {
    .entry = {.id = "logits",
              .label = "Logits",
              .tex = "z_i = f_\\theta(x_i)",
              .source =
                  "The network's outputs before softmax; corruptions as in Hendrycks and Dietterich 2019",
              .help = "The network's logits for the samples of a set, clean or corrupted, or of other data",
              .params = (const cal_param[]){{.name = "on",
                                             .help = "The samples' set: test, validation or training",
                                             .unit = "",
                                             .type = CAL_CHOICE,
                                             .choices = "val/test/train",
                                             .value = 1,
                                             .max = 2},
                                            {.name = "corruption",
                                             .help = "Corruption of the pictures",
                                             .unit = "",
                                             .type = CAL_CHOICE,
                                             .choices = "none",
                                             .kind = "corruption"},
                                            CAL_CORRUPTION_PARAMS,
                                            {0}}},
    .columns = (const cal_column[]){{"sample", "Sample", ""}, {"label", "Label", ""}, {NULL}},
    .each_class = &(const cal_column){"z", "Logit", ""},
    .takes_other = true,
    .size = size,
    .make = make,
};
