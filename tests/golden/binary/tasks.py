# Weighted samples, several labels a row and questions with different numbers of options, and what scikit-learn and
# numpy say of them: python3 tasks.py, then Rscript tasks.R (which reads weighted.csv). Debian 12: python3-sklearn 1.2.1.
import json
import numpy as np
from sklearn.isotonic import IsotonicRegression
from sklearn.metrics import accuracy_score, average_precision_score, brier_score_loss, log_loss, roc_auc_score

rng = np.random.default_rng(7)


def ece(c, a, w, bins=15):  # over bins (i/M, (i+1)/M], as the formula has it
    place = np.clip(np.ceil(c * bins - 1e-12).astype(int) - 1, 0, bins - 1)
    gaps = [abs(np.sum(w[place == b] * (c - a)[place == b])) for b in range(bins)]
    return float(np.sum(gaps) / np.sum(w))


def ks(c, a, w):  # over all samples up to each confidence: tied rows have no order
    return float(max(abs(np.sum((w * (a - c))[c <= t])) for t in np.unique(c)) / np.sum(w))


def binary(y, p, w):
    q = IsotonicRegression().fit(p, y, sample_weight=w).predict(p)
    return {
        "roc_auc": roc_auc_score(y, p, sample_weight=w),
        "average_precision": average_precision_score(y, p, sample_weight=w),
        "binary_brier": brier_score_loss(y, p, sample_weight=w),
        "nll": log_loss(y, p, eps=1e-15, sample_weight=w),
        "corp": brier_score_loss(y, p, sample_weight=w) - np.average((q - y) ** 2, weights=w),
        "accuracy": accuracy_score(y, p > 0.5, sample_weight=w),
        "ece": ece(p, y, w),
        "ks": ks(p, y, w),
    }


def sigmoid(z):
    return 1 / (1 + np.exp(-z))


expected = {}

n = 400
z = rng.normal(-0.4, 1.6, n)
p = np.clip(np.round(sigmoid(z), 3), 0.001, 0.999)
y = (rng.random(n) < sigmoid(0.7 * z + 0.2)).astype(int)
w = np.round(np.exp(rng.normal(0, 0.8, n)), 2)
with open("weighted.csv", "w") as out:
    out.write("label,p,weight\n" + "".join(f"{a},{b:.3f},{c:.2f}\n" for a, b, c in zip(y, p, w)))
expected["weighted"] = binary(y, p, w)

k = 3
z = rng.normal(0, 1.5, (n, k))
q = np.round(np.exp(z) / np.exp(z).sum(1, keepdims=True), 4)
q[:, 2] = np.round(1 - q[:, 0] - q[:, 1], 4)
y = np.array([rng.choice(k, p=row / row.sum()) for row in np.exp(0.6 * z)])
with open("weighted_classes.csv", "w") as out:
    out.write("p_0,p_1,p_2,label,sample_weight\n")
    out.write("".join(",".join(f"{v:.4f}" for v in row) + f",{a},{c:.2f}\n" for row, a, c in zip(q, y, w)))
c, a = q.max(1), (q.argmax(1) == y).astype(int)
expected["weighted_classes"] = {
    "nll": float(np.average(-np.log(q[np.arange(n), y]), weights=w)),
    "accuracy": accuracy_score(y, q.argmax(1), sample_weight=w),
    "brier": float(np.average(((q - np.eye(k)[y]) ** 2).sum(1), weights=w)),
    "ece": ece(c, a, w),
    "ks": ks(c, a, w),
}

names = ["edema", "effusion", "fracture"]
z = rng.normal([-1, 0, -2], 1.4, (n, k))
p = np.clip(np.round(sigmoid(z), 3), 0.001, 0.999)
y = (rng.random((n, k)) < sigmoid(np.array([0.6, 1.2, 0.8]) * z)).astype(int)
known = rng.random((n, k)) > 0.15
with open("labels.csv", "w") as out:
    out.write("image," + ",".join(f"{s},{s}_prob" for s in names) + "\n")
    for i in range(n):
        cells = []
        for j in range(k):
            cells += ["-1" if i % 2 else "" if not known[i, j] else "", f"{p[i, j]:.3f}"]
            if known[i, j]:
                cells[-2] = str(y[i, j])
        out.write(f"img{i}.png," + ",".join(cells) + "\n")
one = np.ones(n)
each = {s: binary(y[known[:, j], j], p[known[:, j], j], one[known[:, j]]) for j, s in enumerate(names)}
expected["labels"] = {
    "each": each,
    "known": known.sum(0).tolist(),
    "macro": {m: float(np.mean([each[s][m] for s in names])) for m in each["edema"]},
    "micro": binary(y[known], p[known], np.ones(known.sum())),
}

rows = []
with open("questions.jsonl", "w") as out:
    for i in range(n):
        options = int(rng.integers(2, 6))
        z = np.round(rng.normal(0, 1.5, options) - 4, 4)
        p = np.exp(z) / np.exp(z).sum()
        answer = int(rng.choice(options, p=np.exp(0.6 * z) / np.exp(0.6 * z).sum()))
        out.write(json.dumps({"id": i, "question": "A or B?", "logprobs": z.tolist(), "target": answer}) + "\n")
        rows.append((p, answer))
c = np.array([p.max() for p, _ in rows])
a = np.array([int(p.argmax() == y) for p, y in rows])
order = np.argsort(-c, kind="stable")
expected["questions"] = {
    "nll": float(np.mean([-np.log(p[y]) for p, y in rows])),
    "brier": float(np.mean([((p - np.eye(len(p))[y]) ** 2).sum() for p, y in rows])),
    "accuracy": float(a.mean()),
    "ece": ece(c, a, np.ones(n)),
    "aurc": float(np.mean(np.cumsum(1 - a[order]) / np.arange(1, n + 1))),  # no two confidences are equal
}
assert len(set(c)) == n
json.dump(expected, open("tasks.json", "w"), indent=1)
