// Shards of reduced outputs: any bytes are joined to a report, or refused in one sentence that names the
// file.
#include <stdlib.h>
#include <string.h>
#include "run/reduce/reduce.h"
#include "run/report/report.h"

static void must(int good) {
    if (!good) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    cal_arena arena = {0};
    cal_shard shard;
    cal_error err = {0};
    cal_text json = {0};
    cal_report_value report = {.n = 0};
    const cal_file file = {"f.cal", data, size};
    const cal_report_options options = {.draws = 0};
    const cal_status status = cal_shard_read(&shard, &arena, &file, &err);
    if (status) must(strncmp(err.text, "f.cal: ", 7) == 0 && !strchr(err.text, '\n'));
    else {
        must(shard.n >= 1 && shard.k >= 2);
        must(cal_report_of_shards(&report, &json, &file, 1, &options, &err) == CAL_OK &&
             json.data[json.length - 1] == '}');
    }
    cal_text_free(&json);
    cal_report_value_free(&report);
    cal_arena_free(&arena);
    return 0;
}
