// Finds the meaning of a column's name or of a label's word, without the column's values.
#include "run/tables/columns/names.h"
#include <string.h>

bool cal_name_bare(char out[CAL_BARE_NAME], cal_slice name) {
    int length = 0;
    bool fits = true;
    for (int i = 0; i < name.length && fits; i++) {
        const char c = name.at[i], small = c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
        if (!((small >= 'a' && small <= 'z') || (small >= '0' && small <= '9'))) continue;
        fits = length < CAL_BARE_NAME - 1;
        if (fits) out[length++] = small;
    }
    out[length] = 0;
    return fits;
}

bool cal_name_is_any(const char *word, const char *const *list) {
    for (; *list; list++)
        if (strcmp(word, *list) == 0) return true;
    return false;
}

// ---- kinds

// Returns true for a number, or a number after a word for outputs.
static bool is_class(const char *word) {
    static const char *const before[] = {"",      "logit", "logits", "z",     "p",      "prob", "probs",
                                         "proba", "class", "c",      "score", "output", "out",  NULL};
    char start[32];
    const size_t letters = strcspn(word, "0123456789"), length = strlen(word);
    if (letters == length || strspn(word + letters, "0123456789") != length - letters) return false;
    memcpy(start, word, letters);
    start[letters] = 0;
    return cal_name_is_any(start, before);
}

bool cal_csv_names_logit(cal_slice name) {
    char word[CAL_BARE_NAME];
    return cal_name_bare(word, name) && is_class(word) && (word[0] == 'l' || word[0] == 'z');
}

cal_csv_column_kind cal_csv_column_kind_of(cal_slice name) {
    static const char *const labels[] = {"label",      "labels", "truelabel", "truelabels",  "target",
                                         "targets",    "class",  "trueclass", "y",           "ytrue",
                                         "true",       "truth",  "gt",        "groundtruth", "actual",
                                         "references", NULL};
    static const char *const predicted[] = {"pred",      "preds",           "predlabel",      "predlabels",
                                            "predclass", "prediction",      "predictions",    "predicted",
                                            "ypred",     "predictedlabel",  "predictedclass", "yhat",
                                            "predict",   "predictionlabel", "scoredlabels",   "top1",
                                            NULL};
    static const char *const sure[] = {
        "confidence", "confidences",    "conf",       "confs",    "certainty", "maxprob",
        "pmax",       "maxprobability", "probmax",    "topprob",  "maxp",      "msp",
        "predprob",   "predictedprob",  "maxsoftmax", "top1conf", "top1prob",  NULL};
    static const char *const scores[] = {"score", "scores", "yscore", "prob",   "probability", "proba",
                                         "yprob", "p",      "phat",   "yproba", NULL};
    static const char *const ignored[] = {"", "id", "index", "idx", "sample", "sampleid", "unnamed0", NULL};
    static const char *const weights[] = {"weight", "weights", "sampleweight", "sampleweights",
                                          "wt",     "wgt",     "caseweight",   NULL};
    char word[CAL_BARE_NAME];
    if (!cal_name_bare(word, name)) return CAL_COLUMN_UNKNOWN;
    if (!word[0] && name.length) return CAL_COLUMN_UNKNOWN; // a name in another alphabet
    return cal_name_is_any(word, labels)      ? CAL_COLUMN_LABEL
           : cal_name_is_any(word, predicted) ? CAL_COLUMN_PREDICTED
           : cal_name_is_any(word, sure)      ? CAL_COLUMN_CONFIDENCE
           : cal_name_is_any(word, scores)    ? CAL_COLUMN_SCORE
           : cal_name_is_any(word, ignored)   ? CAL_COLUMN_IGNORED
           : cal_name_is_any(word, weights)   ? CAL_COLUMN_WEIGHT
           : is_class(word)                   ? CAL_COLUMN_CLASS
                                              : CAL_COLUMN_UNKNOWN;
}

bool cal_name_is_other(cal_slice name) {
    static const char *const words[] = {
        "id",  "ids",    "idx",   "index",   "row",         "rows",     "fold",      "acc",  "loss",
        "nll", "step",   "epoch", "entropy", "seed",        "age",      "timestamp", "year", "accuracy",
        "std", "stddev", "se",    "sd",      "uncertainty", "variance", "margin",    NULL};
    char word[16];
    int length = 0;
    for (int i = 0; i <= name.length; i++) {
        const char c = i < name.length ? name.at[i] : 0;
        const bool large = c >= 'A' && c <= 'Z', letter = large || (c >= 'a' && c <= 'z');
        const bool ends = !letter || (large && i && name.at[i - 1] >= 'a' && name.at[i - 1] <= 'z');
        if (ends && length > 0 && length < (int)sizeof word) {
            word[length] = 0;
            for (const char *const *w = words; *w; w++)
                if (!strcmp(word, *w)) return true;
        }
        if (ends) length = 0;
        if (letter && length < (int)sizeof word) word[length++] = large ? (char)(c + 32) : c;
    }
    return false;
}

// ---- marks of outputs and labels

static cal_name_mark mark_of(cal_slice word) {
    static const char *const outputs[] = {
        "p",     "prob",      "probs",      "proba",       "probability", "probabilities", "pred",
        "preds", "score",     "scores",     "logit",       "logits",      "output",        "outputs",
        "risk",  "predicted", "prediction", "predictions", NULL};
    static const char *const truths[] = {"y",     "label", "labels", "target", "targets", "true",
                                         "truth", "gt",    "onehot", "share",  "shares",  NULL};
    char small[16] = "";
    if (word.length < 1 || word.length > 15) return CAL_MARK_NONE;
    for (int i = 0; i < word.length; i++) {
        const char c = word.at[i];
        small[i] = c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
    }
    return cal_name_is_any(small, outputs)  ? CAL_MARK_OUTPUT
           : cal_name_is_any(small, truths) ? CAL_MARK_LABEL
                                            : CAL_MARK_NONE;
}

static bool separates(char c) { return c == '_' || c == '-' || c == '.' || c == ' ' || c == ':'; }

cal_name_mark cal_name_split(cal_slice *stem, cal_slice name) {
    *stem = name;
    if (name.length > 1 && name.at[0] == '.')
        name.at++, name.length--;               // .pred_Yes, as R's tidymodels writes it
    for (int i = 1; i + 1 < name.length; i++) { // the first separator
        if (!separates(name.at[i])) continue;
        const cal_name_mark found = mark_of((cal_slice){name.at, i});
        if (found) return *stem = (cal_slice){name.at + i + 1, name.length - i - 1}, found;
        break;
    }
    for (int i = name.length - 2; i > 0; i--) { // the last
        if (!separates(name.at[i])) continue;
        const cal_name_mark found = mark_of((cal_slice){name.at + i + 1, name.length - i - 1});
        if (found) return *stem = (cal_slice){name.at, i}, found;
        break;
    }
    return CAL_MARK_NONE;
}

bool cal_output_stem(cal_slice *stem, cal_slice name) {
    return cal_name_split(stem, name) == CAL_MARK_OUTPUT;
}

// ---- words of labels

int cal_word_meaning(cal_slice word) {
    static const char *const yes[] = {
        "yes",       "true",      "y",           "t",         "positive",   "pos",  "sick",
        "malignant", "case",      "event",       "died",      "dead",       "spam", "fraud",
        "abnormal",  "present",   "default",     "churn",     "diseased",   "ja",   "j",
        "wahr",      "positiv",   "krank",       "tot",       "ausfall",    "bad",  "correct",
        "richtig",   "vorhanden", "eingetreten", "gestorben", "verstorben", NULL};
    static const char *const no[] = {
        "no",    "false", "n",    "f",         "negative", "neg",  "healthy", "benign",  "control",
        "none",  "alive", "ham",  "normal",    "absent",   "nein", "falsch",  "negativ", "gesund",
        "keine", "kein",  "good", "incorrect", "wrong",    "lebt", NULL};
    char small[24];
    if (word.length < 1 || word.length >= (int)sizeof small) return 0;
    for (int i = 0; i < word.length; i++) {
        const char c = word.at[i];
        small[i] = c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
    }
    small[word.length] = 0;
    return cal_name_is_any(small, yes) ? 1 : cal_name_is_any(small, no) ? -1 : 0;
}

// ---- outcomes that names claim

enum { TOKENS = 12, TOKEN = 24 };

typedef struct tokens {
    int count;
    bool cut; // more or longer words than are compared
    char word[TOKENS][TOKEN];
} tokens;

static void add_token(tokens *t, const char *word, int length) {
    // Words that name no outcome.
    static const char *const plain[] = {"is",       "has",   "was",      "flag",     "class",      "outcome",
                                        "event",    "hat",   "raw",      "of",       "calibrated", "value",
                                        "positive", "pos",   "ground",   "binary",   "log",        "odds",
                                        "z",        "model", "response", "observed", "obs",        NULL};
    char small[TOKEN];
    if (length >= TOKEN || t->count == TOKENS) {
        t->cut = true;
        return;
    }
    for (int i = 0; i < length; i++) {
        const char c = word[i];
        small[i] = c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
    }
    small[length] = 0;
    if (mark_of((cal_slice){small, length}) || cal_name_is_any(small, plain)) return;
    if (!strcmp(small, "pd")) memcpy(small, "default", sizeof "default"); // probability of default
    memcpy(t->word[t->count++], small, TOKEN);
}

// Splits a name into words at marks, digits and capitals.
static tokens split_words(cal_slice name) {
    tokens out = {.count = 0};
    int start = -1;
    for (int i = 0; i <= name.length; i++) {
        const char c = i < name.length ? name.at[i] : 0;
        const bool large = c >= 'A' && c <= 'Z', letter = large || (c >= 'a' && c <= 'z') || c < 0;
        const bool next = large && start >= 0 && name.at[i - 1] >= 'a' && name.at[i - 1] <= 'z';
        if (start >= 0 && (!letter || next)) add_token(&out, name.at + start, i - start), start = -1;
        if (letter && start < 0) start = i;
    }
    return out;
}

// Returns true for two forms of one word: survived and survival, default and defaulted.
static bool same_word(const char *a, const char *b) {
    enum { STEM = 4 };
    static const char *const ends[] = {"",    "d",    "e",    "ed",  "s",     "es", "al",  "ing",
                                       "ion", "ity",  "ment", "ies", "ation", "y",  "ied", "id",
                                       "ant", "ancy", "t",    "cy",  "en",    NULL};
    int same = 0;
    while (a[same] && a[same] == b[same]) same++;
    if (!a[same] && !b[same]) return true;
    return same >= STEM && cal_name_is_any(a + same, ends) && cal_name_is_any(b + same, ends);
}

bool cal_name_claims(cal_slice name) {
    const tokens words = split_words(name);
    return words.count > 0 || words.cut;
}

bool cal_names_agree(cal_slice a, cal_slice b) {
    const tokens one = split_words(a), other = split_words(b);
    bool same = one.count > 0 && one.count == other.count && !one.cut && !other.cut;
    for (int i = 0; same && i < one.count; i++) same = same_word(one.word[i], other.word[i]);
    return same;
}

int cal_word_polarity(cal_slice word) {
    static const char *const yes[] = {"yes", "true", "positive", "pos", "ja", "wahr", "positiv", NULL};
    static const char *const no[] = {"no", "false", "negative", "neg", "nein", "falsch", "negativ", NULL};
    char bare[CAL_BARE_NAME];
    (void)cal_name_bare(bare, word);
    return cal_name_is_any(bare, yes) ? 1 : cal_name_is_any(bare, no) ? -1 : 0;
}
