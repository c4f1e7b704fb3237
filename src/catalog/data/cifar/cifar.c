#include "catalog/data/cifar/cifar.h"

static size_t record_size(const cal_cifar *cifar) { return (size_t)(cifar->heads + CAL_CIFAR_PIXELS); }

cal_status cal_cifar_add(cal_cifar *cifar, const cal_choice *choice, const char *name, int base,
                         const cal_file *files, int nfiles, cal_error *err) {
    const char *id = choice->entry->id;
    const cal_file *file;
    const cal_status status = cal_data_file(&file, choice, name, files, nfiles, err);
    if (status) return status;
    const size_t record = record_size(cifar), size = file->size, records = size / record,
                 whole = records * record, most = (size_t)cifar->most;
    if (size > most * record)
        return cal_fail(err, CAL_FAILED,
                        "data %s: %s has %zu bytes, data beyond byte offset %zu, where %zu records end", id,
                        name, size, most * record, most);
    if (whole != size)
        return cal_fail(err, CAL_FAILED,
                        "data %s: %s is truncated at byte offset %zu: the record that begins at byte offset "
                        "%zu has %zu of %zu bytes",
                        id, name, size, whole, size - whole, record);
    for (size_t at = 0; at < size; at += record)
        for (int h = 0; h < cifar->heads; h++)
            if (file->bytes[at + (size_t)h] >= cifar->classes[h])
                return cal_fail(err, CAL_FAILED, "data %s: %s has label %d at byte offset %zu, above %d", id,
                                name, file->bytes[at + (size_t)h], at + (size_t)h, cifar->classes[h] - 1);
    cifar->file[cifar->nfiles] = file;
    cifar->first[cifar->nfiles] = cifar->count;
    cifar->base[cifar->nfiles++] = base;
    cifar->count += (int)records;
    return CAL_OK;
}

const uint8_t *cal_cifar_at(const cal_cifar *cifar, int record, int *source) {
    int f = cifar->nfiles - 1;
    while (cifar->first[f] > record) f--;
    *source = cifar->base[f] + record - cifar->first[f];
    return cifar->file[f]->bytes + (size_t)(record - cifar->first[f]) * record_size(cifar);
}

static void take(const cal_split *split, int row, const cal_records *from, int record) {
    const cal_cifar *cifar = from->context;
    const size_t size = 3 * cal_resize_size(cifar->form.resize);
    const uint8_t *bytes = cal_cifar_at(cifar, record, &split->source[row]);
    cal_pictures_take(split->pixels + (size_t)row * size, &cifar->form, bytes + cifar->heads);
}

cal_status cal_cifar_records(cal_records *out, cal_arena *scratch, const char *name, cal_cifar *cifar,
                             const cal_classes *classes, const cal_value *skip, const cal_dataset *data,
                             const cal_choice *choice, cal_error *err) {
    cifar->form = cal_pictures_planar(3, CAL_CIFAR_SIDE, CAL_CIFAR_SIDE);
    cal_status status = cal_pictures_fit(&cifar->form, scratch, data->h, data->w, choice, err);
    if (!status) status = cal_records_open(out, scratch, name, cifar->count, choice, err);
    if (status) return status;
    out->take = take;
    out->context = cifar;
    for (int i = 0; out->labels && i < out->count; i++) {
        int source;
        cal_records_label(out, i, cal_cifar_at(cifar, i, &source)[cifar->head], classes);
        cal_records_skip(out, i, source, skip);
    }
    return CAL_OK;
}
