// Grey pictures in the IDX form of MNIST (LeCun et al. 1998), which Fashion-MNIST, KMNIST and EMNIST share. A
// file has two zero bytes, the type (8: bytes), the number of dimensions, and big-endian sizes.
#include "catalog/data/pictures/gallery.h"

enum { CLASSES = 10, SIDE = 28, TYPE_BYTES = 8, SAMPLES_MAX = 1000000, SIDE_MAX = 4096 };

// Reads the sizes of an IDX file of bytes, whose data has to fill the rest of the file.
static cal_status idx_read(uint32_t *dim, int ndim, const uint8_t **data, const cal_file *file,
                           cal_error *err) {
    const uint8_t *b = file->bytes;
    const size_t head = 4 + 4 * (size_t)ndim;
    if (file->size < 4 || b[0] || b[1])
        return cal_fail(err, CAL_FAILED, "%s: byte 0: not an IDX file%s", file->name,
                        file->size >= 2 && b[0] == 0x1f && b[1] == 0x8b ? ", but gzip; unpack it first" : "");
    if (b[2] != TYPE_BYTES)
        return cal_fail(err, CAL_FAILED, "%s: byte 2: numbers of type 0x%02x; only bytes, 0x08, are read",
                        file->name, b[2]);
    if (b[3] != ndim)
        return cal_fail(err, CAL_FAILED, "%s: byte 3: %d dimensions, not %d", file->name, b[3], ndim);
    if (file->size < head)
        return cal_fail(err, CAL_FAILED, "%s: byte %zu: the file ends within its sizes", file->name,
                        file->size);
    uint64_t wanted = 1;
    for (int i = 0; i < ndim; i++) {
        const uint8_t *at = b + 4 + 4 * i;
        dim[i] = (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
        const uint32_t most = i ? SIDE_MAX : SAMPLES_MAX;
        if (!dim[i] || dim[i] > most)
            return cal_fail(err, CAL_FAILED, "%s: byte %d: size %u is not 1 to %u", file->name, 4 + 4 * i,
                            dim[i], most);
        wanted *= dim[i];
    }
    if (wanted != file->size - head)
        return cal_fail(err, CAL_FAILED, "%s: byte %zu: its sizes need %llu bytes, but %zu follow",
                        file->name, head, (unsigned long long)wanted, file->size - head);
    *data = b + head;
    return CAL_OK;
}

static cal_status gallery_open(cal_gallery *out, cal_arena *scratch, const cal_file *const file[2],
                               const cal_choice *choice, cal_error *err) {
    const cal_file *const pictures = file[0], *const labels = file[1];
    const uint8_t *label = NULL;
    uint32_t dim[3], count = 0;
    cal_status status = idx_read(dim, 3, &out->first, pictures, err);
    if (!status) status = idx_read(&count, 1, &label, labels, err);
    if (status) return status;
    if (count != dim[0])
        return cal_fail(err, CAL_FAILED, "%s: %u labels for the %u pictures of %s", labels->name, count,
                        dim[0], pictures->name);
    int32_t *wide = cal_arena_alloc(scratch, count * sizeof *wide);
    if (scratch->refused) return cal_refuse_memory(err, "data %s: labels", choice->entry->id);
    for (uint32_t i = 0; wide && i < count; i++) wide[i] = label[i];
    out->n = (int)count;
    out->form = cal_pictures_planar(1, (int)dim[1], (int)dim[2]);
    out->stride = (size_t)dim[1] * dim[2];
    out->labels = wide;
    return CAL_OK;
}

static const cal_galleries galleries = {
    .files = {{"train-images-idx3-ubyte", "train-labels-idx1-ubyte"},
              {"t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte"}},
    .name = {"data mnist: training pictures", "data mnist: test pictures"},
    .open = gallery_open,
};

static const cal_param params[] = {
    CAL_DATA_TRAIN_OR_NONE(5000, SAMPLES_MAX),
    CAL_DATA_VAL(1000, SAMPLES_MAX),
    CAL_DATA_TEST(2000, SAMPLES_MAX),
    CAL_DATA_CLASSES(CLASSES),
    CAL_DATA_SIZE("28", CAL_RESIZED),
    CAL_DATA_TAKE(CAL_TAKE_BALANCED),
    CAL_DATA_LABEL_NOISE,
    CAL_DATA_IMBALANCE,
    CAL_DATA_SEED("Seed of the records that are drawn and of the labels that are replaced"),
    CAL_DATA_MEAN("0.1307"),
    CAL_DATA_STD("0.3081"),
    CAL_DATA_HASH,
    {0},
};

const cal_data cal_data_mnist = {
    .entry = {.id = "mnist",
              .label = "MNIST and its like",
              .tex = "",
              .source = "LeCun, Cortes and Burges 1998; Fashion-MNIST: Xiao et al. 2017; KMNIST: Clanuwat et "
                        "al. 2018; EMNIST: Cohen et al. 2017",
              .help = "Grey pictures of digits, clothes or letters; bring the four IDX files, unpacked",
              .params = params,
              .check = cal_data_size_check},
    .k = CLASSES,
    .c = 1,
    .h = SIDE,
    .w = SIDE,
    .pixels = true,
    .needs_files = true,
    .galleries = &galleries,
    .shape = cal_galleries_shape,
    .files = cal_galleries_files,
    .measure = cal_galleries_measure,
    .load = cal_galleries_load,
    .keeps = cal_galleries_keeps,
    .loading = cal_galleries_loading,
};
