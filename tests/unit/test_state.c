// A run that is saved and resumed at any step trains the same bits as an uninterrupted one; invalid files are
// refused.
#include <stdlib.h>
#include "catalog/metric/metric.h"
#include "check.h"
#include "base/bytes/safetensors.h"
#include "run/train/trainer.h"
#include "run/weights/weights.h"

static cal_error err;
static cal_pool *pool;

static cal_run *open_run(const char *link) {
    cal_spec spec;
    cal_dataset data;
    cal_run *run = NULL;
    err = (cal_error){0};
    if (!cal_spec_parse(&spec, link, strlen(link), &err) && !cal_data_load(&data, &spec.data, NULL, 0, &err))
        cal_run_create(&run, &spec, CAL_RUN_TRAIN, &data, NULL, pool, &err);
    CHECK_TEXT(err.text, "");
    return run;
}

static void train(cal_run *run, int steps) {
    cal_progress progress = CAL_STEPPED;
    while (progress != CAL_RUN_ENDED && steps-- > 0) CHECK(cal_run_step(&progress, run, &err) == CAL_OK);
}

static cal_text report_of(cal_run *run) {
    cal_text json = {0};
    CHECK(cal_run_report(run, &json, &err) == CAL_OK);
    return json;
}

static cal_text saved(const cal_run *run) {
    cal_text bytes = {0};
    CHECK(cal_run_save(&bytes, run, &err) == CAL_OK);
    return bytes;
}

static cal_file file_of(const cal_text *bytes) {
    return (cal_file){"state", (const uint8_t *)bytes->data, (size_t)bytes->length};
}

// Saves and resumes at every step, and compares with an uninterrupted run.
static void resumes_at_every_step(const char *link) {
    cal_run *whole = open_run(link);
    train(whole, 1000);
    CHECK(cal_run_over(whole));
    cal_text wanted = report_of(whole);
    cal_text state = {0};
    int steps = cal_run_steps_done(whole);
    for (int s = 0; s <= steps; s++) {
        cal_run *run = open_run(link);
        if (s) {
            cal_file file = file_of(&state);
            CHECK(cal_run_resume(run, &file, &err) == CAL_OK);
        }
        CHECK(cal_run_steps_done(run) == s && cal_run_over(run) == (s == steps));
        cal_text_free(&state);
        state = saved(run);
        if (s == steps) { // also where nothing is left to do
            cal_text got = report_of(run);
            CHECK_TEXT(got.data, wanted.data);
            cal_text_free(&got);
        }
        if (s == steps / 2) { // one pause instead of many
            cal_run *other = open_run(link);
            cal_file file = file_of(&state);
            CHECK(cal_run_resume(other, &file, &err) == CAL_OK);
            train(other, 1000);
            cal_text got = report_of(other);
            CHECK_TEXT(got.data, wanted.data);
            cal_text_free(&got);
            cal_run_free(other);
        }
        train(run, 1);
        cal_text_free(&state);
        state = saved(run);
        cal_run_free(run);
    }
    cal_text_free(&state);
    cal_text_free(&wanted);
    cal_run_free(whole);
}

// Resumes a link with a switch from the state of the run without one, at the step of the switch and at every
// other.
static void forks(const char *link, const char *change, int epoch) {
    char forked[512];
    snprintf(forked, sizeof forked, "%s&switch=%d:%s", link, epoch, change);
    resumes_at_every_step(forked);
    cal_run *whole = open_run(forked), *base = open_run(link), *fork = open_run(forked);
    train(whole, 1000);
    cal_text wanted = report_of(whole);
    train(base, epoch * cal_run_epoch_steps(base));
    cal_text state = saved(base);
    cal_file file = file_of(&state);
    CHECK(cal_run_resume(fork, &file, &err) == CAL_OK);
    train(fork, 1000);
    cal_text got = report_of(fork);
    CHECK_TEXT(got.data, wanted.data);
    // One step later the two runs differ.
    cal_text_free(&state);
    train(base, 1);
    state = saved(base);
    file = file_of(&state);
    cal_run_free(fork);
    fork = open_run(forked);
    CHECK(cal_run_resume(fork, &file, &err) == CAL_FAILED && strstr(err.text, "state: its link is "));
    cal_text_free(&state);
    cal_text_free(&got);
    cal_text_free(&wanted);
    cal_run_free(fork);
    cal_run_free(base);
    cal_run_free(whole);
}

static const char small[] = "data=moons:train=10,val=5,test=5&model=logistic&epochs=3&batch=4&keep=best";

static void refuses(const cal_text *bytes, size_t size, const char *link, const char *sentence) {
    cal_run *run = open_run(link);
    cal_file file = file_of(bytes);
    file.size = size;
    cal_status status = cal_run_resume(run, &file, &err);
    CHECK(status == CAL_FAILED);
    if (sentence) CHECK_TEXT(err.text, sentence);
    cal_run_free(run);
}

// Replaces one word by another of the same length.
static cal_text changed(const cal_text *bytes, const char *from, const char *to) {
    cal_text out = {0};
    cal_text_add_bytes(&out, bytes->data, (size_t)bytes->length);
    for (int i = 0; i + (int)strlen(from) <= out.length; i++)
        if (!memcmp(out.data + i, from, strlen(from))) {
            memcpy(out.data + i, to, strlen(to));
            return out;
        }
    CHECK(!"the word is there");
    return out;
}

static void refuses_changed(const cal_text *bytes, const char *from, const char *to, const char *sentence) {
    cal_text wrong = changed(bytes, from, to);
    refuses(&wrong, (size_t)wrong.length, small, sentence);
    cal_text_free(&wrong);
}

// Makes a state of some epochs with other names for its figures, and rows of `columns` figures a set. Each
// figure is `columns` numbers after the last.
static cal_text with_figures(const cal_run *run, const char *names, int columns) {
    cal_text bytes = saved(run), out = {0};
    cal_arena arena = {0};
    const cal_file file = file_of(&bytes);
    cal_safetensors_file *stored;
    cal_safetensors_entry *listed;
    int count;
    CHECK(!cal_safetensors_open(&stored, &arena, &file, "run", &err));
    CHECK(!cal_safetensors_list(&listed, &count, stored, &arena, &err));
    cal_safetensor *tensor = cal_arena_alloc(&arena, (size_t)count * sizeof *tensor);
    for (int i = 0; i < count; i++) {
        cal_safetensor *t = &tensor[i];
        memcpy(t->name, listed[i].name, strlen(listed[i].name) + 1);
        t->ndim = listed[i].ndim;
        for (int d = 0; d < t->ndim; d++) t->dim[d] = (int)listed[i].dim[d];
        t->wide = listed[i].type == CAL_F64;
        t->size = listed[i].size / (t->wide ? 8 : 4);
        if (strcmp(t->name, "history") == 0) {
            t->dim[1] = 15 + 3 * columns;
            t->size = (size_t)t->dim[0] * (size_t)t->dim[1];
            double *number = t->place = cal_arena_alloc(&arena, t->size * sizeof *number);
            for (size_t n = 0; n < t->size; n++) number[n] = (double)(n % (size_t)t->dim[1]);
        } else {
            t->place = cal_arena_alloc(&arena, listed[i].size);
            memcpy(t->place, listed[i].bytes, listed[i].size);
        }
    }
    const char *const words[][2] = {{"format", cal_safetensors_metadata(stored, &arena, "format")},
                                    {"link", cal_safetensors_metadata(stored, &arena, "link")},
                                    {"data_hash", cal_safetensors_metadata(stored, &arena, "data_hash")},
                                    {"figures", names},
                                    {"step", cal_safetensors_metadata(stored, &arena, "step")},
                                    {NULL, NULL}};
    cal_safetensors_write(&out, tensor, count, words);
    cal_text_free(&bytes);
    cal_arena_free(&arena);
    return out;
}

// Another build had only these metrics, in this order, and more of them than any former fixed limit.
static void test_other_metrics(void) {
    enum { OTHERS = 200, COLUMNS = OTHERS + 2 };
    cal_text names = {0};
    cal_run *run = open_run(small), *other = open_run(small), *again = open_run(small);
    cal_text_add(&names, "nll");
    for (int i = 0; i < OTHERS; i++) cal_text_add(&names, "/other%d", i);
    cal_text_add(&names, "/ece");
    train(run, 3);
    cal_text state = with_figures(run, names.data, COLUMNS), epoch = {0}, wanted = {0};
    cal_file file = file_of(&state);
    CHECK(cal_run_resume(other, &file, &err) == CAL_OK);
    cal_run_write_epoch(other, 0, &epoch);
    CHECK(strstr(epoch.data, "\"train\":{\"loss\":1,\"confidence\":2,"));
    CHECK(strstr(epoch.data, "\"brier\":null,\"ece\":204,")); // column 201 of the first set
    CHECK(strstr(epoch.data, "\"nll\":3"));
    CHECK(strstr(epoch.data, "\"unknown\":{\"train\":{\"other0\":4,\"other1\":5,"));
    CHECK(strstr(epoch.data, "\"other199\":203},\"val\":{\"other0\":208,"));
    // Saved and resumed again, it is the same, and has room for the next epoch.
    cal_text kept = saved(other);
    file = file_of(&kept);
    CHECK(cal_run_resume(again, &file, &err) == CAL_OK);
    cal_run_write_epoch(again, 0, &wanted);
    CHECK_TEXT(epoch.data, wanted.data);
    train(again, 3);
    cal_text_free(&epoch);
    cal_run_write_epoch(again, 1, &epoch);
    CHECK(strstr(epoch.data, "\"other199\":null}"));
    cal_text few = with_figures(run, "nll/ece/other", 2);
    refuses(&few, (size_t)few.length, small,
            "state: its figures have more names than its history has columns, 2");
    // Figures that are all 0 were not recorded: their name is kept, and nothing is shown.
    cal_text plain = saved(run), unrecorded = changed(&plain, "/smece/", "/smeco/");
    cal_run *quiet = open_run(small);
    file = file_of(&unrecorded);
    CHECK(cal_run_resume(quiet, &file, &err) == CAL_OK);
    cal_text_free(&epoch);
    cal_run_write_epoch(quiet, 0, &epoch);
    CHECK(!strstr(epoch.data, "unknown") && !strstr(epoch.data, "smec"));
    cal_text_free(&plain);
    plain = saved(quiet);
    cal_text_free(&unrecorded);
    unrecorded = changed(&plain, "/truth_kl/smeco\"", "/truth_kl/smeco\""); // it is present
    cal_text *const texts[] = {&names, &state, &epoch, &wanted, &kept, &few, &plain, &unrecorded};
    for (int i = 0; i < 8; i++) cal_text_free(texts[i]);
    cal_run *const runs[] = {run, other, again, quiet};
    for (int i = 0; i < 4; i++) cal_run_free(runs[i]);
}

static void test_refusals(void) {
    cal_run *run = open_run(small);
    train(run, 4); // the first step of the second epoch
    cal_text state = saved(run);
    for (int size = 0, i = 0; size < state.length; size += size < 1200 ? 8 / CHECK_TIMES(8) : 37, i++)
        if (CHECK_TURN(16, i)) refuses(&state, (size_t)size, small, NULL);
    refuses(&state, (size_t)state.length,
            "data=moons:train=10,val=5,test=5&model=logistic&epochs=4&batch=4&keep=best",
            "state: its link is "
            "v=1&data=moons:train=10,val=5,test=5&model=logistic&epochs=3&batch=4&keep=best, and "
            "this run's is v=1&data=moons:train=10,val=5,test=5&model=logistic&epochs=4&batch=4&keep=best");
    refuses_changed(
        &state, "calib run 1", "calib run 2",
        "state: its format is calib run 2, of another version of this program; this one reads calib "
        "run 1: resume it with the program that saved it, or train its link anew");
    refuses_changed(&state, "\"format\"", "\"farmot\"",
                    "state: not the saved state of a run: it has no format");
    refuses_changed(&state, "\"figures\"", "\"figured\"",
                    "state: not the saved state of a run: it has no figures");
    refuses_changed(&state, "\"step\":\"4\"", "\"step\":\"9\"", NULL);
    CHECK(strstr(err.text, "state: history has shape [1, ") && strstr(err.text, ", the run needs [3, "));
    refuses_changed(&state, "\"step\":\"4\"", "\"step\":\"-\"",
                    "state: its step is -, and the run has steps 0 to 9");
    char own[100], other[100];
    snprintf(own, sizeof own, "\"data_hash\":\"%s\"", cal_run_data(run)->hash);
    memcpy(other, own, sizeof own);
    other[13] = other[13] == '0' ? '1' : '0';  // the first digit
    refuses_changed(&state, own, other, NULL); // saved on other data
    CHECK(strstr(err.text, "state: its data_hash is ") && strstr(err.text, ", and this run's is "));
    refuses_changed(&state, "optimizer.0.0.weight", "optimizer.1.0.weight",
                    "state: the run has no tensor 'optimizer.1.0.weight'");
    refuses_changed(&state, "best.0.bias", "best.1.bias", "state: the run has no tensor 'best.1.bias'");
    refuses_changed(&state, "logistic", "logistik", NULL); // an entry that no longer exists, or not yet
    CHECK(strstr(err.text, "state: its link cannot be read: ") && strstr(err.text, "logistik"));
    refuses_changed(&state, "/brier/", "/error/", "state: its figures name 'error' twice");
    refuses_changed(&state, "/brier/", "/bri!r/",
                    "state: its figures name 'bri!r', which is no metric's id: 1 to 64 letters, digits, '_', "
                    "'-' and '.'");
    refuses_changed(&state, "/brier/", "/////a/", NULL);
    CHECK(strstr(err.text, "state: its figures name '', which is no metric's id"));
    // The history has five columns and one for each metric, three times. Replaced words keep their length.
    char shape[16], given[16], rows[16], turned[16], sentence[80];
    int metrics = 0;
    while (cal_metrics[metrics]) metrics++;
    const int columns = metrics + 5;
    snprintf(shape, sizeof shape, "[1,%d]", 3 * columns);
    snprintf(turned, sizeof turned, "[%d,1]", 3 * columns);
    snprintf(given, sizeof given, "[%d,3]", columns);
    snprintf(rows, sizeof rows, "%-*s", (int)strlen(shape), given);
    snprintf(sentence, sizeof sentence, "state: history has shape [%d, 3], the run needs [1, any]", columns);
    refuses_changed(&state, shape, "[1,9]  ", NULL);
    CHECK(strstr(err.text, "its data_offsets do not fit its shape"));
    refuses_changed(&state, shape, rows, sentence);
    refuses_changed(&state, shape, turned, NULL);
    uint64_t header;
    memcpy(&header, state.data, sizeof header);
    for (size_t at = 8 + header; at < (size_t)state.length;
         at += 40 / CHECK_TIMES(8)) { // a bit that flipped in storage
        if (!CHECK_TURN(16, (long)at / 40)) continue;
        state.data[at] ^= 1;
        refuses(&state, (size_t)state.length, small, NULL);
        CHECK(strstr(err.text, "state: damaged: its numbers are not those that were saved") ||
              strstr(err.text, " not finite"));
        state.data[at] ^= 1;
    }
    cal_text weights = {0};
    cal_weights_write_run(&weights, run);
    cal_run *begins = open_run(small); // a run can begin with weights alone
    const cal_file file = {"weights", (const uint8_t *)weights.data, (size_t)weights.length};
    CHECK(cal_run_resume(begins, &file, &err) == CAL_OK && cal_run_steps_done(begins) == 0);
    CHECK(cal_run_weights(begins)[0] == cal_run_weights(run)[0]);
    train(begins, 1);
    cal_run_free(begins);
    cal_text_free(&weights);
    cal_text_free(&state);
    cal_run_free(run);
}

// One link for each kind of state; the sanitizers take a third of them.
static const char *const kinds[] = {
    "data=moons:train=50,val=20,test=20&model=layers:fc8-relu-drop50-fc&optimizer=adam&epochs=3&batch=20",
    "data=moons:train=40,val=20,test=20,flip=0.3&diagnostics=yes&model=mlp:hidden=32&optimizer=adamw:lr=0.1&"
    "epochs=20&batch=20&keep=best&patience=3&by=ece&schedule=plateau:patience=0",
    "data=shapes10:train=20,val=4,test=4&model=layers:c4-bn-relu-gap-fc&epochs=3&batch=8&curvature=2&augment="
    "crop-flip&optimizer=sgd:lr=0.5,nesterov=yes&schedule=one-cycle&clip=1",
    "data=gaussians:train=7,val=0,test=4&model=logistic&optimizer=adagrad&epochs=2&batch=3&schedule=plateau:"
    "on=train,warmup=0.5",
    "data=moons:train=40,val=20,test=20&model=mlp:hidden=8&epochs=4&batch=20&keep=best&loss=adafocal:bins=4",
    "data=moons:train=40,val=20,test=20&model=mlp:hidden=8&epochs=3&batch=10&loss=adafocal:bins=4,every=3&"
    "diagnostics=yes",
    "data=moons:train=40,val=20,test=20&model=mlp:hidden=8&epochs=4&batch=20&loss=focal-schedule",
    "data=moons:train=50,val=20,test=20&model=layers:fc8-bn-relu-drop50-fc&epochs=3&batch=20&loss=focal&"
    "penalty=trace:m=2,tau=0.05",
};
static const struct {
    const char *link, *change;
    int epoch;
} switches[] = {
    {"data=moons:train=40,val=20,test=20&model=mlp:hidden=8&epochs=5&batch=15&optimizer=adam", "focal", 1},
    {"data=moons:train=40,val=20,test=20&model=mlp:hidden=8&epochs=5&batch=20&diagnostics=yes&keep=best&by="
     "nll",
     "adafocal:bins=4", 2},
    {"data=moons:train=40,val=20,test=20&model=layers:fc8-bn-relu-drop50-fc&epochs=5&batch=20&curvature=2&"
     "loss=adafocal:bins=4,every=3",
     "calfocal1:bins=7", 4},
    {"data=moons:train=40,val=20,test=20&model=mlp:hidden=8&epochs=4&batch=15&loss=focal-schedule",
     "trace:m=2,tau=0.05", 2},
};

int main(void) {
    CHECK(cal_pool_create(&pool, 2, &err) == CAL_OK);
    for (int i = 0; i < (int)(sizeof kinds / sizeof *kinds); i++)
        if (CHECK_TURN(3, i)) resumes_at_every_step(kinds[i]);
    for (int i = 0; i < (int)(sizeof switches / sizeof *switches); i++)
        if (CHECK_TURN(3, i)) forks(switches[i].link, switches[i].change, switches[i].epoch);
    test_other_metrics();
    test_refusals();
    cal_pool_free(pool);
    return CHECK_DONE();
}
