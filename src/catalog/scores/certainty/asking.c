#include "catalog/scores/certainty/asking.h"

bool cal_asking_answers(const cal_scores *s, int i, double ask) {
    const double c = s->confidence[i], answer = s->positive && 1 - c > c ? 1 - c : c;
    return 1 - answer < ask;
}

double cal_asking_cost(const cal_scores *s, int i, double ask) {
    return cal_asking_answers(s, i, ask) ? !cal_scores_right(s, i) : ask;
}

double cal_asking_least(const cal_scores *s, int i, double ask) {
    double most = 0;
    for (int j = 0; j < s->k; j++) {
        const double p = s->posterior[(size_t)i * (size_t)s->k + (size_t)j];
        if (p > most) most = p;
    }
    return 1 - most < ask ? 1 - most : ask;
}
