"""Networks from the engine's layers (nets.mjs), as torch.nn would write them: a row of BUILD a layer."""
import torch
from torch import nn


class Residual(nn.Module):
    def __init__(self, body, skip):
        super().__init__()
        self.body, self.skip = body, skip

    def forward(self, x):
        return self.body(x) + self.skip(x)


class Concatenation(nn.Module):
    def __init__(self, body):
        super().__init__()
        self.body = body

    def forward(self, x):
        return torch.cat((x, self.body(x)), 1)


def convolution(layer):
    (ci, *_), co, n = layer["in"], layer["out"][0], layer["numbers"]
    k, groups, dilation = n["k"], n.get("g", 1), n.get("d", 1)
    bias = layer["parameters"] > co * (ci // groups) * k * k
    return nn.Conv2d(ci, co, k, stride=n["s"], padding=dilation * (k - 1) // 2, dilation=dilation, groups=groups, bias=bias)


def norm(layer):
    return (nn.BatchNorm2d if len(layer["in"]) == 3 else nn.BatchNorm1d)(layer["in"][0])


def linear(layer):
    features = 1
    for size in layer["in"]:
        features *= size
    made = nn.Linear(features, layer["out"][0])
    return made if len(layer["in"]) == 1 else nn.Sequential(nn.Flatten(), made)


def projection(layer):
    (ci, h, _), (co, oh, _) = layer["in"], layer["out"]
    return nn.Conv2d(ci, co, 1, stride=-(-h // oh), bias=False)


def residual(layer):
    skip = nn.Identity()
    if layer["parameters"]:
        skip = nn.Sequential(projection(layer), nn.BatchNorm2d(layer["out"][0]))
    return Residual(build(layer["body"]), skip)


BUILD = {
    "c": convolution,
    "bn": norm,
    "relu": lambda layer: nn.ReLU(),
    "tanh": lambda layer: nn.Tanh(),
    "mp": lambda layer: nn.MaxPool2d(layer["numbers"]["n"]),
    "ap": lambda layer: nn.AvgPool2d(layer["numbers"]["n"]),
    "gap": lambda layer: nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten()),
    "fc": linear,
    "r": residual,
    "rc": lambda layer: Residual(build(layer["body"]), projection(layer)),
    "cat": lambda layer: Concatenation(build(layer["body"])),
}


def build(layers):
    for layer in layers:
        if layer["id"] not in BUILD:
            raise NotImplementedError(f"no layer {layer['id']} in its builder")
    return nn.Sequential(*(BUILD[layer["id"]](layer) for layer in layers))
