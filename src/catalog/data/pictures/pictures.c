#include "catalog/data/pictures/pictures.h"
#include <string.h>
#include "base/bytes/half.h"

#define UNIT_MOST 1.01 // computed pictures from 0 to 1 may be slightly brighter

cal_pictures cal_pictures_planar(int c, int h, int w) {
    return (cal_pictures){
        .c = c, .h = h, .w = w, .channel = (size_t)h * (size_t)w, .row = (size_t)w, .column = 1, .type = 'u'};
}

cal_status cal_pictures_fit(cal_pictures *form, cal_arena *scratch, int to_h, int to_w,
                            const cal_choice *choice, cal_error *err) {
    form->resize = cal_resize_create(scratch, form->h, form->w, to_h, to_w);
    form->plane = cal_arena_alloc(scratch, (size_t)form->h * (size_t)form->w);
    if (!scratch->refused) return CAL_OK;
    return cal_refuse_memory(err, "data %s: making pictures of %dx%d from %dx%d", choice->entry->id, to_h,
                             to_w, form->h, form->w);
}

static double value_at(const cal_pictures *form, const uint8_t *at, size_t index) {
    if (form->type == 'f') {
        float value;
        memcpy(&value, at + sizeof value * index, sizeof value);
        return (double)value;
    }
    if (form->type == 'h') return (double)cal_half_at(at + 2 * index);
    double value;
    memcpy(&value, at + sizeof value * index, sizeof value);
    return value;
}

static uint8_t to_byte(double value) { return value < 255 ? (uint8_t)(value + 0.5) : 255; }

void cal_pictures_take(uint8_t *out, const cal_pictures *form, const uint8_t *at) {
    const size_t h = (size_t)form->h, w = (size_t)form->w;
    const bool rows = form->type == 'u' && form->column == 1 && form->row == w;
    for (int c = 0; c < form->c; c++) {
        const size_t first = (size_t)c * form->channel;
        for (size_t y = 0; y < h && !rows; y++)
            for (size_t x = 0; x < w; x++) {
                const size_t index = first + y * form->row + x * form->column;
                form->plane[y * w + x] =
                    form->type == 'u' ? at[index] : to_byte(value_at(form, at, index) * form->scale);
            }
        cal_resize_plane(out, rows ? at + first : form->plane, form->resize);
        out += cal_resize_size(form->resize);
    }
}

// ---- arrays

static size_t picture_values(const cal_array *a) {
    size_t values = 1;
    for (int i = 1; i < a->ndim; i++) values *= (size_t)a->dim[i];
    return values;
}

static cal_status check_values(cal_pictures *out, const cal_array *a, const char *name, cal_error *err) {
    double most = 0;
    for (size_t i = 0; i < a->count; i++) {
        const double value = value_at(out, a->data, i);
        if (!(value >= 0 && value <= 255))
            return cal_fail(err, CAL_FAILED,
                            "%s: picture %zu has the value %g; values must be 0 to 1 or 0 to 255, not "
                            "standardised",
                            name, i / picture_values(a), value);
        most = value > most ? value : most;
    }
    out->scale = most > UNIT_MOST ? 1 : 255;
    return CAL_OK;
}

cal_status cal_pictures_npy(cal_pictures *out, const cal_array *a, const char *name, cal_layout layout,
                            cal_error *err) {
    const int *d = a->dim;
    const cal_status plain = cal_npy_check_plain(a, name, err);
    if (plain) return plain;
    if (a->ndim != 3 && a->ndim != 4)
        return cal_fail(
            err, CAL_FAILED,
            "%s: an array of %d dimensions; it must have shape [n, h, w], [n, c, h, w] or [n, h, w, c]", name,
            a->ndim);
    for (int i = 0; i < a->ndim; i++)
        if (d[i] < 1 || (i && d[i] > CAL_RESIZE_MAX))
            return cal_fail(err, CAL_FAILED, "%s: dimension %d of its shape is %d, not 1 to %d", name, i,
                            d[i], CAL_RESIZE_MAX);
    if (strcmp(a->type, "u1") && a->type[0] != 'f')
        return cal_fail(err, CAL_FAILED, "%s: its numbers are %s; pictures must be uint8 or floats", name,
                        a->type);
    const bool first = a->ndim == 4 && d[1] <= 4, last = a->ndim == 4 && d[3] <= 4;
    if (a->ndim == 4 && layout == CAL_LAYOUT_AUTO) {
        if (first && last)
            return cal_fail(err, CAL_FAILED,
                            "%s: its shape is [%d, %d, %d, %d], where the channels may be the second or "
                            "the last axis; say layout=chw or layout=hwc",
                            name, d[0], d[1], d[2], d[3]);
        layout = first ? CAL_LAYOUT_CHW : CAL_LAYOUT_HWC;
    }
    if (a->ndim == 4 && !(layout == CAL_LAYOUT_CHW ? first : last))
        return cal_fail(err, CAL_FAILED,
                        "%s: its shape is [%d, %d, %d, %d]; pictures must have 1 to 4 channels", name, d[0],
                        d[1], d[2], d[3]);
    if (a->ndim == 3) *out = cal_pictures_planar(1, d[1], d[2]);
    else if (layout == CAL_LAYOUT_CHW) *out = cal_pictures_planar(d[1], d[2], d[3]);
    else
        *out = (cal_pictures){.c = d[3],
                              .h = d[1],
                              .w = d[2],
                              .channel = 1,
                              .row = (size_t)d[2] * (size_t)d[3],
                              .column = (size_t)d[3],
                              .type = 'u'};
    if (a->type[0] != 'f') return CAL_OK;
    out->type = a->type[1] == '2' ? 'h' : a->type[1] == '4' ? 'f' : 'd';
    return check_values(out, a, name, err);
}

// ---- the size in the link

void cal_data_size(int *h, int *w, const cal_choice *choice) {
    const cal_value *size = cal_choice_value(choice, "size");
    *h = (int)size->number[0];
    *w = (int)size->number[size->count > 1];
}

void cal_data_size_put(cal_choice *choice, int h, int w) {
    const int i = cal_param_find(choice->entry, "size");
    const int most = (int)choice->entry->params[i].max;
    h = h < most ? h : most, w = w < most ? w : most;
    choice->value[i] = (cal_value){.count = h == w ? 1 : 2, .number = {h, w}};
}

cal_status cal_data_size_check(const cal_choice *choice, cal_error *err) {
    const int count = cal_choice_value(choice, "size")->count;
    if (count == 1 || count == 2) return CAL_OK;
    return cal_fail(err, CAL_USAGE, "data %s: size has %d numbers; give one, or height and width",
                    choice->entry->id, count);
}
