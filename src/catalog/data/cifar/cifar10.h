// Extensions of CIFAR-10: human labels of its training and test pictures, and other test sets.
#ifndef CAL_CATALOG_DATA_CIFAR_CIFAR10_H
#define CAL_CATALOG_DATA_CIFAR_CIFAR10_H
#include "catalog/data/cifar/cifar.h"
#include "catalog/data/pictures/gallery.h"

enum { CAL_CIFAR10_TEST, CAL_CIFAR10_V4, CAL_CIFAR10_V6, CAL_CIFAR10_C }; // test_from
enum { CAL_CIFAR10_CLEAN }; // labels: from 1 on, a column of cifar10n.npy

#define CAL_CIFAR10_CORRUPTIONS                                                                              \
    "gaussian_noise/shot_noise/impulse_noise/defocus_blur/glass_blur/motion_blur/zoom_blur/snow/frost/fog/"  \
    "brightness/contrast/elastic_transform/pixelate/jpeg_compression/speckle_noise/gaussian_blur/spatter/"   \
    "saturate"

// Names the two files of another test set, pictures and labels.
void cal_cifar10_test_files(char pictures[40], char labels[40], const cal_choice *choice);
// The pictures of another test set as records; `test` and the files' bytes must outlive them.
cal_status cal_cifar10_test_records(cal_records *out, cal_gallery *test, cal_arena *scratch,
                                    const cal_classes *classes, const cal_value *skip,
                                    const cal_dataset *data, const cal_choice *choice, const cal_file *files,
                                    int nfiles, cal_error *err);

// CIFAR-10N (Wei et al. 2022): cifar10n.npy, whole numbers [50000, 6] in the order of the batches. The
// columns are clean, aggregate, random 1 to 3 and worse. The clean column must equal the labels of the
// batches.
typedef struct cal_cifar10_labels {
    const int32_t *label; // [50000][6]; null for clean labels
    int column;
} cal_cifar10_labels;
int cal_cifar10_label(const cal_cifar10_labels *labels, int source);
cal_status cal_cifar10_labels_read(cal_cifar10_labels *out, cal_arena *scratch, const cal_cifar *training,
                                   const cal_choice *choice, const cal_file *files, int nfiles,
                                   cal_error *err);

// CIFAR-10H (Peterson et al. 2019): cifar10h-probs.npy, floats [10000, 10]. They become the test set's
// posterior, renormalised over the chosen classes (uniform if nobody chose any of them).
cal_status cal_cifar10_posterior(cal_dataset *out, const cal_classes *classes, const cal_choice *choice,
                                 const cal_file *files, int nfiles, cal_error *err);
double *cal_cifar10_posterior_room(cal_dataset *out); // allocates the posterior; null if memory is refused
// Bytes that reading it allocates temporarily.
size_t cal_cifar10_posterior_loading(const cal_choice *choice, const cal_file *files, int nfiles);

#endif
