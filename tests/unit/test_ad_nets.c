// Whole networks to order 2: every layer of the language, every preset (small), every loss, batch norm in
// both modes.
#include "check.h"
#include "derivatives.h"
#include "run/net/net.h"
#include "run/link/spec.h"
#include "catalog/penalty/penalty.h"
#include "catalog/model/model.h"

enum { BATCH = 4, CLASSES = 3, CAL_LOSS_STATE = 256 };

static const double labels[BATCH] = {2, 0, 1, 0}, dropout_key[2] = {5, 3};

// Checks one net under one loss; x is data, all trained tensors are differentiated.
static void check_net(const char *name, const cal_net *net, const char *loss_text, bool training, int c,
                      int h, int w) {
    static double pixels[BATCH * 4096];
    cal_choice loss;
    cal_error err;
    CHECK(cal_choice_parse(&loss, "loss", loss_text, strlen(loss_text), &err) == CAL_OK);
    cal_graph g = {0};
    const cal_tensor *tensor;
    int tensors = cal_net_tensors(net, &tensor);
    cal_node node[DERIVATIVE_INPUTS];
    CHECK(tensors <= DERIVATIVE_INPUTS);
    // Scales that keep values of one size through the layers; otherwise rounding errors grow with depth.
    double scale[DERIVATIVE_INPUTS], offset[DERIVATIVE_INPUTS];
    derivative_case test = {
        .name = name, .g = &g, .scale_of = scale, .offset_of = offset, .engine_tolerance = 2e-5, .nfixed = 3};
    cal_shape image = {BATCH, c, h, w}, features = {BATCH, c * h * w, 1, 1};
    bool takes_image = cal_net_takes_image(net);
    test.fixed[0] = cal_graph_input(&g, takes_image ? CAL_IMAGE : CAL_MATRIX, takes_image ? image : features);
    test.fixed[1] = cal_graph_input(&g, CAL_INDEX, (cal_shape){BATCH, 1, 1, 1});
    test.fixed[2] = cal_graph_input(&g, CAL_VECTOR, (cal_shape){1, 2, 1, 1});
    test.fixed_value[0] = pixels;
    test.fixed_value[2] = dropout_key;
    test.fixed_value[1] = labels;
    bool words = !strncmp(cal_net_text(net), "emb", 3); // inputs are word indices, some out of range
    for (int i = 0; i < BATCH * c * h * w; i++) pixels[i] = (words ? 4 : 1) * random_value(5000, (uint64_t)i);
    for (int i = 0; i < tensors; i++) {
        bool statistic = tensor[i].role == CAL_RUNNING_MEAN || tensor[i].role == CAL_RUNNING_VAR;
        // running statistics are constant here, 0 and 1: not differentiated
        node[i] = !statistic ? cal_graph_input(&g, tensor[i].kind, tensor[i].shape)
                             : cal_graph_constant(&g, tensor[i].kind, tensor[i].shape,
                                                  tensor[i].role == CAL_RUNNING_VAR ? 1 : 0.25);
        if (statistic) continue;
        offset[test.nx] = tensor[i].role == CAL_NORM_WEIGHT ? 1 : 0;
        scale[test.nx] =
            tensor[i].role == CAL_WEIGHT && tensor[i].fan_in ? sqrt(2.0 / tensor[i].fan_in) : 0.4;
        test.x[test.nx++] = node[i];
    }
    g.direct_conv = true; // another test covers Winograd's rounding
    cal_node logits =
        cal_net_build(net, &g, test.fixed[0], node, training, NULL, training ? test.fixed[2] : CAL_ABSENT);
    cal_loss_batch batch = {.logits = logits, .labels = test.fixed[1], .sample_weight = CAL_ABSENT};
    batch.state = cal_loss_state_input(&g, &loss);
    double state[CAL_LOSS_STATE];
    if (batch.state >= 0) {
        cal_loss_begin(state, &loss);
        test.fixed[test.nfixed] = batch.state;
        test.fixed_value[test.nfixed++] = state;
        CHECK(cal_loss_state_size(&loss) <= CAL_LOSS_STATE);
    }
    cal_node losses = cal_objective_build(&g, &batch, &loss, NULL);
    test.scalar = cal_graph_scale(&g, cal_graph_total(&g, losses), 1.0 / BATCH);
    CHECK(check_derivatives(&test) == 0);
    cal_graph_free(&g);
}

static void check_text(const char *text, bool pad, int c, int h, int w) {
    static int texts;
    if (!CHECK_TURN(3, texts++)) return;
    cal_net *net;
    cal_error err = {CAL_OK, ""};
    bool parsed = cal_net_parse(&net, text, pad, CLASSES, c, h, w, &err) == CAL_OK;
    CHECK(parsed);
    if (!parsed) {
        printf("%s: %s\n", text, err.text);
        return;
    }
    check_net(text, net, "ce", true, c, h, w);
    check_net(text, net, "ce", false, c, h, w);
    cal_net_free(net);
}

// Every preset, small enough for the interpreter, yet with enough pixels in its last layers: batch norm of
// few values magnifies rounding errors.
static const struct {
    const char *id, *small; // as in a link
    int side;
} presets[] = {
    {"cnn-s", "cnn-s", 4},
    {"densenet", "densenet:stages=2/1,growth=3,bottleneck=2", 6},
    {"layers", "layers", 8},
    {"gpcnn", "gpcnn:vocabulary=5,dim=4,width=0.0625", 0},
    {"lenet", "lenet", 16},
    {"logistic", "logistic", 4},
    {"mlp", "mlp:hidden=9/5", 4},
    {"mobilenetv2", "mobilenetv2:width=0.0625", 16},
    {"resnet", "resnet:depth=14,width=0.125", 6},
    {"resnet110", "resnet110:width=0.125", 12},
    {"resnet18", "resnet18:width=0.0625", 16},
    {"resnet20", "resnet20:width=0.25", 6},
    {"resnet50", "resnet50:width=0.0625,stages=1/2/1", 6},
    {"resnet56", "resnet56:width=0.125", 12},
    {"resnet8", "resnet8:width=0.5", 8},
    {"vgg16", "vgg16:width=0.0625,head=5", 32},
    {"vgg19", "vgg19:width=0.0625,head=0", 32},
    {"vgg8", "vgg8:width=0.0625,head=4", 32},
    {"vit", "vit:patch=3,depth=2,heads=2,dim=6", 7},
    {"wrn", "wrn:depth=10,width=0.5", 6},
    {"wrn", "wrn:depth=14,width=0.25,order=post", 6},
};
enum { PRESETS = sizeof presets / sizeof *presets };

static void check_presets(void) {
    for (int i = 0; cal_models[i]; i++) {
        int cases = 0;
        for (int j = 0; j < PRESETS; j++) cases += !strcmp(presets[j].id, cal_models[i]->entry.id);
        if (!cases) printf("%s has no case here\n", cal_models[i]->entry.id);
        CHECK(cases > 0);
    }
    for (int i = 0; i < PRESETS; i++) {
        const char *text = presets[i].small;
        // Texts, of 24 words, have no side.
        int side = presets[i].side, c = side ? 3 : 24;
        if (!side) side = 1;
        cal_choice choice;
        cal_net *net = NULL;
        cal_error err = {CAL_OK, ""};
        bool made = !cal_choice_parse(&choice, "model", text, strlen(text), &err) &&
                    !cal_net_from_choice(&net, &choice, CLASSES, c, side, side, &err);
        CHECK(made && !strcmp(choice.entry->id, presets[i].id));
        if (!made) {
            printf("%s: %s\n", text, err.text);
            continue;
        }
        if (CHECK_TURN(3, i)) check_net(text, net, "ce", true, c, side, side);
        cal_net_free(net);
    }
}

int main(void) {
    check_text("fc", false, 5, 1, 1);
    check_text("fc7-relu-fc", false, 2, 4, 4);
    check_text("fc7-tanh-fc6-bn-relu-fc", false, 2, 3, 3);
    check_text("c5-bn-relu-mp2-c6k1-relu-gap-fc", false, 3, 6, 6);
    check_text("c5-bn-relu1-c6k1-relu2-gap-fc", false, 3, 6, 6);
    check_text("c5-drop20-relu-c6-bn-drop-gap-fc9-drop10-fc", false, 3, 6, 6);
    check_text("c5-gelu-c6-bn-silu-ap2-lrelu20-gap-fc", false, 3, 6, 6);
    check_text("c5-sigmoid-c6-lrelu-fc9-gelu-fc7-silu-fc5-sigmoid-fc", false, 3, 6, 6);
    check_text("c5k5s2-tanh-ap2-fc8-relu-fc", false, 2, 8, 8);
    check_text("bn-c4s2-bn-relu-r(c4-bn-relu-c4-bn)-relu-r(c6s2-bn-relu-c6-bn)-relu-gap-fc", false, 3, 8, 8);
    check_text("c4-bn-relu-r(c8s2-bn-relu-c8-bn)-relu-r(r(c8-bn)-tanh)-mp2-fc", true, 3, 8, 8);
    check_text("c8-bn-relu-dw3-bn-relu-dw5s2d2-relu-c6k4p2g2d2-bn-relu-dw3s2b1-bn-gap-fc", false, 3, 9, 8);
    check_text("c6k5s2-bn-relu-c8k3g2d2-relu-dw3-gap-fc", false, 3, 1, 20);
    check_text("c6-bn-relu-mp3s2p1-c5-bn-relu-ap3s2p1-c7-mp2s1-gmp-fc", false, 3, 9, 8);
    check_text("c6k5p0-relu-mp3s2p1-c5-relu-ap2-c4b0-bn-gmp-fc", false, 4, 1, 24);
    check_text("c4-cat(bn-relu-c3)-cat(bn-relu-c6k1-bn-relu-c3)-bn-relu-gap-fc", false, 3, 6, 5);
    check_text("c4b0-bn-relu-rc(c6s2-bn-tanh-c6b0)-rc(c6)-bn-relu-gap-fc", false, 3, 8, 8);
    check_text("ln-fc7-ln-relu-fc", false, 5, 1, 1);
    check_text("c5-ln-relu-c6s2-ln-mp2-fc", false, 3, 6, 6);
    check_text("c8k2s2p0-tokens-cls-pos-r(ln-att4)-r(ln-fc12-gelu-fc8)-r(ln-att2)-ln-first-fc", false, 3, 6,
               6);
    check_text("c6s3-tokens-pos-att1-fc5-bn-relu-mean-fc", false, 2, 7, 6);
    check_text("tokens-att3-mean-fc", false, 3, 3, 4);
    check_text("emb6v5-c4k5-relu-fc", false, 9, 1, 1);
    check_text("emb5v4-tokens-ln-att5-mean-fc", false, 7, 1, 1);
    check_presets();
    for (int i = 0; cal_losses[i]; i++) {
        cal_net *net;
        cal_error err;
        CHECK(cal_net_parse(&net, "c4-bn-relu-gap-fc", false, CLASSES, 2, 4, 4, &err) == CAL_OK);
        if (CHECK_TURN(3, i)) check_net(cal_losses[i]->entry.id, net, cal_losses[i]->entry.id, true, 2, 4, 4);
        cal_net_free(net);
    }
    return CHECK_DONE();
}
