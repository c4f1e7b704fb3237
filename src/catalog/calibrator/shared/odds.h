// Calibrators of two classes that map the log odds of the second, z = log(p / (1 - p)).
#ifndef CAL_CATALOG_CALIBRATOR_SHARED_ODDS_H
#define CAL_CATALOG_CALIBRATOR_SHARED_ODDS_H
#include "base/maths/maths.h"
#include "catalog/calibrator/shared/fit.h"

// Within +-92, which is p = 1e-40: a probability of exactly 0 or 1 has no log odds.
double cal_odds_at(const cal_scores *scores, int i);
static inline double cal_odds_log_p(double z) { // log p
    return z > 0 ? -cal_log1p(cal_exp(-z)) : z - cal_log1p(cal_exp(z));
}
// Calibrated log odds.
typedef double cal_odds_map(const cal_fit *fit, double z);
cal_status cal_odds_apply(cal_scores *out, cal_arena *arena, cal_odds_map *map, const cal_fit *fit,
                          const cal_scores *scores, cal_error *err);

#endif
