// CIFAR-100 in its official binary form (Krizhevsky 2009): train.bin with 50,000 records and test.bin with
// 10,000. A record has two label bytes, one of 20 coarse classes and one of 100 fine ones, and 3,072 pixels.
#include "catalog/data/cifar/cifar.h"

enum { COARSE = 20, FINE = 100, TRAINING = 50000, TESTS = 10000 };

static const char *const coarse_names[COARSE] = {"aquatic mammals",
                                                 "fish",
                                                 "flowers",
                                                 "food containers",
                                                 "fruit and vegetables",
                                                 "household electrical devices",
                                                 "household furniture",
                                                 "insects",
                                                 "large carnivores",
                                                 "large man-made outdoor things",
                                                 "large natural outdoor scenes",
                                                 "large omnivores and herbivores",
                                                 "medium-sized mammals",
                                                 "non-insect invertebrates",
                                                 "people",
                                                 "reptiles",
                                                 "small mammals",
                                                 "trees",
                                                 "vehicles 1",
                                                 "vehicles 2"};
static const char *const fine_names[FINE] = {
    "apple",      "aquarium fish", "baby",         "bear",       "beaver",      "bed",         "bee",
    "beetle",     "bicycle",       "bottle",       "bowl",       "boy",         "bridge",      "bus",
    "butterfly",  "camel",         "can",          "castle",     "caterpillar", "cattle",      "chair",
    "chimpanzee", "clock",         "cloud",        "cockroach",  "couch",       "crab",        "crocodile",
    "cup",        "dinosaur",      "dolphin",      "elephant",   "flatfish",    "forest",      "fox",
    "girl",       "hamster",       "house",        "kangaroo",   "keyboard",    "lamp",        "lawn mower",
    "leopard",    "lion",          "lizard",       "lobster",    "man",         "maple tree",  "motorcycle",
    "mountain",   "mouse",         "mushroom",     "oak tree",   "orange",      "orchid",      "otter",
    "palm tree",  "pear",          "pickup truck", "pine tree",  "plain",       "plate",       "poppy",
    "porcupine",  "possum",        "rabbit",       "raccoon",    "ray",         "road",        "rocket",
    "rose",       "sea",           "seal",         "shark",      "shrew",       "skunk",       "skyscraper",
    "snail",      "snake",         "spider",       "squirrel",   "streetcar",   "sunflower",   "sweet pepper",
    "table",      "tank",          "telephone",    "television", "tiger",       "tractor",     "train",
    "trout",      "tulip",         "turtle",       "wardrobe",   "whale",       "willow tree", "wolf",
    "woman",      "worm"};

static bool coarse(const cal_choice *choice) { return cal_choice_integer(choice, "labels") == 1; }

static void needed(char *out, int size, const cal_choice *choice) {
    cal_names names = cal_names_start(out, size);
    if (!cal_data_test_alone(choice)) cal_names_add(&names, "train.bin");
    cal_names_add(&names, "test.bin");
}

typedef struct sources {
    cal_arena scratch;
    bool alone; // no training records
    cal_cifar training, test;
    cal_records records, tests;
    cal_classes classes;
} sources;

// The records of both files, at the size in `data`; no arrays if the scratch counts.
static cal_status sources_open(sources *s, const cal_dataset *data, const cal_choice *choice,
                               const cal_file *files, int nfiles, cal_error *err) {
    s->alone = cal_data_test_alone(choice);
    s->training = s->test =
        (cal_cifar){.heads = 2, .head = !coarse(choice), .classes = {COARSE, FINE}, .most = TRAINING};
    s->test.most = TESTS;
    cal_status status = cal_classes_choose(&s->classes, coarse(choice) ? COARSE : FINE, choice, err);
    if (!status && !s->alone)
        status = cal_cifar_add(&s->training, choice, "train.bin", 0, files, nfiles, err);
    if (!status) status = cal_cifar_add(&s->test, choice, "test.bin", 0, files, nfiles, err);
    if (!status && !s->alone)
        status = cal_cifar_records(&s->records, &s->scratch, "data cifar100: train.bin", &s->training,
                                   &s->classes, NULL, data, choice, err);
    if (status) return status;
    return cal_cifar_records(&s->tests, &s->scratch, "data cifar100: test.bin", &s->test, &s->classes, NULL,
                             data, choice, err);
}

static cal_status load(cal_dataset *out, const cal_choice *choice, const cal_file *files, int nfiles,
                       cal_error *err) {
    sources s = {.scratch = {0}};
    cal_status status = sources_open(&s, out, choice, files, nfiles, err);
    if (!status && !(out->class_names = cal_data_names(out, coarse(choice) ? coarse_names : fine_names,
                                                       s.classes.class_of, s.classes.count)))
        status = cal_refuse_memory(err, "data cifar100: the classes' names");
    if (!status) status = cal_records_draw(out, choice, s.alone ? NULL : &s.records, &s.tests, true, err);
    cal_arena_free(&s.scratch);
    return status;
}

static size_t loading(const cal_choice *choice, const cal_file *files, int nfiles) {
    sources s = {.scratch.counts = true};
    cal_dataset counted = cal_data_counted(choice);
    if (sources_open(&s, &counted, choice, files, nfiles, NULL)) return 0;
    const int most = s.training.count > s.test.count ? s.training.count : s.test.count;
    cal_data_names(&counted, NULL, NULL, counted.k);
    return cal_records_loading(&counted, &s.scratch, choice, most, 0);
}

static void keeps(cal_dataset *counted, const cal_choice *choice, int width) {
    (void)width;
    cal_data_names(counted, NULL, NULL, counted->k);
    cal_data_keeps_splits(counted, choice);
}

static cal_status check(const cal_choice *choice, cal_error *err) {
    const cal_value *only = cal_choice_value(choice, "only");
    for (int i = 0; coarse(choice) && i < only->count; i++)
        if (only->number[i] >= COARSE)
            return cal_fail(err, CAL_USAGE, "data cifar100: only has class %g; coarse classes are 0 to %d",
                            only->number[i], COARSE - 1);
    return cal_data_size_check(choice, err);
}

static void shape(int *k, int *c, int *h, int *w, const cal_choice *choice) {
    const int only = cal_choice_value(choice, "only")->count;
    *k = only >= 2 ? only : coarse(choice) ? COARSE : FINE;
    *c = 3;
    cal_data_size(h, w, choice);
}

static const cal_param params[] = {
    CAL_DATA_TRAIN_OR_NONE(5000, TRAINING),
    CAL_DATA_VAL(1000, TRAINING),
    CAL_DATA_TEST(2000, TESTS),
    {.name = "labels",
     .help = "100 fine classes, or the 20 coarse ones that they belong to",
     .unit = "",
     .type = CAL_CHOICE,
     .choices = "fine/coarse",
     .max = 1},
    CAL_DATA_ONLY("0/51 are apples and mushrooms", FINE - 1),
    CAL_DATA_TAKE(CAL_TAKE_BALANCED),
    CAL_DATA_LABEL_NOISE,
    CAL_DATA_IMBALANCE,
    CAL_DATA_SEED("Seed of the records that are drawn and of the labels that are replaced"),
    CAL_DATA_SIZE("32", CAL_RESIZED),
    CAL_DATA_MEAN("0.5071/0.4865/0.4409"),
    CAL_DATA_STD("0.2673/0.2564/0.2762"),
    CAL_DATA_HASH,
    {0},
};

const cal_data cal_data_cifar100 = {
    .entry = {.id = "cifar100",
              .label = "CIFAR-100",
              .tex = "",
              .source = "Krizhevsky 2009, Learning Multiple Layers of Features from Tiny Images",
              .help =
                  "60,000 small photographs in a hundred classes, or in twenty; bring the official binary "
                  "files",
              .params = params,
              .check = check},
    .k = FINE,
    .c = 3,
    .h = CAL_CIFAR_SIDE,
    .w = CAL_CIFAR_SIDE,
    .pixels = true,
    .needs_files = true,
    .shape = shape,
    .files = needed,
    .load = load,
    .keeps = keeps,
    .loading = loading,
};
