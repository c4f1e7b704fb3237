# Losses of labels by themselves, by PyTorch in double precision: writes labels.inc beside this file. Run with Debian's
# python3-torch: /usr/bin/python3 tests/golden/torch/labels.py
import pathlib
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(5)
torch.set_default_dtype(torch.float64)
N, K = 9, 5
z = (3 * torch.randn(N, K)).float().double()
z[0] = 0  # where a sigmoid is undecided
z[1] = torch.tensor([30.0, -30.0, 25.0, -25.0, 12.0])  # and where it is certain, rightly and wrongly
y = (torch.rand(N, K) < 0.4).double()
y[1] = torch.tensor([1.0, 0.0, 0.0, 1.0, 1.0])
known = (torch.rand(N, K) < 0.8).double()
known[2] = 0  # of one sample nobody knows anything


def focal(z, y, gamma):
    # Lin et al. 2017, Eq. 4, of one label: -(1 - p_t)^gamma log p_t
    p = torch.sigmoid(z)
    p_t = p * y + (1 - p) * (1 - y)
    return F.binary_cross_entropy_with_logits(z, y, reduction='none') * (1 - p_t) ** gamma


def smoothed(z, y, eps):
    return nn.BCEWithLogitsLoss(reduction='none')(z, y * (1 - eps) + eps / 2)


LOSSES = {
    'ce': lambda z, y: nn.BCEWithLogitsLoss(reduction='none')(z, y),
    'focal:gamma=2': lambda z, y: focal(z, y, 2),
    'focal:gamma=0.5': lambda z, y: focal(z, y, 0.5),
    'fcl:gamma=3,lambda=0.5': lambda z, y: focal(z, y, 3) + 0.5 * F.mse_loss(torch.sigmoid(z), y, reduction='none'),
    'fcl-l1:gamma=2,lambda=0.25': lambda z, y: focal(z, y, 2) + 0.25 * F.l1_loss(torch.sigmoid(z), y, reduction='none'),
    'brier': lambda z, y: F.mse_loss(torch.sigmoid(z), y, reduction='none'),
    'ls:eps=0.1': lambda z, y: smoothed(z, y, 0.1),
}


def numbers(name, values):
    rows = ', '.join(repr(float(v)) for v in values.flatten())
    return f'static const double {name}[] = {{{rows}}};\n'


text = '// Made by labels.py with PyTorch in double precision.\n'
text += f'enum {{ LABELS_N = {N}, LABELS_K = {K} }};\n'
text += numbers('labels_z', z) + numbers('labels_y', y) + numbers('labels_known', known)
rows = ''
for i, (name, loss) in enumerate(LOSSES.items()):
    at = z.clone().requires_grad_()
    mean = (loss(at, y) * known).mean()  # BCEWithLogitsLoss(weight=known) divides by all of them, too
    if name == 'ce':
        assert torch.equal(mean, nn.BCEWithLogitsLoss(weight=known)(at, y))
    mean.backward()
    text += numbers(f'labels_gradient_{i}', at.grad)
    rows += f'    {{"{name}", {float(mean.detach())!r}, labels_gradient_{i}}},\n'
text += 'static const struct {\n    const char *text;\n    double mean;\n    const double *gradient; // [n,k]\n} labels_golden[] = {\n'
text += rows + '};\n'
(pathlib.Path(__file__).parent / 'labels.inc').write_text(text)
