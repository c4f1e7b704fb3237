#include "catalog/entry.h"
#include <assert.h>
#include <stddef.h>
#include <string.h>

int cal_param_find(const cal_entry *entry, const char *param) {
    for (int i = 0; entry->params && entry->params[i].name; i++)
        if (strcmp(entry->params[i].name, param) == 0) return i;
    return -1;
}

const cal_value *cal_choice_value(const cal_choice *choice, const char *param) {
    const int i = cal_param_find(choice->entry, param);
    assert(i >= 0);
    return &choice->value[i];
}

double cal_choice_number(const cal_choice *choice, const char *param) {
    return cal_choice_value(choice, param)->number[0];
}

int cal_choice_integer(const cal_choice *choice, const char *param) {
    return (int)cal_choice_number(choice, param);
}
