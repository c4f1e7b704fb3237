#include "run/weights/model_guess.h"
#include <string.h>
#include "run/link/link.h"
#include "catalog/model/model.h"

// Values of published networks for parameters that do not follow from the tensors' shapes.
static const struct {
    const char *param;
    int count;
    const char *value[8];
} published[] = {
    {"stages",
     8,
     {"2/2/2/2", "3/4/6/3", "3/4/23/3", "6/12/24/16", "6/12/32/32", "12/12/12", "16/16/16", "32/32/32"}},
    {"growth", 4, {"12", "24", "32", "40"}},
    {"bottleneck", 2, {"0", "4"}},
    {"compression", 2, {"1", "0.5"}},
    {"heads", 7, {"4", "8", "3", "6", "12", "2", "1"}},
};

enum { WAYS_MAX = 200, TRIES_MAX = 8000, TEXT = 96, CHANNELS_MAX = 4 };

// Candidate values of a parameter in addition to its default, as in a link.
typedef struct ways {
    int count;
    char text[WAYS_MAX][TEXT];
} ways;

typedef struct search {
    const cal_safetensors_entry *listed; // without batch counters (num_batches_tracked)
    int files;
    uint64_t numbers; // total over all tensors
    const cal_weights_about *about;
    int k, convolutions;
    bool takes[CHANNELS_MAX + 1]; // [channels], true if a convolution has this number of input channels
    cal_arena *arena, scratch;
    cal_proposal *fit;
    char **layers; // the layer text of each fit, to recognise the same network
    int count, tries;
} search;

static bool is_counter(const cal_safetensors_entry *l) {
    const char *tail = strrchr(l->name, '.');
    return strcmp(tail ? tail + 1 : l->name, "num_batches_tracked") == 0;
}

static bool is_weight(const cal_safetensors_entry *l, int ndim) {
    const char *tail = strrchr(l->name, '.');
    return l->ndim == ndim && strcmp(tail ? tail + 1 : l->name, "weight") == 0;
}

static uint64_t size_of(const cal_safetensors_entry *l) {
    uint64_t size = 1;
    for (int i = 0; i < l->ndim; i++) {
        if (l->dim[i] < 0 || (l->dim[i] && size > (UINT64_C(1) << 40) / (uint64_t)l->dim[i])) return 0;
        size *= (uint64_t)l->dim[i];
    }
    return size;
}

static bool goes_on(const search *s, int64_t width) {
    for (int i = 0; i < s->files; i++)
        if (is_weight(&s->listed[i], 2) && s->listed[i].dim[1] == width) return true;
    return false;
}

// Finds the number of classes and the possible numbers of input channels. The classes are an output width of
// a linear layer that is not an input width of another. One channel may also be that of a depthwise
// convolution.
static void look_at_ends(search *s) {
    int64_t k = 0, last = 0; // last: for networks whose output is as wide as their input
    for (int i = 0; i < s->files; i++) {
        const cal_safetensors_entry *l = &s->listed[i];
        if (is_weight(l, 2) && l->dim[0] >= 2 && l->dim[0] <= 1 << 16 && !goes_on(s, l->dim[0]) &&
            (!k || l->dim[0] < k))
            k = l->dim[0];
        s->convolutions += is_weight(l, 4);
        if (is_weight(l, 2) && l->dim[0] <= 1 << 16) last = l->dim[0];
        if (is_weight(l, 4) && l->dim[1] >= 1 && l->dim[1] <= CHANNELS_MAX) s->takes[l->dim[1]] = true;
    }
    s->k = s->about->k ? s->about->k : (int)(k ? k : last);
}

static void add_way(ways *w, const char *text) {
    for (int i = 0; i < w->count; i++)
        if (strcmp(w->text[i], text) == 0) return;
    if (w->count == WAYS_MAX || strlen(text) >= TEXT) return;
    strcpy(w->text[w->count++], text);
}

static void add_number(ways *w, double number) {
    cal_text text = {0};
    cal_text_add_number(&text, number);
    if (!text.refused) add_way(w, text.data);
    cal_text_free(&text);
}

// Adds candidates: the tensors' sizes along a dimension, divided by `unit`, the default's first.
static void add_sizes(ways *w, const search *s, int ndim, int dim, double unit) {
    for (int i = 0; i < s->files && unit > 0; i++)
        if (is_weight(&s->listed[i], ndim)) add_number(w, (double)s->listed[i].dim[dim] / unit);
}

// Returns the output channels of the first convolution of a preset at width 1.
static double stem(const search *s, const cal_choice *choice, int param, const int size[3]) {
    cal_choice one = *choice;
    cal_net *net = NULL;
    const cal_tensor *tensor;
    cal_error ignored;
    double found = 0;
    one.value[param].number[0] = 1;
    if (cal_net_from_choice(&net, &one, s->k, size[0], size[1], size[2], &ignored)) return 0;
    const int count = cal_net_tensors(net, &tensor);
    for (int i = 0; i < count && !found; i++)
        if (tensor[i].ndim == 4) found = tensor[i].dim[0];
    cal_net_free(net);
    return found;
}

// Adds a candidate: the hidden widths of the linear layers that follow each other from `width` features on.
static void add_chain(ways *w, const search *s, int64_t width) {
    cal_text text = {0};
    for (int steps = 0; steps < CAL_LIST_MAX; steps++) {
        int next = -1;
        for (int i = 0; i < s->files && next < 0; i++)
            if (is_weight(&s->listed[i], 2) && s->listed[i].dim[1] == width) next = i;
        if (next < 0 || s->listed[next].dim[0] == s->k) break;
        width = s->listed[next].dim[0];
        cal_text_add(&text, steps ? "/%lld" : "%lld", (long long)width);
    }
    if (text.data && !text.refused) add_way(w, text.data);
    cal_text_free(&text);
}

static bool take_word(char out[TEXT], cal_slice word) {
    if (!word.at || word.length >= TEXT) return false;
    memcpy(out, word.at, (size_t)word.length);
    out[word.length] = 0;
    return true;
}

static void find_ways(ways *w, const search *s, const cal_choice *choice, int param, const int size[3]) {
    const cal_param *p = &choice->entry->params[param];
    char word[TEXT];
    if (p->type == CAL_CHOICE)
        for (int i = 0; take_word(word, cal_param_word(p, i)); i++) add_way(w, word);
    else if (strcmp(p->name, "width") == 0) add_sizes(w, s, 4, 0, stem(s, choice, param, size));
    else if (strcmp(p->name, "hidden") == 0) add_chain(w, s, (int64_t)size[0] * size[1] * size[2]);
    else if (strcmp(p->name, "depth") == 0)
        for (int depth = (int)p->min; depth <= (int)p->max && depth <= s->files; depth++)
            add_number(w, depth); // each layer has a tensor
    else if (strcmp(p->name, "patch") == 0) add_sizes(w, s, 4, 2, 1);
    else if (strcmp(p->name, "dim") == 0) add_sizes(w, s, 4, 0, 1);
    else if (strcmp(p->name, "head") == 0) {
        add_way(w, "0");
        add_sizes(w, s, 2, 0, 1);
    }
    for (size_t i = 0; i < sizeof published / sizeof *published; i++)
        for (int j = 0; strcmp(p->name, published[i].param) == 0 && j < published[i].count; j++)
            add_way(w, published[i].value[j]);
}

// ---- search

static int changed(const cal_choice *choice) {
    cal_choice preset;
    int count = 0;
    cal_choice_default(&preset, choice->entry);
    for (int i = 0; choice->entry->params && choice->entry->params[i].name; i++)
        count += !cal_choice_param_equal(choice, &preset, i);
    return count;
}

static int rank(const cal_proposal *p) { return changed(&p->model) + (p->by_name ? 0 : CAL_PARAM_MAX); }

static bool fits(bool *by_name, search *s, const cal_net *net) {
    const cal_tensor *tensor;
    cal_tensor_map naming;
    cal_error ignored;
    if (cal_net_tensors(net, &tensor) != s->files ||
        cal_net_parameters(net) + cal_net_statistics(net) != s->numbers)
        return false;
    const bool made = !cal_tensor_map_make(&naming, &s->scratch, net, s->listed, s->files, &ignored);
    const bool whole = made && cal_tensor_map_complete(&naming);
    *by_name = made && naming.order == CAL_BY_NAME;
    cal_arena_free(&s->scratch);
    return whole;
}

// Inserts a fit in the order of its rank; drops the last one if there are too many.
static void keep(search *s, const cal_proposal *found, const cal_net *net) {
    const char *text = cal_net_text(net);
    int at = 0, end = s->count;
    for (int i = 0; i < s->count; i++) {
        if (strcmp(s->layers[i], text) != 0) continue;
        if (rank(&s->fit[i]) <= rank(found)) return;
        end = i; // the same network, described by fewer parameters
        break;
    }
    while (at < end && rank(&s->fit[at]) <= rank(found)) at++;
    if (at == CAL_PROPOSALS_MAX) return;
    char *layers = cal_arena_text(s->arena, text, strlen(text));
    if (!layers) return;
    if (end == s->count && s->count < CAL_PROPOSALS_MAX) s->count++;
    if (end == CAL_PROPOSALS_MAX) end--;
    for (int i = end; i > at; i--) s->fit[i] = s->fit[i - 1], s->layers[i] = s->layers[i - 1];
    s->fit[at] = *found;
    s->layers[at] = layers;
}

static void try_one(search *s, const cal_choice *choice, const int size[3]) {
    cal_net *net = NULL;
    cal_error ignored;
    bool by_name = false;
    if (s->tries++ >= TRIES_MAX) return;
    if (cal_net_from_choice(&net, choice, s->k, size[0], size[1], size[2], &ignored)) return;
    if (fits(&by_name, s, net)) {
        const cal_proposal found = {*choice, s->k, size[0], size[1], size[2], by_name};
        keep(s, &found, net);
    }
    cal_net_free(net);
}

static void try_ways(search *s, cal_choice *choice, int param, const int size[3]) {
    cal_error ignored;
    const cal_param *params = choice->entry->params;
    if (!params || !params[param].name) {
        try_one(s, choice, size);
        return;
    }
    const cal_value preset = choice->value[param];
    ways *w = cal_mem_alloc(sizeof *w);
    try_ways(s, choice, param + 1, size);
    if (!w) return;
    w->count = 0;
    find_ways(w, s, choice, param, size);
    for (int i = 0; i < w->count; i++) {
        const cal_slice text = {w->text[i], (int)strlen(w->text[i])};
        choice->value[param] = preset;
        if (cal_choice_set(choice, param, text, "", &ignored)) continue;
        const cal_value *now = &choice->value[param];
        if (now->count == preset.count &&
            !memcmp(now->number, preset.number, (size_t)now->count * sizeof *now->number))
            continue; // already tried
        try_ways(s, choice, param + 1, size);
    }
    choice->value[param] = preset;
    cal_mem_free(w);
}

static void try_models(search *s, const int size[3]) {
    cal_choice choice;
    for (int i = 0; cal_models[i]; i++) {
        const cal_param *first = cal_models[i]->entry.params;
        // A vision transformer has one convolution, and is slow to try because of its many parameters.
        if (first && first->name && strcmp(first->name, "patch") == 0 && s->convolutions != 1) continue;
        cal_choice_default(&choice, &cal_models[i]->entry);
        try_ways(s, &choice, 0, size);
    }
}

// Finds the input width of a network without convolutions: that of a linear layer which is not an output
// width of another.
static void features(int size[3], const search *s) {
    int64_t width = 0, first = 0;
    for (int i = 0; i < s->files; i++) {
        bool made = false;
        if (is_weight(&s->listed[i], 2) && !first) first = s->listed[i].dim[1];
        for (int j = 0; j < s->files; j++)
            made |= is_weight(&s->listed[j], 2) && s->listed[j].dim[0] == s->listed[i].dim[1];
        if (is_weight(&s->listed[i], 2) && !made && s->listed[i].dim[1] > width) width = s->listed[i].dim[1];
    }
    if (!width) width = first;
    size[0] = width > 1 << 20 ? 0 : (int)width, size[1] = size[2] = 1;
    if (width == 3 * 32 * 32) size[0] = 3, size[1] = size[2] = 32;
    if (width == 28 * 28) size[0] = 1, size[1] = size[2] = 28;
}

static void try_sizes(search *s) {
    static const int sides[] = {32, 28, 64, 224};
    const cal_weights_about *about = s->about;
    int size[3] = {about->c, about->h, about->w};
    if (about->c) try_models(s, size);
    else if (!s->convolutions) {
        features(size, s);
        if (size[0]) try_models(s, size);
    }
    for (int c = CHANNELS_MAX; !about->c && c && !s->count; c--)
        for (int i = 0; s->takes[c] && i < 4 && !s->count; i++)
            try_models(s, (const int[]){c, sides[i], sides[i]});
}

cal_status cal_weights_propose(cal_proposal **out, int *count, cal_arena *arena,
                               const cal_weights_about *about, const cal_file *file, cal_error *err) {
    search s = {.about = about, .arena = arena};
    cal_safetensors_file *stored;
    cal_safetensors_entry *listed = NULL;
    int all = 0;
    *count = 0;
    *out = s.fit = cal_arena_alloc(arena, CAL_PROPOSALS_MAX * sizeof *s.fit);
    s.layers = cal_arena_alloc(arena, CAL_PROPOSALS_MAX * sizeof *s.layers);
    cal_status status = cal_safetensors_open(&stored, arena, file, "network", err);
    if (!status) status = cal_safetensors_list(&listed, &all, stored, arena, err);
    if (!status && arena->refused) status = cal_refuse_memory(err, "%s: its tensors", file->name);
    if (status) return status;
    s.listed = listed;
    for (int i = 0; i < all; i++) {
        if (is_counter(&listed[i])) continue;
        s.numbers += size_of(&listed[i]);
        listed[s.files++] = listed[i];
    }
    look_at_ends(&s);
    if (s.k >= 2) try_sizes(&s);
    *count = s.count;
    return CAL_OK;
}

void cal_proposals_write(cal_text *out, const cal_proposal *proposal, int count) {
    for (int i = 0; i < count; i++) {
        if (i) cal_text_add(out, i + 1 < count ? ", " : " or ");
        cal_choice_write(out, &proposal[i].model);
    }
}
