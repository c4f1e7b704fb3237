// Finds results that need no separate buffer because they are views into another tensor's buffer.
//
// An input of a concatenation becomes a view into the concatenation's buffer, at its offset in channels: its
// producer writes there and nothing is copied. Nested concatenations share the buffer of the outermost one,
// so the memory of a dense block grows linearly with its depth. The gradient of a concatenation's input
// becomes a view likewise.
#ifndef CAL_AD_PLAN_VIEWS_H
#define CAL_AD_PLAN_VIEWS_H
#include "ad/op/descriptor.h"

typedef struct cal_tensor_view {
    int32_t base;   // the step that owns the buffer; the step itself: it is not a view
    int32_t offset; // into the base's image, in 4-channel blocks; -1: neither a view nor the base of one
} cal_tensor_view;

// Fills view[steps], which starts as {i, -1}. last[i] is the last step that reads result i. Results that must
// outlive the run have last[i] == forever and never become views. Sets the sample strides (`blocks`,
// `in_blocks`) of the steps that write or read views.
void cal_views_find(cal_step *step, int steps, const int *last, int forever, cal_tensor_view *view);

#endif
