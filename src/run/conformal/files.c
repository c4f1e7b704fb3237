// Sets of outputs in files.
#include "run/conformal/conformal.h"
#include "run/report/input/gathered.h"

static void add_notes(cal_notes *notes, const cal_gathered *in) {
    const cal_outputs *o = &in->test.outputs;
    if (o->weight)
        CAL_NOTE(notes, "the weights of the samples are not used: coverage counts each sample once");
    if (o->cases || in->validation.outputs.cases)
        CAL_NOTE(notes, "samples of one case are not independent, which the coverage's band assumes");
}

cal_status cal_sets_of_files(cal_sets_value *out, const cal_sets_request *request,
                             const cal_report_files *files, const cal_report_options *options,
                             cal_error *err) {
    cal_gathered in = {.naming = options->naming};
    cal_status status = cal_gathered_all(&in, files, options, err);
    if (!status) {
        cal_sets_request full = *request;
        full.test = in.test.outputs, full.validation = in.validation.outputs, full.pool = options->pool;
        status = cal_sets_make_value(out, &full, err);
    }
    if (!status) add_notes(&in.notes, &in);
    if (options->notes) *options->notes = in.notes;
    cal_arena_free(&in.arena);
    return status;
}
