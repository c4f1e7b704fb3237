// Breaks a step's time down by op, and compares it with the peak of processor and memory.
#include "ad/profile.h"
#include "cli/bench/ceiling.h"
#include "cli/bench/parts.h"
#include "cli/cli.h"
#include <string.h>

// Each of the three streams has 25 MB, more than caches hold.
enum { STREAM_CHUNKS = 96, SAMPLES = 9, CEILING_RUNS = 2 };

typedef struct ceilings { // a second, all threads together
    double flop, bytes;
} ceilings;

typedef struct row { // one step of the model
    const char *op, *kernel;
    double calls, seconds, serial, multiply_adds, bytes;
} row;

typedef struct profile {
    const char *model;
    const cal_bench_request *request;
    const cal_plan *plan;
    int steps;
    double seconds; // seconds of a step
    ceilings most;
    row *rows; // [count], longest first
    int count;
} profile;

// ---- ceilings

static double fastest(cal_pool *pool, int chunks, cal_chunk_run *run, void *context, int runs) {
    double best = 1e9;
    for (int i = 0; i < SAMPLES; i++) {
        const double begin = cal_seconds();
        for (int k = 0; k < runs; k++) cal_pool_run(pool, chunks, run, context);
        const double seconds = (cal_seconds() - begin) / runs;
        if (seconds < best) best = seconds;
    }
    return best;
}

static cal_status measure_ceilings(ceilings *out, cal_pool *pool, cal_error *err) {
    const int workers = cal_pool_workers(pool);
    const size_t floats = (size_t)STREAM_CHUNKS * CAL_STREAM_CHUNK;
    cal_arena own = {0};
    float *sums = cal_arena_alloc(&own, (size_t)workers * 16 * sizeof *sums);
    float *memory = cal_arena_alloc(&own, 3 * floats * sizeof *memory);
    if (!own.refused) {
        cal_bench_streams streams = {memory, memory + floats, memory + 2 * floats};
        out->flop = cal_bench_ceiling_flop() * workers /
                    fastest(pool, workers, CAL_OF_WIDTH(cal_bench_ceiling), sums, CEILING_RUNS);
        out->bytes = 3.0 * (double)floats * sizeof *memory /
                     fastest(pool, STREAM_CHUNKS, CAL_OF_WIDTH(cal_bench_stream), &streams, 1);
    }
    const bool refused = own.refused;
    cal_arena_free(&own);
    return refused ? cal_refuse_memory(err, "measuring the memory's speed") : CAL_OK;
}

// ---- rows

static bool same(const char *a, const char *b) { return a == b || (a && b && strcmp(a, b) == 0); }

static row *row_of(profile *p, const char *op, const char *kernel) {
    for (int i = 0; i < p->count; i++)
        if (same(p->rows[i].op, op) && same(p->rows[i].kernel, kernel)) return &p->rows[i];
    p->rows[p->count] = (row){.op = op, .kernel = kernel};
    return &p->rows[p->count++];
}

static row row_of_part(const cal_plan_part *part, int steps) {
    const double calls = (double)part->runs / steps;
    return (row){.op = part->op,
                 .kernel = part->kernel,
                 .calls = calls,
                 .seconds = part->seconds / steps,
                 .serial = part->serial / steps,
                 .multiply_adds = part->multiply_adds * calls,
                 .bytes = part->bytes * calls};
}

static void add(row *to, const row *more) {
    to->calls += more->calls;
    to->seconds += more->seconds;
    to->serial += more->serial;
    to->multiply_adds += more->multiply_adds;
    to->bytes += more->bytes;
}

// Sorts rows by time, longest first; stable.
static void sort(row *rows, int count) {
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && rows[j - 1].seconds < rows[j].seconds; j--) {
            row swap = rows[j];
            rows[j] = rows[j - 1];
            rows[j - 1] = swap;
        }
}

static row sum_of(const profile *p) {
    row sum = {0};
    for (int i = 0; i < p->count; i++) add(&sum, &p->rows[i]);
    return sum;
}

// Returns a row's time at the ceilings as a fraction of its measured time; NaN if that is zero.
static double of_ceiling(const row *r, const ceilings *most) {
    const double products = 2 * r->multiply_adds / most->flop, moves = r->bytes / most->bytes;
    return (products > moves ? products : moves) / r->seconds;
}

// ---- output

static void write_row(cal_text *json, const row *r, const profile *p) {
    cal_json_member_number(json, "ms", r->seconds * 1e3);
    cal_json_member_number(json, "share", r->seconds / p->seconds);
    if (cal_pool_workers(p->request->pool) > 1) cal_json_member_number(json, "serial_ms", r->serial * 1e3);
}

static void write_speed(cal_text *json, const row *r, const profile *p) {
    if (r->multiply_adds > 0)
        cal_json_member_number(json, "gflops", 2 * r->multiply_adds / r->seconds * 1e-9);
    cal_json_member_number(json, "gb_per_second", r->bytes / r->seconds * 1e-9);
    cal_json_member_number(json, "share_of_ceiling", of_ceiling(r, &p->most));
}

static void write_parts(cal_text *json, const profile *p) {
    cal_json_key(json, "parts");
    cal_json_open(json, '[');
    for (int i = 0; i < cal_plan_parts(p->plan); i++) {
        const cal_plan_part part = cal_plan_part_at(p->plan, i);
        const row r = row_of_part(&part, p->steps);
        const double shape[] = {part.shape.n, part.shape.c, part.shape.h, part.shape.w};
        cal_json_open(json, '{');
        cal_json_member_string(json, "op", part.op);
        if (part.kernel) cal_json_member_string(json, "kernel", part.kernel);
        cal_json_member_numbers(json, "shape", shape, 4);
        if (part.follows) cal_json_member_bool(json, "with_previous", true);
        cal_json_member_number(json, "calls", r.calls);
        write_row(json, &r, p);
        write_speed(json, &r, p);
        cal_json_close(json, '}');
    }
    cal_json_close(json, ']');
}

// Returns the part of a step outside its plan: batches and updates.
static row rest_of(const profile *p) {
    const row sum = sum_of(p);
    const double rest = p->seconds - sum.seconds;
    return (row){.seconds = rest, .serial = rest};
}

static void write_json(cal_text *json, const profile *p) {
    const row rest = rest_of(p), sum = sum_of(p);
    cal_json_open(json, '{');
    cal_json_member_string(json, "model", p->model);
    cal_json_member_string(json, "of", p->request->infer ? "inference" : "training");
    cal_json_member_integer(json, "steps", p->steps);
    cal_json_member_number(json, "ms", p->seconds * 1e3);
    if (cal_pool_workers(p->request->pool) > 1)
        cal_json_member_number(json, "serial_share", (sum.serial + rest.serial) / p->seconds);
    cal_json_key(json, "ceiling");
    cal_json_open(json, '{');
    cal_json_member_number(json, "gflops", p->most.flop * 1e-9);
    cal_json_member_number(json, "gb_per_second", p->most.bytes * 1e-9);
    cal_json_close(json, '}');
    cal_json_key(json, "ops");
    cal_json_open(json, '[');
    for (int i = 0; i < p->count; i++) {
        cal_json_open(json, '{');
        cal_json_member_string(json, "op", p->rows[i].op);
        if (p->rows[i].kernel) cal_json_member_string(json, "kernel", p->rows[i].kernel);
        cal_json_member_number(json, "calls", p->rows[i].calls);
        write_row(json, &p->rows[i], p);
        write_speed(json, &p->rows[i], p);
        cal_json_close(json, '}');
    }
    cal_json_close(json, ']');
    cal_json_key(json, "rest");
    cal_json_open(json, '{');
    write_row(json, &rest, p);
    cal_json_close(json, '}');
    write_parts(json, p);
    cal_json_close(json, '}');
}

// Adds a figure, or spaces if there is none.
static void add_figure(cal_text *table, double value, int decimals, int width) {
    if (value > 0 && value < 1e9) cal_text_add(table, "  %*.*f", width, decimals, value);
    else cal_text_add(table, "  %*s", width, "");
}

static void add_line(cal_text *table, const row *r, const profile *p) {
    const bool threads = cal_pool_workers(p->request->pool) > 1;
    cal_text_add(table, "%-16s %-14s", r->op, r->kernel ? r->kernel : "");
    add_figure(table, r->calls, 0, 5);
    add_figure(table, r->seconds * 1e3, 3, 9);
    add_figure(table, 100 * r->seconds / p->seconds, 1, 7);
    if (threads) add_figure(table, r->serial * 1e3, 3, 9);
    add_figure(table, 2 * r->multiply_adds / r->seconds * 1e-9, 1, 7);
    add_figure(table, r->bytes / r->seconds * 1e-9, 1, 6);
    add_figure(table, 100 * of_ceiling(r, &p->most), 0, 9);
    cal_text_add(table, "\n");
}

static void write_table(cal_text *table, const profile *p) {
    const bool threads = cal_pool_workers(p->request->pool) > 1;
    row rest = rest_of(p);
    rest.op = p->request->infer ? "(outside)" : "(batch, update)";
    cal_text_add(table, "%s, %s of %d: %.3f ms a step, mean of %d steps, threads: %d\n", p->model,
                 p->request->infer ? "inference" : "training", p->request->batch, p->seconds * 1e3, p->steps,
                 cal_pool_workers(p->request->pool));
    cal_text_add(table, "at most %.1f GFLOP/s in registers and %.1f GB/s of memory\n\n", p->most.flop * 1e-9,
                 p->most.bytes * 1e-9);
    cal_text_add(table, "%-16s %-14s  calls         ms  share %%%s  GFLOP/s    GB/s  of most %%\n", "op",
                 "kernel", threads ? "  serial ms" : "");
    for (int i = 0; i < p->count; i++)
        if (p->rows[i].calls > 0) add_line(table, &p->rows[i], p);
    add_line(table, &rest, p);
}

// ---- measuring

static cal_status repeat(int *steps, double *seconds, cal_bench_subject *subject, double least,
                         cal_error *err) {
    const double begin = cal_seconds();
    *steps = 0;
    do {
        const cal_status status = cal_bench_step_of(subject, err);
        if (status) return status;
        ++*steps;
        *seconds = cal_seconds() - begin;
    } while (*seconds < least);
    *seconds /= *steps;
    return CAL_OK;
}

static cal_status measure(profile *p, cal_bench_subject *subject, cal_error *err) {
    cal_pool *pool = p->request->pool;
    cal_status status = measure_ceilings(&p->most, pool, err);
    if (!status) status = repeat(&p->steps, &p->seconds, subject, p->request->seconds / 4, err);
    if (!status) status = cal_plan_measure(subject->plan, cal_seconds, err);
    if (status) return status;
    cal_pool_measure(pool, cal_seconds);
    status = repeat(&p->steps, &p->seconds, subject, p->request->seconds, err);
    cal_pool_measure(pool, NULL);
    return status;
}

cal_status cal_bench_profile(cal_text *out, bool table, const char *model, const cal_bench_request *request,
                             cal_error *err) {
    profile p = {.model = model, .request = request};
    cal_bench_subject subject;
    cal_arena own = {0};
    cal_status status = cal_bench_open(&subject, model, request, err);
    if (!status) status = measure(&p, &subject, err);
    if (!status) {
        p.plan = subject.plan;
        p.rows = cal_arena_alloc(&own, (size_t)cal_plan_parts(p.plan) * sizeof *p.rows + 1);
        if (own.refused) status = cal_refuse_memory(err, "a profile");
    }
    if (!status) {
        for (int i = 0; i < cal_plan_parts(p.plan); i++) {
            const cal_plan_part part = cal_plan_part_at(p.plan, i);
            const row more = row_of_part(&part, p.steps);
            add(row_of(&p, part.op, part.kernel), &more);
        }
        sort(p.rows, p.count);
        (table ? write_table : write_json)(out, &p);
    }
    cal_arena_free(&own);
    cal_bench_close(&subject);
    return status;
}
