// Errors spell an option as the caller names it: as a field of a definition, or as an option of the adapters.
#include "api_check.h"
#include "base/bytes/npy.h"

enum { N = 6, K = 3, ARRAYS = 12, TEXT = 480 };

static cal_lab *lab;
static cal_text file[ARRAYS];
static cal_input logits, others, p, positive, two, one, rows, labels, both, known, soft, weights;

static const char classes[] = "label,p_0,p_1,p_2\n0,0.5,0.25,0.25\n1,0.25,0.5,0.25\n2,0.25,0.25,0.5\n";
static const char predictions[] = "label,pred,conf\n0,0,0.9\n1,1,0.8\n1,0,0.6\n0,0,0.7\n2,2,0.95\n";
static const char binary[] = "label,p\n0,0.25\n1,0.75\n1,0.5\n0,0.125\n";
static const char weighed[] = "label,weight\n0,1\n1,2\n2,1\n0,2\n1,1\n2,1\n";
static const char features[] = "label,a,b,c\n0,0.5,0.5,0.5\n1,0.1,0.2,0.9\n2,0.3,0.9,0.1\n0,0.5,0.5,0.5\n"
                               "1,0.1,0.2,0.9\n2,0.3,0.9,0.1\n0,0.5,0.5,0.5\n1,0.1,0.2,0.9\n"
                               "2,0.3,0.9,0.1\n0,0.5,0.5,0.5\n1,0.1,0.2,0.9\n2,0.3,0.9,0.1\n";
#define TABLE(text) (cal_input){#text ".csv", text, sizeof(text) - 1}

static cal_input array(const char *name, const char *type, const void *data, int n, int k) {
    static int count;
    cal_npy_write(&file[count], type, data, (int[]){n, k}, k ? 2 : 1);
    const cal_text *npy = &file[count++];
    return (cal_input){name, npy->data, (size_t)npy->length};
}

static void make_files(void) {
    static const float z[N][K] = {{2, 0, 1}, {0, 1, -1}, {3, 1, 0}, {0, 2, 5}, {1, 2, 3}, {-1, 0, 1}};
    static const float other[N][K] = {{1, 0, 1}, {0, 1, -1}, {3, 1, 0}, {0, 2, 5}, {1, 2, 3}, {-1, 0, 1}};
    static const double even[N][K] = {{0.5, 0.25, 0.25}, {0.25, 0.5, 0.25}, {0.25, 0.25, 0.5},
                                      {0.5, 0.25, 0.25}, {0.25, 0.5, 0.25}, {0.25, 0.25, 0.5}};
    static const double odd[N][2] = {{0.5, 3}, {0.25, 0.5}, {4, 0.5}, {0.5, 0.5}, {0.5, 0.5}, {0.5, 0.5}};
    static const double single[N] = {0.25, 0.75, 0.5, 0.125, 0.5, 0.25};
    static const double wide[N] = {0.25, 3, 0.5, 0.125, 0.5, 0.25};
    static const double above[N][K] = {{1, 3, 4}, {1, 2, 3}, {3, 1, 2}, {4, 2, 5}, {1, 2, 3}, {1, 5, 1}};
    static const int32_t y[N] = {0, 1, 2, 0, 1, 2}, yes[N] = {0, 1, 1, 0, 1, 0};
    static const int32_t labelled[N][K] = {{1, 0, 1}, {1, 1, 0}, {0, 0, 0}, {0, 1, 0}, {1, 1, 1}, {0, 0, 1}};
    static const double one_each[N] = {1, 1, 1, 1, 1, 2};
    logits = array("z.npy", "f4", z, N, K), others = array("o.npy", "f4", other, N, K);
    p = array("p.npy", "f8", even, N, K), positive = array("positive.npy", "f8", above, N, K);
    two = array("two.npy", "f8", odd, N, 2), one = array("one.npy", "f8", single, N, 0);
    rows = array("rows.npy", "f8", wide, N, 0);
    labels = array("y.npy", "i4", y, N, 0), both = array("yes.npy", "i4", yes, N, 0);
    known = array("known.npy", "i4", labelled, N, K), soft = array("soft.npy", "f8", even, N, K);
    weights = array("w.npy", "f8", one_each, N, 0);
}

// Expands "{inputs.val_csv}" to that field, or to "--val-csv", the option of the adapters; "{def.metrics}" to
// "--metric".
static void spell(char out[TEXT], const char *sentence, cal_naming naming) {
    bool name = false;
    for (; *sentence; sentence++) {
        const bool option = naming != CAL_NAMES_FIELDS;
        if (name && option && strncmp(sentence, "s}", 2) == 0 && sentence[-1] == 'c') continue;
        if (*sentence == '{' || *sentence == '}') name = *sentence == '{';
        if (*sentence == '{' && option) sentence = strchr(sentence, '.'), *out++ = '-', *out++ = '-';
        else if (*sentence != '{' && *sentence != '}')
            *out++ = *sentence == '_' && name && option ? '-' : *sentence;
    }
    *out = 0;
}

// ---- reports

static void refuses_with(cal_report_def def, cal_report_inputs in, cal_status status, const char *sentence) {
    char text[TEXT];
    def.draws = 0;
    for (int naming = CAL_NAMES_FIELDS; naming <= CAL_NAMES_PAGE; naming++) {
        cal_report *report;
        def.naming = (cal_naming)naming;
        spell(text, sentence, def.naming);
        REFUSED(cal_report_read(&report, lab, &def, &in, &err), status, text);
    }
}

static void refuses(cal_report_inputs in, const char *sentence) {
    refuses_with(cal_default_report(), in, CAL_USAGE, sentence);
}

static void test_options(void) {
    static const char *const metrics[] = {"ece", NULL};
    const cal_report_inputs none = {.task = NULL};
    cal_report_def def = cal_default_report();
    refuses((cal_report_inputs){.task = "all"},
            "report: {inputs.task} all is not one of binary, classes and multilabel");
    refuses((cal_report_inputs){.probs = true, .as_logits = true},
            "report: {inputs.probs} and {inputs.as_logits} exclude each other; give one");
    def.match = "netcal", def.metrics = metrics;
    refuses_with(def, none, CAL_USAGE,
                 "report: {def.metrics} and {def.match} both choose the metrics; give one");
    def.match = "nobody", def.metrics = NULL;
    refuses_with(def, none, CAL_USAGE,
                 "{def.match} nobody is not one of focal_calibration, netcal, torchmetrics, caltrain, "
                 "relplot, verified_calibration, fcl, torch_uncertainty, pycalib or all");
}

static void test_arrays(void) {
    static const char validation[] = "report: {inputs.val_logits} and {inputs.val_labels} belong together; ";
    char text[TEXT];
    cal_report_inputs in = {.task = NULL};
    refuses(in, "{inputs.logits} is missing");
    in.logits = logits;
    refuses(in, "{inputs.labels} is missing");
    in.val_csv = TABLE(classes);
    refuses(in, "report: {inputs.val_csv} needs {inputs.csv}");
    in = (cal_report_inputs){.logits = logits, .labels = labels, .label_names = "a\nb\nc"};
    refuses(in, "report: {inputs.label_names} needs multi-label data");
    in.label_names = NULL, in.val_logits = others;
    snprintf(text, TEXT, "%s{inputs.val_labels} is missing", validation);
    refuses(in, text);
    in.val_labels = in.val_logits, in.val_logits = (cal_input){.bytes = NULL};
    snprintf(text, TEXT, "%s{inputs.val_logits} is missing", validation);
    refuses(in, text);
    in = (cal_report_inputs){.logits = logits, .labels = TABLE(weighed), .weights = weights};
    refuses(in, "report: {inputs.weights} and the column weight of the labels both weigh the samples; give "
                "one, or columns weight=none");
    in = (cal_report_inputs){.logits = logits, .labels = soft, .posterior = p};
    refuses(in, "report: soft labels and {inputs.posterior} exclude each other; give one");
    in.labels = labels, in.logits = p;
    refuses(in, "p.npy: its rows are from 0 to 1 and sum to 1, like probabilities: {inputs.probs} if that is "
                "what they are; {inputs.as_logits} if they are logits all the same");
}

static void test_validation(void) {
    cal_report_inputs in = {.logits = logits, .labels = labels, .val_logits = logits, .val_labels = labels};
    cal_report_def def = cal_default_report();
    refuses(in, "the validation logits are the test logits: give other logits, or {def.fit_on_test} to "
                "measure calibrators on the set they were fitted on");
    def.fit_on_test = true, in.val_logits = others;
    refuses_with(def, in, CAL_USAGE, "report: give either {def.fit_on_test} or validation outputs");
    in = (cal_report_inputs){.csv = TABLE(binary), .val_csv = TABLE(binary)};
    refuses_with(def, in, CAL_USAGE, "report: give either {def.fit_on_test} or validation outputs");
    refuses(in, "the validation probabilities are the test probabilities: give others, or "
                "{def.fit_on_test} to measure calibrators on the set they were fitted on");
}

static void test_binary(void) {
    cal_report_inputs in = {.logits = one, .labels = both, .posterior = one};
    refuses(in, "report: {inputs.posterior} does not go with a binary task");
    in.posterior.bytes = NULL, in.ood_logits = others;
    refuses(in, "report: a binary task does not allow {inputs.ood_logits}");
    in.ood_logits.bytes = NULL, in.val_logits = others;
    refuses(in, "report: {inputs.val_logits} and {inputs.val_labels} belong together; {inputs.val_labels} is "
                "missing");
    in.val_logits.bytes = NULL, in.val_labels = both;
    refuses(in, "report: {inputs.val_logits} and {inputs.val_labels} belong together; {inputs.val_logits} is "
                "missing");
    in = (cal_report_inputs){.csv = TABLE(binary), .ood_logits = others};
    refuses(in, "report: a binary task does not allow {inputs.ood_logits}");
    in = (cal_report_inputs){.logits = rows, .labels = both};
    refuses_with(cal_default_report(), in, CAL_FAILED,
                 "rows.npy: its outputs run from 0.125 to 3: no probabilities, which are from 0 to 1, and "
                 "without a number below 0 no log odds either; say {inputs.as_logits} if they are");
    in.logits = two, in.task = "binary", in.probs = true;
    refuses_with(cal_default_report(), in, CAL_FAILED,
                 "two.npy: its outputs run from 0.5 to 3: no probabilities that sum to 1, and without a "
                 "number below 0 no log odds either; say {inputs.as_logits} if they are");
    in = (cal_report_inputs){.logits = positive, .labels = known};
    refuses_with(
        cal_default_report(), in, CAL_FAILED,
        "positive.npy: its outputs run from 1 to 5: no probabilities, which are from 0 to 1, and "
        "without a number below 0 no log odds either (this is multi-label data, since the labels are "
        "not one-hot); say {inputs.as_logits} if they are log odds");
}

static void test_tables(void) {
    cal_report_def def = cal_default_report();
    cal_report_inputs in = {.csv = TABLE(classes), .logits = logits};
    refuses(in, "report: {inputs.csv} and {inputs.logits} exclude each other; give one");
    in.logits.bytes = NULL, in.val_logits = logits;
    refuses(in, "report: {inputs.csv} and {inputs.val_logits} exclude each other; give one");
    in = (cal_report_inputs){.csv = TABLE(classes), .weights = weights};
    refuses(in, "report: {inputs.weights} goes with arrays; a table has a column named weight");
    in = (cal_report_inputs){.csv = TABLE(classes), .posterior = p};
    refuses(in, "report: {inputs.posterior} goes with arrays");
    in = (cal_report_inputs){.csv = TABLE(classes), .label_names = "a\nb\nc"};
    refuses(in, "report: {inputs.label_names} goes with arrays; a table's columns name its labels");
    in = (cal_report_inputs){.csv = TABLE(features)};
    refuses(in, "features.csv: its outputs are from 0 to 1, and rows do not sum to 1: neither logits nor "
                "probabilities of classes; leave out other columns; {inputs.as_logits} if they are logits "
                "all the same");
    in = (cal_report_inputs){.csv = TABLE(predictions), .probs = true};
    refuses(in, "report: {inputs.csv} of predictions does not allow {inputs.probs}");
    in.probs = false, in.ood_logits = logits;
    refuses(in, "report: {inputs.csv} of predictions does not allow {inputs.ood_logits}");
    in.ood_logits.bytes = NULL, in.val_csv = TABLE(classes);
    refuses(in, "report: {inputs.csv} of predictions does not allow {inputs.val_csv}");
    in.val_csv.bytes = NULL, def.fit_on_test = true;
    refuses_with(def, in, CAL_USAGE, "report: {inputs.csv} of predictions does not allow {def.fit_on_test}");
    in = (cal_report_inputs){.csv = TABLE(classes), .val_labels = TABLE(classes)};
    refuses(in, "report: {inputs.val_labels} goes with {inputs.val_csv} here; give both");
}

// ---- other definitions

static void test_shards(void) {
    static const float z[] = {2, -1, 1, 2};
    static const int32_t y[] = {1, 0};
    const cal_logit_set set = {.logits = z, .labels = y, .n = 2, .k = 2};
    char text[TEXT];
    cal_report_def def = cal_default_report();
    cal_reduction *r;
    cal_report *report;
    cal_bytes shard;
    def.match = "netcal";
    GOOD(cal_reduction_create(&r, lab, 2, 1, &err));
    GOOD(cal_reduction_add(r, &set, &err));
    GOOD(cal_reduction_save(&shard, r, &err));
    const cal_input input = {"a", shard.data, shard.size};
    for (int naming = CAL_NAMES_FIELDS; naming <= CAL_NAMES_PAGE; naming++) {
        def.naming = (cal_naming)naming;
        spell(text, "report: shards do not have what {def.match} needs; give the outputs", def.naming);
        REFUSED(cal_report_shards(&report, lab, &def, &input, 1, &err), CAL_USAGE, text);
    }
    cal_reduction_free(r), cal_bytes_free(&shard);
}

// The words for as_logits are those of a report's files.
static void test_outputs(void) {
    char text[TEXT];
    cal_file_outputs_def def = cal_default_file_outputs();
    def.logits = p;
    for (int naming = CAL_NAMES_FIELDS; naming <= CAL_NAMES_PAGE; naming++) {
        cal_file_outputs *outputs;
        def.naming = (cal_naming)naming;
        spell(text,
              "p.npy: its rows are from 0 to 1 and sum to 1, like probabilities: {inputs.probs} if that is "
              "what they are; {inputs.as_logits} if they are logits all the same",
              def.naming);
        REFUSED(cal_file_outputs_read(&outputs, &def, &err), CAL_USAGE, text);
    }
}

// Writes safetensors with a tensor of no preset.
static void test_network(void) {
    static const char form[] = "{\"weight\":{\"dtype\":\"F32\",\"shape\":[7],\"data_offsets\":[0,28]}}";
    static const double inputs[3] = {0};
    static const int32_t y[1] = {0};
    char bytes[8 + sizeof form - 1 + 28] = {(char)(sizeof form - 1)}, text[TEXT];
    memcpy(bytes + 8, form, sizeof form - 1);
    cal_network_def def = cal_default_network();
    cal_curvature_def product = cal_default_curvature();
    def.name = "w", def.bytes = bytes, def.size = sizeof bytes;
    product.weights = (cal_input){"w", bytes, sizeof bytes}, product.inputs = inputs, product.labels = y;
    product.n = 1, product.c = 3, product.h = product.w = 1;
    for (int naming = CAL_NAMES_FIELDS; naming <= CAL_NAMES_PAGE; naming++) {
        cal_network *network;
        cal_curvature *curvature;
        def.naming = product.naming = (cal_naming)naming;
        snprintf(text, TEXT,
                 "w does not say which network it belongs to, and no preset fits its tensors: name the "
                 "model%s",
                 naming == CAL_NAMES_COMMAND ? " with --model" : "");
        REFUSED(cal_network_examine(&network, &def, &err), CAL_USAGE, text);
        spell(text, "w does not say which network it belongs to: {def.model} is missing", def.naming);
        REFUSED(cal_curvature_create(&curvature, lab, &product, &err), CAL_USAGE, text);
    }
    def.means = 2, def.mean[0] = def.mean[1] = 0.5, def.c = 3, def.h = def.w = 1;
    for (int naming = CAL_NAMES_FIELDS; naming <= CAL_NAMES_PAGE; naming++) {
        cal_network *network;
        def.naming = (cal_naming)naming;
        spell(text, "{def.mean} and {def.std} take one number, or 3, one for each channel", def.naming);
        REFUSED(cal_network_examine(&network, &def, &err), CAL_USAGE, text);
    }
}

int main(void) {
    cal_lab_def def = cal_default_lab();
    def.threads = 1;
    GOOD(cal_lab_create(&lab, &def, &err));
    make_files();
    test_options();
    test_arrays();
    test_validation();
    test_binary();
    test_tables();
    test_shards();
    test_outputs();
    test_network();
    cal_lab_free(lab);
    for (int i = 0; i < ARRAYS; i++) cal_text_free(&file[i]);
    return CHECK_DONE();
}
