// Predictions of Weka with the distribution of each row, as CSV or as plain text. They become a table of the
// class and one probability each: actual,P (cat),P (dog).
#include "run/tables/format/format.h"
#include <stdio.h>
#include <string.h>
#include "base/slice.h"

enum { CLASSES = 64, FIELDS = CLASSES + 8, NAME = 48 };

typedef struct layout {
    bool commas; // else blanks, and commas between the probabilities
    int classes;
    cal_slice name[CLASSES]; // length 0: neither actual nor predicted in any row
} layout;

static cal_slice trimmed(cal_slice text) {
    while (text.length && (*text.at == ' ' || *text.at == '\t')) text.at++, text.length--;
    return text;
}

// Splits a line into its fields; returns their number.
static int split(cal_slice field[FIELDS], cal_slice line, bool commas) {
    int count = 0;
    for (line = trimmed(line); line.length && count < FIELDS; line = commas ? line : trimmed(line)) {
        int end = 0;
        while (end < line.length && !(line.at[end] == ',' || (!commas && line.at[end] == ' '))) end++;
        field[count++] = trimmed((cal_slice){line.at, end});
        const int skip = end < line.length;
        line = (cal_slice){line.at + end + skip, line.length - end - skip};
    }
    return count;
}

// Finds the names of the columns: inst#, actual, predicted, error, distribution.
static bool is_head(cal_slice line, bool *commas) {
    static const char *const names[] = {"inst#", "actual", "predicted", "error", "distribution"};
    enum { NAMES = sizeof names / sizeof *names };
    cal_slice field[FIELDS];
    *commas = line.length && memchr(line.at, ',', (size_t)line.length);
    const int count = split(field, line, *commas);
    bool same = count >= NAMES;
    for (int i = 0; same && i < NAMES; i++) same = cal_slice_is(field[i], names[i]);
    for (int i = NAMES; same && i < count; i++) same = !field[i].length;
    return same;
}

// Splits "2:cat" into its number and name.
static bool is_class(int *number, cal_slice *name, cal_slice text) {
    int at = 0;
    *number = 0;
    while (at < text.length && text.at[at] >= '0' && text.at[at] <= '9' && *number < CLASSES)
        *number = 10 * *number + text.at[at++] - '0';
    if (!at || at + 1 >= text.length || text.at[at] != ':' || !*number || *number > CLASSES) return false;
    *name = (cal_slice){text.at + at + 1, text.length - at - 1};
    return name->length <= NAME && !memchr(name->at, '"', (size_t)name->length);
}

// Reads a row: its class, and its probabilities, the largest of which is marked with a star.
static bool read_row(cal_slice *actual, cal_slice value[CLASSES], layout *l, cal_slice line) {
    cal_slice field[FIELDS], name;
    int at, number, count = split(field, line, l->commas);
    while (count && !field[count - 1].length) count--;
    if (count < 4 || !is_class(&number, actual, field[1])) return false;
    if (!cal_slice_is(*actual, "?")) l->name[number - 1] = *actual;
    if (!is_class(&number, &name, field[2])) return false;
    l->name[number - 1] = name;
    at = 3 + (l->commas || cal_slice_is(field[3], "+"));
    if (!l->classes) l->classes = count - at;
    if (l->classes < 2 || count - at != l->classes) return false;
    for (int j = 0; j < l->classes; j++) {
        value[j] = field[at + j];
        double p;
        if (value[j].length && *value[j].at == '*') value[j].at++, value[j].length--;
        if (!cal_number_parse(&p, value[j]) || p < 0 || p > 1) return false;
    }
    return true;
}

static cal_slice next_line(const char **at, const char *end) { return cal_slice_line(at, end); }

// Finds the names of the classes in all rows. *head: the line of the columns' names; 0: another file.
static bool survey(layout *out, int *head, const cal_file *file) {
    const char *at = (const char *)file->bytes, *const end = at + file->size;
    cal_slice actual, value[CLASSES];
    enum { TITLES = 12 };
    *out = (layout){.classes = 0};
    *head = 0;
    for (int number = 1; at < end && number <= TITLES && !*head; number++)
        if (is_head(trimmed(next_line(&at, end)), &out->commas)) *head = number;
    int rows = 0;
    while (*head && at < end) {
        const cal_slice line = trimmed(next_line(&at, end));
        if (line.length && !read_row(&actual, value, out, line)) return false;
        rows += line.length > 0;
    }
    for (int j = out->classes; j < CLASSES; j++)
        if (out->name[j].length) return false;
    return rows > 0;
}

static int put_head(char *to, const layout *l) {
    int length = sprintf(to, "actual");
    for (int j = 0; j < l->classes; j++)
        length += l->name[j].length ? sprintf(to + length, ",\"P (%.*s)\"", l->name[j].length, l->name[j].at)
                                    : sprintf(to + length, ",\"P (class %d)\"", j + 1);
    return length;
}

cal_status cal_format_weka(cal_file *io, cal_arena *arena, cal_notes *notes, cal_error *err) {
    enum { HEAD = 32 + CLASSES * (NAME + 16) };
    layout l;
    int head, number = 1;
    if (io->size < 5 || !memchr(io->bytes, '#', io->size < 512 ? io->size : 512) || !survey(&l, &head, io))
        return CAL_OK;
    char *text = cal_arena_alloc(arena, io->size * 2 + HEAD), *to = text; // quotation marks around a class
    if (!text) return cal_refuse_memory(err, "%s: its text", io->name);
    const char *at = (const char *)io->bytes, *const end = at + io->size;
    for (; at < end; number++) {
        const cal_slice line = trimmed(next_line(&at, end));
        cal_slice actual, value[CLASSES];
        if (number == head) to += put_head(to, &l);
        else if (number > head && line.length && read_row(&actual, value, &l, line)) {
            to += sprintf(to, "\"%.*s\"", actual.length, actual.at);
            for (int j = 0; j < l.classes; j++) to += sprintf(to, ",%.*s", value[j].length, value[j].at);
        }
        *to++ = '\n';
    }
    io->bytes = (const uint8_t *)text, io->size = (size_t)(to - text);
    CAL_NOTE(notes,
             "%.200s: read as predictions of Weka: actual is the label, and its distribution has the %d "
             "probabilities",
             io->name, l.classes);
    return CAL_OK;
}
