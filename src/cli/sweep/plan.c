// Estimates a sweep's time and memory. Trains one epoch of its largest point on one core, and scales the
// others by their multiplications and additions.
#include <stdlib.h>
#include <string.h>
#include "cli/sweep/sweep.h"

enum {
    CORES_MAX = 1000000,
    LIST_MAX = 16,
    TASK = 60 // least seconds of an array's task, so that the scheduler's overhead is negligible
};

typedef struct costs {
    double *seconds; // [points], descending
    double sum;
    size_t memory; // that of the largest point
} costs;

static int descending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

// Returns the multiplications and additions of an epoch, up to a common factor.
static double work_of(const cal_training_need *need, const cal_link_info *about) {
    return (double)need->multiply_adds * about->train;
}

// Assigns points, by descending cost, to the core that is free first. Returns the seconds until all are done.
// The cores are a heap.
static double spread(const costs *c, int points, int cores, cal_arena *arena) {
    if (cores > points) cores = points;
    double *busy = cal_arena_alloc(arena, (size_t)cores * sizeof *busy), last = 0;
    for (int i = 0; busy && i < points; i++) {
        busy[0] += c->seconds[i];
        last = busy[0] > last ? busy[0] : last;
        for (int at = 0, next; (next = 2 * at + 1) < cores; at = next) {
            if (next + 1 < cores && busy[next + 1] < busy[next]) next++;
            if (busy[next] >= busy[at]) break;
            const double moved = busy[at];
            busy[at] = busy[next], busy[next] = moved;
        }
    }
    return last;
}

static cal_status look(const cal_sweep *s, double *work, int *epochs, size_t *memory, int *largest,
                       cal_error *err) {
    cal_status status = CAL_OK;
    cal_bytes before = {0}; // the previous point's link without its seed, on which no plan depends
    for (int i = 0; i < s->total && !status; i++) {
        cal_training_need need;
        cal_link *point;
        cal_bytes link = {0};
        status = cal_link_reset(&link, s->point[i].link, "seed", err);
        const bool same = !status && before.data && strcmp(before.data, link.data) == 0;
        if (same) work[i] = work[i - 1], epochs[i] = epochs[i - 1];
        cal_bytes_free(&before);
        before = link;
        if (status || same) continue;
        status = cal_link_parse(&point, s->point[i].link, err);
        if (!status) status = cal_training_plan(&need, NULL, point, 1, err);
        const cal_link_info about = cal_link_about(point);
        cal_link_free(point);
        if (status) break;
        work[i] = work_of(&need, &about), epochs[i] = need.epochs;
        if (need.bytes > *memory) *memory = need.bytes;
        if (work[i] > work[*largest]) *largest = i;
    }
    cal_bytes_free(&before);
    return status;
}

// Writes the seconds on `cores` cores, and the size of an array whose tasks take several lines of the list
// each.
static void write_cores(cal_text *json, const cal_sweep *s, const costs *c, int cores) {
    const double mean = c->sum / s->total;
    const int lines = mean >= TASK ? 1 : (int)(TASK / mean) + 1, most = (s->total + cores - 1) / cores,
              each = lines < most ? lines : most;
    cal_json_open(json, '{');
    cal_json_member_integer(json, "cores", cores);
    cal_json_member_number(json, "seconds", spread(c, s->total, cores, &s->arguments->arena));
    cal_json_member_integer(json, "tasks", (s->total + each - 1) / each);
    cal_json_member_integer(json, "lines_per_task", each);
    cal_json_close(json, '}');
}

static void write(cal_text *json, const cal_sweep *s, const costs *c, const cal_sweep_cost *measured,
                  const char *link, const int *cores, int count) {
    const double mean = c->sum / s->total;
    cal_json_open(json, '{');
    cal_json_member_integer(json, "points", s->total);
    cal_json_key(json, "measured");
    cal_json_open(json, '{');
    cal_json_member_string(json, "link", link);
    cal_json_member_number(json, "start_seconds", measured->start);
    cal_json_member_number(json, "epoch_seconds", measured->epoch);
    cal_json_member_number(json, "report_seconds", measured->report);
    cal_json_close(json, '}');
    cal_json_key(json, "seconds");
    cal_json_open(json, '{');
    cal_json_member_number(json, "all", c->sum);
    cal_json_member_number(json, "longest", c->seconds[0]);
    cal_json_member_number(json, "mean", mean);
    cal_json_member_number(json, "start", (measured->start + measured->report) * s->total);
    cal_json_close(json, '}');
    cal_json_member_integer(json, "memory_bytes", (int64_t)c->memory);
    cal_json_member_integer(json, "bytes_per_point", (int64_t)measured->bytes);
    cal_json_key(json, "on");
    cal_json_open(json, '[');
    for (int i = 0; i < count; i++) write_cores(json, s, c, cores[i]);
    cal_json_close(json, ']');
    cal_json_close(json, '}');
}

static cal_status read_cores(int *cores, int *count, const cal_arguments *arguments, cal_error *err) {
    const char *text = cal_argument(arguments, "--cores");
    cal_slice rest = {text, text ? (int)strlen(text) : 0};
    *count = 0;
    if (!text) cores[(*count)++] = cal_hardware_threads();
    while (rest.length) {
        double value;
        const cal_slice word = cal_slice_cut(&rest, '/');
        if (*count == LIST_MAX || !cal_number_parse(&value, word) || value < 1 || value > CORES_MAX ||
            value != (int)value)
            return cal_fail(
                err, CAL_USAGE,
                "--cores %.48s is not a list of at most %d whole numbers from 1 to %d: 1/100/1000", text,
                LIST_MAX, CORES_MAX);
        cores[(*count)++] = (int)value;
    }
    return CAL_OK;
}

cal_status cal_sweep_plan(cal_sweep *s, cal_error *err) {
    cal_arena *arena = &s->arguments->arena;
    const size_t n = (size_t)s->total;
    costs c = {.seconds = cal_arena_alloc(arena, n * sizeof(double))};
    double *work = cal_arena_alloc(arena, n * sizeof *work);
    int *epochs = cal_arena_alloc(arena, n * sizeof *epochs), cores[LIST_MAX], count, largest = 0;
    cal_sweep_cost measured;
    cal_bytes link = {0};
    cal_text json = {0};
    if (!c.seconds || !work || !epochs) return cal_refuse_memory(err, "%d points", s->total);
    cal_status status = read_cores(cores, &count, s->arguments, err);
    if (!status) status = look(s, work, epochs, &c.memory, &largest, err);
    if (!status) status = cal_link_with(&link, s->point[largest].link, "epochs", "1", err);
    if (!status) status = cal_sweep_time(&measured, link.data, s->arguments, err);
    for (int i = 0; i < s->total && !status; i++) {
        c.seconds[i] =
            measured.start + measured.report + epochs[i] * measured.epoch * (work[i] / work[largest]);
        c.sum += c.seconds[i];
    }
    if (!status) {
        qsort(c.seconds, n, sizeof *c.seconds, descending);
        write(&json, s, &c, &measured, link.data, cores, count);
        status = cal_print_json(&json, err);
    }
    cal_bytes_free(&link);
    return status;
}
