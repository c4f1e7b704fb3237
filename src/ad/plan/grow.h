// Internal. Concatenations that go on in longer ones, as a dense block's do: each is the first channels of the last of them, where it
// lies, and nothing is copied but what is new.
#ifndef CAL_AD_PLAN_GROW_H
#define CAL_AD_PLAN_GROW_H
#include "ad/op/descriptor.h"

// whole[i], i at first: the step whose image holds the image of step i as its first channels. Steps that last `forever` lie by
// themselves. Sets the groups of such images, and of those that read them.
void cal_grow_find(cal_step *step, int steps, const int *last, int forever, int32_t *whole);

// Whether step i writes behind its first input, which lies in the same image.
static inline bool cal_grows(const cal_step *step, const int32_t *whole, int i) {
    const int first = step[i].node.op == CAL_OP_CONCAT ? step[i].node.in[0] : -1;
    return first >= 0 && whole[first] != first && whole[first] == whole[i];
}

#endif
