// Inference: the logits of a network with given weights, without a loss or a run.
#ifndef CAL_RUN_INFER_H
#define CAL_RUN_INFER_H
#include "base/parallel.h"
#include "run/net/net.h"
#include "catalog/data/data.h"

typedef struct cal_infer cal_infer;

// The batch size for sets of so many samples: that of a run's own evaluations, so that logits
// have the same bits.
int cal_infer_batch(int val, int test);
// The net and its weights, flat[parameters + statistics], stay the caller's. Of `data` only the shape and the
// normalisation are read.
cal_status cal_infer_open(cal_infer **out, const cal_net *net, float *flat, const cal_dataset *data,
                          int batch, cal_pool *pool, cal_error *err);
// Replaces the data's normalisation.
void cal_infer_normalise(cal_infer *infer, const float mean[4], const float sd[4]);
// Writes logits [count, k] of samples first to first + count - 1.
void cal_infer_rows(cal_infer *infer, float *logits, const cal_split *split, int first, int count);
void cal_infer_free(cal_infer *infer);

#endif
