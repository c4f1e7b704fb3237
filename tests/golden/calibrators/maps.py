"""Calibrated probabilities by the definitions of the calibrators, slowly: maps.inc of test_calibrator_maps.c.

Sets are drawn from a linear congruential generator that the test repeats, so that no data is stored.
"""
import pathlib

import numpy as np
from scipy.optimize import minimize_scalar
from sklearn.isotonic import IsotonicRegression

# samples to fit on, further rows, classes, values of a logit, their distance, a class without samples (-1: none)
CASES = [
    (60, 10, 2, 17, 0.25, -1),  # ties
    (80, 12, 10, 1024, 1 / 128, -1),
    (150, 6, 100, 1024, 1 / 64, -1),
    (40, 8, 5, 512, 1 / 64, 3),
    (6, 5, 10, 256, 1 / 32, -1),  # fewer samples than classes
    (30, 8, 4, 1024, 2, -1),  # probabilities of 0 and 1
]


def draw(case):
    n, rows, k, levels, unit, missing = case
    state = n * 1000 + k

    def below(most):
        nonlocal state
        state = (state * 1664525 + 1013904223) % 2**32
        return (state >> 16) % most

    z, y = np.zeros((n + rows, k)), np.zeros(n + rows, int)
    for i in range(n + rows):
        z[i] = [(below(levels) - levels // 2) * unit for _ in range(k)]
        if i % 5 == 4:
            z[i] = z[i - 1]
        y[i] = z[i].argmax() if below(3) else below(k)
        if y[i] == missing:
            y[i] = 0
    return z, y


def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def levels(groups):
    """Isotonic regression as the greatest of the least means of groups (sum, count): equal means are equal doubles."""
    sums, counts = (np.concatenate([[0], np.cumsum(column)]) for column in np.array(groups, float).T)
    first, last = np.tril_indices(len(groups))[::-1]
    mean = np.full((len(groups), len(groups)), np.inf)
    mean[first, last] = (sums[last + 1] - sums[first]) / (counts[last + 1] - counts[first])
    least = np.minimum.accumulate(mean[:, ::-1], axis=1)[:, ::-1]
    return [least[: i + 1, i].max() for i in range(len(groups))]


def centred(x, y, at):
    """Oron and Flournoy: a level becomes a point at the mean of its x; levels of 0 and 1 keep their width."""
    places = np.unique(x)
    groups = [(y[x == v].sum(), (x == v).sum()) for v in places]
    height = levels(groups)
    points = []
    for h in sorted(set(height)):
        inside = [i for i, v in enumerate(height) if v == h]
        if 0 < h < 1:
            mass = sum(groups[i][1] for i in inside)
            points.append((sum(places[i] * groups[i][1] for i in inside) / mass, h))
        else:
            points += [(places[i], h) for i in inside]
    return np.interp(at, [p for p, _ in points], [h for _, h in points])


def by_class(p, y, n, one):
    """Maps each class against all others and divides by the sum; a row of zeros keeps its probabilities."""
    mapped = np.stack([one(p[:n, j], (y[:n] == j).astype(float), p[n:, j]) for j in range(p.shape[1])], axis=1)
    total = mapped.sum(axis=1, keepdims=True)
    return np.where(total > 0, mapped / np.where(total > 0, total, 1), p[n:])


def refitted(places, y, at, label):
    """Isotonic regression on the samples and (at, label), at `at`; of the places only the ranks count."""
    ranks = np.unique(np.append(places, at), return_inverse=True)[1].astype(float)
    return IsotonicRegression().fit(ranks, np.append(y, label)).predict([ranks[-1]])[0]


def venn_abers(p, y, n):
    """p0 and p1 of each class; the second of two classes decides about both."""
    k = p.shape[1]
    low, high = np.zeros((len(p) - n, k)), np.zeros((len(p) - n, k))
    for j in [1] if k == 2 else range(k):
        of_class = (y[:n] == j).astype(float)
        for i, at in enumerate(p[n:, j]):
            low[i, j], high[i, j] = (refitted(p[:n, j], of_class, at, label) for label in (0, 1))
    if k == 2:
        low[:, 0], high[:, 0] = 1 - high[:, 1], 1 - low[:, 1]
    return low, high


def merged(low, high):
    p = high / (1 - low + high)
    return p / p.sum(axis=1, keepdims=True)


def raised(q, gamma):
    """Divided by the derivative of the focal loss, -(1-q)^gamma (1/q - gamma log q / (1-q))."""
    rest = 1 - q
    weight = 1 / (rest**gamma * (1 / q - gamma * np.log(q) / rest))
    return weight / weight.sum(axis=1, keepdims=True)


def focal_temperature(z, y, n, gammas):
    def nll(x, gamma):
        return -np.log(raised(softmax(z[:n] * np.exp(x)), gamma)[range(n), y[:n]]).mean()

    found = []
    for gamma in gammas:
        start = min(np.linspace(-1.5, 1.5, 61), key=lambda x: nll(x, gamma))
        fit = minimize_scalar(nll, args=(gamma,), bounds=(start - 0.1, start + 0.1), method="bounded", options={"xatol": 1e-10})
        found.append((fit.fun, fit.x, gamma))
    _, x, gamma = min(found)
    return raised(softmax(z[n:] * np.exp(x)), gamma)


def write(name, maps):
    numbers = ", ".join(repr(float(v)) for each in maps for v in each.ravel())
    return f"static const double {name}[] = {{\n{numbers}}};\n"


lines = ["// Made by maps.py.\n"]
sets = [(case, *draw(case)) for case in CASES]
lines.append(write("centred", [by_class(softmax(z), y, case[0], centred) for case, z, y in sets[:5]]))
both = [venn_abers(softmax(z), y, case[0]) for case, z, y in sets]
lines.append(write("venn_low", [low for low, _ in both]))
lines.append(write("venn_high", [high for _, high in both]))
lines.append(write("venn_merged", [merged(*each) for each in both]))
GAMMAS = (-0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1, 2, 3, 5)
with np.errstate(divide="ignore", invalid="ignore"):
    lines.append(write("focal_3", [focal_temperature(z, y, case[0], [3]) for case, z, y in sets[:4]]))
    lines.append(write("focal_any", [focal_temperature(z, y, case[0], GAMMAS) for case, z, y in sets[:4]]))
(pathlib.Path(__file__).parent / "maps.inc").write_text("".join(lines))
