// Matrix product against double loops, its order of summation, and its independence of tiles.
#include "kernel/matmul/matmul.h"
#include "kernel_check.h"

typedef struct matmul_case {
    cal_matmul_shape s;
    float *y, *a, *b;
    size_t ys, as, bs;
} matmul_case;

static matmul_case case_of(int m, int n, int k, bool ta, bool tb) {
    matmul_case c = {.s = {m, n, k, ta, tb}, .ys = (size_t)m * n, .as = (size_t)m * k, .bs = (size_t)k * n};
    c.y = guarded(c.ys * 4);
    c.a = guarded(c.as * 4);
    c.b = guarded(c.bs * 4);
    fill_floats(c.a, c.as, 1);
    fill_floats(c.b, c.bs, 2);
    return c;
}

static void case_free(matmul_case *c) {
    guarded_free(c->y);
    guarded_free(c->a);
    guarded_free(c->b);
}

static void run(const cal_env *env, void *context) {
    matmul_case *c = context;
    cal_kernel_matmul(env, c->y, c->a, c->b, &c->s);
}

static bool run_case(matmul_case *c, cal_pool *pool) {
    return run_within(pool, cal_kernel_matmul_scratch(&c->s, cal_pool_workers(pool)), run, c) &&
           intact(c->y, c->ys * 4);
}

// The contract is exact: the sum over k in order, rounded after every multiplication and addition.
static bool in_order(const matmul_case *c) {
    const cal_matmul_shape *s = &c->s;
    for (int i = 0; i < s->m; i++)
        for (int j = 0; j < s->n; j++) {
            volatile float sum = 0, product;
            double exact = 0, size = 0;
            for (int k = 0; k < s->k; k++) {
                float a = s->transpose_a ? c->a[(size_t)k * s->m + i] : c->a[(size_t)i * s->k + k];
                float b = s->transpose_b ? c->b[(size_t)j * s->k + k] : c->b[(size_t)k * s->n + j];
                product = a * b;
                sum = sum + product;
                exact += (double)a * b;
                size += magnitude((double)a * b);
            }
            float got = c->y[(size_t)i * s->n + j];
            if (got != sum || magnitude(got - exact) > 1e-6 * (size + 1e-30) * (s->k + 1)) return false;
        }
    return true;
}

static void check_shape(int m, int n, int k, cal_pool *pool) {
    for (int t = 0; t < 4; t++) {
        matmul_case c = case_of(m, n, k, t & 1, t >> 1);
        bool ok = run_case(&c, pool), right = in_order(&c);
        if (!ok || !right)
            fprintf(stderr, "m %d n %d k %d transposed %d %d: guards %d sums %d\n", m, n, k, t & 1, t >> 1,
                    ok, right);
        CHECK(ok && right);
        case_free(&c);
    }
}

// Checks for the same bits with every number of workers, which determines how a product is cut.
static void check_workers(int m, int n, int k, int transposed) {
    static const int workers[] = {3, 8, 25};
    const bool a = transposed & 1, b = transposed >> 1;
    matmul_case one = case_of(m, n, k, a, b), many = case_of(m, n, k, a, b);
    CHECK(run_case(&one, NULL));
    for (int i = 0; i < 3; i++) {
        cal_pool *pool = pool_of(workers[i]);
        CHECK(run_case(&many, pool));
        CHECK(memcmp(one.y, many.y, one.ys * 4) == 0);
        cal_pool_free(pool);
    }
    case_free(&one);
    case_free(&many);
}

// Row i of a batch of m equals row i alone.
static void check_batch(int m, int n, int k) {
    matmul_case one = case_of(m, n, k, false, true);
    CHECK(run_case(&one, NULL));
    matmul_case row = case_of(1, n, k, false, true);
    for (int i = 0; i < m; i++) {
        memcpy(row.a, one.a + (size_t)i * k, (size_t)k * 4);
        CHECK(run_case(&row, NULL));
        CHECK(memcmp(row.y, one.y + (size_t)i * n, (size_t)n * 4) == 0);
    }
    case_free(&one);
    case_free(&row);
}

// Each product of a batch has the bits of that product alone, whichever worker computes it.
static void check_groups(int groups, int m, int n, int k, int workers) {
    cal_pool *pool = pool_of(workers);
    for (int t = 0; t < 4; t++) {
        matmul_case many = case_of(groups * m, n, k, t & 1, t >> 1), one = case_of(m, n, k, t & 1, t >> 1);
        guarded_free(many.b);
        many.bs = (size_t)groups * k * n;
        many.b = guarded(many.bs * 4);
        fill_floats(many.b, many.bs, 3);
        many.s.m = m;
        many.s.batch = groups;
        CHECK(run_case(&many, pool));
        for (int i = 0; i < groups; i++) {
            memcpy(one.a, many.a + i * one.as, one.as * 4);
            memcpy(one.b, many.b + i * one.bs, one.bs * 4);
            CHECK(run_case(&one, NULL));
            CHECK(memcmp(one.y, many.y + i * one.ys, one.ys * 4) == 0);
        }
        case_free(&many);
        case_free(&one);
    }
    cal_pool_free(pool);
}

static float *prepared_matrix;

static void run_prepared(const cal_env *env, void *context) {
    matmul_case *c = context;
    cal_kernel_matmul_prepare(env, prepared_matrix, c->b, &c->s);
    cal_kernel_matmul_prepared(env, c->y, c->a, prepared_matrix, &c->s);
}

// Checks that a packed matrix gives the same sums.
static void check_prepared(int m, int n, int k, bool transposed, cal_pool *pool) {
    matmul_case c = case_of(m, n, k, false, transposed);
    const size_t bytes = cal_kernel_matmul_prepared_floats(&c.s) * sizeof(float);
    prepared_matrix = guarded(bytes);
    bool ok = run_within(pool, cal_kernel_matmul_scratch(&c.s, cal_pool_workers(pool)), run_prepared, &c) &&
              intact(c.y, c.ys * 4) && within_guards(prepared_matrix, bytes);
    CHECK(bytes && ok && in_order(&c));
    guarded_free(prepared_matrix);
    case_free(&c);
}

static void check_row(int n, int k, cal_pool *pool) { check_prepared(1, n, k, true, pool); }

static void check_rows(cal_pool *pool) {
    for (int n = 1; n <= 70; n++) check_row(n, 1 + n * 5 % 37, pool);
    check_row(100, 3072, pool);
    check_row(1001, 700, pool); // large enough for all threads
    check_prepared(2, 4, 9, true, pool);
    check_prepared(13, 17, 35, true, pool);
    check_prepared(128, 100, 1030, true, pool); // several blocks of the depth, and all threads
    check_prepared(200, 130, 90, false, pool);
    check_prepared(300, 301, 513, false, pool);
    const cal_matmul_shape others[] = {{2, 9, 9, false, true, 1},
                                       {128, 100, 77, true, true, 1},
                                       {1, 9, 9, false, false, 1},
                                       {1, 9, 0, false, true, 1},
                                       {1, 9, 9, false, true, 2}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        CHECK(!cal_kernel_matmul_prepared_floats(&others[i]));
}

static void check(void) {
    cal_pool *pool = pool_of(2);
    check_rows(pool);
    for (int m = 1; m <= 14; m++)
        for (int n = 1; n <= 17; n++) check_shape(m, n, 1 + (m * 7 + n * 3) % 19, pool);
    check_shape(49, 33, 513, pool); // one past a block in every direction
    check_shape(33, 129, 513, pool);
    check_shape(9, 4, 600, pool); // neither matrix packed, and several blocks of the depth
    check_shape(9, 8, 500, pool);
    check_shape(13, 7, 1300, pool);   // long rows
    check_shape(134, 21, 2051, pool); // deep, by rows and by columns
    check_shape(21, 134, 2051, pool);
    check_shape(97, 265, 515, pool);
    check_shape(193, 12, 100, pool);
    check_shape(193, 400, 9, pool);
    check_shape(128, 100, 300, pool);
    check_shape(100, 300, 128, pool);
    check_shape(128, 10, 100, pool);
    check_shape(3, 4, 0, pool); // empty sum
    cal_pool_free(pool);
    for (int t = 0; t < 4; t++) {
        check_workers(128, 100, 77, t);
        check_workers(60, 300, 300, t); // by columns
        check_workers(70, 66, 2051, t); // one of them deep
        check_workers(40, 122, 2051, t);
    }
    check_batch(128, 100, 77);
    check_batch(200, 40, 300);
    check_groups(5, 9, 13, 6, 1);
    check_groups(7, 17, 9, 33, 3);
    check_groups(2, 97, 100, 65, 2); // each large enough for all threads
}

int main(void) {
    at_every_width(check);
    return CHECK_DONE();
}
