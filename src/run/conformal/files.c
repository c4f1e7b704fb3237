// Sets of outputs in files.
#include "run/conformal/conformal.h"
#include <string.h>
#include "run/report/input/gathered.h"

static void add_notes(cal_notes *notes, const cal_gathered *in) {
    const cal_outputs *o = &in->test.outputs;
    if (o->weight)
        CAL_NOTE(notes, "the weights of the samples are not used: coverage counts each sample once");
    if (o->cases || in->validation.outputs.cases)
        CAL_NOTE(notes, "samples of one case are not independent, which the coverage's band assumes");
}

cal_status cal_sets_read_calibrator(cal_fitted *out, cal_sets_request *io, const cal_file *file,
                                    cal_naming naming, cal_notes *notes, cal_error *err) {
    const char *option = cal_option_name(CAL_OPTION_CALIBRATOR, naming);
    char hash[2][65];
    if (io->calibrator)
        return cal_fail(err, CAL_USAGE, "sets: %s and %s exclude each other; give one",
                        cal_option_name(CAL_OPTION_CALIBRATOR_FILE, naming), option);
    cal_status status = cal_fitted_read(out, file, err);
    if (status) return status;
    if (out->groups)
        return cal_fail(err, CAL_USAGE, "%.100s: it corrects groups; sets take a calibrator without them",
                        file->name);
    const cal_ready_fit ready = cal_fitted_ready(out, file->name);
    status = cal_ready_check(&ready, &io->test, err);
    if (status || !io->validation.n) return status;
    cal_fitted_hash(hash[0], &io->validation);
    cal_fitted_hash(hash[1], &io->test);
    if (strcmp(out->hash, hash[0]) == 0)
        return cal_fail(err, CAL_FAILED,
                        "%.100s was fitted on these validation samples, so that the promise would not hold: "
                        "give others, or %s, which is fitted on one half of them",
                        file->name, option);
    if (strcmp(out->hash, hash[1]) == 0)
        return cal_fail(err, CAL_FAILED,
                        "%.100s was fitted on these test samples, so that the promise would not hold for "
                        "others: give test samples that it has not seen",
                        file->name);
    io->ready = out, io->file = file->name;
    CAL_NOTE(notes, "the promise holds only if %.100s was fitted on no validation sample", io->file);
    return CAL_OK;
}

cal_status cal_sets_of_files(cal_sets_value *out, const cal_sets_request *request,
                             const cal_report_files *files, const cal_report_options *options,
                             cal_error *err) {
    cal_gathered in = {.naming = options->naming};
    cal_sets_request full = *request;
    cal_fitted fitted = {.n = 0};
    cal_status status = cal_gathered_all(&in, files, options, err);
    full.test = in.test.outputs, full.validation = in.validation.outputs, full.pool = options->pool;
    if (!status && files->calibrator_file.bytes)
        status = cal_sets_read_calibrator(&fitted, &full, &files->calibrator_file, options->naming, &in.notes,
                                          err);
    if (!status) status = cal_sets_make_value(out, &full, err);
    if (!status) add_notes(&in.notes, &in);
    if (options->notes) *options->notes = in.notes;
    cal_fitted_free(&fitted);
    cal_arena_free(&in.arena);
    return status;
}
