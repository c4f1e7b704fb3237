// Plans a graph: selects and orders the nodes that the roots need (schedule.c) and assigns their memory
// (buffers.c). Then runs them (overlap.c), and reports what each step cost (profile.c).
#include "ad/plan.h"
#include "ad/fuse/passes.h"
#include "ad/plan/fusion.h"
#include "ad/plan/buffers.h"
#include "ad/plan/profile.h"
#include "ad/plan/schedule.h"
#include "ad/plan/overlap.h"
#include "ad/profile.h"
#include "base/memory.h"
#include "kernel/loops.h"
#include <assert.h>

struct cal_plan {
    cal_step *step;
    int steps, steady; // steady: the first steps, which need not run again
    cal_overlaps overlaps;
    int32_t *place; // graph node -> step, or -1
    int nodes;
    cal_buffer_plan buffers;
    bool *bound; // storage given by the caller
    uint64_t scratch;
    unsigned char *memory, *own_memory, *scratch_memory;
    cal_arena own;
    int workers;
    cal_profile *profile; // null: not measured
};

// Makes a step of each live node of the fused graph. `place` maps the caller's nodes to steps.
static bool select_live(cal_plan *plan, const cal_graph *fused, const cal_node *map, const cal_node *roots,
                        int nroots) {
    size_t count = (size_t)fused->count + 1;
    int32_t *step_of = cal_arena_alloc(&plan->own, count * sizeof *step_of);
    bool *live = cal_arena_alloc(&plan->own, count * sizeof *live);
    plan->place = cal_arena_alloc(&plan->own, (size_t)plan->nodes * sizeof *plan->place + 1);
    cal_plan_order schedule;
    if (plan->own.refused) return false;
    for (int i = 0; i < nroots; i++)
        if (roots[i] >= 0) live[map[roots[i]]] = true;
    for (cal_node i = fused->count - 1; i >= 0; i--)
        for (int j = 0; live[i] && j < CAL_INPUTS_MAX; j++)
            if (cal_at(fused, i)->in[j] >= 0) live[cal_at(fused, i)->in[j]] = true;
    if (!cal_plan_order_make(&schedule, &plan->own, fused, live)) return false;
    plan->steps = schedule.count;
    plan->steady = schedule.steady;
    for (cal_node i = 0; i < fused->count; i++) step_of[i] = -1;
    for (int i = 0; i < plan->steps; i++) step_of[schedule.node[i]] = i;
    for (cal_node i = 0; i < plan->nodes; i++) plan->place[i] = map[i] < 0 ? -1 : step_of[map[i]];
    plan->step = cal_arena_alloc(&plan->own, (size_t)plan->steps * sizeof *plan->step + 1);
    if (!plan->step) return false;
    for (int i = 0; i < plan->steps; i++) {
        cal_step *step = &plan->step[i];
        step->node = *cal_at(fused, schedule.node[i]);
        step->follows = schedule.follows[i];
        step->chained = schedule.chained[schedule.node[i]];
        step->batch = schedule.batch[schedule.node[i]];
        step->blocks = cal_ceil_div(step->node.shape.c, 4);
        for (int j = 0; j < CAL_INPUTS_MAX; j++) {
            cal_node in = step->node.in[j];
            if (in < 0) continue;
            step->node.in[j] = step_of[in];
            step->in_shape[j] = cal_at(fused, in)->shape;
            step->in_kind[j] = (cal_kind)cal_at(fused, in)->kind;
            step->in_blocks[j] = cal_ceil_div(step->in_shape[j].c, 4);
        }
    }
    return true;
}

static bool lay_out_buffers(cal_plan *plan, const cal_node *roots, int nroots, bool plain) {
    int *last = cal_arena_alloc(&plan->own, ((size_t)plan->steps + 1) * sizeof *last);
    plan->bound = cal_arena_alloc(&plan->own, ((size_t)plan->steps + 1) * sizeof *plan->bound);
    const int overlap_from = plan->workers > 1 ? plan->steady : plan->steps;
    const bool found =
        cal_overlaps_find(&plan->overlaps, &plan->own, plan->step, plan->steps, overlap_from, plan->workers);
    if (!found || plan->own.refused) return false;
    for (int i = 0; i < plan->steps; i++) {
        last[i] = i;
        for (int j = 0; j < CAL_INPUTS_MAX; j++)
            if (plan->step[i].node.in[j] >= 0) last[plan->step[i].node.in[j]] = i;
    }
    for (int i = 0; i < plan->steady; i++)
        if (last[i] >= plan->steady) last[i] = CAL_FOREVER;
    for (int i = 0; i < nroots; i++)
        if (roots[i] >= 0) last[plan->place[roots[i]]] = CAL_FOREVER;
    plan->buffers = (cal_buffer_plan){
        .step = plan->step, .steps = plan->steps, .overlaps = &plan->overlaps, .last = last};
    return cal_buffers_plan(&plan->buffers, &plan->own, plain);
}

static uint64_t fixed_bytes(const cal_plan *plan) {
    uint64_t bytes = 0;
    for (int i = 0; i < plan->steps; i++)
        if (plan->buffers.buffer_of[i] == CAL_PERSISTENT && !plan->bound[i])
            bytes += cal_node_bytes(&plan->step[i].node);
    return bytes;
}

// Scratch sizes are size_t, so they are computed only once the tensors are known to fit.
static cal_status check_size(cal_plan *plan, cal_error *err) {
    uint64_t limit = SIZE_MAX / 4, bytes = fixed_bytes(plan) + plan->buffers.arena;
    if (bytes < limit) plan->scratch = cal_overlaps_scratch(&plan->overlaps, limit);
    bytes += plan->scratch;
    if (bytes < limit) return CAL_OK;
    return cal_fail(err, CAL_MEMORY,
                    "a step would need %.1f GB of memory, more than there can be here: take a smaller "
                    "batch or a smaller network",
                    (double)bytes / (1 << 30));
}

static cal_status lay_out(cal_plan *plan, const cal_graph *g, const cal_node *roots, int nroots,
                          cal_error *err) {
    cal_graph fused = {0};
    cal_node *map = cal_arena_alloc(&plan->own, (size_t)g->count * sizeof *map + 1);
    bool refused = !map;
    plan->nodes = g->count;
    if (map) {
        cal_fuse(&fused, map, g, roots, nroots);
        refused = fused.error.status || !select_live(plan, &fused, map, roots, nroots) ||
                  !lay_out_buffers(plan, roots, nroots, g->plain);
    }
    cal_graph_free(&fused);
    if (refused) return cal_fail(err, CAL_MEMORY, "memory for a plan of %d nodes was refused", g->count);
    return check_size(plan, err);
}

cal_status cal_plan_create(cal_plan **out, const cal_graph *g, const cal_node *roots, int nroots, int workers,
                           cal_error *err) {
    *out = NULL;
    if (g->error.status) {
        if (err) *err = g->error;
        return g->error.status;
    }
    cal_arena own = {0};
    cal_plan *plan = cal_arena_alloc(&own, sizeof *plan);
    if (!plan) return cal_fail(err, CAL_MEMORY, "memory for a plan of %d nodes was refused", g->count);
    plan->own = own;
    plan->workers = workers;
    cal_status status = lay_out(plan, g, roots, nroots, err);
    if (status) {
        cal_plan_free(plan);
        return status;
    }
    *out = plan;
    return CAL_OK;
}

void cal_plan_free(cal_plan *plan) {
    if (!plan) return;
    cal_mem_free(plan->own_memory);
    cal_arena own = plan->own; // the plan is stored in its own arena
    cal_arena_free(&own);
}

size_t cal_plan_block(const cal_plan *plan) {
    return (size_t)(fixed_bytes(plan) + plan->buffers.arena + plan->scratch);
}
size_t cal_plan_overhead(const cal_plan *plan) { return plan->own.used; }
size_t cal_plan_bytes(const cal_plan *plan) { return plan->own.taken; }

void cal_plan_bind(cal_plan *plan, cal_node x, void *storage) {
    if (x < 0 || x >= plan->nodes || plan->place[x] < 0) return; // no root depends on it
    int i = plan->place[x];
    assert(plan->step[i].node.op == CAL_OP_INPUT);
    plan->bound[i] = true;
    plan->step[i].y = storage;
}

static void connect(cal_plan *plan) {
    for (int i = 0; i < plan->steps; i++)
        for (int j = 0; j < CAL_INPUTS_MAX; j++)
            if (plan->step[i].node.in[j] >= 0) plan->step[i].x[j] = plan->step[plan->step[i].node.in[j]].y;
}

cal_status cal_plan_place(cal_plan *plan, void *memory, cal_error *err) {
    size_t fixed = (size_t)fixed_bytes(plan), arena = (size_t)plan->buffers.arena,
           bytes = cal_plan_block(plan);
    if (!memory && !plan->own_memory) {
        plan->own_memory = cal_mem_alloc(bytes + 1);
        if (!plan->own_memory)
            return cal_fail(err, CAL_MEMORY, "%.1f MB of memory were refused", (double)bytes / (1024 * 1024));
    }
    plan->memory = memory ? memory : plan->own_memory;
    plan->scratch_memory = plan->memory + fixed + arena;
    size_t at = 0;
    for (int i = 0; i < plan->steps; i++) {
        cal_step *step = &plan->step[i];
        if (plan->buffers.buffer_of[i] >= 0) {
            const size_t plane = (size_t)step->node.shape.h * step->node.shape.w * 4 * sizeof(float);
            const size_t offset =
                plan->buffers.view[i].offset > 0 ? (size_t)plan->buffers.view[i].offset * plane : 0;
            step->y =
                plan->memory + fixed + plan->buffers.buffers[plan->buffers.buffer_of[i]].offset + offset;
        }
        if (plan->buffers.buffer_of[i] == CAL_PERSISTENT && !plan->bound[i]) {
            step->y = plan->memory + at;
            at += (size_t)cal_node_bytes(&step->node);
        }
    }
    return CAL_OK;
}

void *cal_plan_data(cal_plan *plan, cal_node x) {
    return x < 0 || x >= plan->nodes || plan->place[x] < 0 ? NULL : plan->step[plan->place[x]].y;
}

static void run_from(cal_plan *plan, int first, cal_pool *pool) {
    assert(plan->memory && cal_pool_workers(pool) <= plan->workers);
    connect(plan); // bindings may have changed since the last run
    cal_overlaps_run(&plan->overlaps, first, &(cal_env){.pool = pool, .scratch = plan->scratch_memory},
                     plan->profile);
}

void cal_plan_run(cal_plan *plan, cal_pool *pool) { run_from(plan, 0, pool); }
void cal_plan_run_again(cal_plan *plan, cal_pool *pool) { run_from(plan, plan->steady, pool); }

cal_status cal_plan_measure(cal_plan *plan, double (*now)(void), cal_error *err) {
    cal_profile *profile = cal_arena_alloc(&plan->own, sizeof *profile);
    if (!profile || !cal_profile_begin(profile, &plan->own, plan->steps, plan->workers, now))
        return cal_refuse_memory(err, "a profile of %d parts", plan->steps);
    plan->profile = profile;
    return CAL_OK;
}

int cal_plan_parts(const cal_plan *plan) { return plan->steps; }

cal_plan_part cal_plan_part_at(const cal_plan *plan, int part) {
    const cal_step *step = &plan->step[part];
    const cal_op *op = cal_op_at(step->node.op);
    const cal_op_work work = op->work ? op->work(step) : (cal_op_work){0};
    cal_plan_part out = {.op = op->name,
                         .kernel = work.kernel,
                         .kind = (cal_kind)step->node.kind,
                         .shape = step->node.shape,
                         .follows = step->follows,
                         .overlaps = part >= plan->overlaps.of[part].second,
                         .multiply_adds = work.multiply_adds,
                         .bytes = step->local ? 0 : (double)cal_node_bytes(&step->node)};
    for (int j = 0; j < CAL_INPUTS_MAX; j++) {
        if (step->node.in[j] < 0 || step->in_local[j]) continue;
        const cal_tensor_view *view = &plan->buffers.view[step->node.in[j]];
        cal_node_data in = plan->step[step->node.in[j]].node;
        const bool same_buffer = view->offset >= 0 && view->base == plan->buffers.view[part].base;
        if (same_buffer && (step->node.op == CAL_OP_CONCAT || op->view_offset)) { // neither read nor written
            out.bytes -= (double)cal_node_bytes(step->node.op == CAL_OP_CONCAT ? &in : &step->node);
            continue;
        }
        // A sum reads only its own channels of a term that has more.
        if (step->node.op == CAL_OP_CHANNEL_LINEAR && in.kind == CAL_IMAGE) in.shape = step->node.shape;
        out.bytes += (double)cal_node_bytes(&in);
    }
    if (!plan->profile) return out;
    out.runs = plan->profile->runs[part];
    out.seconds = plan->profile->seconds[part];
    out.serial = plan->profile->serial[part];
    return out;
}
