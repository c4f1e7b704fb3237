# Tests of cumulative differences (Arrieta-Ibarra et al. 2022) of the binary sets, of the top label and of each class,
# written from the paper with numpy alone: equal probabilities are one step, and the p values are by the series of
# eigenfunctions for the maximum (Feller 1951, also for the range) in 80 digits of Python's decimal arithmetic.
# /usr/bin/python3 cumulative.py; Debian 12: python3-numpy 1.24.2.
import json
from decimal import Decimal, getcontext
import numpy as np

getcontext().prec = 80
PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899")


def maximum(x):
    x, total = Decimal(x), Decimal(0)
    for k in range(1, 400, 2):
        total += (4 if k % 4 == 1 else -4) / (PI * k) * (-(k * PI) ** 2 / (8 * x * x)).exp()
    return float(1 - total)


def span(x):
    x, total = Decimal(x), Decimal(0)
    for k in range(1, 400, 2):
        total += 8 * (1 / (x * x) + 1 / (k * PI) ** 2) * (-(k * PI) ** 2 / (2 * x * x)).exp()
    return float(1 - total)


def test(p, y):
    p, y = np.asarray(p, float), np.asarray(y, float)
    levels, at = np.unique(p, return_inverse=True)
    steps = np.bincount(at, y) - np.bincount(at, p)
    path = np.concatenate([[0], np.cumsum(steps)]) / len(p)
    sd = np.sqrt(np.sum(p * (1 - p))) / len(p)
    ks, kuiper = np.abs(path).max(), path.max() - path.min()
    return {"ks": ks, "ks_p": maximum(ks / sd), "kuiper": kuiper, "kuiper_p": span(kuiper / sd)}


expected = {"binary": {}, "classes": {}, "above": [[x, maximum(x), span(x)] for x in np.arange(0.25, 12, 0.25).tolist()]}
for name in ["smooth", "tied", "small"]:
    y, p = np.loadtxt(f"{name}.csv", delimiter=",", skiprows=1).T
    expected["binary"][name] = test(p, y)
for name in ["n1000_k10", "n160_k5_edges", "n7_k3"]:
    z = np.load(f"../oracles/{name}.logits.npy").astype(float)
    y = np.load(f"../oracles/{name}.labels.npy")
    p = np.exp(z - z.max(1, keepdims=True))
    p /= p.sum(1, keepdims=True)
    right = z.argmax(1) == y
    each = [test(p[:, j], y == j) for j in range(p.shape[1])]
    out = {"top": test(p.max(1), right)}
    for id in ["ks", "kuiper"]:
        ps = np.array([one[id + "_p"] for one in each])
        worst, order, rejected = int(ps.argmin()), np.sort(ps), 0
        while rejected < len(ps) and order[rejected] * (len(ps) - rejected) < 0.05:
            rejected += 1
        out[id] = {"value": each[worst][id], "class": worst, "p": min(1, len(ps) * ps[worst]), "rejected": rejected}
    expected["classes"][name] = out
json.dump(expected, open("cumulative.json", "w"), indent=1)
