#include "cli/session.h"
#include <string.h>
#include <unistd.h>

enum { THREADS_MAX = 64 };

cal_status cal_session_lab(cal_lab **out, const cal_arguments *arguments, cal_error *err) {
    const int preset = arguments->threads ? arguments->threads : cal_hardware_threads();
    cal_lab_def def = cal_default_lab();
    cal_status status =
        cal_argument_integer(&def.threads, arguments, "--threads",
                             preset < THREADS_MAX ? preset : THREADS_MAX, 1, THREADS_MAX, err);
    return status ? status : cal_lab_create(out, &def, err);
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

static bool show(void *context, const cal_training_state *now) {
    cal_session *session = context;
    cal_progress_show(&session->bar, now);
    return true;
}

static void drop_files(void *context) {
    cal_session *session = context;
    cal_lab_drop_files(session->lab);
    cal_arena_free(&session->files);
}

// Checks memory, before the files are read and with them in memory.
static cal_status check_memory(const cal_session *session, cal_error *err) {
    cal_training_need need;
    cal_status status =
        cal_training_plan(&need, session->lab, session->given, cal_lab_threads(session->lab), err);
    if (status) return status;
    const size_t loading = need.loading_bytes + session->files.taken;
    return cal_session_check_memory(loading > need.bytes ? loading : need.bytes, "run", need.largest, err);
}

// Prepares everything before the training itself.
static cal_status prepare(cal_session *out, cal_arguments *arguments, const char *start, cal_error *err) {
    *out = (cal_session){.lab = NULL};
    cal_status status = cal_link_parse(&out->given, arguments->operand, err);
    out->about = cal_link_about(out->given);
    if (!status && out->about.from[0] && !start)
        status =
            cal_fail(err, CAL_USAGE,
                     "from=%s: this run starts from the weights of the file whose SHA-256 begins so: give it "
                     "with --init",
                     out->about.from);
    if (!status) status = cal_session_lab(&out->lab, arguments, err);
    // Refuses a model that does not fit the data before files are read and images generated.
    if (!status) status = check_memory(out, err);
    if (!status) status = cal_session_files(out->lab, &out->files, out->given, arguments, err);
    return status || !out->files.taken ? status : check_memory(out, err);
}

static cal_status create(cal_session *out, const cal_file *start, cal_start as, cal_error *err) {
    cal_training_def def = cal_default_training();
    def.link = out->given;
    def.start = start->bytes, def.start_size = start->size, def.start_name = start->name;
    def.start_as = as;
    def.loaded = drop_files, def.listener = show, def.context = out;
    cal_status status = cal_training_create(&out->training, out->lab, &def, err);
    if (!status) status = cal_training_link(&out->link, out->training, err);
    if (!status && cal_training_note(out->training))
        cal_remark("calib: %s; `calib weights` lists them", cal_training_note(out->training));
    return status;
}

cal_status cal_session_open(cal_session *out, cal_arguments *arguments, cal_error *err) {
    static const char *const of_training[] = {"--init", "--resume", "--epoch", NULL};
    const char *init = cal_argument(arguments, "--init"), *resume = cal_argument(arguments, "--resume"),
               *wrong = cal_argument_any(arguments, of_training),
               *start = arguments->network ? arguments->network
                        : init             ? init
                                           : resume;
    cal_file file = {.name = NULL};
    if (arguments->network && wrong)
        return cal_fail(err, CAL_USAGE, "%s is a trained network: %s needs a link", arguments->network,
                        wrong);
    if (init && resume) return cal_fail(err, CAL_USAGE, "--init and --resume exclude each other; give one");
    cal_status status = prepare(out, arguments, start, err);
    if (!status && start) status = cal_file_load(&file, &arguments->arena, start, err);
    if (!status)
        status = create(out, &file,
                        arguments->network ? CAL_START_TRAINED
                        : init             ? CAL_START_INITIAL
                                           : CAL_START_RESUME,
                        err);
    if (status) cal_session_close(out);
    return status;
}

cal_status cal_session_train(cal_session *session, int steps, cal_error *err) {
    cal_progress_start(&session->bar);
    cal_status status = cal_training_run(session->training, steps, err);
    cal_progress_end(&session->bar);
    return status;
}

cal_status cal_session_train_epochs(cal_session *session, const cal_arguments *arguments, cal_error *err) {
    const int epochs = session->about.epochs;
    const cal_training_state now = cal_training_now(session->training);
    int epoch = 0;
    cal_status status = cal_argument_integer(&epoch, arguments, "--epoch", epochs, 0, epochs, err);
    if (status || !epoch) return status;
    return cal_session_train(session, epoch == epochs ? 0 : epoch * (now.steps / now.epochs), err);
}

cal_status cal_session_set(cal_set *out, const cal_training *training, const char *name, cal_error *err) {
    static const struct {
        const char *name;
        cal_set set;
    } sets[] = {{"train", CAL_SET_TRAIN}, {"val", CAL_SET_VALIDATION}, {"test", CAL_SET_TEST}};
    for (int i = 0; i < 3; i++) {
        if (strcmp(sets[i].name, name) != 0) continue;
        *out = sets[i].set;
        if (cal_training_samples(training, *out).n) return CAL_OK;
        return cal_fail(err, CAL_USAGE, "--set %s: the link's data has no such samples: choose another set",
                        name);
    }
    return cal_fail(err, CAL_USAGE, "--set %.48s is not one of train, val and test", name);
}

cal_logit_set cal_session_outputs(const cal_training *training, cal_set set) {
    const cal_sample_set samples = cal_training_samples(training, set);
    return (cal_logit_set){.logits = cal_training_logits(training, set),
                           .labels = samples.labels,
                           .posterior = samples.posterior,
                           .n = samples.n,
                           .k = samples.k,
                           .labelling = samples.labelling};
}

void cal_session_close(cal_session *session) {
    cal_training_free(session->training);
    cal_lab_free(session->lab);
    cal_link_free(session->given);
    cal_bytes_free(&session->link);
    cal_arena_free(&session->files);
    *session = (cal_session){.lab = NULL};
}
