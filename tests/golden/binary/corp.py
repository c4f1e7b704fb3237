# CORP's decomposition of the Brier score and of the log score: of the binary sets, of the top label and of each class.
# The isotonic fit is by the max-min formula of means over all runs of equal probabilities, not by pooling.
# /usr/bin/python3 corp.py; Debian 12: python3-numpy 1.24.2.
import json
import numpy as np


def isotonic(p, y):
    levels, at = np.unique(p, return_inverse=True)
    count, events = np.bincount(at), np.bincount(at, y)
    n = np.concatenate([[0], np.cumsum(count)])
    s = np.concatenate([[0], np.cumsum(events)])
    # max over starts a <= i of min over ends b > i of the mean of runs a to b - 1.
    means = np.full((len(levels), len(levels)), np.inf)
    for a in range(len(levels)):
        means[a, a:] = (s[a + 1:] - s[a]) / (n[a + 1:] - n[a])
    least = np.minimum.accumulate(means[:, ::-1], axis=1)[:, ::-1]
    fitted = [least[: i + 1, i].max() for i in range(len(levels))]
    return np.asarray(fitted)[at]


def brier(p, y):
    return np.mean((p - y) ** 2)


def logarithmic(p, y):
    with np.errstate(divide="ignore"):
        return np.mean(np.where(y == 1, -np.log(p), -np.log1p(-p)))


def parts(p, y, score):
    q, rate = isotonic(p, y), np.full(len(y), y.mean())
    return {
        "mcb": score(p, y) - score(q, y),
        "dsc": score(rate, y) - score(q, y),
        "unc": score(rate, y),
        "certain": float(np.mean((q == 0) | (q == 1))),
    }


def both(p, y):
    return {"brier": parts(p, y, brier), "log": parts(p, y, logarithmic)}


def refinement(z, y):  # golden-section search for log T
    def loss(t):
        s = z / np.exp(t)
        s = s - s.max(1, keepdims=True)
        return np.mean(np.log(np.exp(s).sum(1)) - s[np.arange(len(y)), y])

    low, high, ratio = np.log(1 / 64), np.log(64), (np.sqrt(5) - 1) / 2
    while high - low > 1e-9:
        a, b = high - ratio * (high - low), low + ratio * (high - low)
        low, high = (low, b) if loss(a) < loss(b) else (a, high)
    return {"refinement": loss(low), "calibration": loss(0) - loss(low), "temperature": float(np.exp(low))}


expected = {"binary": {}, "classes": {}}
for name in ["smooth", "tied", "small"]:
    y, p = np.loadtxt(f"{name}.csv", delimiter=",", skiprows=1).T
    expected["binary"][name] = both(p, y)
for name in ["n1000_k10", "n7_k3"]:
    z = np.load(f"../oracles/{name}.logits.npy").astype(float)
    y = np.load(f"../oracles/{name}.labels.npy")
    p = np.exp(z - z.max(1, keepdims=True))
    p /= p.sum(1, keepdims=True)
    each = [both(p[:, j], (y == j).astype(float)) for j in range(p.shape[1])]
    total = {
        id: {part: sum(one[id][part] for one in each) / (len(each) if part == "certain" else 1) for part in each[0][id]}
        for id in ["brier", "log"]
    }
    expected["classes"][name] = {
        "top": both(p.max(1), (z.argmax(1) == y).astype(float)),
        "each": total,
        "temperature": refinement(z, y),
        "brier": float(np.mean(np.sum((p - np.eye(p.shape[1])[y]) ** 2, axis=1))),
    }
json.dump(expected, open("corp.json", "w"), indent=1)
