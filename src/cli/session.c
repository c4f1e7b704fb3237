#include "cli/session.h"
#include <string.h>
#include <unistd.h>
#include "cli/progress.h"
#include "run/files/weights.h"
#include <stdio.h>

enum { FILES_MAX = 64, THREADS_MAX = 64 };

typedef struct found_files {
    cal_file file[FILES_MAX];
    int count;
} found_files;

static cal_status add_file(found_files *found, cal_arena *arena, const char *path, cal_error *err) {
    if (found->count == FILES_MAX) return cal_fail(err, CAL_USAGE, "--data: more than %d files", FILES_MAX);
    cal_status status = cal_file_load(&found->file[found->count], arena, path, err);
    if (!status) found->count++;
    return status;
}

// From a folder, the files that the link names and the folder has; the data set says which are missing.
static cal_status add_folder(found_files *found, cal_arena *arena, const char *folder, const char *needed,
                             cal_error *err) {
    cal_status status = CAL_OK;
    while (*needed && !status) {
        int length = (int)strcspn(needed, "/");
        cal_text path = {0};
        cal_text_add(&path, "%s/%.*s", folder, length, needed);
        if (path.refused) status = cal_fail(err, CAL_MEMORY, "memory for a file's name was refused");
        else if (cal_file_exists(path.data)) {
            // The path outlives this call: it is what the file is called.
            const char *kept = cal_arena_text(arena, path.data, (size_t)path.length);
            status = kept ? add_file(found, arena, kept, err)
                          : cal_fail(err, CAL_MEMORY, "memory for a file's name was refused");
        }
        cal_text_free(&path);
        needed += length + (needed[length] == '/');
    }
    return status;
}

// "NAME=PATH", where NAME is a file that is needed: the file at PATH under that name. False for other paths.
static bool add_named(cal_status *status, found_files *found, cal_arena *arena, const char *given,
                      const char *needed, cal_error *err) {
    const char *equals = strchr(given, '=');
    const size_t length = equals ? (size_t)(equals - given) : 0;
    bool known = false;
    while (*needed && length) {
        const size_t next = strcspn(needed, "/");
        known |= next == length && !memcmp(needed, given, length);
        needed += next + (needed[next] == '/');
    }
    if (!known) return false;
    *status = add_file(found, arena, equals + 1, err);
    if (*status) return true;
    const char *name = cal_arena_text(arena, given, length);
    if (name) found->file[found->count - 1].name = name;
    else *status = cal_fail(err, CAL_MEMORY, "memory for a file's name was refused");
    return true;
}

cal_status cal_session_data(cal_dataset *out, cal_spec *spec, cal_arguments *arguments, cal_error *err) {
    const cal_data *data = (const cal_data *)spec->data.entry; // its first member
    char needed[512] = "";
    found_files found = {.count = 0};
    cal_arena arena = {0}; // the files' bytes: only the chosen samples are kept
    cal_status status = CAL_OK;
    if (data->files) data->files(needed, (int)sizeof needed, &spec->data);
    if (data->needs_files && !cal_argument(arguments, "--data"))
        return cal_fail(err, CAL_USAGE, "data %s needs %s: give them, or the folder they are in, with --data",
                        data->entry.id, needed);
    for (int i = 0; i < arguments->count && !status; i++) {
        if (strcmp(arguments->given[i].option->name, "--data") != 0) continue;
        const char *path = arguments->given[i].value;
        if (!data->needs_files)
            status =
                cal_fail(err, CAL_USAGE, "data %s is made by the lab and reads no --data", data->entry.id);
        else if (!add_named(&status, &found, &arena, path, needed, err))
            status = cal_is_folder(path) ? add_folder(&found, &arena, path, needed, err)
                                         : add_file(&found, &arena, path, err);
    }
    if (!status && cal_argument(arguments, "--measure"))
        status = cal_data_measure(&spec->data, found.file, found.count, err);
    if (!status) status = cal_data_load(out, &spec->data, found.file, found.count, err);
    cal_arena_free(&arena);
    if (!status && data->needs_files) {
        memcpy(spec->data.hex, out->hash, 16);
        spec->data.hex[16] = 0;
    }
    return status;
}

static cal_status load_weights(float **out, cal_spec *spec, const cal_dataset *data, cal_arguments *arguments,
                               const char *path, cal_error *err) {
    cal_net *net = NULL;
    cal_file file;
    cal_naming naming;
    cal_status status = cal_net_from_choice(&net, &spec->model, data->k, data->c, data->h, data->w, err);
    if (status) return status;
    size_t count = cal_net_parameters(net) + cal_net_statistics(net);
    *out = cal_arena_alloc(&arguments->arena, count * sizeof **out);
    if (!*out) status = cal_fail(err, CAL_MEMORY, "memory for %zu weights was refused", count);
    if (!status) status = cal_file_load(&file, &arguments->arena, path, err);
    // In the place of a link a network is where that link ends, not where it begins.
    if (!status && !arguments->network) status = cal_weights_name(spec->from, &file, err);
    if (!status) status = cal_weights_read(*out, NULL, &naming, &arguments->arena, net, &file, err);
    if (!status && naming.order != CAL_BY_NAME)
        fprintf(stderr,
                "calib: %s has other names than the network: its %d tensors were taken by order and shape; "
                "`calib weights` lists them\n",
                file.name, naming.files - naming.ignored);
    cal_net_free(net);
    return status;
}

cal_status cal_session_pool(cal_pool **out, const cal_arguments *arguments, cal_error *err) {
    int threads = 1, preset = cal_threads_available();
    cal_status status = cal_argument_integer(
        &threads, arguments, "--threads", preset < THREADS_MAX ? preset : THREADS_MAX, 1, THREADS_MAX, err);
    return status ? status : cal_pool_create(out, threads, err);
}

cal_status cal_session_check_memory(size_t bytes, const char *what, const char *advice, cal_error *err) {
#ifdef _SC_PHYS_PAGES
    double there = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    if (there > 0 && (double)bytes > there)
        return cal_fail(err, CAL_MEMORY,
                        "the %s needs %.1f GB of memory, and this machine has %.1f GB: take a smaller batch "
                        "or a smaller network; %s",
                        what, 1e-9 * (double)bytes, 1e-9 * there, advice);
#endif
    return CAL_OK;
}

// Everything up to the run itself.
static cal_status open_run(cal_session *out, cal_use use, cal_arguments *arguments, const char *init,
                           cal_error *err) {
    cal_dataset data = {0};
    cal_need need;
    float *weights = NULL;
    *out = (cal_session){.pool = NULL};
    cal_status status = cal_spec_parse(&out->spec, arguments->operand, strlen(arguments->operand), err);
    if (!status && use == CAL_TO_TRAIN && out->spec.from[0] && !init && !cal_argument(arguments, "--resume"))
        status = cal_fail(err, CAL_USAGE,
                          "from=%s: this run begins with the weights of a file whose SHA-256 begins so: give "
                          "it with --init",
                          out->spec.from);
    if (!status) status = cal_session_pool(&out->pool, arguments, err);
    // A model that does not fit the data is found here, before files are read and images made.
    if (!status) status = cal_run_need(&need, &out->spec, use, cal_pool_lanes(out->pool), err);
    if (!status) status = cal_session_check_memory(need.bytes, "run", need.largest, err);
    if (!status) status = cal_session_data(&data, &out->spec, arguments, err);
    if (!status && init) status = load_weights(&weights, &out->spec, &data, arguments, init, err);
    if (!status) status = cal_run_create(&out->run, &out->spec, use, &data, weights, out->pool, err);
    cal_dataset_free(&data); // empty if the run has taken it over
    return status;
}

cal_status cal_session_open(cal_session *out, cal_arguments *arguments, cal_error *err) {
    const char *init = cal_argument(arguments, "--init"), *resume = cal_argument(arguments, "--resume");
    cal_file file;
    static const char *const of_training[] = {"--init", "--resume", "--epoch"};
    for (int i = 0; arguments->network && i < 3; i++)
        if (cal_argument(arguments, of_training[i]))
            return cal_fail(err, CAL_USAGE, "%s is trained: %s goes with a link", arguments->network,
                            of_training[i]);
    if (init && resume)
        return cal_fail(err, CAL_USAGE, "--init and --resume both say where to start; give one");
    cal_status status =
        open_run(out, CAL_TO_TRAIN, arguments, arguments->network ? arguments->network : init, err);
    out->trained = arguments->network;
    if (!status && resume) status = cal_file_load(&file, &arguments->arena, resume, err);
    if (!status && resume) status = cal_run_resume(out->run, &file, err);
    if (status) cal_session_close(out);
    return status;
}

cal_status cal_session_look(cal_session *out, cal_arguments *arguments, const cal_file *state,
                            cal_error *err) {
    cal_status status = open_run(out, CAL_TO_LOOK, arguments, NULL, err);
    if (!status) status = cal_run_resume(out->run, state, err);
    if (status) cal_session_close(out);
    return status;
}

cal_status cal_session_train(cal_session *session, int steps, cal_error *err) {
    cal_progress_bar bar;
    cal_progress progress = CAL_STEPPED;
    cal_status status = CAL_OK;
    if (session->trained) return cal_run_evaluate(session->run), CAL_OK;
    cal_progress_start(&bar, session->run);
    while (!status && progress != CAL_RUN_ENDED && steps-- > 0) {
        status = cal_run_step(&progress, session->run, err);
        if (!status) cal_progress_show(&bar, session->run);
    }
    cal_progress_end(&bar);
    return status;
}

void cal_session_close(cal_session *session) {
    cal_run_free(session->run);
    cal_pool_free(session->pool);
    *session = (cal_session){.pool = NULL};
}
