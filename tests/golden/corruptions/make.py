"""Makes expected.inc: SHA-256 of a corrupted picture, by numpy and the Python Imaging Library.

The picture is record(0) of golden.test.mjs without its label: 3 x 32 x 32 bytes. The colour conversion is the standard
library's, the blur a plain convolution. A value that rounding has brought below a whole number counts as that number,
which the plain cut of numpy.uint8 would not do.
"""
import colorsys
import hashlib
import pathlib

import numpy as np
from PIL import Image

x = 1
picture = []
for _ in range(3072):
    x = (x * 1103515245 + 12345) % 2147483648
    picture.append((x >> 16) % 256)
picture = np.array(picture, np.uint8).reshape(3, 32, 32)
picture[:, :4, :4] = 0  # black, which has no hue
picture[:, 4:8, :4] = 200  # and grey


def cut(values):
    return np.floor(np.clip(values, 0, 1) * 255 + 1e-6).astype(np.uint8)


def blur(severity):
    sigma = [0.4, 0.6, 0.7, 0.8, 1][severity - 1]
    reach = int(4 * sigma + 0.5)
    at = np.arange(-reach, reach + 1)
    weight = np.exp(-0.5 * at**2 / sigma**2)
    weight /= weight.sum()
    out = picture / 255
    for axis in (1, 2):
        pad = [(0, 0)] * 3
        pad[axis] = (reach, reach)
        padded = np.pad(out, pad, mode="edge")
        out = sum(w * np.take(padded, range(d, d + 32), axis) for d, w in enumerate(weight))
    return cut(out)


def contrast(severity):
    scaled = picture / 255
    mean = scaled.mean(axis=(1, 2), keepdims=True)
    return cut((scaled - mean) * [0.75, 0.5, 0.4, 0.3, 0.15][severity - 1] + mean)


def brightness(severity):
    out = np.empty((3, 32, 32))
    for i in range(32):
        for j in range(32):
            h, s, v = colorsys.rgb_to_hsv(*(picture[:, i, j] / 255))
            out[:, i, j] = colorsys.hsv_to_rgb(h, s, min(1, v + [0.05, 0.1, 0.15, 0.2, 0.3][severity - 1]))
    return cut(out)


def pixelate(severity):
    size = int(32 * [0.95, 0.9, 0.85, 0.75, 0.65][severity - 1])
    image = Image.fromarray(picture.transpose(1, 2, 0)).resize((size, size), Image.BOX).resize((32, 32), Image.BOX)
    return np.array(image).transpose(2, 0, 1)


lines = []
for name in ("blur", "brightness", "contrast", "pixelate"):
    for severity in range(1, 6):
        bytes_ = np.ascontiguousarray(globals()[name](severity)).tobytes()
        lines.append(f'    {{"{name}", {severity}, "{hashlib.sha256(bytes_).hexdigest()}"}},\n')
pathlib.Path(__file__).with_name("expected.inc").write_text("// Made by make.py.\n" + "".join(lines))
