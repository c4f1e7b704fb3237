"""The figures of a report in plain PyTorch, as somebody who knows it would write them: vectorised, in double, no loop over samples."""
import torch

BINS = 15
GRID = [t / 10 for t in range(1, 101)]


def equal_width(confidence, outcome):
    """Expected and largest gap over bins (i/M, (i+1)/M]."""
    index = torch.clamp(torch.ceil(confidence * BINS).long() - 1, 0, BINS - 1)
    zeros = torch.zeros(BINS, dtype=torch.float64)
    gap = (zeros.scatter_add(0, index, confidence) - zeros.scatter_add(0, index, outcome)).abs()
    count = torch.clamp(torch.bincount(index, minlength=BINS), min=1)
    return (gap.sum() / len(confidence)).item(), (gap / count).max().item()


def equal_mass(confidence, outcome):
    order = torch.argsort(confidence, stable=True)
    parts = zip(torch.tensor_split(confidence[order], BINS), torch.tensor_split(outcome[order], BINS))
    return sum((c.sum() - a.sum()).abs().item() for c, a in parts) / len(confidence)


def calibration(logits, labels, temperature):
    confidence, predicted = torch.softmax(logits / temperature, 1).max(1)
    return confidence.double(), (predicted == labels).double()


def figures(logits, labels):
    p = torch.softmax(logits.double(), 1)
    confidence, predicted = p.max(1)
    correct = (predicted == labels).double()
    truth = torch.nn.functional.one_hot(labels, logits.shape[1]).double()
    ece, mce = equal_width(confidence, correct)
    return {
        "error": 1 - correct.mean().item(),
        "nll": torch.nn.functional.cross_entropy(logits.double(), labels).item(),
        "brier": ((p - truth) ** 2).sum(1).mean().item(),
        "ece": ece,
        "mce": mce,
        "adaece": equal_mass(confidence, correct),
        "cwece": sum(equal_width(p[:, k], truth[:, k])[0] for k in range(logits.shape[1])) / logits.shape[1],
    }


def report(logits, labels):
    """The figures as they are, the temperatures that the grid finds by ECE, by adaptive ECE and by NLL, and the figures at each."""

    def scores(t):
        confidence, correct = calibration(logits, labels, t)
        nll = torch.nn.functional.cross_entropy(logits / t, labels).item()
        return equal_width(confidence, correct)[0], equal_mass(confidence, correct), nll

    grid = [scores(t) for t in GRID]
    chosen = [GRID[min(range(len(GRID)), key=lambda i: grid[i][way])] for way in range(3)]
    return [figures(logits, labels), *(figures(logits / t, labels) for t in chosen)]


def inputs(n, k):
    """Random logits that are about as often right as wrong."""
    labels = torch.arange(n) % k
    logits = 2 * torch.randn(n, k)
    logits[torch.arange(n), labels] += 4
    return logits, labels
