"""Golden values of decision curves, of Murphy's diagram and of the cost of asking, by numpy.

Written from the papers' definitions (Vickers and Elkin 2006; Ehm et al. 2016; Chow 1970), sample by sample.
Writes risks.csv, second.csv and decision.json next to this file. Probabilities are hundredths, so that many
of them are equal to a threshold.
"""
import json
import os
import numpy as np
from scipy import stats

HERE = os.path.dirname(os.path.abspath(__file__))
N, CASES = 240, 90
THRESHOLDS = [0.01, 0.1, 0.25, 0.3, 0.5, 0.7, 0.95]


def make():
    rng = np.random.default_rng(5)
    truth = rng.beta(1.2, 2, N)
    y = (rng.random(N) < truth).astype(int)
    p = np.clip(np.round(truth ** 1.3 + 0.12 * rng.standard_normal(N), 2), 0, 1)
    q = np.clip(np.round(truth + 0.25 * rng.standard_normal(N), 2), 0, 1)
    weight = np.round(0.5 + 2 * rng.random(N), 2)
    case = rng.integers(0, CASES, N)
    return y, p, q, weight, case


def benefit(y, acts, t):
    """Terms whose weighted mean is the net benefit."""
    return np.where(acts, np.where(y == 1, 1.0, -t / (1 - t)), 0.0)


def interval(term, w, case):
    """Student's t, from the sums over cases of weighted residuals."""
    mean = np.sum(w * term)
    residual = w * (term - mean)
    sums = [residual[case == c].sum() for c in np.unique(case)]
    units = len(sums)
    half = stats.t.ppf(0.975, units - 1) * np.sqrt(np.sum(np.square(sums)) * units / (units - 1))
    return [mean, mean - half, mean + half]


def figures(y, p, q, w, case):
    w = w / w.sum()
    rows = []
    for t in THRESHOLDS:
        acts, all_, none = p >= t, np.ones(N, bool), np.zeros(N, bool)
        treat_all = np.sum(w * benefit(y, all_, t))
        model, other = benefit(y, acts, t), benefit(y, q >= t, t)
        better = benefit(y, all_ if treat_all > 0 else none, t)
        # The elementary score of Ehm et al., for the mean: |y - t| where p and y are on different sides of t.
        elementary = np.sum(w * 2 * np.abs(y - t) * ((y == 1) != acts))
        other_elementary = np.sum(w * 2 * np.abs(y - t) * ((y == 1) != (q >= t)))
        value, low, high = interval(model, w, case)
        _, gain_low, gain_high = interval(model - better, w, case)
        difference, difference_low, difference_high = interval(model - other, w, case)
        rows.append(dict(
            threshold=t, net_benefit=value, low=low, high=high, treat_all=treat_all, gain_low=gain_low,
            gain_high=gain_high, true_positives=np.sum(w[acts & (y == 1)]),
            false_positives=np.sum(w[acts & (y == 0)]), false_negatives=np.sum(w[~acts & (y == 1)]),
            true_negatives=np.sum(w[~acts & (y == 0)]), elementary=elementary,
            other=np.sum(w * other), difference=difference, difference_low=difference_low,
            difference_high=difference_high, other_elementary=other_elementary))
    return rows


def asking(y, p, q, w, case):
    """Mean cost if the more probable class is answered alone, unless asking is cheaper."""
    def costs(p, c):
        alone, wrong = 1 - np.maximum(p, 1 - p) < c, (p > 0.5) != (y == 1)
        return np.where(alone, wrong, c), alone, wrong
    rows = []
    for c in [0.01, 0.1, 0.2, 0.25, 0.4, 0.5]:
        cost, alone, wrong = costs(p, c)
        other = costs(q, c)[0]
        mean, low, high = interval(cost, w, case)
        difference, difference_low, difference_high = interval(cost - other, w, case)
        rows.append(dict(ask=c, cost=mean, low=max(0, low), high=high, answered=np.sum(w * alone),
                         always_answer=np.sum(w * wrong), other=np.sum(w * other), difference=difference,
                         difference_low=difference_low, difference_high=difference_high))
    return rows


y, p, q, weight, case = make()
one = np.arange(N)
columns = ["died,risk,weight,case"] + [f"{a},{b:.2f},{c:.2f},{d}" for a, b, c, d in zip(y, p, weight, case)]
second = ["died,risk"] + [f"{a},{b:.2f}" for a, b in zip(y, q)]
for name, lines in [("risks.csv", columns), ("second.csv", second)]:
    with open(os.path.join(HERE, name), "w") as out:
        out.write("\n".join(lines) + "\n")
golden = {
    "plain": figures(y, p, q, np.ones(N), one),
    "weighted": figures(y, p, q, weight, case),
    "prevalence": y.mean(),
    "asking": asking(y, p, q, np.full(N, 1 / N), one),
    "asking_weighted": asking(y, p, q, weight / weight.sum(), case),
}
with open(os.path.join(HERE, "decision.json"), "w") as out:
    json.dump(golden, out, indent=1)
    out.write("\n")
