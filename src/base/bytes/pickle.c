#include "base/bytes/pickle.h"
#include <stdio.h>
#include <string.h>

enum { PICKLE_MAX = 1 << 20, DEPTH_MAX = 4, VISITS_MAX = 100000 };

typedef enum kind {
    NOTHING,
    WHOLE,
    TEXT,
    LIST,
    PAIRS,
    TYPE,
    STORAGE,
    TENSOR,
    REBUILD,
    PARAMETER,
    ORDERED
} kind;

typedef struct node {
    kind kind;
    int64_t whole;     // WHOLE: the number; TENSOR: its offset
    cal_slice text;    // TEXT: the text; STORAGE, TENSOR: the storage's key
    const char *type;  // TYPE, STORAGE, TENSOR: the number type
    int first, last;   // links of a list, or of a dictionary with keys and values in turn
    int shape, stride; // TENSOR: nodes of two lists
} node;

typedef struct link {
    int node, next;
} link;

typedef struct machine {
    const char *name;
    const uint8_t *bytes;
    size_t size, at, begin; // begin: start of the current instruction
    node *node;
    link *link;
    int *stack, *memo, *mark;
    int nodes, links, depth, marks, room, memos;
    cal_error *err;
    cal_status status;
} machine;

static void bad(machine *m, const char *reason) {
    if (!m->status) m->status = cal_fail(m->err, CAL_FAILED, "%s: byte %zu: %s", m->name, m->begin, reason);
}

static const uint8_t *skip(machine *m, size_t count) {
    static const uint8_t none[8];
    if (count > m->size - m->at) return bad(m, "the pickle ends in the middle of something"), none;
    m->at += count;
    return m->bytes + m->at - count;
}

static uint32_t take(machine *m, int bytes) {
    const uint8_t *at = skip(m, (size_t)bytes);
    uint32_t value = 0;
    for (int i = bytes - 1; i >= 0; i--) value = value << 8 | at[i];
    return value;
}

// Every instruction has at least one byte and makes at most one node, so there is room for all.
static int make(machine *m, kind what) {
    m->node[m->nodes] = (node){.kind = what, .first = -1, .last = -1};
    return m->nodes++;
}

static void push(machine *m, int which) { m->stack[m->depth++] = which; }
static int lowest(const machine *m) { return m->marks ? m->mark[m->marks - 1] : 0; }
static int pop(machine *m) {
    if (m->depth > lowest(m)) return m->stack[--m->depth];
    return bad(m, "the pickle takes more values than it has"), 0;
}
static node *top(machine *m) {
    if (m->depth <= lowest(m)) bad(m, "the pickle takes more values than it has");
    return &m->node[m->depth ? m->stack[m->depth - 1] : 0];
}

static void append(machine *m, node *list, int what) {
    m->link[m->links] = (link){what, -1};
    if (list->first < 0) list->first = m->links;
    else m->link[list->last].next = m->links;
    list->last = m->links++;
}

// Moves everything above the last mark to the end of `list`, and removes the mark.
static void gather(machine *m, node *list, int from) {
    for (int i = from; i < m->depth; i++) append(m, list, m->stack[i]);
    m->depth = from;
}
static int unmark(machine *m) {
    if (m->marks) return m->mark[--m->marks];
    return bad(m, "the pickle goes back to a mark that does not exist"), m->depth;
}

static void tuple(machine *m, int count) {
    if (m->depth - lowest(m) < count) return bad(m, "the pickle takes more values than it has");
    const int list = make(m, LIST);
    gather(m, &m->node[list], m->depth - count);
    push(m, list);
}

static void extend(machine *m, kind what, int from) {
    const int count = m->depth - from;
    if (m->status) return;
    // The container to fill is below on the stack.
    if (from <= lowest(m) || m->node[m->stack[from - 1]].kind != what || (what == PAIRS && count % 2))
        return bad(m, "the pickle fills what is no list or dictionary");
    gather(m, &m->node[m->stack[from - 1]], from);
}

// Element `index` of a list, or the NOTHING node.
static const node *part(const machine *m, const node *list, int index) {
    int at = list->kind == LIST ? list->first : -1;
    while (at >= 0 && index--) at = m->link[at].next;
    return at < 0 ? &m->node[0] : &m->node[m->link[at].node];
}

static void text(machine *m, size_t length) {
    const uint8_t *at = skip(m, length);
    if (m->status) return;
    const int made = make(m, TEXT);
    m->node[made].text = (cal_slice){(const char *)at, (int)length};
    push(m, made);
}

static void global(machine *m, cal_slice module, cal_slice name) {
    static const struct {
        const char *name, *type;
    } storages[] = {{"FloatStorage", "f4"},    {"DoubleStorage", "f8"}, {"HalfStorage", "f2"},
                    {"BFloat16Storage", "bf"}, {"LongStorage", "i8"},   {"IntStorage", "i4"},
                    {"ShortStorage", "i2"},    {"CharStorage", "i1"},   {"ByteStorage", "u1"},
                    {"BoolStorage", "b1"}};
    const bool utils = cal_slice_is(module, "torch._utils"), torch = cal_slice_is(module, "torch");
    kind what = utils && cal_slice_is(name, "_rebuild_tensor_v2")                          ? REBUILD
                : utils && cal_slice_is(name, "_rebuild_parameter")                        ? PARAMETER
                : cal_slice_is(module, "collections") && cal_slice_is(name, "OrderedDict") ? ORDERED
                                                                                           : NOTHING;
    const char *type = NULL;
    for (size_t i = 0; torch && i < sizeof storages / sizeof *storages; i++)
        if (cal_slice_is(name, storages[i].name)) what = TYPE, type = storages[i].type;
    if (!what && !m->status)
        m->status = cal_fail(
            m->err, CAL_FAILED,
            "%s: byte %zu: the pickle wants %.*s %.*s, which is not opened: only numbers, texts, lists, "
            "dictionaries and tensors are; numpy.savez saves arrays",
            m->name, m->begin, CAL_QUOTED(module), CAL_QUOTED(name));
    const int made = make(m, what);
    m->node[made].type = type;
    push(m, made);
}

static cal_slice line(machine *m) {
    const uint8_t *end = memchr(m->bytes + m->at, '\n', m->size - m->at);
    const cal_slice found = {(const char *)m->bytes + m->at, end ? (int)(end - (m->bytes + m->at)) : 0};
    if (!end || found.length > 256) bad(m, "a line of the pickle has no end");
    else m->at += (size_t)found.length + 1;
    return found;
}

static bool sizes(const machine *m, const node *list) {
    enum { MOST = 8 };
    int count = 0;
    if (list->kind != LIST) return false;
    for (int at = list->first; at >= 0; at = m->link[at].next)
        if (count++ == MOST || m->node[m->link[at].node].kind != WHOLE || m->node[m->link[at].node].whole < 0)
            return false;
    return true;
}

static void reduce(machine *m) {
    const int given = pop(m), what = pop(m);
    const node *args = &m->node[given];
    if (m->status) return;
    if (m->node[what].kind == ORDERED && args->kind == LIST && args->first < 0)
        return push(m, make(m, PAIRS));
    if (m->node[what].kind == PARAMETER && part(m, args, 0)->kind == TENSOR)
        return push(m, (int)(part(m, args, 0) - m->node));
    const node *storage = part(m, args, 0), *offset = part(m, args, 1), *shape = part(m, args, 2),
               *stride = part(m, args, 3);
    if (m->node[what].kind != REBUILD || storage->kind != STORAGE || offset->kind != WHOLE ||
        offset->whole < 0 || !sizes(m, shape) || !sizes(m, stride))
        return bad(m, "the pickle calls what is not opened");
    const int made = make(m, TENSOR);
    m->node[made].whole = offset->whole, m->node[made].text = storage->text,
    m->node[made].type = storage->type;
    m->node[made].shape = (int)(shape - m->node), m->node[made].stride = (int)(stride - m->node);
    push(m, made);
}

static void persistent(machine *m) {
    const node *id = &m->node[pop(m)];
    const node *word = part(m, id, 0), *type = part(m, id, 1), *key = part(m, id, 2);
    if (word->kind != TEXT || !cal_slice_is(word->text, "storage") || type->kind != TYPE || key->kind != TEXT)
        return bad(m, "the pickle refers to something else than a storage of PyTorch");
    const int made = make(m, STORAGE);
    m->node[made].type = type->type, m->node[made].text = key->text;
    push(m, made);
}

static void whole(machine *m, int64_t value) {
    const int made = make(m, WHOLE);
    m->node[made].whole = value;
    push(m, made);
}

static void long1(machine *m) {
    const uint32_t count = take(m, 1);
    const uint8_t *at = skip(m, count);
    uint64_t value = 0;
    if (count > 8) return bad(m, "a number of the pickle is too large");
    if (m->status) return;
    for (uint32_t i = count; i-- > 0;) value = value << 8 | at[i];
    if (count && count < 8 && at[count - 1] & 128) value |= ~(uint64_t)0 << (8 * count);
    whole(m, (int64_t)value);
}

static void remember(machine *m, uint32_t index) {
    if (index >= (uint32_t)m->room) return bad(m, "the pickle stores too many values in its memo");
    m->memo[index] = (int)(top(m) - m->node) + 1;
    m->memos++;
}
static void recall(machine *m, uint32_t index) {
    if (index >= (uint32_t)m->room || !m->memo[index])
        return bad(m, "the pickle reads a memo entry that it never stored");
    push(m, m->memo[index] - 1);
}

// Executes one instruction; false at the end.
static bool step(machine *m) {
    m->begin = m->at;
    const uint32_t code = take(m, 1);
    switch (code) {
    case 0x2e: return false;                                         // STOP
    case 0x80: take(m, 1); break;                                    // PROTO
    case 0x95: skip(m, 8); break;                                    // FRAME
    case '(': m->mark[m->marks++] = m->depth; break;                 // MARK
    case '0': pop(m); break;                                         // POP
    case 'N': push(m, make(m, NOTHING)); break;                      // NONE
    case 0x88: whole(m, 1); break;                                   // NEWTRUE
    case 0x89: whole(m, 0); break;                                   // NEWFALSE
    case 'J': whole(m, (int32_t)take(m, 4)); break;                  // BININT
    case 'K': whole(m, take(m, 1)); break;                           // BININT1
    case 'M': whole(m, take(m, 2)); break;                           // BININT2
    case 0x8a: long1(m); break;                                      // LONG1
    case 'G': skip(m, 8), push(m, make(m, NOTHING)); break;          // BINFLOAT
    case 'X': text(m, take(m, 4)); break;                            // BINUNICODE
    case 0x8c: text(m, take(m, 1)); break;                           // SHORT_BINUNICODE
    case 'B': skip(m, take(m, 4)), push(m, make(m, NOTHING)); break; // BINBYTES
    case 'C': skip(m, take(m, 1)), push(m, make(m, NOTHING)); break; // SHORT_BINBYTES
    case '}': push(m, make(m, PAIRS)); break;                        // EMPTY_DICT
    case ']':                                                        // EMPTY_LIST
    case ')': push(m, make(m, LIST)); break;                         // EMPTY_TUPLE
    case 't': {                                                      // TUPLE
        const int from = unmark(m);
        tuple(m, m->depth - from);
        break;
    }
    case 0x85:                                         // TUPLE1
    case 0x86:                                         // TUPLE2
    case 0x87: tuple(m, (int)code - 0x84); break;      // TUPLE3
    case 'a': extend(m, LIST, m->depth - 1); break;    // APPEND
    case 'e': extend(m, LIST, unmark(m)); break;       // APPENDS
    case 's': extend(m, PAIRS, m->depth - 2); break;   // SETITEM
    case 'u': extend(m, PAIRS, unmark(m)); break;      // SETITEMS
    case 'q': remember(m, take(m, 1)); break;          // BINPUT
    case 'r': remember(m, take(m, 4)); break;          // LONG_BINPUT
    case 0x94: remember(m, (uint32_t)m->memos); break; // MEMOIZE
    case 'h': recall(m, take(m, 1)); break;            // BINGET
    case 'j': recall(m, take(m, 4)); break;            // LONG_BINGET
    case 'b':                                          // BUILD, which sets attributes of a dictionary
        pop(m);
        if (top(m)->kind != PAIRS) bad(m, "the pickle fills what is not opened");
        break;
    case 'Q': persistent(m); break; // BINPERSID
    case 'R': reduce(m); break;     // REDUCE
    case 'c': {                     // GLOBAL
        const cal_slice module = line(m);
        global(m, module, line(m));
        break;
    }
    case 0x93: { // STACK_GLOBAL
        const node *name = &m->node[pop(m)], *module = &m->node[pop(m)];
        global(m, module->text, name->text);
        break;
    }
    default: bad(m, "the pickle has an instruction that is not supported");
    }
    return !m->status;
}

// ---- results

typedef struct walk {
    cal_pickle_tensor *out;
    int count, visits;
    bool more;
} walk;

static bool put(cal_pickle_tensor *out, const machine *m, const node *n, const char *path) {
    int dims = 0, strides = 0;
    *out = (cal_pickle_tensor){.key = n->text, .offset = n->whole};
    for (int at = m->node[n->shape].first; at >= 0; at = m->link[at].next)
        if (dims++ < CAL_TENSOR_DIMS) out->dim[dims - 1] = m->node[m->link[at].node].whole;
    for (int at = m->node[n->stride].first; at >= 0; at = m->link[at].next)
        if (strides++ < CAL_TENSOR_DIMS) out->stride[strides - 1] = m->node[m->link[at].node].whole;
    out->ndim = dims;
    memcpy(out->type, n->type, 3);
    snprintf(out->path, sizeof out->path, "%s", path);
    return dims > 0 && dims <= CAL_TENSOR_DIMS && dims == strides;
}

// Collects the tensors in a node and in its descendants.
static void collect(walk *w, const machine *m, int which, const char *path, int depth) {
    const node *n = &m->node[which];
    if (w->visits++ > VISITS_MAX || w->count > CAL_TENSORS_MAX) return;
    if (n->kind == TENSOR && w->count == CAL_TENSORS_MAX) w->more = true;
    else if (n->kind == TENSOR) w->count += put(&w->out[w->count], m, n, path);
    if ((n->kind != LIST && n->kind != PAIRS) || depth == DEPTH_MAX) return;
    int index = 0;
    for (int at = n->first; at >= 0 && w->visits <= VISITS_MAX; at = m->link[at].next, index++) {
        char inner[CAL_TENSOR_PATH], own[24];
        const node *key = &m->node[m->link[at].node];
        cal_slice name = {own, 0};
        name.length = snprintf(own, sizeof own, "%lld", (long long)(n->kind == PAIRS ? key->whole : index));
        if (n->kind == PAIRS && key->kind == TEXT) name = key->text;
        if (n->kind == PAIRS) at = m->link[at].next; // exists, because dictionaries are filled in pairs
        const int wrote = snprintf(inner, sizeof inner, "%s%s%.*s", path, *path ? "/" : "", CAL_QUOTED(name));
        if (wrote < 0) continue; // the path was too long and is cut
        collect(w, m, m->link[at].node, inner, depth + 1);
    }
}

cal_status cal_pickle_tensors(cal_pickle_tensor **out, int *count, cal_arena *arena, const cal_file *file,
                              cal_error *err) {
    cal_arena own = {0};
    *out = NULL, *count = 0;
    if (file->size > PICKLE_MAX)
        return cal_fail(err, CAL_FAILED, "%s: the pickle takes %zu bytes; at most %d are read", file->name,
                        file->size, (int)PICKLE_MAX);
    const size_t room = file->size + 2;
    machine m = {.name = file->name,
                 .bytes = file->bytes,
                 .size = file->size,
                 .node = cal_arena_alloc(&own, room * sizeof *m.node),
                 .link = cal_arena_alloc(&own, room * sizeof *m.link),
                 .stack = cal_arena_alloc(&own, room * sizeof *m.stack),
                 .memo = cal_arena_alloc(&own, room * sizeof *m.memo),
                 .mark = cal_arena_alloc(&own, room * sizeof *m.mark),
                 .room = (int)room,
                 .err = err};
    walk w = {.out = cal_arena_alloc(arena, CAL_TENSORS_MAX * sizeof *w.out)};
    cal_status status = own.refused || !w.out ? cal_refuse_memory(err, "%s: its pickle", file->name) : CAL_OK;
    if (!status) {
        make(&m, NOTHING); // node 0 means "nothing there"
        while (step(&m)) {
        }
        const int root = m.status ? 0 : pop(&m);
        if (!(status = m.status)) collect(&w, &m, root, "", 0);
    }
    if (!status && (w.more || w.visits > VISITS_MAX))
        status =
            cal_fail(err, CAL_FAILED, "%s: it holds more than %d tensors", file->name, (int)CAL_TENSORS_MAX);
    cal_arena_free(&own);
    *out = w.out, *count = w.count;
    return status;
}
