"""Golden values of the calibration decision loss, by a linear program over all decisions.

A decision's payoff is a proper score with values from 0 to 1 (Hu and Wu 2024). The program looks for the one
that gains most if an isotonic regression recalibrates the probabilities before acting. Reads risks.csv and
second.csv, and writes cdl.json next to them.
"""
import json
import os
import numpy as np
from scipy.optimize import linprog

HERE = os.path.dirname(os.path.abspath(__file__))


def isotonic(p, y, w):
    values = np.unique(p)
    rate = lambda a, b: np.average(y[(p >= values[a]) & (p <= values[b])], weights=w[(p >= values[a]) & (p <= values[b])])
    k = len(values)
    rates = np.array([[rate(a, b) if a <= b else np.inf for b in range(k)] for a in range(k)])
    fitted = np.array([max(rates[a, i:].min() for a in range(i + 1)) for i in range(k)])
    return fitted[np.searchsorted(values, p)]


def loss(p, y, w):
    w = w / w.sum()
    better = isotonic(p, y, w)
    levels = np.unique(np.round(np.r_[p, better], 12))
    m = len(levels)
    at = lambda x: np.searchsorted(levels, np.round(x, 12))
    gain = np.zeros(2 * m)  # of the payoffs after an event, then of those after none
    np.add.at(gain, at(better) + m * (1 - y), w)
    np.add.at(gain, at(p) + m * (1 - y), -w)
    proper = []
    for i, q in enumerate(levels):
        for j in range(m):
            row = np.zeros(2 * m)  # saying j earns no more than saying i if the probability is q
            row[j], row[m + j] = row[j] + q, row[m + j] + 1 - q
            row[i], row[m + i] = row[i] - q, row[m + i] - (1 - q)
            proper.append(row)
    found = linprog(-gain, A_ub=np.array(proper), b_ub=np.zeros(len(proper)), bounds=[(0, 1)] * (2 * m))
    return -found.fun


def main():
    risks, second = (np.genfromtxt(os.path.join(HERE, name), delimiter=",", skip_header=1) for name in ("risks.csv", "second.csv"))
    sets = {
        "risks": (risks[:, 1], risks[:, 0].astype(int), np.ones(len(risks))),
        "second": (second[:, 1], second[:, 0].astype(int), np.ones(len(second))),
        "weighted": (risks[:, 1], risks[:, 0].astype(int), risks[:, 2]),
    }
    with open(os.path.join(HERE, "cdl.json"), "w") as file:
        json.dump({name: loss(*of) for name, of in sets.items()}, file, indent=1)
        file.write("\n")


main()
