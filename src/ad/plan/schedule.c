// Schedules nodes in the order of their numbers, which is topological, and keeps fusions open meanwhile. A
// node joins an open fusion whose results it reads; any other reader closes the fusion, and its nodes are
// placed. So all inputs of a fusion from outside are placed before it.
#include "ad/plan/schedule.h"
#include "ad/op/descriptor.h"
#include "kernel/loops.h"

bool cal_is_convolution(const cal_node_data *node) { return cal_op_at(node->op)->flags & CAL_OP_LEADS; }

typedef struct scheduler {
    const cal_graph *g;
    cal_plan_order *out;
    // By node.
    cal_node *fusion; // the first node of its fusion while that is open, else CAL_NO_NODE
    cal_node *next;   // the next node of its fusion
    // By the first node of a fusion.
    cal_node *last;
    int *size;
    cal_shape *wide; // shape of the widest nodes of a chain
    cal_node batch;  // first node of the newest fusion of batched products, or CAL_NO_NODE
} scheduler;

enum {
    PLANES_MAX = 12,       // nodes of a fusion by planes or by matrices
    MATRICES_LEAST = 16,   // matrices of a batch, because workers share out whole ones
    MATRIX_FLOATS = 32768, // largest operand of one product: several fit into the second-level cache
};

static bool is_image(const cal_graph *g, cal_node x) { return x >= 0 && cal_at(g, x)->kind == CAL_IMAGE; }

bool cal_is_channel_reduction(const cal_node_data *node) {
    if (!cal_op_at(node->op)->reduction || node->kind != CAL_VECTOR) return false;
    return node->op != CAL_OP_SUM || node->shape.c > 1; // not the total of a matrix
}

// Returns true if a term has more channels than the sum, so that their planes differ.
static bool reads_wide(const cal_graph *g, const cal_node_data *node) {
    bool wide = false;
    for (int j = 0; node->op == CAL_OP_CHANNEL_LINEAR && j < CAL_LINEAR_MAX; j++)
        wide = wide || cal_shape_of(g, node->in[j]).c > node->shape.c;
    return wide;
}

// Returns true if the node may run plane by plane.
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

// Shape of the widest nodes of two parts of a chain; zero rows if the parts cannot be fused.
static cal_shape widest(cal_shape a, cal_shape b) {
    const cal_shape none = {0, 0, 0, 0}, most = a.c > b.c ? a : b;
    if (cal_same_shape(a, b)) return a;
    const bool rows = a.n == b.n && a.h * a.w * b.h * b.w == 1 && (a.c == 1 || b.c == 1);
    return rows && most.c <= CAL_CHAIN_TILE ? most : none;
}

// Number of small matrices in the node's batched product, or 0.
static int matrices_of(const cal_graph *g, cal_node x) {
    const cal_node_data *node = cal_at(g, x);
    if (node->op != CAL_OP_MATMUL || node->attributes.matmul.batch < MATRICES_LEAST) return 0;
    const size_t count = (size_t)node->attributes.matmul.batch;
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

// The newest open fusion of batched products, if x may join it; else CAL_NO_NODE.
static cal_node batch_for(scheduler *s, cal_node x) {
    const cal_node first = s->batch;
    if (first < 0 || s->fusion[first] != first || s->size[first] == PLANES_MAX) return CAL_NO_NODE;
    const int matrices = s->out->batch[first];
    const cal_node_data *node = cal_at(s->g, x);
    bool reads_result = false, shares_input = false;
    for (int j = 0; j < CAL_INPUTS_MAX; j++)
        reads_result = reads_result || (node->in[j] >= 0 && s->fusion[node->in[j]] == first);
    for (cal_node i = first; i >= 0; i = s->next[i])
        shares_input = shares_input || reads(s, i, node->in[0]) || reads(s, i, node->in[1]);
    if (is_softmax(node) && reads_result && node->shape.n % matrices == 0) s->out->batch[x] = matrices;
    return s->out->batch[x] == matrices && (reads_result || shares_input) ? first : CAL_NO_NODE;
}

static void close_fusion(scheduler *s, cal_node first) {
    for (cal_node x = first; x >= 0; x = s->next[x]) {
        s->fusion[x] = CAL_NO_NODE;
        s->out->follows[s->out->count] = x != first;
        s->out->node[s->out->count++] = x;
    }
}

// Shape of the wider one of a chained node's input and result.
static cal_shape wide_of(const scheduler *s, cal_node x) {
    const cal_node_data *node = cal_at(s->g, x);
    return s->out->chained[x] && node->op == CAL_OP_SUM ? cal_shape_of(s->g, node->in[0]) : node->shape;
}

static void open_fusion(scheduler *s, cal_node x) {
    s->fusion[x] = s->last[x] = x;
    s->size[x] = 1;
    s->wide[x] = wide_of(s, x);
    if (s->out->batch[x]) s->batch = x;
}

static void join_fusion(scheduler *s, cal_node x, cal_node first) {
    s->next[s->last[first]] = x;
    s->fusion[x] = first;
    s->last[first] = x;
    s->size[first]++;
    if (s->out->chained[x]) s->wide[first] = widest(s->wide[first], wide_of(s, x));
}

// Open fusions do not depend on each other: a reader would have closed the fusion that it reads.
static void merge_fusions(scheduler *s, cal_node first, cal_node other) {
    s->next[s->last[first]] = other;
    s->last[first] = s->last[other];
    s->size[first] += s->size[other];
    s->wide[first] = widest(s->wide[first], s->wide[other]);
    for (cal_node x = other; x >= 0; x = s->next[x]) s->fusion[x] = first;
}

// Returns true if all that x reads from the fusion are images, which are computed plane by plane.
static bool reads_planes(const scheduler *s, cal_node x, cal_node first) {
    for (int j = 0; j < CAL_INPUTS_MAX; j++) {
        cal_node in = cal_at(s->g, x)->in[j];
        if (in < 0 || s->fusion[in] != first) continue;
        if (cal_at(s->g, in)->kind != CAL_IMAGE && cal_at(s->g, in)->kind != CAL_INDEX) return false;
    }
    return true;
}

// Returns true if the node may be fused with later ones.
static bool waits_for_more(const scheduler *s, cal_node x) {
    return !s->g->plain && (is_planewise(s, x) || s->out->chained[x] || s->out->batch[x]);
}

static bool may_join(const scheduler *s, cal_node x, cal_node first) {
    const cal_node_data *node = cal_at(s->g, x), *chain = cal_at(s->g, first);
    if (!s->out->chained[x]) return reads_planes(s, x, first);
    return s->out->chained[first] && chain->kind == node->kind && widest(s->wide[first], wide_of(s, x)).n;
}

static int most_of(const scheduler *s, cal_node x) {
    return s->out->chained[x] ? CAL_FUSION_MAX : PLANES_MAX;
}

// The newest open fusion that x may join, or CAL_NO_NODE.
static cal_node joinable(scheduler *s, cal_node x) {
    cal_node best = s->g->plain ? CAL_NO_NODE : batch_for(s, x);
    if (best >= 0 || !waits_for_more(s, x) || s->out->batch[x]) return best;
    for (int j = 0; j < CAL_INPUTS_MAX; j++) {
        cal_node in = cal_at(s->g, x)->in[j], first = in < 0 ? CAL_NO_NODE : s->fusion[in];
        if (first > best && s->size[first] < most_of(s, x) && may_join(s, x, first)) best = first;
    }
    return best;
}

static void place(scheduler *s, cal_node x) {
    cal_node fusion = joinable(s, x);
    for (int j = 0; j < CAL_INPUTS_MAX; j++) {
        cal_node in = cal_at(s->g, x)->in[j];
        cal_node other = in < 0 ? CAL_NO_NODE : s->fusion[in];
        if (other < 0 || other == fusion) continue;
        bool fits = fusion >= 0 && s->size[fusion] + s->size[other] < most_of(s, x);
        fits =
            fits && s->out->chained[x] && may_join(s, x, other) && widest(s->wide[fusion], s->wide[other]).n;
        if (fits) merge_fusions(s, fusion, other);
        else close_fusion(s, other);
    }
    if (fusion >= 0) {
        join_fusion(s, x, fusion);
        return;
    }
    open_fusion(s, x);
    if (!waits_for_more(s, x) && (!cal_is_convolution(cal_at(s->g, x)) || s->g->plain)) close_fusion(s, x);
}

// Sets steady[x]: true if x depends on steady inputs alone. Inputs must have been set before.
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
                            .batch = cal_arena_alloc(arena, count * sizeof *out->batch)};
    scheduler s = {.g = g,
                   .out = out,
                   .batch = CAL_NO_NODE,
                   .fusion = cal_arena_alloc(arena, count * sizeof *s.fusion),
                   .next = cal_arena_alloc(arena, count * sizeof *s.next),
                   .last = cal_arena_alloc(arena, count * sizeof *s.last),
                   .size = cal_arena_alloc(arena, count * sizeof *s.size),
                   .wide = cal_arena_alloc(arena, count * sizeof *s.wide)};
    bool *steady = cal_arena_alloc(arena, count * sizeof *steady);
    if (arena->refused) return false;
    for (cal_node i = 0; i < g->count; i++) {
        s.fusion[i] = s.next[i] = CAL_NO_NODE;
        out->chained[i] = is_chained(g, i);
        out->batch[i] = matrices_of(g, i);
    }
    for (int pass = 0; pass < 2; pass++) {
        for (cal_node i = 0; i < g->count; i++)
            if (live[i] && is_steady(steady, g, i) == (pass == 0)) place(&s, i);
        for (cal_node i = 0; i < g->count; i++)
            if (s.fusion[i] == i) close_fusion(&s, i);
        if (pass == 0) out->steady = out->count;
    }
    return true;
}
