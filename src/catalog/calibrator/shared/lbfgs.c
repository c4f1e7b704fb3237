#include "catalog/calibrator/shared/lbfgs.h"
#include <string.h>

enum { STEPS = 200, MEMORY = 12, HALVINGS = 30 };

cal_lbfgs cal_lbfgs_take(cal_arena *arena, int n) {
    const size_t size = (size_t)n * sizeof(double);
    cal_lbfgs m = {.n = n};
    double **const vectors[] = {&m.x, &m.gradient, &m.direction, &m.next, &m.next_gradient};
    for (size_t v = 0; v < sizeof vectors / sizeof *vectors; v++) *vectors[v] = cal_arena_alloc(arena, size);
    m.step = cal_arena_alloc(arena, MEMORY * size);
    m.change = cal_arena_alloc(arena, MEMORY * size);
    return m;
}

static double dot(const double *a, const double *b, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

// Pair number `pair` of a list of steps or changes.
static double *pair_of(double *list, const cal_lbfgs *m, int pair) {
    return list + (size_t)(pair % MEMORY) * (size_t)m->n;
}

// Preconditions x, scaled by the size that the newest step suggests.
static void guess(double *x, double *scratch, const cal_lbfgs *m, const cal_lbfgs_function *f) {
    double size = 1;
    if (m->count) {
        const double *s = pair_of(m->step, m, m->count - 1), *y = pair_of(m->change, m, m->count - 1);
        memcpy(scratch, y, (size_t)m->n * sizeof *scratch);
        f->precondition(scratch, f->context);
        size = dot(s, y, m->n) / dot(scratch, y, m->n);
    }
    f->precondition(x, f->context);
    for (int i = 0; i < m->n; i++) x[i] *= size;
}

// direction = -H gradient by the two loops of L-BFGS.
static void descend(cal_lbfgs *m, const cal_lbfgs_function *f) {
    double a[MEMORY], *const direction = m->direction;
    const int first = m->count > MEMORY ? m->count - MEMORY : 0, n = m->n;
    for (int i = 0; i < n; i++) direction[i] = -m->gradient[i];
    for (int pair = m->count - 1; pair >= first; pair--) {
        const double *s = pair_of(m->step, m, pair), *y = pair_of(m->change, m, pair);
        a[pair - first] = dot(s, direction, n) / dot(s, y, n);
        for (int i = 0; i < n; i++) direction[i] -= a[pair - first] * y[i];
    }
    guess(direction, m->next, m, f);
    for (int pair = first; pair < m->count; pair++) {
        const double *s = pair_of(m->step, m, pair), *y = pair_of(m->change, m, pair);
        const double b = dot(y, direction, n) / dot(s, y, n);
        for (int i = 0; i < n; i++) direction[i] += (a[pair - first] - b) * s[i];
    }
}

// Moves to `next`. A pair whose curvature is lost in rounding is not kept.
static void advance(cal_lbfgs *m) {
    double *step = pair_of(m->step, m, m->count), *change = pair_of(m->change, m, m->count);
    for (int i = 0; i < m->n; i++)
        step[i] = m->next[i] - m->x[i], change[i] = m->next_gradient[i] - m->gradient[i];
    if (dot(step, change, m->n) > 1e-12 * dot(change, change, m->n)) m->count++;
    memcpy(m->x, m->next, (size_t)m->n * sizeof *m->x);
    memcpy(m->gradient, m->next_gradient, (size_t)m->n * sizeof *m->x);
}

void cal_lbfgs_run(cal_lbfgs *m, const cal_lbfgs_function *f) {
    double value = f->value(m->gradient, f->context, m->x);
    for (m->steps = 0; m->steps < STEPS && f->steepness(m->gradient, f->context) > f->close; m->steps++) {
        double length = 1, rounding = 1e-7 * (1 + value), found = 0;
        descend(m, f);
        for (int halved = 0; halved < HALVINGS; halved++, length /= 2) {
            for (int i = 0; i < m->n; i++) m->next[i] = m->x[i] + length * m->direction[i];
            found = f->value(m->next_gradient, f->context, m->next);
            if (found <= value + rounding) break;
        }
        if (!(found <= value + rounding)) break;
        advance(m);
        value = found;
    }
}
