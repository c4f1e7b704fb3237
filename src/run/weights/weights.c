#include "run/weights/weights.h"
#include <string.h>
#include "base/bytes/sha256.h"
#include "run/link/link.h"
#include "catalog/data/data.h"

static const char format[] = "calib weights 1", state_format[] = "calib run 1";

// ---- metadata

static cal_status wrong_word(const cal_file *file, const char *key, const char *text, const char *allowed,
                             cal_error *err) {
    return cal_fail(err, CAL_FAILED, "%s: its metadata's %s is %.80s; it must be %s", file->name, key, text,
                    allowed);
}

// Reads up to `most` numbers from low to high joined by `separator`; returns their number, or -1.
static int read_numbers(double *out, int most, const char *text, char separator, double low, double high) {
    cal_slice rest = {text, (int)strlen(text)};
    int count = 0;
    while (rest.at) {
        cal_slice word = cal_slice_cut(&rest, separator);
        if (count == most || !cal_number_parse(&out[count], word)) return -1;
        if (!(out[count] >= low && out[count] <= high)) return -1;
        count++;
    }
    return count;
}

static cal_status look_at_shape(cal_weights_about *out, const cal_safetensors_file *stored, cal_arena *arena,
                                const cal_file *file, cal_error *err) {
    enum { SIDE_MAX = 1 << 20, CLASSES_MAX = 1 << 16 };
    const char *input = cal_safetensors_metadata(stored, arena, "input"),
               *mean = cal_safetensors_metadata(stored, arena, "mean"),
               *std = cal_safetensors_metadata(stored, arena, "std"),
               *values = cal_safetensors_metadata(stored, arena, "values"),
               *classes = cal_safetensors_metadata(stored, arena, "classes");
    double side[3], k;
    if (input) {
        if (read_numbers(side, 3, input, 'x', 1, SIDE_MAX) != 3)
            return wrong_word(file, "input", input, "CxHxW, each from 1 to 1048576", err);
        out->c = (int)side[0], out->h = (int)side[1], out->w = (int)side[2];
    }
    if (classes) {
        if (read_numbers(&k, 1, classes, '/', 2, CLASSES_MAX) != 1)
            return wrong_word(file, "classes", classes, "a number from 2 to 65536", err);
        out->k = (int)k;
    }
    out->pixels = values && strcmp(values, "pixels") == 0;
    if (mean && (out->means = read_numbers(out->mean, 4, mean, '/', 0, 1)) < 1)
        return wrong_word(file, "mean", mean, "up to 4 numbers from 0 to 1, joined by '/'", err);
    if (std && (out->sds = read_numbers(out->sd, 4, std, '/', 0.001, 10)) < 1)
        return wrong_word(file, "std", std, "up to 4 numbers from 0.001 to 10, joined by '/'", err);
    return CAL_OK;
}

static cal_status look(cal_weights_about *out, cal_arena *arena, const cal_safetensors_file *stored,
                       const cal_file *file, cal_error *err) {
    const char *is = cal_safetensors_metadata(stored, arena, "format"),
               *model = cal_safetensors_metadata(stored, arena, "model");
    *out = (cal_weights_about){.link = cal_safetensors_metadata(stored, arena, "link"),
                               .data_hash = cal_safetensors_metadata(stored, arena, "data_hash")};
    if (is && strcmp(is, state_format) == 0 && out->link) { // the link has all of it
        cal_spec spec;
        cal_status status = cal_spec_parse(&spec, out->link, strlen(out->link), err);
        if (status) return status;
        out->model = spec.model;
        cal_weights_take_data(out, &spec.data);
        return CAL_OK;
    }
    const bool known = is && (strcmp(is, format) == 0 || strcmp(is, state_format) == 0);
    if (is && !known && (strncmp(is, "calib run ", 10) == 0 || strncmp(is, "calib weights ", 14) == 0))
        return cal_fail(
            err, CAL_FAILED,
            "%s: its format is %.40s, of another version of this program; this one reads %s and %s: take "
            "the program that wrote it",
            file->name, is, format, state_format);
    if (!is || strcmp(is, format) != 0) {
        out->link = out->data_hash = NULL; // metadata of another program
        return CAL_OK;
    }
    if (model) {
        cal_status status = cal_choice_parse(&out->model, "model", model, strlen(model), err);
        if (status) return status;
    }
    return look_at_shape(out, stored, arena, file, err);
}

cal_status cal_weights_name(char from[CAL_HEX16], const cal_file *file, cal_error *err) {
    char hex[65];
    cal_sha256 hash;
    cal_sha256_start(&hash);
    cal_sha256_add(&hash, file->bytes, file->size);
    cal_sha256_hex(hex, &hash);
    hex[CAL_HEX16 - 1] = 0;
    if (from[0] && strcmp(from, hex) != 0)
        return cal_fail(
            err, CAL_FAILED,
            "%s: its SHA-256 begins with %s, but the link starts from weights whose SHA-256 begins with %s: "
            "give that file",
            file->name, hex, from);
    memcpy(from, hex, CAL_HEX16);
    return CAL_OK;
}

cal_status cal_weights_inspect(cal_weights_about *out, cal_arena *arena, const cal_file *file,
                               cal_error *err) {
    cal_safetensors_file *stored;
    *out = (cal_weights_about){.k = 0};
    cal_status status = cal_safetensors_open(&stored, arena, file, "network", err);
    if (!status) status = look(out, arena, stored, file, err);
    if (!status && arena->refused) status = cal_refuse_memory(err, "%s: its metadata", file->name);
    return status;
}

static int take_list(double out[4], const cal_choice *choice, const char *name) {
    const int param = cal_param_find(choice->entry, name), count = param < 0 ? 0 : choice->value[param].count;
    for (int i = 0; i < count && i < 4; i++) out[i] = choice->value[param].number[i];
    return count < 4 ? count : 4;
}

void cal_weights_take_data(cal_weights_about *out, const cal_choice *data) {
    out->pixels = cal_data_of(data)->pixels;
    cal_data_shape(&out->k, &out->c, &out->h, &out->w, data);
    out->means = out->pixels ? take_list(out->mean, data, "mean") : 0;
    out->sds = out->pixels ? take_list(out->sd, data, "std") : 0;
}

static void normalise(cal_choice *data, const char *name, double *number, int *count) {
    cal_choice preset;
    const int param = cal_param_find(data->entry, name);
    if (param < 0) return;
    cal_choice_default(&preset, data->entry);
    if (*count && cal_choice_param_equal(data, &preset, param)) {
        data->value[param].count = *count;
        memcpy(data->value[param].number, number, (size_t)*count * sizeof *number);
    }
    *count = take_list(number, data, name);
}

void cal_weights_normalise(cal_choice *data, cal_weights_about *about) {
    normalise(data, "mean", about->mean, &about->means);
    normalise(data, "std", about->sd, &about->sds);
}

bool cal_weights_guesses(const cal_choice *data, const cal_weights_about *about) {
    static const char *const names[] = {"mean", "std"};
    cal_choice preset;
    cal_choice_default(&preset, data->entry);
    if (!cal_data_of(data)->pixels || about->means || about->sds) return false;
    for (int i = 0; i < 2; i++) {
        const int param = cal_param_find(data->entry, names[i]);
        if (param < 0 || !cal_choice_param_equal(data, &preset, param)) return false;
    }
    return true;
}

void cal_weights_put(cal_choice *data, const double *mean, const double *sd, int count) {
    const double *const numbers[] = {mean, sd};
    static const char *const names[] = {"mean", "std"};
    for (int i = 0; i < 2; i++) {
        const int param = cal_param_find(data->entry, names[i]);
        int kept = 1; // a single number if all channels have the same
        for (int c = 1; c < count; c++)
            if (numbers[i][c] != numbers[i][0]) kept = count;
        if (param < 0) continue;
        data->value[param].count = kept;
        memcpy(data->value[param].number, numbers[i], (size_t)kept * sizeof *numbers[i]);
    }
}

// ---- reading

cal_safetensor *cal_weights_tensors(cal_arena *arena, const cal_net *net, float *flat, int room) {
    const cal_tensor *tensor;
    int count = cal_net_tensors(net, &tensor);
    cal_safetensor *list = cal_arena_alloc(arena, (size_t)(count + room + 1) * sizeof *list);
    for (int i = 0; list && i < count; i++) {
        list[i].ndim = tensor[i].ndim;
        list[i].size = tensor[i].size;
        list[i].place = flat ? flat + tensor[i].offset : NULL;
        memcpy(list[i].dim, tensor[i].dim, sizeof list[i].dim);
        memcpy(list[i].name, tensor[i].name, sizeof tensor[i].name);
    }
    return list;
}

// Drops the tensors of a saved state that are not the network's own, whose names begin with a number.
static void drop_others(cal_safetensors_entry *listed, int *count, const cal_safetensors_file *stored,
                        cal_arena *arena) {
    const char *is = cal_safetensors_metadata(stored, arena, "format");
    int kept = 0;
    if (!is || strcmp(is, state_format) != 0) return;
    for (int i = 0; i < *count; i++)
        if (listed[i].name[0] >= '0' && listed[i].name[0] <= '9') listed[kept++] = listed[i];
    *count = kept;
}

cal_status cal_weights_read(float *flat, double *wide, cal_tensor_map *naming, cal_arena *arena,
                            const cal_net *net, const cal_file *file, cal_error *err) {
    const cal_tensor *tensor;
    const int tensors = cal_net_tensors(net, &tensor);
    cal_safetensors_file *stored;
    cal_safetensors_entry *listed = NULL;
    int count = 0;
    *naming = (cal_tensor_map){.rows = 0};
    cal_safetensor *list = cal_weights_tensors(arena, net, flat, 0);
    cal_status status = list ? cal_safetensors_open(&stored, arena, file, "network", err)
                             : cal_refuse_memory(err, "%s: the header", file->name);
    if (!status) status = cal_safetensors_list(&listed, &count, stored, arena, err);
    if (status) return status;
    drop_others(listed, &count, stored, arena);
    if (count > CAL_TENSOR_MAP_MAX)
        return cal_fail(err, CAL_FAILED, "%s: it has %d tensors; at most %d are allowed", file->name, count,
                        CAL_TENSOR_MAP_MAX);
    status = cal_tensor_map_make(naming, arena, net, listed, count, err);
    if (!status) status = cal_tensor_map_check(naming, net, file->name, err);
    for (int i = 0; !status && i < tensors; i++)
        status = cal_safetensor_fit(&list[i], &listed[naming->row[i].listed], stored, err);
    // The weights change only if the whole file is valid.
    for (int i = 0; !status && i < tensors; i++) {
        if (flat) cal_safetensor_copy(&list[i]);
        for (size_t j = 0; wide && j < tensor[i].size; j++)
            wide[tensor[i].offset + j] = cal_safetensor_number(&list[i], j);
    }
    return status;
}

// ---- writing

enum { WORDS = 12 };

typedef struct words {
    const char *pair[WORDS][2];
    cal_text text[WORDS];
    int count;
} words;

static cal_text *add_word(words *w, const char *key) {
    w->pair[w->count][0] = key;
    return &w->text[w->count++];
}

static void add_list(words *w, const char *key, const double *number, int count) {
    cal_text *text = count ? add_word(w, key) : NULL;
    for (int i = 0; i < count; i++) {
        if (i) cal_text_add(text, "/");
        cal_text_add_number(text, number[i]);
    }
}

static void add_words(words *w, const cal_weights_about *about, const cal_net *net) {
    cal_text_add(add_word(w, "format"), "%s", format);
    if (about->model.entry) cal_choice_write(add_word(w, "model"), &about->model);
    cal_text_add(add_word(w, "layers"), "%s", cal_net_text(net));
    if (about->c) {
        cal_text_add(add_word(w, "input"), "%dx%dx%d", about->c, about->h, about->w);
        cal_text_add(add_word(w, "values"), "%s", about->pixels ? "pixels" : "features");
    }
    if (about->k) cal_text_add(add_word(w, "classes"), "%d", about->k);
    add_list(w, "mean", about->mean, about->means);
    add_list(w, "std", about->sd, about->sds);
    if (about->link) cal_text_add(add_word(w, "link"), "%s", about->link);
    if (about->data_hash) cal_text_add(add_word(w, "data_hash"), "%s", about->data_hash);
}

void cal_weights_write(cal_text *out, const cal_weights_about *about, const cal_net *net, const float *flat) {
    const cal_tensor *tensor;
    cal_arena arena = {0};
    words w = {.count = 0};
    const cal_safetensor *list = cal_weights_tensors(&arena, net, (float *)flat, 0); // only read
    add_words(&w, about, net);
    for (int i = 0; i < w.count; i++) {
        w.pair[i][1] = w.text[i].data;
        out->refused |= w.text[i].refused;
    }
    if (list && !out->refused)
        cal_safetensors_write(out, list, cal_net_tensors(net, &tensor), (const char *const(*)[2])w.pair);
    else out->refused = true;
    for (int i = 0; i < w.count; i++) cal_text_free(&w.text[i]);
    cal_arena_free(&arena);
}

// ---- a net with its weights

cal_status cal_weights_open(cal_weights *out, const cal_weights_about *about, const cal_file *file,
                            cal_error *err) {
    *out = (cal_weights){.net = NULL};
    if (!about->model.entry)
        return cal_fail(err, CAL_USAGE, "%s does not say which network it belongs to: name the model",
                        file->name);
    if (!about->k || !about->c)
        return cal_fail(err, CAL_USAGE,
                        "%s does not say which inputs its network takes: give the input's size and the "
                        "number of classes, or data",
                        file->name);
    cal_status status =
        cal_net_from_choice(&out->net, &about->model, about->k, about->c, about->h, about->w, err);
    if (status) return status;
    const size_t count = cal_net_parameters(out->net) + cal_net_statistics(out->net);
    out->flat = cal_arena_alloc(&out->own, count * sizeof *out->flat);
    if (!out->flat) return cal_refuse_memory(err, "%zu weights", count);
    return cal_weights_read(out->flat, NULL, &out->naming, &out->own, out->net, file, err);
}

void cal_weights_free(cal_weights *weights) {
    cal_net_free(weights->net);
    cal_arena_free(&weights->own);
    *weights = (cal_weights){.net = NULL};
}

static void describe_list(cal_text *json, const char *key, const double *number, int count) {
    if (!count) return;
    cal_json_member_numbers(json, key, number, count);
}

void cal_weights_describe(cal_text *json, const cal_weights_about *about, const cal_weights *weights) {
    cal_text model = {0};
    cal_json_open(json, '{');
    if (about->model.entry) {
        cal_choice_write(&model, &about->model);
        cal_json_member_string(json, "model", model.data);
    }
    if (weights->net) {
        cal_json_member_string(json, "layers", cal_net_text(weights->net));
        cal_json_member_integer(json, "parameters", (int64_t)cal_net_parameters(weights->net));
    }
    if (about->c) {
        const int size[] = {about->c, about->h, about->w};
        cal_json_key(json, "input");
        cal_json_open(json, '[');
        for (int i = 0; i < 3; i++) cal_json_integer(json, size[i]);
        cal_json_close(json, ']');
        cal_json_member_string(json, "values", about->pixels ? "pixels" : "features");
    }
    if (about->k) {
        cal_json_member_integer(json, "classes", about->k);
    }
    describe_list(json, "mean", about->mean, about->means);
    describe_list(json, "std", about->sd, about->sds);
    if (about->link) {
        cal_json_member_string(json, "link", about->link);
    }
    if (about->data_hash) {
        cal_json_member_string(json, "data_hash", about->data_hash);
    }
    if (weights->net && weights->naming.row) {
        cal_json_key(json, "naming");
        cal_tensor_map_write(json, &weights->naming, weights->net);
    }
    cal_json_close(json, '}');
    json->refused |= model.refused;
    cal_text_free(&model);
}
