#include "base/bytes/pickle.h"
#include <string.h>
#include "base/bytes/npy.h"
#include "base/bytes/pickle/values.h"

enum { PICKLE_MAX = 64000000, STEPS_MAX = 1 << 20 };

typedef struct machine {
    const char *name;
    const uint8_t *bytes;
    size_t size, at, begin; // begin: start of the current instruction
    node *node;
    link *link;
    int *stack, *memo, *mark;
    int steps, nodes, links, depth, marks, room, memos;
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

// An instruction makes at most one node and pushes one value, so there is room for `room` of them.
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
        return bad(m, "the pickle adds items to an object that is neither a list nor a dictionary");
    gather(m, &m->node[m->stack[from - 1]], from);
}

// Element `index` of a list, or the NOTHING node.
static const node *part(const machine *m, const node *list, int index) {
    int at = list->kind == LIST ? list->first : -1;
    while (at >= 0 && index--) at = m->link[at].next;
    return at < 0 ? &m->node[0] : &m->node[m->link[at].node];
}

// TEXT or BYTES
static void content(machine *m, kind what, size_t length) {
    const uint8_t *at = skip(m, length);
    if (m->status) return;
    const int made = make(m, what);
    m->node[made].text = (cal_slice){(const char *)at, (int)length};
    push(m, made);
}

static void global(machine *m, cal_slice module, cal_slice name) {
    static const struct {
        const char *module, *name, *type;
        kind kind;
    } known[] = {{"torch", "FloatStorage", "f4", STORAGE_TYPE},
                 {"torch", "DoubleStorage", "f8", STORAGE_TYPE},
                 {"torch", "HalfStorage", "f2", STORAGE_TYPE},
                 {"torch", "BFloat16Storage", "bf", STORAGE_TYPE},
                 {"torch", "LongStorage", "i8", STORAGE_TYPE},
                 {"torch", "IntStorage", "i4", STORAGE_TYPE},
                 {"torch", "ShortStorage", "i2", STORAGE_TYPE},
                 {"torch", "CharStorage", "i1", STORAGE_TYPE},
                 {"torch", "ByteStorage", "u1", STORAGE_TYPE},
                 {"torch", "BoolStorage", "b1", STORAGE_TYPE},
                 {"torch._utils", "_rebuild_tensor_v2", NULL, MAKE_TENSOR},
                 {"torch._utils", "_rebuild_parameter", NULL, MAKE_PARAMETER},
                 {"collections", "OrderedDict", NULL, MAKE_PAIRS},
                 {"numpy", "ndarray", NULL, NOTHING},
                 {"numpy", "dtype", NULL, MAKE_DTYPE},
                 {"numpy.core.multiarray", "_reconstruct", NULL, MAKE_ARRAY},
                 {"numpy._core.multiarray", "_reconstruct", NULL, MAKE_ARRAY},
                 {"_codecs", "encode", NULL, ENCODE}};
    for (size_t i = 0; !m->status && i < sizeof known / sizeof *known; i++)
        if (cal_slice_is(module, known[i].module) && cal_slice_is(name, known[i].name)) {
            const int made = make(m, known[i].kind);
            m->node[made].type = known[i].type;
            return push(m, made);
        }
    if (!m->status)
        m->status = cal_fail(
            m->err, CAL_FAILED,
            "%s: byte %zu: the pickle wants %.*s %.*s, which is not opened: only numbers, texts, lists, "
            "dictionaries, tensors and NumPy arrays are",
            m->name, m->begin, CAL_QUOTED(module), CAL_QUOTED(name));
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

static void make_tensor(machine *m, const node *args) {
    const node *storage = part(m, args, 0), *offset = part(m, args, 1), *shape = part(m, args, 2),
               *stride = part(m, args, 3);
    if (storage->kind != STORAGE || offset->kind != WHOLE || offset->whole < 0 || !sizes(m, shape) ||
        !sizes(m, stride))
        return bad(m, "the pickle calls what is not opened");
    const int made = make(m, TENSOR);
    m->node[made].whole = offset->whole, m->node[made].text = storage->text,
    m->node[made].type = storage->type;
    m->node[made].shape = (int)(shape - m->node), m->node[made].stride = (int)(stride - m->node);
    push(m, made);
}

// A call of NumPy's classes, or of encode, which protocol 2 uses for bytes.
static void make_numpy(machine *m, kind call, const node *args) {
    const node *given = part(m, args, 0);
    if (call == ENCODE && (given->kind != TEXT || !cal_slice_is(part(m, args, 1)->text, "latin1")))
        return bad(m, "the pickle calls what is not opened");
    const int made = make(m, call == ENCODE ? BYTES : call == MAKE_ARRAY ? ARRAY : DTYPE);
    const char *type = call == MAKE_DTYPE ? cal_npy_type(given->text) : NULL;
    m->node[made].type = type ? type : ""; // an array of other values is left out
    if (call == ENCODE) m->node[made].text = given->text, m->node[made].coded = true;
    push(m, made);
}

static void reduce(machine *m) {
    const int given = pop(m), what = pop(m);
    const node *args = &m->node[given];
    const kind call = m->node[what].kind;
    if (m->status) return;
    if (call == MAKE_PAIRS && args->kind == LIST && args->first < 0) return push(m, make(m, PAIRS));
    if (call == MAKE_PARAMETER && part(m, args, 0)->kind == TENSOR)
        return push(m, (int)(part(m, args, 0) - m->node));
    if (call == MAKE_TENSOR) return make_tensor(m, args);
    if (call == MAKE_ARRAY || call == MAKE_DTYPE || call == ENCODE) return make_numpy(m, call, args);
    bad(m, "the pickle calls what is not opened");
}

// Sets attributes: of a dictionary, which are skipped; a type's byte order; an array's content.
static void build(machine *m, node *target, const node *state) {
    if (m->status || target->kind == PAIRS) return;
    if (target->kind == DTYPE && state->kind == LIST) {
        if (cal_slice_is(part(m, state, 1)->text, ">") && *target->type && target->type[1] != '1')
            bad(m, "an array of the pickle is big-endian; little-endian is read");
        return;
    }
    const node *shape = part(m, state, 1), *type = part(m, state, 2), *fortran = part(m, state, 3),
               *held = part(m, state, 4);
    if (target->kind != ARRAY) return bad(m, "the pickle fills what is not opened");
    if (!sizes(m, shape) || type->kind != DTYPE || fortran->kind != WHOLE)
        return bad(m, "an array of the pickle is not built as NumPy does");
    target->shape = (int)(shape - m->node), target->type = type->type, target->whole = fortran->whole;
    target->text = held->kind == BYTES ? held->text : (cal_slice){0};
    target->coded = held->coded;
}

static void persistent(machine *m) {
    const node *id = &m->node[pop(m)];
    const node *word = part(m, id, 0), *type = part(m, id, 1), *key = part(m, id, 2);
    if (word->kind != TEXT || !cal_slice_is(word->text, "storage") || type->kind != STORAGE_TYPE ||
        key->kind != TEXT)
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
    if (m->status) return;
    if (count > 8) return push(m, make(m, NOTHING)); // larger than any size
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
    if (++m->steps > m->room) bad(m, "the pickle has too many instructions");
    const uint32_t code = take(m, 1);
    if (m->status) return false;
    switch (code) {
    case 0x2e: return false;                                // STOP
    case 0x80: take(m, 1); break;                           // PROTO
    case 0x95: skip(m, 8); break;                           // FRAME
    case '(': m->mark[m->marks++] = m->depth; break;        // MARK
    case '0': pop(m); break;                                // POP
    case 'N': push(m, make(m, NOTHING)); break;             // NONE
    case 0x88: whole(m, 1); break;                          // NEWTRUE
    case 0x89: whole(m, 0); break;                          // NEWFALSE
    case 'J': whole(m, (int32_t)take(m, 4)); break;         // BININT
    case 'K': whole(m, take(m, 1)); break;                  // BININT1
    case 'M': whole(m, take(m, 2)); break;                  // BININT2
    case 0x8a: long1(m); break;                             // LONG1
    case 'G': skip(m, 8), push(m, make(m, NOTHING)); break; // BINFLOAT
    case 'X': content(m, TEXT, take(m, 4)); break;          // BINUNICODE
    case 0x8c: content(m, TEXT, take(m, 1)); break;         // SHORT_BINUNICODE
    case 'B': content(m, BYTES, take(m, 4)); break;         // BINBYTES
    case 'C': content(m, BYTES, take(m, 1)); break;         // SHORT_BINBYTES
    case '}': push(m, make(m, PAIRS)); break;               // EMPTY_DICT
    case ']':                                               // EMPTY_LIST
    case ')': push(m, make(m, LIST)); break;                // EMPTY_TUPLE
    case 't': {                                             // TUPLE
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
    case 'b': {                                        // BUILD
        const node *state = &m->node[pop(m)];
        build(m, top(m), state);
        break;
    }
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

cal_status cal_pickle_tensors(cal_pickle_tensor **out, int *count, cal_arena *arena, const cal_file *file,
                              cal_error *err) {
    cal_arena own = {0};
    *out = NULL, *count = 0;
    if (file->size > PICKLE_MAX)
        return cal_fail(err, CAL_FAILED, "%s: the pickle takes %zu bytes; at most %d are read", file->name,
                        file->size, (int)PICKLE_MAX);
    const int room = file->size < STEPS_MAX ? (int)file->size : STEPS_MAX;
    const size_t values = (size_t)room + 2;
    machine m = {.name = file->name,
                 .bytes = file->bytes,
                 .size = file->size,
                 .node = cal_arena_alloc(&own, values * sizeof *m.node),
                 .link = cal_arena_alloc(&own, values * sizeof *m.link),
                 .stack = cal_arena_alloc(&own, values * sizeof *m.stack),
                 .memo = cal_arena_alloc(&own, values * sizeof *m.memo),
                 .mark = cal_arena_alloc(&own, values * sizeof *m.mark),
                 .room = room,
                 .err = err};
    *out = cal_arena_alloc(arena, CAL_TENSORS_MAX * sizeof **out);
    cal_status status = own.refused || !*out ? cal_refuse_memory(err, "%s: its pickle", file->name) : CAL_OK;
    if (!status) {
        make(&m, NOTHING); // node 0 means "nothing there"
        while (step(&m)) {
        }
        const int root = m.status ? 0 : pop(&m);
        status = m.status;
        if (!status && !cal_pickle_collect(*out, count, &(tree){m.node, m.link}, root))
            status = cal_fail(err, CAL_FAILED,
                              "%s: it holds more than %d arrays; save a network as .safetensors or .onnx",
                              file->name, (int)CAL_TENSORS_MAX);
    }
    cal_arena_free(&own);
    return status;
}
