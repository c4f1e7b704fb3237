"""Blocks of the presets: pre-activated, with bottlenecks, and inverted ones, as make.py does it; writes presets.json and the
weights beside it."""
import torch
from torch import nn

from make import Residual, conv, cosine, golden, records, write

RUNS = [("sgd:lr=0.05,decay=0.01", lambda p: torch.optim.SGD(p, 0.05, 0.9, weight_decay=0.01), cosine)]


def norm(c, act=nn.ReLU):
    return [nn.BatchNorm2d(c)] + ([act()] if act else [])


def end(c):
    return [nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten()), nn.Linear(c, 10)]


def wide():
    return nn.Sequential(
        conv(3, 6), *norm(6), Residual(nn.Sequential(conv(6, 8, 3, 2), *norm(8), conv(8, 8)), conv(6, 8, 1, 2)),
        Residual(nn.Sequential(*norm(8), conv(8, 8), *norm(8), conv(8, 8))), *norm(8), *end(8)).double()


def bottleneck():
    def block(cin, s, skip):
        return Residual(nn.Sequential(conv(cin, 3, 1), *norm(3), conv(3, 3, 3, s), *norm(3), conv(3, 12, 1), *norm(12, None)), skip)
    return nn.Sequential(
        conv(3, 4, 7, 2), *norm(4), nn.MaxPool2d(3, 2, 1),
        block(4, 2, nn.Sequential(conv(4, 12, 1, 2), *norm(12, None))), nn.ReLU(), block(12, 1, None), nn.ReLU(), *end(12)).double()


def inverted():
    def depthwise(c, s=1):
        return nn.Conv2d(c, c, 3, s, 1, groups=c, bias=False)
    six = nn.ReLU6
    return nn.Sequential(
        conv(3, 8, 3, 2), *norm(8, six), depthwise(8), *norm(8, six), conv(8, 4, 1), *norm(4, None),
        conv(4, 24, 1), *norm(24, six), depthwise(24, 2), *norm(24, six), conv(24, 6, 1), *norm(6, None),
        Residual(nn.Sequential(conv(6, 36, 1), *norm(36, six), depthwise(36), *norm(36, six), conv(36, 6, 1), *norm(6, None))),
        conv(6, 20, 1), *norm(20, six), *end(20)).double()


NETWORKS = {
    "wide": (wide, "c6b0-bn-relu-rc(c8s2-bn-relu-c8b0)-r(bn-relu-c8-bn-relu-c8b0)-bn-relu-gap-fc"),
    "bottleneck": (bottleneck, "c4k7s2-bn-relu-mp3s2p1-r(c3k1-bn-relu-c3s2-bn-relu-c12k1-bn)-relu-"
                               "r(c3k1-bn-relu-c3-bn-relu-c12k1-bn)-relu-gap-fc"),
    "inverted": (inverted, "c8s2-bn-relu6-dw3-bn-relu6-c4k1-bn-c24k1-bn-relu6-dw3s2-bn-relu6-c6k1-bn-"
                           "r(c36k1-bn-relu6-dw3-bn-relu6-c6k1-bn)-c20k1-bn-relu6-gap-fc"),
}

if __name__ == "__main__":
    torch.manual_seed(13)
    networks = []
    for name, (make, model) in NETWORKS.items():
        networks.append({"model": model, "init": f"{name}.safetensors", "runs": golden(make, f"{name}.safetensors", RUNS, *records())})
    write("presets.json", {"networks": networks})
