"""Values of torch_uncertainty, PyCalib and pycalib for the sets of this folder, by their definitions in numpy.

Each function follows the documentation of one function of a library. Neither a library nor the lab is called.
"""
import json
import pathlib

import numpy as np

HERE = pathlib.Path(__file__).parent
BINS = 15


def softmax(z):
    e = np.exp(z - z.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def norms(confidence, outcome, place):
    """The l1, l2 and max norm of the gaps of the bins `place`."""
    n, gaps, shares = len(confidence), [], []
    for b in np.unique(place):
        inside = place == b
        gaps.append(abs(outcome[inside].mean() - confidence[inside].mean()))
        shares.append(inside.sum() / n)
    gaps, shares = np.array(gaps), np.array(shares)
    return (shares * gaps).sum(), np.sqrt((shares * gaps**2).sum()), gaps.max()


def torchmetrics_place(p):
    """bucketize(p, linspace(0, 1, bins + 1), right=True) - 1: [low, high), and a bin for 1 alone."""
    return np.searchsorted(np.linspace(0, 1, BINS + 1), p, side="right") - 1


def tensor_split_place(n):
    """The first n mod bins runs are one longer."""
    return np.repeat(np.arange(BINS), [n // BINS + (b < n % BINS) for b in range(BINS)])


def reflected_gaussian(positions, values, at, sigma):
    """Sums of Gaussians on a mesh that is mirrored without doubling its ends, read at `at`."""
    points = max(2000, round(20 / sigma)) // 2 + 1
    mesh = np.zeros(points)
    place = positions * (points - 1)
    low = np.minimum(place.astype(int), points - 2)
    np.add.at(mesh, low, (1 - (place - low)) * values)
    np.add.at(mesh, low + 1, (place - low) * values)
    t = np.linspace(0, 1, points)
    kernel = np.exp(-((t - 0.5) ** 2) / (2 * sigma**2)) / (np.sqrt(2 * np.pi) * sigma)
    mirrored = np.concatenate([mesh[::-1][:-1], mesh, mesh[::-1][1:]])
    smooth = np.convolve(mirrored, kernel, mode="valid")[points // 2 :][:points]
    return np.interp(at, t, smooth)


def smooth_error(confidence, right, sigma):
    at = np.linspace(0, 1, max(int(10 / sigma), 200))
    residual = reflected_gaussian(confidence, confidence - right, at, sigma)
    density = reflected_gaussian(confidence, np.ones_like(confidence), at, sigma) + 1e-4
    return np.abs(residual).sum() / (density.sum() + 1e-8)


def smooth_calibration_error(confidence, right):
    wide, narrow = 1.0, 0.0
    if smooth_error(confidence, right, wide) > wide:
        return smooth_error(confidence, right, wide)
    for _ in range(10):
        middle = (wide + narrow) / 2
        if middle < 0.001 or middle < smooth_error(confidence, right, middle):
            narrow = middle
        else:
            wide = middle
    return smooth_error(confidence, right, wide)


def torch_uncertainty(p, y):
    n, k = p.shape
    confidence, right = p.max(axis=1), (p.argmax(axis=1) == y).astype(float)
    l1, l2, largest = norms(confidence, right, torchmetrics_place(confidence))
    out = {"ece:edges=torchmetrics": l1, "ece:edges=torchmetrics,norm=2": l2, "ece:edges=torchmetrics,norm=max": largest}
    order = np.argsort(confidence, kind="stable")
    if n >= BINS and len(np.unique(confidence)) == n:  # the order of equal confidences is torch's own
        l1, l2, largest = norms(confidence[order], right[order], tensor_split_place(n))
        out |= {"adaece": l1, "adaece:norm=2": l2, "adaece:norm=max": largest}
    each = [norms(p[:, j], (y == j).astype(float), torchmetrics_place(p[:, j]))[0] for j in range(k)]
    out["cwece:edges=torchmetrics"] = np.mean(each)
    out["smece:kernel=relplot"] = smooth_calibration_error(confidence, right)
    onehot = np.eye(k)[y]
    out["brier"] = ((p - onehot) ** 2).sum(axis=1).mean()
    return out


def digitized(p):
    return np.digitize(p, np.linspace(0, 1 + 1e-8, BINS + 1)) - 1


def pycalib(p, y):
    """PyCalib of PyPI: its bins are (low, high], since classwise_ECE moves its edges by 1e-8."""
    n, k = p.shape
    confidence, right = p.max(axis=1), (p.argmax(axis=1) == y).astype(float)
    place = np.maximum(np.ceil(confidence * BINS) - 1, 0)
    onehot = np.eye(k)[y]
    out = {"accuracy": right.mean(), "brier:scale=per-class": ((p - onehot) ** 2).mean()}
    out["cwece"] = np.mean([norms(p[:, j], onehot[:, j], digitized(p[:, j]))[0] for j in range(k)])
    edge = np.abs(confidence * BINS - np.round(confidence * BINS)) < 1e-9
    if not (edge & (confidence < 1)).any():  # np.arange's rounding decides there
        out["ece"], _, out["mce"] = norms(confidence, right, place)
    # expected_calibration_error of Wenger et al., with n_classes=k: bins of [1/k, 1], each against a fixed confidence
    span = (1 / k, 1)
    counts, _ = np.histogram(confidence, BINS, range=span)
    hits, _ = np.histogram(confidence, BINS, range=span, weights=right)
    middle = np.linspace(span[0] + 1 / (2 * BINS), 1 - 1 / (2 * BINS), BINS)
    used = counts > 0
    gaps = np.abs(hits[used] / counts[used] - middle[used])
    out["ece:edges=left,against=midpoint"] = np.average(gaps, weights=counts[used])
    out["ece:edges=left,norm=max,against=midpoint"] = gaps.max()
    return out


found = {}
for path in sorted(HERE.glob("*.logits.npy")):
    name = path.name.removesuffix(".logits.npy")
    if name.startswith(("ood", "L_")):
        continue
    p = softmax(np.load(path).astype(np.float64))
    y = np.load(HERE / f"{name}.labels.npy")
    found[name] = {"torch_uncertainty": torch_uncertainty(p, y), "pycalib": pycalib(p, y)}
(HERE / "match.json").write_text(json.dumps(found, indent=1) + "\n")
