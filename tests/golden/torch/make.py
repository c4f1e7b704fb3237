"""Trains in PyTorch, in double, what tests/golden.test.mjs trains with the lab; writes init.safetensors, expected.json."""
import json
import math
import os
import struct

import torch
from torch import nn
from torch.nn import functional as F

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


RUNS = [  # the link's end, from the optimizer on, and PyTorch's optimizer; a large eps keeps rounding errors from becoming steps
    ("sgd:lr=0.3,nesterov=yes,decay=0.01", lambda p: torch.optim.SGD(p, 0.3, 0.9, weight_decay=0.01, nesterov=True)),
    ("sgd:lr=0.3,momentum=0.5,decay=0", lambda p: torch.optim.SGD(p, 0.3, 0.5)),
    ("sgd:lr=0.3,decay=0&clip=0.05", lambda p: torch.optim.SGD(p, 0.3, 0.9)),
    ("sgd:lr=0.01,decay=0&reduction=sum", lambda p: torch.optim.SGD(p, 0.01, 0.9)),
    ("adam:lr=0.01,decay=0.01,eps=0.01", lambda p: torch.optim.Adam(p, 0.01, weight_decay=0.01, eps=0.01)),
    ("adamw:lr=0.01,decay=0.1,eps=0.01", lambda p: torch.optim.AdamW(p, 0.01, weight_decay=0.1, eps=0.01)),
    ("adagrad:lr=0.01,eps=0.01", lambda p: torch.optim.Adagrad(p, 0.01, eps=0.01)),
]


def train(link, optimizer_of, state, pictures, labels, dtype):
    net = network().to(dtype)
    net.load_state_dict(state)
    pictures = pictures.to(dtype)
    optimizer = optimizer_of(net.parameters())
    rate, losses = optimizer.param_groups[0]["lr"], []
    for step in range(STEPS):
        for group in optimizer.param_groups:
            group["lr"] = rate * 0.5 * (1 + math.cos(math.pi * step / STEPS))
        optimizer.zero_grad()
        loss = F.cross_entropy(net(pictures[:TRAIN]), labels[:TRAIN])
        (loss * TRAIN if "reduction=sum" in link else loss).backward()
        if "clip=" in link:
            torch.nn.utils.clip_grad_norm_(net.parameters(), float(link.split("clip=")[1]))
        optimizer.step()
        losses.append(loss.item())
    net.eval()
    return losses, net(pictures[TRAIN:]).tolist()


def main():
    torch.manual_seed(5)
    net = network()
    with torch.no_grad():
        for p in net.parameters():  # rounded to float, as the file holds them
            p.copy_((p + 0.05 * torch.randn_like(p)).float().double())
    state = net.state_dict()
    save(os.path.join(HERE, "init.safetensors"), {k: v for k, v in state.items() if not k.endswith("num_batches_tracked")})
    pictures = torch.tensor([record(i) for i in range(TRAIN + TEST)], dtype=torch.float64).reshape(-1, 3, 32, 32)
    pictures = (pictures / 255 - MEAN) / STD
    labels = torch.arange(TRAIN + TEST) % 10
    runs = []
    for link, make in RUNS:
        losses, logits = train(link, make, state, pictures, labels, torch.float64)
        rounded, _ = train(link, make, state, pictures, labels, torch.float32)
        float_gap = max(abs(a - b) for a, b in zip(losses, rounded))  # what float costs PyTorch itself
        runs.append({"link": link, "losses": losses, "logits": logits, "float_gap": float_gap})
    with open(os.path.join(HERE, "expected.json"), "w") as f:
        json.dump({"torch": torch.__version__, "runs": runs}, f)
        f.write("\n")


main()
