// Finds inputs of concatenations, and gradients of those inputs, that can be views into one buffer.
#include "ad/plan/views.h"

typedef struct finder {
    cal_step *step;
    int steps, forever;
    const int *last;
    cal_tensor_view *view;
} finder;

static bool writes_view(const cal_step *step) {
    const cal_op *op = cal_op_at(step->node.op);
    return op->writes_view && op->writes_view(step);
}

// Returns true if every reader of the image accepts a sample stride that is larger than the image.
static bool all_read_views(const finder *f, int image) {
    for (int i = image + 1; i < f->steps; i++)
        for (int j = 0; j < CAL_INPUTS_MAX; j++) {
            if (f->step[i].node.in[j] != image) continue;
            const cal_op *op = cal_op_at(f->step[i].node.op);
            if (!op->reads_view || !op->reads_view(&f->step[i], j)) return false;
        }
    return true;
}

// Sets the sample stride of an image, for its producer and its readers.
static void set_stride(const finder *f, int image, int blocks) {
    f->step[image].blocks = blocks;
    for (int i = image + 1; i < f->steps; i++)
        for (int j = 0; j < CAL_INPUTS_MAX; j++)
            if (f->step[i].node.in[j] == image) f->step[i].in_blocks[j] = blocks;
}

// Makes `input` a view into the buffer of the concatenation `concat`, at `offset`, if all ops involved allow
// it.
static void make_input_view(const finder *f, int input, int concat, int offset) {
    const int base = f->view[concat].base;
    if (f->view[input].offset >= 0 || f->last[input] == f->forever || f->step[input].node.shape.c % 4) return;
    if (!writes_view(&f->step[input]) || !all_read_views(f, input)) return;
    f->view[input] = (cal_tensor_view){base, offset};
    if (f->view[base].offset < 0) f->view[base].offset = 0;
    set_stride(f, input, f->step[base].blocks);
}

// Makes a result a view into its first input's buffer if its op only selects channels of that input.
static void make_result_view(const finder *f, int result) {
    const cal_step *step = &f->step[result];
    const cal_op *op = cal_op_at(step->node.op);
    const int offset = op->view_offset ? op->view_offset(step) : -1, in = step->node.in[0];
    if (offset < 0 || f->last[result] == f->forever || !all_read_views(f, result)) return;
    if (cal_op_at(f->step[in].node.op)->flags & CAL_OP_PERSISTS || f->step[in].blocks == step->blocks) return;
    cal_tensor_view *of = &f->view[in];
    if (of->offset < 0) of->offset = 0;
    f->view[result] = (cal_tensor_view){of->base, of->offset + offset};
    set_stride(f, result, f->step[in].blocks);
}

void cal_views_find(cal_step *step, int steps, const int *last, int forever, cal_tensor_view *view) {
    const finder f = {step, steps, forever, last, view};
    // Backwards, so that an outer concatenation has its base before the inner one joins it.
    for (int i = steps - 1; i >= 0; i--) {
        if (step[i].node.op != CAL_OP_CONCAT) continue;
        const int offset = view[i].offset < 0 ? 0 : view[i].offset, c = step[i].in_shape[0].c;
        make_input_view(&f, step[i].node.in[0], i, offset);
        if (c % 4 == 0) make_input_view(&f, step[i].node.in[1], i, offset + c / 4);
    }
    for (int i = 0; i < steps; i++) make_result_view(&f, i);
}
