"""How often the intervals of decision curves and of the cost of asking hold the truth, by numpy.

Draws sets of a model whose probabilities are distorted from known true ones, and makes the intervals of
`calib view decision` and `calib view cost`, which equal decision.py's to 1e-12. Differences are to a model whose
log odds have normal noise. Prints the rows of coverage.md.
"""
import numpy as np
from scipy import stats

SETS = 10000
rng, noise = np.random.default_rng(1), np.random.default_rng(2)


def draw(shape):
    q = rng.beta(1.2, 2.5, shape)
    return q, 1 / (1 + (1 / q - 1) ** 1.5), rng.random(shape) < q


def second(q):
    return 1 / (1 + (1 / q - 1) * np.exp(0.7 * noise.standard_normal(q.shape)))


def worth(y, act, t):
    return np.where(act, np.where(y, 1.0, -t / (1 - t)), 0.0)


def terms(kind, at, q, p, y):
    """Terms of the figure and, without a draw of y, their expectations."""
    if kind.startswith("difference of "):
        mine, theirs = (terms(kind[len("difference of "):], at, q, model, y) for model in (p, second(q)))
        return mine[0] - theirs[0], mine[1] - theirs[1]
    if kind == "net benefit":
        return worth(y, p >= at, at), np.where(p >= at, q - (1 - q) * at / (1 - at), 0)
    if kind == "gain":
        better = 1.2 / 3.7 > at  # acting on all is worth more than acting on nobody
        return worth(y, p >= at, at) - worth(y, better, at), np.where(p >= at, 1, 0) * (
            q - (1 - q) * at / (1 - at)) - (q - (1 - q) * at / (1 - at) if better else 0)
    confidence, right = np.maximum(p, 1 - p), (p > 0.5) == y
    alone = 1 - confidence < at
    return np.where(alone, ~right, at).astype(float), np.where(alone, np.where(p > 0.5, 1 - q, q), at)


def main():
    thresholds, prices = [0.05, 0.2, 0.5, 0.8], [0.05, 0.1, 0.3]
    kinds = [("net benefit", thresholds), ("gain", thresholds), ("cost", prices),
             ("difference of net benefit", thresholds), ("difference of cost", prices)]
    for kind, places in kinds:
        for at in places:
            truth = np.mean([terms(kind, at, *draw(1000000))[1].mean() for _ in range(10)])
            row = []
            for n in [200, 1000, 5000]:
                held = 0
                for _ in range(10):
                    term = terms(kind, at, *draw((SETS // 10, n)))[0]
                    half = stats.t.ppf(0.975, n - 1) * term.std(axis=1, ddof=1) / np.sqrt(n)
                    held += np.count_nonzero(np.abs(term.mean(axis=1) - truth) <= half)
                row.append(f"{100 * held / SETS:.1f} %")
            print(f"| {kind} at {at} | {' | '.join(row)} |", flush=True)


main()
