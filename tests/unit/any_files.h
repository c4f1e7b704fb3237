// Files of classes for test_any_input.c, whose draws it shares: arrays with optional companions, and tables
// with columns of classes and groups. Also another model on the same rows, labels in a separate table, and
// the reports of a training.
#ifndef ANY_FILES_H
#define ANY_FILES_H

static cal_input an_array(cal_text *npy, const char *name, const char *type, const void *values, int n,
                          int k) {
    const int dim[2] = {n, k};
    *npy = (cal_text){0};
    cal_npy_write(npy, type, values, dim, k ? 2 : 1);
    return (cal_input){name, npy->data, (size_t)npy->length};
}

static void class_arrays(void) {
    enum { TEST, LABELS, VAL, VAL_LABELS, ELSEWHERE, OTHER, TRUTH, WEIGHTS, FILES };
    option_lists lists;
    const int k = any_classes(&source), n = k > 10 ? 1 + below(3) : any_size(&source),
              rest = 1 + any_size(&source);
    const any_set test = any_outputs(&arena, &source, n, k), val = any_outputs(&arena, &source, rest, k),
                  other = any_outputs(&arena, &source, n, k);
    const bool probs = one_in(2), weights = one_in(4), against = one_in(2);
    const char *type = probs ? "f8" : "f4";
    cal_text npy[FILES] = {{0}};
    cal_report_def def = any_def(&lists);
    const void *z = probs ? (const void *)test.p : test.logits, *y = probs ? (const void *)val.p : val.logits;
    cal_report_inputs inputs = {.logits = an_array(&npy[TEST], "z.npy", type, z, n, k),
                                .labels = an_array(&npy[LABELS], "y.npy", "i4", test.labels, n, 0),
                                .probs = probs,
                                .as_logits = !probs,
                                .task = one_in(4) && k == 2 ? "binary" : "classes"};
    if (one_in(2)) {
        inputs.val_logits = an_array(&npy[VAL], "v.npy", type, y, rest, k);
        inputs.val_labels = an_array(&npy[VAL_LABELS], "u.npy", "i4", val.labels, rest, 0);
    } else def.fit_on_test = one_in(2);
    if (one_in(4)) inputs.ood_logits = an_array(&npy[ELSEWHERE], "o.npy", type, y, rest, k);
    if (against)
        inputs.against =
            an_array(&npy[OTHER], "a.npy", type, probs ? (const void *)other.p : other.logits, n, k);
    if (one_in(3)) inputs.posterior = an_array(&npy[TRUTH], "t.npy", "f8", test.posterior, n, k);
    if (weights) inputs.weights = an_array(&npy[WEIGHTS], "w.npy", "f8", test.weight, n, 0);
    const bool read = read_files(&def, &inputs, weights ? 0 : n, true, "arrays of classes");
    any_drawn("file", against ? "against" : "arrays", read);
    for (int i = 0; i < FILES; i++) cal_text_free(&npy[i]);
}

// Writes a column for each class; or no labels, which are in a second table with a common number.
static void class_table(void) {
    option_lists lists;
    const int k = 3 + below(3), n = any_size(&source);
    const any_set test = any_outputs(&arena, &source, n, k), other = any_outputs(&arena, &source, n, k);
    const bool logits = one_in(3), groups = one_in(2), apart = one_in(3), against = !apart && one_in(3);
    cal_report_def def = any_def(&lists);
    cal_report_inputs inputs = {.as_logits = logits, .columns = groups ? "group=site,group=ward" : NULL};
    cal_text csv[2] = {{0}, {0}}, labels = {0};
    for (int t = 0; t < (against ? 2 : 1); t++) {
        const any_set *from = t ? &other : &test;
        cal_text_add(&csv[t], "%s", apart ? "id" : "label");
        for (int j = 0; j < k; j++) cal_text_add(&csv[t], ",%s%d", logits ? "logit_" : "p_", j);
        cal_text_add(&csv[t], "%s\n", groups ? ",site,ward" : "");
        for (int i = 0; i < n; i++) {
            cal_text_add(&csv[t], "%d", apart ? 1000 + i : test.labels[i]);
            for (int j = 0; j < k; j++)
                add_number(&csv[t], logits ? (double)from->logits[i * k + j] : from->p[i * k + j]);
            if (groups) cal_text_add(&csv[t], ",s%d,w%d", test.group[i], i % 2);
            cal_text_add(&csv[t], "\n");
        }
    }
    cal_text_add(&labels, "id,label\n");
    for (int i = n; i-- > 0;) cal_text_add(&labels, "%d,%d\n", 1000 + i, test.labels[i]);
    inputs.csv = (cal_input){"t.csv", csv[0].data, (size_t)csv[0].length};
    if (apart) inputs.labels = (cal_input){"y.csv", labels.data, (size_t)labels.length};
    if (against) inputs.against = (cal_input){"a.csv", csv[1].data, (size_t)csv[1].length};
    def.fit_on_test = one_in(2);
    const bool read = read_files(&def, &inputs, n, true, "a table of classes");
    any_drawn("file", apart ? "labels apart" : groups ? "groups" : "table", read);
    cal_text_free(&csv[0]), cal_text_free(&csv[1]), cal_text_free(&labels);
}

static void give(const char *name, cal_status status, cal_bytes *json) {
    if (any_drawn("export", name, any_answered(status, &err, true, name))) any_give_json(json, name);
    forget();
}

// ---- outputs alone

// Returns the first figure of how well the other outputs are distinguished from the test set's.
static double auroc_of(const char *json) {
    static const char figure[] = "\"told_apart\":{\"auroc\":{\"text\":\"auroc\",\"value\":";
    const char *at = strstr(json, figure);
    return at && strncmp(at += sizeof figure - 1, "null", 4) ? strtod(at, NULL) : __builtin_nan("");
}

// Swaps the two sets: each pair of samples counts once, so the AUROC becomes its complement.
static void apart(void) {
    const int k = any_classes(&source), n = k > 10 ? 2 : any_size(&source),
              m = k > 10 ? 1 : any_size(&source);
    const any_set set[2] = {any_outputs(&arena, &source, n, k), any_outputs(&arena, &source, m, k)},
                  val = any_outputs(&arena, &source, n, k);
    const cal_logit_set fitted = logits_of(&val);
    const bool validated = one_in(2), truth = one_in(2);
    double auroc[2] = {0, 0};
    bool both = true;
    for (int way = 0; way < 2; way++) {
        cal_logit_set test = logits_of(&set[way]), other = logits_of(&set[1 - way]);
        cal_bytes json;
        if (truth) test.posterior = set[way].posterior;
        other.labels = NULL; // not read
        forget();
        const bool good =
            any_answered(cal_outputs_ood_json(&json, &test, validated ? &fitted : NULL, &other,
                                              one_in(2) ? "elsewhere" : NULL, 1 + below(20), &err),
                         &err, false, "outputs apart");
        both = any_drawn("export", "ood of outputs", good) && both;
        if (!good) continue;
        auroc[way] = auroc_of(json.data);
        any_give_json(&json, "outputs apart");
    }
    if (both)
        any_fine(any_within(auroc[0], 0, 1) && any_within(auroc[0] + auroc[1], 1, 1), "outputs apart",
                 "the same pairs, the other way round");
}

static void outputs_alone(void) {
    reduce();
    apart();
}

// ---- trainings

// Checks the output of `calib train`, `ood` and `evaluate` for a network with any weights.
static void trained(void) {
    const bool pixels = one_in(2);
    const cal_bytes *of = pixels ? &pictures : &network;
    const char *corruptions[2] = {NULL, NULL};
    char text[128];
    cal_training_def def = cal_default_training();
    cal_training *t;
    cal_report *r;
    cal_bytes json;
    def.link = link_of(pixels ? PICTURES : LINK);
    def.start = any_weights(of), def.start_size = of->size, def.start_as = CAL_START_TRAINED;
    forget();
    if (any_answered(cal_training_create(&t, lab, &def, &err), &err, true, "weights")) {
        cal_ood_def ood = cal_default_ood();
        const cal_sample_set other = cal_training_samples(t, CAL_SET_VALIDATION);
        any_choice(text, sizeof text, &source, "corruption", NULL);
        corruptions[0] = text, ood.corruptions = pixels ? corruptions : NULL;
        ood.other = &other, ood.other_name = "other";
        if (!any_answered(cal_training_run(t, 0, &err), &err, true, "an evaluation")) forget();
        give("ood", cal_training_ood_json(&json, t, &ood, &err), &json);
        if (pixels) give("shift", cal_training_shift_json(&json, t, corruptions, 15, &err), &json);
        if (!one_in(8)) return cal_training_free(t); // a report with all draws takes long
        if (any_drawn("export", "training",
                      any_answered(cal_report_training(&r, t, &err), &err, true, "its report")))
            check_report(r, 0, true);
        cal_report_free(r);
    }
    cal_training_free(t);
}

#endif
