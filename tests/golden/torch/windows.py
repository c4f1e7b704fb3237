"""Convolutions in groups, depthwise and dilated, windows that overlap, dense connections and global max pooling, as make.py does
it; writes windows.safetensors and windows.json."""
import torch
from torch import nn

from make import cosine, golden, records, write

MODEL = ("c8b0-bn-relu-mp3s2p1-dw3-bn-relu-c12k3g4-relu-cat(bn-relu-c5d2b0)-cat(c3k1-bn-relu-dw5d2)-bn-relu-ap3s2p1-"
         "dw5s2-c6k4p1-bn-gmp-fc")
RUNS = [  # small steps: the largest of a window is a choice, and rounding errors must not turn it
    ("sgd:lr=0.02,decay=0.01", lambda p: torch.optim.SGD(p, 0.02, 0.9, weight_decay=0.01), cosine),
    ("adam:lr=0.002,decay=0,eps=0.1", lambda p: torch.optim.Adam(p, 0.002, eps=0.1), cosine),
]


class Dense(nn.Module):
    def __init__(self, *body):
        super().__init__()
        self.body = nn.Sequential(*body)

    def forward(self, x):
        return torch.cat([x, self.body(x)], 1)


def depthwise(c, k, s=1, d=1, bias=True):
    return nn.Conv2d(c, c, k, s, d * (k - 1) // 2, d, c, bias)


def network():
    return nn.Sequential(
        nn.Conv2d(3, 8, 3, padding=1, bias=False), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(3, 2, 1),
        depthwise(8, 3, bias=False), nn.BatchNorm2d(8), nn.ReLU(), nn.Conv2d(8, 12, 3, padding=1, groups=4), nn.ReLU(),
        Dense(nn.BatchNorm2d(12), nn.ReLU(), nn.Conv2d(12, 5, 3, padding=2, dilation=2, bias=False)),
        Dense(nn.Conv2d(17, 3, 1, bias=False), nn.BatchNorm2d(3), nn.ReLU(), depthwise(3, 5, d=2)),
        nn.BatchNorm2d(20), nn.ReLU(), nn.AvgPool2d(3, 2, 1),
        depthwise(20, 5, 2), nn.Conv2d(20, 6, 4, padding=1, bias=False), nn.BatchNorm2d(6),
        nn.Sequential(nn.AdaptiveMaxPool2d(1), nn.Flatten()), nn.Linear(6, 10)).double()


if __name__ == "__main__":
    torch.manual_seed(11)
    runs = golden(network, "windows.safetensors", RUNS, *records())
    write("windows.json", {"networks": [{"model": MODEL, "init": "windows.safetensors", "runs": runs}]})
