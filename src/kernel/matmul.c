// Floor 1. Matrix product, after Goto & van de Geijn (2008): the right matrix is packed once into panels of
// eight columns, each chunk packs its own rows of the left one into panels of four, and a 4 x 8 tile of y
// stays in registers while the depth runs (tile.h).
//
// Packed layouts. Left: [depth/4][4 rows][4 of the depth], so that packing a row-major matrix is copying
// vectors. Right: [panel][depth][8 columns]. The depth is padded with zeros to a multiple of four; adding
// 0 * 0 changes no bit of a sum, because a sum that starts at +0 is never -0.
#include "kernel/matmul.h"
#include <string.h>
#include "kernel/tile.h"

enum {
    ROWS = CAL_TILE_ROWS,
    COLUMNS = CAL_TILE_COLUMNS,
    DEPTH = 256,         // of a block: a right panel's part takes 8 KB of the first-level cache
    BLOCK_COLUMNS = 256, // of a chunk
    PACK_PANELS = 8,     // of a chunk of packing
    SMALL = 500000       // multiply-adds below which a thread is not worth waking
};

typedef struct matmul_job {
    float *y;
    const float *a, *b;
    float *right, *left; // packed; `left` has a part for every lane
    cal_matmul_shape shape;
    int depth; // k rounded up to four
    int block_rows, row_blocks, panels;
} matmul_job;

static int block_rows(const cal_matmul_shape *s) { return s->m >= 192 ? 48 : 24; }
static size_t left_floats(const cal_matmul_shape *s) { return (size_t)block_rows(s) * DEPTH; }
static size_t right_floats(const cal_matmul_shape *s) {
    return cal_scratch_floats((size_t)cal_round_up(s->n, COLUMNS) * cal_round_up(s->k, 4));
}

// Many small products are shared out whole, each to a thread with scratch of its own; large ones use all
// threads in turn.
static bool is_small(const cal_matmul_shape *s) { return (double)s->m * s->n * s->k < SMALL; }
static bool by_group(const cal_matmul_shape *s) { return s->groups > 1 && is_small(s); }

size_t cal_matmul_scratch(const cal_matmul_shape *shape, int lanes) {
    size_t right = right_floats(shape) * (by_group(shape) ? lanes : 1);
    return (right + left_floats(shape) * lanes) * sizeof(float);
}

CAL_INLINE void transpose4(cal_f4 out[4], cal_f4 r0, cal_f4 r1, cal_f4 r2, cal_f4 r3) {
    cal_f4 lo01 = wasm_i32x4_shuffle(r0, r1, 0, 4, 1, 5), hi01 = wasm_i32x4_shuffle(r0, r1, 2, 6, 3, 7);
    cal_f4 lo23 = wasm_i32x4_shuffle(r2, r3, 0, 4, 1, 5), hi23 = wasm_i32x4_shuffle(r2, r3, 2, 6, 3, 7);
    out[0] = wasm_i64x2_shuffle(lo01, lo23, 0, 2);
    out[1] = wasm_i64x2_shuffle(lo01, lo23, 1, 3);
    out[2] = wasm_i64x2_shuffle(hi01, hi23, 0, 2);
    out[3] = wasm_i64x2_shuffle(hi01, hi23, 1, 3);
}

// A 4 x 4 corner of a row-major matrix that may be cut short, zeros beyond.
static void load_corner(cal_f4 out[4], const float *from, size_t stride, int rows, int columns) {
    float t[4][4] = {{0}};
    for (int r = 0; r < rows; r++) memcpy(t[r], from + r * stride, (size_t)columns * sizeof(float));
    for (int r = 0; r < 4; r++) out[r] = cal_f4_load(t[r]);
}

CAL_INLINE void load_block(cal_f4 out[4], const float *from, size_t stride, int rows, int columns) {
    if (rows >= 4 && columns >= 4)
        for (int r = 0; r < 4; r++) out[r] = cal_f4_load(from + r * stride);
    else load_corner(out, from, stride, cal_min_int(rows, 4), cal_min_int(columns, 4));
}

// Panels first .. end - 1 of a matrix whose rows are op(b)'s. Row by row, so that b is read in long runs.
static void copy_panels(const matmul_job *job, int first, int end) {
    const cal_matmul_shape *s = &job->shape;
    size_t panel = (size_t)COLUMNS * job->depth;
    float *to = job->right + first * panel;
    for (int k = 0; k < s->k; k++, to += COLUMNS) {
        const float *from = job->b + (size_t)k * s->n + first * COLUMNS;
        for (int p = 0; p < end - first; p++, from += COLUMNS) {
            float *at = to + p * panel;
            int columns = s->n - (first + p) * COLUMNS;
            if (columns >= COLUMNS) {
                cal_f4_store(at, cal_f4_load(from));
                cal_f4_store(at + 4, cal_f4_load(from + 4));
            } else {
                memset(at, 0, COLUMNS * sizeof *at);
                memcpy(at, from, (size_t)columns * sizeof *at);
            }
        }
    }
    for (int p = 0; p < end - first; p++)
        memset(to + p * panel, 0, (size_t)(job->depth - s->k) * COLUMNS * sizeof *to);
}

// A panel of a matrix whose columns are op(b)'s.
static void transpose_panel(const matmul_job *job, int panel) {
    const cal_matmul_shape *s = &job->shape;
    float *to = job->right + (size_t)panel * COLUMNS * job->depth;
    int first = panel * COLUMNS, columns = cal_min_int(COLUMNS, s->n - first);
    for (int k = 0; k < s->k; k += 4, to += 4 * COLUMNS)
        for (int half = 0; half < COLUMNS; half += 4) {
            cal_f4 block[4], turned[4];
            if (columns > half)
                load_block(block, job->b + (size_t)(first + half) * s->k + k, (size_t)s->k, columns - half,
                           s->k - k);
            else load_corner(block, job->b, 0, 0, 0);
            transpose4(turned, block[0], block[1], block[2], block[3]);
            for (int i = 0; i < 4; i++) cal_f4_store(to + i * COLUMNS + half, turned[i]);
        }
}

static void pack_right(void *context, int chunk, int lane) {
    const matmul_job *job = context;
    int first = chunk * PACK_PANELS, end = cal_min_int(first + PACK_PANELS, job->panels);
    (void)lane;
    if (job->shape.transpose_b)
        for (int p = first; p < end; p++) transpose_panel(job, p);
    else copy_panels(job, first, end);
}

// Rows first_row .. first_row + rows - 1, depth k0 .. k0 + depth - 1 of op(a) into `to`.
static void pack_left(float *to, const matmul_job *job, int first_row, int rows, int k0, int depth) {
    const cal_matmul_shape *s = &job->shape;
    for (int r = 0; r < rows; r += ROWS, to += (size_t)ROWS * depth) {
        int here = cal_min_int(ROWS, rows - r);
        for (int k = 0; k < depth; k += 4) {
            cal_f4 block[4], turned[4];
            int left = cal_min_int(4, s->k - k0 - k);
            if (s->transpose_a) {
                load_block(block, job->a + (size_t)(k0 + k) * s->m + first_row + r, (size_t)s->m, left, here);
                transpose4(turned, block[0], block[1], block[2], block[3]);
            } else {
                load_block(turned, job->a + (size_t)(first_row + r) * s->k + k0 + k, (size_t)s->k, here,
                           left);
            }
            for (int i = 0; i < ROWS; i++) cal_f4_store(to + (size_t)k * ROWS + i * 4, turned[i]);
        }
    }
}

static void multiply_tile(int rows, int vectors, float *y, size_t stride, const float *left,
                          const float *right, int depth, bool first) {
    switch (rows * 2 + vectors - 1) {
#define CASE(rows, vectors)                                                                                  \
    case rows * 2 + vectors - 1: cal_tile(rows, vectors, y, stride, 4, left, right, depth, !first); break;
        CASE(1, 1)
        CASE(1, 2)
        CASE(2, 1)
        CASE(2, 2)
        CASE(3, 1)
        CASE(3, 2)
        CASE(4, 1)
        CASE(4, 2)
#undef CASE
    }
}

// A tile at the right edge whose columns do not fill its vectors goes through a copy.
static void edge_tile(int rows, int columns, float *y, size_t stride, const float *left, const float *right,
                      int depth, bool first) {
    float t[ROWS * COLUMNS] = {0};
    if (!first)
        for (int r = 0; r < rows; r++) memcpy(t + r * COLUMNS, y + r * stride, (size_t)columns * sizeof *t);
    multiply_tile(rows, cal_ceil_div(columns, 4), t, COLUMNS, left, right, depth, first);
    for (int r = 0; r < rows; r++) memcpy(y + r * stride, t + r * COLUMNS, (size_t)columns * sizeof *t);
}

static void multiply_block(void *context, int chunk, int lane) {
    const matmul_job *job = context;
    const cal_matmul_shape *s = &job->shape;
    float *left = job->left + (size_t)lane * left_floats(s);
    int row0 = chunk % job->row_blocks * job->block_rows, rows = cal_min_int(job->block_rows, s->m - row0);
    int panel0 = chunk / job->row_blocks * (BLOCK_COLUMNS / COLUMNS);
    int panel_end = cal_min_int(panel0 + BLOCK_COLUMNS / COLUMNS, job->panels);
    for (int k0 = 0; k0 < job->depth; k0 += DEPTH) {
        int depth = cal_min_int(DEPTH, job->depth - k0);
        pack_left(left, job, row0, rows, k0, depth);
        for (int p = panel0; p < panel_end; p++) {
            const float *right = job->right + ((size_t)p * job->depth + k0) * COLUMNS;
            int columns = cal_min_int(COLUMNS, s->n - p * COLUMNS);
            for (int r = 0; r < rows; r += ROWS) {
                float *y = job->y + (size_t)(row0 + r) * s->n + p * COLUMNS;
                int here = cal_min_int(ROWS, rows - r);
                const float *panel = left + (size_t)r * depth;
                if (columns % 4 == 0)
                    multiply_tile(here, columns / 4, y, (size_t)s->n, panel, right, depth, k0 == 0);
                else edge_tile(here, columns, y, (size_t)s->n, panel, right, depth, k0 == 0);
            }
        }
    }
}

static void multiply_group(const matmul_job *all, int group, float *right, float *left, cal_pool *pool) {
    matmul_job job = *all;
    const cal_matmul_shape *s = &all->shape;
    job.y += (size_t)s->m * s->n * group;
    job.a += (size_t)s->m * s->k * group;
    job.b += (size_t)s->k * s->n * group;
    job.right = right;
    job.left = left;
    cal_pool_run(pool, cal_ceil_div(job.panels, PACK_PANELS), pack_right, &job);
    cal_pool_run(pool, job.row_blocks * cal_ceil_div(job.panels, BLOCK_COLUMNS / COLUMNS), multiply_block,
                 &job);
}

static void small_group(void *context, int group, int lane) {
    const matmul_job *job = context;
    size_t right = right_floats(&job->shape), left = left_floats(&job->shape);
    float *scratch = job->right + (right + left) * lane;
    multiply_group(job, group, scratch, scratch + right, NULL);
}

void cal_matmul(const cal_env *env, float *y, const float *a, const float *b, const cal_matmul_shape *shape) {
    int groups = cal_max_int(shape->groups, 1);
    if (shape->k == 0) {
        memset(y, 0, (size_t)groups * shape->m * shape->n * sizeof *y);
        return;
    }
    matmul_job job = {.y = y,
                      .a = a,
                      .b = b,
                      .right = env->scratch,
                      .shape = *shape,
                      .depth = cal_round_up(shape->k, 4),
                      .block_rows = block_rows(shape),
                      .row_blocks = cal_ceil_div(shape->m, block_rows(shape)),
                      .panels = cal_ceil_div(shape->n, COLUMNS)};
    if (by_group(shape)) {
        cal_pool_run(env->pool, groups, small_group, &job);
        return;
    }
    cal_pool *pool = is_small(shape) ? NULL : env->pool;
    for (int i = 0; i < groups; i++)
        multiply_group(&job, i, job.right, job.right + right_floats(shape), pool);
}
