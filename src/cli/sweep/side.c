#define _GNU_SOURCE // fork, poll, prctl
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "cli/sweep/sweep.h"
#if defined(__unix__) && !defined(__EMSCRIPTEN__) && !defined(__wasi__)
#define PROCESSES 1
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#else
#define PROCESSES 0
#endif

enum { JOBS_MAX = 64 };

typedef struct work {
    cal_sweep *sweep;
    const char *folder;
    int jobs, threads; // for each job
    int made, to_make; // in this call
    double start;
    bool prints; // prints each point on stderr as it ends
} work;

// ---- a result arrives

static void print_point(const work *w, int index) {
    const cal_sweep *s = w->sweep;
    const cal_sweep_result *result = s->point[index].result;
    const double seconds = cal_seconds() - w->start, left = seconds / w->made * (w->to_make - w->made);
    cal_text name = {0}, line = {0};
    cal_sweep_name(&name, s, index);
    cal_text_add(&line, "%d/%d%s%s: ", w->made, w->to_make, name.length ? " " : "",
                 name.length ? name.data : "");
    if (result->failed.at) cal_text_add(&line, "%.*s", CAL_QUOTED(result->failed));
    else
        cal_text_add(&line, "ECE %.2f %%, %.1f s",
                     100 * cal_sweep_figure_of(result, (cal_slice){"test.ece", 8}),
                     cal_sweep_figure_of(result, (cal_slice){"seconds", 7}));
    if (w->made < w->to_make) cal_text_add(&line, "; about %d:%02d min left", (int)left / 60, (int)left % 60);
    if (line.length) cal_remark("%s", line.data);
    cal_text_free(&name);
    cal_text_free(&line);
}

static cal_status receive(work *w, int index, const cal_text *json, cal_error *err) {
    cal_arena *arena = &w->sweep->arguments->arena;
    cal_sweep_point *point = &w->sweep->point[index];
    const char *kept = cal_arena_text(arena, json->data, (size_t)json->length);
    if (!kept) return cal_refuse_memory(err, "a point");
    cal_status status = cal_sweep_result_read(&point->result, arena, kept, (size_t)json->length, err);
    if (!status && w->folder) {
        cal_text line = {0};
        cal_text_add(&line, "%s\n", kept);
        status = cal_sweep_keep(w->folder, point->id, &line, err);
        cal_text_free(&line);
    }
    w->made++;
    if (!status && w->prints) print_point(w, index);
    return status;
}

static int next_missing(const cal_sweep *s, int from) {
    while (from < s->total && s->point[from].result) from++;
    return from;
}

static cal_status one_by_one(work *w, cal_error *err) {
    cal_status status = CAL_OK;
    for (int i = 0; !status && (i = next_missing(w->sweep, i)) < w->sweep->total; i++) {
        cal_text json = {0};
        status = cal_sweep_train(&json, w->sweep->point[i].link, w->sweep->arguments, w->threads, err);
        if (!status) status = receive(w, i, &json, err);
        cal_text_free(&json);
    }
    return status;
}

// ---- in separate processes

#if PROCESSES
typedef struct job {
    pid_t process;   // 0: none
    int from;        // its pipe
    int index;       // its point
    cal_text output; // its output: status as a digit, then the result, or the error's text
} job;

static void send_result(int to, cal_status status, const char *text) {
    char digit = (char)('0' + status);
    size_t left = strlen(text);
    bool good = write(to, &digit, 1) == 1;
    while (good && left) {
        const ssize_t count = write(to, text, left);
        good = count > 0 || (count < 0 && errno == EINTR);
        if (count > 0) text += count, left -= (size_t)count;
    }
}

static void work_as_child(const work *w, int index, int to) {
    cal_text json = {0};
    cal_error err = {.text = ""};
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL); // ending the sweep ends its points
#endif
    if (!freopen("/dev/null", "w", stderr)) _exit(1); // progress bars of several would overwrite each other
    cal_status status =
        cal_sweep_train(&json, w->sweep->point[index].link, w->sweep->arguments, w->threads, &err);
    send_result(to, status, status ? err.text : json.data);
    _exit(0);
}

static cal_status begin(job *j, const work *w, int index, cal_error *err) {
    int ends[2];
    if (pipe(ends) != 0) return cal_fail(err, CAL_FAILED, "sweep: no pipe: %s", strerror(errno));
    fflush(NULL);
    const pid_t process = fork();
    if (process == 0) {
        close(ends[0]);
        work_as_child(w, index, ends[1]);
    }
    close(ends[1]);
    if (process < 0) {
        close(ends[0]);
        return cal_fail(err, CAL_FAILED, "sweep: no process: %s", strerror(errno));
    }
    *j = (job){.process = process, .from = ends[0], .index = index};
    return CAL_OK;
}

// Handles a process that has closed its pipe.
static cal_status end(job *j, work *w, cal_error *err) {
    int how = 0;
    while (waitpid(j->process, &how, 0) < 0 && errno == EINTR) {
    }
    close(j->from);
    j->process = 0;
    cal_text output = j->output;
    j->output = (cal_text){0};
    cal_status status;
    if (output.refused) status = cal_refuse_memory(err, "a point");
    else if (WIFSIGNALED(how) || output.length < 2)
        status =
            cal_fail(err, CAL_FAILED,
                     "sweep: point %d was ended by signal %d before its time; the memory of %d at a time "
                     "may be too much: take fewer --jobs",
                     j->index + 1, WIFSIGNALED(how) ? WTERMSIG(how) : 0, w->jobs);
    else if (output.data[0] != '0')
        status = cal_fail(err, (cal_status)(output.data[0] - '0'), "%s", output.data + 1);
    else {
        const cal_text json = {.data = output.data + 1, .length = output.length - 1};
        status = receive(w, j->index, &json, err);
    }
    cal_text_free(&output);
    return status;
}

// Waits for output of a process, and reads it.
static cal_status listen(job *jobs, work *w, cal_error *err) {
    struct pollfd ends[JOBS_MAX];
    for (int i = 0; i < w->jobs; i++)
        ends[i] = (struct pollfd){.fd = jobs[i].process ? jobs[i].from : -1, .events = POLLIN};
    if (poll(ends, (nfds_t)w->jobs, -1) < 0)
        return errno == EINTR ? CAL_OK : cal_fail(err, CAL_FAILED, "sweep: %s", strerror(errno));
    cal_status status = CAL_OK;
    for (int i = 0; i < w->jobs && !status; i++) {
        char piece[4096];
        if (!jobs[i].process || !ends[i].revents) continue;
        const ssize_t count = read(jobs[i].from, piece, sizeof piece);
        if (count > 0) cal_text_add_bytes(&jobs[i].output, piece, (size_t)count);
        else if (count == 0 || errno != EINTR) status = end(&jobs[i], w, err);
    }
    return status;
}

static void stop(job *jobs, int count) {
    for (int i = 0; i < count; i++) {
        if (!jobs[i].process) continue;
        kill(jobs[i].process, SIGKILL);
        while (waitpid(jobs[i].process, NULL, 0) < 0 && errno == EINTR) {
        }
        close(jobs[i].from);
        cal_text_free(&jobs[i].output);
    }
}

static cal_status side_by_side(work *w, cal_error *err) {
    job jobs[JOBS_MAX];
    cal_status status = CAL_OK;
    int next = next_missing(w->sweep, 0), under_way = 0;
    memset(jobs, 0, sizeof jobs);
    do {
        for (int i = 0; i < w->jobs && !status && next < w->sweep->total; i++) {
            if (jobs[i].process) continue;
            status = begin(&jobs[i], w, next, err);
            next = next_missing(w->sweep, next + 1);
        }
        if (!status) status = listen(jobs, w, err);
        under_way = 0;
        for (int i = 0; i < w->jobs; i++) under_way += jobs[i].process != 0;
    } while (!status && (under_way || next < w->sweep->total));
    stop(jobs, w->jobs);
    return status;
}
#else
static cal_status side_by_side(work *w, cal_error *err) { return one_by_one(w, err); }
#endif

cal_status cal_sweep_make(cal_sweep *s, const char *folder, cal_error *err) {
    const int processors = cal_hardware_threads() < JOBS_MAX ? cal_hardware_threads() : JOBS_MAX;
    work w = {.sweep = s, .folder = folder, .start = cal_seconds()};
    for (int i = 0; i < s->total; i++) w.to_make += !s->point[i].result;
    if (!w.to_make) return CAL_OK;
    const int preset = PROCESSES ? w.to_make < processors ? w.to_make : processors : 1;
    cal_status status = cal_argument_integer(&w.jobs, s->arguments, "--jobs", preset, 1, JOBS_MAX, err);
    if (status) return status;
    w.threads = processors / w.jobs > 1 ? processors / w.jobs : 1;
    w.prints = s->total > 1 && (folder || isatty(STDERR_FILENO) == 1);
    return w.jobs > 1 ? side_by_side(&w, err) : one_by_one(&w, err);
}
