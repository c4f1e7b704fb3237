// Fits curves to points of several runs.
#include "api/handles.h"
#include <string.h>
#include "base/maths/cubic.h"

cal_status cal_fit_cubic(cal_fitted_cubic *out, const double *x, const double *y, int n, cal_error *err) {
    cal_cubic cubic;
    cal_status status = cal_need_pointer(out, "out", err);
    if (!status && n > 0) status = cal_need_pointer(x, "x", err);
    if (!status && n > 0) status = cal_need_pointer(y, "y", err);
    if (status) return status;
    for (int i = 0; i < n; i++)
        if (!(x[i] - x[i] == 0) || !(y[i] - y[i] == 0))
            return cal_fail(err, CAL_USAGE, "cubic: point %d is not finite", i);
    if (n < 4 || !cal_cubic_fit(&cubic, x, y, n))
        return cal_fail(err, CAL_FAILED, "cubic: fewer than four of the %d x differ", n);
    *out = (cal_fitted_cubic){.center = cubic.center,
                              .scale = cubic.scale,
                              .residual = cubic.residual,
                              .explained = cubic.explained};
    memcpy(out->coefficient, cubic.coefficient, sizeof out->coefficient);
    return CAL_OK;
}
