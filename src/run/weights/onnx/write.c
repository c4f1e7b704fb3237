#include "run/weights/onnx/onnx.h"
#include <string.h>
#include "base/bytes/proto.h"
#include "run/link/link.h"
#include "catalog/layer/shared/onnx.h"

// Field numbers of onnx.proto3.
enum { MODEL_IR = 1, MODEL_PRODUCER = 2, MODEL_DOC = 6, MODEL_GRAPH = 7, MODEL_OPSET = 8, MODEL_WORDS = 14 };
enum { OPSET_DOMAIN = 1, OPSET_VERSION = 2, WORD_KEY = 1, WORD_VALUE = 2 };
enum { GRAPH_NAME = 2, GRAPH_DOC = 10, GRAPH_INPUT = 11, GRAPH_OUTPUT = 12 };
enum { VALUE_NAME = 1, VALUE_TYPE = 2, VALUE_DOC = 3, TYPE_TENSOR = 1, TENSOR_ELEMENT = 1, TENSOR_SHAPE = 2 };
enum { SHAPE_DIM = 1, DIM_VALUE = 1, DIM_NAME = 2 };
enum { FLOAT = 1, IR_VERSION = 8 };

// Adds a value of shape [batch, dim...]; the batch has a name instead of a size.
static void add_value(cal_text *graph, int field, const char *name, const int *dim, int ndim,
                      const char *doc) {
    cal_text shape = {0}, tensor = {0}, type = {0}, value = {0}, batch = {0};
    cal_proto_text(&batch, DIM_NAME, "batch");
    cal_proto_message(&shape, SHAPE_DIM, &batch);
    for (int i = 0; i < ndim; i++) {
        cal_text size = {0};
        cal_proto_whole(&size, DIM_VALUE, dim[i]);
        cal_proto_message(&shape, SHAPE_DIM, &size);
    }
    cal_proto_whole(&tensor, TENSOR_ELEMENT, FLOAT);
    cal_proto_message(&tensor, TENSOR_SHAPE, &shape);
    cal_proto_message(&type, TYPE_TENSOR, &tensor);
    cal_proto_text(&value, VALUE_NAME, name);
    cal_proto_message(&value, VALUE_TYPE, &type);
    cal_proto_text(&value, VALUE_DOC, doc);
    cal_proto_message(graph, field, &value);
}

static void add_word(cal_text *model, const char *key, const char *text) {
    cal_text word = {0};
    cal_proto_text(&word, WORD_KEY, key);
    cal_proto_text(&word, WORD_VALUE, text);
    cal_proto_message(model, MODEL_WORDS, &word);
}

// Adds (x - mean) / std of each channel, as the engine normalises pixels.
static const char *normalise(cal_onnx *o, const cal_weights_about *about, const char *x) {
    const struct {
        const char *op, *name;
        const double *number;
        int count;
    } steps[] = {{"Sub", "mean", about->mean, about->means}, {"Div", "std", about->sd, about->sds}};
    for (int s = 0; s < 2; s++) {
        float value[4] = {0};
        const int dim[] = {1, about->c, 1, 1};
        bool changes = false;
        for (int c = 0; c < about->c && c < 4; c++) {
            value[c] = (float)steps[s].number[steps[s].count == 1 ? 0 : c];
            changes |= value[c] != (float)s;
        }
        if (!changes) continue; // subtracts 0, or divides by 1
        x = cal_onnx_of2(o, steps[s].op, x, cal_onnx_floats(o, steps[s].name, value, dim, 4));
    }
    return x;
}

static void write_doc(cal_text *out, const cal_weights_about *about, const cal_onnx_map *map) {
    if (about->pixels)
        cal_text_add(out,
                     "Takes pictures [batch, %d, %d, %d] with pixels from 0 to 1 and normalises them itself",
                     about->c, about->h, about->w);
    else cal_text_add(out, "Takes features as the data has them");
    cal_text_add(out, "; gives logits, without softmax");
    if (map->temperature != 1) {
        cal_text_add(out, ", divided by the temperature ");
        cal_text_add_number(out, map->temperature);
    }
    if (map->scale) cal_text_add(out, ", scaled and shifted for each class by vector scaling");
    cal_text_add(out, ".");
}

static void add_words(cal_text *model, const cal_weights_about *about, const cal_net *net,
                      const cal_onnx_map *map, const char *doc) {
    cal_text text = {0}, number = {0};
    if (about->model.entry) {
        cal_choice_write(&text, &about->model);
        add_word(model, "model", text.refused ? "" : text.data);
    }
    add_word(model, "layers", cal_net_text(net));
    if (about->pixels) add_word(model, "input", "pixels from 0 to 1, normalised inside");
    if (about->link) add_word(model, "link", about->link);
    if (about->data_hash) add_word(model, "data_hash", about->data_hash);
    if (map->temperature != 1) {
        cal_text_add_number(&number, map->temperature);
        add_word(model, "temperature", number.refused ? "" : number.data);
    }
    if (map->scale) add_word(model, "calibrator", "vector");
    cal_proto_text(model, MODEL_DOC, doc);
    model->refused |= text.refused || number.refused;
    cal_text_free(&text);
    cal_text_free(&number);
}

// Adds scale x + shift of each class.
static const char *scale(cal_onnx *o, const char *x, const cal_onnx_map *map, int k) {
    const struct {
        const char *op, *name;
        const double *number;
    } steps[] = {{"Mul", "scale", map->scale}, {"Add", "shift", map->shift}};
    float *value = cal_arena_alloc(&o->names, (size_t)k * sizeof *value);
    for (size_t s = 0; s < sizeof steps / sizeof *steps && value; s++) {
        for (int j = 0; j < k; j++) value[j] = (float)steps[s].number[j];
        x = cal_onnx_of2(o, steps[s].op, x, cal_onnx_floats(o, steps[s].name, value, &k, 1));
    }
    return x;
}

static void add_graph(cal_text *model, cal_onnx *o, const cal_weights_about *about, const cal_net *net,
                      const cal_onnx_map *map, const char *doc) {
    const bool image = about->h > 1 || about->w > 1;
    const int dim[] = {about->c, about->h, about->w};
    const char *x = "input";
    cal_text graph = {0}, opset = {0};
    if (about->pixels) x = normalise(o, about, x);
    if (image && cal_net_input(net).form == CAL_FEATURES) x = cal_onnx_along(o, "Flatten", x, NULL, 1);
    x = cal_onnx_sequence(o, 0, cal_net_layers(net, &o->layer), x);
    o->path = NULL;
    if (map->temperature != 1)
        x = cal_onnx_of2(o, "Div", x,
                         cal_onnx_floats(o, "temperature", &(float){(float)map->temperature}, NULL, 0));
    if (map->scale) x = scale(o, x, map, about->k);
    // The last value gets the name that users look for.
    const char *inputs[] = {x, NULL};
    cal_onnx_node_named(o, "Identity", inputs, "logits");
    cal_text_add_bytes(&graph, o->nodes.data, (size_t)o->nodes.length);
    cal_proto_text(&graph, GRAPH_NAME, "calibration lab");
    cal_text_add_bytes(&graph, o->constants.data ? o->constants.data : "", (size_t)o->constants.length);
    add_value(&graph, GRAPH_INPUT, "input", dim, image || about->pixels ? 3 : 1, doc);
    add_value(&graph, GRAPH_OUTPUT, "logits", &about->k, 1, "Before the softmax");
    graph.refused |= o->nodes.refused || o->constants.refused || o->names.refused;
    cal_proto_message(model, MODEL_GRAPH, &graph);
    cal_proto_text(&opset, OPSET_DOMAIN, "");
    cal_proto_whole(&opset, OPSET_VERSION, CAL_ONNX_OPSET);
    cal_proto_message(model, MODEL_OPSET, &opset);
}

cal_status cal_onnx_write(cal_text *out, const cal_weights_about *about, const cal_net *net,
                          const float *flat, const cal_onnx_map *map, cal_error *err) {
    cal_onnx o = {.flat = flat};
    cal_net_layers(net, &o.layer);
    cal_net_tensors(net, &o.tensor);
    cal_text doc = {0};
    if (about->pixels && (!about->means || !about->sds))
        return cal_fail(err, CAL_USAGE,
                        "the mean and the standard deviation that pixels are normalised with are not "
                        "known: give them");
    write_doc(&doc, about, map);
    if (!doc.refused) {
        cal_proto_whole(out, MODEL_IR, IR_VERSION);
        cal_proto_text(out, MODEL_PRODUCER, "Calibration Lab");
        add_graph(out, &o, about, net, map, doc.data);
        add_words(out, about, net, map, doc.data);
    }
    const bool refused = out->refused || doc.refused;
    cal_text_free(&doc);
    cal_text_free(&o.nodes);
    cal_text_free(&o.constants);
    cal_arena_free(&o.names);
    return refused ? cal_refuse_memory(err, "the ONNX model") : CAL_OK;
}
