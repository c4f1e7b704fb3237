// Internal. Concatenations that need no copy: what they are made of, other concatenations among them, lies in the longest one from the
// start, where its maker can write and its readers can read the channels of a larger image. So does a dense block, whose every layer
// concatenates all before it; and so may what is a part of an image, as of a concatenation's gradient, be left there.
#ifndef CAL_AD_PLAN_GROW_H
#define CAL_AD_PLAN_GROW_H
#include "ad/op/descriptor.h"

// Where the image of a step lies.
typedef struct cal_grown {
    int32_t whole; // the step in whose image; itself, if in its own
    int32_t from;  // from this group of four channels on; or -1: it is no part, and has none
} cal_grown;

// of[i], {i, -1} at first, of each step. Steps that last `forever` lie by themselves. Sets the groups of the images that are parts, and of
// those that read them.
void cal_grow_find(cal_step *step, int steps, const int *last, int forever, cal_grown *of);

#endif
