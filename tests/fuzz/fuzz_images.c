// The user's own pictures: any two arrays, and any names of classes, become a data set or one sentence.
#include "data_fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const names[] = {"images-labels.npy", "images-classes.txt", "images.npy"};
    static const char *const links[] = {
        "images:train=2,val=1,test=1,classes=2,size=4",
        "images:train=2,val=1,test=1,classes=3,size=5/3,names=yes,resize=yes",
        "images:train=2,val=0,test=1,classes=2,channels=1,size=2,layout=hwc,resize=yes",
        "images:train=2,val=0,test=1,classes=2,channels=1,size=2,layout=chw,take=first"};
    cal_file file[3];
    if (size < 1) return 0;
    fuzz_files(file, names, 3, data + 1, size - 1);
    fuzz_load(links[data[0] % 4], file, 3);
    return 0;
}
