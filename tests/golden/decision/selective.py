"""How often the intervals of selective prediction hold the truth, by numpy.

Draws sets of known probabilities of being right, and makes the intervals of selective_accuracy and
coverage_at_risk, which equal those of selective.c, and the bootstrap's of augrc. Prints the rows of coverage.md.
"""
import math
import sys

import numpy as np

SETS, DRAWS, Z, WALK, DKW = 10000, 200, 1.959963984540054, 2.497705474412, 1.480207277
rng = np.random.default_rng(2)
MODELS = {"strong": lambda c: c, "weak": lambda c: 0.6 + 0.35 * c}  # the score is from Beta(2, 1)


def draw(model, shape):
    """Scores in descending order, and which answers are wrong."""
    c = -np.sort(-rng.beta(2, 1, shape), axis=-1)
    return rng.random(shape) >= MODELS[model](c)


def right_at(model):
    """Probabilities of being right at the ranks of a very large set."""
    return MODELS[model]((1 - (np.arange(2000000) + 0.5) / 2000000) ** 0.5)


def sums(wrong):
    return np.concatenate([np.zeros((len(wrong), 1)), np.cumsum(wrong, axis=1)], axis=1)


def accuracy(wrong, coverage):
    n, w = wrong.shape[1], sums(wrong)
    m = max(1, math.ceil(coverage * n - 1e-9))
    first, last = max(0, m - m // 5 - 1), min(n, m + m // 5 + 1)
    a, near = 1 - w[:, m] / m, 1 - (w[:, last] - w[:, first]) / (last - first)
    rough = (m * a + 2) / (m + 4)
    size = m / (1 + (1 - m / n) * (rough - near) ** 2 / (rough * (1 - rough)))
    middle, share = (a + Z * Z / (2 * size)) / (1 + Z * Z / size), Z / (1 + Z * Z / size)
    half = share * np.sqrt(a * (1 - a) / size + Z * Z / (4 * size * size))
    return middle - half, middle + half


def answered(wrong, risk):
    n, w = wrong.shape[1], sums(wrong)
    excess = (w - risk * np.arange(n + 1)) / n
    e = w[:, -1:] / n
    band = WALK * np.sqrt(np.maximum(e * (1 - 2 * risk) + risk**2, risk * (1 - risk)) / n)
    last = lambda true: (true * np.arange(n + 1)).max(axis=1) / n
    sure = last(excess + band <= 0)
    return np.where(sure > 0, sure - DKW / np.sqrt(n), 0), last(excess - band <= 0) + DKW / np.sqrt(n)


def augrc(wrong):
    n, low, high = wrong.shape[1], [], []
    place = np.arange(n)
    value = lambda count, e: (count * (np.cumsum(count * e, axis=1) - count * e / 2)).sum(axis=1) / n / n
    for e in wrong.astype(float):
        drawn = rng.integers(0, n, (DRAWS, n)) + n * np.arange(DRAWS)[:, None]
        count = np.bincount(drawn.ravel(), minlength=n * DRAWS).reshape(DRAWS, n).astype(float)
        drawn, at = value(count, e), (e * (n - place - 0.5)).sum() / n / n
        low.append(at - drawn.mean() + np.percentile(drawn, 2.5))
        high.append(at - drawn.mean() + np.percentile(drawn, 97.5))
    return np.array(low), np.array(high)


def main():
    global rng
    for model in sys.argv[1:] or MODELS:
        rng = np.random.default_rng(2)
        p = right_at(model)
        errors = np.cumsum(1 - p) / len(p)
        risks = errors / (np.arange(len(p)) + 1) * len(p)
        cases = [(f"selective_accuracy at {c}", accuracy, c, 1 - risks[int(c * len(p)) - 1]) for c in (0.1, 0.5, 0.8)]
        cases += [(f"coverage_at_risk at {r}", answered, r, (risks <= r).sum() / len(p)) for r in (0.05, 0.1, 0.2)]
        cases += [("augrc", augrc, None, errors.mean())]
        for name, interval, at, truth in cases:
            row, rng = [], rng if at else np.random.default_rng(2)
            for n in (200, 1000, 5000):
                held = width = 0
                for _ in range(SETS // 500):
                    wrong = draw(model, (500, n))
                    low, high = interval(wrong, at) if at else interval(wrong)
                    held += np.count_nonzero((low <= truth) & (truth <= high))
                    width += (np.minimum(high, 1) - low).sum()
                row.append(f"{100 * held / SETS:.1f} % ({100 * width / SETS:.1f})")
            print(f"| {model} | {name} | {100 * truth:.1f} % | {' | '.join(row)} |", flush=True)


main()
