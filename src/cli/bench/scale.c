// Measures how steps speed up with threads, up to the machine's processors, and projects larger numbers.
#include "cli/bench/parts.h"
#include "cli/cli.h"

// All thread counts take a turn in each round, so that a temporary slowdown of the machine affects all.
enum { ROUNDS = 3 };

typedef struct rank { // a number of threads
    int threads;
    bool projected;
    cal_pool *pool;
    cal_bench_subject subject;
    cal_bench_rates round[ROUNDS], rate; // steps a second
    double serial;                       // fraction of a step's time
} rank;

typedef struct scale {
    const char *model;
    const cal_bench_request *request;
    rank alone; // one thread, the reference for projections
    rank ranks[CAL_BENCH_COUNTS_MAX];
    int count;
} scale;

static cal_status open_rank(rank *r, const scale *s, cal_error *err) {
    cal_status status = cal_pool_create(&r->pool, r->threads, err);
    cal_bench_request request = *s->request;
    request.pool = r->pool;
    return status ? status : cal_bench_open(&r->subject, s->model, &request, err);
}

static void close_rank(rank *r) {
    if (!r->pool) return;
    cal_bench_close(&r->subject);
    cal_pool_free(r->pool);
}

static cal_bench_rates all_rounds(const cal_bench_rates *round) {
    cal_bench_rates all = round[0];
    double least = round[0].median, most = round[0].median, sum = 0;
    for (int i = 0; i < ROUNDS; i++) {
        if (round[i].low < all.low) all.low = round[i].low;
        if (round[i].high > all.high) all.high = round[i].high;
        if (round[i].median < least) least = round[i].median;
        if (round[i].median > most) most = round[i].median;
        sum += round[i].median;
    }
    _Static_assert(ROUNDS == 3, "the middle one of three");
    all.median = sum - least - most;
    return all;
}

typedef struct repeated {
    double seconds, fastest; // seconds of all steps; of one
} repeated;

static cal_status repeat(repeated *out, rank *r, double least, cal_error *err) {
    const double begin = cal_seconds();
    *out = (repeated){0};
    do {
        const cal_status status = cal_bench_step_of(&r->subject, err);
        if (status) return status;
        const double before = out->seconds;
        out->seconds = cal_seconds() - begin;
        const double step = out->seconds - before;
        if (!before || step < out->fastest) out->fastest = step;
    } while (out->seconds < least);
    return CAL_OK;
}

static cal_status measure_serial(rank *r, double least, cal_error *err) {
    repeated all;
    cal_pool_measure(r->pool, cal_seconds);
    const cal_status status = repeat(&all, r, least, err);
    r->serial = 1 - cal_pool_shared(r->pool) / all.seconds;
    cal_pool_measure(r->pool, NULL);
    return status;
}

typedef struct projection {
    double fastest; // step of one thread, with loops cut for many
    double speed_up, serial;
} projection;

// Runs steps on one thread with loops cut for `threads`, and computes their time as if shared.
static cal_status project(projection *out, rank *alone, int threads, double least, cal_error *err) {
    const int shared[] = {threads, 1};
    double loops[2] = {0};
    repeated all;
    cal_pool_project(alone->pool, cal_seconds, shared, loops, 2);
    const cal_status status = repeat(&all, alone, least, err);
    cal_pool_project(alone->pool, NULL, NULL, NULL, 0);
    if (status) return status;
    const double serial = all.seconds - loops[1], many = serial + loops[0];
    *out = (projection){all.fastest, all.seconds / many, serial / many};
    return CAL_OK;
}

static cal_status measure_turns(scale *s, double turn, cal_error *err) {
    cal_status status = CAL_OK;
    for (int i = 0; i < s->count && !status; i++)
        if (!s->ranks[i].projected) status = open_rank(&s->ranks[i], s, err);
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < s->count && !status; i++)
            if (!s->ranks[i].projected)
                status = cal_bench_measure(&s->ranks[i].round[round], cal_bench_step_of, &s->ranks[i].subject,
                                           turn, err);
    return status;
}

// Measures all ranks in turns. Projections are relative to one thread's rate in the turns, and lower by the
// cost of cutting loops smaller.
static cal_status measure(scale *s, cal_error *err) {
    const double turn = s->request->seconds / ROUNDS;
    projection one = {0};
    cal_status status = open_rank(&s->alone, s, err);
    if (!status) status = measure_turns(s, turn, err);
    if (!status) status = project(&one, &s->alone, 1, turn, err);
    double rate = 1 / one.fastest;
    for (int i = 0; i < s->count && !status; i++) {
        rank *r = &s->ranks[i];
        if (r->projected) continue;
        r->rate = all_rounds(r->round);
        r->serial = one.serial;
        if (r->threads == 1) rate = r->rate.median;
        else status = measure_serial(r, turn, err);
    }
    for (int i = 0; i < s->count && !status; i++) {
        rank *r = &s->ranks[i];
        if (!r->projected) continue;
        projection many = {0};
        status = project(&many, &s->alone, r->threads, turn, err);
        const double cut = many.fastest > one.fastest ? one.fastest / many.fastest : 1;
        const double projected = rate * cut * many.speed_up;
        r->rate = (cal_bench_rates){projected, projected, projected};
        r->serial = many.serial;
    }
    return status;
}

// ---- output

static void write_json(cal_text *json, const scale *s) {
    cal_json_open(json, '{');
    cal_json_member_string(json, "model", s->model);
    cal_json_member_string(json, "of", s->request->infer ? "inference" : "training");
    cal_json_member_integer(json, "processors", cal_threads_available());
    cal_json_key(json, "threads");
    cal_json_open(json, '[');
    for (int i = 0; i < s->count; i++) {
        const rank *r = &s->ranks[i];
        cal_json_open(json, '{');
        cal_json_member_integer(json, "threads", r->threads);
        cal_json_member_bool(json, "projected", r->projected);
        cal_json_member_number(json, "images_per_second", r->rate.median * s->request->batch);
        cal_json_member_number(json, "low", r->rate.low * s->request->batch);
        cal_json_member_number(json, "high", r->rate.high * s->request->batch);
        cal_json_member_number(json, "speed_up", r->rate.median / s->ranks[0].rate.median);
        cal_json_member_number(json, "serial_share", r->serial);
        cal_json_close(json, '}');
    }
    cal_json_close(json, ']');
    cal_json_close(json, '}');
}

static void write_table(cal_text *table, const scale *s) {
    cal_text_add(table, "%s, %s of %d, on a machine of %d threads\n\n", s->model,
                 s->request->infer ? "inference" : "training", s->request->batch, cal_threads_available());
    cal_text_add(table, "threads   images/s  speed-up  serial %%\n");
    for (int i = 0; i < s->count; i++) {
        const rank *r = &s->ranks[i];
        cal_text_add(table, "%7d  %9.1f  %8.2f  %8.1f%s\n", r->threads, r->rate.median * s->request->batch,
                     r->rate.median / s->ranks[0].rate.median, 100 * r->serial,
                     r->projected ? "  projected" : "");
    }
}

cal_status cal_bench_scale(cal_text *out, bool table, const char *model, const cal_bench_request *request,
                           const int *threads, int count, cal_error *err) {
    scale s = {.model = model, .request = request, .alone = {.threads = 1}, .count = count};
    for (int i = 0; i < count; i++)
        s.ranks[i] = (rank){.threads = threads[i], .projected = threads[i] > cal_threads_available()};
    const cal_status status = measure(&s, err);
    if (!status) (table ? write_table : write_json)(out, &s);
    close_rank(&s.alone);
    for (int i = 0; i < count; i++) close_rank(&s.ranks[i]);
    return status;
}
