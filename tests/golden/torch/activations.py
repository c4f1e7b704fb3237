"""Writes activations.inc: each activation, its first and its second derivative, by PyTorch's own functions in double;
and dropout.inc: what dropout makes of ones that it keeps."""
import os

import torch
from torch.nn import functional as F

HERE = os.path.dirname(os.path.abspath(__file__))
POINTS = [-120, -80, -30, -12.5, -6, -4.25, -2.5, -1.5, -1, -0.75, -0.3125, -0.001, -1e-6,
          1e-6, 0.001, 0.25, 0.625, 1, 1.375, 2.5, 4.75, 5.5, 6.5, 12.5, 30, 80, 120]
LAYERS = [  # name in the layer language, its number (-1: none), PyTorch's function
    ("relu", -1, F.relu), ("relu", 6, F.relu6), ("lrelu", 1, F.leaky_relu), ("lrelu", 20, lambda x: F.leaky_relu(x, 0.2)),
    ("gelu", -1, F.gelu), ("silu", -1, F.silu), ("sigmoid", -1, torch.sigmoid), ("tanh", -1, torch.tanh),
]


def main():
    with open(os.path.join(HERE, "activations.inc"), "w") as f:
        f.write("// Made by activations.py with PyTorch %s: ROW(layer, number, x, y, y', y'').\n" % torch.__version__)
        for name, number, function in LAYERS:
            for point in POINTS:
                x = torch.tensor(point, dtype=torch.float32).double().requires_grad_()
                y = function(x)
                first, = torch.autograd.grad(y, x, create_graph=True)
                second, = torch.autograd.grad(first, x) if first.requires_grad else (torch.zeros(()),)
                f.write("ROW(%s, %d, %r, %r, %r, %r)\n" % (name, number, x.item(), y.item(), first.item(), second.item()))

    torch.manual_seed(1)
    with open(os.path.join(HERE, "dropout.inc"), "w") as f:
        f.write("// Made by activations.py with PyTorch %s: KEPT(probability in percent, value).\n" % torch.__version__)
        for percent in (1, 10, 20, 30, 50, 90, 99):
            kept = F.dropout(torch.ones(4000), percent / 100)
            f.write("KEPT(%d, %r)\n" % (percent, kept.max().item()))


main()
