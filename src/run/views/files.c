// Views of outputs in files.
#include "run/report/input/gathered.h"
#include "run/report/scoring.h"
#include "run/views/view.h"

// A set, scored.
typedef struct scored {
    cal_outputs outputs;
    cal_scores measured, fitted;
} scored;

static cal_status check(const cal_view *view, const cal_gathered *in, cal_error *err) {
    const cal_outputs *o = &in->test.outputs;
    const char *id = view->entry.id;
    if (o->task == CAL_TASK_MULTI_LABEL && !view->each_label)
        return cal_fail(err, CAL_USAGE, "view %s is of classes; multi-label outputs have none", id);
    if (view->needs == CAL_VIEW_NEEDS_OOD)
        return cal_fail(err, CAL_USAGE, "view %s is made of arrays: give logits and ood-logits", id);
    if (o->weight && !view->weighted)
        return cal_fail(err, CAL_USAGE, "view %s has no weighted form; leave out the weights", id);
    if (in->other.outputs.n && !view->compares)
        return cal_fail(err, CAL_USAGE, "view %s does not compare two models; leave out %s", id,
                        cal_option_name(CAL_OPTION_AGAINST, in->naming));
    if (view->needs == CAL_VIEW_NEEDS_TOP) return CAL_OK;
    if (o->confidence)
        return cal_fail(err, CAL_USAGE, "view %s needs the outputs of all classes, not a confidence alone",
                        id);
    return o->task == CAL_TASK_QUESTIONS
               ? cal_fail(err, CAL_USAGE, "view %s is of classes; the options of questions are none", id)
               : CAL_OK;
}

static cal_status score(scored *out, cal_arena *arena, const cal_outputs *outputs, const cal_view *view,
                        cal_pool *pool, cal_error *err) {
    out->outputs = *outputs;
    // Without its odds, a binary task is one of two classes.
    if (!view->each_label && outputs->task == CAL_TASK_BINARY)
        out->outputs.task = CAL_TASK_CLASSES, out->outputs.odds = NULL;
    return cal_outputs_score(&out->measured, &out->fitted, arena, &out->outputs, pool, 0, err);
}

static cal_status make(cal_table *out, cal_gathered *in, const cal_choice *choice, cal_pool *pool,
                       cal_error *err) {
    const cal_view *view = cal_view_of(choice);
    const bool multi_label = in->test.outputs.task == CAL_TASK_MULTI_LABEL;
    scored test, validation, other;
    cal_view_input input = {.scores = &test.measured, .before = &test.measured};
    cal_status status = check(view, in, err);
    if (!status) status = score(&test, &in->arena, &in->test.outputs, view, pool, err);
    if (multi_label) {
        input.label_of = in->test.outputs.label_of, input.labels = in->test.outputs.labels_each;
        input.pair = &test.fitted;
    }
    if (!status && in->validation.outputs.n) {
        status = score(&validation, &in->arena, &in->validation.outputs, view, pool, err);
        input.validation = &validation.measured;
        if (multi_label) input.validation_pair = &validation.fitted;
    }
    if (!status && in->other.outputs.n) {
        const cal_outputs theirs = cal_gathered_other(in);
        status = score(&other, &in->arena, &theirs, view, pool, err);
        input.other = &other.measured;
    }
    return status ? status : cal_view_build(out, &in->arena, &input, choice, err);
}

cal_status cal_view_of_files(cal_table *out, const cal_choice *choice, const cal_report_files *files,
                             const cal_report_options *options, cal_error *err) {
    cal_gathered in = {.naming = options->naming};
    cal_status status = cal_gathered_all(&in, files, options, err);
    if (!status) status = make(out, &in, choice, options->pool, err);
    if (options->notes) *options->notes = in.notes;
    cal_arena_free(&in.arena);
    return status;
}
