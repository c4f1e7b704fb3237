# Writes groups.json: temperatures corrected in groups, by numpy and scipy from the definition in src/reference.md.
# tests/cli/calibrated-groups.test.mjs has the same set.
import json

import numpy as np
from scipy.optimize import brentq
from scipy.stats import t as student

N, K, FOLDS, PASSES, SEED, STREAM = 700, 3, 5, 10, 5, 7


def made():
    state = 815

    def step():
        nonlocal state
        state = state * 16807 % 2147483647
        return state

    rows = []
    for _ in range(N):
        z = [(step() % 1025 - 512) / 128 for _ in range(K)]
        sex = "FFFFMMMMMX"[step() % 10]
        age = ["old", "young"][step() % 2]
        hot = {"F": 40, "M": 75, "X": 60}[sex] + (15 if age == "old" else -15)
        top = int(np.argmax(z))
        rows.append((z, sex, age, step() % K if step() % 100 < hot else top))
    return rows


def word(index):  # the first two words of Philox4x32-10 (Salmon et al. 2011)
    key, low = [SEED, 0], (1 << 32) - 1
    c = [index, 0, 0, STREAM << 16]
    for _ in range(10):
        a, b = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [(b >> 32) ^ c[1] ^ key[0], b & low, (a >> 32) ^ c[3] ^ key[1], a & low]
        key = [(key[0] + 0x9E3779B9) & low, (key[1] + 0xBB67AE85) & low]
    return c[1]


def folds():
    order = list(range(N))
    for i in range(N - 1, 0, -1):
        j = word(i) * (i + 1) >> 32
        order[i], order[j] = order[j], order[i]
    out = np.empty(N, int)
    out[order] = np.arange(N) % FOLDS
    return out


def softmax(z):
    e = np.exp(z - z.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


def temperature(z, y):
    def slope(u):  # the derivative of the log likelihood in 1/T
        return (z[np.arange(len(y)), y] - (softmax(u * z) * z).sum(1)).sum()

    return 1 / brentq(slope, 0.01, 100, xtol=1e-14)


def logs(p):
    return np.log(p).astype(np.float32).astype(float)


def weight(before, group):
    d = group - before

    def slope(w):
        return (d / (before + w * d)).sum() - 1 / (1 - w)

    return brentq(slope, 0, 1 - 1e-12, xtol=1e-15) if slope(0) > 0 else 0


def fit(z, y, columns):
    fold = folds()
    common = temperature(z, y)
    p = [softmax(z / temperature(z[fold != v], y[fold != v])) for v in range(FOLDS)] + [softmax(z / common)]
    names = [(c, name) for c in columns for name in dict.fromkeys(columns[c])]
    steps = []
    for _ in range(PASSES if len(columns) > 1 else 1):
        before = len(steps)
        for c, name in names:
            own = np.flatnonzero(np.array(columns[c]) == name)
            after = []
            for v in range(FOLDS + 1):
                train = own[fold[own] != v]
                after.append((temperature(logs(p[v][train]), y[train]), v))
            q = [softmax(logs(p[v][own]) / T) for T, v in after]
            at = np.arange(len(own))
            held = [np.stack([x[fold[own]][at, r, y[own]] for x, r in ((np.stack(p[:FOLDS]), own), (np.stack(q[:FOLDS]), at))])][0]
            w = weight(*held)
            if w < 0.01:
                continue
            for v in range(FOLDS + 1):
                p[v][own] = w * q[v] + (1 - w) * p[v][own]
            steps.append({"group": name if len(columns) == 1 else f"{c}={name}", "weight": w, "T": after[FOLDS][0]})
        if len(steps) == before:
            break
    out = np.stack(p[:FOLDS])[fold, np.arange(N)]
    error = (out.argmax(1) == y) - out.max(1)
    largest = None
    for c, name in names:
        e = error[np.array(columns[c]) == name]
        half = student.ppf(0.975, len(e) - 1) * e.std(ddof=1) / np.sqrt(len(e))
        if largest is None or abs(e.mean()) > abs(largest["difference"]):
            group = name if len(columns) == 1 else f"{c}={name}"
            largest = {"group": group, "n": len(e), "difference": e.mean(), "low": e.mean() - half, "high": e.mean() + half}
    return {"T": common, "steps": steps, "remaining": largest, "p": p[FOLDS][:40].tolist()}


rows = made()
z = np.array([row[0] for row in rows])
y = np.array([row[3] for row in rows])
sex, age = [row[1] for row in rows], [row[2] for row in rows]
golden = {"sex": fit(z, y, {"sex": sex}), "sex,age": fit(z, y, {"sex": sex, "age": age})}
json.dump(golden, open(__file__.replace(".py", ".json"), "w"))
