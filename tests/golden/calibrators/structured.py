"""Golden values of calibrators that scale logits by a vector or a matrix, by scipy's L-BFGS-B.

Written from the papers' definitions (Berta et al. 2025; Guo et al. 2017; Kull et al. 2019). Writes
structured.json next to this file. The sets are made from whole numbers, so that a test makes the same ones.
"""
import json
import os
import numpy as np
from scipy.optimize import minimize, minimize_scalar
from scipy.special import logsumexp

SETS = [  # name, samples, classes, classes with labels, strength of the label's logit
    ("two", 60, 2, 2, 1.0),
    ("ten", 400, 10, 10, 2.0),
    ("few", 7, 10, 10, 2.0),
    ("missing", 150, 4, 3, 1.0),
    ("hundred", 300, 100, 100, 3.0),
]
ROWS = 3  # rows whose probabilities are written


def make(samples, classes, labelled, strength):
    """Logits are whole numbers over 64; label i is i mod `labelled`."""
    state = 12345 + classes
    z = np.zeros((samples, classes))
    y = np.arange(samples) % labelled
    for i in range(samples):
        for j in range(classes):
            state = state * 16807 % 2147483647
            z[i, j] = (state % 513 - 256) / 64
        z[i, y[i]] += strength
    return z, y


def temperature(z, y):
    """Minimises the convex mean NLL in log T."""

    def nll(log_t):
        x = z / np.exp(log_t)
        return np.mean(logsumexp(x, axis=1) - x[np.arange(len(y)), y])

    found = minimize_scalar(nll, bounds=(np.log(0.01), np.log(100)), method="bounded", options={"xatol": 1e-13})
    return float(np.exp(found.x))


def smoothed(z, y):
    n, k = z.shape
    t = temperature(z, y)
    p = np.exp(z / t - logsumexp(z / t, axis=1, keepdims=True))
    return t, np.log(n / (n + 1) * p + 1 / (n + 1) / k)


def fit(x, y, whole, diagonal, off, intercept):
    """Minimises the mean NLL of softmax(x + W x + b) with penalties; W is a matrix, or its diagonal."""
    n, k = x.shape
    onehot = np.eye(k)[y]
    size = np.where(np.eye(k) > 0, diagonal, off)

    def objective(v):
        w = v[: k * k].reshape(k, k) if whole else np.diag(v[:k])
        b = v[-k:]
        s = x + x @ w.T + b
        norm = logsumexp(s, axis=1)
        d = (np.exp(s - norm[:, None]) - onehot) / n
        value = np.mean(norm - s[np.arange(n), y]) + np.sum(size * w**2) + intercept * np.sum(b**2)
        g = d.T @ x + 2 * size * w
        return value, np.concatenate([g.ravel() if whole else np.diag(g), d.sum(axis=0) + 2 * intercept * b])

    start = np.zeros((k * k if whole else k) + k)
    options = {"maxiter": 100000, "maxfun": 1000000, "ftol": 0, "gtol": 1e-9, "maxcor": 50}
    found = minimize(objective, start, jac=True, method="L-BFGS-B", options=options)
    assert np.abs(objective(found.x)[1]).max() < 1e-7, (whole, found.message)
    w = found.x[: k * k].reshape(k, k) if whole else np.diag(found.x[:k])
    s = x[:ROWS] + x[:ROWS] @ w.T + found.x[-k:]
    p = np.exp(s - logsumexp(s, axis=1, keepdims=True))
    return {"objective": float(found.fun), "p": [[round(float(v), 9) for v in row] for row in p]}


def main():
    out = {}
    for name, n, k, labelled, strength in SETS:
        z, y = make(n, k, labelled, strength)
        t, x = smoothed(z, y)
        one = {"n": n, "k": k, "labelled": labelled, "strength": strength, "T": t}
        one["svs"] = fit(x, y, False, k / n, 0, k / n)
        one["sms"] = fit(x, y, True, k / n, k * (k - 1) / n, k / n)
        if name in ("two", "ten"):  # the others have no maximum
            one["matrix"] = fit(z, y, True, 0, 0, 0)
            log_p = z - logsumexp(z, axis=1, keepdims=True)
            one["dirichlet"] = fit(log_p, y, True, 0, 1 / (k * (k - 1)), 1 / k)
        out[name] = one
        print(name, t, {key: one[key]["objective"] for key in ("svs", "sms", "matrix", "dirichlet") if key in one})
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "structured.json")
    with open(path, "w") as file:
        json.dump(out, file, separators=(",", ":"))
        file.write("\n")


main()
