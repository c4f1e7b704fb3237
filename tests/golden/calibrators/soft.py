"""Golden values of calibrators that are fitted on soft labels, by scipy.

The likelihood of a distribution q is the sum of q_j log p_j; the squared error is that of p to q. Otherwise
the papers' definitions, as in structured.py. Writes soft.json next to this file.
"""
import json
import os
import numpy as np
from scipy.optimize import minimize, minimize_scalar
from scipy.special import logsumexp

N, K, VOTES, ROWS = 300, 4, 10, 3


def make():
    """Logits are whole numbers over 64; each label is the shares of ten votes."""
    state = 4711
    z, votes = np.zeros((N, K)), np.zeros((N, K))
    for i in range(N):
        for j in range(K):
            state = state * 16807 % 2147483647
            z[i, j] = (state % 513 - 256) / 64
        for vote in range(VOTES):
            state = state * 16807 % 2147483647
            votes[i, int(np.argmax(z[i])) if state % 100 < 45 else state % K] += 1
    return z, votes / VOTES


def log_softmax(z):
    return z - logsumexp(z, axis=1, keepdims=True)


def loss(q, logs):
    return -np.mean(np.sum(q * logs, axis=1))


def lowest(f, low, high):
    """Minimises f in a log of its argument, first on a grid."""
    at = np.linspace(np.log(low), np.log(high), 400)
    best = min(range(len(at)), key=lambda i: f(np.exp(at[i])))
    bounds = (at[max(best - 1, 0)], at[min(best + 1, len(at) - 1)])
    return float(np.exp(minimize_scalar(lambda x: f(np.exp(x)), bounds=bounds, method="bounded", options={"xatol": 1e-13}).x))


def linear(x, q, whole, diagonal, off, intercept):
    """Minimises the soft loss of softmax(x + W x + b) with penalties."""
    size = np.where(np.eye(K) > 0, diagonal, off)

    def parts(v):
        return v[: K * K].reshape(K, K) if whole else np.diag(v[:K]), v[-K:]

    def objective(v):
        w, b = parts(v)
        logs = log_softmax(x + x @ w.T + b)
        d = (np.exp(logs) - q) / N
        g = d.T @ x + 2 * size * w
        value = loss(q, logs) + np.sum(size * w**2) + intercept * np.sum(b**2)
        return value, np.concatenate([g.ravel() if whole else np.diag(g), d.sum(axis=0) + 2 * intercept * b])

    start = np.zeros((K * K if whole else K) + K)
    found = minimize(objective, start, jac=True, method="L-BFGS-B", options={"maxiter": 100000, "ftol": 0, "gtol": 1e-10, "maxcor": 50})
    assert np.abs(objective(found.x)[1]).max() < 1e-7, found.message
    w, b = parts(found.x)
    return np.exp(log_softmax(x + x @ w.T + b))


def ets(z, q):
    """T by squared error, then weights on the simplex by squared error."""
    p = lambda t: np.exp(log_softmax(z / t))
    t = lowest(lambda t: np.mean(np.sum((p(t) - q) ** 2, axis=1)), 0.05, 5)
    parts = np.stack([p(t), p(1), np.full((N, K), 1 / K)])

    def objective(w):
        return 1e3 * np.mean(np.sum((np.tensordot(w, parts, 1) - q) ** 2, axis=1))

    sums = {"type": "eq", "fun": lambda w: np.sum(w) - 1}
    best = min(
        (minimize(objective, start, bounds=[(0, 1)] * 3, constraints=[sums], method="SLSQP", options={"ftol": 1e-15, "maxiter": 1000}) for start in np.eye(3) * 0.4 + 0.2),
        key=lambda found: found.fun,
    )
    return t, np.tensordot(best.x, parts, 1)


def focal(z, q, gamma):
    def p(t):
        s = np.exp(log_softmax(z / t))
        w = s * (1 - s) ** -gamma / (1 - gamma * s * np.log(s) / (1 - s))
        return w / w.sum(axis=1, keepdims=True)

    t = lowest(lambda t: loss(q, np.log(p(t))), 1, 50)
    return t, p(t)


def main():
    z, q = make()
    t = lowest(lambda t: loss(q, log_softmax(z / t)), 0.01, 100)
    smooth = np.log(N / (N + 1) * np.exp(log_softmax(z / t)) + 1 / (N + 1) / K)
    size = K / N
    of_ets, of_focal = ets(z, q), focal(z, q, 2)
    p = {
        "temperature:by=nll": np.exp(log_softmax(z / t)),
        "vector": linear(z, q, False, 0, 0, 0),
        "matrix": linear(z, q, True, 0, 0, 0),
        "dirichlet": linear(log_softmax(z), q, True, 0, 1 / K / (K - 1), 1 / K),
        "svs": linear(smooth, q, False, size, 0, size),
        "sms": linear(smooth, q, True, size, size * (K - 1), size),
        "ets": of_ets[1],
        "focal-temperature:gamma=2": of_focal[1],
    }
    out = {"T": {"temperature:by=nll": t, "ets": of_ets[0], "focal-temperature:gamma=2": of_focal[0]}}
    out["p"] = {name: [[round(float(v), 9) for v in row] for row in rows[:ROWS]] for name, rows in p.items()}
    with open(os.path.join(os.path.dirname(__file__), "soft.json"), "w") as f:
        json.dump(out, f, indent=1)
        f.write("\n")


main()
