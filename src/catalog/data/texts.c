// Labelled texts in a table, texts.csv, and with test_from=file texts-test.csv: one column is the label, all
// others are the text. A sample is the indices of its first `length` words in the vocabulary of the training
// set. Index 0 is padding, 1 an unknown word, and from 2 on come the most frequent words.
#include "catalog/data/tables/sheet.h"
#include "catalog/data/words/words.h"

enum { CLASSES = 2, LENGTH = 64, LENGTH_MAX = 2000, SAMPLES_MAX = 1000000 };

// Position of the words of a text.
typedef struct reader {
    const cal_sheet *sheet;
    cal_slice *field;
    int count, column;
    const char *at, *end;
    bool doubled; // the table doubles its quotes
} reader;

static cal_status row_read(reader *r, const cal_sheet *sheet, cal_rows *csv, cal_slice *field,
                           cal_error *err) {
    *r = (reader){.sheet = sheet, .field = field, .column = -1, .doubled = csv->separator != '\t'};
    return cal_rows_next(field, &r->count, sheet->fields, csv, err);
}

static cal_status reader_start(reader *r, const cal_sheet *sheet, int row, cal_slice *field, cal_error *err) {
    cal_rows csv = sheet->row[row];
    return row_read(r, sheet, &csv, field, err);
}

static bool reader_next(cal_slice *word, reader *r) {
    while (!r->at || !cal_word_next(word, &r->at, r->end, r->doubled)) {
        do r->column++;
        while (r->column < r->count && !cal_sheet_uses(r->sheet, r->column));
        if (r->column >= r->count) return false;
        r->at = r->field[r->column].at;
        r->end = r->at + r->field[r->column].length;
    }
    return true;
}

static cal_status words_count(cal_vocabulary *v, const cal_dataset *out, const cal_sheets *s,
                              cal_error *err) {
    for (int i = 0; i < out->train.n; i++) {
        reader r;
        cal_slice word;
        const cal_status status = reader_start(&r, &s->sheet[0], out->train.source[i], s->field, err);
        if (status) return status;
        while (reader_next(&word, &r))
            if (!cal_vocabulary_count(v, word)) return cal_refuse_memory(err, "data texts: a vocabulary");
    }
    return CAL_OK;
}

typedef struct numbering {
    cal_vocabulary *vocabulary;
    int length; // words per sample
} numbering;

static cal_status row_take(float *number, void *context, const cal_sheet *sheet, int row, cal_slice *field,
                           cal_error *err) {
    const numbering *n = context;
    reader r;
    cal_slice word;
    const cal_status status = reader_start(&r, sheet, row, field, err);
    for (int w = 0; !status && w < n->length && reader_next(&word, &r); w++)
        number[w] = (float)cal_vocabulary_of(n->vocabulary, word);
    return status;
}

static cal_status fill(cal_dataset *out, const cal_sheets *s, const cal_choice *choice, cal_error *err) {
    numbering n = {cal_vocabulary_create(), out->c};
    float *vectors = NULL;
    cal_status status = CAL_OK;
    if (!n.vocabulary) status = cal_refuse_memory(err, "data texts: a vocabulary");
    if (!status) status = words_count(n.vocabulary, out, s, err);
    if (!status)
        out->vocabulary = cal_vocabulary_number(n.vocabulary, cal_choice_integer(choice, "vocabulary"));
    if (!status) status = cal_sheets_fill(out, s, row_take, &n, err);
    if (!status && s->vectors)
        status = cal_vectors_read(&vectors, &out->vector_width, &out->arena, s->vectors, n.vocabulary,
                                  out->vocabulary, err);
    out->vectors = vectors;
    cal_vocabulary_free(n.vocabulary);
    return status;
}

// Counts the words of all rows and labels, a superset of the training set's.
static void words_of_all(cal_vocabulary *v, cal_slice *field, const cal_file *table) {
    const cal_sheet sheet = {.fields = CAL_ROWS_COLUMNS, .label = -1};
    cal_rows csv = cal_rows_open(table);
    reader r;
    cal_slice word;
    while (!row_read(&r, &sheet, &csv, field, NULL) && r.count)
        while (reader_next(&word, &r))
            if (!cal_vocabulary_count(v, word)) return;
}

// The more words there are the fewer of them are new. So a close bound requires counting them.
static size_t loading(const cal_choice *choice, const cal_file *table) {
    const size_t seen = cal_mem_bytes((size_t)cal_choice_integer(choice, "vocabulary"));
    cal_vocabulary *v = cal_vocabulary_create();
    cal_slice *field = cal_mem_alloc(CAL_ROWS_COLUMNS * sizeof *field);
    // as far as memory allows: if it is refused here, `load` is refused it, too
    if (v && field) words_of_all(v, field, table);
    const size_t bytes = v ? cal_vocabulary_bytes(v) : 0;
    cal_vocabulary_free(v);
    cal_mem_free(field);
    return bytes + (cal_choice_integer(choice, "vectors") ? seen : 0);
}

static void keeps(cal_dataset *counted, const cal_choice *choice, int width) {
    cal_tables_keeps(counted, choice, width);
    if (cal_choice_integer(choice, "vectors"))
        cal_vectors_room(&counted->arena, cal_choice_integer(choice, "vocabulary"), width);
}

static const cal_tables tables = {
    .files = {"texts.csv", "texts-test.csv"}, .vectors = "glove.txt", .fill = fill, .loading = loading};

static const cal_param params[] = {
    CAL_DATA_TRAIN(1000, SAMPLES_MAX),
    CAL_DATA_VAL(200, SAMPLES_MAX),
    CAL_DATA_TEST(200, SAMPLES_MAX),
    CAL_DATA_CLASSES(CLASSES),
    CAL_DATA_LABEL,
    CAL_DATA_OMIT,
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
    .tables = &tables,
    .shape = cal_tables_shape,
    .files = cal_tables_files,
    .measure = cal_tables_measure,
    .load = cal_tables_load,
    .keeps = keeps,
    .loading = cal_tables_loading,
};
