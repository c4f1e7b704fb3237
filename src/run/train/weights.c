// Writes the current weights of a run as a file.
#include "run/weights/weights.h"
#include "run/train/trainer.h"

void cal_weights_write_run(cal_text *out, const cal_run *run) {
    const cal_spec *spec = cal_run_spec(run);
    cal_text link = {0};
    cal_spec_write(&link, spec);
    cal_weights_about about = {.model = spec->model, .link = link.data, .data_hash = cal_run_data(run)->hash};
    cal_weights_take_data(&about, &spec->data);
    out->refused |= link.refused;
    if (!out->refused) cal_weights_write(out, &about, cal_run_net(run), cal_run_weights(run));
    cal_text_free(&link);
}
