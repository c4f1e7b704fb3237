"""PyTorch as a contender: one JSON order a line on stdin, one JSON answer a line on stdout.

{"id", "task", "layers", "input", "conv", "layout": "contiguous" | "channels_last", "seconds"} -> {"id", "rate": repetitions a second}
{"id", "memory": a training task, ...} -> {"id", "bytes"}: the most that its steps add to the process
"""
import json
import sys
import time

import torch
from torch import nn

import torch_report
from torch_layers import build

WARM = 0.25  # fraction of a burst that is not counted
LONG = 0.5  # steps per second: longer ones run once


def memory_format(order):
    return torch.channels_last if order["layout"] == "channels_last" else torch.contiguous_format


def inputs(order):
    c, h, w, _ = (order["input"][key] for key in ("c", "h", "w", "classes"))
    batch = order["task"]["batch"]
    if len(order["layers"][0]["in"]) == 1:
        return torch.randn(batch, c * h * w)
    return torch.randn(batch, c, h, w).to(memory_format=memory_format(order))


def training(order):
    net = build(order["layers"]).to(memory_format=memory_format(order)).train()
    x, y = inputs(order), torch.randint(0, order["input"]["classes"], (order["task"]["batch"],))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.001, momentum=0.9, weight_decay=0.0005)

    def step():
        optimizer.zero_grad()
        nn.functional.cross_entropy(net(x), y).backward()
        optimizer.step()

    return step


def inference(order):
    net, x = build(order["layers"]).to(memory_format=memory_format(order)).eval(), inputs(order)

    def step():
        with torch.inference_mode():
            net(x)

    return step


def matrix_product(order):
    n = order["task"]["size"]
    a, b = torch.randn(n, n), torch.randn(n, n)
    return lambda: torch.mm(a, b)


def convolution(order):
    shape, direction = order["conv"], order["task"]["direction"]
    n, c, size, k = (shape[key] for key in ("n", "c", "size", "kernel"))
    x, dy = (torch.randn(n, c, size, size).to(memory_format=memory_format(order)) for _ in range(2))
    w = torch.randn(c, c, k, k).to(memory_format=memory_format(order))
    pad = (k - 1) // 2
    if direction == "forward":
        return lambda: torch.conv2d(x, w, padding=pad)
    mask = [direction == "input_grad", direction == "filter_grad", False]
    return lambda: torch.ops.aten.convolution_backward(dy, x, w, None, [1, 1], [pad, pad], [1, 1], False, [0, 0], 1, mask)


def report(order):
    logits, labels = torch_report.inputs(order["task"]["rows"], order["task"]["classes"])
    return lambda: torch_report.report(logits, labels)


MAKE = {"report": report, "train": training, "infer": inference, "gemm": matrix_product, "conv": convolution}


def repeat(step, seconds):
    start, count = time.perf_counter(), 0
    while True:
        step()
        count += 1
        spent = time.perf_counter() - start
        if spent >= seconds:
            return count / spent


def resident(key):
    """Of this process, in bytes: VmRSS now, or VmHWM, the most so far."""
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith(key + ":"))


def memory(order):
    """Of training, over what the process had when the library was loaded and had multiplied and differentiated a little."""
    tiny = torch.ones(8, 8, requires_grad=True)
    (tiny @ tiny).sum().backward()
    before = resident("VmRSS")
    step = training(order)
    for _ in range(3):
        step()
    return max(0, resident("VmHWM") - before)


FAST = ("openblas", "mkl", "blis", "atlas")


def blas():
    """Whose matrix products these are: one of FAST, or "reference", and the files they are loaded from.

    Debian lets several stand behind the name libblas.so.3 (update-alternatives), and maps has the file that it leads to. A
    wheel has its own inside of libtorch, which only its configuration names. A file decides where there is one.
    """
    with open("/proc/self/maps", encoding="utf-8") as maps:
        files = sorted({line.split()[-1] for line in maps if "/" in line and "blas" in line.split()[-1].lower()})
    configured = next((word[9:] for word in torch.__config__.show().lower().replace(",", " ").split() if word.startswith("blas_info=")), "")
    told = " ".join(files) if files else "mkl" if torch.backends.mkl.is_available() else configured
    return {"name": next((name for name in FAST if name in told.lower()), "reference"), "files": files}


def answer(order, kept):
    torch.manual_seed(1)
    if order.get("memory"):
        return {"bytes": memory(order)}
    key = order["task"]["id"], order["layout"]
    if key not in kept:
        kept[key] = MAKE[order["task"]["part"]](order)
    warm = repeat(kept[key], order["seconds"] * WARM)
    return {"rate": warm if warm < LONG else repeat(kept[key], order["seconds"])}


def main():
    torch.set_num_threads(int(sys.argv[1]))
    print(json.dumps({"version": torch.__version__, "blas": blas()}), flush=True)
    kept = {}
    for line in sys.stdin:
        order = json.loads(line)
        try:
            found = answer(order, kept)
        except NotImplementedError as cannot:
            found = {"cannot": str(cannot)}
        except RuntimeError as wrong:
            found = {"error": str(wrong).splitlines()[0]}
        print(json.dumps({"id": order["id"], **found}), flush=True)


main()
