// Writes ready options for tables with several readings.
#include "run/tables/columns/offer.h"
#include <stdio.h>
#include <string.h>

typedef struct offer {
    const cal_csv_cells *cells;
    int length;
    bool spaces, unnameable;
    char text[CAL_OFFER + CAL_QUOTE_MAX + 16];
} offer;

// Adds a role with the name or the number of its column.
static void add(offer *o, const char *role, int place) {
    const cal_csv_column *column = &o->cells->column[place];
    char name[72];
    if (o->length >= CAL_OFFER) return;
    cal_csv_column_name(name, o->cells, place);
    if (!o->cells->named) snprintf(name, sizeof name, "%d", column->at + 1);
    o->unnameable |= column->name.length > CAL_QUOTE_MAX || strpbrk(name, ",=\"$`\\") != NULL;
    o->spaces |= strpbrk(name, " '();&|<>*?!#~") != NULL;
    o->length += snprintf(o->text + o->length, sizeof o->text - (size_t)o->length, "%s%s=%s",
                          o->length ? "," : "", role, name);
}

static void finish(char text[CAL_OFFER], const offer *o) {
    enum { AROUND = 24 }; // the option and quotes
    const cal_outputs_options *reading = o->cells->reading;
    const char *option = cal_option_name(CAL_OPTION_COLUMNS, reading->naming);
    cal_offers *offers = reading->offers;
    const char *quote = o->spaces ? "\"" : "";
    if (o->unnameable || o->length + AROUND >= CAL_OFFER)
        snprintf(text, CAL_OFFER, "%s label=NAME,class=NAME,... with class=NAME for each class", option);
    else {
        snprintf(text, CAL_OFFER, "%s %s%.150s%s", option, quote, o->text, quote);
        if (offers && offers->count < CAL_OFFERS_MAX)
            memcpy(offers->text[offers->count++], o->text, (size_t)o->length + 1);
    }
}

void cal_offer_classes(char text[CAL_OFFER], const cal_csv_cells *t, int label, const bool *gone) {
    offer o = {.cells = t};
    int at[2] = {0}, count = 0;
    add(&o, "label", label);
    for (int c = 0; c < t->width; c++) {
        if (c == label || (gone && gone[c]) || !cal_csv_is_output(&t->column[c])) continue;
        if (count < 2) at[count] = c;
        count++;
    }
    // Class 1 is yes, whichever column is first.
    const bool turned = count == 2 && cal_word_meaning(t->column[at[0]].name) > 0 &&
                        cal_word_meaning(t->column[at[1]].name) <= 0;
    if (turned) add(&o, "class", at[1]);
    for (int c = 0; c < t->width; c++)
        if (c != label && !(gone && gone[c]) && cal_csv_is_output(&t->column[c]) && !(turned && c == at[1]))
            add(&o, "class", c);
    finish(text, &o);
}

void cal_offer_order(char text[CAL_OFFER], const cal_csv_cells *t, int label, int first, int second) {
    offer o = {.cells = t};
    add(&o, "label", label), add(&o, "class", first), add(&o, "class", second);
    finish(text, &o);
}

void cal_offer_set(char text[CAL_OFFER], const cal_csv_cells *t, int label, cal_slice stem) {
    offer o = {.cells = t, .spaces = true}; // shells would expand the star
    add(&o, "label", label);
    o.unnameable |= memchr(stem.at, ',', (size_t)stem.length) != NULL;
    o.length +=
        snprintf(o.text + o.length, sizeof o.text - (size_t)o.length, ",classes=%.*s*", CAL_QUOTED(stem));
    finish(text, &o);
}

void cal_offer_predictions(char text[CAL_OFFER], const cal_csv_cells *t, int label, int predicted,
                           int confidence) {
    offer o = {.cells = t};
    add(&o, "label", label), add(&o, "pred", predicted), add(&o, "conf", confidence);
    finish(text, &o);
}

void cal_offer_probability(char text[CAL_OFFER], const cal_csv_cells *t, int label, int p) {
    offer o = {.cells = t};
    add(&o, "label", label), add(&o, "p", p);
    finish(text, &o);
}
