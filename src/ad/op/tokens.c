// Tokens: MATRIX [n t, c], with the t rows of a sample in sequence.
#include "ad/op/descriptor.h"
#include "kernel/tokens.h"
#include <assert.h>

CAL_ATTRIBUTES(rows, int32_t per_sample, first, none[2]); // rows per sample, and the first selected one
CAL_ATTRIBUTES(swap, int32_t p, q, none[2]);

// Returns false, and sets the graph's error, if there are more rows than a shape can have.
static bool countable(cal_graph *g, int64_t rows) {
    if (rows <= INT32_MAX) return true;
    cal_fail(&g->error, CAL_MEMORY, "a matrix of %lld rows is too large: take a smaller batch or network",
             (long long)rows);
    return false;
}

static cal_node rearranged(cal_graph *g, int op, cal_node x, int64_t rows, int columns,
                           const cal_attributes *how) {
    if (!countable(g, rows)) return CAL_NO_NODE;
    return cal_op_one(g, op, x, CAL_MATRIX, cal_rows_columns((int)rows, columns), how);
}

// ---- pixels as rows

// IMAGE [n,c,h,w] -> MATRIX [n h w, c]
cal_node cal_graph_tokens(cal_graph *g, cal_node x) {
    cal_shape s = cal_shape_of(g, x);
    return rearranged(g, CAL_OP_TOKENS, x, (int64_t)s.n * s.h * s.w, s.c, NULL);
}

// The adjoint, back to an image.
cal_node cal_graph_untokens(cal_graph *g, cal_node x, cal_shape image) {
    return cal_op_one(g, CAL_OP_UNTOKENS, x, CAL_IMAGE, image, NULL);
}

static bool are_pixels(cal_shape tokens, cal_shape image) {
    return cal_same_shape(tokens, cal_rows_columns(image.n * image.h * image.w, image.c));
}

static bool tokens_shape(const cal_graph *g, const cal_node_data *node) {
    return cal_is(g, node->in[0], CAL_IMAGE) && node->kind == CAL_MATRIX &&
           are_pixels(node->shape, cal_shape_of(g, node->in[0]));
}

static bool untokens_shape(const cal_graph *g, const cal_node_data *node) {
    return cal_is(g, node->in[0], CAL_MATRIX) && node->kind == CAL_IMAGE &&
           are_pixels(cal_shape_of(g, node->in[0]), node->shape);
}

static void derive_tokens(cal_graph *g, cal_derivation *d) {
    d->d[0] = cal_op_like(g, CAL_OP_UNTOKENS, d->w, d->node.in[0], NULL);
}
static void derive_untokens(cal_graph *g, cal_derivation *d) {
    d->d[0] = cal_op_like(g, CAL_OP_TOKENS, d->w, d->node.in[0], NULL);
}

static void execute_tokens(const cal_step *step, const cal_env *env) {
    cal_image_shape shape = cal_image_of(step->in_shape[0]);
    cal_kernel_tokens(env, step->y, step->x[0], &shape);
}
static void execute_untokens(const cal_step *step, const cal_env *env) {
    cal_image_shape shape = cal_image_of(step->node.shape);
    cal_kernel_untokens(env, step->y, step->x[0], &shape);
}

static void interpret_tokens(const cal_operands *o) {
    bool forward = o->node->op == CAL_OP_TOKENS;
    cal_shape s = forward ? o->in[0] : o->shape;
    int pixels = s.h * s.w;
    for (int n = 0; n < s.n; n++)
        for (int c = 0; c < s.c; c++)
            for (int p = 0; p < pixels; p++) {
                size_t image = ((size_t)n * s.c + c) * pixels + p, token = ((size_t)n * pixels + p) * s.c + c;
                o->y[forward ? token : image] = o->x[0][forward ? image : token];
            }
}

const cal_op cal_op_tokens = {
    .name = "TOKENS",
    .meaning = "image to matrix, a row a pixel",
    .inputs = 1,
    .input = {"image"},
    .shape = tokens_shape,
    .derive = derive_tokens,
    .execute = execute_tokens,
    .scratch = cal_op_no_scratch,
    .interpret = interpret_tokens,
};

const cal_op cal_op_untokens = {
    .name = "UNTOKENS",
    .meaning = "TOKENS' adjoint",
    .inputs = 1,
    .input = {"matrix"},
    .shape = untokens_shape,
    .derive = derive_untokens,
    .execute = execute_untokens,
    .scratch = cal_op_no_scratch,
    .interpret = interpret_tokens,
};

// ---- some rows of every sample

// Rows first .. first + count - 1 of each sample; a sample has `per_sample` rows.
cal_node cal_graph_rows_take(cal_graph *g, cal_node x, int per_sample, int first, int count) {
    if (x < 0 || count == per_sample) return x;
    cal_shape s = cal_shape_of(g, x);
    cal_attributes how = {.rows = {per_sample, first, {0}}};
    return cal_op_one(g, CAL_OP_ROWS_TAKE, x, CAL_MATRIX, cal_rows_columns(s.n / per_sample * count, s.c),
                      &how);
}

// Its adjoint: puts x's rows into zeros, `count` per sample from its row `first` on; a sample of the result
// has `per_sample` rows.
cal_node cal_graph_rows_put(cal_graph *g, cal_node x, int per_sample, int first, int count) {
    if (x < 0 || count == per_sample) return x;
    cal_shape s = cal_shape_of(g, x);
    cal_attributes how = {.rows = {per_sample, first, {0}}};
    assert(s.n % count == 0 && first + count <= per_sample);
    return rearranged(g, CAL_OP_ROWS_PUT, x, (int64_t)s.n / count * per_sample, s.c, &how);
}

static bool some_rows(const cal_attributes *how, cal_shape all, cal_shape few) {
    int per_sample = how->rows.per_sample, samples = per_sample > 0 ? all.n / per_sample : 0;
    return samples > 0 && all.n % per_sample == 0 && few.n % samples == 0 && few.c == all.c &&
           how->rows.first >= 0 && how->rows.first + few.n / samples <= per_sample &&
           all.h * all.w * few.h * few.w == 1;
}

static bool rows_take_shape(const cal_graph *g, const cal_node_data *node) {
    return cal_is(g, node->in[0], CAL_MATRIX) && node->kind == CAL_MATRIX &&
           some_rows(&node->attributes, cal_shape_of(g, node->in[0]), node->shape);
}

static bool rows_put_shape(const cal_graph *g, const cal_node_data *node) {
    return cal_is(g, node->in[0], CAL_MATRIX) && node->kind == CAL_MATRIX &&
           some_rows(&node->attributes, node->shape, cal_shape_of(g, node->in[0]));
}

static void derive_rows_take(cal_graph *g, cal_derivation *d) {
    d->d[0] = cal_op_like(g, CAL_OP_ROWS_PUT, d->w, d->node.in[0], &d->node.attributes);
}
static void derive_rows_put(cal_graph *g, cal_derivation *d) {
    d->d[0] = cal_op_like(g, CAL_OP_ROWS_TAKE, d->w, d->node.in[0], &d->node.attributes);
}

static cal_rows_shape kernel_rows(const cal_attributes *how, cal_shape all, cal_shape few) {
    int samples = all.n / how->rows.per_sample;
    return (cal_rows_shape){samples, how->rows.per_sample, how->rows.first, few.n / samples, all.c};
}

static void execute_rows_take(const cal_step *step, const cal_env *env) {
    cal_rows_shape shape = kernel_rows(&step->node.attributes, step->in_shape[0], step->node.shape);
    cal_kernel_rows_take(env, step->y, step->x[0], &shape);
}
static void execute_rows_put(const cal_step *step, const cal_env *env) {
    cal_rows_shape shape = kernel_rows(&step->node.attributes, step->node.shape, step->in_shape[0]);
    cal_kernel_rows_put(env, step->y, step->x[0], &shape);
}

static void interpret_rows(const cal_operands *o) {
    bool takes = o->node->op == CAL_OP_ROWS_TAKE;
    cal_shape all = takes ? o->in[0] : o->shape, few = takes ? o->shape : o->in[0];
    int per_sample = o->node->attributes.rows.per_sample, first = o->node->attributes.rows.first;
    int count = few.n / (all.n / per_sample);
    for (size_t i = 0; i < cal_elements(o->shape); i++) o->y[i] = 0;
    for (int i = 0; i < few.n; i++)
        for (int c = 0; c < few.c; c++) {
            size_t of_few = (size_t)i * few.c + c;
            size_t of_all = ((size_t)(i / count) * per_sample + first + i % count) * few.c + c;
            o->y[takes ? of_few : of_all] = o->x[0][takes ? of_all : of_few];
        }
}

const cal_op cal_op_rows_take = {
    .name = "ROWS_TAKE",
    .meaning = "some rows of every sample",
    .inputs = 1,
    .input = {"x"},
    .shape = rows_take_shape,
    .derive = derive_rows_take,
    .execute = execute_rows_take,
    .scratch = cal_op_no_scratch,
    .interpret = interpret_rows,
};

const cal_op cal_op_rows_put = {
    .name = "ROWS_PUT",
    .meaning = "ROWS_TAKE's adjoint: those rows, zeros around them",
    .inputs = 1,
    .input = {"x"},
    .shape = rows_put_shape,
    .derive = derive_rows_put,
    .execute = execute_rows_put,
    .scratch = cal_op_no_scratch,
    .interpret = interpret_rows,
};

// ---- swapped axes

static int smaller(int a, int b) { return a < b ? a : b; }

// x read as [..][p][q][r] becomes [..][q][p][r], with `columns` columns; r is the smaller of `columns` and
// x's columns.
cal_node cal_graph_swap(cal_graph *g, cal_node x, int p, int q, int columns) {
    if (x < 0) return CAL_ZERO;
    cal_shape s = cal_shape_of(g, x);
    cal_attributes how = {.swap = {p, q, {0}}};
    return rearranged(g, CAL_OP_SWAP, x, (int64_t)s.n * s.c / columns, columns, &how);
}

static bool swap_shape(const cal_graph *g, const cal_node_data *node) {
    cal_shape from = cal_shape_of(g, node->in[0]), to = node->shape;
    int64_t block = (int64_t)node->attributes.swap.p * node->attributes.swap.q * smaller(from.c, to.c);
    return cal_is(g, node->in[0], CAL_MATRIX) &&
           cal_has_shape(node, CAL_MATRIX, cal_rows_columns(to.n, to.c)) &&
           cal_elements(from) == cal_elements(to) && block > 0 && (int64_t)cal_elements(from) % block == 0;
}

// From heads to tokens: row b of [p][q][r], q = per_sample, is row b of every p.
static bool swap_rows(const cal_graph *g, const cal_node_data *node, const cal_some_rows *some, bool *of,
                      cal_attributes *how) {
    of[0] = how->swap.q == some->per_sample && how->swap.p * cal_shape_of(g, node->in[0]).c == node->shape.c;
    how->swap.q = some->count;
    return of[0];
}

static void derive_swap(cal_graph *g, cal_derivation *d) {
    cal_attributes back = {.swap = {d->node.attributes.swap.q, d->node.attributes.swap.p, {0}}};
    d->d[0] = cal_op_like(g, CAL_OP_SWAP, d->w, d->node.in[0], &back);
}

static void execute_swap(const cal_step *step, const cal_env *env) {
    int p = step->node.attributes.swap.p, q = step->node.attributes.swap.q;
    int r = smaller(step->in_shape[0].c, step->node.shape.c);
    size_t n = cal_elements(step->in_shape[0]) / ((size_t)p * q * r);
    cal_kernel_swap(env, step->y, step->x[0], (int)n, p, q, r);
}

static void interpret_swap(const cal_operands *o) {
    size_t p = (size_t)o->node->attributes.swap.p, q = (size_t)o->node->attributes.swap.q;
    size_t r = (size_t)smaller(o->in[0].c, o->shape.c);
    for (size_t i = 0; i < cal_elements(o->shape); i++) {
        size_t k = i % r, b = i / r % q, a = i / r / q % p, n = i / r / q / p;
        o->y[((n * q + b) * p + a) * r + k] = o->x[0][i];
    }
}

const cal_op cal_op_swap = {
    .name = "SWAP",
    .meaning = "[..][p][q][r] to [..][q][p][r]; r is the smaller number of columns, before or after",
    .inputs = 1,
    .input = {"x"},
    .shape = swap_shape,
    .derive = derive_swap,
    .execute = execute_swap,
    .scratch = cal_op_no_scratch,
    .interpret = interpret_swap,
    .rows = swap_rows,
};

// ---- rows of a table

// Rows of table [v,d] by the whole numbers in MATRIX numbers [n,c] -> [n c, d]. Numbers outside 0 .. v - 1
// are clamped.
cal_node cal_graph_table_rows(cal_graph *g, cal_node table, cal_node numbers) {
    cal_shape s = cal_shape_of(g, numbers);
    if (table < 0 || numbers < 0) return CAL_ZERO;
    if (!countable(g, (int64_t)s.n * s.c)) return CAL_NO_NODE;
    return cal_op_two(g, CAL_OP_TABLE_ROWS, table, numbers, CAL_MATRIX,
                      cal_rows_columns(s.n * s.c, cal_shape_of(g, table).c), NULL);
}

static bool looked_up(const cal_graph *g, cal_shape table, cal_shape rows, cal_node numbers) {
    return cal_is(g, numbers, CAL_MATRIX) && rows.c == table.c &&
           (size_t)rows.n == cal_elements(cal_shape_of(g, numbers));
}

static bool table_rows_shape(const cal_graph *g, const cal_node_data *node) {
    return cal_is(g, node->in[0], CAL_MATRIX) && node->kind == CAL_MATRIX &&
           looked_up(g, cal_shape_of(g, node->in[0]), node->shape, node->in[1]);
}

static bool table_add_shape(const cal_graph *g, const cal_node_data *node) {
    return cal_is(g, node->in[0], CAL_MATRIX) && node->kind == CAL_MATRIX &&
           looked_up(g, node->shape, cal_shape_of(g, node->in[0]), node->in[1]);
}

static void derive_table_rows(cal_graph *g, cal_derivation *d) {
    d->d[0] = cal_op_like_two(g, CAL_OP_TABLE_ADD, d->w, d->node.in[1], d->node.in[0], NULL);
}
static void derive_table_add(cal_graph *g, cal_derivation *d) {
    d->d[0] = cal_op_like_two(g, CAL_OP_TABLE_ROWS, d->w, d->node.in[1], d->node.in[0], NULL);
}

static void execute_table_rows(const cal_step *step, const cal_env *env) {
    cal_shape table = step->in_shape[0];
    cal_kernel_table_rows(env, step->y, step->x[0], step->x[1], (int)cal_elements(step->in_shape[1]), table.n,
                          table.c);
}
static void execute_table_add(const cal_step *step, const cal_env *env) {
    cal_shape table = step->node.shape;
    cal_kernel_table_add(env, step->y, step->x[0], step->x[1], (int)cal_elements(step->in_shape[1]), table.n,
                         table.c);
}

static void interpret_table(const cal_operands *o) {
    bool looks_up = o->node->op == CAL_OP_TABLE_ROWS;
    cal_shape table = looks_up ? o->in[0] : o->shape;
    for (size_t i = 0; i < cal_elements(o->shape); i++) o->y[i] = 0;
    for (size_t i = 0; i < cal_elements(o->in[1]); i++) {
        double number = o->x[1][i] > 0 ? o->x[1][i] : 0;
        size_t entry = (size_t)(number < table.n - 1 ? number : table.n - 1);
        for (int c = 0; c < table.c; c++) {
            size_t of_row = i * (size_t)table.c + c, of_table = entry * (size_t)table.c + c;
            if (looks_up) o->y[of_row] = o->x[0][of_table];
            else o->y[of_table] += o->x[0][of_row];
        }
    }
}

const cal_op cal_op_table_rows = {
    .name = "TABLE_ROWS",
    .meaning = "rows of the table by number",
    .inputs = 2,
    .input = {"table", "numbers"},
    .shape = table_rows_shape,
    .derive = derive_table_rows,
    .execute = execute_table_rows,
    .scratch = cal_op_no_scratch,
    .interpret = interpret_table,
};

const cal_op cal_op_table_add = {
    .name = "TABLE_ADD",
    .meaning = "TABLE_ROWS' adjoint: the rows added to a table of zeros, each at its number",
    .inputs = 2,
    .flags = CAL_OP_ANY_ROWS,
    .input = {"rows", "numbers"},
    .shape = table_add_shape,
    .derive = derive_table_add,
    .execute = execute_table_add,
    .scratch = cal_op_no_scratch,
    .interpret = interpret_table,
};

// (x - mean of its row) / sqrt(biased variance of its row + epsilon)
cal_node cal_graph_normalise_rows(cal_graph *g, cal_node x, double epsilon) {
    if (x < 0) return CAL_ZERO;
    cal_shape s = cal_shape_of(g, x), one = cal_rows_columns(s.n, 1);
    cal_node mean = cal_graph_scale(g, cal_graph_sum(g, x, CAL_MATRIX, one), 1.0 / s.c);
    cal_node centred = cal_graph_sub(g, x, cal_graph_broadcast(g, mean, CAL_MATRIX, s));
    cal_node variance =
        cal_graph_scale(g, cal_graph_sum(g, cal_graph_mul(g, centred, centred), CAL_MATRIX, one), 1.0 / s.c);
    cal_node standard_deviation = cal_graph_sqrt(g, cal_graph_offset(g, variance, epsilon));
    return cal_graph_div(g, centred, cal_graph_broadcast(g, standard_deviation, CAL_MATRIX, s));
}

// ---- examples

CAL_EXAMPLE(tokens, cal_graph_tokens(g, x[0]))
static cal_node example_untokens(cal_graph *g, const cal_node *x) { // tokens and back
    cal_node tokens = cal_graph_tokens(g, x[0]);
    return cal_graph_untokens(g, cal_graph_mul(g, tokens, tokens), cal_shape_of(g, x[0]));
}
CAL_EXAMPLE(take, cal_graph_rows_take(g, x[0], 4, 1, 2))
CAL_EXAMPLE(put, cal_graph_rows_put(g, x[0], 5, 2, 3))
// [2][3][4][2], columns 8 -> 2, and columns 4 -> 12
CAL_EXAMPLE(swap_in, cal_graph_mul(g, cal_graph_swap(g, x[0], 3, 4, 2), x[1]))
CAL_EXAMPLE(swap_out, cal_graph_mul(g, cal_graph_swap(g, x[0], 3, 2, 12), x[1]))
CAL_EXAMPLE(table, cal_graph_mul(g, cal_graph_table_rows(g, x[0], x[2]), x[1]))
CAL_EXAMPLE(normalise, cal_graph_mul(g, cal_graph_normalise_rows(g, x[0], 1e-5), x[1]))

static const double numbers[8] = {3,  0,    3, -7,
                                  99, 2.75, 4, 3}; // some occur twice, some are not indices of the table

const cal_op_example cal_op_examples_tokens[] = {
    {"TOKENS", example_tokens, {{CAL_IMAGE, {2, 5, 3, 4}}}},
    {"UNTOKENS", example_untokens, {{CAL_IMAGE, {2, 6, 3, 2}}}},
    {"ROWS_TAKE", example_take, {{CAL_MATRIX, {12, 5, 1, 1}}}},
    {"ROWS_PUT", example_put, {{CAL_MATRIX, {6, 5, 1, 1}}}},
    {"SWAP to heads", example_swap_in, {{CAL_MATRIX, {6, 8, 1, 1}}, {CAL_MATRIX, {24, 2, 1, 1}}}},
    {"SWAP from heads", example_swap_out, {{CAL_MATRIX, {12, 4, 1, 1}}, {CAL_MATRIX, {4, 12, 1, 1}}}},
    {"TABLE_ROWS",
     example_table,
     {{CAL_MATRIX, {5, 6, 1, 1}}, {CAL_MATRIX, {8, 6, 1, 1}}, {CAL_MATRIX, {2, 4, 1, 1}, numbers}}},
    {"normalised rows", example_normalise, {{CAL_MATRIX, {5, 7, 1, 1}}, {CAL_MATRIX, {5, 7, 1, 1}}}},
    {NULL},
};
