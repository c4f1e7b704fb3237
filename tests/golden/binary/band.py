# CORP's consistency band (Dimitriadis, Gneiting and Jordan 2021, section 2, by resampling) with scikit-learn's isotonic regression:
#   /usr/bin/python3 band.py     in this folder (Debian's python3-sklearn)
# The draws are shared with the engine, so that the band is compared to rounding and not within a Monte-Carlo error: sample i of draw d
# happens where the uniform number (seed 5, stream 7, step d, index i) of Philox4x32-10 (Salmon et al. 2011) is below its probability.
# Band: of 100 curves, the sixth lowest and sixth highest at up to 101 of the samples' probabilities.
import json
import numpy
from sklearn.isotonic import IsotonicRegression

SEED, STREAM, DRAWS, POINTS = 5, 7, 100, 101


def uniforms(draw, n):
    mask = numpy.uint64(0xFFFFFFFF)
    c = [numpy.arange(n, dtype=numpy.uint64), numpy.zeros(n, numpy.uint64)]
    c += [numpy.full(n, draw, numpy.uint64), numpy.full(n, STREAM << 16, numpy.uint64)]
    k = [SEED, 0]
    for _ in range(10):
        p0, p1 = numpy.uint64(0xD2511F53) * c[0], numpy.uint64(0xCD9E8D57) * c[2]
        high = numpy.uint64(32)
        c = [(p1 >> high) ^ c[1] ^ numpy.uint64(k[0]), p1 & mask, (p0 >> high) ^ c[3] ^ numpy.uint64(k[1]), p0 & mask]
        k = [(k[0] + 0x9E3779B9) & 0xFFFFFFFF, (k[1] + 0xBB67AE85) & 0xFFFFFFFF]
    bits = c[1] << numpy.uint64(32) | c[0]
    return (bits >> numpy.uint64(11)).astype(float) * 2.0**-53


def band(p, weight):
    n = len(p)
    points = min(n, POINTS)
    x = numpy.sort(p)[[g * (n - 1) // (points - 1) for g in range(points)]]
    curves = []
    for draw in range(DRAWS):
        happened = (uniforms(draw, n) < p).astype(float)
        fit = IsotonicRegression(out_of_bounds="clip").fit(p, happened, sample_weight=weight)
        curves.append(fit.predict(x))
    curves = numpy.sort(curves, axis=0)
    return {"probability": x.tolist(), "low": curves[DRAWS // 20].tolist(), "high": curves[DRAWS - 1 - DRAWS // 20].tolist()}


found = {}
for name in ["small", "tied", "smooth", "weighted"]:
    table = numpy.genfromtxt(f"{name}.csv", delimiter=",", names=True)
    found[name] = band(table["p"], table["weight"] if "weight" in table.dtype.names else None)
with open("band.json", "w") as file:
    json.dump(found, file)
