// The f64 interpreter: tokens.
#include "ad/interpret_parts.h"

void cal_interpret_tokens(const cal_operands *o) {
    bool forward = o->node->op == CAL_OP_TOKENS;
    cal_shape s = forward ? o->sa : o->s;
    int pixels = s.h * s.w;
    for (int n = 0; n < s.n; n++)
        for (int c = 0; c < s.c; c++)
            for (int p = 0; p < pixels; p++) {
                size_t image = ((size_t)n * s.c + c) * pixels + p, token = ((size_t)n * pixels + p) * s.c + c;
                o->y[forward ? token : image] = o->a[forward ? image : token];
            }
}

void cal_interpret_rows(const cal_operands *o) {
    bool takes = o->node->op == CAL_OP_ROWS_TAKE;
    cal_shape all = takes ? o->sa : o->s, few = takes ? o->s : o->sa;
    int group = o->node->a, first = o->node->b, count = few.n / (all.n / group);
    for (size_t i = 0; i < cal_elements(o->s); i++) o->y[i] = 0;
    for (int i = 0; i < few.n; i++)
        for (int c = 0; c < few.c; c++) {
            size_t of_few = (size_t)i * few.c + c;
            size_t of_all = ((size_t)(i / count) * group + first + i % count) * few.c + c;
            o->y[takes ? of_few : of_all] = o->a[takes ? of_all : of_few];
        }
}

void cal_interpret_swap(const cal_operands *o) {
    size_t p = (size_t)o->node->a, q = (size_t)o->node->b, r = (size_t)(o->sa.c < o->s.c ? o->sa.c : o->s.c);
    for (size_t i = 0; i < cal_elements(o->s); i++) {
        size_t k = i % r, b = i / r % q, a = i / r / q % p, n = i / r / q / p;
        o->y[((n * q + b) * p + a) * r + k] = o->a[i];
    }
}

void cal_interpret_table(const cal_operands *o) {
    bool looks_up = o->node->op == CAL_OP_TABLE_ROWS;
    cal_shape table = looks_up ? o->sa : o->s;
    for (size_t i = 0; i < cal_elements(o->s); i++) o->y[i] = 0;
    for (size_t i = 0; i < cal_elements(o->sb); i++) {
        double number = o->b[i] > 0 ? o->b[i] : 0;
        size_t entry = (size_t)(number < table.n - 1 ? number : table.n - 1);
        for (int c = 0; c < table.c; c++) {
            size_t of_row = i * (size_t)table.c + c, of_table = entry * (size_t)table.c + c;
            if (looks_up) o->y[of_row] = o->a[of_table];
            else o->y[of_table] += o->a[of_row];
        }
    }
}
