// MATLAB's files: any bytes give arrays within their bounds, or one sentence. Random compressed streams
// rarely have the right checksum, so a stream's contents are also inflated separately.
#include "data_fuzz.h"
#include "base/bytes/inflate.h"
#include "base/bytes/mat.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const names[] = {"test_32x32.mat", "train_32x32.mat"};
    static uint8_t out[1 << 14];
    if (size < 1) return 0;
    const cal_inflated unpacked = cal_inflate(out, sizeof out >> data[0] % 8, data + 1, size - 1);
    must(unpacked.size <= sizeof out >> data[0] % 8 && unpacked.at <= size);

    cal_arena arena = {0};
    cal_error err = {0};
    cal_mat_array a;
    cal_file file[2] = {{"f.mat", data + 1, size - 1}};
    const cal_status status = cal_mat_read(&a, &arena, &file[0], data[0] & 1 ? "X" : "y", &err);
    if (status) must(err.status == status && strncmp(err.text, "f.mat: ", 7) == 0);
    else {
        size_t count = 1;
        for (int i = 0; i < a.ndim; i++) count *= (size_t)a.dim[i];
        must(count == a.count);
        double sum = 0;
        for (size_t i = 0; i < count; i++) sum += cal_mat_number(&a, i);
        must(sum == sum || 1);
    }
    cal_arena_free(&arena);
    if (data[0] & 2) {
        fuzz_files(file, names, 2, data + 1, size - 1);
        fuzz_load("svhn:train=1,val=0,test=1,take=first,size=4", file, 2);
    }
    return 0;
}
