// Decides from the figures of an epoch: the plateau schedule, the best weights so far, and early stopping.
// All of it is a function of the history, so that a resumed run can compute it again.
#include <string.h>
#include "run/train/parts.h"
#include "run/train/trainer.h"

// `by` is 0 for the loss, i for metric i - 1, as in the parameters that name a figure.
static double figure_of(const cal_epoch_set *set, int by) { return by ? set->figure[by - 1] : set->loss; }

static bool larger_is_better(int by) { return by && cal_metrics[by - 1]->larger_is_better; }

static bool is_better(double a, double b, bool larger) { return larger ? a > b : a < b; }

// Refuses to watch a figure that the run does not have.
static cal_status check_figure(const char *who, int by, bool on_val, const char *instead,
                               const cal_spec *spec, const cal_sizes *s, cal_error *err) {
    const cal_data *data = cal_data_of(&spec->data);
    if (on_val && !s->val)
        return cal_fail(err, CAL_USAGE, "%s needs a validation set, but data %s has val=0: %s", who,
                        data->entry.id, instead);
    if (!by && spec->switch_after)
        return cal_fail(err, CAL_USAGE,
                        "%s: by=loss would compare two different losses in a run with switch=%d: take by=nll",
                        who, spec->switch_after);
    if (by && cal_metrics[by - 1]->needs == CAL_NEEDS_POSTERIOR && !data->truth)
        return cal_fail(err, CAL_USAGE, "%s: by=%s needs the true probabilities, which data %s does not know",
                        who, cal_metrics[by - 1]->entry.id, data->entry.id);
    if (by && cal_metrics[by - 1]->needs == CAL_NEEDS_OOD)
        return cal_fail(err, CAL_USAGE,
                        "%s: by=%s needs an out-of-distribution set, which a run does not have", who,
                        cal_metrics[by - 1]->entry.id);
    return CAL_OK;
}

bool cal_run_watches(const cal_spec *spec, int metric) {
    const cal_schedule *schedule = cal_schedule_of(&spec->schedule);
    return cal_run_number(spec, "by") == metric + 1 ||
           (schedule->watch && cal_choice_integer(&spec->schedule, "by") == metric + 1);
}

bool cal_run_records(const cal_spec *spec, int metric) {
    return cal_metrics[metric]->each_epoch || cal_run_watches(spec, metric);
}

bool cal_run_keeps_best(const cal_spec *spec) { return cal_run_number(spec, "keep") == 1; }

cal_status cal_run_check_watch(const cal_spec *spec, const cal_sizes *s, cal_error *err) {
    const cal_schedule *schedule = cal_schedule_of(&spec->schedule);
    int by = cal_run_number(spec, "by");
    cal_status status = CAL_OK;
    if (schedule->watch)
        status = check_figure("schedule plateau", cal_choice_integer(&spec->schedule, "by"),
                              cal_choice_integer(&spec->schedule, "on") == 0,
                              "set val above 0, or take on=train", spec, s, err);
    if (!status && cal_run_number(spec, "patience"))
        status = check_figure("patience", by, true, "set val above 0, or take patience=0", spec, s, err);
    if (!status && cal_run_keeps_best(spec))
        status = check_figure("keep=best", by, true, "set val above 0, or take keep=last", spec, s, err);
    return status;
}

bool cal_run_watch(cal_run *run, int epoch) {
    const cal_spec *spec = &run->spec;
    const cal_schedule *schedule = cal_schedule_of(&spec->schedule);
    const cal_epoch e = cal_history_epoch(run, epoch);
    if (schedule->watch) {
        int by = cal_choice_integer(&spec->schedule, "by");
        const cal_epoch_set *set = cal_choice_integer(&spec->schedule, "on") ? e.train : e.val;
        schedule->watch(&run->watch, figure_of(set, by), larger_is_better(by), &spec->schedule);
    }
    int by = cal_run_number(spec, "by"), patience = cal_run_number(spec, "patience");
    bool better = epoch == 0 ||
                  is_better(figure_of(e.val, by), figure_of(cal_history_epoch(run, run->best_epoch).val, by),
                            larger_is_better(by));
    if (better) run->best_epoch = epoch;
    run->lost_patience = patience && epoch - run->best_epoch >= patience;
    run->over = run->lost_patience || epoch + 1 >= cal_run_number(spec, "epochs");
    return better;
}

void cal_run_write_end(const cal_run *run, cal_text *json) {
    int by = cal_run_number(&run->spec, "by"), last = cal_run_epochs_done(run) - 1;
    bool best = cal_run_keeps_best(&run->spec);
    cal_json_key(json, "ended");
    cal_json_open(json, '{');
    cal_json_member_integer(json, "epoch", last + 1);
    cal_json_member_integer(json, "step", run->step);
    cal_json_member_string(json, "why", !run->over ? "paused" : run->lost_patience ? "patience" : "epochs");
    cal_json_close(json, '}');
    cal_json_key(json, "kept");
    if (!run->over) {
        cal_json_string(json, NULL);
        return;
    }
    int kept = best ? run->best_epoch : last;
    cal_json_open(json, '{');
    cal_json_member_integer(json, "epoch", kept + 1);
    cal_json_member_string(json, "why", best ? "best" : "last");
    if (best) {
        cal_json_member_string(json, "by", by ? cal_metrics[by - 1]->entry.id : "loss");
        cal_json_member_number(json, "value", figure_of(cal_history_epoch(run, kept).val, by));
    }
    cal_json_close(json, '}');
}
