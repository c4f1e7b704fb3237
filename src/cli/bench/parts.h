// Helpers that the files that measure models share.
#ifndef CAL_CLI_BENCH_PARTS_H
#define CAL_CLI_BENCH_PARTS_H
#include "cli/bench/bench.h"
#include "base/memory.h"
#include "run/net/program.h"
#include "run/train/trainer.h"

// Data shape for the measured models, that of shapes10.
enum { CAL_BENCH_CLASSES = 10, CAL_BENCH_CHANNELS = 3, CAL_BENCH_SIZE = 32 };

// Makes a link's spec for `model`, written as in a link ("model=...") or without its key.
cal_status cal_bench_spec(cal_spec *out, const char *model, int batch, cal_error *err);
// Fills a plan's inputs with standard normal pixels and labels 0.
void cal_bench_fill(cal_plan *plan, cal_node x, cal_node labels, const cal_net *net, int batch);
// Makes the net of a spec and its initial weights, flat[parameters + statistics], in `own`.
cal_status cal_bench_net(cal_net **net, float **flat, cal_arena *own, const cal_spec *spec, cal_error *err);

// A model that trains or infers, as requested, on data of that shape.
typedef struct cal_bench_subject {
    cal_pool *pool;
    cal_plan *plan; // runs one step
    cal_run *run;   // for training, else null
    cal_net *net;   // for inference, like the fields below
    cal_program program;
    cal_arena own;
    size_t parameters, bytes; // as in cal_bench_answer
    int64_t multiply_adds;
} cal_bench_subject;

// The caller must close the subject even after an error.
cal_status cal_bench_open(cal_bench_subject *out, const char *model, const cal_bench_request *request,
                          cal_error *err);
void cal_bench_close(cal_bench_subject *subject);
// Runs a training step with its batch and its update, or computes the logits of the same batch again.
cal_status cal_bench_step_of(void *subject, cal_error *err);

#endif
