// What the files that measure models have in common.
#ifndef CAL_CLI_BENCH_PARTS_H
#define CAL_CLI_BENCH_PARTS_H
#include "cli/bench/bench.h"
#include "run/net/program.h"

// The shape of the data that models are measured on, that of shapes10.
enum { CAL_BENCH_CLASSES = 10, CAL_BENCH_CHANNELS = 3, CAL_BENCH_SIZE = 32 };

// A link's spec for `model`, which may be written as in a link ("model=...") or without its key.
cal_status cal_bench_spec(cal_spec *out, const char *model, int batch, cal_error *err);
// Fills a plan's inputs with standard normal pixels and labels 0.
void cal_bench_fill(cal_plan *plan, cal_node x, cal_node labels, const cal_net *net, int batch);
// The net of a spec, and its initial weights, flat[parameters + statistics], in `own`.
cal_status cal_bench_net(cal_net **net, float **flat, cal_arena *own, const cal_spec *spec, cal_error *err);

#endif
