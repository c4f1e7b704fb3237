#include "catalog/entry.h"
#include <assert.h>
#include <stddef.h>
#include <string.h>

const cal_value *cal_choice_value(const cal_choice *choice, const char *param) {
    for (int i = 0; choice->entry->params && choice->entry->params[i].name; i++)
        if (strcmp(choice->entry->params[i].name, param) == 0) return &choice->value[i];
    assert(!"no such parameter");
    return NULL;
}

double cal_choice_number(const cal_choice *choice, const char *param) {
    return cal_choice_value(choice, param)->number[0];
}

int cal_choice_integer(const cal_choice *choice, const char *param) {
    return (int)cal_choice_number(choice, param);
}
