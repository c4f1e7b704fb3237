// A run's saved state: any bytes are refused in one sentence, or the run resumes from them. It then trains to
// its end or to losses that are not finite. A run of CAL_RUN_INSPECT accepts and refuses the same. Random
// header lengths rarely fit, so the first byte, unless it is 0, shortens the numbers after the header's
// length by that many times 8 bytes.
#include <stdlib.h>
#include <string.h>
#include "base/bytes/safetensors.h"
#include "run/train/trainer.h"

static const char link[] =
    "data=gaussians:train=8,val=4,test=4&model=logistic&epochs=3&batch=4&keep=best&patience=2&by=nll";

static void must(int good) {
    if (!good) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static cal_pool *pool;
    static float logits[4 * 2];
    cal_spec spec;
    cal_dataset set;
    cal_run *run;
    cal_error err = {0};
    if (size < 9) return 0;
    if (!pool) must(cal_pool_create(&pool, 1, &err) == CAL_OK);
    must(cal_spec_parse(&spec, link, strlen(link), &err) == CAL_OK);
    must(cal_data_load(&set, &spec.data, NULL, 0, &err) == CAL_OK);
    must(cal_run_create(&run, &spec, CAL_RUN_TRAIN, &set, NULL, pool, &err) == CAL_OK);
    size_t rest = size - 1, length = rest - 8;
    uint8_t *bytes = malloc(rest);
    memcpy(bytes, data + 1, rest);
    if (data[0] && length >= 8u * data[0])
        for (int i = 0; i < 8; i++) bytes[i] = (uint8_t)((uint64_t)(length - 8u * data[0]) >> 8 * i);
    cal_file file = {"s", bytes, rest};
    cal_status status = cal_run_resume(run, &file, &err);
    if (status) must(status == CAL_FAILED && strncmp(err.text, "s: ", 3) == 0);
    cal_run *looks;
    cal_error other = {0};
    must(cal_data_load(&set, &spec.data, NULL, 0, &err) == CAL_OK);
    must(cal_run_create(&looks, &spec, CAL_RUN_INSPECT, &set, NULL, pool, &err) == CAL_OK);
    // By its history a run may be over before its recorded step; a run that only inspects has no history. It
    // takes a file that is not a saved state for weights, and refuses it as those.
    if (cal_run_resume(looks, &file, &other))
        must(status &&
             (strcmp(err.text, other.text) == 0 || strncmp(err.text, "s: its format is ", 17) == 0));
    else cal_run_outputs(logits, looks, &cal_run_data(looks)->val);
    cal_run_free(looks);
    cal_progress progress = CAL_STEPPED;
    int steps = 0;
    for (; !status && progress != CAL_RUN_ENDED; steps++) status = cal_run_step(&progress, run, &err);
    must(steps <= 7 && (!status || status == CAL_FAILED));
    cal_receipt receipt;
    char digest[65];
    if (!status) status = cal_run_digest(&receipt, digest, run, &err);
    must(!status || status == CAL_FAILED);
    cal_run_free(run);
    free(bytes);
    return 0;
}
