#include "cli/session.h"
#include <limits.h>
#include <string.h>
#include <unistd.h>
#include "cli/progress.h"
#include "run/files/weights.h"
#include <stdio.h>

enum { THREADS_MAX = 64 };

static cal_status load_weights(float **out, cal_spec *spec, const cal_dataset *data, cal_arguments *arguments,
                               const char *path, cal_error *err) {
    cal_net *net = NULL;
    cal_file file;
    cal_tensor_map naming;
    cal_status status = cal_net_from_choice(&net, &spec->model, data->k, data->c, data->h, data->w, err);
    if (status) return status;
    size_t count = cal_net_parameters(net) + cal_net_statistics(net);
    *out = cal_arena_alloc(&arguments->arena, count * sizeof **out);
    if (!*out) status = cal_refuse_memory(err, "%zu weights", count);
    if (!status) status = cal_file_load(&file, &arguments->arena, path, err);
    // A network given as operand is the end of its link's training, not its start.
    if (!status && !arguments->network) status = cal_weights_name(spec->from, &file, err);
    if (!status) status = cal_weights_read(*out, NULL, &naming, &arguments->arena, net, &file, err);
    if (!status && naming.order != CAL_BY_NAME)
        fprintf(
            stderr,
            "calib: the names in %s are not the network's: its %d tensors were matched by order and shape; "
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
                        "the %s needs %.1f GB of memory, but this machine has %.1f GB: take a smaller batch "
                        "or a smaller network; %s",
                        what, 1e-9 * (double)bytes, 1e-9 * there, advice);
#endif
    return CAL_OK;
}

// Prepares everything except the run itself.
static cal_status open_run(cal_session *out, cal_use use, cal_arguments *arguments, const char *init,
                           cal_error *err) {
    cal_dataset data = {0};
    cal_need need;
    float *weights = NULL;
    *out = (cal_session){.pool = NULL};
    cal_status status = cal_spec_parse(&out->spec, arguments->operand, strlen(arguments->operand), err);
    if (!status && use == CAL_RUN_TRAIN && out->spec.from[0] && !init && !cal_argument(arguments, "--resume"))
        status =
            cal_fail(err, CAL_USAGE,
                     "from=%s: this run starts from the weights of the file whose SHA-256 begins so: give it "
                     "with --init",
                     out->spec.from);
    if (!status) status = cal_session_pool(&out->pool, arguments, err);
    // Refuses a model that does not fit the data before files are read and images generated.
    if (!status) status = cal_run_need(&need, &out->spec, use, cal_pool_workers(out->pool), err);
    if (!status) status = cal_session_check_memory(need.bytes, "run", need.largest, err);
    if (!status) status = cal_session_data(&data, &out->spec, arguments, err);
    if (!status && init) status = load_weights(&weights, &out->spec, &data, arguments, init, err);
    if (!status) status = cal_run_create(&out->run, &out->spec, use, &data, weights, out->pool, err);
    cal_dataset_free(&data); // empty if the run owns it now
    return status;
}

cal_status cal_session_open(cal_session *out, cal_arguments *arguments, cal_error *err) {
    const char *init = cal_argument(arguments, "--init"), *resume = cal_argument(arguments, "--resume");
    cal_file file;
    static const char *const of_training[] = {"--init", "--resume", "--epoch", NULL};
    const char *wrong = cal_argument_any(arguments, of_training);
    if (arguments->network && wrong)
        return cal_fail(err, CAL_USAGE, "%s is a trained network: %s needs a link", arguments->network,
                        wrong);
    if (init && resume) return cal_fail(err, CAL_USAGE, "--init and --resume exclude each other; give one");
    cal_status status =
        open_run(out, CAL_RUN_TRAIN, arguments, arguments->network ? arguments->network : init, err);
    out->trained = arguments->network;
    if (!status && resume) status = cal_file_load(&file, &arguments->arena, resume, err);
    if (!status && resume) status = cal_run_resume(out->run, &file, err);
    if (status) cal_session_close(out);
    return status;
}

cal_status cal_session_inspect(cal_session *out, cal_arguments *arguments, const cal_file *state,
                               cal_error *err) {
    cal_status status = open_run(out, CAL_RUN_INSPECT, arguments, NULL, err);
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

cal_status cal_session_finish(cal_session *session, cal_error *err) {
    if (!cal_run_over(session->run)) return cal_session_train(session, INT_MAX, err);
    cal_run_evaluate(session->run);
    return CAL_OK;
}

cal_status cal_session_train_epochs(cal_session *session, const cal_arguments *arguments, cal_error *err) {
    const int epochs = cal_choice_integer(&session->spec.run, "epochs");
    int epoch = 0;
    cal_status status = cal_argument_integer(&epoch, arguments, "--epoch", epochs, 0, epochs, err);
    const int steps = epoch == epochs ? INT_MAX : epoch * cal_run_epoch_steps(session->run);
    return status ? status : cal_session_train(session, steps, err);
}

void cal_session_close(cal_session *session) {
    cal_run_free(session->run);
    cal_pool_free(session->pool);
    *session = (cal_session){.pool = NULL};
}
