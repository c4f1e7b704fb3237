// Trains a link and prints its report:
//
//   cc train_link.c $(pkg-config --cflags --libs calib)
//   ./a.out 'data=moons:train=200&model=mlp&epochs=5'
//
// Progress goes to stderr, the report to stdout as JSON, as `calib train` prints it.
#include <calib.h>
#include <stdio.h>
#include <stdlib.h>

static bool show(void *context, const cal_training_state *state) {
    const cal_training *training = *(cal_training *const *)context;
    if (state->event == CAL_STEP_DONE) return true;
    fprintf(stderr, "epoch %d of %d: loss %.4f, validation ECE %.4f\n", state->epoch, state->epochs,
            state->loss, cal_training_figure(training, state->epoch - 1, CAL_SET_VALIDATION, "ece"));
    return true; // false would pause it
}

// Trains, reports and prints. The caller owns what was made, even after a failure.
static cal_status train(cal_lab *lab, cal_training **training, cal_report **report, cal_bytes *json,
                        const char *text, cal_error *err) {
    cal_training_def def = cal_default_training();
    cal_link *link;
    cal_status status = cal_link_parse(&link, text, err);
    def.link = link;
    def.listener = show;
    def.context = training;
    if (!status) status = cal_training_create(training, lab, &def, err);
    cal_link_free(link);
    if (!status) status = cal_training_run(*training, 0, err);
    if (!status) status = cal_report_training(report, *training, err);
    if (!status) status = cal_report_json(json, *report, err);
    return status;
}

int main(int count, char **argument) {
    cal_lab_def def = cal_default_lab();
    cal_lab *lab = NULL;
    cal_training *training = NULL;
    cal_report *report = NULL;
    cal_training_result result = {0};
    cal_bytes json = {0};
    cal_error err = {0};
    if (count != 2) {
        fprintf(stderr, "usage: %s LINK\n", argument[0]);
        return 2;
    }
    cal_status status = cal_lab_create(&lab, &def, &err);
    if (!status) status = train(lab, &training, &report, &json, argument[1], &err);
    if (!status) status = cal_training_receipt(&result, training, &err);
    if (!status) {
        fputs(json.data, stdout);
        fprintf(stderr, "digest %s\n%s\n", result.digest, result.link.data);
    } else fprintf(stderr, "%s: %s\n", argument[0], err.text);
    cal_bytes_free(&result.link);
    cal_bytes_free(&json);
    cal_report_free(report);
    cal_training_free(training);
    cal_lab_free(lab);
    return status ? EXIT_FAILURE : EXIT_SUCCESS;
}
