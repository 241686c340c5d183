#!/usr/bin/env python3
"""The calculations of the chapters in PyTorch: `python3 examples/pytorch.py 06_attention` runs that of chapter 6.1.

docs/06_attention.md shows it as "The same in PyTorch". At the end of a function, comments say what it prints: lines
that the program of the chapter prints too. tests/examples/pytorch_test.sh compares them.
"""
import math
import random
import sys

import torch
import torch.nn.functional as F
from torch import nn


def chapter_01_value():
    x, w, b = (torch.tensor(number, requires_grad=True) for number in (3.0, 2.0, -1.0))
    y = x * w + b
    loss = y * y
    loss.backward()
    print(f"loss {loss.item():g}: dx {x.grad.item():g}, dw {w.grad.item():g}, db {b.grad.item():g}")
    # loss 25: dx 20, dw 30, db 10


def chapter_02_neuron():
    draw = random.Random(42)  # the numbers of our program
    p = torch.tensor([draw.gauss(0, 1) for _ in range(3)] + [0], dtype=torch.float64)
    p.requires_grad_()
    places = torch.arange(-30, 31, dtype=torch.float64) / 10

    def error(x):  # of one neuron
        w, b, v, c = p
        return c + v * torch.tanh(w * x + b) - torch.sin(x)

    optimizer = torch.optim.SGD([p], lr=0.1)
    for step in range(10000):
        loss = error(torch.tensor(draw.uniform(-3, 3), dtype=torch.float64)) ** 2
        optimizer.zero_grad()
        loss.backward()
        optimizer.param_groups[0]["lr"] = 0.1 * (1 - step / 50000)
        optimizer.step()
    print(f"step 10000: mean loss {(error(places) ** 2).mean().item():.5f}")
    # step 10000: mean loss 0.05388


def chapter_03_bigram_counts():
    letters = "abcdefghijklmnopqrstuvwxyz."
    names = ["." + name + "." for name in open("examples/data/names.txt").read().split()]
    pairs = [(letters.index(a), letters.index(b)) for name in names for a, b in zip(name, name[1:])]
    a, b = torch.tensor(pairs).T

    counts = torch.zeros(27, 27)
    counts.index_put_((a, b), torch.ones(len(a)), accumulate=True)
    p = counts / counts.sum(1, keepdim=True)
    loss = -p[a, b].log().mean()
    print(f"loss, counts:                       {loss.item():.4f}")
    # loss, counts:                       2.5645


def chapter_04_bigram_gradients():
    letters = "abcdefghijklmnopqrstuvwxyz."
    names = ["." + name + "." for name in open("examples/data/names.txt").read().split()]
    pairs = [(letters.index(a), letters.index(b)) for name in names for a, b in zip(name, name[1:])]
    a, b = torch.tensor(pairs).T

    logits = torch.zeros(27, 27, requires_grad=True)
    optimizer = torch.optim.SGD([logits], lr=50)
    for step in range(100):
        loss = F.cross_entropy(logits[a], b)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"step  100: loss {loss.item():.4f}")
    # step  100: loss 2.5782


def chapter_05_mlp():
    draw = random.Random(42)  # the numbers of our program
    names = open("examples/data/names.txt").read().split()
    draw.shuffle(names)

    def matrix(rows, columns):
        numbers = [[draw.gauss(0, 0.3) for _ in range(columns)] for _ in range(rows)]
        return torch.tensor(numbers, dtype=torch.float64, requires_grad=True)

    wte, fc1, fc2, lm_head = matrix(27, 16), matrix(64, 16), matrix(16, 64), matrix(27, 16)

    def loss_of(tokens):
        x = F.embedding(tokens[:-1], wte)
        logits = F.linear(F.linear(F.relu(F.linear(x, fc1)), fc2), lm_head)
        return F.cross_entropy(logits, tokens[1:])

    optimizer = torch.optim.SGD([wte, fc1, fc2, lm_head], lr=0.3)
    losses = []
    for step in range(500):
        letters = [ord(letter) - ord("a") for letter in names[step]]
        loss = loss_of(torch.tensor([26] + letters + [26]))
        losses.append(loss.item())
        optimizer.zero_grad()
        loss.backward()
        optimizer.param_groups[0]["lr"] = 0.3 * (1 - step / 5000)
        optimizer.step()
    print(f"steps    1 to  500: mean loss {sum(losses) / 500:.4f}")
    # steps    1 to  500: mean loss 2.7851


def chapter_06_attention():
    q = torch.tensor([1.0, 1.0])
    k = torch.tensor([[1.0, 0.0], [0.0, 0.0], [1.0, 1.0]])
    v = torch.tensor([[10.0, 0.0], [0.0, 10.0], [5.0, 5.0]])
    weights = torch.softmax(k @ q / 2**0.5, 0)
    y = weights @ v
    print(f"the weighted mean ({y[0].item():.2f}, {y[1].item():.2f})")
    # the weighted mean (5.72, 4.28)


def chapter_06_earlier_positions():
    def attend(w, cut):
        k1, k2 = w * 1.0, w * 2.0
        if cut:
            k1 = k1.detach()
        return torch.softmax(0.5 * torch.stack([k1, k2]), 0) @ values

    values = torch.tensor([3.0, 5.0], dtype=torch.float64)
    w = torch.tensor(0.8, dtype=torch.float64, requires_grad=True)
    for name, cut in (("whole gradient     ", False), ("cut at the cache   ", True)):
        gradient, = torch.autograd.grad(attend(w, cut), w)
        print(f"{name}{gradient.item():.6f}")
    # whole gradient     0.240261
    # cut at the cache   0.480521


def chapter_06_residual():
    for x in (torch.tensor([3.0, 4.0]), torch.tensor([300.0, 400.0])):
        mean_square = (x * x).mean()
        root = torch.sqrt(mean_square + 1e-5)
        y = x / root  # torch.nn.functional.rms_norm(x, (2,), eps=1e-5)
        print(f"x ({x[0]:g}, {x[1]:g}): mean square {mean_square:g}, root {root:.3f}; ", end="")
        print(f"y ({y[0]:.3f}, {y[1]:.3f})")
    # x (3, 4): mean square 12.5, root 3.536; y (0.849, 1.131)
    # x (300, 400): mean square 125000, root 353.553; y (0.849, 1.131)


def chapter_07_adam():
    p = torch.ones(1, dtype=torch.float64, requires_grad=True)
    adam = torch.optim.Adam([p], lr=0.01, betas=(0.85, 0.99))
    for gradient in (4, 1):
        before = p.item()
        p.grad = torch.full_like(p, gradient)
        adam.step()
        print(f"  p goes down by {before - p.item():.5f} to {p.item():.5f}")
    #   p goes down by 0.01000 to 0.99000
    #   p goes down by 0.00818 to 0.98182


def chapter_07_heads():
    V, T, n, n_head = 27, 16, 16, 4
    for n_layer in (1, 2, 3):
        model = nn.ModuleList([nn.Embedding(V, n), nn.Embedding(T, n), nn.Linear(n, V, bias=False)])
        for layer in range(n_layer):
            model.append(nn.MultiheadAttention(n, n_head, bias=False))
            model += [nn.Linear(n, 4 * n, bias=False), nn.Linear(4 * n, n, bias=False)]
        count = sum(p.numel() for p in model.parameters())
        print(f"15150 documents, {V} tokens, {count} parameters")
    # 15150 documents, 27 tokens, 4192 parameters
    # 15150 documents, 27 tokens, 7264 parameters
    # 15150 documents, 27 tokens, 10336 parameters


def chapter_07_microgpt():
    logits = torch.tensor([2.0, 1.0, 0.0])
    for t in (0.1, 0.5, 1, 3):
        p = torch.softmax(logits / t, 0)
        print(f"logits 2, 1, 0 at temperature {t}: {p[0]:.5f}, {p[1]:.5f}, {p[2]:.5f}")
    # logits 2, 1, 0 at temperature 0.1: 0.99995, 0.00005, 0.00000
    # logits 2, 1, 0 at temperature 0.5: 0.86681, 0.11731, 0.01588
    # logits 2, 1, 0 at temperature 1: 0.66524, 0.24473, 0.09003
    # logits 2, 1, 0 at temperature 3: 0.44844, 0.32132, 0.23024


def chapter_08_tensor():
    w = torch.tensor([[0.5, -1.0, 0.25], [1.0, 0.5, -0.5]], requires_grad=True)
    x = torch.tensor([1.0, 2.0, -1.0])
    y = torch.tanh(w @ x)
    loss = (y * y).sum()
    loss.backward()
    print(f"loss {loss.item():.6f}\ndW = {w.grad}")
    # loss 1.859596
    # dW = tensor([[-0.2143, -0.4286,  0.2143],
    #         [ 0.0525,  0.1049, -0.0525]])


def chapter_09_broadcasting():
    x = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], requires_grad=True)
    b = torch.tensor([0.5, -0.5, 0.0], requires_grad=True)
    y = x + b
    y.backward(torch.tensor([[1.0, 2.0, 3.0], [10.0, 20.0, 30.0]]))
    print(f"db = {b.grad}")
    # db = tensor([11., 22., 33.])


def chapter_11_mlp():
    keys = torch.tensor([[1.0, 0.0], [0.0, 1.0], [-1.0, -1.0]])
    values = torch.tensor([[10.0, 0.0], [0.0, 20.0], [1.0, 1.0]])
    x = torch.tensor([2.0, 0.5])
    hidden = F.relu(F.linear(x, keys))
    print(f"the layer {F.linear(hidden, values.T)}")
    # the layer tensor([20., 10.])


def chapter_12_squared_relu():
    w1 = torch.tensor([[1.0, 1.0], [-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0]])
    w2 = torch.tensor([[0.25, 0.25, -0.25, -0.25]])
    for a, b in ((3, 5), (-2, 7), (-4, -0.5)):
        hidden = F.relu(F.linear(torch.tensor([a, b], dtype=torch.float32), w1)) ** 2
        print(f"{a:4} * {b:4} = {F.linear(hidden, w2).item():5g}")
    #    3 *    5 =    15
    #   -2 *    7 =   -14
    #   -4 * -0.5 =     2


def chapter_13_gated_mlp():
    w1 = torch.tensor([[1.0, 0.0], [0.0, 1.0]])
    w2 = torch.tensor([[1.0]])
    for a, b in ((3, 5), (-2, 7), (-4, -0.5)):
        value, gate = F.linear(torch.tensor([a, b], dtype=torch.float32), w1).chunk(2, -1)
        print(f"{a:4} * {b:4} = {F.linear(value * gate, w2).item():5g}")
    #    3 *    5 =    15
    #   -2 *    7 =   -14
    #   -4 * -0.5 =     2


def chapter_14_kernel_view():
    for d in (2, 3, 4, 6, 8):
        line = f"{d:3}{d * (d + 1) // 2:6}{d * d:5} "
        for m in (1, 2, 3, 4, 6, 8):
            if m <= d:
                g, v = torch.randn(2, m * d, d, dtype=torch.float64)
                products = torch.einsum("ui,uj->uij", g, v)
                functions = products + products.transpose(1, 2)
                ranks = [torch.linalg.matrix_rank(w.flatten(1)) for w in (products, functions)]
                line += f"{m:3}: {ranks[0]:2}, {ranks[1]:2}"
        print(line)
    #   2     3    4   1:  2,  2  2:  4,  3
    #   3     6    9   1:  3,  3  2:  6,  6  3:  9,  6
    #   4    10   16   1:  4,  4  2:  8,  8  3: 12, 10  4: 16, 10
    #   6    21   36   1:  6,  6  2: 12, 12  3: 18, 18  4: 24, 21  6: 36, 21
    #   8    36   64   1:  8,  8  2: 16, 16  3: 24, 24  4: 32, 32  6: 48, 36  8: 64, 36


def chapter_15_holo_gate_flow():
    x = torch.tensor([1.0, 2.0, 3.0, 6.0])
    print(f"layer norm {F.layer_norm(x, (4,))}")
    print(f"of x + 100 {F.layer_norm(x + 100, (4,))}")
    # layer norm tensor([-1.0690, -0.5345,  0.0000,  1.6036])
    # of x + 100 tensor([-1.0690, -0.5345,  0.0000,  1.6036])


def chapter_17_name_batch():
    logits = torch.tensor([[2.0, 1.0, 0.0], [0.0, 0.0, 0.0]], requires_grad=True)
    both = F.cross_entropy(logits, torch.tensor([0, 2]))
    first = F.cross_entropy(logits, torch.tensor([0, -100]))
    print(f"both {both.item():.4f}, the first alone {first.item():.4f}")
    first.backward()
    print(logits.grad)
    # both 0.7531, the first alone 0.4076
    # tensor([[-0.3348,  0.2447,  0.0900],
    #         [ 0.0000,  0.0000,  0.0000]])


def chapter_17_tiny_gpt():
    p = torch.tensor([0.4, 0.3, 0.15, 0.1, 0.05])
    for name, weights in (
        ("as they are", p),
        ("temperature 0.5", torch.softmax(p.log() / 0.5, 0)),
        ("temperature 2", torch.softmax(p.log() / 2, 0)),
        ("top-k 2", torch.where(p >= p.topk(2).values[-1], p, 0)),
        ("top-p 0.8", torch.where(p.cumsum(0) - p < 0.8, p, 0)),
    ):
        print(f"{name:16}", *(f" {w:.2f}" for w in weights))
    # as they are       0.40  0.30  0.15  0.10  0.05
    # temperature 0.5   0.56  0.32  0.08  0.04  0.01
    # temperature 2     0.30  0.26  0.18  0.15  0.11
    # top-k 2           0.40  0.30  0.00  0.00  0.00
    # top-p 0.8         0.40  0.30  0.15  0.00  0.00


def chapter_17_training_loop():
    def factor(step):
        if step < 10:
            return (step + 1) / 10
        return 0.1 + 0.9 * 0.5 * (1 + math.cos(math.pi * (step - 10) / 90))

    optimizer = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=0.03)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, factor)
    for step in range(100):
        rate = optimizer.param_groups[0]["lr"]
        if step in (0, 3, 6, 9, 20, 40, 60, 80, 99):
            print(f"{step:2}  {rate:.4f} {'#' * round(1000 * rate)}")
        optimizer.step()
        schedule.step()

    for name, kind, decay in (
        ("Adam without decay", torch.optim.Adam, 0),
        ("Adam, decay in the gradient", torch.optim.Adam, 0.1),
        ("AdamW", torch.optim.AdamW, 0.1),
    ):
        p = torch.ones(2, requires_grad=True)
        optimizer = kind([p], lr=0.01, weight_decay=decay)
        for step in range(100):
            p.grad = torch.tensor([1.0, 0.001]) * (-1) ** step
            optimizer.step()
        print(f"{name:27}  {p[0].item():.2f}  {p[1].item():.2f}")
    #  0  0.0030 ###
    #  3  0.0120 ############
    #  6  0.0210 #####################
    #  9  0.0300 ##############################
    # 20  0.0292 #############################
    # 40  0.0232 #######################
    # 60  0.0142 ##############
    # 80  0.0062 ######
    # 99  0.0030 ###
    # Adam without decay           0.98  0.98
    # Adam, decay in the gradient  0.89  0.22
    # AdamW                        0.89  0.89


def chapter_18_training_well():
    optimizer = torch.optim.SGD([torch.zeros(1)], lr=0.01)
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1, 0.1, 100)
    rates = []
    for step in range(100):
        rates.append(optimizer.param_groups[0]["lr"])
        optimizer.step()
        schedule.step()
    line = "".join("▁▂▃▄▅▆▇█"[min(int(rate / 0.0101 * 8), 7)] for rate in rates[::2])
    print(f"linear   {line}  {rates[0]:.3f} {rates[9]:.3f} {rates[55]:.3f} {rates[99]:.4f}")
    # linear   ███████▇▇▇▇▇▇▇▆▆▆▆▆▆▆▅▅▅▅▅▅▅▄▄▄▄▄▄▄▃▃▃▃▃▃▃▂▂▂▂▂▂▂▁  0.010 0.009 0.005 0.0011


def chapter_19_files():
    from safetensors.torch import load, save

    file = save({"x": torch.tensor([[1, -0.5, 3], [0, 256, 1.25]])})
    print(f"1. a file of {len(file)} bytes")
    x = load(file)["x"]
    print(f"by the library: {x[1][2]}, sum {x.sum()}")
    # 1. a file of 96 bytes
    # by the library: 1.25, sum 260.75


def chapter_20_two_moons():
    angle = torch.pi * torch.rand(100)
    upper = torch.stack((angle.cos(), angle.sin()), 1)
    points = torch.cat((upper, torch.tensor([1, 0.5]) - upper)) + 0.1 * torch.randn(200, 2)
    labels = torch.cat((torch.zeros(100, 1), torch.ones(100, 1)))
    net = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 16), nn.Tanh(), nn.Linear(16, 1))
    print(f"{len(points)} points, {sum(p.numel() for p in net.parameters())} parameters")
    optimizer = torch.optim.AdamW(net.parameters(), 0.01)
    for step in range(200):
        optimizer.zero_grad()
        nn.functional.binary_cross_entropy_with_logits(net(points), labels).backward()
        optimizer.step()
    # 200 points, 337 parameters


def main():
    prefix = "chapter_"
    names = [name[len(prefix):] for name in globals() if name.startswith(prefix)]
    wanted = sys.argv[1:]
    if not wanted or not set(wanted) <= set(names):
        sys.exit("usage: python3 examples/pytorch.py CHAPTER...\nCHAPTER is one of " + " ".join(names))
    for name in wanted:
        if len(wanted) > 1:
            print("==", name)
        globals()[prefix + name]()


if __name__ == "__main__":
    main()
