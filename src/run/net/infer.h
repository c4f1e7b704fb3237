// Inference: computes the logits of a network at given weights, without a loss or a run.
#ifndef CAL_RUN_INFER_H
#define CAL_RUN_INFER_H
#include "base/parallel.h"
#include "run/net/net.h"
#include "catalog/data/data.h"

typedef struct cal_infer cal_infer;

// Returns the batch size for sets of `val` and `test` samples. Evaluations of a run use the same one, so that
// the logits have the same bits.
int cal_infer_batch(int val, int test);
// Plans inference. `net` and flat[parameters + statistics] must outlive `out`. Reads only the shape and the
// normalisation of `data`.
cal_status cal_infer_open(cal_infer **out, const cal_net *net, float *flat, const cal_dataset *data,
                          int batch, cal_pool *pool, cal_error *err);
// Replaces the pixel normalisation of the data.
void cal_infer_normalise(cal_infer *infer, const float mean[4], const float sd[4]);
// Writes logits [count, k] of samples first to first + count - 1.
void cal_infer_rows(cal_infer *infer, float *logits, const cal_split *split, int first, int count);
void cal_infer_free(cal_infer *infer);

#endif
