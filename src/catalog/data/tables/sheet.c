#include "catalog/data/tables/sheet.h"
#include <string.h>
#include "catalog/data/shared/files.h"
#include "catalog/data/shared/names.h"

static int file_count(const cal_choice *choice) { return 1 + (cal_choice_integer(choice, "test_from") == 1); }

static bool with_vectors(const cal_choice *choice) {
    return cal_data_of(choice)->tables->vectors && cal_choice_integer(choice, "vectors") == 1;
}

static bool has_features(const cal_choice *choice) { return cal_param_find(choice->entry, "features") >= 0; }

void cal_tables_shape(int *k, int *c, int *h, int *w, const cal_choice *choice) {
    *k = cal_choice_integer(choice, "classes");
    *c = cal_choice_integer(choice, has_features(choice) ? "features" : "length");
    *h = *w = 1;
}

void cal_tables_files(char *out, int size, const cal_choice *choice) {
    const cal_tables *from = cal_data_of(choice)->tables;
    cal_names list = cal_names_start(out, size);
    for (int i = 0; i < file_count(choice); i++) cal_names_add(&list, from->files[i]);
    if (with_vectors(choice)) cal_names_add(&list, from->vectors);
}

static void take_row(const cal_split *split, int row, const cal_records *from, int record) {
    (void)from;
    split->source[row] = record;
}

static cal_status label_rows(cal_records *records, const cal_sheet *sheet, const cal_slice *name, int k,
                             const cal_classes *classes, cal_error *err) {
    for (int i = 0; i < sheet->n; i++) {
        int c = 0;
        const cal_slice text = sheet->text[i];
        while (c < k && (name[c].length != text.length || memcmp(name[c].at, text.at, (size_t)text.length)))
            c++;
        if (c == k)
            return cal_fail(err, CAL_FAILED, "%s: line %d: label '%.*s' is not in the training table",
                            sheet->name, sheet->row[i].line, CAL_QUOTED(text));
        cal_records_label(records, i, c, classes);
    }
    return CAL_OK;
}

static cal_status sheets_open(cal_sheets *s, cal_dataset *out, const cal_choice *choice,
                              const cal_file *files, int nfiles, cal_error *err) {
    const char *const *names = cal_data_of(choice)->tables->files;
    cal_slice name[CAL_CLASSES_MAX];
    cal_classes classes;
    *s = (cal_sheets){.count = file_count(choice)};
    cal_status status = cal_classes_choose(&classes, out->k, choice, err);
    for (int i = 0; i < s->count && !status; i++) {
        const cal_file *file;
        status = cal_data_file(&file, choice, names[i], files, nfiles, err);
        if (!status) status = cal_sheet_read(&s->sheet[i], &s->scratch, file, choice, err);
        if (!status && i && s->sheet[1].columns != s->sheet[0].columns)
            status = cal_fail(err, CAL_FAILED, "%s: %d columns, but %s has %d", names[1], s->sheet[1].columns,
                              names[0], s->sheet[0].columns);
        if (!status)
            status = cal_records_open(&s->records[i], &s->scratch, names[i], s->sheet[i].n, choice, err);
        s->records[i].take = take_row;
    }
    if (status) return status;
    const int found = cal_sheet_labels(name, CAL_CLASSES_MAX, &s->sheet[0]);
    if (found < 0)
        return cal_fail(err, CAL_FAILED, "%s: more than %d different labels in column %d", names[0],
                        CAL_CLASSES_MAX, s->sheet[0].label + 1);
    if (found != out->k)
        return cal_fail(err, CAL_FAILED, "%s: %d different labels in column %d, but the link says classes=%d",
                        names[0], found, s->sheet[0].label + 1, out->k);
    for (int i = 0; i < s->count && !status; i++)
        status = label_rows(&s->records[i], &s->sheet[i], name, found, &classes, err);
    return status ? status : cal_names_slices(out, name, err);
}

static cal_status split_fill(const cal_dataset *out, const cal_split *split, const cal_sheet *sheet,
                             cal_slice *field, cal_row_take *take, void *context, cal_error *err) {
    cal_status status = CAL_OK;
    for (int i = 0; i < split->n && !status; i++)
        status =
            take(split->features + (size_t)i * (size_t)out->c, context, sheet, split->source[i], field, err);
    return status;
}

cal_status cal_sheets_fill(cal_dataset *out, const cal_sheets *s, cal_row_take *take, void *context,
                           cal_error *err) {
    const cal_sheet *first = &s->sheet[0], *last = &s->sheet[s->count - 1];
    cal_status status = split_fill(out, &out->train, first, s->field, take, context, err);
    if (!status) status = split_fill(out, &out->val, first, s->field, take, context, err);
    return status ? status : split_fill(out, &out->test, last, s->field, take, context, err);
}

static cal_slice *row_room(cal_arena *scratch, int fields) {
    return cal_arena_alloc(scratch, (size_t)fields * sizeof(cal_slice));
}

cal_status cal_tables_load(cal_dataset *out, const cal_choice *choice, const cal_file *files, int nfiles,
                           cal_error *err) {
    const cal_tables *from = cal_data_of(choice)->tables;
    cal_sheets s;
    cal_status status = sheets_open(&s, out, choice, files, nfiles, err);
    const int columns = s.sheet[0].columns;
    const int fields =
        s.count > 1 && s.sheet[1].fields > s.sheet[0].fields ? s.sheet[1].fields : s.sheet[0].fields;
    const int used = columns - s.sheet[0].omits;
    if (!status && has_features(choice) && used != out->c + 1)
        status =
            cal_fail(err, CAL_FAILED, "%s: %d columns, one of them the label, but the link says features=%d",
                     from->files[0], used, out->c);
    if (!status && with_vectors(choice))
        status = cal_data_file(&s.vectors, choice, from->vectors, files, nfiles, err);
    if (!status && !(s.field = row_room(&s.scratch, fields)))
        status = cal_refuse_memory(err, "data %s: a row", choice->entry->id);
    if (!status)
        status = cal_records_draw(out, choice, &s.records[0], s.count > 1 ? &s.records[1] : NULL, false, err);
    if (!status) status = from->fill(out, &s, choice, err);
    cal_arena_free(&s.scratch);
    return status;
}

void cal_tables_keeps(cal_dataset *counted, const cal_choice *choice, int width) {
    (void)width;
    cal_names_keeps(counted, false);
    cal_data_keeps_splits(counted, choice);
}

size_t cal_tables_loading(const cal_choice *choice, const cal_file *files, int nfiles) {
    const cal_tables *from = cal_data_of(choice)->tables;
    const cal_file *file[2];
    cal_arena scratch = {.counts = true};
    cal_dataset counted = cal_data_counted(choice);
    cal_sheet sheet;
    cal_records records;
    int most = 0;
    for (int i = 0; i < file_count(choice); i++) {
        cal_status status = cal_data_file(&file[i], choice, from->files[i], files, nfiles, NULL);
        if (!status) status = cal_sheet_read(&sheet, &scratch, file[i], choice, NULL);
        if (!status) status = cal_records_open(&records, &scratch, "", sheet.n, choice, NULL);
        if (status) return 0;
        if (sheet.n > most) most = sheet.n;
    }
    row_room(&scratch, sheet.fields);
    cal_names_keeps(&counted, false);
    return cal_records_loading(&counted, &scratch, choice, most,
                               from->loading ? from->loading(choice, file[0]) : 0);
}

// Counts the rows of each class in the tables, for a choice that is measured except for its sizes.
static cal_status sizes_read(cal_class_sizes sizes[2], const cal_choice *choice, const cal_file *files,
                             int nfiles, cal_error *err) {
    cal_dataset data = {0};
    cal_sheets s;
    cal_data_shape(&data.k, &data.c, &data.h, &data.w, choice);
    const cal_status status = sheets_open(&s, &data, choice, files, nfiles, err);
    for (int i = 0; i < s.count && !status; i++) {
        sizes[i].k = data.k;
        for (int row = 0; row < s.sheet[i].n; row++) sizes[i].size[s.records[i].labels[row]]++;
    }
    cal_arena_free(&s.scratch);
    cal_dataset_free(&data);
    return status;
}

cal_status cal_tables_measure(cal_choice *choice, const cal_file *files, int nfiles, cal_error *err) {
    const char *const *names = cal_data_of(choice)->tables->files;
    const int count = file_count(choice);
    int used = 0;
    cal_class_sizes sizes[2] = {{0}};
    for (int i = 0; i < count; i++) {
        const cal_file *file;
        cal_sheet sheet;
        cal_arena arena = {0};
        cal_status status = cal_data_file(&file, choice, names[i], files, nfiles, err);
        if (!status && !i) status = cal_sheet_measure(choice, &used, &sizes[0].records, file, err);
        if (!status && i) status = cal_sheet_read(&sheet, &arena, file, choice, err);
        if (!status && i) sizes[i].records = sheet.n;
        cal_arena_free(&arena);
        if (status) return status;
    }
    if (has_features(choice)) cal_choice_put(choice, "features", used - 1);
    cal_status status = CAL_OK;
    if (cal_choice_integer(choice, "take") == CAL_TAKE_BALANCED)
        status = sizes_read(sizes, choice, files, nfiles, err);
    return status ? status : cal_data_cut(choice, names[0], &sizes[0], count > 1 ? &sizes[1] : NULL, err);
}
