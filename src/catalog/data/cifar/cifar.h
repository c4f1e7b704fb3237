// The binary form of CIFAR-10 and CIFAR-100: records of label bytes and 3,072 pixels, planes red, green,
// blue.
#ifndef CAL_CATALOG_DATA_CIFAR_CIFAR_H
#define CAL_CATALOG_DATA_CIFAR_CIFAR_H
#include "catalog/data/shared/files.h"
#include "catalog/data/pictures/pictures.h"
#include "catalog/data/subset/records.h"

enum { CAL_CIFAR_SIDE = 32, CAL_CIFAR_PIXELS = 3 * CAL_CIFAR_SIDE * CAL_CIFAR_SIDE, CAL_CIFAR_FILES = 5 };

// The records of some files, in sequence.
typedef struct cal_cifar {
    int heads, head; // label bytes of a record; index of the label among them
    int classes[2];  // number of classes of each label byte
    int most;        // largest number of records in a file
    cal_pictures form;
    int nfiles, count;
    const cal_file *file[CAL_CIFAR_FILES];
    int first[CAL_CIFAR_FILES]; // number of the file's record 0 within this list
    int base[CAL_CIFAR_FILES];  // number of the file's record 0 in the whole training or test set
} cal_cifar;

// Checks the file and adds its records, whose numbers in the whole set begin at `base`.
cal_status cal_cifar_add(cal_cifar *cifar, const cal_choice *choice, const char *name, int base,
                         const cal_file *files, int nfiles, cal_error *err);
// A record's label bytes, followed by its pixels; and its number in the whole set.
const uint8_t *cal_cifar_at(const cal_cifar *cifar, int record, int *source);
// The records, except those whose number is in `skip` (may be null). `cifar` must outlive them.
cal_status cal_cifar_records(cal_records *out, cal_arena *scratch, const char *name, cal_cifar *cifar,
                             const cal_classes *classes, const cal_value *skip, const cal_dataset *data,
                             const cal_choice *choice, cal_error *err);

#endif
