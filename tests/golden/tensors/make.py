# Predictions as PyTorch saves them, and the same arrays as NumPy does: /usr/bin/python3 tests/golden/tensors/make.py
import os
import numpy
import torch

os.chdir(os.path.dirname(os.path.abspath(__file__)))
torch.manual_seed(1)
n, m, k = 120, 80, 3
labels, val_labels = torch.randint(0, k, (n,)), torch.randint(0, k, (m,), dtype=torch.int32)
logits = torch.randn(n, k) + 2 * torch.nn.functional.one_hot(labels, k)
val_logits = torch.randn(m, k, dtype=torch.float64) + 2 * torch.nn.functional.one_hot(val_labels.long(), k)
whole = torch.randn(2 * n, 5)
every = {
    "test": {"logits": logits, "labels": labels},
    "val": [val_logits.t().contiguous().t(), val_labels],  # with the first index running fastest
    "views": torch.nn.Parameter(whole[::2, 1:4]),
    "half": logits.half(),
    "brain": logits.bfloat16(),
    "right": logits.argmax(1) == labels,
    "epoch": 3,
    "note": "not an array",
}
torch.save(every, "every.pt")
torch.save({"logits": logits, "labels": labels, "val_logits": val_logits, "val_labels": val_labels}, "net.pt")
numpy.savez("net.npz", logits=logits, labels=labels, val_logits=val_logits, val_labels=val_labels)
numpy.savez_compressed("net-compressed.npz", logits=logits, labels=labels, val_logits=val_logits, val_labels=val_labels)
torch.save(logits, "test_logits.pth")
torch.save(labels, "test_labels.pth")
torch.save({"logits": logits, "labels": labels}, "old.pt", _use_new_zipfile_serialization=False)
torch.save(torch.nn.Linear(3, 2), "module.pt")
arrays = {
    "test/logits": logits,
    "test/labels": labels,
    "val/0": val_logits,
    "val/1": val_labels,
    "views": whole[::2, 1:4],
    "half": logits.half(),
    "brain": logits.bfloat16().float(),
    "right": logits.argmax(1) == labels,
}
for name, tensor in arrays.items():
    numpy.save(name.replace("/", "-") + ".npy", tensor.numpy())
