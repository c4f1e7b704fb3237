// Probes of a state, against slow computations.
#include <math.h>
#include <stdlib.h>
#include "ad/interpret.h"
#include "base/random/random.h"
#include "check.h"
#include "run/net/batch.h"
#include "base/bytes/safetensors.h"
#include "run/net/net.h"
#include "run/probe/probe.h"
#include "kernel/layout/layout.h"
#include "catalog/corruption/corruption.h"

static cal_error err;
static cal_pool *pool;
static cal_spec spec;

static cal_run *open_run(const char *link, cal_use use, const float *initial) {
    cal_dataset data;
    cal_run *run = NULL;
    err = (cal_error){0};
    if (!cal_spec_parse(&spec, link, strlen(link), &err) && !cal_data_load(&data, &spec.data, NULL, 0, &err))
        cal_run_create(&run, &spec, use, &data, initial, pool, &err);
    CHECK_TEXT(err.text, "");
    return run;
}

typedef struct subject {
    const char *link;
    cal_run *trained, *looked;
} subject;

static subject subject_of(const char *link, int steps) {
    subject s = {link, open_run(link, CAL_RUN_TRAIN, NULL), open_run(link, CAL_RUN_INSPECT, NULL)};
    cal_progress progress = CAL_STEPPED;
    cal_text state = {0};
    while (progress != CAL_RUN_ENDED && steps-- > 0)
        CHECK(cal_run_step(&progress, s.trained, &err) == CAL_OK);
    CHECK(cal_run_save(&state, s.trained, &err) == CAL_OK);
    const cal_file file = {"state", (const uint8_t *)state.data, (size_t)state.length};
    CHECK(cal_run_resume(s.looked, &file, &err) == CAL_OK);
    cal_text_free(&state);
    return s;
}

static void subject_free(subject *s) {
    cal_run_free(s->trained);
    cal_run_free(s->looked);
}

static size_t flat_size(const cal_run *run) {
    return cal_net_parameters(cal_run_net(run)) + cal_net_statistics(cal_run_net(run));
}

// ---- a table in memory

typedef struct cells {
    double *cell; // [rows][columns]
    int rows, columns, at;
    cal_table table;
} cells;

static void begin(void *to, int rows) {
    cells *c = to;
    c->rows = rows;
    c->cell = calloc((size_t)rows * (size_t)c->columns, sizeof *c->cell);
}

static void row(void *to, const double *cell) {
    cells *c = to;
    CHECK(c->at < c->rows);
    memcpy(c->cell + (size_t)c->at++ * (size_t)c->columns, cell, (size_t)c->columns * sizeof *cell);
}

static double fact(const cells *c, const char *name) {
    for (int i = 0; i < c->table.facts; i++)
        if (!strcmp(c->table.fact[i].name, name)) return c->table.fact[i].value;
    CHECK(!"a fact of that name");
    return NAN;
}

static cal_status probe(cells *out, cal_run *run, const char *text) {
    static cal_choice choice;
    err = (cal_error){0};
    *out = (cells){.table = {.begin = begin, .row = row, .to = out}};
    cal_status status = cal_choice_parse_in(&choice, &cal_probe_registry, text, strlen(text), &err);
    if (status) return status;
    out->columns = cal_probe_columns(cal_probe_of(&choice), cal_run_data(run)->k);
    status = cal_probe_make(&out->table, run, &choice, NULL, &err);
    CHECK(status || out->at == out->rows);
    return status;
}

static const double *at(const cells *c, int i) { return c->cell + (size_t)i * (size_t)c->columns; }

// ---- the landscape

static void add_direction(float *to, const float *base, const cal_net *net, int direction, int seed,
                          double scale) {
    const cal_tensor *tensor;
    const int tensors = cal_net_tensors(net, &tensor);
    for (int i = 0; i < tensors; i++) {
        const cal_tensor *t = &tensor[i];
        const bool weight =
            strlen(t->name) >= 7 && !strcmp(t->name + strlen(t->name) - 7, ".weight") && t->ndim > 1;
        const int filters = weight ? t->dim[0] : 0, size = weight ? (int)t->size / filters : 0;
        for (int f = 0; f < filters; f++) {
            double own = 0, drawn = 0;
            for (int j = 0; j < size; j++) {
                const size_t w = t->offset + (size_t)(f * size + j);
                const double d =
                    cal_random_normal((uint64_t)seed, CAL_STREAM_DIRECTION, (uint64_t)direction, w);
                own += pow((double)base[w], 2), drawn += d * d;
            }
            for (int j = 0; j < size; j++) {
                const size_t w = t->offset + (size_t)(f * size + j);
                const double d =
                    cal_random_normal((uint64_t)seed, CAL_STREAM_DIRECTION, (uint64_t)direction, w);
                to[w] += (float)(scale * d * sqrt(own / drawn));
            }
        }
    }
}

static void test_landscape(const char *link, const char *text, int samples, int seed, int points) {
    subject s = subject_of(link, 5);
    cells c;
    const size_t size = flat_size(s.trained);
    const float *weights = cal_run_weights(s.trained);
    float *moved = malloc(size * sizeof *moved);
    CHECK(probe(&c, s.looked, text) == CAL_OK);
    CHECK(c.rows == points && c.columns == 4);
    CHECK(!memcmp(weights, cal_run_weights(s.looked), size * sizeof *weights)); // they are restored
    double varied = 0;
    for (int i = 0; i < c.rows; i++) {
        memcpy(moved, weights, size * sizeof *moved);
        add_direction(moved, weights, cal_run_net(s.trained), 0, seed, at(&c, i)[0]);
        add_direction(moved, weights, cal_run_net(s.trained), 1, seed, at(&c, i)[1]);
        cal_run *other = open_run(link, CAL_RUN_INSPECT, moved);
        cal_split split = cal_run_data(other)->val;
        split.n = split.n < samples ? split.n : samples;
        float *logits = malloc((size_t)split.n * (size_t)cal_run_data(other)->k * sizeof *logits);
        const double loss = cal_run_outputs(logits, other, &split);
        CHECK_NEAR(at(&c, i)[2], loss, 2e-5 * (1 + loss));
        varied += fabs(loss - fact(&c, "loss"));
        if (at(&c, i)[0] == 0 && at(&c, i)[1] == 0) CHECK(at(&c, i)[2] == fact(&c, "loss"));
        free(logits);
        cal_run_free(other);
    }
    CHECK(varied > 0.01 * c.rows);
    free(c.cell);
    free(moved);
    subject_free(&s);
}

// ---- logits

static void test_logits(void) {
    subject s = subject_of(
        "data=shapes10:train=40,val=10,test=30&model=layers:c8-bn-relu-gap-fc&epochs=2&batch=20", 4);
    cells c;
    const cal_dataset *data = cal_run_data(s.trained);
    CHECK(probe(&c, s.looked, "logits") == CAL_OK);
    CHECK(c.rows == 30 && c.columns == 12);
    for (int i = 0; i < 30; i++) {
        CHECK(at(&c, i)[0] == i && at(&c, i)[1] == data->test.labels[i]);
        for (int k = 0; k < 10; k++)
            CHECK(at(&c, i)[2 + k] == (double)cal_run_test_logits(s.trained)[10 * i + k]);
    }
    free(c.cell);
    cal_arena arena = {0};
    cal_split changed;
    cal_choice blur;
    float logits[300];
    CHECK(!cal_choice_parse(&blur, "corruption", "blur:severity=3", 15, &err));
    CHECK(!cal_split_corrupt(&changed, &arena, data, &data->test, &blur, &err));
    cal_run_outputs(logits, s.trained, &changed);
    CHECK(probe(&c, s.looked, "logits:corruption=blur,severity=3") == CAL_OK);
    int same = 0;
    for (int i = 0; i < 300; i++) {
        CHECK(at(&c, i / 10)[2 + i % 10] == (double)logits[i]);
        same += logits[i] == cal_run_test_logits(s.trained)[i];
    }
    CHECK(same < 30);
    free(c.cell);
    cal_arena_free(&arena);
    subject_free(&s);
}

// ---- the plane

static void test_boundary(const char *link) {
    subject s = subject_of(link, 6);
    cells c;
    const cal_dataset *data = cal_run_data(s.trained);
    double *law = calloc((size_t)data->test.n * 2, sizeof *law);
    CHECK(cal_data_posterior(law, data->test.features, data->test.n, &cal_run_spec(s.trained)->data));
    for (int i = 0; i < 2 * data->test.n; i++) CHECK(law[i] == data->test.posterior[i]);
    CHECK(probe(&c, s.looked, "boundary:grid=9,margin=0.25") == CAL_OK);
    CHECK(c.rows == 81 && c.columns == 8);
    for (int d = 0; d < 2; d++) {
        float low = 1e9f, high = -1e9f, fitted_low = 0, fitted_high = 0;
        const cal_split *const splits[] = {&data->train, &data->val, &data->test};
        for (int j = 0; j < 3; j++) {
            if (j == 2) fitted_low = low, fitted_high = high;
            for (int i = 0; i < splits[j]->n; i++) {
                low = fminf(low, splits[j]->features[2 * i + d]);
                high = fmaxf(high, splits[j]->features[2 * i + d]);
            }
        }
        CHECK(low < fitted_low || high > fitted_high); // the test set alone reaches that far
        CHECK_NEAR(at(&c, 0)[d], low - 0.25f * (high - low), 1e-5);
        CHECK_NEAR(at(&c, 80)[d], high + 0.25f * (high - low), 1e-5);
    }
    for (int i = 0; i < 81; i++) {
        const double *p = at(&c, i);
        float point[2] = {(float)p[0], (float)p[1]}, z[2];
        int32_t label = 0;
        double truth[2];
        cal_run_outputs(z, s.trained, &(cal_split){.n = 1, .features = point, .labels = &label});
        cal_data_posterior(truth, point, 1, &cal_run_spec(s.trained)->data);
        const double q = 1 / (1 + exp((double)z[1] - (double)z[0])), r = 1 - q;
        CHECK_NEAR(p[6], q, 1e-12);
        CHECK_NEAR(p[7], r, 1e-12);
        CHECK(p[2] == (z[1] > z[0]));
        CHECK_NEAR(p[3], fmax(q, r), 1e-12);
        CHECK_NEAR(p[4], -(q * log(q) + r * log(r)), 1e-9);
        CHECK_NEAR(p[5], truth[z[1] > z[0]], 1e-15);
    }
    free(law);
    free(c.cell);
    subject_free(&s);
}

// ---- Grad-CAM, by the interpreter and differences

typedef struct half {
    cal_graph g;
    cal_interpreter *it;
    cal_node in, out;
} half;

static void give_weights(half *h, const cal_node *tensor, const cal_net *net, const float *flat) {
    const cal_tensor *known;
    const int tensors = cal_net_tensors(net, &known);
    for (int i = 0; i < tensors; i++) {
        double *value = cal_interpreter_values(h->it, tensor[i]);
        for (size_t j = 0; value && j < known[i].size; j++) value[j] = (double)flat[known[i].offset + j];
    }
}

// Layers first .. end - 1 in double.
static void half_open(half *h, const cal_net *net, const float *flat, int first, int end, cal_shape shape) {
    const cal_layer *layer;
    const cal_tensor *known;
    const int tensors = cal_net_tensors(net, &known);
    cal_node *tensor = calloc((size_t)tensors, sizeof *tensor);
    cal_net_layers(net, &layer);
    *h = (half){.it = NULL};
    h->in = cal_graph_input(&h->g, CAL_IMAGE, shape);
    for (int i = 0; i < tensors; i++) tensor[i] = cal_graph_input(&h->g, known[i].kind, known[i].shape);
    const cal_layer_builder b = {&h->g, layer, tensor, false, NULL, CAL_ABSENT};
    h->out = cal_layer_sequence(&b, first, end, h->in);
    CHECK(!cal_interpreter_create(&h->it, &h->g, (cal_node[]){h->out, h->in}, 2, &err));
    give_weights(h, tensor, net, flat);
    free(tensor);
}

static double logit(half *h, int class) {
    cal_interpreter_run(h->it);
    return cal_interpreter_values(h->it, h->out)[class];
}

static void half_free(half *h) {
    cal_interpreter_free(h->it);
    cal_graph_free(&h->g);
}

static void test_gradcam(const char *model, int cut, int channels, int side) {
    char link[256];
    snprintf(link, sizeof link, "data=shapes10:train=40,val=10,test=6&model=layers:%s&epochs=3&batch=20",
             model);
    subject s = subject_of(link, 6);
    const cal_net *net = cal_run_net(s.trained);
    const cal_layer *layer;
    const cal_dataset *data = cal_run_data(s.trained);
    const float *flat = cal_run_weights(s.trained);
    const int places = side * side;
    float table[3 * 256];
    cells c;
    half front, back;
    double *map = calloc((size_t)places, sizeof *map), most = 0;
    CHECK(probe(&c, s.looked, "gradcam:sample=2,class=7") == CAL_OK);
    CHECK(c.rows == places && fact(&c, "class") == 7 && fact(&c, "height") == side &&
          fact(&c, "label") == data->test.labels[2]);
    half_open(&front, net, flat, 0, cut, (cal_shape){1, 3, 32, 32});
    half_open(&back, net, flat, cut, cal_net_layers(net, &layer), (cal_shape){1, channels, side, side});
    cal_kernel_pixel_table(table, 3, data->mean, data->sd);
    for (int i = 0; i < 3072; i++)
        cal_interpreter_values(front.it, front.in)[i] =
            (double)table[i / 1024 * 256 + data->test.pixels[2 * 3072 + i]];
    cal_interpreter_run(front.it);
    const double *feature = cal_interpreter_values(front.it, front.out);
    double *input = cal_interpreter_values(back.it, back.in);
    memcpy(input, feature, (size_t)(channels * places) * sizeof *input);
    for (int k = 0; k < channels; k++) {
        double alpha = 0;
        for (int i = 0; i < places; i++) {
            double *x = input + k * places + i, keep = *x, step = 1e-6;
            *x = keep + step;
            const double up = logit(&back, 7);
            *x = keep - step;
            alpha += (up - logit(&back, 7)) / (2 * step) / places;
            *x = keep;
        }
        for (int i = 0; i < places; i++) map[i] += alpha * feature[k * places + i];
    }
    for (int i = 0; i < places; i++) most = fmax(most, map[i]);
    CHECK(most > 1e-4);
    for (int i = 0; i < places; i++) {
        CHECK(at(&c, i)[0] == i / side && at(&c, i)[1] == i % side);
        CHECK_NEAR(at(&c, i)[2], fmax(map[i], 0), 2e-4 * most);
    }
    free(c.cell);
    CHECK(probe(&c, s.looked, "gradcam:sample=2") == CAL_OK);
    const float *z = cal_run_test_logits(s.trained) + 20;
    int best = 0;
    for (int k = 1; k < 10; k++)
        if (z[k] > z[best]) best = k;
    CHECK(fact(&c, "class") == best && fact(&c, "predicted") == best);
    free(c.cell);
    free(map);
    half_free(&front);
    half_free(&back);
    subject_free(&s);
}

// ---- refusals

static void refuses(cal_run *run, const char *text, const char *sentence) {
    cells c;
    CHECK(probe(&c, run, text) == CAL_USAGE);
    CHECK_TEXT(err.text, sentence);
    free(c.cell);
}

// Returns true if the words, separated by blanks, include this one.
static bool lists(const char *words, const char *word) {
    const size_t length = strlen(word);
    for (const char *at = words; (at = strstr(at, word)); at += length)
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || !at[length])) return true;
    return false;
}

// Grad-CAM finds the last feature map by what layers say of themselves.
static void test_layer_kinds(void) {
    int convolutions = 0, poolings = 0, training = 0;
    for (int i = 0; cal_layer_kinds[i]; i++) {
        const cal_layer_kind *kind = cal_layer_kinds[i];
        CHECK(kind->is_convolution == lists("c dw", kind->entry.id));
        CHECK(kind->is_pooling == lists("ap gap gmp mp", kind->entry.id));
        CHECK(kind->only_in_training == lists("drop", kind->entry.id));
        if (!kind->body && strstr(kind->entry.label, "onvolution")) CHECK(kind->is_convolution);
        if (strstr(kind->entry.label, "ooling")) CHECK(kind->is_pooling);
        convolutions += kind->is_convolution, poolings += kind->is_pooling,
            training += kind->only_in_training;
    }
    CHECK(convolutions == 2 && poolings == 4 && training == 1);
}

static void test_refusals(void) {
    subject s = subject_of("data=moons:train=20,val=0,test=10&model=mlp:hidden=4&epochs=1", 1);
    refuses(s.looked, "landscape",
            "probe landscape: on=val has no samples, since data moons has val=0: choose another set");
    refuses(s.looked, "landscape:grid=1000000000",
            "probe landscape: grid=1000000000 is not a whole number from 2 to 101");
    refuses(s.looked, "landscape:range=0", "probe landscape: range=0 is not a number from 0.001 to 10");
    refuses(s.looked, "curvature:on=train,vectors=1",
            "probe curvature: vectors=1 gives no standard error: take at least 2");
    refuses(s.looked, "gradcam", "probe gradcam: model mlp has no feature map of a convolution");
    refuses(s.looked, "logits:corruption=blur",
            "probe logits: data moons has no pictures that could be corrupted");
    refuses(s.looked, "boundary:grid=401", "probe boundary: grid=401 is not a whole number from 2 to 400");
    subject_free(&s);
}

int main(void) {
    CHECK(cal_pool_create(&pool, 2, &err) == CAL_OK);
    test_landscape("data=moons:train=60,val=40,test=20&model=layers:fc8-relu-fc&epochs=3&batch=20",
                   "landscape:grid=5,samples=17", 17, 1, 25);
    test_landscape("data=shapes10:train=40,val=20,test=8&model=layers:c8-bn-relu-dw3-gap-fc&epochs=3&batch="
                   "20&loss=focal",
                   "landscape:grid=4,axes=1,range=0.5,seed=9", 20, 9, 4);
    test_logits();
    test_boundary("data=moons:train=30,val=10,test=200&model=mlp:hidden=8&epochs=3&batch=20");
    test_boundary("data=gaussians:train=30,val=10,test=200,label_noise=0.2,label_noise_on=all&model=mlp:"
                  "hidden=8&epochs=3&batch=20");
    test_gradcam("c8-bn-relu-mp4-c6-relu-ap2-gap-fc", 6, 6, 8);
    test_gradcam("c8s4-relu-r(c8-bn-relu-c8-bn)-relu-drop50-fc12-relu-fc", 9, 8, 8);
    test_layer_kinds();
    test_refusals();
    cal_pool_free(pool);
    return CHECK_DONE();
}
