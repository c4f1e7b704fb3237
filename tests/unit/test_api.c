// The C library as a program sees it: links in files, data, training, networks. Misuse gives a status and a
// sentence.
#include "api_check.h"

static const char small[] = "data=moons:train=60,val=20,test=20&model=mlp:hidden=8&epochs=3&batch=20";
static cal_lab *lab;

static cal_training *open_training(const char *link, const void *start, size_t size) {
    cal_training_def def = cal_default_training();
    cal_training *t;
    def.link = link_of(link), def.start = start, def.start_size = size;
    GOOD(cal_training_create(&t, lab, &def, &err));
    return t;
}

// ---- links in files

// Pads the header of weights with blanks until its length, and so the file, begins like JSON.
static void pad_header(cal_bytes *out, const cal_bytes *weights) {
    uint64_t length;
    memcpy(&length, weights->data, sizeof length);
    const size_t header = (size_t)length, more = ('{' + 256 - header % 256) % 256;
    char *text = malloc(weights->size + more);
    length += more;
    memcpy(text, &length, sizeof length);
    memcpy(text + 8, weights->data + 8, header);
    memset(text + 8 + header, ' ', more);
    memcpy(text + 8 + header + more, weights->data + 8 + header, weights->size - 8 - header);
    *out = (cal_bytes){text, weights->size + more};
}

static void test_link_files(void) {
    static const char report[] = "{\"link\": \"v=1&loss=focal\", \"n\": 3}";
    static const char brace[] = "{\"kept\":{},\"link\":\"v=1&loss=focal\"}"; // as in weights, the ninth byte
    cal_bytes file, link, weights, padded;
    GOOD(cal_link_file(&file, link_of("v=1&loss=focal"), &err));
    GOOD(cal_link_from_file(&link, "f.calib.json", file.data, file.size, &err));
    CHECK_TEXT(link.data, "v=1&loss=focal");
    cal_bytes_free(&file);
    cal_bytes_free(&link);
    GOOD(cal_link_from_file(&link, NULL, report, sizeof report - 1, &err));
    CHECK_TEXT(link.data, "v=1&loss=focal");
    cal_bytes_free(&link);
    GOOD(cal_link_from_file(&link, NULL, brace, sizeof brace - 1, &err));
    CHECK_TEXT(link.data, "v=1&loss=focal");
    cal_bytes_free(&link);
    cal_training *t = open_training(small, NULL, 0);
    GOOD(cal_training_weights(&weights, t, &err));
    cal_training_free(t);
    GOOD(cal_link_from_file(&link, "w.safetensors", weights.data, weights.size, &err));
    CHECK(strstr(link.data, "data=moons") != NULL);
    cal_bytes_free(&link);
    pad_header(&padded, &weights);
    CHECK(padded.data[0] == '{');
    GOOD(cal_link_from_file(&link, "w.safetensors", padded.data, padded.size, &err));
    CHECK(strstr(link.data, "data=moons") != NULL);
    cal_bytes_free(&link);
    free(padded.data);
    CHECK(cal_link_from_file(&link, "w.safetensors", weights.data, weights.size / 2, &err) == CAL_FAILED);
    CHECK(!link.data && strncmp(err.text, "w.safetensors: ", 15) == 0);
    REFUSED(cal_link_from_file(&link, "n.json", "[]", 2, &err), CAL_USAGE,
            "n.json: not a JSON object, or cut short");
    CHECK(!link.data);
    REFUSED(cal_link_from_file(NULL, "n", "[]", 2, &err), CAL_USAGE, "cal_link_from_file: out is null");
    REFUSED(cal_link_from_file(&link, "n", NULL, 2, &err), CAL_USAGE, "cal_link_from_file: bytes is null");
    CHECK(cal_link_file(&file, link_of("loss=none"), &err) == CAL_USAGE && !file.data);
    cal_bytes_free(&weights);
}

// ---- training

static bool pause_at_four(void *context, const cal_training_state *state) {
    ++*(int *)context;
    return state->step != 4;
}

static void test_training(void) {
    cal_training_need need;
    cal_training_result whole, resumed;
    cal_training_def def = cal_default_training();
    cal_training *t;
    cal_bytes state;
    int steps_reported = 0;
    GOOD(cal_training_plan(&need, NULL, link_of(small), 1, &err));
    CHECK(need.steps == 9 && need.steps_per_epoch == 3 && need.k == 2 && need.bytes > need.state_bytes);

    def.link = link_of(small), def.listener = pause_at_four, def.context = &steps_reported;
    GOOD(cal_training_create(&t, lab, &def, &err));
    CHECK(cal_training_now(t).loss != cal_training_now(t).loss);
    GOOD(cal_training_run(t, 0, &err));
    CHECK(steps_reported == 4 && cal_training_now(t).step == 4 && !cal_training_now(t).over);
    CHECK(cal_training_now(t).epoch == 1 && cal_training_now(t).event == CAL_STEP_DONE);
    GOOD(cal_training_save(&state, t, &err));
    GOOD(cal_training_receipt(&resumed, t, &err));
    CHECK(!resumed.link.data); // an unfinished run has no receipt to share
    GOOD(cal_training_run(t, 0, &err));
    CHECK(cal_training_now(t).over && cal_training_now(t).event == CAL_TRAINING_DONE);
    REFUSED(cal_training_step(NULL, t, &err), CAL_USAGE,
            "the training is over after 3 epochs: there is no further step");
    GOOD(cal_training_receipt(&whole, t, &err));
    double ece = cal_training_figure(t, 2, CAL_SET_TEST, "ece"),
           none = cal_training_figure(t, 3, CAL_SET_TEST, "ece");
    CHECK(ece >= 0 && ece <= 1 && none != none);
    CHECK(cal_training_figure(t, 0, CAL_SET_TRAIN, "rate") > 0);
    none = cal_training_figure(t, 0, CAL_SET_TEST, "colour");
    CHECK(none != none);
    cal_training_free(t);

    t = open_training(small, state.data, state.size);
    CHECK(cal_training_now(t).step == 4);
    GOOD(cal_training_run(t, 3, &err));
    CHECK(cal_training_now(t).step == 7);
    GOOD(cal_training_run(t, 0, &err));
    GOOD(cal_training_receipt(&resumed, t, &err));
    CHECK_TEXT(resumed.digest, whole.digest);
    CHECK_TEXT(resumed.link.data, whole.link.data);
    cal_bytes_free(&whole.link);
    cal_bytes_free(&resumed.link);
    cal_training_free(t);

    def.start = state.data, def.start_size = state.size / 2;
    CHECK(cal_training_create(&t, lab, &def, &err) == CAL_FAILED && !t && err.text[0]);
    cal_bytes_free(&state);
}

static void use_up(void *context) {
    ++*(int *)context;
    cal_lab_drop_files(lab);
}

// Starts from weights as initial ones, and as a trained network.
static void test_starts(void) {
    cal_training_def def = cal_default_training();
    cal_training *t = open_training(small, NULL, 0);
    cal_training_result result;
    cal_bytes weights, link;
    cal_named_figure curvature[8];
    int loaded = 0;
    GOOD(cal_training_run(t, 0, &err));
    GOOD(cal_training_weights(&weights, t, &err));
    float outputs[20 * 2];
    memcpy(outputs, cal_training_logits(t, CAL_SET_TEST), sizeof outputs);
    CHECK(cal_training_curvature(curvature, 8, t) == 0 && !cal_training_note(t));
    cal_training_free(t);

    def.link = link_of(small), def.start = weights.data, def.start_size = weights.size;
    def.start_as = CAL_START_TRAINED, def.loaded = use_up, def.context = &loaded;
    GOOD(cal_training_create(&t, lab, &def, &err));
    CHECK(loaded == 1 && cal_training_now(t).over && cal_training_now(t).step == 0);
    GOOD(cal_training_run(t, 0, &err));
    CHECK(memcmp(outputs, cal_training_logits(t, CAL_SET_TEST), sizeof outputs) == 0);
    REFUSED(cal_training_step(NULL, t, &err), CAL_USAGE,
            "the network is taken as trained: there is no step to take");
    cal_training_free(t);

    def.start_as = CAL_START_INITIAL;
    GOOD(cal_training_create(&t, lab, &def, &err));
    GOOD(cal_training_link(&link, t, &err));
    CHECK(strstr(link.data, "&from=") != NULL);
    GOOD(cal_training_run(t, 0, &err));
    GOOD(cal_training_receipt(&result, t, &err));
    cal_training_free(t);
    cal_bytes_free(&result.link);
    def.link = link_of(link.data), def.start = NULL;
    CHECK(cal_training_create(&t, lab, &def, &err) == CAL_USAGE && !t);
    CHECK(strstr(err.text, "give it as start") != NULL);
    cal_bytes_free(&link);

    def.link = link_of(small), def.start_as = CAL_START_TRAINED;
    REFUSED(cal_training_create(&t, lab, &def, &err), CAL_USAGE,
            "training: start is null, and start_as says that it is trained");
    def.start_as = (cal_start)9;
    REFUSED(cal_training_create(&t, lab, &def, &err), CAL_USAGE, "training: start_as=9 is not a cal_start");
    def.start = "nothing", def.start_size = 7, def.start_as = CAL_START_INITIAL, def.start_name = "w.bin";
    REFUSED(cal_training_create(&t, lab, &def, &err), CAL_FAILED,
            "w.bin: not a safetensors file, or cut short (7 bytes)");
    REFUSED(cal_training_link(&link, NULL, &err), CAL_USAGE, "cal_training_link: the training is null");
    CHECK(cal_training_curvature(curvature, 8, NULL) == 0 && !cal_training_note(NULL));
    cal_bytes_free(&weights);
}

static void test_curvature_figures(void) {
    cal_named_figure figure[8];
    cal_training *t =
        open_training("data=moons:train=60,val=20,test=20&model=mlp:hidden=4&epochs=1&curvature=2", NULL, 0);
    GOOD(cal_training_run(t, 0, &err));
    CHECK(cal_training_curvature(figure, 8, t) == 7);
    CHECK_TEXT(figure[0].name, "trace");
    CHECK(figure[0].value == figure[0].value);
    cal_training_free(t);
}

static void test_misused_training(void) {
    cal_training_def def = {.link = link_of(small)};
    cal_training *t = (cal_training *)&def;
    cal_bytes bytes;
    REFUSED(cal_training_create(&t, lab, &def, &err), CAL_USAGE,
            "the definition was not made with cal_default_training()");
    CHECK(!t);
    REFUSED(cal_training_create(&t, lab, NULL, &err), CAL_USAGE,
            "the definition is null; begin with cal_default_training()");
    def = cal_default_training();
    REFUSED(cal_training_create(&t, lab, &def, &err), CAL_USAGE, "the link is null");
    REFUSED(cal_training_create(&t, NULL, &def, &err), CAL_USAGE, "cal_training_create: the lab is null");
    REFUSED(cal_training_create(NULL, lab, &def, &err), CAL_USAGE, "cal_training_create: out is null");
    REFUSED(cal_network_open(NULL, NULL, &err), CAL_USAGE, "cal_network_open: out is null");
    REFUSED(cal_network_data_name(NULL, NULL, &err), CAL_USAGE, "cal_network_data_name: name is null");
    REFUSED(cal_network_examine(NULL, NULL, &err), CAL_USAGE, "cal_network_examine: out is null");
    REFUSED(cal_training_run(NULL, 0, &err), CAL_USAGE, "cal_training_run: the training is null");
    REFUSED(cal_training_save(&bytes, NULL, &err), CAL_USAGE, "cal_training_save: the training is null");
    def.link = link_of("data=cifar10");
    CHECK(cal_training_create(&t, lab, &def, &err) == CAL_FAILED && !t);
    CHECK(strstr(err.text, "data_batch_1.bin is missing") != NULL);
    CHECK(!cal_training_logits(NULL, CAL_SET_TEST) && cal_training_now(NULL).step == 0);
    cal_training_free(NULL);
}

// ---- networks and data

static void test_network(void) {
    cal_network_def def = cal_default_network();
    cal_network *network;
    cal_training *t = open_training(small, NULL, 0);
    cal_bytes weights, onnx;
    float outputs[20 * 2];
    GOOD(cal_training_run(t, 0, &err));
    GOOD(cal_training_weights(&weights, t, &err));
    const cal_sample_set test = cal_training_samples(t, CAL_SET_TEST);
    CHECK(test.n == 20 && test.k == 2 && test.features && !test.pixels);

    def.bytes = weights.data, def.size = weights.size;
    GOOD(cal_network_open(&network, &def, &err));
    const cal_network_info about = cal_network_about(network);
    CHECK_TEXT(about.model, "mlp:hidden=8");
    CHECK(about.k == 2 && about.c == 2 && !about.pixels && !about.guessed && about.temperature == 1);
    GOOD(cal_network_logits(outputs, network, lab, &test, &err));
    CHECK(memcmp(outputs, cal_training_logits(t, CAL_SET_TEST), sizeof outputs) == 0);
    cal_sample_set wrong = test;
    wrong.c = 3;
    REFUSED(cal_network_logits(outputs, network, lab, &wrong, &err), CAL_USAGE,
            "samples of 3x1x1, and the network takes 2x1x1");
    GOOD(cal_network_save(&onnx, network, 2, &err));
    cal_network_free(network);

    def.bytes = onnx.data, def.size = onnx.size;
    GOOD(cal_network_open(&network, &def, &err));
    CHECK(cal_network_about(network).temperature == 2);
    GOOD(cal_network_logits(outputs, network, lab, &test, &err));
    for (int i = 0; i < 40; i++) CHECK_NEAR(outputs[i], cal_training_logits(t, CAL_SET_TEST)[i] / 2, 0);
    cal_network_free(network);

    def.bytes = weights.data, def.size = weights.size, def.link = link_of("data=shapes10");
    REFUSED(cal_network_open(&network, &def, &err), CAL_FAILED,
            "the network's file has 2 classes, but data shapes10 has 10");
    def.link = NULL, def.size = weights.size - 10;
    CHECK(cal_network_open(&network, &def, &err) == CAL_FAILED && !network && err.text[0]);
    def.cookie = 0;
    CHECK(cal_network_open(&network, &def, &err) == CAL_USAGE);
    cal_bytes_free(&weights);
    cal_bytes_free(&onnx);
    cal_training_free(t);
}

// Overrides a network's description, and opens a file whose tensors do not fit.
static void test_network_def(void) {
    cal_network_def def = cal_default_network();
    cal_network *network;
    cal_training *t = open_training(small, NULL, 0);
    cal_samples *samples;
    cal_bytes weights, text;
    GOOD(cal_training_weights(&weights, t, &err));
    cal_training_free(t);
    def.name = "w.safetensors", def.bytes = weights.data, def.size = weights.size;
    GOOD(cal_network_open(&network, &def, &err));
    GOOD(cal_network_link(&text, network, &err));
    CHECK_TEXT(text.data, "v=1&data=moons:train=60,val=20,test=20&model=mlp:hidden=8&epochs=3&batch=20");
    cal_bytes_free(&text);
    GOOD(cal_network_json(&text, network, &err));
    CHECK(strstr(text.data, "\"model\":\"mlp:hidden=8\"") && strstr(text.data, "\"naming\""));
    cal_bytes_free(&text);
    GOOD(cal_samples_load(&samples, lab, link_of(small), &err));
    GOOD(cal_network_normalise(network, lab, samples, &err)); // features are not normalised
    CHECK(!cal_network_about(network).guess && !cal_network_about(network).note);
    cal_samples_free(samples);
    cal_network_free(network);

    def.model = "mlp:hidden=9";
    REFUSED(cal_network_open(&network, &def, &err), CAL_FAILED,
            "w.safetensors: 0.weight has shape [8, 2], the network needs [9, 2]");
    CHECK(!network);
    GOOD(cal_network_examine(&network, &def, &err));
    CHECK_TEXT(cal_network_about(network).misfit,
               "w.safetensors: 0.weight has shape [8, 2], the network needs [9, 2]");
    cal_network_free(network);
    def.model = "nosuch";
    CHECK(cal_network_open(&network, &def, &err) == CAL_USAGE && !network);
    def.model = NULL, def.means = 2, def.mean[0] = def.mean[1] = 0.5, def.c = 3, def.h = def.w = 1;
    REFUSED(cal_network_open(&network, &def, &err), CAL_USAGE,
            "def.mean and def.std take one number, or 3, one for each channel");
    def.means = 5;
    REFUSED(cal_network_open(&network, &def, &err), CAL_USAGE,
            "network: means=5 and stds=0 are not from 0 to 4");
    def.means = 0, def.h = 0;
    REFUSED(cal_network_open(&network, &def, &err), CAL_USAGE, "network: an input of 3x0x1");
    REFUSED(cal_network_json(&text, NULL, &err), CAL_USAGE, "cal_network_json: the network is null");
    REFUSED(cal_network_link(&text, NULL, &err), CAL_USAGE, "cal_network_link: the network is null");
    REFUSED(cal_network_normalise(NULL, lab, NULL, &err), CAL_USAGE,
            "cal_network_normalise: the network is null");
    cal_bytes_free(&weights);
}

static void test_samples(void) {
    static const char table[] = "a,b,label\n1,2,x\n3,4,y\n5,6,x\n7,8,y\n9,10,x\n11,12,y\n";
    cal_samples *samples;
    cal_link *link;
    GOOD(cal_samples_load(&samples, lab, link_of(small), &err));
    CHECK(cal_samples_of(samples, CAL_SET_TRAIN).n == 60 && cal_samples_of(samples, CAL_SET_TRAIN).posterior);
    CHECK(strlen(cal_samples_hash(samples)) == 64);
    CHECK(cal_samples_class(samples, 1) && !cal_samples_class(samples, 2));
    cal_samples_free(samples);
    GOOD(cal_lab_add_file(lab, "table.csv", table, sizeof table - 1, &err));
    GOOD(cal_lab_add_file(lab, "table.csv", table, sizeof table - 1, &err)); // replaces the first
    GOOD(cal_link_measured(&link, lab, link_of("data=table:train=3,val=1,test=2"), &err));
    CHECK_TEXT(cal_link_about(link).data, "table");
    GOOD(cal_samples_load(&samples, lab, link, &err));
    CHECK(cal_samples_of(samples, CAL_SET_TRAIN).k == 2 && cal_samples_of(samples, CAL_SET_TRAIN).c == 2);
    cal_samples_free(samples);
    cal_link_free(link);
    cal_training_need before, with;
    const char *few = "data=table:train=3,val=1,test=2,features=2&model=logistic&epochs=1";
    GOOD(cal_training_plan(&before, NULL, link_of(few), 1, &err));
    GOOD(cal_training_plan(&with, lab, link_of(few), 1, &err));
    CHECK(with.loading_bytes > before.loading_bytes && with.bytes >= with.loading_bytes);
    CHECK(cal_lab_has_file(lab, "table.csv") && !cal_lab_has_file(lab, "x") && !cal_lab_has_file(NULL, "x"));
    cal_lab_drop_files(lab);
    CHECK(cal_link_measured(&link, lab, link_of("data=table:train=3,val=1,test=2"), &err) != CAL_OK && !link);
    CHECK(cal_lab_add_file(lab, "", table, 1, &err) == CAL_USAGE);
    CHECK(cal_lab_add_file(lab, "x", NULL, 1, &err) == CAL_USAGE);
    CHECK(cal_samples_of(NULL, CAL_SET_TEST).n == 0 && cal_samples_of(samples = NULL, (cal_set)7).n == 0);
}

static void test_lab(void) {
    cal_lab_def def = cal_default_lab();
    cal_lab *other;
    def.threads = 65;
    REFUSED(cal_lab_create(&other, &def, &err), CAL_USAGE, "lab: threads=65 is not between 0 and 64");
    CHECK(!other);
    def.threads = 2;
    GOOD(cal_lab_create(&lab, &def, &err));
    CHECK(cal_lab_threads(lab) >= 1 && cal_hardware_threads() >= 1 && cal_version()[0]);
    cal_lab_free(NULL);
}

int main(void) {
    test_lab();
    test_link_files();
    test_training();
    test_starts();
    test_curvature_figures();
    test_misused_training();
    test_network();
    test_network_def();
    test_samples();
    cal_lab_free(lab);
    return CHECK_DONE();
}
