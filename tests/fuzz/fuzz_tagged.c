// The user's multi-label pictures: any array with any table, or two arrays, become a data set or one
// sentence.
#include "data_fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const names[] = {"images-labels.csv", "images-labels.npy", "images.npy"};
    static const char *const links[] = {
        "tagged:train=2,val=1,test=1,labels=2,channels=3,size=4",
        "tagged:train=2,val=0,test=1,labels=3,size=2,layout=hwc,resize=yes,take=first",
        "tagged:train=2,val=1,test=1,labels=2,labels_from=npy,size=5/3,resize=yes"};
    cal_file file[3];
    if (size < 1) return 0;
    fuzz_files(file, names, 3, data + 1, size - 1);
    fuzz_load(links[data[0] % 3], file, 3);
    return 0;
}
