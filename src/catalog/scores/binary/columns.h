// The columns of a probability matrix, one class against all others.
#ifndef CAL_CATALOG_SCORES_BINARY_COLUMNS_H
#define CAL_CATALOG_SCORES_BINARY_COLUMNS_H
#include "catalog/scores/scores.h"

// Receives a class as the scores of a binary task: its probability, whether it is the label, and the order.
// Workers call it concurrently, each class once; `worker` selects scratch memory.
typedef void cal_class_visit(void *context, int class_index, const cal_scores *column, int worker);
// Bytes that this takes temporarily, from one arena.
size_t cal_class_columns_bytes(int n, int k, int workers);
// Visits all classes, divided among threads. Computes the rows again for each batch of classes, so that
// memory stays small. Only if scores->fill is set. Returns false if memory was refused.
bool cal_class_columns(cal_arena *arena, const cal_scores *scores, cal_class_visit *visit, void *context);

#endif
