#include "run/outputs/option_names.h"

const char *cal_option_name(cal_option_id option, cal_naming naming) {
    static const struct {
        const char *field, *argument;
    } names[] = {
        [CAL_OPTION_LOGITS] = {"inputs.logits", "--logits"},
        [CAL_OPTION_LABELS] = {"inputs.labels", "--labels"},
        [CAL_OPTION_VAL_LOGITS] = {"inputs.val_logits", "--val-logits"},
        [CAL_OPTION_VAL_LABELS] = {"inputs.val_labels", "--val-labels"},
        [CAL_OPTION_OOD_LOGITS] = {"inputs.ood_logits", "--ood-logits"},
        [CAL_OPTION_CSV] = {"inputs.csv", "--csv"},
        [CAL_OPTION_VAL_CSV] = {"inputs.val_csv", "--val-csv"},
        [CAL_OPTION_WEIGHTS] = {"inputs.weights", "--weights"},
        [CAL_OPTION_POSTERIOR] = {"inputs.posterior", "--posterior"},
        [CAL_OPTION_LABEL_NAMES] = {"inputs.label_names", "--label-names"},
        [CAL_OPTION_TASK] = {"inputs.task", "--task"},
        [CAL_OPTION_PROBS] = {"inputs.probs", "--probs"},
        [CAL_OPTION_AS_LOGITS] = {"inputs.as_logits", "--as-logits"},
        [CAL_OPTION_FIT_ON_TEST] = {"def.fit_on_test", "--fit-on-test"},
        [CAL_OPTION_METRIC] = {"def.metric", "--metric"},
        [CAL_OPTION_MATCH] = {"def.match", "--match"},
        [CAL_OPTION_MODEL] = {"def.model", "--model"},
        [CAL_OPTION_MEAN] = {"def.mean", "--mean"},
        [CAL_OPTION_STD] = {"def.std", "--std"},
    };
    return naming == CAL_NAMES_FIELDS ? names[option].field : names[option].argument;
}
