"""Golden values of conformal sets without random numbers, by numpy.

Written from the papers' definitions (Sadinle, Lei and Wasserman 2019; Romano, Sesia and Candes 2020; Angelopoulos
et al. 2021; Ding et al. 2023). Writes sets.json next to this file. The sets are made from whole numbers, so that
a test makes the same ones.
"""
import json
import os
import numpy as np

CASES = [("ten", 199, 300, 10), ("hundred", 150, 120, 100), ("two", 99, 200, 2)]  # name, validation, test, classes
ALPHAS = [0.05, 0.1, 0.3]
STRATA = [(0, 1), (2, 3), (4, 10), (11, 100), (101, 1000)]
LAMBDA, KREG = 0.02, 3


def make(n, k, state):
    """Logits are whole numbers over 64, with ties; the label is the largest of other noise plus the logit."""
    z, y = np.zeros((n, k)), np.zeros(n, int)
    for i in range(n):
        best = -np.inf
        for j in range(k):
            state = state * 16807 % 2147483647
            z[i, j] = (state % 257 - 128) / 32
            state = state * 16807 % 2147483647
            noisy = z[i, j] + (state % 1025 - 512) / 128
            if noisy > best:
                best, y[i] = noisy, j
    return z, y


def probabilities(z):
    p = np.exp(z - z.max(axis=1, keepdims=True))
    return p / p.sum(axis=1, keepdims=True)


def scores(name, p):
    """The score of every class."""
    order = np.argsort(-p, axis=1, kind="stable")
    rank = np.argsort(order, axis=1, kind="stable") + 1
    through = np.take_along_axis(np.cumsum(np.take_along_axis(p, order, 1), axis=1), rank - 1, 1)
    if name == "lac":
        return 1 - p
    if name == "aps":
        return through
    if name == "raps":
        return through + LAMBDA * np.maximum(0, rank - KREG)
    return rank.astype(float)


def quantile(values, alpha):
    rank = int(np.ceil(np.round((len(values) + 1) * (1 - alpha), 9)))
    return float(np.sort(values)[rank - 1]) if rank <= len(values) else None


def figures(sets, y, alpha):
    covered, size = sets[np.arange(len(y)), y], sets.sum(axis=1)
    classes = [c for c in range(sets.shape[1]) if (y == c).any()]
    strata = [covered[(size >= a) & (size <= b)] for a, b in STRATA]
    return {
        "coverage": covered.mean(),
        "size": size.mean(),
        "median": float(np.median(size)),
        "empty": (size == 0).mean(),
        "covgap": np.mean([abs(covered[y == c].mean() - (1 - alpha)) for c in classes]),
        "sscv": max(abs(s.mean() - (1 - alpha)) for s in strata if len(s)),
    }


def one(name, alpha, val, val_y, test, test_y):
    s, t = scores(name, val), scores(name, test)
    q = quantile(s[np.arange(len(val_y)), val_y], alpha)
    if q is None:
        return None
    # A score within rounding of the quantile has the quantile's own value.
    return {"quantile": q, **figures(t <= q + 1e-12, test_y, alpha)}


golden = {}
for at, (name, n, m, k) in enumerate(CASES):
    z, y = make(n, k, 11 + at)
    tz, ty = make(m, k, 1011 + at)
    p, tp = probabilities(z), probabilities(tz)
    golden[name] = {"validation": n, "test": m, "k": k, "seeds": [11 + at, 1011 + at], "scores": {}}
    for score in ("lac", "aps", "raps", "topk"):
        golden[name]["scores"][score] = {str(a): one(score, a, p, y, tp, ty) for a in ALPHAS}
golden["penalty"] = {"lambda": LAMBDA, "kreg": KREG}
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "sets.json"), "w") as f:
    json.dump(golden, f, indent=1)
    f.write("\n")
