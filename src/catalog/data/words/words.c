#include "catalog/data/words/words.h"
#include <stdlib.h>
#include <string.h>

// ---- words

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || (c & 0x80);
}

bool cal_word_next(cal_slice *word, const char **at, const char *end, bool doubled) {
    const char *c = *at;
    while (c < end && ((unsigned char)*c <= ' ' || *c == 127 || *c == '\\')) c++;
    const char *start = c;
    if (c == end) return false;
    if (is_letter(*c) || (*c == '\'' && c + 1 < end && is_letter(c[1])))
        for (c++; c < end && is_letter(*c); c++) {
        }
    else c++;
    *word = (cal_slice){start, (int)(c - start)};
    if (doubled && *start == '"' && c < end && *c == '"') c++;
    *at = c;
    return true;
}

// ---- the vocabulary: open addressing, doubled when half full

typedef struct entry {
    cal_slice word;
    int count, number;
} entry;

struct cal_vocabulary {
    entry *entry;
    int count, capacity;
    int *slot; // index of an entry plus 1; 0: none
    int slots; // a power of two
};

static char small(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

static int compare(cal_slice a, cal_slice b) {
    for (int i = 0; i < a.length && i < b.length; i++) {
        const int less = (unsigned char)small(a.at[i]) - (unsigned char)small(b.at[i]);
        if (less) return less;
    }
    return a.length - b.length;
}

// The slot of the word, or the one where it would be inserted.
static int slot_of(const cal_vocabulary *v, cal_slice word) {
    uint32_t hash = 2166136261u; // FNV-1a
    for (int i = 0; i < word.length; i++) hash = (hash ^ (unsigned char)small(word.at[i])) * 16777619u;
    int at = (int)(hash & (uint32_t)(v->slots - 1));
    while (v->slot[at]) {
        const cal_slice other = v->entry[v->slot[at] - 1].word;
        if (other.length == word.length && !compare(other, word)) break;
        at = (at + 1) & (v->slots - 1);
    }
    return at;
}

cal_vocabulary *cal_vocabulary_create(void) {
    enum { FIRST = 1 << 8 };
    cal_vocabulary *v = cal_mem_alloc(sizeof *v);
    if (!v) return NULL;
    v->slots = FIRST;
    if ((v->slot = cal_mem_alloc(FIRST * sizeof *v->slot))) return v;
    cal_mem_free(v);
    return NULL;
}

void cal_vocabulary_free(cal_vocabulary *v) {
    if (!v) return;
    cal_mem_free(v->entry);
    cal_mem_free(v->slot);
    cal_mem_free(v);
}

static bool slots_double(cal_vocabulary *v) {
    int *wider = cal_mem_alloc(2 * (size_t)v->slots * sizeof *wider);
    if (!wider) return false;
    cal_mem_free(v->slot);
    v->slot = wider;
    v->slots *= 2;
    for (int i = 0; i < v->count; i++) v->slot[slot_of(v, v->entry[i].word)] = i + 1;
    return true;
}

bool cal_vocabulary_count(cal_vocabulary *v, cal_slice word) {
    int at = slot_of(v, word);
    if (!v->slot[at]) {
        if (2 * (v->count + 1) > v->slots) {
            if (!slots_double(v)) return false;
            at = slot_of(v, word);
        }
        entry *larger = cal_mem_grow(v->entry, &v->capacity, v->count + 1, sizeof *larger);
        if (!larger) return false;
        v->entry = larger;
        v->entry[v->count] = (entry){.word = word, .number = CAL_WORD_UNKNOWN};
        v->slot[at] = ++v->count;
    }
    v->entry[v->slot[at] - 1].count++;
    return true;
}

size_t cal_vocabulary_bytes(const cal_vocabulary *v) {
    const size_t entries =
        (size_t)v->capacity * sizeof *v->entry; // half of the entries are held twice while the array grows
    return cal_mem_bytes(sizeof *v) + cal_mem_bytes((size_t)v->slots * sizeof *v->slot) +
           cal_mem_bytes(entries) + cal_mem_bytes(entries / 2);
}

static int more_frequent(const void *a, const void *b) {
    const entry *x = a, *y = b;
    return x->count != y->count ? y->count - x->count : compare(x->word, y->word);
}

int cal_vocabulary_number(cal_vocabulary *v, int size) {
    int next = CAL_WORD_FIRST;
    if (v->count) qsort(v->entry, (size_t)v->count, sizeof *v->entry, more_frequent);
    memset(v->slot, 0, (size_t)v->slots * sizeof *v->slot);
    for (int i = 0; i < v->count; i++) {
        v->slot[slot_of(v, v->entry[i].word)] = i + 1;
        v->entry[i].number = next < size ? next++ : CAL_WORD_UNKNOWN;
    }
    return next;
}

int cal_vocabulary_of(const cal_vocabulary *v, cal_slice word) {
    const int found = v->slot[slot_of(v, word)];
    return found ? v->entry[found - 1].number : CAL_WORD_UNKNOWN;
}

// ---- vectors

enum { WIDTH_MAX = 1024 };

static int numbers_count(const char *at, const char *end) {
    int count = 0;
    for (bool inside = false; at < end; at++) {
        count += !inside && *at != ' ';
        inside = *at != ' ';
    }
    return count;
}

float *cal_vectors_room(cal_arena *arena, int size, int width) {
    return cal_arena_alloc(arena, (size_t)size * (size_t)width * sizeof(float));
}

// Reads the vectors of the words in the file. `seen` has room for `size` words, all of them unseen.
static cal_status vectors_fill(float **vectors, int *width, cal_arena *arena, const cal_file *file,
                               const cal_vocabulary *v, int size, uint8_t *seen, cal_error *err) {
    const char *at = (const char *)file->bytes, *const end = at + file->size;
    *width = 0;
    for (int line = 1; at < end; line++) {
        const char *next = at;
        const cal_slice text = cal_slice_line(&next, end);
        const char *const stop = at + text.length;
        const char *blank = memchr(at, ' ', (size_t)(stop - at));
        if (!blank || blank - at > INT32_MAX / 2)
            return cal_fail(err, CAL_FAILED, "%s: line %d is not a word followed by numbers", file->name,
                            line);
        if (!*vectors) {
            *width = numbers_count(blank, stop);
            if (*width > WIDTH_MAX)
                return cal_fail(err, CAL_FAILED, "%s: line 1 has %d numbers; a vector may have at most %d",
                                file->name, *width, WIDTH_MAX);
            if (!(*vectors = cal_vectors_room(arena, size, *width)))
                return cal_refuse_memory(err, "%s: %d vectors of %d numbers", file->name, size, *width);
        }
        const int number = cal_vocabulary_of(v, (cal_slice){at, (int)(blank - at)});
        at = blank;
        for (int i = 0; number >= CAL_WORD_FIRST && !seen[number] && i <= *width; i++) {
            double value = 0;
            while (at < stop && *at == ' ') at++;
            const char *first = at;
            while (at < stop && *at != ' ') at++;
            const bool good =
                at - first < 64 && cal_number_parse(&value, (cal_slice){first, (int)(at - first)});
            if (i == *width ? first < stop : !good || !(value > -1e6 && value < 1e6))
                return cal_fail(
                    err, CAL_FAILED,
                    "%s: line %d: number %d is not a number, or the line does not have %d of them",
                    file->name, line, i + 1, *width);
            if (i < *width) (*vectors)[(size_t)number * (size_t)*width + (size_t)i] = (float)value;
        }
        if (number >= CAL_WORD_FIRST) seen[number] = 1;
        at = next;
    }
    return *vectors ? CAL_OK : cal_fail(err, CAL_FAILED, "%s: no vectors", file->name);
}

cal_status cal_vectors_read(float **vectors, int *width, cal_arena *arena, const cal_file *file,
                            const cal_vocabulary *v, int size, cal_error *err) {
    uint8_t *seen = cal_mem_alloc((size_t)size);
    *vectors = NULL;
    if (!seen) return cal_refuse_memory(err, "%s: %d vectors", file->name, size);
    const cal_status status = vectors_fill(vectors, width, arena, file, v, size, seen, err);
    cal_mem_free(seen);
    return status;
}
