#include "run/probe/probe.h"
#include <string.h>
#include "catalog/head/head.h"
#include "run/train/inspect.h"

static cal_status check_other(const cal_choice *choice, const cal_split *other, cal_error *err) {
    if (!other || cal_probe_of(choice)->takes_other) return CAL_OK;
    return cal_fail(err, CAL_USAGE, "probe %s: it takes no other data; probe logits does", choice->entry->id);
}

static cal_status check_head(const cal_choice *choice, const cal_spec *spec, cal_error *err) {
    if (!cal_head_of(&spec->head)->several || cal_probe_of(choice)->each_label) return CAL_OK;
    return cal_fail(
        err, CAL_USAGE,
        "probe %s: it is about samples with one label of several classes, and with head=sigmoid each "
        "label is by itself",
        choice->entry->id);
}

cal_status cal_probe_needs(cal_probe_need *out, const cal_spec *spec, const cal_choice *choice,
                           const cal_split *other, int workers, cal_error *err) {
    cal_need need;
    cal_net *net = NULL;
    cal_probe_size size = {0, 0};
    const cal_dataset data = cal_run_data_sizes(spec);
    cal_status status = check_other(choice, other, err);
    if (!status) status = check_head(choice, spec, err);
    if (!status) status = cal_run_need(&need, spec, CAL_RUN_INSPECT, workers, err);
    if (!status) status = cal_net_from_choice(&net, &spec->model, data.k, data.c, data.h, data.w, err);
    const cal_probe_input in = {.spec = spec, .net = net, .data = &data, .workers = workers, .other = other};
    if (!status) status = cal_probe_of(choice)->size(&size, &in, choice, err);
    if (!status) {
        const size_t columns = (size_t)cal_probe_columns(cal_probe_of(choice), data.k);
        // one block of the probe's arena, and one of the plan that it makes
        cal_arena room = {.counts = true};
        cal_arena_alloc(&room, 1);
        out->bytes = need.bytes + size.bytes + (size_t)size.rows * columns * sizeof(double) + 2 * room.taken;
        out->data = need.data;
        memcpy(out->largest, need.largest, sizeof out->largest);
    }
    cal_net_free(net);
    return status;
}

cal_status cal_probe_make(cal_table *out, cal_run *run, const cal_choice *choice, const cal_split *other,
                          cal_error *err) {
    const cal_probe_input in = {.spec = cal_run_spec(run),
                                .net = cal_run_net(run),
                                .data = cal_run_data(run),
                                .run = run,
                                .workers = cal_pool_workers(cal_run_pool(run)),
                                .other = other};
    cal_probe_size size; // computing it also refuses choices that the link does not allow
    cal_status status = check_other(choice, other, err);
    if (!status) status = check_head(choice, in.spec, err);
    if (!status) status = cal_probe_of(choice)->size(&size, &in, choice, err);
    return status ? status : cal_probe_of(choice)->make(out, &in, choice, err);
}

// ---- columns

static int fixed_columns(const cal_probe *probe) {
    int count = 0;
    while (probe->columns[count].id) count++;
    return count;
}

int cal_probe_columns(const cal_probe *probe, int k) {
    return fixed_columns(probe) + (probe->each_class ? k : 0);
}

void cal_probe_write_id(cal_text *out, const cal_probe *probe, int column) {
    const int fixed = fixed_columns(probe);
    if (column < fixed) cal_text_add(out, "%s", probe->columns[column].id);
    else cal_text_add(out, "%s%d", probe->each_class->id, column - fixed);
}

void cal_probe_write_columns(cal_text *json, const cal_probe *probe, int k, const char *const *class_names) {
    const int fixed = fixed_columns(probe);
    cal_json_open(json, '[');
    for (int i = 0; i < cal_probe_columns(probe, k); i++) {
        const cal_column *about = i < fixed ? &probe->columns[i] : probe->each_class;
        cal_text id = {0}, label = {0};
        cal_probe_write_id(&id, probe, i);
        cal_text_add(&label, "%s%s%s", about->label, i < fixed ? "" : ": ",
                     i < fixed ? "" : class_names[i - fixed]);
        json->refused |= id.refused || label.refused;
        cal_json_open(json, '{');
        cal_json_member_string(json, "id", id.data);
        cal_json_member_string(json, "label", label.data);
        cal_json_member_string(json, "unit", about->unit);
        cal_json_close(json, '}');
        cal_text_free(&id);
        cal_text_free(&label);
    }
    cal_json_close(json, ']');
}

// ---- for probes

cal_status cal_probe_split(const cal_split **out, const cal_probe_input *in, const cal_choice *choice,
                           cal_error *err) {
    static const char *const names[] = {"val", "test", "train"};
    const cal_split *const splits[] = {&in->data->val, &in->data->test, &in->data->train};
    const int on = cal_choice_integer(choice, "on");
    *out = splits[on];
    if (splits[on]->n) return CAL_OK;
    return cal_fail(err, CAL_USAGE,
                    "probe %s: on=%s has no samples, since data %s has %s=0: choose another set",
                    choice->entry->id, names[on], in->spec->data.entry->id, names[on]);
}

cal_status cal_probe_first(cal_split *out, const cal_probe_input *in, const cal_choice *choice,
                           cal_error *err) {
    const cal_split *split;
    const int samples = cal_choice_integer(choice, "samples");
    cal_status status = cal_probe_split(&split, in, choice, err);
    *out = *split;
    if (samples < out->n) out->n = samples;
    return status;
}
