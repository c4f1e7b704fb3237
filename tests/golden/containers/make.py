# Containers as Python, NumPy and PyTorch write them: /usr/bin/python3 tests/golden/containers/make.py
import os
import pickle
import numpy
import torch

os.chdir(os.path.dirname(os.path.abspath(__file__)))
data = numpy.zeros((3, 3072), numpy.uint8)
data[0, :4] = range(4)
batch = {"batch_label": "training batch 2 of 5", "labels": [3, 1, 4], "data": data, "filenames": ["a.png", "b.png", "c.png"]}
for name, protocol in [("numpy1.pickle", 2), ("numpy1-protocol4.pickle", 4)]:
    with open(name, "wb") as file:
        pickle.dump(batch, file, protocol)

names = ["clean_label", "aggre_label", "random_label1", "random_label2", "random_label3", "worse_label"]
human = {name: numpy.array([i, 7, 8]) for i, name in enumerate(names)}
torch.save(human, "human.pt")
torch.save(human, "human-legacy.pt", _use_new_zipfile_serialization=False)
numpy.save("human.npy", human)
numpy.savez_compressed("set.npz", images=numpy.arange(48, dtype=numpy.uint8).reshape(4, 4, 3), labels=numpy.array([0, 1, 1, 0]))
