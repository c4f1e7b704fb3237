"""Networks from the engine's layers (nets.mjs), as torch.nn would write them: a row of BUILD a layer."""
import math

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


class Tokens(nn.Module):
    """A picture's pixels one after the other."""

    def forward(self, x):
        return x.flatten(2).transpose(1, 2)


class ClassToken(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.class_token = nn.Parameter(0.02 * torch.randn(1, 1, features))

    def forward(self, x):
        return torch.cat((self.class_token.expand(len(x), -1, -1), x), 1)


class Positions(nn.Module):
    def __init__(self, features, tokens):
        super().__init__()
        self.pos_embedding = nn.Parameter(0.02 * torch.randn(1, tokens, features))

    def forward(self, x):
        return x + self.pos_embedding


class FirstToken(nn.Module):
    def forward(self, x):
        return x[:, 0]


class Attention(nn.Module):
    def __init__(self, features, heads):
        super().__init__()
        self.attention = nn.MultiheadAttention(features, heads, batch_first=True)

    def forward(self, x):
        return self.attention(x, x, x, need_weights=False)[0]


def convolution(layer, k, groups):
    ci, co, n = layer["in"][0], layer["out"][0], layer["numbers"]
    padding = n["d"] * (k - 1) // 2 if n["p"] < 0 else n["p"]
    bias = layer["parameters"] > co * (ci // groups) * k * k
    return nn.Conv2d(ci, co, k, stride=n["s"], padding=padding, dilation=n["d"], groups=groups, bias=bias)


def norm(layer):
    return (nn.BatchNorm2d if len(layer["in"]) == 3 else nn.BatchNorm1d)(layer["in"][0])


def window(layer):
    n = layer["numbers"]
    return n["n"], n["s"] if n["s"] > 0 else n["n"], n["p"]


def linear(layer):
    shape, out = layer["in"], layer["out"][0]
    if len(shape) < 3:  # features, or those of each token
        return nn.Linear(shape[0], out)
    return nn.Sequential(nn.Flatten(), nn.Linear(math.prod(shape), out))


def projection(layer):
    (ci, h, _), (co, oh, _) = layer["in"], layer["out"]
    return nn.Conv2d(ci, co, 1, stride=-(-h // oh), bias=False)


def residual(layer):
    skip = nn.Identity()
    if layer["parameters"]:
        skip = nn.Sequential(projection(layer), nn.BatchNorm2d(layer["out"][0]))
    return Residual(build(layer["body"]), skip)


BUILD = {
    "c": lambda layer: convolution(layer, layer["numbers"]["k"], layer["numbers"]["g"]),
    "dw": lambda layer: convolution(layer, layer["numbers"]["n"], layer["in"][0]),
    "bn": norm,
    "relu": lambda layer: nn.ReLU6() if layer["numbers"].get("n") == 6 else nn.ReLU(),
    "gelu": lambda layer: nn.GELU(),
    "silu": lambda layer: nn.SiLU(),
    "sigmoid": lambda layer: nn.Sigmoid(),
    "tanh": lambda layer: nn.Tanh(),
    "mp": lambda layer: nn.MaxPool2d(*window(layer)),
    "ap": lambda layer: nn.AvgPool2d(*window(layer)),
    "gap": lambda layer: nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten()),
    "fc": linear,
    "r": residual,
    "rc": lambda layer: Residual(build(layer["body"]), projection(layer)),
    "tokens": lambda layer: Tokens(),
    "cls": lambda layer: ClassToken(layer["in"][0]),
    "pos": lambda layer: Positions(*layer["in"]),
    "ln": lambda layer: nn.LayerNorm(layer["in"][0]),
    "att": lambda layer: Attention(layer["in"][0], layer["numbers"]["n"]),
    "first": lambda layer: FirstToken(),
    "cat": lambda layer: Concatenation(build(layer["body"])),
}


def build(layers):
    for layer in layers:
        if layer["id"] not in BUILD:
            raise NotImplementedError(f"no layer {layer['id']} in its builder")
    return nn.Sequential(*(BUILD[layer["id"]](layer) for layer in layers))
