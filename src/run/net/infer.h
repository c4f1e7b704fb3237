// What a network with given weights says to samples, and nothing else: no loss, no run.
#ifndef CAL_RUN_INFER_H
#define CAL_RUN_INFER_H
#include "base/parallel.h"
#include "run/net/net.h"
#include "catalog/data/data.h"

typedef struct cal_infer cal_infer;

// Samples that are taken at once of sets of so many: as in a run's own evaluations, whose bits are the same.
int cal_infer_batch(int val, int test);
// Bytes of all that cal_infer_open takes, for so many threads; nothing is taken.
cal_status cal_infer_need(size_t *out, const cal_net *net, int batch, int workers, cal_error *err);
// The net and its weights, flat[parameters + statistics], stay the caller's; of `data` the shape and the
// normalisation are looked at.
cal_status cal_infer_open(cal_infer **out, const cal_net *net, float *flat, const cal_dataset *data,
                          int batch, cal_pool *pool, cal_error *err);
// Other numbers than the data's from here on.
void cal_infer_normalise(cal_infer *infer, const float mean[4], const float deviation[4]);
// logits [count,k] of samples first to first + count - 1.
void cal_infer_rows(cal_infer *infer, float *logits, const cal_split *split, int first, int count);
void cal_infer_free(cal_infer *infer);

#endif
