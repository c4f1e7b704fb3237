// The layer language: names of tensors, counts, and errors.
#include "base/maths/maths.h"
#include "base/memory.h"
#include <stdlib.h>
#include "check.h"
#include "run/net/net.h"

enum { CLASSES = 10, SIDE = 8 };

static cal_net *net_of(const char *text, bool pad) {
    cal_net *net;
    cal_error err = {CAL_OK, ""};
    CHECK(cal_net_parse(&net, text, pad, CLASSES, 3, SIDE, SIDE, &err) == CAL_OK);
    CHECK_TEXT(err.text, "");
    return net;
}

static void check_names(const char *text, const char *const *names, int count) {
    cal_net *net = net_of(text, false);
    const cal_tensor *tensor;
    CHECK(cal_net_tensors(net, &tensor) == count);
    for (int i = 0; i < count; i++) CHECK_TEXT(tensor[i].name, names[i]);
    cal_net_free(net);
}

static void test_names(void) {
    const char *const block[] = {
        "0.body.0.weight",       "0.body.1.weight",      "0.body.1.bias",   "0.body.1.running_mean",
        "0.body.1.running_var",  "0.skip.0.weight",      "0.skip.1.weight", "0.skip.1.bias",
        "0.skip.1.running_mean", "0.skip.1.running_var", "3.weight",        "3.bias"};
    check_names("r(c4s2-bn)-relu-gap-fc", block, 12);
    const char *const plain[] = {
        "0.weight",      "1.body.0.weight", "1.body.0.bias", "1.skip.weight",         "2.body.0.weight",
        "2.body.0.bias", "2.body.1.weight", "2.body.1.bias", "2.body.1.running_mean", "2.body.1.running_var",
        "2.skip.weight", "4.weight",        "4.bias"};
    check_names("c4b0-rc(c8s2)-rc(c8b1-bn)-gap-fc", plain, 13);
}

// At the deepest nesting of blocks, every tensor still has a unique name.
static void test_deepest_names(void) {
    cal_net *net = net_of("fc5-r(r(r(r(r(r(r(r(fc5-tanh-fc5)-fc5)-fc5)))))-fc5)-fc", false);
    const cal_tensor *tensor;
    int count = cal_net_tensors(net, &tensor), same = 0;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++) same += !strcmp(tensor[i].name, tensor[j].name);
    CHECK(count == 14 && same == 0);
    CHECK_TEXT(tensor[4].name, "1.body.0.body.0.body.0.body.0.body.0.body.0.body.0.body.2.weight");
    cal_net_free(net);
}

static void test_counts(void) {
    cal_net *net = net_of("c4-bn-relu-mp2-r(c8s2-bn)-gap-fc", false);
    size_t conv = 4 * 3 * 9 + 2 * 4, block = 8 * 4 * 9 + 2 * 8 + 8 * 4 + 2 * 8, linear = 8 * 10 + 10;
    CHECK(cal_net_parameters(net) == conv + block + linear);
    CHECK(cal_net_statistics(net) == 2 * (4 + 8 + 8));
    CHECK(cal_net_multiply_adds(net) == 4 * 3 * 9 * 64 + (8 * 4 * 9 + 8 * 4) * 4 + 80);
    cal_net_free(net);
    net = net_of("c6-c9k3g3-dw5s2-bn-c4k4p0b0-gap-fc", false);
    CHECK(cal_net_parameters(net) ==
          6 * 3 * 9 + 6 + 9 * 2 * 9 + 9 + 9 * 25 + 2 * 9 + 4 * 9 * 16 + 4 * 10 + 10);
    CHECK(cal_net_multiply_adds(net) == (6 * 27 + 9 * 18) * 64 + 9 * 25 * 16 + 4 * 9 * 16 + 40);
    cal_net_free(net);
    net = net_of("c4-cat(bn-c5k1)-gap-fc", false); // the block's output has nine channels
    CHECK(cal_net_parameters(net) == 4 * 3 * 9 + 4 + 2 * 4 + 5 * 4 + 5 + 9 * 10 + 10);
    cal_net_free(net);
    net = net_of("c4-bn-relu-mp2-r(c8s2-bn)-gap-fc", true); // padding has no parameters
    CHECK(cal_net_parameters(net) == conv + block - 8 * 4 - 2 * 8 + linear);
    cal_net_free(net);
}

// A picture one pixel high is a sequence: its filters have one dimension.
static void test_sequences(void) {
    cal_net *net;
    cal_error err = {CAL_OK, ""};
    const cal_tensor *tensor;
    CHECK(cal_net_parse(&net, "c6k5s2-dw3-gap-fc", false, CLASSES, 4, 1, 20, &err) == CAL_OK);
    CHECK(cal_net_tensors(net, &tensor) == 6 && cal_net_multiply_adds(net) == (6 * 4 * 5 + 6 * 3) * 10 + 60);
    CHECK(tensor[0].ndim == 3 && tensor[0].dim[0] == 6 && tensor[0].dim[1] == 4 && tensor[0].dim[2] == 5);
    CHECK(tensor[2].ndim == 3 && tensor[2].dim[0] == 6 && tensor[2].dim[1] == 1 && tensor[2].dim[2] == 3);
    cal_net_free(net);
}

static void test_refusals(void) {
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"", "the layer text is empty"},
        {"c4", "the network ends in 4 channels of an image, and the data has 10 classes: end it with fc"},
        {"fc9", "the network ends in 9 features, and the data has 10 classes: end it with fc"},
        {"c0-fc", "layer 0 'c0': the number of channels 0 is not from 1 to 8192"},
        {"c4k4-fc", "layer 0 'c4k4': an even kernel has no 'same' padding: give its own, as in c8k4p0"},
        {"c4k33-fc", "layer 0 'c4k33': the kernel 33 is not from 1 to 32"},
        {"c4k9p0-fc", "layer 0 'c4k9p0': the kernel covers 9 pixels, but the image has only 8 x 8"},
        {"c4d5p0-fc", "layer 0 'c4d5p0': the kernel covers 11 pixels, but the image has only 8 x 8"},
        {"c4g2-fc", "layer 0 'c4g2': 2 groups do not divide the 3 input and 4 output channels"},
        {"c6-c8g3-fc", "layer 1 'c8g3': 3 groups do not divide the 6 input and 8 output channels"},
        {"c8192p255-c8192p255-fc", "layer 0 'c8192p255': its output would have 2181169152 values a sample; "
                                   "at most 268435456 are allowed"},
        {"gap-dw3-fc", "layer 1 'dw3': the input of a convolution must be an image, not plain features"},
        {"dw0-fc", "layer 0 'dw0': the kernel 0 is not from 1 to 32"},
        {"c4s33-fc", "layer 0 'c4s33': the stride 33 is not from 1 to 32"},
        {"mp2-mp2-mp2-mp2-fc", "layer 3 'mp2': the window is larger than the 1 x 1 image"},
        {"fc9999-fc", "layer 0 'fc9999': the number of features 9999 is not from 1 to 8192"},
        {"fc5-c4-fc", "layer 1 'c4': the input of a convolution must be an image, not plain features"},
        {"c8192-c8192-c8192-gap-fc", "the network has 1208287242 parameters; at most 1000000000 are allowed"},
        {"r(gap)-fc", "layer 0 'r(gap)': the body must return an output that the skip can be added to"},
        {"rc(gap)-fc", "layer 0 'rc(gap)': the body must return an output that the skip can be added to"},
        {"rc(mp2-mp2-mp2)-rc(mp8)-fc", "layer 1.body.0 'mp8': the window is larger than the 1 x 1 image"},
        {"c4b2-fc", "layer 0 'c4b2': the bias 2 is not from 0 to 1"},
        {"r(c4-fc", "layer 0 'r(c4-fc': its bracket is not closed"},
        {"r(r(r(r(r(r(r(r(r(bn)))))))))-fc",
         "layer 0.body.0.body.0.body.0.body.0.body.0.body.0.body.0.body.0 'r(': blocks are nested too "
         "deeply"},
        {"mp3p2-fc", "layer 0 'mp3p2': the padding 2 is more than half of the window"},
        {"ap11p1-fc", "layer 0 'ap11p1': the window is larger than the 8 x 8 image"},
        {"mp16-fc", "layer 0 'mp16': the window 16 is not from 2 to 15"},
        {"mp3s0-fc", "layer 0 'mp3s0': the stride 0 is not from 1 to 15"},
        {"gap-gmp-fc", "layer 1 'gmp': the input of global pooling must be an image, not plain features"},
        {"c4-cat(c4s2)-fc",
         "layer 1 'cat(c4s2)': the body turns 8 x 8 into 4 x 4; only images of equal size can be joined"},
        {"cat(gap)-fc",
         "layer 0 'cat(gap)': it joins images, but its input or its body's output is plain features"},
        {"c5000-cat(c4000)-fc", "layer 1 'cat(c4000)': 5000 and 4000 channels are more than 8192"},
        {"gap-gap-fc", "layer 1 'gap': the input of global pooling must be an image, not plain features"},
        {"tokens-c4-mean-fc", "layer 1 'c4': the input of a convolution must be an image, not tokens"},
        {"tokens-mp2-mean-fc", "layer 1 'mp2': the input of pooling must be an image, not tokens"},
        {"tokens-tokens-fc", "layer 1 'tokens': its input must be an image, not tokens"},
        {"gap-tokens-fc", "layer 1 'tokens': its input must be an image, not plain features"},
        {"cls-fc", "layer 0 'cls': its input must be tokens, not an image"},
        {"pos-fc", "layer 0 'pos': its input must be tokens, not an image"},
        {"first-fc", "layer 0 'first': its input must be tokens, not an image"},
        {"fc5-mean-fc", "layer 1 'mean': its input must be tokens, not plain features"},
        {"fc5-att1-fc", "layer 1 'att1': its input must be tokens, not plain features"},
        {"tokens-att2-mean-fc", "layer 1 'att2': 2 heads do not divide the 3 features of a token"},
        {"tokens-att-mean-fc", "layer 1 'att': the number of heads 0 is not from 1 to 64"},
        {"tokens-fc",
         "the network ends in 10 numbers in each token, and the data has 10 classes: end it with mean-fc"},
        {"tokens-r(cls)-mean-fc",
         "layer 1 'r(cls)': the body must return an output that the skip can be added to"},
        {"tokens-emb4v9-mean-fc",
         "layer 1 'emb4v9': its input must be features that are word indices, not tokens"},
        {"emb4-fc", "layer 0 'emb4': the vocabulary 0 is not from 1 to 200000"},
        {"emb8192v200000-gap-fc", "the network has 1638481930 parameters; at most 1000000000 are allowed"},
        {"fc)", "the layer text has an unexpected ')' at character 3"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cal_net *net;
        cal_error err = {CAL_OK, ""};
        CHECK(cal_net_parse(&net, cases[i].text, false, CLASSES, 3, SIDE, SIDE, &err) == CAL_USAGE && !net);
        CHECK_TEXT(err.text, cases[i].error);
    }
}

// Transformers: PyTorch's names and shapes, counts, and first values.
static void test_transformer(void) {
    const char *const names[] = {"0.weight",
                                 "0.bias",
                                 "2.class_token",
                                 "3.pos_embedding",
                                 "4.body.0.weight",
                                 "4.body.0.bias",
                                 "4.body.1.in_proj_weight",
                                 "4.body.1.in_proj_bias",
                                 "4.body.1.out_proj.weight",
                                 "4.body.1.out_proj.bias",
                                 "7.weight",
                                 "7.bias"};
    const char *text = "c64s2-tokens-cls-pos-r(ln-att4)-first-relu-fc";
    check_names(text, names, 12);
    cal_net *net = net_of(text, false);
    const cal_tensor *t;
    size_t linear = 64 * 10 + 10, stem = 64 * 3 * 9 + 64, tokens = 17, d = 64;
    int count = cal_net_tensors(net, &t);
    CHECK(cal_net_parameters(net) == stem + d + tokens * d + 2 * d + 3 * d * d + 3 * d + d * d + d + linear);
    CHECK((size_t)cal_net_multiply_adds(net) ==
          64 * 3 * 9 * 16 + 4 * tokens * d * d + 2 * tokens * tokens * d + 640);
    CHECK(t[2].ndim == 3 && t[2].dim[0] == 1 && t[2].dim[1] == 1 && t[2].dim[2] == 64);
    CHECK(t[3].ndim == 3 && t[3].dim[0] == 1 && t[3].dim[1] == 17 && t[3].dim[2] == 64);
    float *flat = cal_mem_alloc((cal_net_parameters(net) + cal_net_statistics(net)) * sizeof *flat);
    cal_net_initialise(net, flat, CAL_INIT_PYTORCH, 3);
    for (int i = 0; i < count; i++) {
        double sum = 0, squares = 0, most = 0, n = (double)t[i].size;
        for (size_t j = 0; j < t[i].size; j++) {
            double v = (double)flat[t[i].offset + j];
            sum += v, squares += v * v, most = v > most ? v : -v > most ? -v : most;
        }
        double sd = cal_sqrt(squares / n - sum / n * (sum / n));
        double bound = 1 / cal_sqrt(t[i].fan_in + (t[i].fan_in == 0)); // kaiming_uniform_ with a = sqrt(5)
        if (i == 2 || i == 3) CHECK_NEAR(sd, 0.02, 0.02 * 4 / cal_sqrt(2 * n));
        else if (i == 4) CHECK(sd == 0 && most == 1);
        else if (i == 5 || i == 7 || i == 9) CHECK(most == 0);
        else if (i == 6) CHECK(most <= cal_sqrt(6.0 / 256) && most > 0.99 * cal_sqrt(6.0 / 256));
        else CHECK(most <= bound && most > 0.7 * bound);
    }
    cal_mem_free(flat);
    cal_net_free(net);
}

static void test_embedding(void) {
    cal_net *net;
    cal_error err = {CAL_OK, ""};
    CHECK(cal_net_parse(&net, "emb50v2000-c128k5-gap-fc", false, 20, 100, 1, 1, &err) == CAL_OK);
    const cal_tensor *t;
    cal_net_tensors(net, &t);
    CHECK_TEXT(t[0].name, "0.weight");
    CHECK(t[0].ndim == 2 && t[0].dim[0] == 2000 && t[0].dim[1] == 50);
    float *flat = cal_mem_alloc((cal_net_parameters(net) + cal_net_statistics(net)) * sizeof *flat);
    cal_net_initialise(net, flat, CAL_INIT_PYTORCH, 3);
    double squares = 0;
    for (size_t j = 0; j < t[0].size; j++) squares += (double)flat[j] * (double)flat[j];
    CHECK_NEAR(squares / (double)t[0].size, 1, 4 * cal_sqrt(2.0 / (double)t[0].size)); // N(0, 1)
    cal_mem_free(flat);
    cal_net_free(net);
}

// Checks mean, variance and range of every scheme's first values.
static void test_other_first_values(void) {
    static const struct {
        cal_init init;
        bool he, normal;
    } schemes[] = {{CAL_INIT_HE_NORMAL, true, true},
                   {CAL_INIT_HE_UNIFORM, true, false},
                   {CAL_INIT_XAVIER_NORMAL, false, true},
                   {CAL_INIT_XAVIER_UNIFORM, false, false}};
    cal_net *net;
    const cal_tensor *tensor;
    CHECK(cal_net_parse(&net, "c64-bn-relu-c48k5-relu-gap-fc200-relu-fc", false, 10, 3, 8, 8, NULL) ==
          CAL_OK);
    const int tensors = cal_net_tensors(net, &tensor);
    const size_t count = cal_net_parameters(net) + cal_net_statistics(net);
    float *flat = malloc(count * sizeof *flat), *again = malloc(count * sizeof *again);
    for (int s = 0; s < 4; s++) {
        cal_net_initialise(net, flat, schemes[s].init, 5);
        cal_net_initialise(net, again, schemes[s].init, 5);
        CHECK(memcmp(flat, again, count * sizeof *flat) == 0);
        for (int i = 0; i < tensors; i++) {
            const cal_tensor *t = &tensor[i];
            const float *value = flat + t->offset;
            const double n = (double)t->size, planes = t->ndim == 4 ? t->dim[2] * t->dim[3] : 1;
            double sum = 0, squares = 0, largest = 0;
            for (size_t j = 0; j < t->size; j++) {
                const double x = (double)value[j];
                sum += x, squares += x * x;
                if (__builtin_fabs(x) > largest) largest = __builtin_fabs(x);
            }
            if (t->role != CAL_WEIGHT) {
                CHECK(sum == (t->role == CAL_NORM_WEIGHT || t->role == CAL_RUNNING_VAR ? n : 0));
                continue;
            }
            const double wanted = 2 / (schemes[s].he ? t->dim[1] * planes : (t->dim[0] + t->dim[1]) * planes);
            // Five standard deviations of the mean, and of the variance (kurtosis 3, or 1.8).
            CHECK_NEAR(sum / n, 0, 5 * __builtin_sqrt(wanted / n));
            CHECK_NEAR(squares / n / wanted, 1, 5 * __builtin_sqrt((schemes[s].normal ? 2 : 0.8) / n));
            const double bound = __builtin_sqrt(3 * wanted);
            CHECK(schemes[s].normal ? largest > 1.2 * bound : largest <= bound && largest > 0.98 * bound);
        }
    }
    cal_net_initialise(net, again, CAL_INIT_XAVIER_UNIFORM, 6);
    CHECK(memcmp(flat, again, count * sizeof *flat) != 0);
    free(flat);
    free(again);
    cal_net_free(net);
}

int main(void) {
    test_other_first_values();
    test_transformer();
    test_embedding();
    test_names();
    test_deepest_names();
    test_counts();
    test_sequences();
    test_refusals();
    return CHECK_DONE();
}
