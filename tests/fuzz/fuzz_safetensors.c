// safetensors files: any bytes fill the whole network, or are refused in one sentence and change no weight.
// Metadata are in bounds. Random header lengths rarely fit, so the first byte, unless it is 0, is the number
// of bytes after the header.
#include <stdlib.h>
#include <string.h>
#include "run/weights/weights.h"

static void must(int good) {
    if (!good) abort();
}

static void look(const cal_file *file) {
    cal_arena arena = {0};
    cal_weights_about about;
    cal_error err = {0};
    const cal_status status = cal_weights_inspect(&about, &arena, file, &err);
    if (status) must(status != CAL_OK && err.text[0] && !strchr(err.text, '\n'));
    else must(about.k >= 0 && about.c >= 0 && about.means >= 0 && about.means <= 4 && about.sds <= 4);
    cal_arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    cal_net *net;
    cal_arena arena = {0};
    cal_tensor_map naming;
    cal_error err = {0};
    if (size < 2) return 0;
    must(cal_net_parse(&net, "fc2-bn-fc2", false, 2, 3, 1, 1, &err) == CAL_OK);
    size_t count = cal_net_parameters(net) + cal_net_statistics(net), rest = size - 1,
           length = rest < 8 ? 0 : rest - 8;
    float *flat = malloc(count * sizeof *flat), *before = malloc(count * sizeof *flat);
    uint8_t *bytes = malloc(rest);
    memcpy(bytes, data + 1, rest);
    for (size_t i = 0; i < count; i++) before[i] = flat[i] = (float)i;
    if (data[0] && rest >= 8 && length >= data[0])
        for (int i = 0; i < 8; i++) bytes[i] = (uint8_t)((uint64_t)(length - data[0]) >> 8 * i);
    cal_file file = {"w", bytes, rest};
    look(&file);
    cal_status status = cal_weights_read(flat, NULL, &naming, &arena, net, &file, &err);
    if (status) {
        must(status == CAL_FAILED && strncmp(err.text, "w: ", 3) == 0);
        must(memcmp(flat, before, count * sizeof *flat) == 0);
    } else
        for (size_t i = 0; i < count; i++) must(flat[i] - flat[i] == 0);
    if (naming.row) {
        cal_text json = {0};
        cal_tensor_map_write(&json, &naming, net);
        cal_text_free(&json);
    }
    cal_arena_free(&arena);
    free(bytes);
    free(before);
    free(flat);
    cal_net_free(net);
    return 0;
}
