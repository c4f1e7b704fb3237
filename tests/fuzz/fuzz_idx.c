// IDX files: any four become a data set or one sentence.
#include "data_fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const names[] = {"train-labels-idx1-ubyte", "t10k-labels-idx1-ubyte",
                                        "t10k-images-idx3-ubyte", "train-images-idx3-ubyte"};
    cal_file file[4];
    fuzz_files(file, names, 4, data, size);
    fuzz_load("mnist:train=2,val=1,test=1,size=3/4,take=first", file, 4);
    return 0;
}
