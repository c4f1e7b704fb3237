// What the files that measure models share.
#ifndef CAL_CLI_BENCH_PARTS_H
#define CAL_CLI_BENCH_PARTS_H
#include "cli/bench/bench.h"
#include "run/net/program.h"

// The shape of the data that models are measured on: shapes10's.
enum { CAL_BENCH_CLASSES = 10, CAL_BENCH_CHANNELS = 3, CAL_BENCH_SIZE = 32 };

// A link's spec for `model`, which may be written as in a link ("model=...") or without its key.
cal_status cal_bench_spec(cal_spec *out, const char *model, int batch, cal_error *err);
// Standard normal pixels and labels of 0 into a plan's inputs.
void cal_bench_fill(cal_plan *plan, cal_node x, cal_node labels, const cal_net *net, int batch);
// The net of a spec, and weights as at the start of a run: flat[parameters + statistics] of `own`.
cal_status cal_bench_net(cal_net **net, float **flat, cal_arena *own, const cal_spec *spec, cal_error *err);

#endif
