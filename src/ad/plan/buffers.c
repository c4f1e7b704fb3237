// Assigns a buffer, a view, worker-local scratch or persistent storage to every result of a plan.
#include "ad/plan/buffers.h"
#include "ad/plan/fusion.h"
#include "ad/plan/schedule.h"

enum { ALIGN = 64 };

uint64_t cal_node_bytes(const cal_node_data *node) {
    cal_shape s = node->shape;
    uint64_t plain = (uint64_t)s.n * (uint64_t)s.c * (uint64_t)s.h * (uint64_t)s.w;
    uint64_t padded = (uint64_t)s.n * (uint64_t)((s.c + 3) / 4 * 4) * (uint64_t)s.h * (uint64_t)s.w;
    uint64_t bytes = 0;
    switch (node->kind) {
    case CAL_VECTOR: bytes = plain * sizeof(double); break;
    case CAL_MATRIX:
    case CAL_FILTER: bytes = plain * sizeof(float); break;
    case CAL_IMAGE: bytes = padded * sizeof(float); break;
    case CAL_INDEX:
        bytes = cal_op_at(node->op)->flags & CAL_OP_BYTES ? padded : plain * sizeof(int32_t);
        break;
    }
    return (bytes + ALIGN - 1) & ~(uint64_t)(ALIGN - 1);
}

static bool persists(const cal_node_data *node) { return cal_op_at(node->op)->flags & CAL_OP_PERSISTS; }

// First step of the fusion that step i belongs to, and the end of that fusion.
static int fusion_first(const cal_buffer_plan *plan, int i) {
    while (plan->step[i].follows) i--;
    return i;
}
static int fusion_end(const cal_buffer_plan *plan, int i) {
    return cal_fusion_end(plan->step, plan->steps, i);
}

// Returns true if the step that runs concurrently with step i reads the buffer.
static bool read_concurrently(const cal_buffer_plan *plan, int i, int buffer) {
    const cal_concurrent_steps *overlap = &plan->overlaps->of[i];
    for (int j = 0; i >= overlap->second && j < CAL_INPUTS_MAX; j++) {
        const int in = plan->step[overlap->begin].node.in[j];
        if (in >= 0 && plan->buffer_of[in] == buffer) return true;
    }
    return false;
}

// Returns true if the convolution that leads step i's fusion reads the buffer. It reads whole images, not
// single planes.
static bool read_by_convolution(const cal_buffer_plan *plan, int i, int buffer) {
    const cal_node_data *first = &plan->step[fusion_first(plan, i)].node;
    for (int j = 0; cal_is_convolution(first) && j < CAL_INPUTS_MAX; j++)
        if (first->in[j] >= 0 && plan->buffer_of[first->in[j]] == buffer) return true;
    return false;
}

// Returns the buffer of a dying input that step i may overwrite in place, or CAL_PERSISTENT. If there are
// several it takes the oldest or the youngest. Packing decides which gives the smaller arena.
static int in_place_buffer(const cal_buffer_plan *plan, int i, bool oldest) {
    const cal_node_data *node = &plan->step[i].node;
    int best = CAL_PERSISTENT;
    bool in_place = cal_op_at(node->op)->flags & CAL_OP_IN_PLACE;
    for (int j = 0; in_place && j < CAL_INPUTS_MAX; j++) {
        int in = node->in[j];
        if (in < 0 || plan->buffer_of[in] < 0 || plan->last[in] != i) continue;
        // A view's planes have a larger stride than the result's: other workers may still read what this one
        // overwrites.
        if (plan->view[in].offset >= 0) continue;
        const cal_node_data *input = &plan->step[in].node;
        if (input->kind != node->kind || cal_node_bytes(input) != cal_node_bytes(node)) continue;
        int buffer = plan->buffer_of[in];
        if (plan->buffers[buffer].dies != i || read_by_convolution(plan, i, buffer) ||
            read_concurrently(plan, i, buffer))
            continue;
        if (best < 0 || (plan->buffers[buffer].born < plan->buffers[best].born) == oldest) best = buffer;
    }
    return best;
}

// Byte offset of the first tile slot whose value is dead after step i. An element-wise step may write in
// place.
static size_t free_tile(const cal_buffer_plan *plan, int first, int i) {
    size_t at = 0, tile = cal_local_bytes(&plan->step[i]);
    const int until = i - !cal_op_at(plan->step[i].node.op)->elementwise;
    for (int k = first; k < i; k++)
        if (plan->step[k].local == at + 1 && plan->last[k] > until) {
            at += tile;
            k = first - 1;
        }
    return at;
}

// Gives step i worker-local scratch if only steps of the same fusion read the result.
static bool make_local(cal_buffer_plan *plan, int i) {
    cal_step *step = &plan->step[i];
    int first = fusion_first(plan, i), end = fusion_end(plan, i);
    bool pieces =
        step->node.kind == CAL_IMAGE || step->node.kind == CAL_INDEX || step->chained || step->batch;
    if (!pieces || plan->last[i] <= i || plan->last[i] >= end ||
        (i == first && cal_is_convolution(&step->node)))
        return false;
    size_t bytes = step->chained ? free_tile(plan, first, i) : 0;
    for (int k = first; !step->chained && k < i; k++)
        if (plan->step[k].local)
            bytes += (cal_local_bytes(&plan->step[k]) + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    step->local = bytes + 1;
    for (int k = i + 1; k < end; k++)
        for (int j = 0; j < CAL_INPUTS_MAX; j++)
            if (plan->step[k].node.in[j] == i) plan->step[k].in_local[j] = step->local;
    return true;
}

// shared[steps] is scratch memory: the buffer that the views of each base share.
static void assign_buffers(cal_buffer_plan *plan, int *shared, bool oldest) {
    plan->count = 0;
    for (int i = 0; i < plan->steps; i++) shared[i] = CAL_PERSISTENT;
    for (int i = 0; i < plan->steps; i++) {
        plan->buffer_of[i] = CAL_PERSISTENT;
        if (persists(&plan->step[i].node)) continue;
        if (make_local(plan, i)) {
            plan->buffer_of[i] = CAL_WORKER_LOCAL;
            continue;
        }
        const int base = plan->view[i].base;
        int buffer = shared[base];
        if (buffer < 0 && base == i) buffer = in_place_buffer(plan, i, oldest);
        if (buffer < 0) {
            buffer = plan->count++;
            plan->buffers[buffer] = (cal_buffer){cal_node_bytes(&plan->step[base].node), 0, i, i};
        }
        plan->buffer_of[i] = buffer;
        shared[base] = buffer;
        if (plan->last[i] > plan->buffers[buffer].dies) plan->buffers[buffer].dies = plan->last[i];
    }
    for (int i = 0; i < plan->count; i++) {
        cal_buffer *b = &plan->buffers[i];
        b->born = plan->overlaps->of[b->born].begin;
        if (b->dies < CAL_FOREVER) b->dies = plan->overlaps->of[b->dies].end - 1;
    }
}

bool cal_buffers_plan(cal_buffer_plan *plan, cal_arena *own, bool plain) {
    const size_t count = (size_t)plan->steps + 1;
    int *shared = cal_arena_alloc(own, count * sizeof *shared);
    plan->view = cal_arena_alloc(own, count * sizeof *plan->view);
    plan->buffer_of = cal_arena_alloc(own, count * sizeof *plan->buffer_of);
    plan->buffers = cal_arena_alloc(own, count * sizeof *plan->buffers);
    if (own->refused) return false;
    for (int i = 0; i < plan->steps; i++) plan->view[i] = (cal_tensor_view){i, -1};
    if (!plain) cal_views_find(plan->step, plan->steps, plan->last, CAL_FOREVER, plan->view);
    uint64_t other;
    assign_buffers(plan, shared, true);
    if (!cal_pack_buffers(&other, plan->buffers, plan->count, own)) return false;
    assign_buffers(plan, shared, false);
    if (!cal_pack_buffers(&plan->arena, plan->buffers, plan->count, own)) return false;
    if (plan->arena <= other) return true;
    assign_buffers(plan, shared, true);
    return cal_pack_buffers(&plan->arena, plan->buffers, plan->count, own);
}
