"""Trains in PyTorch, in double, what tests/golden.test.mjs trains with the lab; writes init.safetensors, expected.json."""
import json
import os
import struct

import torch
from torch import nn
from torch.nn import functional as F
from torch.optim import lr_scheduler as S

HERE = os.path.dirname(os.path.abspath(__file__))
TRAIN, TEST, STEPS = 40, 20, 8
MEAN, STD = 0.5, 0.25


def record(i):
    """Picture i: label i mod 10, bytes of a linear congruential generator that starts at i + 1."""
    x, values = i + 1, []
    for _ in range(3072):
        x = (x * 1103515245 + 12345) % 2147483648
        values.append((x >> 16) % 256)
    return values


class Residual(nn.Module):
    def __init__(self, body, skip=None):
        super().__init__()
        self.body = body
        self.skip = skip

    def forward(self, x):
        return self.body(x) + (self.skip(x) if self.skip else x)


def conv(cin, cout, k=3, s=1):
    return nn.Conv2d(cin, cout, k, s, (k - 1) // 2, bias=False)


def network():
    # layers:c6-bn-relu-r(c6-bn-tanh-c6-bn)-relu-r(c9s2-bn-relu-c9-bn)-relu-mp2-c5k1-relu-ap2-gap-fc
    return nn.Sequential(
        conv(3, 6), nn.BatchNorm2d(6), nn.ReLU(),
        Residual(nn.Sequential(conv(6, 6), nn.BatchNorm2d(6), nn.Tanh(), conv(6, 6), nn.BatchNorm2d(6))), nn.ReLU(),
        Residual(nn.Sequential(conv(6, 9, 3, 2), nn.BatchNorm2d(9), nn.ReLU(), conv(9, 9), nn.BatchNorm2d(9)),
                 nn.Sequential(conv(6, 9, 1, 2), nn.BatchNorm2d(9))), nn.ReLU(),
        nn.MaxPool2d(2), nn.Conv2d(9, 5, 1), nn.ReLU(), nn.AvgPool2d(2),
        nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten()), nn.Linear(5, 10)).double()


def save(path, tensors):
    header, data = {}, b""
    for name, t in tensors.items():
        values = t.reshape(-1).tolist()
        blob = struct.pack("<%df" % len(values), *values)
        header[name] = {"dtype": "F32", "shape": list(t.shape), "data_offsets": [len(data), len(data) + len(blob)]}
        data += blob
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as f:
        f.write(struct.pack("<Q", len(text)) + text + data)


def split(p):
    """Weights, which decay, and biases and norms, which do not."""
    p = list(p)
    return [{"params": [t for t in p if t.ndim > 1]}, {"params": [t for t in p if t.ndim == 1], "weight_decay": 0}]


def cosine(o):
    return [S.CosineAnnealingLR(o, STEPS)]


def warm_steps(o):
    return [S.LinearLR(o, start_factor=1 / 3, total_iters=2), S.MultiStepLR(o, [2, 6], 0.5)]


RUNS = [  # the link's end, from the optimizer on, and PyTorch's optimizer; a large eps keeps rounding errors from becoming steps
    ("sgd:lr=0.3,nesterov=yes,decay=0.01", lambda p: torch.optim.SGD(p, 0.3, 0.9, weight_decay=0.01, nesterov=True), cosine),
    ("sgd:lr=0.3,momentum=0.5,decay=0", lambda p: torch.optim.SGD(p, 0.3, 0.5), cosine),
    ("sgd:lr=0.3,decay=0.1,decay_on=weights", lambda p: torch.optim.SGD(split(p), 0.3, 0.9, weight_decay=0.1), cosine),
    ("sgd:lr=0.3,decay=0&clip=0.05", lambda p: torch.optim.SGD(p, 0.3, 0.9), cosine),
    ("sgd:lr=0.01,decay=0&reduction=sum", lambda p: torch.optim.SGD(p, 0.01, 0.9), cosine),
    ("adam:lr=0.01,decay=0.01,eps=0.01", lambda p: torch.optim.Adam(p, 0.01, weight_decay=0.01, eps=0.01), cosine),
    ("adamw:lr=0.01,decay=0.1,eps=0.01", lambda p: torch.optim.AdamW(p, 0.01, weight_decay=0.1, eps=0.01), cosine),
    ("adamw:lr=0.01,decay=0.1,eps=0.01,decay_on=weights",
     lambda p: torch.optim.AdamW(split(p), 0.01, weight_decay=0.1, eps=0.01), cosine),
    ("adagrad:lr=0.01,eps=0.01", lambda p: torch.optim.Adagrad(p, 0.01, eps=0.01), cosine),
    ("sgd:lr=0.3,decay=0&schedule=step:at=0.25/0.75,factor=0.5,warmup=0.375", lambda p: torch.optim.SGD(p, 0.3, 0.9), warm_steps),
    ("sgd:lr=0.3,decay=0&schedule=one-cycle:start=5", lambda p: torch.optim.SGD(p, 0.3, 0.9),
     lambda o: [S.OneCycleLR(o, 0.3, STEPS, cycle_momentum=False, div_factor=5)]),
    ("sgd:lr=1,decay=0&schedule=plateau:on=train,patience=0,factor=0.5,threshold=0.002", lambda p: torch.optim.SGD(p, 1, 0.9),
     lambda o: [S.ReduceLROnPlateau(o, factor=0.5, patience=0, threshold=0.002, eps=0)]),
]


def train(make, link, optimizer_of, schedules_of, state, pictures, labels, dtype):
    net = make().to(dtype)
    net.load_state_dict(state)
    pictures = pictures.to(dtype)
    optimizer = optimizer_of(net.parameters())
    schedules, losses, rates = schedules_of(optimizer), [], []
    for step in range(STEPS):
        rates.append(optimizer.param_groups[0]["lr"])
        optimizer.zero_grad()
        loss = F.cross_entropy(net(pictures[:TRAIN]), labels[:TRAIN])
        (loss * TRAIN if "reduction=sum" in link else loss).backward()
        if "clip=" in link:
            torch.nn.utils.clip_grad_norm_(net.parameters(), float(link.split("clip=")[1]))
        optimizer.step()
        losses.append(loss.item())
        for schedule in schedules if step + 1 < STEPS else []:
            schedule.step(*[loss.item()] if isinstance(schedule, S.ReduceLROnPlateau) else [])
    net.eval()
    return losses, rates, net(pictures[TRAIN:]).tolist()


def golden(make, init, runs, pictures, labels):
    """What each of the runs makes of the first TRAIN samples, and of the others as its test; writes the weights it starts from."""
    net = make()
    with torch.no_grad():
        for p in net.parameters():  # rounded to float, as the file holds them
            p.copy_((p + 0.05 * torch.randn_like(p)).float().double())
    state = net.state_dict()
    save(os.path.join(HERE, init), {k: v for k, v in state.items() if not k.endswith("num_batches_tracked")})
    out = []
    for link, optimizer_of, schedules_of in runs:
        losses, rates, logits = train(make, link, optimizer_of, schedules_of, state, pictures, labels, torch.float64)
        rounded, _, _ = train(make, link, optimizer_of, schedules_of, state, pictures, labels, torch.float32)
        float_gap = max(abs(a - b) for a, b in zip(losses, rounded))  # what float costs PyTorch itself
        out.append({"link": link, "losses": losses, "rates": rates, "logits": logits, "float_gap": float_gap})
    return out


def records():
    pictures = torch.tensor([record(i) for i in range(TRAIN + TEST)], dtype=torch.float64).reshape(-1, 3, 32, 32)
    return (pictures / 255 - MEAN) / STD, torch.arange(TRAIN + TEST) % 10


def write(name, value):
    with open(os.path.join(HERE, name), "w") as f:
        json.dump({"torch": torch.__version__, **value}, f)
        f.write("\n")


if __name__ == "__main__":
    torch.manual_seed(5)
    write("expected.json", {"runs": golden(network, "init.safetensors", RUNS, *records())})
