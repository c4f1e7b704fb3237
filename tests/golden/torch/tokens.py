"""Trains in PyTorch, in double, small networks of tokens, as make.py does; writes tokens.json and a .safetensors for each."""
import torch
from torch import nn

from make import TEST, TRAIN, Residual, cosine, golden, records, write

TOPICS, LENGTH, VOCABULARY, COMMON = 3, 12, 100, 0.6


class Tokens(nn.Module):
    def forward(self, x):
        return x.flatten(2).transpose(1, 2)


class ClassToken(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.class_token = nn.Parameter(torch.zeros(1, 1, d))

    def forward(self, x):
        return torch.cat([self.class_token.expand(len(x), -1, -1), x], 1)


class Positions(nn.Module):
    def __init__(self, tokens, d):
        super().__init__()
        self.pos_embedding = nn.Parameter(torch.zeros(1, tokens, d))

    def forward(self, x):
        return x + self.pos_embedding


class Attention(nn.MultiheadAttention):
    def forward(self, x):
        return super().forward(x, x, x, need_weights=False)[0]


class First(nn.Module):
    def forward(self, x):
        return x[:, 0]


class Mean(nn.Module):
    def forward(self, x):
        return x.mean(1)


class Words(nn.Embedding):
    def forward(self, x):  # words come as numbers of the network's type
        return super().forward(x.long()).transpose(1, 2)


class Sequence(nn.Module):  # as tokens
    def forward(self, x):
        return x.transpose(1, 2)


def attention(d, heads):
    return Residual(nn.Sequential(nn.LayerNorm(d), Attention(d, heads, batch_first=True)))


def transformer():
    return nn.Sequential(
        nn.Conv2d(3, 12, 8, 8), nn.GroupNorm(1, 12), Tokens(), ClassToken(12), Positions(17, 12), attention(12, 4),
        Residual(nn.Sequential(nn.LayerNorm(12), nn.Linear(12, 20), nn.GELU(), nn.Linear(20, 12))), attention(12, 2),
        nn.LayerNorm(12), First(), nn.Linear(12, 10)).double()


def reader():
    return nn.Sequential(Words(VOCABULARY, 6), nn.Conv1d(6, 9, 3, padding=1), nn.Tanh(), Sequence(), Positions(LENGTH, 9),
                         nn.Linear(9, 12), attention(12, 3), Mean(), nn.Linear(12, TOPICS)).double()


def uniform(split, index):
    """Philox4x32-10 with seed 1, stream 1: counter (index, split and stream), key the seed."""
    c = [index, 0, split, 1 << 16]
    k = [1, 0]
    for _ in range(10):
        p, q = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [(q >> 32) ^ c[1] ^ k[0], q & 0xFFFFFFFF, (p >> 32) ^ c[3] ^ k[1], p & 0xFFFFFFFF]
        k = [(k[0] + 0x9E3779B9) & 0xFFFFFFFF, (k[1] + 0xBB67AE85) & 0xFFFFFFFF]
    return ((c[1] << 32 | c[0]) >> 11) * 2.0**-53


def drawn(words, u):
    """One of the words, by Zipf's law."""
    target, total = u * sum(1 / (v + 1) for v in words), 0.0
    for v in words:
        total += 1 / (v + 1)
        if total > target:
            return v


def text(split, index):
    draw = lambda latent: uniform(split, index * 4096 + latent)
    topic = int(draw(0) * TOPICS)
    own, whole = range(topic, VOCABULARY, TOPICS), range(VOCABULARY)
    return topic, [drawn(whole if draw(1 + 2 * i) < COMMON else own, draw(2 + 2 * i)) for i in range(LENGTH)]


def texts():
    drawings = [text(2, i) for i in range(TRAIN)] + [text(0, i) for i in range(TEST)]
    return torch.tensor([words for _, words in drawings], dtype=torch.float64), torch.tensor([y for y, _ in drawings])


RUNS = [
    ("sgd:lr=0.1,decay=0.01", lambda p: torch.optim.SGD(p, 0.1, 0.9, weight_decay=0.01), cosine),
    ("adam:lr=0.01,decay=0,eps=0.01", lambda p: torch.optim.Adam(p, 0.01, eps=0.01), cosine),
]
WORDS = f"words:train={TRAIN},val=0,test={TEST},length={LENGTH},vocabulary={VOCABULARY},common={COMMON},classes={TOPICS}"

if __name__ == "__main__":
    torch.manual_seed(7)
    write("tokens.json", {"networks": [
        {"model": "c12k8s8p0-ln-tokens-cls-pos-r(ln-att4)-r(ln-fc20-gelu-fc12)-r(ln-att2)-ln-first-fc",
         "init": "transformer.safetensors", "runs": golden(transformer, "transformer.safetensors", RUNS, *records())},
        {"model": "emb6v100-c9k3-tanh-tokens-pos-fc12-r(ln-att3)-mean-fc", "data": WORDS,
         "init": "reader.safetensors", "runs": golden(reader, "reader.safetensors", RUNS, *texts())}]})
