"""The factors of PyTorch's learning-rate schedulers, for tests/unit/test_schedules.c: writes schedules.h."""
import os
import random

import torch
from torch.optim import lr_scheduler as S

HERE = os.path.dirname(os.path.abspath(__file__))
T = 40


def optimizer():
    return torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=1.0)


def warm(o, steps):
    return S.LinearLR(o, start_factor=1 / steps, total_iters=steps - 1)


SCHEDULES = [  # what the link says after schedule=, and the same in PyTorch
    ("constant", lambda o: [S.ConstantLR(o, 1.0)]),
    ("constant:warmup=0.25", lambda o: [warm(o, 10)]),
    ("cosine", lambda o: [S.CosineAnnealingLR(o, T)]),
    ("cosine:warmup=0.1", lambda o: [warm(o, 4), S.CosineAnnealingLR(o, T)]),
    ("step", lambda o: [S.MultiStepLR(o, [T // 2, 3 * T // 4], 0.1)]),
    ("step:at=0.1/0.5/0.6,factor=0.3", lambda o: [S.MultiStepLR(o, [4, 20, 24], 0.3)]),
    ("step:at=0.25/0.5/0.75,factor=0.5", lambda o: [S.StepLR(o, 10, 0.5)]),
    ("step:at=0.5,factor=0.5,warmup=0.2", lambda o: [warm(o, 8), S.MultiStepLR(o, [20], 0.5)]),
    ("exponential:final=0.05", lambda o: [S.ExponentialLR(o, 0.05 ** (1 / T))]),
    ("polynomial", lambda o: [S.PolynomialLR(o, T, 1)]),
    ("polynomial:power=2", lambda o: [S.PolynomialLR(o, T, 2)]),
    ("one-cycle", lambda o: [S.OneCycleLR(o, 1.0, T, cycle_momentum=False)]),
    ("one-cycle:rise=0.45,start=10,final=100,shape=line",
     lambda o: [S.OneCycleLR(o, 1.0, T, pct_start=0.45, anneal_strategy="linear", cycle_momentum=False, div_factor=10,
                             final_div_factor=100)]),
    ("one-cycle:rise=0", lambda o: [S.OneCycleLR(o, 1.0, T, pct_start=0.0, cycle_momentum=False)]),
    ("one-cycle:rise=1", lambda o: [S.OneCycleLR(o, 1.0, T, pct_start=1.0, cycle_momentum=False)]),
]

PLATEAUS = [  # what the link says, whether larger figures are better, and PyTorch's arguments
    ("plateau:patience=2", False, dict(patience=2)),
    ("plateau:patience=0,factor=0.5,threshold=0.05,cooldown=3,least=0.1", False,
     dict(patience=0, factor=0.5, threshold=0.05, cooldown=3, min_lr=0.1)),
    ("plateau:patience=1,factor=0.3,threshold=0.02,threshold_mode=abs", False,
     dict(patience=1, factor=0.3, threshold=0.02, threshold_mode="abs")),
    ("plateau:by=accuracy,patience=1,factor=0.5,cooldown=1", True, dict(patience=1, factor=0.5, cooldown=1)),
    ("plateau:by=accuracy,patience=2,factor=0.7,threshold=0.01,threshold_mode=abs", True,
     dict(patience=2, factor=0.7, threshold=0.01, threshold_mode="abs")),
]


def text(values):
    return "{%s}" % ", ".join("%.17g" % v for v in values)


def factors(schedules, o):
    found = []
    for i in range(T):
        found.append(o.param_groups[0]["lr"])
        if i + 1 == T:
            return found
        o.step()
        for schedule in schedules:
            schedule.step()


def plateau(larger, figures, arguments):
    o, found = optimizer(), []
    schedule = S.ReduceLROnPlateau(o, "max" if larger else "min", eps=0, **{"factor": 0.1, **arguments})
    for figure in figures:
        schedule.step(figure)
        found.append(o.param_groups[0]["lr"])
    return found


def main():
    random.seed(3)
    lines = ["// Written by schedules.py with PyTorch %s.\n" % torch.__version__,
             "// clang-format off\nstatic const struct {\n    const char *link;\n    double factor[%d]; // of each step\n} factors[] = {\n" % T]
    for link, make in SCHEDULES:
        o = optimizer()
        lines.append('    {"%s", %s},\n' % (link, text(factors(make(o), o))))
    lines.append("};\nstatic const struct {\n    const char *link;\n    int larger; // figures are better\n"
                 "    double figure[%d], factor[%d]; // of each epoch, and after it\n} plateaus[] = {\n" % (T, T))
    for link, larger, arguments in PLATEAUS:
        figures = [0.4 * (0.9 ** (i if i < 20 else 20)) + 0.05 * random.random() for i in range(T)]
        figures = [round(1 - f if larger else f, 3) for f in figures]
        found = plateau(larger, figures, arguments)
        lines.append('    {"%s", %d, %s, %s},\n' % (link, larger, text(figures), text(found)))
    lines.append("};\n")
    with open(os.path.join(HERE, "schedules.h"), "w") as f:
        f.writelines(lines)


main()
