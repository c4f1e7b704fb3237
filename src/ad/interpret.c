// The f64 interpreter: every op as the plainest loop that defines it, in double, with nothing shared
// with the kernels. It is the oracle of the kernels and derivatives, and evaluates losses exactly where n is
// small.
#include "ad/interpret.h"
#include "ad/interpret_parts.h"
#include "base/maths/maths.h"
#include "base/memory.h"
#include "kernel/dropout.h"
#include <assert.h>

struct cal_interpreter {
    cal_node_data *node;
    double **value; // null where not live
    int count;
    bool held;
    cal_arena own;
};

cal_status cal_interpreter_create(cal_interpreter **out, const cal_graph *g, const cal_node *roots,
                                  int nroots, cal_error *err) {
    *out = NULL;
    if (g->error.status) {
        if (err) *err = g->error;
        return g->error.status;
    }
    cal_arena own = {0};
    cal_interpreter *it = cal_arena_alloc(&own, sizeof *it);
    cal_node_data *node = cal_arena_alloc(&own, (size_t)g->count * sizeof *node + 1);
    double **value = cal_arena_alloc(&own, (size_t)g->count * sizeof *value + 1);
    bool *live = cal_arena_alloc(&own, (size_t)g->count * sizeof *live + 1);
    if (!own.refused) {
        for (int i = 0; i < nroots; i++)
            if (roots[i] >= 0) live[roots[i]] = true;
        for (cal_node i = g->count - 1; i >= 0; i--)
            for (int j = 0; live[i] && j < CAL_INPUTS_MAX; j++)
                if (cal_at(g, i)->in[j] >= 0) live[cal_at(g, i)->in[j]] = true;
        for (cal_node i = 0; i < g->count; i++) {
            node[i] = *cal_at(g, i);
            if (live[i]) value[i] = cal_arena_alloc(&own, cal_elements(node[i].shape) * sizeof(double) + 1);
        }
    }
    if (own.refused) {
        cal_arena_free(&own);
        return cal_fail(err, CAL_MEMORY, "memory for interpreting %d nodes was refused", g->count);
    }
    *it = (cal_interpreter){.node = node, .value = value, .count = g->count, .own = own};
    *out = it;
    return CAL_OK;
}

void cal_interpreter_free(cal_interpreter *it) {
    if (!it) return;
    cal_arena own = it->own; // the interpreter lies in its own arena
    cal_arena_free(&own);
}

double *cal_interpreter_values(cal_interpreter *it, cal_node x) {
    return x < 0 || x >= it->count ? NULL : it->value[x];
}

static void elementwise(const cal_operands *o) {
    double k = o->node->k;
    for (size_t i = 0; i < cal_elements(o->s); i++) {
        double a = o->a[i], b = o->b ? o->b[i] : 0;
        switch (o->node->op) {
        case CAL_OP_ADD: o->y[i] = a + b; break;
        case CAL_OP_SUB: o->y[i] = a - b; break;
        case CAL_OP_MUL: o->y[i] = a * b; break;
        case CAL_OP_DIV: o->y[i] = a / b; break;
        case CAL_OP_SCALE: o->y[i] = k * a; break;
        case CAL_OP_OFFSET: o->y[i] = a + k; break;
        case CAL_OP_EXP: o->y[i] = cal_exp(a); break;
        case CAL_OP_LOG: o->y[i] = cal_log(a); break;
        case CAL_OP_SQRT: o->y[i] = cal_sqrt(a); break;
        case CAL_OP_TANH: o->y[i] = cal_tanh(a); break;
        case CAL_OP_ERF: o->y[i] = cal_erf(a); break;
        case CAL_OP_SIGMOID: o->y[i] = cal_sigmoid(a); break;
        case CAL_OP_RELU: o->y[i] = !(a > 0) ? 0 : k > 0 && a > k ? k : a; break;
        case CAL_OP_LEAK: o->y[i] = b > 0 ? a : k * a; break;
        case CAL_OP_MASK: o->y[i] = b > 0 && !(k > 0 && b >= k) ? a : 0; break;
        default: assert(!"not an element-wise op");
        }
    }
}

// The mask is counted in the engine's order: four channels of a pixel lie together.
static void drop(const cal_operands *o) {
    cal_dropout key = {(uint64_t)o->b[0], (uint64_t)o->b[1], o->node->a, o->node->k};
    cal_shape s = o->s;
    size_t plane = (size_t)s.h * s.w, groups = ((size_t)s.c + 3) / 4;
    for (size_t i = 0; i < cal_elements(s); i++) {
        size_t c = i / plane % (size_t)s.c, n = i / plane / (size_t)s.c, at = i;
        if (o->node->kind == CAL_IMAGE) at = ((n * groups + c / 4) * plane + i % plane) * 4 + c % 4;
        o->y[i] = cal_kernel_dropout_drops(&key, at) ? 0 : o->a[i] / (1 - o->node->k);
    }
}

// Where element (n, c) of a tensor stands in the smaller partner of a sum or broadcast: where that has one
// row or column it meets them all, and t rows meet every t-th.
static size_t folded(cal_shape small, int n, int c) { return (size_t)(n % small.n) * small.c + c % small.c; }

static void sum_or_broadcast(const cal_operands *o) {
    bool sums = o->node->op == CAL_OP_SUM;
    cal_shape large = sums ? o->sa : o->s, small = sums ? o->s : o->sa;
    size_t plane = (size_t)large.h * large.w, i = 0;
    if (sums)
        for (size_t j = 0; j < cal_elements(small); j++) o->y[j] = 0;
    for (int n = 0; n < large.n; n++)
        for (int c = 0; c < large.c; c++) {
            size_t at = folded(small, n, c);
            for (size_t p = 0; p < plane; p++, i++) {
                if (sums) o->y[at] += o->a[i];
                else o->y[i] = o->a[at];
            }
        }
}

static void matmul(const cal_operands *o) {
    bool ta = o->node->a & 1, tb = o->node->a >> 1;
    int groups = o->node->b ? o->node->b : 1, rows = o->s.n / groups;
    int depth = ta ? o->sa.n / groups : o->sa.c;
    for (int row = 0; row < o->s.n; row++)
        for (int j = 0; j < o->s.c; j++) {
            int group = row / rows, i = row % rows;
            const double *a = o->a + cal_elements(o->sa) / groups * group;
            const double *b = o->b + cal_elements(o->sb) / groups * group;
            double sum = 0;
            for (int k = 0; k < depth; k++)
                sum += a[ta ? (size_t)k * o->sa.c + i : (size_t)i * o->sa.c + k] *
                       b[tb ? (size_t)j * o->sb.c + k : (size_t)k * o->sb.c + j];
            o->y[(size_t)row * o->s.c + j] = sum;
        }
}

static void logsumexp(const cal_operands *o) {
    for (int i = 0; i < o->sa.n; i++) {
        const double *row = o->a + (size_t)i * o->sa.c;
        double top = row[0], sum = 0;
        for (int j = 1; j < o->sa.c; j++)
            if (row[j] > top) top = row[j];
        for (int j = 0; j < o->sa.c; j++) sum += cal_exp(row[j] - top);
        o->y[i] = top + cal_log(sum);
    }
}

static void pick(const cal_operands *o) {
    bool picks = o->node->op == CAL_OP_PICK;
    int columns = picks ? o->sa.c : o->s.c;
    for (size_t i = 0; !picks && i < cal_elements(o->s); i++) o->y[i] = 0;
    for (int i = 0; i < o->s.n; i++) {
        size_t at = (size_t)i * columns + (size_t)o->b[i];
        if (picks) o->y[i] = o->a[at];
        else o->y[at] = o->a[i];
    }
}

static void row_argmax(const cal_operands *o) {
    for (int i = 0; i < o->sa.n; i++) {
        const double *row = o->a + (size_t)i * o->sa.c;
        int best = 0;
        for (int j = 1; j < o->sa.c; j++)
            if (row[j] > row[best]) best = j;
        o->y[i] = best;
    }
}

static void channel_linear(const cal_interpreter *it, const cal_operands *o) {
    size_t plane = (size_t)o->s.h * o->s.w;
    const cal_node *in = o->node->in;
    for (size_t i = 0; i < cal_elements(o->s); i++) {
        size_t c = i / plane % (size_t)o->s.c;
        double sum = in[8] >= 0 ? it->value[in[8]][c] : 0;
        for (int t = 0; t < 4; t++)
            if (in[t] >= 0) sum += (in[4 + t] >= 0 ? it->value[in[4 + t]][c] : 1) * it->value[in[t]][i];
        o->y[i] = sum;
    }
}

static void pack_or_row(const cal_operands *o) {
    int c = o->s.c;
    for (int i = 0; i < c; i++) {
        if (o->node->op == CAL_OP_ROW) {
            o->y[i] = o->a[o->node->a * c + i];
        } else {
            o->y[i] = o->a ? o->a[i] : 0;
            o->y[c + i] = o->b ? o->b[i] : 0;
        }
    }
}

void cal_interpreter_hold(cal_interpreter *it) { it->held = true; }

void cal_interpreter_run(cal_interpreter *it) {
    for (int i = 0; i < it->count; i++) {
        if (!it->value[i]) continue;
        const cal_node_data *node = &it->node[i];
        cal_node a = node->in[0], b = node->in[1];
        cal_operands o = {.node = node, .y = it->value[i], .s = node->shape};
        if (a >= 0) o.a = it->value[a], o.sa = it->node[a].shape;
        if (b >= 0) o.b = it->value[b], o.sb = it->node[b].shape;
        switch (node->op) {
        case CAL_OP_INPUT: break;
        case CAL_OP_CONST:
            for (size_t j = 0; j < cal_elements(o.s); j++) o.y[j] = node->k;
            break;
        case CAL_OP_DROP: drop(&o); break;
        case CAL_OP_SUM:
        case CAL_OP_BROADCAST: sum_or_broadcast(&o); break;
        case CAL_OP_MATMUL: matmul(&o); break;
        case CAL_OP_LOGSUMEXP: logsumexp(&o); break;
        case CAL_OP_PICK:
        case CAL_OP_UNPICK: pick(&o); break;
        case CAL_OP_ROW_ARGMAX: row_argmax(&o); break;
        case CAL_OP_CONV:
        case CAL_OP_CONV_IMAGE:
        case CAL_OP_CONV_FILTER: cal_interpret_convolution(&o); break;
        case CAL_OP_POOL_INDEX:
        case CAL_OP_POOL_GATHER:
        case CAL_OP_POOL_SCATTER:
        case CAL_OP_POOL_AVERAGE:
        case CAL_OP_POOL_SPREAD: cal_interpret_pooling(&o); break;
        case CAL_OP_PLANE_ARGMAX:
        case CAL_OP_PLANE_PICK:
        case CAL_OP_PLANE_UNPICK: cal_interpret_plane_choice(&o); break;
        case CAL_OP_STOP:
            if (it->held) break;
            // fall through
        case CAL_OP_FLATTEN: // plain arrays are in this order already
        case CAL_OP_UNFLATTEN:
            for (size_t j = 0; j < cal_elements(o.s); j++) o.y[j] = o.a[j];
            break;
        case CAL_OP_SHORTCUT:
        case CAL_OP_SHORTCUT_GRAD: cal_interpret_shortcut(&o); break;
        case CAL_OP_CONCAT: cal_interpret_concat(&o); break;
        case CAL_OP_CHANNEL_STAT: cal_interpret_channel_stat(&o); break;
        case CAL_OP_CHANNEL_DOT: cal_interpret_channel_dot(&o); break;
        case CAL_OP_CHANNEL_LINEAR: channel_linear(it, &o); break;
        case CAL_OP_PACK:
        case CAL_OP_ROW: pack_or_row(&o); break;
        case CAL_OP_TOKENS:
        case CAL_OP_UNTOKENS: cal_interpret_tokens(&o); break;
        case CAL_OP_ROWS_TAKE:
        case CAL_OP_ROWS_PUT: cal_interpret_rows(&o); break;
        case CAL_OP_SWAP: cal_interpret_swap(&o); break;
        case CAL_OP_TABLE_ROWS:
        case CAL_OP_TABLE_ADD: cal_interpret_table(&o); break;
        default: elementwise(&o); break;
        }
    }
}
