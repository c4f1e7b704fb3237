// Groups are kept open while nodes go by, in the order of their numbers, which is topological. A
// plane-wise node joins an open group whose images it reads; any other reader closes the group, which is when
// its nodes take their places. So whatever a member reads from outside has its place before the group.
#include "ad/plan/schedule.h"
#include "ad/op/descriptor.h"
#include "kernel/loops.h"

bool cal_is_convolution(const cal_node_data *node) { return cal_op_at(node->op)->flags & CAL_OP_LEADS; }

typedef struct scheduler {
    const cal_graph *g;
    cal_plan_order *out;
    cal_node *group; // of each node: its group's first node while that is open, else CAL_NO_NODE
    cal_node *next;  // node of the same group
    cal_node *last;  // of a group, by its first node
    int *size;       // likewise
    cal_shape *wide; // of a chain, by its first node: the shape of its widest nodes
    cal_node bundle; // the first node of the bundle begun last, or CAL_NO_NODE
} scheduler;

enum {
    PLANES_MAX = 12,     // nodes of a group that is taken plane by plane or matrix by matrix
    MATRICES_LEAST = 16, // of a bundle: its threads share out whole ones
    MATRIX_FLOATS =
        32768, // of what a product of one reads or makes, at most: several stay in the second-level cache
};

static bool is_image(const cal_graph *g, cal_node x) { return x >= 0 && cal_at(g, x)->kind == CAL_IMAGE; }

bool cal_is_channel_reduction(const cal_node_data *node) {
    if (!cal_op_at(node->op)->reduction || node->kind != CAL_VECTOR) return false;
    return node->op != CAL_OP_SUM || node->shape.c > 1; // of a matrix or of everything
}

// Whether a term has more channels than the sum, and so other planes.
static bool reads_wide(const cal_graph *g, const cal_node_data *node) {
    bool wide = false;
    for (int j = 0; node->op == CAL_OP_CHANNEL_LINEAR && j < CAL_LINEAR_MAX; j++)
        wide = wide || cal_shape_of(g, node->in[j]).c > node->shape.c;
    return wide;
}

// Whether the node may be taken plane by plane.
static bool is_planewise(const scheduler *s, cal_node x) {
    const cal_node_data *node = cal_at(s->g, x);
    if (!(cal_op_at(node->op)->flags & CAL_OP_PLANEWISE) || reads_wide(s->g, node)) return false;
    if (node->op == CAL_OP_SUM)
        return is_image(s->g, node->in[0]) && (node->kind == CAL_MATRIX || cal_is_channel_reduction(node));
    return cal_is_channel_reduction(node) || node->kind == CAL_IMAGE || node->kind == CAL_INDEX;
}

static bool is_chained(const cal_graph *g, cal_node x) {
    const cal_node_data *node = cal_at(g, x);
    bool flat = node->kind == CAL_MATRIX || node->kind == CAL_FILTER;
    return (flat && cal_op_at(node->op)->elementwise) || cal_is_rowwise(g, node);
}

// The shape of the widest nodes of two parts of a chain; of no rows, if they cannot be taken together.
static cal_shape widest(cal_shape a, cal_shape b) {
    const cal_shape none = {0, 0, 0, 0}, most = a.c > b.c ? a : b;
    if (cal_same_shape(a, b)) return a;
    const bool rows = a.n == b.n && a.h * a.w * b.h * b.w == 1 && (a.c == 1 || b.c == 1);
    return rows && most.c <= CAL_CHAIN_TILE ? most : none;
}

// Of how many small matrices the node is a product, or 0.
static int matrices_of(const cal_graph *g, cal_node x) {
    const cal_node_data *node = cal_at(g, x);
    if (node->op != CAL_OP_MATMUL || node->attributes.matmul.groups < MATRICES_LEAST) return 0;
    const size_t count = (size_t)node->attributes.matmul.groups;
    size_t most = cal_elements(node->shape);
    for (int j = 0; j < 2; j++) most = cal_max_size(most, cal_elements(cal_shape_of(g, node->in[j])));
    return most / count <= MATRIX_FLOATS ? (int)count : 0;
}

static bool is_softmax(const cal_node_data *node) {
    return node->op == CAL_OP_SOFTMAX || node->op == CAL_OP_SOFTMAX_GRAD;
}

static bool reads(const scheduler *s, cal_node x, cal_node input) {
    bool found = false;
    for (int j = 0; j < CAL_INPUTS_MAX; j++) found = found || cal_at(s->g, x)->in[j] == input;
    return input >= 0 && found;
}

// The bundle that x may join, or CAL_NO_NODE: the open one begun last.
static cal_node bundle_for(scheduler *s, cal_node x) {
    const cal_node first = s->bundle;
    if (first < 0 || s->group[first] != first || s->size[first] == PLANES_MAX) return CAL_NO_NODE;
    const int matrices = s->out->bundle[first];
    const cal_node_data *node = cal_at(s->g, x);
    bool from = false, beside = false;
    for (int j = 0; j < CAL_INPUTS_MAX; j++)
        from = from || (node->in[j] >= 0 && s->group[node->in[j]] == first);
    for (cal_node i = first; i >= 0; i = s->next[i])
        beside = beside || reads(s, i, node->in[0]) || reads(s, i, node->in[1]);
    if (is_softmax(node) && from && node->shape.n % matrices == 0) s->out->bundle[x] = matrices;
    return s->out->bundle[x] == matrices && (from || beside) ? first : CAL_NO_NODE;
}

static void close_group(scheduler *s, cal_node first) {
    for (cal_node x = first; x >= 0; x = s->next[x]) {
        s->group[x] = CAL_NO_NODE;
        s->out->follows[s->out->count] = x != first;
        s->out->node[s->out->count++] = x;
    }
}

// The shape of the widest of what the node reads and makes, of a chain.
static cal_shape wide_of(const scheduler *s, cal_node x) {
    const cal_node_data *node = cal_at(s->g, x);
    return s->out->chained[x] && node->op == CAL_OP_SUM ? cal_shape_of(s->g, node->in[0]) : node->shape;
}

static void open_group(scheduler *s, cal_node x) {
    s->group[x] = s->last[x] = x;
    s->size[x] = 1;
    s->wide[x] = wide_of(s, x);
    if (s->out->bundle[x]) s->bundle = x;
}

static void join_group(scheduler *s, cal_node x, cal_node first) {
    s->next[s->last[first]] = x;
    s->group[x] = first;
    s->last[first] = x;
    s->size[first]++;
    if (s->out->chained[x]) s->wide[first] = widest(s->wide[first], wide_of(s, x));
}

// Two open groups read nothing of each other: the later reader would have closed the other one.
static void merge_groups(scheduler *s, cal_node first, cal_node other) {
    s->next[s->last[first]] = other;
    s->last[first] = s->last[other];
    s->size[first] += s->size[other];
    s->wide[first] = widest(s->wide[first], s->wide[other]);
    for (cal_node x = other; x >= 0; x = s->next[x]) s->group[x] = first;
}

// Whether all that x reads from the group are images that are made plane by plane.
static bool reads_planes(const scheduler *s, cal_node x, cal_node first) {
    for (int j = 0; j < CAL_INPUTS_MAX; j++) {
        cal_node in = cal_at(s->g, x)->in[j];
        if (in < 0 || s->group[in] != first) continue;
        if (cal_at(s->g, in)->kind != CAL_IMAGE && cal_at(s->g, in)->kind != CAL_INDEX) return false;
    }
    return true;
}

// Whether the node may run with others, piece by piece.
static bool waits_for_more(const scheduler *s, cal_node x) {
    return !s->g->plain && (is_planewise(s, x) || s->out->chained[x] || s->out->bundle[x]);
}

static bool may_join(const scheduler *s, cal_node x, cal_node first) {
    const cal_node_data *node = cal_at(s->g, x), *chain = cal_at(s->g, first);
    if (!s->out->chained[x]) return reads_planes(s, x, first);
    return s->out->chained[first] && chain->kind == node->kind && widest(s->wide[first], wide_of(s, x)).n;
}

static int most_of(const scheduler *s, cal_node x) { return s->out->chained[x] ? CAL_GROUP_MAX : PLANES_MAX; }

// The open group that x may join, or CAL_NO_NODE: the one begun last.
static cal_node joinable(scheduler *s, cal_node x) {
    cal_node best = s->g->plain ? CAL_NO_NODE : bundle_for(s, x);
    if (best >= 0 || !waits_for_more(s, x) || s->out->bundle[x]) return best;
    for (int j = 0; j < CAL_INPUTS_MAX; j++) {
        cal_node in = cal_at(s->g, x)->in[j], first = in < 0 ? CAL_NO_NODE : s->group[in];
        if (first > best && s->size[first] < most_of(s, x) && may_join(s, x, first)) best = first;
    }
    return best;
}

static void place(scheduler *s, cal_node x) {
    cal_node group = joinable(s, x);
    for (int j = 0; j < CAL_INPUTS_MAX; j++) {
        cal_node in = cal_at(s->g, x)->in[j];
        cal_node other = in < 0 ? CAL_NO_NODE : s->group[in];
        if (other < 0 || other == group) continue;
        bool fits = group >= 0 && s->size[group] + s->size[other] < most_of(s, x);
        fits =
            fits && s->out->chained[x] && may_join(s, x, other) && widest(s->wide[group], s->wide[other]).n;
        if (fits) merge_groups(s, group, other);
        else close_group(s, other);
    }
    if (group >= 0) {
        join_group(s, x, group);
        return;
    }
    open_group(s, x);
    if (!waits_for_more(s, x) && (!cal_is_convolution(cal_at(s->g, x)) || s->g->plain)) close_group(s, x);
}

// Notes whether x is steady; its inputs come before it.
static bool is_steady(bool *steady, const cal_graph *g, cal_node x) {
    const cal_node_data *node = cal_at(g, x);
    steady[x] = node->op != CAL_OP_INPUT || node->attributes.input.steady;
    for (int j = 0; j < CAL_INPUTS_MAX; j++)
        if (node->in[j] >= 0 && !steady[node->in[j]]) steady[x] = false;
    return steady[x];
}

bool cal_plan_order_make(cal_plan_order *out, cal_arena *arena, const cal_graph *g, const bool *live) {
    size_t count = (size_t)g->count + 1;
    *out = (cal_plan_order){.node = cal_arena_alloc(arena, count * sizeof *out->node),
                            .follows = cal_arena_alloc(arena, count * sizeof *out->follows),
                            .chained = cal_arena_alloc(arena, count * sizeof *out->chained),
                            .bundle = cal_arena_alloc(arena, count * sizeof *out->bundle)};
    scheduler s = {.g = g,
                   .out = out,
                   .bundle = CAL_NO_NODE,
                   .group = cal_arena_alloc(arena, count * sizeof *s.group),
                   .next = cal_arena_alloc(arena, count * sizeof *s.next),
                   .last = cal_arena_alloc(arena, count * sizeof *s.last),
                   .size = cal_arena_alloc(arena, count * sizeof *s.size),
                   .wide = cal_arena_alloc(arena, count * sizeof *s.wide)};
    bool *steady = cal_arena_alloc(arena, count * sizeof *steady);
    if (arena->refused) return false;
    for (cal_node i = 0; i < g->count; i++) {
        s.group[i] = s.next[i] = CAL_NO_NODE;
        out->chained[i] = is_chained(g, i);
        out->bundle[i] = matrices_of(g, i);
    }
    for (int pass = 0; pass < 2; pass++) {
        for (cal_node i = 0; i < g->count; i++)
            if (live[i] && is_steady(steady, g, i) == (pass == 0)) place(&s, i);
        for (cal_node i = 0; i < g->count; i++)
            if (s.group[i] == i) close_group(&s, i);
        if (pass == 0) out->steady = out->count;
    }
    return true;
}
