// Loads and returns the data of a link.
#include "api/handles.h"
#include <string.h>

const cal_split *cal_split_of(const cal_dataset *data, cal_set set) {
    return set == CAL_SET_TRAIN        ? &data->train
           : set == CAL_SET_VALIDATION ? &data->val
           : set == CAL_SET_TEST       ? &data->test
                                       : NULL;
}

cal_sample_set cal_show_split(const cal_dataset *data, const cal_split *split) {
    if (!split) return (cal_sample_set){0};
    return (cal_sample_set){.n = split->n,
                            .k = data->k,
                            .c = data->c,
                            .h = data->h,
                            .w = data->w,
                            .pixels = split->pixels,
                            .features = split->features,
                            .labels = split->labels,
                            .posterior = split->posterior,
                            .source = split->source,
                            .labelling = data->several ? CAL_LABELS_SEVERAL : CAL_LABELS_ONE};
}

void cal_name_data(cal_spec *spec, const cal_dataset *data) {
    if (!cal_data_of(&spec->data)->needs_files) return;
    memcpy(spec->data.hex, data->hash, sizeof spec->data.hex - 1);
    spec->data.hex[sizeof spec->data.hex - 1] = 0;
}

cal_status cal_load_data(cal_dataset *out, cal_spec *spec, const cal_lab *lab, cal_error *err) {
    cal_status status = cal_data_load(out, &spec->data, lab->file, lab->files, err);
    if (!status) cal_name_data(spec, out);
    return status;
}

size_t cal_loading_bytes(const cal_lab *lab, const cal_spec *spec, size_t data) {
    return data + cal_data_loading(&spec->data, lab ? lab->file : NULL, lab ? lab->files : 0);
}

cal_status cal_samples_loading(size_t *bytes, const cal_lab *lab, const cal_link *link, cal_error *err) {
    cal_status status = cal_need_pointer(bytes, "bytes", err);
    if (status) return status;
    *bytes = 0;
    status = cal_need_pointer(lab, "the lab", err);
    if (!status) status = cal_need_link(link, err);
    if (!status) *bytes = cal_loading_bytes(lab, &link->spec, 0);
    return status;
}

cal_status cal_load_samples(cal_samples **out, const cal_lab *lab, const cal_spec *spec, cal_error *err) {
    cal_status status = cal_make_handle(out, sizeof **out, err);
    if (status) return status;
    (*out)->spec = *spec;
    status = cal_load_data(&(*out)->data, &(*out)->spec, lab, err);
    if (!status) return CAL_OK;
    cal_mem_free(*out);
    *out = NULL;
    return status;
}

cal_status cal_samples_load(cal_samples **out, const cal_lab *lab, const cal_link *link, cal_error *err) {
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = NULL;
    status = cal_need_pointer(lab, "the lab", err);
    if (!status) status = cal_need_link(link, err);
    return status ? status : cal_load_samples(out, lab, &link->spec, err);
}

void cal_samples_free(cal_samples *samples) {
    if (!samples) return;
    cal_dataset_free(&samples->data);
    cal_mem_free(samples);
}

cal_sample_set cal_samples_of(const cal_samples *samples, cal_set set) {
    return samples ? cal_show_split(&samples->data, cal_split_of(&samples->data, set)) : (cal_sample_set){0};
}

const char *cal_samples_hash(const cal_samples *samples) { return samples ? samples->data.hash : NULL; }

const char *cal_samples_class(const cal_samples *samples, int label) {
    return samples && label >= 0 && label < samples->data.k ? samples->data.class_names[label] : NULL;
}
