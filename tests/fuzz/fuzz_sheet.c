// Tables of numbers and of texts, and the vectors of words: any bytes become a data set or one sentence.
#include "data_fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const tables[] = {"table-test.csv", "table.csv"}, *const texts[] = {"texts-test.csv",
                                                                                           "glove.txt",
                                                                                           "texts.csv"};
    static const char *const links[] = {
        "table:train=2,val=1,test=1,classes=2,features=2",
        "table:train=2,val=0,test=1,classes=2,features=1,label=1,omit=3,header=yes,test_from=file,scale=no",
        "texts:train=2,val=1,test=1,classes=2,length=5,vocabulary=6",
        "texts:train=3,val=0,test=1,classes=2,label=1,length=7,vocabulary=9,vectors=glove,test_from=file"};
    cal_file file[3];
    if (size < 1) return 0;
    const int kind = data[0] % 4, count = kind < 2 ? 2 : 3;
    fuzz_files(file, kind < 2 ? tables : texts, count, data + 1, size - 1);
    fuzz_load(links[kind], file, count);
    return 0;
}
