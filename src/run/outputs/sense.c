#include "run/outputs/sense.h"

enum { FEW = 20 };

static int top_of(const cal_outputs *o, int row) {
    const size_t at = (size_t)row * (size_t)o->k;
    const double *wide = o->probabilities ? o->probabilities : o->logits ? NULL : o->wide;
    int top = 0;
    for (int j = 1; j < o->k; j++)
        if (wide ? wide[at + (size_t)j] > wide[at + (size_t)top]
                 : o->logits[at + (size_t)j] > o->logits[at + (size_t)top])
            top = j;
    return top;
}

// Returns the size of the largest class, and that class.
static int largest(int *class, const cal_outputs *o) {
    int most = 0;
    enum { CLASSES = 1024 }; // higher labels are not counted
    int count[CLASSES] = {0};
    *class = 0;
    for (int i = 0; i < o->n; i++)
        if (o->labels[i] < CLASSES && ++count[o->labels[i]] > most)
            most = count[o->labels[i]], *class = o->labels[i];
    return most;
}

// Returns true if a count of n rows is larger than another one by more than a tenth and by more than chance.
static bool is_clearly_more(int more, int less, int n) {
    const double gain = more - less;
    return gain > n / 10.0 && gain * gain > 16.0 * (more + less);
}

static void note_classes(const cal_outputs *o, const char *name, cal_notes *notes) {
    int right[3] = {0}, class, most = 0; // with 1 subtracted from the labels, as given, with 1 added
    int32_t least = INT32_MAX, last = 0;
    for (int i = 0; i < o->n; i++) {
        const int top = top_of(o, i);
        if (o->labels[i] < 0 || o->labels[i] >= o->k) return;
        for (int s = 0; s < 3; s++) right[s] += top == o->labels[i] + s - 1;
        least = o->labels[i] < least ? o->labels[i] : least;
        last = o->labels[i] > last ? o->labels[i] : last;
    }
    most = largest(&class, o);
    if (least >= 1 && is_clearly_more(right[0], right[1], o->n))
        CAL_NOTE_FIRST(notes,
                       "%.200s: no label is 0, and the labels seem to count the classes from 1: with 1 "
                       "subtracted, %d of %d predictions would be right, without it %d; if so, subtract 1 "
                       "from each label",
                       name, right[0], o->n, right[1]);
    else if (last < o->k - 1 && is_clearly_more(right[2], right[1], o->n))
        CAL_NOTE_FIRST(notes,
                       "%.200s: no label is %d, and the labels seem not to count a first class, such as "
                       "background: with 1 added, %d of %d predictions would be right, without it %d; if so, "
                       "add 1 to each label",
                       name, o->k - 1, right[2], o->n, right[1]);
    else if (o->k == 2 && is_clearly_more(o->n - right[1], right[1], o->n))
        CAL_NOTE_FIRST(notes,
                       "%.200s: only %d of %d predictions are right, and %d would be with the two classes in "
                       "the other order: check which column belongs to label 1",
                       name, right[1], o->n, o->n - right[1]);
    else if (is_clearly_more(most, right[1], o->n))
        CAL_NOTE_FIRST(notes,
                       "%.200s: only %d of %d predictions are right, and always answering class %d would be "
                       "right for %d: check that labels and outputs belong together",
                       name, right[1], o->n, class, most);
}

// Compares the answers as given with answers that count the options from 1.
static void note_questions(const cal_outputs *o, const char *name, cal_notes *notes) {
    int right = 0, from_one = 0;
    for (int i = 0; i < o->n; i++) {
        const int top = top_of(o, i);
        if (o->labels[i] < 1) return;
        right += top == o->labels[i], from_one += top == o->labels[i] - 1;
    }
    if (is_clearly_more(from_one, right, o->n))
        CAL_NOTE_FIRST(notes,
                       "%.200s: no answer is 0, and the answers seem to count the options from 1: with 1 "
                       "subtracted, the chosen option would be right in %d of %d questions, without it in "
                       "%d; if so, subtract 1 from each answer",
                       name, from_one, o->n, right);
}

// Compares the mean probability of the positive class where it is the label, and where it is not.
static void note_binary(const cal_outputs *o, const char *name, cal_notes *notes) {
    double sum[2] = {0}, square[2] = {0}, mean[2], error = 0;
    int count[2] = {0};
    for (int i = 0; i < o->n; i++) {
        const double p = o->probabilities[2 * (size_t)i + 1];
        const int label = o->labels[i] == 1;
        count[label]++, sum[label] += p, square[label] += p * p;
    }
    if (count[0] < FEW / 2 || count[1] < FEW / 2) return;
    for (int v = 0; v < 2; v++) {
        mean[v] = sum[v] / count[v];
        error += (square[v] / count[v] - mean[v] * mean[v]) / count[v];
    }
    const double gap = mean[0] - mean[1];
    if (gap > 0 && gap * gap > 16 * error)
        CAL_NOTE_FIRST(notes,
                       "%.200s: the probability of %.60s is lower where %.60s is the label (mean %.3g) than "
                       "elsewhere (%.3g): check whether it is the probability of the other class",
                       name, o->positive ? o->positive : "1", o->positive ? o->positive : "1", mean[1],
                       mean[0]);
}

// Notes that predicted classes were given as probabilities.
static void note_hard(const cal_outputs *o, const char *name, cal_notes *notes) {
    const size_t count = (size_t)o->n * (size_t)o->k;
    for (size_t i = 0; i < count; i++)
        if (o->probabilities[i] != 0 && o->probabilities[i] != 1) return;
    CAL_NOTE_FIRST(notes,
                   "%.200s: every probability is exactly 0 or 1, as of predicted classes: there is no "
                   "confidence to check, and calibration errors repeat the error",
                   name);
}

void cal_outputs_note_sense(const cal_outputs *o, const char *name, cal_notes *notes) {
    if (!notes || o->n < FEW || !o->labels) return;
    if (o->probabilities) note_hard(o, name, notes);
    if (o->task == CAL_TASK_BINARY) note_binary(o, name, notes);
    else if (o->task == CAL_TASK_QUESTIONS && o->probabilities) note_questions(o, name, notes);
    else if (o->task == CAL_TASK_CLASSES && o->k > 1 && (o->probabilities || o->logits || o->wide))
        note_classes(o, name, notes);
}
