// Labelled texts in a table, texts.csv, and with test_from=file texts-test.csv: one column is the
// label, all others are the text. A sample is the numbers of its first `length` words in the
// vocabulary of the training set: 0 where the text is over, 1 for a word that the vocabulary does not
// have, from 2 on the most frequent words.
#include "catalog/data/shared/files.h"
#include "catalog/data/tables/sheet.h"
#include "catalog/data/words/words.h"

enum { CLASSES = 2, LENGTH = 64, LENGTH_MAX = 2000, SAMPLES_MAX = 1000000 };

static const char *const names[2] = {"texts.csv", "texts-test.csv"};
static const char vectors_name[] = "glove.txt";

static bool with_vectors(const cal_choice *choice) { return cal_choice_integer(choice, "vectors") == 1; }

static void needed(char *out, int size, const cal_choice *choice) {
    char tables[64];
    cal_sheets_files(tables, sizeof tables, choice, names);
    cal_names list = cal_names_start(out, size);
    cal_names_add(&list, tables);
    if (with_vectors(choice)) cal_names_add(&list, vectors_name);
}

// Where the words of a text are.
typedef struct reader {
    const cal_sheet *sheet;
    cal_slice *field;
    int count, column;
    const char *at, *end;
    bool doubled; // quotes in the table
} reader;

static cal_status reader_start(reader *r, const cal_sheet *sheet, int row, cal_slice *field, cal_error *err) {
    cal_rows csv = sheet->row[row];
    *r = (reader){.sheet = sheet, .field = field, .column = -1, .doubled = csv.separator != '\t'};
    return cal_rows_next(field, &r->count, sheet->columns, &csv, err);
}

static bool reader_next(cal_slice *word, reader *r) {
    while (!r->at || !cal_word_next(word, &r->at, r->end, r->doubled)) {
        if (++r->column == r->sheet->label) r->column++;
        if (r->column >= r->count) return false;
        r->at = r->field[r->column].at;
        r->end = r->at + r->field[r->column].length;
    }
    return true;
}

static cal_status words_count(cal_vocabulary *v, const cal_dataset *out, const cal_sheets *s,
                              cal_slice *field, cal_error *err) {
    for (int i = 0; i < out->train.n; i++) {
        reader r;
        cal_slice word;
        const cal_status status = reader_start(&r, &s->sheet[0], out->train.source[i], field, err);
        if (status) return status;
        while (reader_next(&word, &r))
            if (!cal_vocabulary_count(v, word))
                return cal_fail(err, CAL_MEMORY, "data texts: memory for a vocabulary was refused");
    }
    return CAL_OK;
}

static cal_status split_fill(cal_dataset *out, cal_split *split, const cal_sheets *s, const cal_vocabulary *v,
                             cal_slice *field, cal_error *err) {
    for (int i = 0; i < split->n; i++) {
        reader r;
        cal_slice word;
        float *number = split->features + (size_t)i * (size_t)out->c;
        const cal_status status =
            reader_start(&r, cal_sheets_of(s, out, split), split->source[i], field, err);
        if (status) return status;
        for (int w = 0; w < out->c && reader_next(&word, &r); w++)
            number[w] = (float)cal_vocabulary_of(v, word);
    }
    return CAL_OK;
}

static cal_status load(cal_dataset *out, const cal_choice *choice, const cal_file *files, int nfiles,
                       cal_error *err) {
    const cal_file *glove = NULL;
    cal_sheets s;
    cal_vocabulary *v = NULL;
    cal_status status = cal_sheets_open(&s, out, choice, names, files, nfiles, err);
    if (!status && with_vectors(choice))
        status = cal_data_file(&glove, choice, vectors_name, files, nfiles, err);
    cal_slice *field = status ? NULL : cal_sheets_row(&s);
    if (!status && (!field || !(v = cal_vocabulary_create())))
        status = cal_fail(err, CAL_MEMORY, "data texts: memory for a vocabulary was refused");
    if (!status) status = cal_sheets_draw(out, &s, choice, err);
    if (!status) status = words_count(v, out, &s, field, err);
    if (!status) out->vocabulary = cal_vocabulary_number(v, cal_choice_integer(choice, "vocabulary"));
    if (!status) status = split_fill(out, &out->train, &s, v, field, err);
    if (!status) status = split_fill(out, &out->val, &s, v, field, err);
    if (!status) status = split_fill(out, &out->test, &s, v, field, err);
    float *vectors = NULL;
    if (!status && glove)
        status = cal_vectors_read(&vectors, &out->vector_width, &out->arena, glove, v, out->vocabulary, err);
    out->vectors = vectors;
    cal_vocabulary_free(v);
    cal_arena_free(&s.scratch);
    return status;
}

static cal_status measure(cal_choice *choice, const cal_file *files, int nfiles, cal_error *err) {
    int columns;
    return cal_sheets_measure(choice, &columns, names, files, nfiles, err);
}

static void shape(int *k, int *c, int *h, int *w, const cal_choice *choice) {
    *k = cal_choice_integer(choice, "classes");
    *c = cal_choice_integer(choice, "length");
    *h = *w = 1;
}

static const cal_param params[] = {
    CAL_DATA_TRAIN(1000, SAMPLES_MAX),
    CAL_DATA_VAL(200, SAMPLES_MAX),
    CAL_DATA_TEST(200, SAMPLES_MAX),
    CAL_DATA_CLASSES(CLASSES),
    CAL_DATA_LABEL,
    CAL_DATA_HEADER,
    {.name = "length",
     .help = "Number of words read from each text; shorter texts are padded",
     .unit = "words",
     .type = CAL_INTEGER,
     .value = LENGTH,
     .min = 1,
     .max = LENGTH_MAX},
    {.name = "vocabulary",
     .help = "Largest size of the vocabulary, with padding and the unknown word; the network's embedding "
             "must have the same size",
     .unit = "words",
     .type = CAL_INTEGER,
     .value = 1000,
     .min = 3,
     .max = 200000},
    {.name = "vectors",
     .help = "Initial embedding: random vectors, or those of glove.txt for the words that it has",
     .unit = "",
     .type = CAL_CHOICE,
     .choices = "none/glove",
     .max = 1},
    CAL_DATA_TEST_FROM("texts-test.csv"),
    CAL_DATA_TAKE(CAL_TAKE_RANDOM),
    CAL_DATA_LABEL_NOISE,
    CAL_DATA_IMBALANCE,
    CAL_DATA_SEED("Seed of the texts that are drawn and of the labels that are replaced"),
    CAL_DATA_HASH,
    {0},
};

const cal_data cal_data_texts = {
    .entry = {.id = "texts",
              .label = "Your texts",
              .tex = "",
              .source = "Comma- or tab-separated, as AG News (Zhang et al. 2015) and SST-2 (Socher et al. "
                        "2013) come; vectors: Pennington et al. 2014, GloVe",
              .help = "Your own texts and labels, as a .csv or .tsv file; for networks that begin with an "
                      "embedding, such as gpcnn",
              .params = params},
    .k = CLASSES,
    .c = LENGTH,
    .h = 1,
    .w = 1,
    .needs_files = true,
    .shape = shape,
    .files = needed,
    .measure = measure,
    .load = load,
};
