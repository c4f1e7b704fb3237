#include "run/weights/tensor_map.h"
#include <stdlib.h>
#include <string.h>

static const char *leaf_of(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot ? dot + 1 : name;
}

static size_t path_length(const char *name) { return (size_t)(leaf_of(name) - name); } // with its last dot

static bool ends_with(const char *name, const char *tail) {
    const size_t length = strlen(name), end = strlen(tail);
    return length >= end && memcmp(name + length - end, tail, end) == 0;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Compares names with runs of digits as numbers: layer2 comes before layer10.
static int compare_names(const char *a, const char *b) {
    while (*a && *b) {
        if (is_digit(*a) && is_digit(*b)) {
            size_t m, n;
            while (*a == '0' && is_digit(a[1])) a++;
            while (*b == '0' && is_digit(b[1])) b++;
            for (m = 0; is_digit(a[m]); m++) continue;
            for (n = 0; is_digit(b[n]); n++) continue;
            const int differs = m != n ? (m < n ? -1 : 1) : memcmp(a, b, m);
            if (differs) return differs;
            a += m, b += n;
        } else {
            if (*a != *b) return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
            a++, b++;
        }
    }
    return *a ? 1 : *b ? -1 : 0;
}

// A module: tensors whose names are the same up to the last dot.
typedef struct module {
    int first, last; // in `order`; tensors between them may belong to other modules
    bool used;
} module;

typedef struct matcher {
    const cal_tensor *tensor; // tensors of the net
    int tensors;
    const cal_safetensors_entry *listed;
    int *order, files; // order: indices of the listed tensors
    bool *taken;       // [files], in the file's own numbering
    int *to;           // [files], the net's tensor that took it
    int *next;         // [files], the next of the same module, in `order`; -1 after the last
    module *module;
    int modules;
} matcher;

static const char *name_at(const matcher *m, int i) { return m->listed[m->order[i]].name; }

static bool same_path(const char *a, const char *b) {
    return path_length(a) == path_length(b) && memcmp(a, b, path_length(a)) == 0;
}

// Returns a tensor of a module by the last part of its name, or -1.
static int find_in_module(const matcher *m, const module *mod, const char *leaf) {
    for (int i = mod->first; i >= 0; i = m->next[i])
        if (strcmp(leaf_of(name_at(m, i)), leaf) == 0) return m->order[i];
    return -1;
}

static bool fits(const cal_tensor *tensor, const cal_safetensors_entry *listed) {
    bool same = listed->ndim == tensor->ndim;
    for (int i = 0; same && i < tensor->ndim; i++) same = listed->dim[i] == tensor->dim[i];
    return same;
}

// Returns the end of the net's module that begins at a tensor. *statistics: the module has running
// statistics.
static int module_end(const matcher *m, int first, bool *statistics) {
    int end = first;
    *statistics = false;
    for (; end < m->tensors && same_path(m->tensor[end].name, m->tensor[first].name); end++)
        *statistics |= m->tensor[end].role == CAL_RUNNING_MEAN;
    return end;
}

// Counts the leading parts that the paths of two names share.
static int shared_parts(const char *a, const char *b) {
    int parts = 0;
    for (size_t i = 0; a[i] && a[i] == b[i]; i++) parts += a[i] == '.';
    return parts;
}

// Chooses the file's module for the net's module that begins at `first`, or -1. `last` is the name that was
// matched before, or null.
static int choose_module(const matcher *m, int first, bool statistics, const char *last) {
    int best = -1, most = -1;
    for (int i = 0; i < m->modules; i++) {
        const module *mod = &m->module[i];
        const int key = mod->used ? -1 : find_in_module(m, mod, leaf_of(m->tensor[first].name));
        if (key < 0 || !fits(&m->tensor[first], &m->listed[key])) continue;
        if (statistics != (find_in_module(m, mod, "running_mean") >= 0)) continue;
        const int parts = last ? shared_parts(last, m->listed[key].name) : 0;
        if (parts > most) best = i, most = parts;
    }
    return best;
}

static void take(matcher *m, cal_tensor_map *out, int tensor, int listed, const char *why) {
    out->row[out->rows++] = (cal_tensor_map_row){tensor, listed, why};
    if (listed >= 0) m->taken[listed] = true, m->to[listed] = tensor;
    out->missing += why != NULL;
}

static const char other_shape[] = "it has another shape";

static void match_modules(matcher *m, cal_tensor_map *out) {
    const char *last = NULL;
    bool statistics;
    for (int first = 0, end; first < m->tensors; first = end) {
        end = module_end(m, first, &statistics);
        const int chosen = choose_module(m, first, statistics, last);
        module *mod = chosen < 0 ? NULL : &m->module[chosen];
        if (mod) mod->used = true, last = name_at(m, mod->first);
        for (int i = first; i < end; i++) {
            const int listed = mod ? find_in_module(m, mod, leaf_of(m->tensor[i].name)) : -1;
            if (listed < 0)
                take(m, out, i, -1,
                     mod ? "the matching module of the file has no such tensor"
                         : "no module of this shape is left in the file");
            else take(m, out, i, listed, fits(&m->tensor[i], &m->listed[listed]) ? NULL : other_shape);
        }
    }
}

// Returns true if the tensors under a prefix were not matched with consecutive tensors of the net.
static bool is_torn(const matcher *m, const cal_tensor_map *found, const char *prefix, size_t length) {
    int least = m->tensors, most = -1, inside = 0;
    for (int i = 0; i < found->rows; i++) {
        const cal_tensor_map_row *row = &found->row[i];
        if (row->listed < 0 || strncmp(m->listed[row->listed].name, prefix, length) != 0) continue;
        least = row->tensor < least ? row->tensor : least;
        most = row->tensor > most ? row->tensor : most;
        inside++;
    }
    return inside && most - least + 1 != inside;
}

static const char *find_torn(const matcher *m, const cal_tensor_map *found, cal_arena *arena) {
    const char *before = "";
    for (int i = 0; i < m->files; i++) {
        const char *name = m->listed[i].name;
        if (m->to[i] < 0) continue;
        for (size_t end = 0; name[end]; end++) {
            if (name[end] != '.' || strncmp(name, before, end + 1) == 0) continue;
            if (is_torn(m, found, name, end + 1)) return cal_arena_text(arena, name, end);
        }
        before = name;
    }
    return NULL;
}

static bool find_own(matcher *m, cal_tensor_map *out) {
    for (int i = 0; i < m->tensors; i++) {
        int found = -1;
        for (int j = 0; j < m->files && found < 0; j++)
            if (!m->taken[j] && strcmp(m->listed[j].name, m->tensor[i].name) == 0) found = j;
        if (found < 0) return false;
        take(m, out, i, found, fits(&m->tensor[i], &m->listed[found]) ? NULL : other_shape);
    }
    return true;
}

static void forget(matcher *m, cal_tensor_map *out) {
    out->rows = out->missing = 0;
    for (int i = 0; i < m->files; i++) m->taken[i] = false, m->to[i] = -1;
}

typedef struct sorted {
    const char *name;
    int index; // distinguishes names of the same order: qsort may be unstable
} sorted;

static int by_name(const void *a, const void *b) {
    const sorted *x = a, *y = b;
    const int differs = compare_names(x->name, y->name);
    return differs ? differs : x->index - y->index;
}

// Sorts by name, numbers as numbers, if the header is sorted; otherwise keeps the header's order.
static cal_tensor_order sort(matcher *m, sorted *room) {
    bool in_order = true;
    for (int i = 0; i < m->files; i++) m->order[i] = i;
    for (int i = 1; i < m->files; i++) in_order &= strcmp(m->listed[i - 1].name, m->listed[i].name) < 0;
    if (!in_order) return CAL_IN_FILE_ORDER;
    for (int i = 0; i < m->files; i++) room[i] = (sorted){m->listed[i].name, i};
    qsort(room, (size_t)m->files, sizeof *room, by_name);
    for (int i = 0; i < m->files; i++) m->order[i] = room[i].index;
    return CAL_IN_NAMES_ORDER;
}

// Orders by the bytes of the path, and tensors of one path by their index.
static int by_path(const void *a, const void *b) {
    const sorted *x = a, *y = b;
    const size_t m = path_length(x->name), n = path_length(y->name);
    const int differs = memcmp(x->name, y->name, m < n ? m : n);
    return differs ? differs : m != n ? (m < n ? -1 : 1) : x->index - y->index;
}

// Finds modules in the order of their first tensors; number [files] is scratch.
static void find_modules(matcher *m, sorted *room, int *number) {
    for (int i = 0; i < m->files; i++) room[i] = (sorted){name_at(m, i), i};
    qsort(room, (size_t)m->files, sizeof *room, by_path);
    for (int i = 0; i < m->files; i++) {
        const bool same = i && same_path(room[i - 1].name, room[i].name);
        number[room[i].index] = same ? number[room[i - 1].index] : room[i].index; // the first of its module
    }
    for (int i = 0; i < m->files; i++) {
        m->next[i] = -1;
        if (number[i] == i) {
            m->module[number[i] = m->modules++] = (module){i, i, false};
            continue;
        }
        module *mod = &m->module[number[i] = number[number[i]]];
        m->next[mod->last] = i;
        mod->last = i;
    }
}

cal_status cal_tensor_map_make(cal_tensor_map *out, cal_arena *arena, const cal_net *net,
                               const cal_safetensors_entry *listed, int files, cal_error *err) {
    matcher m = {.listed = listed, .files = files};
    m.tensors = cal_net_tensors(net, &m.tensor);
    m.order = cal_arena_alloc(arena, ((size_t)files + 1) * sizeof *m.order);
    m.taken = cal_arena_alloc(arena, ((size_t)files + 1) * sizeof *m.taken);
    m.to = cal_arena_alloc(arena, ((size_t)files + 1) * sizeof *m.to);
    m.next = cal_arena_alloc(arena, ((size_t)files + 1) * sizeof *m.next);
    m.module = cal_arena_alloc(arena, ((size_t)files + 1) * sizeof *m.module);
    int *number = cal_arena_alloc(arena, ((size_t)files + 1) * sizeof *number);
    sorted *room = cal_arena_alloc(arena, ((size_t)files + 1) * sizeof *room);
    *out = (cal_tensor_map){.listed = listed, .files = files, .order = CAL_BY_NAME};
    out->row = cal_arena_alloc(arena, ((size_t)files + (size_t)m.tensors + 1) * sizeof *out->row);
    if (arena->refused) return cal_refuse_memory(err, "the names of tensors");
    forget(&m, out);
    if (!find_own(&m, out)) {
        forget(&m, out);
        out->order = sort(&m, room);
        find_modules(&m, room, number);
        match_modules(&m, out);
        out->torn = find_torn(&m, out, arena);
    }
    for (int i = 0; i < files; i++) {
        if (m.taken[i]) continue;
        if (ends_with(listed[i].name, "num_batches_tracked")) {
            out->ignored++;
            continue;
        }
        out->row[out->rows++] = (cal_tensor_map_row){-1, i, "the network has no place for it"};
        out->left++;
    }
    return CAL_OK;
}

bool cal_tensor_map_complete(const cal_tensor_map *naming) {
    return !naming->missing && !naming->left && !naming->torn;
}

static void add_shape(cal_text *out, const cal_tensor *tensor, const cal_safetensors_entry *listed) {
    const int ndim = tensor ? tensor->ndim : listed->ndim;
    for (int i = 0; i < ndim; i++)
        cal_text_add(out, i ? ", %lld" : "%lld", (long long)(tensor ? tensor->dim[i] : listed->dim[i]));
}

cal_status cal_tensor_map_check(const cal_tensor_map *naming, const cal_net *net, const char *file,
                                cal_error *err) {
    const cal_tensor *tensor;
    const int tensors = cal_net_tensors(net, &tensor);
    const cal_tensor_map_row *first = NULL;
    if (cal_tensor_map_complete(naming)) return CAL_OK;
    if (naming->torn && !naming->missing && !naming->left)
        return cal_fail(
            err, CAL_FAILED,
            "%s: its tensors have the network's shapes, but those under '%.80s' are not consecutive in "
            "the network: save them in the order of the layers",
            file, naming->torn);
    for (int i = 0; i < naming->rows && !first; i++)
        if (naming->row[i].why) first = &naming->row[i];
    const cal_tensor *mine = first && first->tensor >= 0 ? &tensor[first->tensor] : NULL;
    const cal_safetensors_entry *theirs = first && first->listed >= 0 ? &naming->listed[first->listed] : NULL;
    cal_text shape = {0}, wanted = {0};
    cal_status status;
    if (mine) add_shape(&wanted, mine, NULL);
    if (theirs) add_shape(&shape, NULL, theirs);
    if (mine && theirs)
        status = cal_fail(err, CAL_FAILED, "%s: %.80s has shape [%s], the network needs [%s]", file,
                          theirs->name, shape.data ? shape.data : "", wanted.data ? wanted.data : "");
    else
        status = cal_fail(
            err, CAL_FAILED,
            "%s: %d of the network's %d tensors are not in the file, and %d of the file's have no place "
            "in the network; the first is %s'%.80s' [%s]: %s",
            file, naming->missing, tensors, naming->left, mine ? "the network's " : "",
            mine     ? mine->name
            : theirs ? theirs->name
                     : "",
            wanted.data  ? wanted.data
            : shape.data ? shape.data
                         : "",
            first ? first->why : "");
    cal_text_free(&shape);
    cal_text_free(&wanted);
    return status;
}

// ---- as JSON

static void write_shape(cal_text *json, const char *key, const cal_tensor *tensor,
                        const cal_safetensors_entry *listed) {
    const int ndim = tensor ? tensor->ndim : listed->ndim;
    cal_json_key(json, key);
    cal_json_open(json, '[');
    for (int i = 0; i < ndim; i++) cal_json_integer(json, tensor ? tensor->dim[i] : listed->dim[i]);
    cal_json_close(json, ']');
}

static void write_row(cal_text *json, const cal_tensor_map_row *row, const cal_tensor *tensor,
                      const cal_safetensors_entry *listed) {
    cal_json_open(json, '{');
    if (row->tensor >= 0) {
        cal_json_member_string(json, "name", tensor[row->tensor].name);
        write_shape(json, "shape", &tensor[row->tensor], NULL);
    }
    if (row->listed >= 0) {
        cal_json_member_string(json, "from", listed[row->listed].name);
        write_shape(json, "from_shape", NULL, &listed[row->listed]);
    }
    if (row->why) {
        cal_json_member_string(json, "why", row->why);
    }
    cal_json_close(json, '}');
}

void cal_tensor_map_write(cal_text *json, const cal_tensor_map *naming, const cal_net *net) {
    static const char *const orders[] = {"name", "sorted names", "file"};
    const cal_tensor *tensor;
    const int tensors = cal_net_tensors(net, &tensor);
    const struct {
        const char *key;
        int value;
    } counts[] = {{"matched", tensors - naming->missing},
                  {"missing", naming->missing},
                  {"left", naming->left},
                  {"ignored", naming->ignored}};
    cal_json_open(json, '{');
    cal_json_member_string(json, "order", orders[naming->order]);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        cal_json_member_integer(json, counts[i].key, counts[i].value);
    }
    if (naming->torn) {
        cal_json_member_string(json, "torn", naming->torn);
    }
    cal_json_key(json, "tensors");
    cal_json_open(json, '[');
    for (int i = 0; i < naming->rows; i++) write_row(json, &naming->row[i], tensor, naming->listed);
    cal_json_close(json, ']');
    cal_json_close(json, '}');
}
