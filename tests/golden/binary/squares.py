# The interval of the true error of ece_debias, by the exact noncentral chi-squared distribution: a Poisson mixture of
# regularised gamma functions, which are summed as series; the engine has Sankaran's approximation of it.
# /usr/bin/python3 squares.py; Debian 12: python3-numpy 1.24.2.
import json
from math import exp, lgamma, log, sqrt
import numpy as np


def gamma_below(a, x):  # P(a, x), Abramowitz and Stegun 6.5.29
    if x <= 0:
        return 0.0
    term = total = 1 / a
    k = a
    while term > 1e-17 * total:
        k += 1
        term *= x / k
        total += term
    return min(1.0, total * exp(a * log(x) - x - lgamma(a)))


def below(x, degrees, shift):  # P(X <= x)
    half, total, j = shift / 2, 0.0, max(0, int(shift / 2 - 12 * sqrt(shift / 2 + 1)))
    last = int(half + 12 * sqrt(half + 1)) + 20
    for j in range(j, last):
        weight = exp(-half + j * log(half) - lgamma(j + 1)) if half > 0 else float(j == 0)
        total += weight * gamma_below(degrees / 2 + j, x / 2)
    return total


def shift_at(x, degrees, probability):
    if below(x, degrees, 0) <= probability:
        return 0.0
    low, high = 0.0, 1.0
    while below(x, degrees, high) > probability:
        high *= 2
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if below(x, degrees, middle) > probability else (low, middle)
    return high


def interval(p, y, bins=15):
    order = np.argsort(p, kind="stable")
    gaps = variances = squares = 0.0
    for rows in np.array_split(order, bins):
        n, confidence, rate = len(rows), p[rows].mean(), y[rows].mean()
        gaps += n * ((confidence - rate) ** 2 - rate * (1 - rate) / (n - 1))
        smooth = (y[rows].sum() + confidence) / (n + 1)
        variances += smooth * (1 - smooth)
        squares += (smooth * (1 - smooth)) ** 2
    unit = squares / variances
    degrees = variances / unit
    x = max(gaps / unit + degrees, degrees - sqrt(2 * degrees))
    bounds = [shift_at(x, degrees, q) for q in (0.975, 0.025)]
    return [sqrt(b * unit / len(p)) for b in bounds]


expected = {}
for name in ["smooth", "small"]:
    y, p = np.loadtxt(f"{name}.csv", delimiter=",", skiprows=1).T
    expected[name] = interval(p, y)
z, y = (np.load(f"../oracles/n1000_k10.{part}.npy") for part in ("logits", "labels"))
p = np.exp(z.astype(float) - z.max(1, keepdims=True))
expected["n1000_k10"] = interval((p / p.sum(1, keepdims=True)).max(1), (z.argmax(1) == y).astype(float))
json.dump(expected, open("squares.json", "w"), indent=1)
