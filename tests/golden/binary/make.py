# Binary predictions, and what scikit-learn and scipy say of them: python3 make.py, then Rscript make.R (which reads
# the sets and writes what R says). Debian 12: python3-sklearn 1.2.1, python3-scipy 1.10.1.
import json
import numpy as np
from scipy.optimize import minimize
from scipy.stats import norm
from sklearn.isotonic import IsotonicRegression
from sklearn.metrics import average_precision_score, brier_score_loss, log_loss, roc_auc_score

rng = np.random.default_rng(20)


def draw(name, n, digits, sharp):
    z = rng.normal(-0.7, 1.7, n)
    p = np.round(1 / (1 + np.exp(-z)), digits)
    p = np.clip(p, 10.0**-digits, 1 - 10.0**-digits)
    y = (rng.random(n) < 1 / (1 + np.exp(-(sharp * z + 0.2)))).astype(int)
    with open(name, "w") as out:
        out.write("label,p\n" + "".join(f"{a},{b:.{digits}f}\n" for a, b in zip(y, p)))
    return y, p


def delong(y, p):  # by all pairs, as the paper defines it
    pos, neg = p[y == 1], p[y == 0]
    over = (pos[:, None] > neg) + 0.5 * (pos[:, None] == neg)
    area, m, n = over.mean(), len(pos), len(neg)
    variance = over.mean(1).var(ddof=1) / m + over.mean(0).var(ddof=1) / n
    reach = norm.ppf(0.975) * np.sqrt(variance)
    return [max(0, area - reach), min(1, area + reach)]


def beta_fit(y, p):  # Kull et al. 2017 by an optimiser that knows nothing of logistic regression
    def risk(t):
        z = t[0] * np.log(p) - t[1] * np.log1p(-p) + t[2]
        return np.mean(np.logaddexp(0, z) - y * z)

    best = minimize(risk, [1, 1, 0], method="L-BFGS-B", bounds=[(0, None), (0, None), (None, None)],
                    options={"ftol": 1e-16, "gtol": 1e-12, "maxiter": 10000})
    return {"a": best.x[0], "b": best.x[1], "c": best.x[2], "nll": best.fun}


expected = {}
for name, n, digits, sharp in [("smooth", 700, 9, 0.7), ("tied", 500, 2, 1.3), ("small", 37, 4, 0.5)]:
    y, p = draw(f"{name}.csv", n, digits, sharp)
    iso = IsotonicRegression().fit(p, y)
    q = iso.predict(p)
    tilt = 1 - 2 * p
    expected[name] = {
        "roc_auc": roc_auc_score(y, p),
        "delong": delong(y, p),
        "average_precision": average_precision_score(y, p),
        "binary_brier": brier_score_loss(y, p),
        "nll": log_loss(y, p, eps=1e-15),
        "mcb": brier_score_loss(y, p) - np.mean((q - y) ** 2),
        "dsc": y.mean() * (1 - y.mean()) - np.mean((q - y) ** 2),
        "isotonic_at": np.unique(p).tolist()[:: max(1, n // 60)],
        "isotonic": iso.predict(np.unique(p)).tolist()[:: max(1, n // 60)],
        "spiegelhalter": float(np.sum((y - p) * tilt) / np.sqrt(np.sum(tilt**2 * p * (1 - p)))),
        "beta": beta_fit(y, p),
    }
    expected[name]["spiegelhalter_p"] = float(2 * norm.sf(abs(expected[name]["spiegelhalter"])))
json.dump(expected, open("sklearn.json", "w"), indent=1)
