"""PyTorch as a contender: one JSON order a line on stdin, one JSON answer a line on stdout.

{"net", "layers", "batch", "input", "layout": "contiguous" | "channels_last", "seconds"} -> {"rate": steps a second}
"""
import json
import sys
import time

import torch
from torch import nn

WARM = 0.25  # share of a burst that is not counted


class Residual(nn.Module):
    """relu(...) of the sum is a layer of its own; where shapes differ, the skip is a 1x1 convolution with batch norm."""

    def __init__(self, body, skip):
        super().__init__()
        self.body, self.skip = body, skip

    def forward(self, x):
        return self.body(x) + self.skip(x)


def build(layers, channels, features=None):
    """Returns the layers, the number of channels (or features) that come out, and the stride of them all."""
    made, total_stride = [], 1
    for layer in layers:
        kind = layer["kind"]
        if kind == "conv":
            k, s = layer["kernel"], layer["stride"]
            made.append(nn.Conv2d(channels, layer["out"], k, stride=s, padding=(k - 1) // 2, bias=layer["bias"]))
            channels, total_stride = layer["out"], total_stride * s
        elif kind == "bn":
            made.append(nn.BatchNorm2d(channels))
        elif kind == "relu":
            made.append(nn.ReLU())
        elif kind == "max2":
            made.append(nn.MaxPool2d(2))
        elif kind == "gap":
            made += [nn.AdaptiveAvgPool2d(1), nn.Flatten()]
            features = channels
        elif kind == "residual":
            body, out, stride = build(layer["body"], channels)
            same = out == channels and stride == 1
            skip = nn.Identity() if same else nn.Sequential(
                nn.Conv2d(channels, out, 1, stride=stride, bias=False), nn.BatchNorm2d(out))
            made.append(Residual(body, skip))
            channels = out
        elif kind == "linear":
            if not isinstance(made[-1] if made else None, (nn.ReLU, nn.Flatten)):
                made.append(nn.Flatten())
            made.append(nn.Linear(features, layer["out"]))
            features = layer["out"]
        else:
            raise ValueError(f"unknown layer {kind}")
    return nn.Sequential(*made), channels, total_stride


class Run:
    def __init__(self, order):
        torch.manual_seed(1)
        c, h, w, k = (order["input"][key] for key in ("c", "h", "w", "classes"))
        layout = torch.channels_last if order["layout"] == "channels_last" else torch.contiguous_format
        self.net = build(order["layers"], c, c * h * w)[0].to(memory_format=layout).train()
        self.x = torch.randn(order["batch"], c, h, w).to(memory_format=layout)
        self.y = torch.randint(0, k, (order["batch"],))
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.001, momentum=0.9, weight_decay=0.0005)

    def step(self):
        self.optimizer.zero_grad()
        nn.functional.cross_entropy(self.net(self.x), self.y).backward()
        self.optimizer.step()

    def steps(self, seconds):
        start, count = time.perf_counter(), 0
        while True:
            self.step()
            count += 1
            spent = time.perf_counter() - start
            if spent >= seconds:
                return count / spent


def blas():
    """The file of the BLAS that is loaded: Debian lets several stand behind one name."""
    with open("/proc/self/maps", encoding="utf-8") as maps:
        files = {line.split()[-1] for line in maps if "blas" in line}
    return sorted(files)


def main():
    threads = int(sys.argv[1])
    torch.set_num_threads(threads)
    print(json.dumps({"version": torch.__version__, "blas": blas()}), flush=True)
    runs = {}
    for line in sys.stdin:
        order = json.loads(line)
        key = order["net"], order["layout"]
        try:
            run = runs.setdefault(key, None) or Run(order)
            runs[key] = run
            run.steps(order["seconds"] * WARM)
            print(json.dumps({"rate": run.steps(order["seconds"])}), flush=True)
        except RuntimeError as wrong:
            print(json.dumps({"error": str(wrong).splitlines()[0]}), flush=True)


main()
