// Matrix product, after Goto & van de Geijn (2008). The right matrix is packed into panels of two vectors of
// columns, the left one into panels of four rows. A tile of y, 4 rows by one panel, stays in registers while
// the depth runs (tile.h). The depth is cut into blocks for which a right panel fits in the first-level
// cache.
//
// A chunk is a block of rows or, if y is much wider than high, a block of columns. Many threads get smaller
// chunks, which changes no element's sum. A chunk packs its part of one matrix, block by block of the depth,
// just before use. The other matrix is packed once, before. Matrices that are as fast in place are not packed
// (packs_left, packs_right).
//
// Packed layouts of each block of the depth:
// - Left: [panel][depth/4][4 rows][4 of the depth], or for a transposed matrix [panel][depth][4 rows], so
//   that packing either one copies vectors.
// - Right: [panel][depth][columns].
//
// The depth is padded with zeros to a multiple of four. Adding 0 * 0 changes no bit of a sum, because a sum
// that starts at +0 is never -0.
#include "kernel/matmul/parts.h"
#include <string.h>
#include "base/simd_wide.h"
#include "kernel/matmul/pack.h"
#include "kernel/matmul/tile.h"

enum {
    ROWS = CAL_TILE_ROWS,
    COLUMNS = CAL_TILE_COLUMNS,
    DEPTH = CAL_LANES == 4
                ? 512
                : 256,   // depth of a block: a right panel takes 16 or 32 KB of the first-level cache
    BLOCK_ROWS = 32,     // rows of a chunk, at most
    BLOCK_COLUMNS = 128, // columns of a chunk
    HIGH = 192, // above this many rows a left matrix is not packed whole: it would not stay in a cache
    PACK_CHUNK = 16384, // floats per chunk of packing, approximately
    SMALL_LEFT = 8192,  // a transposed left matrix of at most this many floats is not packed
    LONG_ROW = 1024,    // a left matrix with rows at least this long is packed
    SMALL_RIGHT = 4096, // a right matrix of at most this many floats is not packed
    DEEP = 2048,  // from this depth on both matrices are packed block by block, if a chunk uses all of one
    NARROW = 128, // and if that one has at most this many rows or columns
    BLOCK_DEEP = 128, // rows of a chunk in that case, at most
    SMALL = 500000    // multiply-adds below which waking a thread does not pay
};

typedef struct matmul_job {
    float *y;
    const float *a, *b;
    float *shared; // the matrix that is packed once; read only if it was prepared
    float *own;    // per worker, the packed part of the other matrix
    cal_matmul_shape shape;
    bool by_columns, packs_left, packs_right, deep, prepared;
    int depth;     // k rounded up to four
    int block;     // rows or columns of a chunk
    int packing;   // panels per chunk of packing
    int tiles;     // panels of four rows
    int panels;    // panels of columns
    size_t padded; // rows or columns of the shared matrix, in whole panels
} matmul_job;

static bool by_columns(const cal_matmul_shape *s) { return s->m <= HIGH && s->n > 2 * s->m; }

// A left matrix is read in place if the rows of a tile stay in the first-level cache. Then small right
// matrices of whole vectors are too. Packing every matrix of an attention took a third of its products' time,
// and a twelfth of that of a transformer's other products.
static bool packs_left(const cal_matmul_shape *s) {
    if (by_columns(s)) return true;
    return s->transpose_a ? (size_t)s->m * s->k > SMALL_LEFT : s->k > LONG_ROW;
}
static bool packs_right(const cal_matmul_shape *s) {
    return packs_left(s) || s->transpose_b || s->n % CAL_LANES != 0 || (size_t)s->n * s->k > SMALL_RIGHT;
}

// A deep product, such as an adjoint in weights, reads matrices that are much larger than its result. Packed
// in advance, they would be written to memory and read again. Each chunk instead packs its parts of both, as
// much as stays in the second-level cache.
static bool is_deep(const cal_matmul_shape *s) {
    const int whole = by_columns(s) ? s->m : s->n;
    return s->transpose_a && !s->transpose_b && s->k >= DEEP && whole <= NARROW && s->batch <= 1;
}

// Rows or columns per chunk, in whole tiles of `tile`. Cuts `all` into chunks of similar size; with few
// threads, of size `most`.
static int block_of(const cal_pool *pool, int all, int most, int tile) {
    const int chunks = cal_pool_cut(pool, cal_ceil_div(all, most), cal_ceil_div(all, tile));
    return cal_round_up(cal_ceil_div(all, chunks), tile);
}

static size_t shared_floats(const cal_matmul_shape *s) {
    size_t width = (size_t)(by_columns(s) ? cal_round_up(s->m, ROWS) : cal_round_up(s->n, COLUMNS));
    return is_deep(s) ? 0 : cal_scratch_floats(width * (size_t)cal_round_up(s->k, 4));
}
static size_t deep_floats(const cal_matmul_shape *s) { // floats of a part of the other matrix
    return is_deep(s) ? (size_t)cal_round_up(by_columns(s) ? s->m : s->n, COLUMNS) * DEPTH : 0;
}
static size_t own_floats(const cal_matmul_shape *s) {
    int rows = is_deep(s) ? BLOCK_DEEP : BLOCK_ROWS;
    return (size_t)(by_columns(s) ? BLOCK_COLUMNS : rows) * cal_min_int(DEPTH, cal_round_up(s->k, 4)) +
           deep_floats(s);
}

// Many small products are distributed whole, one per thread, each with separate scratch. Large ones use all
// threads in turn.
static bool is_small(const cal_matmul_shape *s) { return (double)s->m * s->n * s->k < SMALL; }
static bool is_batched(const cal_matmul_shape *s) { return s->batch > 1 && is_small(s); }

size_t CAL_WIDE(cal_matmul_scratch)(const cal_matmul_shape *shape, int workers) {
    size_t shared = shared_floats(shape) * (is_batched(shape) ? workers : 1);
    return (shared + own_floats(shape) * workers) * sizeof(float);
}

static void pack_shared(void *context, int chunk, int worker) {
    const matmul_job *job = context;
    int panels = job->by_columns ? job->tiles : job->panels, width = job->by_columns ? ROWS : COLUMNS;
    int first = chunk * job->packing, end = cal_min_int(first + job->packing, panels);
    (void)worker;
    for (int k0 = 0; k0 < job->depth; k0 += DEPTH) {
        int depth = cal_min_int(DEPTH, job->depth - k0);
        float *to = job->shared + k0 * job->padded + (size_t)first * width * depth;
        if (job->by_columns) cal_matmul_pack_left(to, job->a, &job->shape, first, end, k0, depth);
        else cal_matmul_pack_right(to, job->b, &job->shape, first, end, k0, depth);
    }
}

// Operands of a tile, packed or in place.
typedef struct factors {
    const float *left, *right;
    size_t left_step, right_step; // floats from row to row of an unpacked operand
} factors;

CAL_INLINE void multiply_packed(int rows, int vectors, float *y, size_t stride, const factors *of, int run,
                                int depth, bool first) {
    cal_tile(rows, vectors, y, stride, CAL_LANES, of->left, run, of->right, depth, !first);
}

CAL_INLINE void multiply_unpacked(int rows, int vectors, float *y, size_t stride, const factors *of,
                                  bool transposed, int depth, bool first) {
    cal_wide sum[ROWS][2];
    CAL_UNROLLED
    for (int i = 0; i < rows * vectors; i++) {
        const int r = i / vectors, v = i % vectors;
        sum[r][v] = first ? cal_wide_splat(0) : cal_wide_load(y + r * stride + v * CAL_LANES);
    }
    cal_tile_sum_unpacked(rows, vectors, sum, of->left, of->left_step, transposed, of->right, of->right_step,
                          depth);
    CAL_UNROLLED
    for (int i = 0; i < rows * vectors; i++) {
        const int r = i / vectors, v = i % vectors;
        cal_wide_store(y + r * stride + v * CAL_LANES, sum[r][v]);
    }
}

static void multiply_rows(int rows, int vectors, float *y, size_t stride, const factors *of, int depth,
                          bool first) {
    CAL_TILE_CALL(rows, vectors, multiply_unpacked, y, stride, of, false, depth, first)
}
static void multiply_columns(int rows, int vectors, float *y, size_t stride, const factors *of, int depth,
                             bool first) {
    CAL_TILE_CALL(rows, vectors, multiply_unpacked, y, stride, of, true, depth, first)
}
static void multiply_panels(int rows, int vectors, float *y, size_t stride, const factors *of, int depth,
                            bool first) {
    CAL_TILE_CALL(rows, vectors, multiply_packed, y, stride, of, 4, depth, first)
}
static void multiply_transposed(int rows, int vectors, float *y, size_t stride, const factors *of, int depth,
                                bool first) {
    CAL_TILE_CALL(rows, vectors, multiply_packed, y, stride, of, 1, depth, first)
}

static void multiply_tile(const matmul_job *job, int rows, int vectors, float *y, size_t stride,
                          const factors *of, int depth, bool first) {
    const bool transposed = job->shape.transpose_a;
    if (job->packs_left && transposed) multiply_transposed(rows, vectors, y, stride, of, depth, first);
    else if (job->packs_left) multiply_panels(rows, vectors, y, stride, of, depth, first);
    else if (transposed) multiply_columns(rows, vectors, y, stride, of, depth, first);
    else multiply_rows(rows, vectors, y, stride, of, depth, first);
}

// Computes a tile at the right edge whose columns do not fill its vectors, through a copy.
static void edge_tile(const matmul_job *job, int rows, int columns, float *y, size_t stride,
                      const factors *of, int depth, bool first) {
    float t[ROWS * COLUMNS] = {0};
    if (!first)
        for (int r = 0; r < rows; r++) memcpy(t + r * COLUMNS, y + r * stride, (size_t)columns * sizeof *t);
    multiply_tile(job, rows, cal_ceil_div(columns, CAL_LANES), t, COLUMNS, of, depth, first);
    for (int r = 0; r < rows; r++) memcpy(y + r * stride, t + r * COLUMNS, (size_t)columns * sizeof *t);
}

// Computes tiles tile0 .. tile_end - 1 by panels panel0 .. panel_end - 1 of y, for one block of the depth.
// Packed operands start at the first tile or panel, unpacked ones at the start of the matrix.
static void multiply_block(const matmul_job *job, const float *left, const float *right, int tile0,
                           int tile_end, int panel0, int panel_end, int k0, int depth) {
    const cal_matmul_shape *s = &job->shape;
    const size_t left_row = s->transpose_a ? (size_t)s->m : (size_t)s->k;
    const size_t left_tile = job->packs_left  ? (size_t)ROWS * depth
                             : s->transpose_a ? ROWS
                                              : ROWS * (size_t)s->k;
    const size_t right_panel = job->packs_right ? (size_t)COLUMNS * depth : COLUMNS;
    const int steps = job->packs_left ? depth : cal_min_int(depth, s->k - k0);
    factors of = {
        .right = right, .left_step = left_row, .right_step = job->packs_right ? COLUMNS : (size_t)s->n};
    for (int p = panel0; p < panel_end; p++, of.right += right_panel) {
        int columns = cal_min_int(COLUMNS, s->n - p * COLUMNS);
        of.left = left;
        for (int t = tile0; t < tile_end; t++, of.left += left_tile) {
            float *y = job->y + (size_t)t * ROWS * s->n + p * COLUMNS;
            int rows = cal_min_int(ROWS, s->m - t * ROWS);
            if (columns % CAL_LANES == 0)
                multiply_tile(job, rows, columns / CAL_LANES, y, (size_t)s->n, &of, steps, k0 == 0);
            else edge_tile(job, rows, columns, y, (size_t)s->n, &of, steps, k0 == 0);
        }
    }
}

static void multiply_chunk(void *context, int chunk, int worker) {
    const matmul_job *job = context;
    const cal_matmul_shape *s = &job->shape;
    float *own = job->own + (size_t)worker * own_floats(s), *whole = own + own_floats(s) - deep_floats(s);
    int width = job->by_columns ? COLUMNS : ROWS, first = chunk * job->block / width;
    int end = cal_min_int(first + job->block / width, job->by_columns ? job->panels : job->tiles);
    for (int k0 = 0; k0 < job->depth; k0 += DEPTH) {
        int depth = cal_min_int(DEPTH, job->depth - k0);
        const float *shared = job->deep ? whole : job->shared + k0 * job->padded;
        if (job->by_columns) {
            if (job->deep) cal_matmul_pack_left(whole, job->a, s, 0, job->tiles, k0, depth);
            cal_matmul_pack_right(own, job->b, s, first, end, k0, depth);
            multiply_block(job, shared, own, 0, job->tiles, first, end, k0, depth);
        } else {
            const size_t row = (size_t)first * ROWS;
            const float *left = own, *right = job->packs_right ? shared : job->b + (size_t)k0 * s->n;
            if (job->deep) cal_matmul_pack_right(whole, job->b, s, 0, job->panels, k0, depth);
            if (job->packs_left) cal_matmul_pack_left(own, job->a, s, first, end, k0, depth);
            else left = job->a + (s->transpose_a ? (size_t)k0 * s->m + row : row * s->k + k0);
            if (!job->packs_left && !s->transpose_a && k0 == 0)
                cal_read_lines(left, (size_t)(cal_min_int(end * ROWS, s->m) - first * ROWS) * s->k);
            multiply_block(job, left, right, first, end, 0, job->panels, k0, depth);
        }
    }
}

static void pack_all(matmul_job *job, cal_pool *pool) {
    cal_pool_run(pool, cal_ceil_div(job->by_columns ? job->tiles : job->panels, job->packing), pack_shared,
                 job);
}

static void multiply_one(const matmul_job *all, int index, float *scratch, cal_pool *pool) {
    matmul_job job = *all;
    const cal_matmul_shape *s = &all->shape;
    job.y += (size_t)s->m * s->n * index;
    job.a += (size_t)s->m * s->k * index;
    job.b += (size_t)s->k * s->n * index;
    if (!job.prepared) job.shared = scratch;
    job.own = scratch + shared_floats(s);
    if (!job.deep && !job.prepared && (job.packs_right || job.by_columns)) pack_all(&job, pool);
    cal_pool_run(pool, cal_ceil_div(job.by_columns ? s->n : s->m, job.block), multiply_chunk, &job);
}

static void small_product(void *context, int index, int worker) {
    const matmul_job *job = context;
    size_t size = shared_floats(&job->shape) + own_floats(&job->shape);
    multiply_one(job, index, job->shared + size * worker, NULL);
}

static matmul_job job_for(const cal_env *env, float *y, const float *a, const float *b,
                          const cal_matmul_shape *s, cal_pool *pool) {
    matmul_job job = {.y = y,
                      .a = a,
                      .b = b,
                      .shared = env->scratch,
                      .shape = *s,
                      .by_columns = by_columns(s),
                      .packs_left = packs_left(s),
                      .packs_right = packs_right(s),
                      .deep = is_deep(s),
                      .depth = cal_round_up(s->k, 4),
                      .tiles = cal_ceil_div(s->m, ROWS),
                      .panels = cal_ceil_div(s->n, COLUMNS)};
    job.padded = (size_t)(job.by_columns ? job.tiles * ROWS : job.panels * COLUMNS);
    job.block = job.by_columns ? block_of(pool, s->n, BLOCK_COLUMNS, COLUMNS)
                               : block_of(pool, s->m, job.deep ? BLOCK_DEEP : BLOCK_ROWS, ROWS);
    const int panels = job.by_columns ? job.tiles : job.panels;
    const size_t chunks = job.padded * (size_t)job.depth / PACK_CHUNK;
    job.packing = cal_ceil_div(panels, chunks < (size_t)panels ? cal_max_int((int)chunks, 1) : panels);
    return job;
}

void CAL_WIDE(cal_matmul_run)(const cal_env *env, float *y, const float *a, const float *b,
                              const cal_matmul_shape *shape) {
    const int batch = cal_max_int(shape->batch, 1);
    cal_pool *pool = is_small(shape) ? NULL : env->pool; // for one product
    matmul_job job = job_for(env, y, a, b, shape, pool);
    if (is_batched(shape)) cal_pool_run(env->pool, batch, small_product, &job);
    else
        for (int i = 0; i < batch; i++) multiply_one(&job, i, job.shared, pool);
}

// ---- products with a right matrix that is packed in advance

size_t CAL_WIDE(cal_matmul_packed_floats)(const cal_matmul_shape *s) {
    if (s->transpose_a || s->batch > 1 || by_columns(s) || !packs_right(s)) return 0;
    return shared_floats(s);
}

void CAL_WIDE(cal_matmul_pack)(const cal_env *env, float *packed, const float *b,
                               const cal_matmul_shape *shape) {
    matmul_job job = job_for(env, NULL, NULL, b, shape, env->pool);
    job.shared = packed;
    pack_all(&job, env->pool);
}

void CAL_WIDE(cal_matmul_run_packed)(const cal_env *env, float *y, const float *a, const float *packed,
                                     const cal_matmul_shape *shape) {
    cal_pool *pool = is_small(shape) ? NULL : env->pool;
    matmul_job job = job_for(env, y, a, packed, shape, pool);
    job.prepared = true; // so that b is not read
    job.shared = (float *)packed;
    multiply_one(&job, 0, env->scratch, pool);
}
