// Where results lie.
#include "ad/plan/home.h"
#include "ad/plan/group.h"
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

// The first step of those that run together with step i, and the one after the last.
static int group_first(const cal_homes *of, int i) {
    while (of->step[i].follows) i--;
    return i;
}
static int group_end(const cal_homes *of, int i) { return cal_group_end(of->step, of->steps, i); }

// Whether a step beside which step i runs reads the buffer.
static bool read_beside(const cal_homes *of, int i, int home) {
    const cal_span *span = &of->spans->of[i];
    for (int j = 0; i >= span->beside && j < CAL_INPUTS_MAX; j++) {
        const int in = of->step[span->begin].node.in[j];
        if (in >= 0 && of->home[in] == home) return true;
    }
    return false;
}

// Whether the convolution that step i runs with reads the buffer: all of it, not plane by plane.
static bool convolved(const cal_homes *of, int i, int home) {
    const cal_node_data *first = &of->step[group_first(of, i)].node;
    for (int j = 0; cal_is_convolution(first) && j < CAL_INPUTS_MAX; j++)
        if (first->in[j] >= 0 && of->home[first->in[j]] == home) return true;
    return false;
}

// The buffer of a dying input that step i may overwrite, or CAL_HOME_PERSISTS. Where there is a choice, the one that
// was born first or last: which of them leaves the better holes is for the packing to say.
static int overwritable(const cal_homes *of, int i, bool oldest) {
    const cal_node_data *node = &of->step[i].node;
    int best = CAL_HOME_PERSISTS;
    bool in_place = cal_op_at(node->op)->flags & CAL_OP_IN_PLACE;
    for (int j = 0; in_place && j < CAL_INPUTS_MAX; j++) {
        int in = node->in[j];
        if (in < 0 || of->home[in] < 0 || of->last[in] != i) continue;
        // Planes of a part lie further apart than the result's would: other threads may still read where this one writes.
        if (of->grown[in].from >= 0) continue;
        const cal_node_data *input = &of->step[in].node;
        if (input->kind != node->kind || cal_node_bytes(input) != cal_node_bytes(node)) continue;
        int home = of->home[in];
        if (of->buffers[home].dies != i || convolved(of, i, home) || read_beside(of, i, home)) continue;
        if (best < 0 || (of->buffers[home].born < of->buffers[best].born) == oldest) best = home;
    }
    return best;
}

// Where a chain's result goes, in bytes: the first tile that nothing read after step i lies in.
// An element-wise step may write where it reads.
static size_t free_tile(const cal_homes *of, int first, int i) {
    size_t at = 0, tile = cal_local_bytes(&of->step[i]);
    const int until = i - !cal_op_at(of->step[i].node.op)->elementwise;
    for (int k = first; k < i; k++)
        if (of->step[k].local == at + 1 && of->last[k] > until) {
            at += tile;
            k = first - 1;
        }
    return at;
}

// Gives step i a place in its threads' own memory if only steps that run with it read it.
static bool make_local(cal_homes *of, int i) {
    cal_step *step = &of->step[i];
    int first = group_first(of, i), end = group_end(of, i);
    bool pieces =
        step->node.kind == CAL_IMAGE || step->node.kind == CAL_INDEX || step->chained || step->bundle;
    if (!pieces || of->last[i] <= i || of->last[i] >= end || (i == first && cal_is_convolution(&step->node)))
        return false;
    size_t bytes = step->chained ? free_tile(of, first, i) : 0;
    for (int k = first; !step->chained && k < i; k++)
        if (of->step[k].local) bytes += (cal_local_bytes(&of->step[k]) + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    step->local = bytes + 1;
    for (int k = i + 1; k < end; k++)
        for (int j = 0; j < CAL_INPUTS_MAX; j++)
            if (of->step[k].node.in[j] == i) of->step[k].in_local[j] = step->local;
    return true;
}

// `joint`: working memory, for each step.
static void assign_buffers(cal_homes *of, int *joint, bool oldest) {
    of->nbuffers = 0;
    for (int i = 0; i < of->steps; i++) joint[i] = CAL_HOME_PERSISTS;
    for (int i = 0; i < of->steps; i++) {
        of->home[i] = CAL_HOME_PERSISTS;
        if (persists(&of->step[i].node)) continue;
        if (make_local(of, i)) {
            of->home[i] = CAL_HOME_LOCAL;
            continue;
        }
        const int whole = of->grown[i].whole;
        int home = joint[whole];
        if (home < 0 && whole == i) home = overwritable(of, i, oldest);
        if (home < 0) {
            home = of->nbuffers++;
            of->buffers[home] = (cal_buffer){cal_node_bytes(&of->step[whole].node), 0, i, i};
        }
        of->home[i] = home;
        joint[whole] = home;
        if (of->last[i] > of->buffers[home].dies) of->buffers[home].dies = of->last[i];
    }
    for (int i = 0; i < of->nbuffers; i++) {
        cal_buffer *b = &of->buffers[i];
        b->born = of->spans->of[b->born].begin;
        if (b->dies < CAL_FOREVER) b->dies = of->spans->of[b->dies].end - 1;
    }
}

bool cal_homes_find(cal_homes *of, cal_arena *own, bool plain) {
    const size_t count = (size_t)of->steps + 1;
    int *joint = cal_arena_alloc(own, count * sizeof *joint);
    of->grown = cal_arena_alloc(own, count * sizeof *of->grown);
    of->home = cal_arena_alloc(own, count * sizeof *of->home);
    of->buffers = cal_arena_alloc(own, count * sizeof *of->buffers);
    if (own->refused) return false;
    for (int i = 0; i < of->steps; i++) of->grown[i] = (cal_grown){i, -1};
    if (!plain) cal_grow_find(of->step, of->steps, of->last, CAL_FOREVER, of->grown);
    uint64_t other;
    assign_buffers(of, joint, true);
    if (!cal_pack_buffers(&other, of->buffers, of->nbuffers, own)) return false;
    assign_buffers(of, joint, false);
    if (!cal_pack_buffers(&of->arena, of->buffers, of->nbuffers, own)) return false;
    if (of->arena <= other) return true;
    assign_buffers(of, joint, true);
    return cal_pack_buffers(&of->arena, of->buffers, of->nbuffers, own);
}
